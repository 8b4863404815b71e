"""What a player cannot see is not sent.

Two decks that agree on every card that a play reveals are played alike, with the same names and the same
clock: everything that leaves the service must be the same, byte for byte.
"""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from django.core import serializers
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games import catalogue
from games.cards import DOWN, FACE, TEXT
from games.game import Game
from games.position import Position
from games.solver import hints as solver
from solitaire.daily import live
from solitaire.daily.leaderboards import board
from solitaire.daily.models import Deal
from solitaire.play import dialogue, services
from solitaire.play.memory import memory
from solitaire.play.models import Attempt
from solitaire.play.thinking import think
from solitaire.play.writing import Intent, Refused
from solitaire.players.models import Player
from tests.solitaire.conftest import ACCOUNT_BACKEND, Hand, begun, hidden_piles, make_deal
from tests.solitaire.tiny import WIN

pytestmark = pytest.mark.django_db
GAMES = catalogue.every()
Slot = tuple[int, int]


@contextmanager
def undone() -> Iterator[None]:
    """What is done in it leaves no trace in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def random_play(
    game: Game, start: Position, chance: random.Random, length: int
) -> tuple[list[str], list[Position]]:
    """Moves, undos and hints of a random hand that does not take up the talon, and every table on the way."""
    line, tables, texts = [start], [start], list[str]()
    floor = 0
    while len(texts) < length:
        here = line[-1]
        moves = [move for move in game.moves(here) if move.verb != "redeal"]
        if len(line) - 1 > floor and chance.random() < 0.2:
            texts.append("undo")
            line.pop()
        elif moves and chance.random() < 0.15:
            texts.append("hint")
        elif moves and game.status(here) == "playing":
            move = chance.choice(moves)
            texts.append(move.text)
            line.append(game.after(here, move))
            if game.reveals(here, line[-1]):
                floor = len(line) - 1
        else:
            break
        tables.append(line[-1])
    return texts, tables


def never_seen(game: Game, tables: list[Position]) -> list[Slot]:
    """The places of the dealt table whose cards lie there, hidden, to the end of the play."""
    hidden = {
        (pile, at)
        for pile in range(len(game.names))
        for at, seen in enumerate(game.seen(tables[0], pile))
        if not seen
    }
    for table in tables[1:]:
        hidden = {
            (pile, at)
            for pile, at in hidden
            if at < len(table.piles[pile])
            and table.piles[pile][at] == tables[0].piles[pile][at]
            and not game.seen(table, pile)[at]
        }
    return sorted(hidden)


def other_deck(start: Position, slots: list[Slot], chance: random.Random) -> Position:
    """The same table with the cards of ``slots`` in another order."""
    piles = [bytearray(pile) for pile in start.piles]
    cards = [start.piles[pile][at] & FACE for pile, at in slots]
    chance.shuffle(cards)
    for (pile, at), card in zip(slots, cards, strict=True):
        piles[pile][at] = card | DOWN
    return Position(tuple(bytes(pile) for pile in piles), start.state)


@contextmanager
def dealt(position: Position) -> Iterator[None]:
    """Whatever the seed, this is what is dealt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "deal", lambda self, seed: position)
        memory.clear()
        yield
        memory.clear()


def traffic(deal: Deal, player: Player, start: Position, texts: list[str], resign: bool) -> list[bytes]:
    """Everything that is sent while a table is played so, and leaves no trace."""
    told: list[bytes] = []

    def tell(work: Callable[[], Any]) -> None:
        try:
            told.append(msgspec.json.encode(work()))
        except Refused as refused:
            told.append(msgspec.json.encode([refused.code, refused.why, refused.seq]))

    id = uuid.UUID(int=7)
    with dealt(start), undone():
        Attempt.objects.create(pk=id, player=player, deal=deal)
        tell(lambda: dialogue.join(id))
        for number, text in enumerate(texts):
            kind, move = (text, "") if text in ("undo", "hint") else ("move", text)
            if kind == "hint":
                move = hinted(id, player, number)
            wish = Intent(uuid.UUID(int=number), kind, number, move)
            # The move; a second time as by a client that lost the answer, and one that the rules refuse.
            tell(lambda wish=wish: dialogue.do(id, player.pk, wish, number))  # noqa: B023
            tell(lambda wish=wish: dialogue.do(id, player.pk, wish, number))  # noqa: B023
            for wrong in ("stock>talon", "redeal", "deal+deal"):
                intent = Intent(uuid.uuid4(), "move", number + 1, wrong)
                if not _would_play(deal.engine, id, wrong):
                    tell(lambda intent=intent: dialogue.do(id, player.pk, intent, number + 1))  # noqa: B023
        tell(lambda: dialogue.catch_up(id, 0))
        tell(lambda: dialogue.join(id))
        if resign:
            tell(
                lambda: dialogue.do(
                    id, player.pk, Intent(uuid.UUID(int=999), "resign", len(texts)), len(texts)
                )
            )
        attempt = Attempt.objects.select_related("deal", "player").get(pk=id)
        tell(lambda: board(deal, player).as_message())
        field = live.field(deal.pk)
        assert field is not None
        place = live.places(field, [player.pk]).get(player.pk)
        tell(lambda: field.board(place).as_message())
        tell(lambda: pages(player, attempt))
    return told


