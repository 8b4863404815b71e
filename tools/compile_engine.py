"""Compile the engine with mypyc, in place and from the same sources: ``make compiled``.

Python then imports the extension modules that lie beside the sources; ``make interpreted`` removes them.
What goes from one process to another (``solver/odds.py``) and what no loop runs through stays interpreted.
"""

from __future__ import annotations

from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

HOT = (
    "cards errors moves position piles rules game grid changes notation",
    "solver/empress solver/fingerprint solver/hints solver/likely solver/promise solver/search solver/worlds",
)


def sources() -> list[str]:
    """The modules that are compiled."""
    named = [Path("games", f"{name}.py") for line in HOT for name in line.split()]
    games = [path for path in Path("games/catalogue").glob("*.py") if path.name != "__init__.py"]
    return [str(path) for path in (*named, *sorted(games))]


if __name__ == "__main__":
    extensions = mypycify(["--config-file=/dev/null", *sources()], opt_level="3", debug_level="0")
    setup(
        name="games",
        packages=[],
        ext_modules=extensions,
        script_args=["build_ext", "--inplace", "--build-temp", "build", "--build-lib", "build"],
    )
