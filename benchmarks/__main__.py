"""``python -m benchmarks [NAME [OPTION ...]]``: run the benchmark of that name with its options, or all."""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import board, engine, serving

ALL: dict[str, Callable[[list[str]], int | None]] = {
    "engine": lambda _: engine.main(),
    "board": lambda _: board.main(),
    "serving": serving.main,
}


def main(arguments: list[str]) -> int:
    name, options = (arguments[0], arguments[1:]) if arguments else (None, [])
    if name is not None and name not in ALL:
        print(f"No benchmark {name!r}; there are {', '.join(ALL)}.", file=sys.stderr)
        return 2
    return max(ALL[each](options) or 0 for each in ([name] if name else ALL))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
