"""Whether the service is alive and ready, and its metrics.

``/healthz``, ``/readyz`` and ``/metrics`` are answered before anything else, so that a probe needs neither
the right host name nor https.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django_prometheus.exports import ExportToDjangoView

log = structlog.get_logger(__name__)

PATIENCE = 2.0
"""Seconds that the channel layer has to answer a probe."""


class HealthMiddleware:
    """Answers the probes; everything else, and who may not read the metrics, goes on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            return HttpResponse("ok\n", content_type="text/plain")
        if request.path == "/readyz":
            return ready()
        if request.path == "/metrics" and may_read_metrics(request):
            metrics: HttpResponse = ExportToDjangoView(request)
            return metrics
        return self.get_response(request)


def ready() -> JsonResponse:
    """Whether the database and the channel layer answer: 200 or 503, and what each of them says."""
    checks = {"database": database_answers(), "layer": layer_answers()}
    return JsonResponse(
        {name: "ok" if good else "down" for name, good in checks.items()},
        status=200 if all(checks.values()) else 503,
    )


def database_answers() -> bool:
    """Whether a query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("database does not answer", error=str(error))
        return False
    return True


def layer_answers() -> bool:
    """Whether the channel layer takes a message."""

    async def send() -> None:
        layer = get_channel_layer()
        assert layer is not None
        await asyncio.wait_for(layer.group_send("probe", {"type": "probe"}), PATIENCE)

    try:
        async_to_sync(send)()
    except Exception as error:  # whatever a layer's client raises, the answer is no
        log.warning("channel layer does not answer", error=str(error))
        return False
    return True


def may_read_metrics(request: HttpRequest) -> bool:
    """Whether a request comes from the networks of METRICS_NETWORKS.

    Behind a proxy everybody comes from a near address, so what a proxy has passed on does not.
    """
    if "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META:
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_NETWORKS)
