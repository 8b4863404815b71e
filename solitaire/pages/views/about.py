"""What there is to know of the site."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from solitaire.pages.views.pages import page

_DOCUMENT_LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)[^)\s]+\.md(?:#[^)\s]*)?\)")


@page
def fair_play(request: HttpRequest) -> HttpResponse:
    """The document on fair play as a page."""
    return render(request, "fair_play.html", {"document": _document()})


@cache
def _document() -> str:
    path = Path(settings.BASE_DIR) / "docs" / "fair-play.md"
    return without_document_links(path.read_text(encoding="utf-8")) if path.exists() else ""


def without_document_links(text: str) -> str:
    """The text with its links to other documents as plain words: those are not on the site."""
    return _DOCUMENT_LINK.sub(r"\1", text)


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Where a browser looks for it on pages that do not say where it is: those of the admin."""
    return redirect(static("img/favicon.svg"))
