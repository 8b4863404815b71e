"""An attempt as a function of its log: the table with what may be taken back, and what has been counted.

``Standing`` after an event is all that the rest of the service needs to know of an attempt. It is immutable,
and the log of an attempt never changes, so a standing once worked out may be kept for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from django.utils.functional import cached_property

from games.game import Game, Looks
from games.moves import Move
from games.position import Position
from solitaire.daily.models import Deal
from solitaire.play.models import Attempt, Event


class UndoFloor(ValueError):
    """Nothing can be taken back; the message says why."""


class Table(msgspec.Struct, frozen=True, dict=True):
    """The positions since the last move that showed a card, which is as far as undo goes.

    floor      the number of moves that stay made
    positions  the table after them, and after each move since; the last is the one that lies there
    moves      the moves since
    """

    game: Game
    floor: int
    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()

    @classmethod
    def dealt(cls, game: Game, seed: str) -> Table:
        """The table as the seed deals it."""
        return cls(game, 0, (game.deal(seed),))

    @property
    def position(self) -> Position:
        """What lies on the table."""
        return self.positions[-1]

    @property
    def depth(self) -> int:
        """The number of moves that lead to it."""
        return self.floor + len(self.moves)

    @cached_property
    def legal(self) -> dict[str, Move]:
        """The legal moves by their texts. Asked of the engine once: to say what may be done now, and to judge
        what is done next."""
        return {move.text: move for move in self.game.moves(self.position)}

    @cached_property
    def status(self) -> str:
        """The engine's word: ``playing``, ``won`` or ``stuck``."""
        return self.game.status(self.position, list(self.legal.values()))

    @cached_property
    def looks(self) -> Looks | None:
        """How the move that led here changed what the player sees; None where that is not known any more."""
        return None

    def play(self, text: str) -> Table:
        """The table after the move written as ``text``.

        Raises InvalidMove and IllegalMove with the engine's reason.
        """
        game, before = self.game, self.position
        move = self.legal.get(text)
        if move is not None:
            after = game.after(before, move)
        else:
            move = game.read_move(text)
            after = game.play(before, move)
        looks = game.differing(before, after)
        if game.reveals(before, after, looks):
            table = Table(game, self.depth + 1, (after,))
        else:
            table = Table(game, self.floor, (*self.positions, after), (*self.moves, move))
        table.__dict__["looks"] = looks
        return table

    def undo(self) -> Table:
        """The table before the last move.

        Raises UndoFloor where that move showed a card, or there was none.
        """
        if self.moves:
            return Table(self.game, self.floor, self.positions[:-1], self.moves[:-1])
        raise UndoFloor(
            "That move showed you a card, and cannot be taken back."
            if self.floor
            else "There is nothing to take back."
        )


class Standing(msgspec.Struct, frozen=True, dict=True):
    """What an attempt has come to after its event ``seq`` (0: nothing done yet).

    ``moves`` counts every move and every undo, as the leaderboard does; ``last`` is the kind and the text
    of the last event.
    """

    table: Table
    seq: int = 0
    moves: int = 0
    undos: int = 0
    assisted: bool = False
    resigned: bool = False
    last: tuple[str, str] | None = None

    def after(self, kind: str, text: str = "") -> Standing:
        """The standing after one more event.

        Raises InvalidMove, IllegalMove or UndoFloor, with a reason for the player, for what cannot be done.
        """
        table, moves, undos = self.table, self.moves, self.undos
        if kind == Event.Kind.MOVE:
            table, moves = table.play(text), moves + 1
        elif kind == Event.Kind.UNDO:
            table, moves, undos = table.undo(), moves + 1, undos + 1
        return Standing(
            table,
            self.seq + 1,
            moves,
            undos,
            self.assisted or kind == Event.Kind.HINT,
            self.resigned or kind == Event.Kind.RESIGN,
            (kind, text),
        )

    @cached_property
    def status(self) -> str:
        """As in docs/protocol.md; an attempt that ended by the clock is told by its row alone."""
        return "ended" if self.resigned else self.table.status

    @cached_property
    def score(self) -> int:
        """Cards home."""
        return self.table.game.score(self.table.position)

    @property
    def is_over(self) -> bool:
        """Whether the log itself has come to an end."""
        return self.status in ("won", "ended")


@dataclass(frozen=True, slots=True)
class Facts:
    """What there is to know of an attempt beside its standing: from its row, its deal's and its player's.
    While it goes on none of it changes but by the hand of staff.

    status  once it is over the row's, which tells an end by the clock
    last    once it is over the number of its last event
    """

    player: int
    may_play: bool
    started_at: datetime | None
    deadline: datetime | None
    called_off: bool
    finished_at: datetime | None
    status: str
    last: int

    @classmethod
    def of(cls, attempt: Attempt) -> Facts:
        """Those of a row."""
        return cls(
            player=attempt.player_id,
            may_play=attempt.player.may_play,
            started_at=attempt.started_at,
            deadline=attempt.deadline,
            called_off=attempt.is_official and attempt.deal.status == Deal.Status.VOID,
            finished_at=attempt.finished_at,
            status=attempt.status,
            last=attempt.seq,
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be done in it."""
        return self.finished_at is not None


def replay(game: Game, seed: str, events: Iterable[Event]) -> Iterator[Standing]:
    """The standing before the first event, and after each of them.

    Raises what ``Standing.after`` raises where the log cannot have happened.
    """
    standing = Standing(Table.dealt(game, seed))
    yield standing
    for event in events:
        standing = standing.after(event.kind, event.text)
        yield standing


# ---- the snapshot --------------------------------------------------------------------------------


BETWEEN: Final = b"\xff"
"""No card. All piles are one text and so are the moves: every move writes them, and lists cost more."""


def to_snapshot(standing: Standing) -> dict[str, Any]:
    """The standing's table as JSON. It holds hidden cards: it stays in the database."""
    table = standing.table
    floor = table.positions[0]
    return {
        "floor": table.floor,
        "piles": BETWEEN.join(floor.piles).hex(),
        "state": list(floor.state),
        "moves": " ".join([move.text for move in table.moves]),
        "last": list(standing.last) if standing.last else None,
    }


def snapshot_text(standing: Standing) -> msgspec.Raw:
    """The same as text."""
    return msgspec.Raw(msgspec.json.encode(to_snapshot(standing)))


def from_snapshot(attempt: Attempt) -> Standing:
    """The standing of an attempt as its row has it."""
    game, kept = attempt.deal.engine, attempt.snapshot
    if not kept:
        return Standing(Table.dealt(game, attempt.deal.seed))
    position = Position(tuple(bytes.fromhex(kept["piles"]).split(BETWEEN)), tuple(kept["state"]))
    positions, moves = [position], [game.read_move(text) for text in kept["moves"].split()]
    for move in moves:
        positions.append(game.after(positions[-1], move))
    return Standing(
        Table(game, kept["floor"], tuple(positions), tuple(moves)),
        attempt.seq,
        attempt.moves,
        attempt.undos,
        attempt.assisted,
        resigned=kept["last"] is not None and kept["last"][0] == Event.Kind.RESIGN,
        last=tuple(kept["last"]) if kept["last"] else None,
    )
