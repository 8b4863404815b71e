"""Sessions in the database, as Django has them; but what cannot be a session's key is not looked for."""

from __future__ import annotations

from django.contrib.sessions.backends import db


def is_key(text: str) -> bool:
    """Whether it may be the key of a session: none is made of anything but letters and digits, and PostgreSQL
    cannot even be asked for a text with a zero byte."""
    return text.isalnum()


class SessionStore(db.SessionStore):
    """A session whose cookie cannot be one of ours begins anew."""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if session_key and is_key(session_key) else None)
