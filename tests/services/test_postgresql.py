"""The connection of a process that needs no thread."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import uuid4

import psycopg
import pytest
import pytest_asyncio

from solitaire.play import dialogue
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from solitaire.sockets import postgresql, sessions
from solitaire.sockets.database import run
from solitaire.sockets.postgresql import Link
from solitaire.sockets.sessions import Proof
from tests.solitaire.conftest import begun, make_deal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def link() -> AsyncIterator[Link]:
    """A connection, and it is closed afterwards."""
    made = Link()
    yield made
    await made.close()


async def pid(link: Link) -> int:
    """Who serves it on the other side."""
    [(number,)] = await link.execute("SELECT pg_backend_pid()", ())
    return int(number)


async def test_a_link_that_was_lost_is_made_again_unseen(link: Link) -> None:
    first = await pid(link)
    assert await pid(link) == first
    other = Link()
    await other.execute("SELECT pg_terminate_backend(%s::integer, 1000)", (first,))
    await other.close()
    assert await pid(link) != first


async def test_a_closed_link_may_be_used_again(link: Link) -> None:
    first = await pid(link)
    await link.close()
    await link.close()
    assert await pid(link) != first


async def test_a_wrong_statement_is_an_error_and_no_loss(link: Link) -> None:
    first = await pid(link)
    with pytest.raises(psycopg.errors.UndefinedTable):
        await link.execute("SELECT * FROM nobody_made_it", ())
    assert await pid(link) == first


async def test_a_statement_has_its_time(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "SESSION", "SET statement_timeout = '100ms'")
    first = await pid(link)
    with pytest.raises(psycopg.errors.QueryCanceled):
        await link.execute("SELECT pg_sleep(30)", ())
    assert await pid(link) == first


async def test_what_the_round_asks_is_looked_up_by_keys_while_the_tables_are_empty() -> None:
    """And in no thread, so the plan is kept for as long as the connection."""
    own = postgresql.link()
    try:
        assert await dialogue.news([(uuid4(), 3, False)]) == {}
        nobody = {("key", Proof(1, "session", "password"))}
        assert await sessions.doubtful(nobody) == {"key"}
        kept = await own.execute("SELECT name, statement FROM pg_prepared_statements ORDER BY name", ())
        names = [name for name, statement in kept if "given" in statement]
        assert len(names) == 2
        for name, values in zip(names, ("'[]'", "'[]', now()"), strict=True):
            plan = "\n".join(line for (line,) in await own.execute(f'EXPLAIN EXECUTE "{name}"({values})', ()))
            assert "Index Scan" in plan
            assert "Seq Scan" not in plan
    finally:
        await own.close()


async def test_news_is_of_those_that_have_gone_on() -> None:
    deal = await run(make_deal, "the-olga")
    attempts = [await run(lambda: begun(Player.objects.create_guest(), deal)) for _ in range(3)]
    await run(Attempt.objects.filter(pk=attempts[1].pk).update, seq=5)
    try:
        held = [(attempt.pk, 0, False) for attempt in attempts]
        assert await dialogue.news(held) == {attempts[1].pk: (5, False)}
        assert await dialogue.news([]) == {}
    finally:
        await postgresql.link().close()
