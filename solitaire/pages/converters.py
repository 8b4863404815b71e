"""What stands for something in a URL."""

import datetime

from django.urls.converters import StringConverter


class DateConverter:
    """ISO dates: ``2026-11-30``."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> datetime.date:
        """Raises ValueError, which the router takes for no match."""
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date | str) -> str:
        return str(value)


class NameConverter(StringConverter):
    """The name of a player, or what somebody takes for one: PostgreSQL cannot be asked for a zero byte."""

    regex = r"[^/\x00]+"
