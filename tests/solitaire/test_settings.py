"""The service as it starts in production, its health and its headers."""

from __future__ import annotations

import os
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.test import Client, RequestFactory

from solitaire import health
from solitaire.sockets.origins import is_allowed

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": string.ascii_letters + string.digits,
    "ALLOWED_HOSTS": "cadogan.example",
}


def manage(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``manage.py`` in a fresh process with nothing set but these variables."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "VAR_DIR": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_passes_djangos_own_check(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_does_not_start_without(missing: str, tmp_path: Path) -> None:
    done = manage(tmp_path, "check", **{key: value for key, value in PRODUCTION.items() if key != missing})
    assert done.returncode != 0
    assert f"{missing} must be set" in done.stderr


def test_nothing_need_be_set_to_begin(tmp_path: Path) -> None:
    assert manage(tmp_path, "migrate", "-v0").returncode == 0
    key = (tmp_path / "secret-key").read_text()
    assert len(key) > 60
    assert manage(tmp_path, "plan_deals", "--days", "1", "--no-certify").returncode == 0
    assert (tmp_path / "secret-key").read_text() == key


def test_the_models_have_their_migrations(tmp_path: Path) -> None:
    done = manage(tmp_path, "makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout


# ---- health --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_alive_and_ready() -> None:
    assert Client().get("/healthz").status_code == 200
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (200, {"database": "ok", "layer": "ok"})


def test_alive_without_a_database_and_under_any_name() -> None:
    assert Client().get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200


def test_not_ready_without_the_database_or_the_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def cursor(self) -> Any:
            raise DatabaseError

    monkeypatch.setattr(health, "connection", Gone())
    monkeypatch.setattr(health, "get_channel_layer", lambda: None)
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (503, {"database": "down", "layer": "down"})


@pytest.mark.django_db
def test_metrics_are_for_the_house() -> None:
    assert b"django_http" in Client().get("/metrics").content
    assert Client(REMOTE_ADDR="203.0.113.9").get("/metrics").status_code == 404
    assert Client(headers={"x-forwarded-for": "203.0.113.9"}).get("/metrics").status_code == 404


@pytest.mark.parametrize("address", ["", "unix:", "203.0.113.9"])
def test_metrics_of_an_unknown_address(address: str) -> None:
    assert not health.may_read_metrics(RequestFactory(REMOTE_ADDR=address).get("/metrics"))


# ---- headers -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_pages_forbid_everything_that_is_not_ours() -> None:
    policy = Client().get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(
    ("origin", "allowed", "answer"),
    [
        ("https://cadogan.example", ["https://cadogan.example"], True),
        ("https://CADOGAN.example", ["https://cadogan.example"], True),
        ("http://cadogan.example", ["https://cadogan.example"], False),
        ("https://cadogan.example:8443", ["https://cadogan.example"], False),
        ("https://cadogan.example.evil.example", ["https://cadogan.example"], False),
        ("http://localhost:9", ["http://localhost:*"], True),
        ("http://localhost", ["http://localhost:*"], False),
        ("http://localhost:9.evil.example", ["http://localhost:*"], False),
        ("null", ["https://cadogan.example"], False),
        ("*", ["https://cadogan.example"], False),
    ],
)
def test_origins(origin: str, allowed: list[str], answer: bool) -> None:
    assert is_allowed(origin, allowed) is answer


def test_no_origin_is_a_wildcard() -> None:
    assert settings.ORIGINS
    assert not [origin for origin in settings.ORIGINS if "*" in origin.removesuffix(":*")]
