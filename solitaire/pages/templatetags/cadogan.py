"""The few things that templates say in words."""

import datetime

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString

from games.game import Game
from games.rulebook import variant_title
from solitaire.pages.markdown import to_html

register = template.Library()
register.filter("variant_title", variant_title)


@register.filter
def duration(milliseconds: int | None) -> str:
    """Time played: ``4:07``, ``1:02:11``."""
    if milliseconds is None:
        return "–"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def left(moment: datetime.datetime) -> str:
    """How long it is until ``moment``: ``11 h 5 min``; empty when it is past."""
    minutes = int((moment - timezone.now()).total_seconds()) // 60
    if minutes < 0:
        return ""
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24} d {hours % 24} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


@register.filter
def markdown(text: str) -> SafeString:
    """Our own Markdown as HTML."""
    return to_html(text)


@register.filter
def plainly(game: Game) -> str:
    """Cards and packs of a game in a few words: "2 packs, 95 cards to bring home"."""
    packs = "1 pack" if game.packs == 1 else f"{game.packs} packs"
    return f"{packs}, {game.total} cards to bring home"
