"""The command line of the engine: ``python -m games``.

Exit codes: 0 done; 1 the rules or the input say no (the reason is on standard error); 2 wrong usage;
3 no win was found; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games import catalogue, notation, picture, rulebook
from games.errors import EngineError, InvalidPosition
from games.game import BOOK, Game
from games.perft import perft
from games.position import Position
from games.solver import Limits, solve
from games.solver.odds import odds, seeds, try_deals

REFUSED = 1
NOT_FOUND = 3
STOPPED = 130
MOST = 1_000_000
"""Of whatever is counted; more is a slip of the finger, and would take all the memory."""
BAR = 30
"""Characters of a progress bar."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments) or 0
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain once more while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except KeyboardInterrupt:
        return STOPPED
    except (EngineError, OSError, UnicodeError) as error:
        print(error, file=sys.stderr)
        return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__, formatter_class=_Raw)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    def of_game(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = command(name, run, text)
        sub.add_argument("game", metavar="GAME", help="a game's slug, such as the-sultan")
        sub.add_argument("--variant", default=BOOK, help="a variant of the game (default: the book's form)")
        return sub

    sub = command("list", _list, "name the games and their variants")
    sub.add_argument("--json", action="store_true", help="for a program")

    of_game("rules", _rules, "print the rule page (Markdown)")

    sub = of_game("deal", _deal, "print the position a seed deals, as JSON")
    _seed(sub, required=True)

    sub = of_game("moves", _moves, "print the legal moves, one a line")
    _table(sub)
    sub.add_argument("--json", action="store_true", help="for a program")

    sub = of_game("play", _play, "play moves and print the position after them, as JSON")
    _table(sub)
    sub.add_argument(
        "--moves", metavar="FILE", help="the moves, separated by white space; - is standard input"
    )
    sub.add_argument("--view", action="store_true", help="print what the player sees")

    sub = command("verify", _verify, "replay a record and check its result")
    sub.add_argument("record", metavar="RECORD", help="a .patience file; - is standard input")
    sub.add_argument("--json", action="store_true", help="for a program")

    sub = of_game("perft", _perft, "count the lines of play and the positions they reach")
    _seed(sub, required=True)
    sub.add_argument("--depth", type=_count, required=True, help="how many moves deep")
    sub.add_argument("--json", action="store_true", help="for a program")

    sub = of_game("solve", _solve, "search a deal for a win and print its record")
    _seed(sub, required=True)
    _budget(sub)
    sub.add_argument("--json", action="store_true", help="for a program")

    sub = of_game("odds", _odds, "how many deals can be won when all cards are known")
    sub.add_argument("--deals", type=_count, required=True, metavar="N", help="how many deals to try")
    _budget(sub)
    sub.add_argument(
        "--jobs", type=_count, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    sub.add_argument("--save", type=Path, metavar="FILE", help="keep the results; go on from those in it")
    sub.add_argument("--json", action="store_true", help="for a program")

    sub = of_game("show", _show, "draw the table in text")
    _table(sub)
    return parser


class _Raw(argparse.RawDescriptionHelpFormatter):
    """Keeps the description's lines."""


def _seed(parser: Any, required: bool = False) -> None:
    parser.add_argument("--seed", required=required, help="any text")


def _table(parser: argparse.ArgumentParser) -> None:
    table = parser.add_mutually_exclusive_group(required=True)
    _seed(table)
    table.add_argument("--position", metavar="FILE", help="a position as JSON; - is standard input")


def _budget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=_seconds, default=20.0, help="for each deal (default 20)")


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST}")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not number > 0:  # so that what is no number, and would never be over, is none
        raise argparse.ArgumentTypeError("more than 0")
    return number


