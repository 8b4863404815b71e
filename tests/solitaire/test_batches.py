"""The quick way to write: many at once, and nobody's fault is another's."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

from solitaire.daily.models import Deal
from solitaire.play import batches, dialogue, services
from solitaire.play import store as stores
from solitaire.play.batches import Stored, writer
from solitaire.play.log import mismatch
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, Event
from solitaire.play.store import NoAnswer
from solitaire.play.writing import Intent, write
from solitaire.players.models import Player
from solitaire.players.services import ban
from solitaire.sockets.database import run
from tests.solitaire.conftest import Hand, begun, make_deal
from tests.solitaire.test_writing import refused

pytestmark = pytest.mark.django_db(transaction=True)

Store: type[Any] = stores.PostgreSQL if connection.vendor == "postgresql" else stores.SQLite


@pytest.fixture
def attempts(deal: Deal) -> list[Attempt]:
    """Eight players at their tables, which this process has shown them."""
    found = [begun(Player.objects.create_guest(), deal) for _ in range(8)]
    for attempt in found:
        dialogue.join(attempt.pk)
    return found


@pytest.fixture
def mine(attempts: list[Attempt]) -> Attempt:
    return attempts[0]


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each batch has had."""
    found: list[int] = []
    real = Store.write

    async def counted(self: Any, rows: list[Any], now: Any) -> Any:
        found.append(len(rows))
        return await real(self, rows, now)

    monkeypatch.setattr(Store, "write", counted)
    return found


def turn(base: int = 0, text: str = "deal", id: uuid.UUID | None = None) -> Intent:
    return Intent(id or uuid.uuid4(), "move", base, text)


async def quick(attempt: Attempt, intent: Intent) -> Stored | None:
    return await writer().write(attempt.pk, attempt.player_id, intent)


async def careful(attempt: Attempt, intent: Intent) -> Any:
    return await run(write, attempt.pk, attempt.player_id, intent)


async def count() -> int:
    return await run(Event.objects.count)


async def agree() -> bool:
    """Whether every row is what its log gives."""

    def differing() -> list[str | None]:
        return [mismatch(attempt) for attempt in Attempt.objects.select_related("deal")]

    return not any(await run(differing))


async def test_what_arrives_during_a_commit_is_the_next_batch(
    attempts: list[Attempt], sizes: list[int]
) -> None:
    for base in range(3):
        done = await asyncio.gather(*(quick(attempt, turn(base)) for attempt in attempts))
        assert [stored and stored.after.seq for stored in done] == [base + 1] * 8
    assert sum(sizes) == await count() == 24
    assert len(sizes) <= 6
    assert await agree()


