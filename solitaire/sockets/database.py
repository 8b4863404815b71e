"""Database work of the websockets: on threads of its own, so that no socket waits for another's page."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings

P = ParamSpec("P")
T = TypeVar("T")

executor = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do blocking database work, and give what it gives or raise what it raises."""
    result: T = await database_sync_to_async(work, thread_sensitive=False, executor=executor)(*args, **kwargs)
    return result
