"""The usual way to write it in Channels: a JSON consumer, and a transaction for each move by the ORM.

The same rules, the same models, the same promises and the same answers as the service gives. It is let off
what would make it slower: nobody else is told of the move, nothing limits the rate, and no connection is
tried before it is used.
"""

from __future__ import annotations

import os
from typing import Any
from uuid import UUID

from django.core.asgi import get_asgi_application
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
web = get_asgi_application()
connections["default"].settings_dict["CONN_HEALTH_CHECKS"] = False

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.errors import EngineError  # noqa: E402
from solitaire.play import messages  # noqa: E402
from solitaire.play.models import Attempt, Event  # noqa: E402
from solitaire.play.table import Facts, Standing, from_snapshot, replay, to_snapshot  # noqa: E402


class Refused(Exception):
    """The code of an ``err``."""


class Table(AsyncJsonWebsocketConsumer):
    """A player's table."""

    async def connect(self) -> None:
        if self.scope["user"].is_anonymous:
            return await self.close(4401)
        self.attempt_id: UUID = self.scope["url_route"]["kwargs"]["attempt"]
        await self.accept("patience.v1")

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        try:
            if content["t"] == "join":
                answer = await self.join()
            else:
                answer = await self.move(UUID(content["id"]), content["base"], content["move"])
        except Refused as refused:
            answer = {"t": "err", "id": content.get("id"), "code": str(refused)}
        await self.send_json(answer)

    @database_sync_to_async
    def join(self) -> dict[str, Any]:
        attempt = Attempt.objects.select_related("deal").get(
            pk=self.attempt_id, player_id=self.scope["user"].pk
        )
        return messages.state(attempt, from_snapshot(attempt))

    @database_sync_to_async
    def move(self, id: UUID, base: int, text: str) -> dict[str, Any]:
        now = timezone.now()
        with transaction.atomic():
            attempts = Attempt.objects.select_related("deal", "player")
            if connection.features.has_select_for_no_key_update:
                attempts = attempts.select_for_update(of=("self",), no_key=True)
            attempt = attempts.get(pk=self.attempt_id)
            if attempt.player_id != self.scope["user"].pk or not attempt.player.may_play:
                raise Refused("forbidden")
            known = attempt.events.filter(client_id=id).first()
            if known is not None:
                before, after = self.steps(attempt, known.seq)
                return messages.ack(Facts.of(attempt), before, after, str(id), dup=True)
            if attempt.is_over:
                raise Refused("ended")
            if attempt.deadline and now >= attempt.deadline:
                raise Refused("closed")
            if base != attempt.seq:
                raise Refused("stale")
            before = from_snapshot(attempt)
            try:
                after = before.after("move", text)
            except EngineError as error:
                raise Refused("illegal") from error
            Event.objects.create(attempt=attempt, seq=after.seq, client_id=id, kind="move", text=text, at=now)
            self.keep(attempt, after)
        return messages.ack(Facts.of(attempt), before, after, str(id), dup=False)

    @staticmethod
    def steps(attempt: Attempt, seq: int) -> tuple[Standing, Standing]:
        events = attempt.events.filter(seq__lte=seq)
        *_, before, after = replay(attempt.deal.engine, attempt.deal.seed, events)
        return before, after

    @staticmethod
    def keep(attempt: Attempt, after: Standing) -> None:
        attempt.seq, attempt.moves, attempt.score = after.seq, after.moves, after.score
        attempt.status, attempt.snapshot = after.status, to_snapshot(after)
        changed = ["seq", "moves", "score", "status", "snapshot"]
        if after.is_over:
            attempt.won, attempt.finished_at = after.status == "won", timezone.now()
            changed += ["won", "finished_at"]
        attempt.save(update_fields=changed)


application = ProtocolTypeRouter(
    {
        "http": web,
        "websocket": AuthMiddlewareStack(URLRouter([path("ws/play/<uuid:attempt>/", Table.as_asgi())])),
    }
)