async def test_it_is_told_after_it_is_stored(mine: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    go = asyncio.Event()
    real = Store.write

    async def held(self: Any, rows: Any, now: Any) -> Any:
        await go.wait()
        return await real(self, rows, now)

    monkeypatch.setattr(Store, "write", held)
    answer = asyncio.ensure_future(quick(mine, turn()))
    await asyncio.sleep(0.05)
    assert not answer.done()
    assert await count() == 0
    go.set()
    assert await answer is not None
    assert await count() == 1


async def test_an_event_and_a_row_are_as_the_careful_way_writes_them(attempts: list[Attempt]) -> None:
    one, two = attempts[:2]
    assert await quick(one, turn())
    await careful(two, turn())

    def told(attempt: Attempt) -> list[Any]:
        events = attempt.events.values_list("seq", "kind", "text")
        names = ("seq", "moves", "undos", "assisted", "score", "status", "snapshot", "finished_at", "time_ms")
        return [*events, *Attempt.objects.filter(pk=attempt.pk).values_list(*names)]

    assert await run(told, one) == await run(told, two)
    event = await run(one.events.get)
    assert abs((timezone.now() - event.at).total_seconds()) < 5


async def test_undo_and_hint_are_written_quickly_too(player: Player) -> None:
    attempt = await run(begun, player, await run(make_deal, "the-olga"))
    await run(dialogue.join, attempt.pk)
    assert await quick(attempt, Intent(uuid.uuid4(), "hint", 0, "deal"))
    [text] = [text for text in memory.latest(attempt.pk).standing.table.legal if text != "deal"][:1]  # type: ignore[union-attr]
    stored = await quick(attempt, turn(1, text))
    assert stored is not None
    if stored.after.table.moves:
        assert await quick(attempt, Intent(uuid.uuid4(), "undo", 2))
    assert await agree()
    assert (await run(Attempt.objects.get)).assisted


async def test_one_bad_move_hurts_nobody_else(attempts: list[Attempt], sizes: list[int]) -> None:
    bad = turn(0, "redeal")
    intents = [bad, *(turn() for _ in attempts[1:])]
    done = await asyncio.gather(*map(quick, attempts, intents))
    assert [stored is None for stored in done] == [True] + [False] * 7
    with refused("illegal", "The stock is not empty yet"):
        await careful(attempts[0], bad)
    assert sum(sizes) == await count() == 7


async def test_intents_at_one_table_at_once_go_one_after_another(mine: Attempt) -> None:
    intents = [turn(0), turn(1), turn(1), turn(2)]
    done = await asyncio.gather(*(quick(mine, intent) for intent in intents))
    assert [stored and stored.after.seq for stored in done] == [1, 2, None, 3]
    with refused("stale"):
        await careful(mine, intents[2])
    assert await agree()


async def test_the_same_id_twice_at_once_is_one_event(mine: Attempt) -> None:
    intent = turn()
    done = await asyncio.gather(quick(mine, intent), quick(mine, intent))
    assert [stored is None for stored in done] == [False, True]
    assert (await careful(mine, intent)).dup
    assert await count() == 1


async def test_a_known_id_is_not_written_again_whatever_its_base(mine: Attempt) -> None:
    intent = turn()
    await quick(mine, intent)
    again = turn(1, id=intent.id)
    assert await quick(mine, again) is None
    written = await careful(mine, again)
    assert (written.dup, written.after.seq) == (True, 1)
    assert await agree()


async def test_an_end_is_left_to_the_careful_way(mine: Attempt) -> None:
    intent = Intent(uuid.uuid4(), "resign", 0)
    assert await quick(mine, intent) is None
    assert (await careful(mine, intent)).ended


# ---- what this process does not know -------------------------------------------------------------


async def _elsewhere(attempt: Attempt, work: Callable[[], Any]) -> None:
    """Another process does something: this one remembers what it remembered."""
    latest = memory.latest(attempt.pk)
    assert latest is not None
    await run(work)
    memory.clear()
    memory.put(attempt.pk, latest.standing, latest.facts)


def _ends_by_the_clock(attempt: Attempt) -> None:
    services.close(Attempt.objects.select_related("deal", "player").get(pk=attempt.pk), timezone.now())


def _goes_to_another(attempt: Attempt) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(player=Player.objects.create_guest())


@pytest.mark.parametrize(
    ("work", "code"),
    [
        (lambda attempt: Hand(attempt)("move", "deal"), "stale"),
        (lambda attempt: Hand(attempt)("resign"), "ended"),
        (_ends_by_the_clock, "ended"),
        (lambda attempt: ban(attempt.player, "Plays with a machine.", None), "forbidden"),
        (lambda attempt: Player.objects.update(is_active=False), "forbidden"),
        (_goes_to_another, "forbidden"),
        (lambda attempt: Deal.objects.update(status="void"), "closed"),
        (lambda attempt: Deal.objects.update(closes_at=timezone.now() - timedelta(minutes=31)), "closed"),
    ],
)
async def test_what_another_process_has_done_meanwhile_is_held_against(
    attempts: list[Attempt], work: Callable[[Attempt], Any], code: str
) -> None:
    mine = attempts[0]
    await _elsewhere(mine, lambda: work(mine))
    before = await count()
    intent = turn()
    assert await quick(mine, intent) is None
    with refused(code):
        await careful(mine, intent)
    assert await count() == before


async def test_a_loser_among_winners(attempts: list[Attempt], sizes: list[int]) -> None:
    await _elsewhere(attempts[3], lambda: Hand(attempts[3])("move", "deal"))
    for attempt in attempts[:3] + attempts[4:]:
        await run(dialogue.join, attempt.pk)
    done = await asyncio.gather(*(quick(attempt, turn()) for attempt in attempts))
    assert [at for at, stored in enumerate(done) if stored is None] == [3]
    assert await count() == 8
    assert await agree()


async def test_practice_goes_on_when_the_deal_is_closed_or_void(attempts: list[Attempt]) -> None:
    await run(Hand(attempts[0]), "resign")
    practice = await run(begun, attempts[0].player, attempts[0].deal, "practice")
    await run(dialogue.join, practice.pk)
    await run(Deal.objects.update, status="void", closes_at=timezone.now() - timedelta(days=1))
    assert await quick(practice, turn()) is not None


async def test_without_memory_it_is_left_to_the_careful_way_which_remembers(mine: Attempt) -> None:
    memory.clear()
    intent = turn()
    assert await quick(mine, intent) is None
    await careful(mine, intent)
    assert await quick(mine, turn(1)) is not None


# ---- a database that fails -----------------------------------------------------------------------


async def test_a_batch_that_fails_is_written_one_by_one(attempts: list[Attempt]) -> None:
    """A log that somebody has tampered with breaks a constraint, and with it the whole statement."""
    await run(
        lambda: Event.objects.create(
            attempt=attempts[2], seq=1, client_id=uuid.uuid4(), kind="move", text="x"
        )
    )
    intents = [turn() for _ in attempts]
    done = await asyncio.gather(*map(quick, attempts, intents))
    for attempt, intent, stored in zip(attempts, intents, done, strict=True):
        if attempt is attempts[2]:
            assert stored is None
            with pytest.raises(IntegrityError):
                await careful(attempt, intent)
        elif stored is None:
            assert (await careful(attempt, intent)).dup is False
    assert await count() == 8


async def test_what_may_have_been_stored_is_busy_and_then_known(
    mine: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit went through, and word of it was lost."""
    real = Store.write

    async def lost(self: Any, rows: Any, now: Any) -> Any:
        await real(self, rows, now)
        raise NoAnswer("server closed the connection unexpectedly")

    intent = turn()
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", lost)
        with refused("busy"):
            await quick(mine, intent)
    assert await quick(mine, intent) is None
    assert (await careful(mine, intent)).dup
    assert await count() == 1


async def test_a_database_that_hangs_is_busy_until_it_does_not(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(self: Any, rows: Any, now: Any) -> Any:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            await asyncio.sleep(0.3)  # as one that does not let itself be interrupted
            raise

    one, two, three = attempts[:3]
    monkeypatch.setattr(batches, "PATIENCE", -0.9)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", hangs)
        first = asyncio.ensure_future(quick(one, turn()))
        await asyncio.sleep(0.05)
        second = asyncio.ensure_future(quick(two, turn()))
        for waiting in (first, second):
            with refused("busy"):
                await waiting
        async with asyncio.timeout(0.1):
            with refused("busy"):
                await quick(three, turn())
    await asyncio.sleep(0.4)
    assert await quick(three, turn()) is not None
    assert await count() == 1


async def test_who_goes_away_is_not_waited_for(attempts: list[Attempt]) -> None:
    gone = asyncio.ensure_future(quick(attempts[0], turn()))
    await asyncio.sleep(0)
    gone.cancel()
    assert await quick(attempts[1], turn()) is not None


@pytest.mark.skipif(connection.vendor != "sqlite", reason="how SQLite is locked")
async def test_a_locked_file_is_busy_and_then_written(mine: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    monkeypatch.setattr(stores, "PATIENCE", 0.1)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with refused("busy"):
        await quick(mine, turn())
    other.execute("ROLLBACK")
    other.close()
    assert await quick(mine, turn()) is not None
    assert await count() == 1


# ---- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["the-sultan", "the-terrace", "the-empress-of-india"])
async def test_random_hands_leave_rows_that_their_logs_give(player: Player, game: str) -> None:
    attempt = await run(begun, player, await run(make_deal, game))
    await run(dialogue.join, attempt.pk)
    chance = random.Random(game)
    for seq in range(60):
        latest = memory.latest(attempt.pk)
        assert latest is not None
        assert latest.standing.seq == seq
        table = latest.standing.table
        undo = table.moves and chance.random() < 0.3
        intent = Intent(uuid.uuid4(), "undo", seq) if undo else turn(seq, chance.choice(list(table.legal)))
        if await quick(attempt, intent) is None:
            await careful(attempt, intent)
    assert await agree()


def test_the_memory_is_bounded_and_keeps_the_newest_and_the_one_before(attempts: list[Attempt]) -> None:
    from solitaire.play.memory import Memory

    kept = Memory(room=2)
    standing = dialogue.standing_of(attempts[0])
    ids = [attempt.pk for attempt in attempts[:3]]
    for id in ids:
        kept.put(id, standing)
    assert [kept.latest(id) is None for id in ids] == [True, False, False]
    line = [standing]
    for _ in range(3):
        line.append(line[-1].after("move", "deal"))
        kept.put(ids[2], line[-1])
    kept.put(ids[2], line[1])
    assert [kept.get(ids[2], seq) for seq in range(4)] == [None, None, line[2], line[3]]