def hinted(id: uuid.UUID, player: Player, base: int) -> str:
    """What the service suggests, worked out here and now and not for long."""
    question = dialogue.before_hint(id, player.pk, Intent(uuid.uuid4(), "hint", base))
    if isinstance(question, str):
        return question
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "WORLDS", 2)
        patch.setattr(solver, "TABLES", 60)
        text = think(question, seconds=60)
    assert text is not None
    return text


def pages(player: Player, attempt: Attempt) -> list[str]:
    """What the web says of an attempt to its player, without the tokens of its forms."""
    client = Client(raise_request_exception=True)
    client.force_login(player, ACCOUNT_BACKEND)
    deal = attempt.deal
    paths = [f"/table/{attempt.pk}/", deal.get_absolute_url(), "/me/"]
    found = [client.get(path).content.decode() for path in paths]
    return [re.sub(r'(name="csrfmiddlewaretoken" value)="\w+"', r"\1", page) for page in found]


def _would_play(game: Game, id: uuid.UUID, text: str) -> bool:
    [state] = dialogue.join(id).messages
    return text in state["legal"]


# A failure is a leak and needs no smaller example; making one smaller takes minutes.
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_two_decks_that_agree_on_what_was_shown_give_the_same_traffic(
    data: st.DataObject, time_machine: Any
) -> None:
    game = data.draw(st.sampled_from(GAMES))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    start = game.deal(str(chance.random()))
    texts, tables = random_play(game, start, chance, data.draw(st.integers(0, 16)))
    twin = other_deck(start, never_seen(game, tables), chance)
    resign = data.draw(st.booleans())
    with undone():
        deal = make_deal(game.slug, game.variant, seed="the same for both")
        player = Player.objects.create_user("twin")
        time_machine.move_to(deal.opens_at, tick=False)
        ours = traffic(deal, player, start, texts, resign)
        theirs = traffic(deal, player, twin, texts, resign)
        assert ours == theirs


def test_the_twins_are_not_the_same_deck() -> None:
    """The proof above proves something: most games have cards that nobody sees in a short play."""
    different = 0
    for game in GAMES:
        chance = random.Random(1)
        start = game.deal("twins")
        _, tables = random_play(game, start, chance, 10)
        different += other_deck(start, never_seen(game, tables), chance) != start
    assert different > len(GAMES) / 2


def test_a_leak_would_be_found(player: Player, monkeypatch: pytest.MonkeyPatch, time_machine: Any) -> None:
    """A view that told one hidden card would make the twins' traffic differ."""
    deal = make_deal("the-olga")
    time_machine.move_to(deal.opens_at, tick=False)
    game = deal.engine
    chance = random.Random(2)
    start = game.deal("leak")
    twin = other_deck(start, never_seen(game, [start]), chance)
    assert traffic(deal, player, start, [], False) == traffic(deal, player, twin, [], False)
    view = Game.view
    monkeypatch.setattr(
        Game,
        "view",
        lambda self, position: {
            **view(self, position),
            "next": TEXT[position.piles[game.index["stock"]][-1]],
        },
    )
    assert traffic(deal, player, start, [], False) != traffic(deal, player, twin, [], False)


# ---- what must appear nowhere --------------------------------------------------------------------


def test_no_message_has_the_seed_or_a_card_face_down(hand: Hand) -> None:
    attempt = hand.attempt
    told = [*dialogue.join(attempt.pk).messages]
    for base, move in enumerate(WIN):
        told += dialogue.do(
            attempt.pk, attempt.player_id, Intent(uuid.uuid4(), "move", base, move), base
        ).messages
    text = msgspec.json.encode(told).decode()
    assert attempt.deal.seed not in text
    assert '"seed"' not in text
    assert not re.search(r'"[a23456789tjqk][shdc]"', text)
    # The cards are told in the order in which they are shown, and the stock is never told at all.
    assert all(set(message["view"]["piles"]["stock"]) <= {"??"} for message in told if "view" in message)


@pytest.mark.parametrize("slug", [slug for slug, game in catalogue.classes().items() if "seed" in game.state])
def test_a_seed_that_the_rules_keep_is_not_told(slug: str, player: Player) -> None:
    deal = make_deal(slug, seed="0123456789abcdef")
    attempt = begun(player, deal)
    reply = dialogue.join(attempt.pk)
    assert deal.seed not in msgspec.json.encode(reply.messages).decode()


def test_the_pages_tell_nothing_of_an_open_deal(
    player: Player, logged_in: Callable[[Player], Client]
) -> None:
    attempt = begun(player, make_deal("the-olga", seed="0123456789abcdef"))
    Hand(attempt)("move", "deal")
    attempt.refresh_from_db()
    client = logged_in(attempt.player)
    secrets = [attempt.deal.seed, *(pile for pile in hidden_piles(attempt) if len(pile) > 4)]
    for path in ("/", f"/table/{attempt.pk}/", attempt.deal.get_absolute_url(), "/games/the-olga/", "/me/"):
        page = client.get(path).content.decode()
        assert not [secret for secret in secrets if secret in page], path
    assert client.get(f"/records/{attempt.pk}.patience").status_code == 403


def test_a_row_written_out_by_hand_is_the_only_place_of_a_seed(deal: Deal) -> None:
    """The names of a deal, as logs and lists print them, do not have it."""
    assert deal.seed in serializers.serialize("json", [deal])
    assert deal.seed not in f"{deal} {deal!r} {deal.title} {deal.commitment} {services.__doc__}"
