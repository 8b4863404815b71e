"""What there is one of in a process: in an event loop, to be exact, since tests have many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


def per_loop(make: Callable[[], T]) -> Callable[[], T]:
    """A function that gives the running event loop's own, made when it is first wanted."""
    kept: WeakKeyDictionary[asyncio.AbstractEventLoop, T] = WeakKeyDictionary()

    def own() -> T:
        loop = asyncio.get_running_loop()
        found = kept.get(loop)
        if found is None:
            found = kept[loop] = make()
        return found

    return own
