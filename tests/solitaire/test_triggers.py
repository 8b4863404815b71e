"""The tables that only grow."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from solitaire.play.models import Event
from solitaire.players.models import Player
from solitaire.staff import audit
from solitaire.staff.models import AuditEntry
from tests.solitaire.conftest import Hand

pytestmark = pytest.mark.django_db


def test_an_event_cannot_be_changed(hand: Hand) -> None:
    hand("move", "deal")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.update(text="redeal")
    assert Event.objects.get().text == "deal"


def test_an_event_cannot_be_deleted(hand: Hand) -> None:
    hand("move", "deal")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.all().delete()
    assert Event.objects.exists()


def test_what_staff_did_cannot_be_changed_or_deleted(player: Player) -> None:
    audit.note(player, "look", player)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.update(action="nothing")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.all().delete()
    assert AuditEntry.objects.get().action == "look"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", [1, 2])
def test_tests_can_still_empty_them(hand: Hand, time: int) -> None:
    """The second time finds nothing of the first, and the guard still stands."""
    assert not Event.objects.exists()
    hand("move", "deal")
    with pytest.raises(DatabaseError, match="append-only"):
        Event.objects.update(text="redeal")
