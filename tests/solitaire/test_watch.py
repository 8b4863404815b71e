"""The rounds past the sockets: everybody is looked at in time, and few at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from solitaire.sockets import watch
from solitaire.sockets.socket import Socket
from solitaire.sockets.watch import Watch

SCOPE: dict[str, Any] = {"path": "/", "headers": []}


class Looked(Socket):
    """A socket that tells who was looked at with whom."""

    stops: list[list[Looked]] = []

    @classmethod
    async def look(cls, sockets: list[Looked]) -> None:
        cls.stops.append(sockets)
        if broken in sockets:
            raise RuntimeError("It cannot be looked at.")


def fresh() -> Looked:
    return Looked(SCOPE, None, None)


broken = fresh()


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> list[list[Looked]]:
    """Who is looked at at each stop."""
    monkeypatch.setattr(watch, "EVERY", 0.4)
    monkeypatch.setattr(watch, "STOPS", 8)
    monkeypatch.setattr(watch, "SLICE", 3)
    monkeypatch.setattr(Looked, "stops", [])
    monkeypatch.setattr(watch, "before_leaving", lambda work: None)
    return Looked.stops


async def walk(those: Watch, seconds: float) -> None:
    """Let it make its rounds for so long."""
    await asyncio.sleep(seconds)
    assert those._task is not None
    those._task.cancel()


@pytest.mark.parametrize("many", [1, 3, 40])
async def test_everybody_is_looked_at_again_and_again_and_few_at_once(
    stops: list[list[Looked]], many: int
) -> None:
    rounds = Watch()
    sockets = [fresh() for _ in range(many)]
    for socket in sockets:
        rounds.add(socket)
    await walk(rounds, 2.2)
    times = Counter(socket for stop in stops for socket in stop)
    assert set(times) == set(sockets)
    assert min(times.values()) >= 3
    assert max(times.values()) <= 8, "and not all the time"
    assert max(map(len, stops)) == max(min(many, 3), many // 8)


async def test_who_has_gone_is_not_looked_at_and_who_has_come_is(stops: list[list[Looked]]) -> None:
    rounds = Watch()
    here, gone, later = fresh(), fresh(), fresh()
    rounds.add(here)
    rounds.add(gone)
    rounds.discard(gone)
    asyncio.get_running_loop().call_later(0.5, rounds.add, later)
    await walk(rounds, 1.5)
    assert {socket for stop in stops for socket in stop} == {here, later}


async def test_what_fails_at_one_stop_keeps_nobody_else_from_being_looked_at(
    stops: list[list[Looked]],
) -> None:
    rounds = Watch()
    others = [fresh() for _ in range(5)]
    for socket in (broken, *others):
        rounds.add(socket)
    await walk(rounds, 2.0)
    times = Counter(socket for stop in stops for socket in stop)
    assert all(times[socket] >= 2 for socket in (broken, *others))
