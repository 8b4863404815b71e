"""How the play is kept fair."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from solitaire.pages.views.pages import page


@page
def fair_play(request: HttpRequest) -> HttpResponse:
    """The document on fair play as a page."""
    return render(request, "fair_play.html", {"document": _document()})


@cache
def _document() -> str:
    path = Path(settings.BASE_DIR) / "docs" / "fair-play.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""
