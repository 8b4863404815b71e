"""``python -m benchmarks.odds``: try deals of every game and variant, and write docs/odds.md.

What is in the file given with ``--save`` is not tried again, so more deals can be added on another day.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

from games import catalogue
from games.rulebook import variant_title
from games.solver.odds import Odds, odds, seeds, try_deals

PAGE = Path(__file__).parents[1] / "docs" / "odds.md"


def main() -> None:
    """Try the deals and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odds", description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="of each game and variant (default 100)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each deal (default 20)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the results; go on from those in it")
    arguments = parser.parse_args()
    rows = []
    for number, game in enumerate(catalogue.every(), 1):
        print(f"{number}/{len(catalogue.every())} {game}", file=sys.stderr, flush=True)
        tried = try_deals(
            game.slug,
            game.variant,
            seeds(arguments.deals),
            arguments.seconds,
            arguments.jobs,
            arguments.save,
        )
        rows.append(row(game.title, variant_title(game), odds(tried)))
    PAGE.write_text(page(rows, arguments.deals, arguments.seconds, arguments.jobs), encoding="utf-8")


def row(title: str, variant: str, found: Odds) -> str:
    """A line of the table."""
    cells = (
        title,
        variant,
        found.won,
        found.lost,
        found.open,
        f"{found.low:.0%} to {found.high:.0%}",
        found.seconds,
    )
    return f"| {' | '.join(map(str, cells))} |"


def page(rows: list[str], deals: int, seconds: float, jobs: int) -> str:
    """The whole page."""
    table = "\n".join(rows)
    return f"""# Odds

How many deals can be won by somebody who sees **every card**. That is what a certificate of a daily deal
means, and the most that a player who sees only the open cards can hope for.

| Game | Form | Won | Lost | Open | Winnable (95 %) | Seconds a deal |
|---|---|---|---|---|---|---|
{table}

*Won*: the solver found a line, and the engine replayed it. *Lost*: every continuation was tried. *Open*:
neither, in the time given. The interval is Wilson's at 95 %, and takes the open deals both ways: as lost for
its low end, as won for its high one. So a wide interval says that little is known yet.

{deals} deals each, of the seeds `odds-1` to `odds-{deals}`; {seconds:g} seconds at the most for each; {jobs}
processes of CPython {platform.python_version()} on {os.cpu_count()} cores ({platform.machine()}). To repeat
it, or to go on to more deals:

```sh
python -m benchmarks.odds --deals {deals} --seconds {seconds:g} --save odds.jsonl
python -m games odds the-sultan --deals {deals} --seconds {seconds:g}
python -m games solve the-sultan --seed odds-1
```
"""


if __name__ == "__main__":
    main()
