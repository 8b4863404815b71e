"""Positions, deals and records as text. The formats are described in docs/notation.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games import catalogue
from games.cards import CARD, DOWN, FACE, TEXT
from games.errors import IllegalMove, InvalidPosition, InvalidRecord
from games.game import BOOK, Game
from games.piles import Role
from games.position import Position

UNDO = "undo"
"""In a record, takes back the last move still standing."""


def to_document(game: Game, position: Position) -> dict[str, Any]:
    """The position whole, as a JSON document. Never for a player: see Game.view."""
    piles = {
        name: [TEXT[card] for card in cards] for name, cards in zip(game.names, position.piles, strict=True)
    }
    state = dict(zip(game.state, position.state, strict=True))
    return {"game": game.slug, "variant": game.variant, "piles": piles, "state": state}


def from_document(document: object) -> tuple[Game, Position]:
    """The game and the position of a JSON document.

    It may hold fewer cards than the packs. Piles not named are empty but for the withdrawn cards that lie
    in them; state not given takes its starting value.

    Raises UnknownGame, InvalidPosition.
    """
    if not isinstance(document, Mapping):
        raise InvalidPosition("A position is a JSON object.")
    game = catalogue.game(str(document.get("game")), str(document.get("variant", BOOK)))
    piles = list(game.bare)
    for name, cards in _mapping(document, "piles").items():
        if name not in game.index:
            raise InvalidPosition(f"{game.title} has no pile {name!r}.")
        piles[game.index[name]] = _pile(game, str(name), cards)
    held = Counter(card & FACE for pile in piles for card in pile)
    for card, count in held.items():
        if count > game.pack.all[card]:
            raise InvalidPosition(f"{count} cards {TEXT[card]}, but the packs have {game.pack.all[card]}.")
    position = Position(tuple(piles), _state(game, _mapping(document, "state")))
    impossible = game.impossible(position)
    if impossible:
        raise InvalidPosition(impossible)
    return game, position


def _mapping(document: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    value = document.get(key, {})
    if not isinstance(value, Mapping):
        raise InvalidPosition(f"{key!r} is a JSON object.")
    return value


def _pile(game: Game, name: str, cards: object) -> bytes:
    if not isinstance(cards, list) or not all(isinstance(text, str) and text in CARD for text in cards):
        raise InvalidPosition(f'{name} is a list of cards such as "TH", bottom to top.')
    place = game.index[name]
    group = game.group_of(place)
    role = group.role
    pile = bytes(CARD[text] for text in cards)
    if role is Role.STOCK:
        return bytes(card | DOWN for card in pile)
    if not pile.startswith(game.bare[place]):
        raise InvalidPosition(f"{name} begins with {TEXT[game.bare[place][0]]}.")
    if pile and group.bases:
        base = group.base_cards[group.names.index(name)]
        if pile[0] != base:
            raise InvalidPosition(f"{name} begins with {TEXT[base]}.")
    if role is not Role.TABLEAU and any(card >= DOWN for card in pile):
        raise InvalidPosition(f"No card of {name} lies face down.")
    return pile


def _state(game: Game, given: Mapping[Any, Any]) -> tuple[object, ...]:
    for name, value in given.items():
        if name not in game.state:
            raise InvalidPosition(f"{game.title} has no state {name!r}.")
        starts = game.state[name]
        if starts is not None and type(value) is not type(starts):
            raise InvalidPosition(f"State {name!r} is like {starts!r}, not {value!r}.")
        if type(value) is int and value < 0:
            raise InvalidPosition(f"State {name!r} is not negative.")
    if "base" in given and not (given["base"] is None or given["base"] in set(game.ranks)):
        raise InvalidPosition("State 'base' is a rank letter or null.")
    return tuple(given.get(name, value) for name, value in game.state.items())


@dataclass
class Record:
    """A play that anyone can replay: what was dealt, what was moved, and what came of it.

    ``moves`` are move texts, and ``undo`` for a move taken back.
    """

    game: str
    seed: str
    moves: list[str]
    variant: str = BOOK
    headers: dict[str, str] = field(default_factory=dict)
    """Player, Date, Result, and whatever else a writer adds."""

    def __str__(self) -> str:
        first = {"Game": self.game, "Variant": self.variant, "Seed": self.seed}
        lines = [f"{key}: {value}" for key, value in {**first, **self.headers}.items()]
        rows = [" ".join(self.moves[at : at + 8]) for at in range(0, len(self.moves), 8)]
        return "\n".join([*lines, "", *rows, ""])


@dataclass(frozen=True)
class Outcome:
    """What a record comes to. ``moves`` counts an undo as one."""

    position: Position
    status: str
    score: int
    total: int
    moves: int
    undos: int

    def __str__(self) -> str:
        result = "won" if self.status == "won" else "not won"
        return f"{result}, {self.score} of {self.total} cards home, {self.moves} moves"


def read_record(text: str) -> Record:
    """The record written as ``text``: lines ``Key: value``, a blank line, moves.

    Raises InvalidRecord.
    """
    head, _, body = text.replace("\r\n", "\n").strip("\n").partition("\n\n")
    headers: dict[str, str] = {}
    for line in head.split("\n"):
        match = re.fullmatch(r"([A-Z][A-Za-z-]*): ?(.*)", line)
        if not match:
            raise InvalidRecord(
                f"Not a header: {line[:80]!r}. A record is lines 'Key: value', a blank line, moves."
            )
        headers[match[1]] = match[2]
    for key in ("Game", "Seed"):
        if key not in headers:
            raise InvalidRecord(f"The record has no {key}.")
    game, seed, variant = headers.pop("Game"), headers.pop("Seed"), headers.pop("Variant", BOOK)
    return Record(game, seed, body.split(), variant, headers)


def replay(record: Record) -> Outcome:
    """Play a record from its deal and say what comes of it.

    Raises UnknownGame, InvalidMove, IllegalMove with the number of the move.
    """
    game = catalogue.game(record.game, record.variant)
    line = [game.deal(record.seed)]
    undos = 0
    for number, text in enumerate(record.moves, 1):
        try:
            if text == UNDO:
                if len(line) == 1:
                    raise IllegalMove("There is nothing to take back.")
                line.pop()
                undos += 1
            else:
                line.append(game.play(line[-1], game.read_move(text)))
        except ValueError as error:
            raise type(error)(f"move {number}: {error}") from None
    end = line[-1]
    return Outcome(end, game.status(end), game.score(end), game.total, len(record.moves), undos)


def verify(record: Record) -> Outcome:
    """Replay a record and hold its Result, if it has one, against what it comes to.

    Raises InvalidRecord when they differ, and what ``replay`` raises.
    """
    outcome = replay(record)
    claimed = record.headers.get("Result")
    # It may say less ("won"), but not half of a number.
    if claimed is not None and not f"{outcome}, ".startswith(f"{claimed.strip()}, "):
        raise InvalidRecord(f"The record says {claimed!r}, but it comes to {str(outcome)!r}.")
    return outcome
