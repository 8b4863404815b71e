"""The replay page: whom it shows what, and that its steps are the play."""

from __future__ import annotations

import json
import random
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games import catalogue, changes
from games.cards import HIDDEN
from games.notation import Record
from games.solver import Limits, solve
from solitaire.daily.models import Deal
from solitaire.daily.services import void
from solitaire.pages import replays
from solitaire.play.log import standing_of
from solitaire.play.models import Attempt, Event
from solitaire.play.services import begin, show
from solitaire.play.table import UndoFloor
from solitaire.play.writing import Intent, write
from solitaire.players.models import Player
from solitaire.players.services import ban
from tests.pages.conftest import Finish


def view_after(play: dict[str, Any]) -> dict[str, Any]:
    """The last view, by the words of docs/protocol.md."""
    view: dict[str, Any] = play["view"]
    for step in play["steps"]:
        view = changes.apply(view, step.get("events", []), step.get("state"))
    return view


def played(player: Player, deal: Deal) -> Attempt:
    """An attempt with moves, undos, hints and a resignation."""
    attempt, _ = show(begin(player, deal))
    chance = random.Random(1)
    seq = 0

    def do(kind: str, text: str = "") -> Any:
        nonlocal seq
        after = write(attempt.pk, player.pk, Intent(uuid.uuid4(), kind, seq, text)).after
        seq = after.seq
        return after

    standing = do("hint", "deal")
    # Until something can be taken back, which on some deals is not soon.
    while standing.moves < 25 or not standing.undos:
        moves = [move.text for move in deal.engine.moves(standing.table.position)]
        standing = do("move", chance.choice([text for text in moves if "foundation" in text] or moves))
        try:
            standing.table.undo()
        except UndoFloor:
            continue
        standing = do("undo")
    do("resign")
    return Attempt.objects.select_related("deal", "player").get(pk=attempt.pk)


def settle(deal: Deal) -> None:
    Deal.objects.filter(pk=deal.pk).update(status=Deal.Status.SETTLED, settled_at=timezone.now())


def address(attempt: Attempt) -> str:
    return f"/deals/{attempt.deal_id}/replay/{attempt.pk}/"


def data(html: str) -> dict[str, Any]:
    """What the page gives its script."""
    found = re.search(r'<script id="replay-data" type="application/json">(.*?)</script>', html, re.S)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


# ---- the steps -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game"), catalogue.every(), ids=lambda game: f"{game.slug}-{game.variant}")
def test_the_steps_of_a_record_lead_to_the_engines_last_view(game: Any) -> None:
    line = solve(game, game.deal("watch"), Limits(seconds=20, tables=500)).line
    play = replays.of_record(str(Record(game.slug, "watch", [move.text for move in line], game.variant)))
    position = game.deal("watch")
    assert play["view"] == game.view(position)
    for move in line:
        position = game.play(position, move)
    assert view_after(play) == game.view(position)
    assert len(play["steps"]) == len(line)
    scores = [play["score"], *(step["score"] for step in play["steps"] if "score" in step)]
    assert scores[-1] == game.score(position)


def test_an_attempt_is_told_with_its_undos_and_hints(ada: Player, deal: Deal) -> None:
    attempt = played(ada, deal)
    play = replays.of_attempt(attempt)
    kinds = [step.get("kind", "move") for step in play["steps"]]
    assert kinds == list(Event.objects.order_by("seq").values_list("kind", flat=True))
    assert {"undo", "hint", "resign"} <= set(kinds)
    assert view_after(play) == deal.engine.view(standing_of(attempt).table.position)
    assert play["steps"][-1]["status"] == "ended"


def test_a_hidden_card_stays_hidden_until_it_was_seen(ada: Player, deal: Deal) -> None:
    """Each picture is the player's own, although the seed is public by now."""
    play = replays.of_attempt(played(ada, deal))
    view = play["view"]
    assert set(view["piles"]["stock"]) == {HIDDEN}
    for step in play["steps"]:
        view = changes.apply(view, step.get("events", []), step.get("state"))
        assert set(view["piles"]["stock"]) == {HIDDEN}


def test_a_long_play_is_a_document_of_moderate_size(visitor: Client, settled: Deal) -> None:
    """Four hundred moves: no more than 120 bytes a step on the page."""
    game = settled.engine
    position, moves = game.deal(settled.seed), list[str]()
    while len(moves) < 400:
        legal = game.moves(position)
        if not legal:
            break
        move = next((move for move in legal if move.verb != "move"), legal[0])
        position = game.play(position, move)
        moves.append(move.text)
    assert len(moves) > 250
    record = str(Record(settled.game, settled.seed, moves, settled.variant))
    Deal.objects.filter(pk=settled.pk).update(certificate=record, best_known=3)
    page = visitor.get(f"/deals/{settled.pk}/replay/").content
    assert len(page) < 12_000 + 120 * len(moves)


