"""What there is one of in a process: in an event loop, to be exact, since tests have many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import ReferenceType, WeakKeyDictionary, ref

T = TypeVar("T")


def per_loop(make: Callable[[], T]) -> Callable[[], T]:
    """A function that gives the running event loop's own, made when it is first wanted."""
    kept: WeakKeyDictionary[asyncio.AbstractEventLoop, T] = WeakKeyDictionary()
    last: tuple[ReferenceType[asyncio.AbstractEventLoop], T] | None = None
    """The loop that asked last: in a server it is the only one, and asks at every move."""

    def own() -> T:
        nonlocal last
        loop = asyncio.get_running_loop()
        if last is not None and last[0]() is loop:
            return last[1]
        found = kept.get(loop)
        if found is None:
            found = kept[loop] = make()
        last = ref(loop), found
        return found

    return own