def _read(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def _position(arguments: argparse.Namespace) -> tuple[Game, Position]:
    game = catalogue.game(arguments.game, arguments.variant)
    if arguments.seed is not None:
        return game, game.deal(arguments.seed)
    try:
        document = json.loads(_read(arguments.position))
    except (ValueError, RecursionError) as error:  # a number of many digits is a plain ValueError
        raise InvalidPosition(f"{arguments.position} is not JSON: {error}") from None
    named, position = notation.from_document(document)
    if named.slug != game.slug or arguments.variant not in (BOOK, named.variant):
        raise InvalidPosition(f"The position is of {named.slug}, {named.variant}.")
    return named, position


def _print(document: object) -> None:
    print(json.dumps(document))


def _list(arguments: argparse.Namespace) -> None:
    games = catalogue.classes()
    if arguments.json:
        _print(
            [
                {"slug": slug, "title": cls.title, "number": cls.number, "variants": list(cls.variants)}
                for slug, cls in games.items()
            ]
        )
        return
    for slug, cls in games.items():
        print(f"{slug:26}{cls.title:28}{', '.join(cls.variants)}")


def _rules(arguments: argparse.Namespace) -> None:
    print(rulebook.page(catalogue.game(arguments.game, arguments.variant)), end="")


def _deal(arguments: argparse.Namespace) -> None:
    game = catalogue.game(arguments.game, arguments.variant)
    _print(notation.to_document(game, game.deal(arguments.seed)))


def _moves(arguments: argparse.Namespace) -> None:
    game, position = _position(arguments)
    moves = [move.text for move in game.moves(position)]
    if arguments.json:
        _print(moves)
    elif moves:
        print("\n".join(moves))


def _play(arguments: argparse.Namespace) -> int:
    game, position = _position(arguments)
    texts = _read(arguments.moves).split() if arguments.moves else []
    for number, text in enumerate(texts, 1):
        try:
            position = game.play(position, game.read_move(text))
        except EngineError as error:
            print(f"move {number}: {error}", file=sys.stderr)
            return REFUSED
    _print(game.view(position) if arguments.view else notation.to_document(game, position))
    return 0


def _verify(arguments: argparse.Namespace) -> None:
    outcome = notation.verify(notation.read_record(_read(arguments.record)))
    if arguments.json:
        _print(
            {
                "status": outcome.status,
                "score": outcome.score,
                "total": outcome.total,
                "moves": outcome.moves,
                "undos": outcome.undos,
            }
        )
    else:
        print(outcome)


def _perft(arguments: argparse.Namespace) -> None:
    game = catalogue.game(arguments.game, arguments.variant)
    rows = perft(game, game.deal(arguments.seed), arguments.depth)
    if arguments.json:
        _print([{"depth": depth, "leaves": leaves, "unique": unique} for depth, leaves, unique in rows])
        return
    print(f"{'depth':>5} {'leaves':>15} {'unique':>12}")
    for depth, leaves, unique in rows:
        print(f"{depth:5} {leaves:15} {unique:12}", flush=True)


def _solve(arguments: argparse.Namespace) -> int:
    game = catalogue.game(arguments.game, arguments.variant)
    start = game.deal(arguments.seed)
    verdict = solve(game, start, Limits(seconds=arguments.seconds))
    record = notation.Record(game.slug, arguments.seed, [move.text for move in verdict.line], game.variant)
    if verdict.status == "won":
        record.headers["Result"] = str(notation.replay(record))
    word = {"lost": "lost", "open": "unknown"}.get(verdict.status)
    if arguments.json:
        _print(
            {
                "status": verdict.status,
                "record": None if word else str(record),
                "score": verdict.score,
                "tables": verdict.tables,
                "seconds": round(verdict.seconds, 3),
            }
        )
    else:
        print(word or str(record), end="\n" if word else "")
    return NOT_FOUND if word else 0


def _odds(arguments: argparse.Namespace) -> None:
    game = catalogue.game(arguments.game, arguments.variant)

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            full = BAR * done // arguments.deals
            print(f"\r[{'#' * full:{BAR}}] {done}/{arguments.deals}", end="", file=sys.stderr, flush=True)

    tried = try_deals(
        game.slug,
        game.variant,
        seeds(arguments.deals),
        arguments.seconds,
        arguments.jobs,
        arguments.save,
        progress,
    )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    found = odds(tried)
    if arguments.json:
        _print({"game": game.slug, "variant": game.variant, **asdict(found)})
    else:
        print(f"{found.deals} deals: {found.won} won, {found.lost} lost, {found.open} open")
        print(f"winnable: {found.low:.1%} to {found.high:.1%} (95 %, open deals both ways)")
        print(f"{found.seconds} seconds a deal")


def _show(arguments: argparse.Namespace) -> None:
    game, position = _position(arguments)
    print(picture.text(game, position))


if __name__ == "__main__":
    sys.exit(main())
