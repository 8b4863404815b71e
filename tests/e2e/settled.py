"""Settled deals to be watched: ``python -m tests.e2e.settled`` makes them in the database of its environment.

Three days ago each of these games was dealt, Ada played it with undos and hints, and it was settled. It
prints one JSON object: for each game the paths of Ada's replay and of the solver's, with the last view.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import sys
import uuid
from typing import Any

import django

GAMES = ("the-sultan", "the-labyrinth", "the-blockade", "la-nivernaise")
MOVES = 60
TABLES = 20_000
"""How many tables the solver may look at: enough for most games, and not for La Nivernaise."""


def main() -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    django.setup()
    from solitaire.players.models import Player

    ada = Player.objects.create_user("ada", password="a long enough phrase 7")
    return {slug: settled(slug, ada) for slug in GAMES}


def settled(slug: str, player: Any) -> dict[str, Any]:
    """A settled deal of a game with the solver's record, and a play of the player."""
    from django.utils import timezone

    from games import catalogue
    from games.solver import Limits, solve
    from solitaire.daily import certifying, services
    from solitaire.daily.models import Deal
    from solitaire.daily.solving import Found
    from solitaire.play.log import standing_of
    from solitaire.play.models import Attempt

    now = timezone.now()
    game, day, seed = catalogue.game(slug), services.today() - dt.timedelta(days=3), f"replay-{slug}"
    deal = services.new_deal(game, day, seed)
    deal.closes_at = now + dt.timedelta(hours=1)
    deal.save()
    line = solve(game, game.deal(seed), Limits(seconds=60, tables=TABLES)).line
    certifying.store(certifying.Task(slug, "book", day, seed), Found(seed, [move.text for move in line], 1))
    attempt = played(player, deal)
    Deal.objects.filter(pk=deal.pk).update(closes_at=now - dt.timedelta(days=2))
    assert services.settle(deal, now)
    attempt = Attempt.objects.select_related("deal", "player").get(pk=attempt.pk)
    position = game.deal(seed)
    for move in line:
        position = game.play(position, move)
    return {
        "board": deal.get_absolute_url(),
        "solver": {"path": f"/deals/{deal.pk}/replay/", "steps": len(line), "view": game.view(position)},
        "ada": {
            "path": f"/deals/{deal.pk}/replay/{attempt.pk}/",
            "steps": attempt.seq,
            "view": game.view(standing_of(attempt).table.position),
        },
    }


def played(player: Any, deal: Any) -> Any:
    """An attempt of some moves by chance, with undos and hints, and ended by hand."""
    from solitaire.play.models import Attempt
    from solitaire.play.services import begin, show
    from solitaire.play.writing import Intent, Refused, write

    attempt, _ = show(begin(player, deal))
    chance = random.Random(deal.seed)
    seq = 0

    def do(kind: str, text: str = "") -> Any:
        nonlocal seq
        written = write(attempt.pk, player.pk, Intent(uuid.uuid4(), kind, seq, text))
        seq = written.after.seq
        return written.after

    table = do("hint", deal.engine.moves(deal.engine.deal(deal.seed))[0].text).table
    for number in range(MOVES):
        moves = deal.engine.moves(table.position)
        if not moves:
            break
        home = [move for move in moves if ">foundation" in move.text]
        table = do("move", chance.choice(home or moves).text).table
        if number % 5 == 4 and deal.engine.moves(table.position):
            table = do("hint", chance.choice(deal.engine.moves(table.position)).text).table
        if number % 3 == 2:
            try:
                table = do("undo").table
            except Refused:
                continue
    if not Attempt.objects.get(pk=attempt.pk).is_over:
        do("resign")
    return attempt


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
