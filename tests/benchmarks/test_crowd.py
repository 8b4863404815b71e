"""What a result is ranked by is said in Python, and twice in SQL: they must agree."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from benchmarks.crowd import crowd
from solitaire.play.models import Attempt, worth_of
from tests.solitaire.conftest import make_deal

pytestmark = pytest.mark.django_db

SIZE = 400


def agree() -> bool:
    """Whether every attempt is ranked by what the service would rank it by."""
    results = Attempt.objects.values_list("worth", "won", "assisted", "score", "moves")
    return len(results) == SIZE and all(worth == worth_of(*result) for worth, *result in results)


def test_a_crowd_is_ranked_as_players_are() -> None:
    crowd(make_deal("the-sultan"), SIZE)
    assert {True, False} == set(Attempt.objects.values_list("won", flat=True))
    assert agree()


def test_the_migration_has_ranked_old_results_as_new_ones_are() -> None:
    crowd(make_deal("the-sultan"), SIZE)
    Attempt.objects.update(worth=None)
    with connection.cursor() as cursor:
        cursor.execute(import_module("solitaire.play.migrations.0006_ranked_by_worth").RANK)
    assert agree()
