"""``python -m benchmarks.odds``: search deals of every game, play them by hints, and write docs/odds.md.

What is in the folder given with ``--save`` is not done again, so more deals can be added on another day.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path

from benchmarks.machine import machine
from games import catalogue
from games.game import Game
from games.rulebook import variant_title
from games.solver.odds import Hinted, Tried, interval, odds, play_deals, seeds, try_deals

PAGE = Path(__file__).parents[1] / "docs" / "odds.md"


def main() -> None:
    """Try the deals and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odds", description=__doc__)
    parser.add_argument(
        "--deals", type=int, default=100, help="searched, of each game and form (default 100)"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="for each of them (default 20)")
    parser.add_argument("--plays", type=int, default=200, help="played by hints, of each (default 200)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    parser.add_argument(
        "--save", type=Path, default=Path("var/odds"), metavar="FOLDER", help="where the results are kept"
    )
    arguments = parser.parse_args()
    arguments.save.mkdir(parents=True, exist_ok=True)
    rows = []
    every = catalogue.every()
    for number, game in enumerate(every, 1):
        of = f"{number}/{len(every)} {game.slug} {game.variant}"
        searched = try_deals(
            game.slug,
            game.variant,
            seeds(arguments.deals),
            arguments.seconds,
            arguments.jobs,
            arguments.save / "searched.jsonl",
            partial(bar, f"{of}: searched", arguments.deals),
        )
        played = play_deals(
            game.slug,
            game.variant,
            seeds(arguments.plays),
            arguments.jobs,
            arguments.save / "played.jsonl",
            partial(bar, f"{of}: played", arguments.plays),
        )
        rows.append(row(game, searched, played))
    PAGE.write_text(page(rows, arguments), encoding="utf-8")


def bar(label: str, whole: int, done: int) -> None:
    """Say how far a count is."""
    print(f"\r{label} {done}/{whole} ", end="\n" if done == whole else "", file=sys.stderr, flush=True)


def row(game: Game, searched: list[Tried], played: list[Hinted]) -> str:
    """A line of the table."""
    found = odds(searched)
    by_hints = sum(one.status == "won" for one in played)
    low, high = interval(by_hints, len(played))
    cells = (
        game.title,
        variant_title(game),
        found.deals,
        found.won,
        found.lost,
        found.open,
        f"{found.low:.0%} to {found.high:.0%}",
        f"{found.seconds:.1f}",
        f"{max(one.score for one in searched)} of {game.total}",
        f"{by_hints / len(played):.1%}",
        f"{low:.0%} to {high:.0%}",
        f"{sum(one.score for one in played) / len(played):.0f}",
        f"{sum(one.seconds for one in played) / len(played):.1f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def page(rows: list[str], arguments: argparse.Namespace) -> str:
    """The whole page."""
    table = "\n".join(rows)
    deals, seconds, plays = arguments.deals, arguments.seconds, arguments.plays
    return f"""# Odds

Two questions, kept apart. **How many deals can be won** by somebody who sees every card? That is what the
certificate of a daily deal means, and the most that a player can hope for. And **how many does a player
win** who sees what a player sees, and does what the hints say?

| Game | Form | Deals | Won | Lost | Open | Winnable (95 %) | s | Best | By hints | (95 %) | Home | s |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
{table}

*Won*: the search found a line, and the engine replayed it. *Lost*: every continuation was tried. *Open*:
neither, in the time given. *Winnable* is Wilson's interval at 95 %, and takes the open deals both ways: as
lost for its low end, as won for its high one. So a wide interval says that little is known yet. *s* are
the seconds of a deal, on average. *Best* is the most cards that came home in any. *By hints* is the share of
deals won by a player who always asks for a hint and does what it says; *home* is how many cards he brings
home on average.

{deals} deals each were searched, of the seeds `odds-1` to `odds-{deals}`, for {seconds:g} seconds at the
most, and {plays} played, `odds-1` to `odds-{plays}`; in {arguments.jobs} processes of
{machine()}. To repeat it, or to go on to more deals:

```sh
python -m benchmarks.odds --deals {deals} --seconds {seconds:g} --plays {plays}
python -m games odds the-sultan --deals {deals} --seconds {seconds:g}
python -m games solve the-sultan --seed odds-1
```
"""


if __name__ == "__main__":
    main()
