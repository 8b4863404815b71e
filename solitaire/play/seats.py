"""Triggers that keep ``Attempt.seat`` as the row of the attempt's player has it.

Whoever writes, and by whatever way: an attempt is begun, a guest signs up or his attempts go to an account,
staff shut a player out and let him in again. On PostgreSQL the player's row is held meanwhile, so that a ban
at the same moment is either seen or sees the attempt.
"""

from __future__ import annotations

from typing import Any

SEAT = """CASE WHEN player.banned_at IS NOT NULL THEN 'out'
     WHEN player.is_guest OR player.is_bot THEN 'aside' ELSE 'board' END"""

POSTGRESQL = (
    f"""CREATE FUNCTION play_attempt_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT {SEAT} INTO NEW.seat FROM players_player player WHERE player.id = NEW.player_id FOR SHARE;
    RETURN NEW;
END
$$""",
    """CREATE TRIGGER play_attempt_seat BEFORE INSERT OR UPDATE OF player_id, seat ON play_attempt
FOR EACH ROW EXECUTE FUNCTION play_attempt_seat()""",
    """CREATE FUNCTION players_player_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE play_attempt SET seat = seat WHERE player_id = NEW.id;
    RETURN NULL;
END
$$""",
    """CREATE TRIGGER players_player_seats AFTER UPDATE OF is_guest, is_bot, banned_at ON players_player
FOR EACH ROW WHEN (
    (OLD.is_guest, OLD.is_bot, OLD.banned_at) IS DISTINCT FROM (NEW.is_guest, NEW.is_bot, NEW.banned_at)
)
EXECUTE FUNCTION players_player_seats()""",
    "UPDATE play_attempt SET seat = seat",
)
POSTGRESQL_BACK = (
    "DROP TRIGGER players_player_seats ON players_player",
    "DROP FUNCTION players_player_seats()",
    "DROP TRIGGER play_attempt_seat ON play_attempt",
    "DROP FUNCTION play_attempt_seat()",
)

SEATED = f"""UPDATE play_attempt SET seat = (
    SELECT {SEAT} FROM players_player player WHERE player.id = play_attempt.player_id
)"""
SQLITE = (
    f"""CREATE TRIGGER play_attempt_seat_insert AFTER INSERT ON play_attempt
BEGIN {SEATED} WHERE id = NEW.id; END""",
    f"""CREATE TRIGGER play_attempt_seat_update AFTER UPDATE OF player_id, seat ON play_attempt
BEGIN {SEATED} WHERE id = NEW.id; END""",
    f"""CREATE TRIGGER players_player_seats AFTER UPDATE OF is_guest, is_bot, banned_at ON players_player
WHEN OLD.is_guest IS NOT NEW.is_guest OR OLD.is_bot IS NOT NEW.is_bot OR OLD.banned_at IS NOT NEW.banned_at
BEGIN {SEATED} WHERE player_id = NEW.id; END""",
    SEATED,
)
SQLITE_BACK = tuple(
    f"DROP TRIGGER {name}"
    for name in ("players_player_seats", "play_attempt_seat_update", "play_attempt_seat_insert")
)


def make(apps: Any, schema_editor: Any) -> None:
    """Set the triggers, and every seat that there is."""
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement, params=None)


def drop(apps: Any, schema_editor: Any) -> None:
    """Take the triggers away."""
    for statement in POSTGRESQL_BACK if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK:
        schema_editor.execute(statement, params=None)
