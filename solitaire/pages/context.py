"""What every template may lean on."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from solitaire.players.services import player_for

_LINKS = (
    ("home", "Today", ("home", "play", "table")),
    ("games", "Games", ("games", "game")),
    ("leaderboards", "Leaderboards", ("leaderboards", "leaderboard")),
    ("fair_play", "Fair play", ("fair_play",)),
)


def site(request: HttpRequest) -> dict[str, Any]:
    """The player, and the links of the header with the one that is open."""
    match = request.resolver_match
    here = match.url_name if match and match.namespace == "pages" else ""
    return {
        "me": player_for(request),
        "here": here,
        "site_links": [
            {"url": reverse(f"pages:{name}"), "title": title, "here": here in pages}
            for name, title, pages in _LINKS
        ],
    }