# ---- who may watch what --------------------------------------------------------------------------


def test_nothing_of_a_deal_that_is_not_settled_can_be_watched(
    account: Client, visitor: Client, ada: Player, deal: Deal
) -> None:
    attempt = played(ada, deal)
    record = str(Record(deal.game, deal.seed, ["deal"], deal.variant))
    Deal.objects.filter(pk=deal.pk).update(certificate=record, par=1)
    for status in set(Deal.Status.values) - {Deal.Status.SETTLED}:
        Deal.objects.filter(pk=deal.pk).update(status=status)
        for client in (account, visitor):
            for path in (f"/deals/{deal.pk}/replay/", address(attempt)):
                response = client.get(path)
                assert response.status_code == 403, (status, path)
                assert b"replay-data" not in response.content
    settle(deal)
    assert visitor.get(f"/deals/{deal.pk}/replay/").status_code == 200
    assert visitor.get(address(attempt)).status_code == 200


def test_the_refusal_tells_nothing_of_the_attempts(visitor: Client, ada: Player, deal: Deal) -> None:
    attempt = played(ada, deal)
    there = visitor.get(address(attempt))
    nowhere = visitor.get(f"/deals/{deal.pk}/replay/{uuid.uuid4()}/")
    assert there.content == nowhere.content


def test_an_attempt_is_watched_at_its_own_deal(
    visitor: Client, ada: Player, deal: Deal, settled: Deal
) -> None:
    attempt = played(ada, deal)
    assert visitor.get(f"/deals/{settled.pk}/replay/{attempt.pk}/").status_code == 404
    assert visitor.get(f"/deals/{settled.pk}/replay/").status_code == 404
    assert visitor.get("/deals/999999/replay/").status_code == 404


def test_what_does_not_stand_is_not_shown_to_others(
    account: Client, visitor: Client, ada: Player, deal: Deal
) -> None:
    attempt = played(ada, deal)
    settle(deal)
    Attempt.objects.filter(pk=attempt.pk).update(kind=Attempt.Kind.PRACTICE)
    assert visitor.get(address(attempt)).status_code == 404
    assert account.get(address(attempt)).status_code == 200
    Attempt.objects.filter(pk=attempt.pk).update(kind=Attempt.Kind.OFFICIAL, finished_at=None)
    assert account.get(address(attempt)).status_code == 404
    Attempt.objects.filter(pk=attempt.pk).update(finished_at=timezone.now())
    assert visitor.get(address(attempt)).status_code == 200
    ban(ada, "A machine.", None)
    assert visitor.get(address(attempt)).status_code == 404
    Player.objects.update(banned_at=None)
    void(attempt, "Two accounts.", None)
    assert visitor.get(address(attempt)).status_code == 404


def test_no_cache_on_the_way_keeps_it(account: Client, ada: Player, deal: Deal) -> None:
    attempt = played(ada, deal)
    settle(deal)
    assert "private" in account.get(address(attempt))["Cache-Control"]


# ---- the page ------------------------------------------------------------------------------------


def test_the_page_says_whose_play_it_is(account: Client, visitor: Client, ada: Player, deal: Deal) -> None:
    attempt = played(ada, deal)
    settle(deal)
    html = visitor.get(address(attempt)).content.decode()
    assert "<strong>ada</strong>" in html
    assert "assisted" in html
    assert "<strong>You</strong>" in account.get(address(attempt)).content.decode()
    assert data(html)["steps"] == replays.of_attempt(attempt)["steps"]
    assert deal.seed not in html


def test_the_best_of_a_deal_that_was_not_won_is_shown(visitor: Client, settled: Deal) -> None:
    record = str(Record(settled.game, settled.seed, ["deal"], settled.variant))
    Deal.objects.filter(pk=settled.pk).update(certificate=record, best_known=3)
    html = visitor.get(f"/deals/{settled.pk}/replay/").content.decode()
    assert "3 of 95 home, the best found; not known to be winnable" in html
    board = visitor.get(settled.get_absolute_url()).content.decode()
    assert f'href="/deals/{settled.pk}/replay/"' in board


def test_a_settled_board_leads_to_every_play_and_an_open_one_to_none(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    attempts = [finish(deal, ada), finish(deal, "bea")]
    assert "/replay/" not in account.get(deal.get_absolute_url()).content.decode()
    settle(deal)
    html = account.get(deal.get_absolute_url()).content.decode()
    assert all(address(attempt) in html for attempt in attempts)
    assert "Watch your play" in html


def test_a_replay_takes_a_bounded_number_of_queries(
    account: Client, ada: Player, deal: Deal, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    attempt = played(ada, deal)
    settle(deal)
    with django_assert_max_num_queries(6):
        account.get(address(attempt))
