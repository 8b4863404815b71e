"""``python -m benchmarks [NAME ...]``: run the benchmarks of those names, or all."""

from __future__ import annotations

import sys

from benchmarks import board, engine

ALL = {"engine": engine.main, "board": board.main}


def main(names: list[str]) -> int:
    for name in names or list(ALL):
        if name not in ALL:
            print(f"No benchmark {name!r}; there are {', '.join(ALL)}.", file=sys.stderr)
            return 2
        ALL[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
