"""What every page that is read has in common."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponseBase]


def page(view: View) -> Any:
    """A view that only reads. It has the reader's name in its header, so no cache on the way may keep it."""
    return require_safe(cache_control(private=True, max_age=0)(view))
