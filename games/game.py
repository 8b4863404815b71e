"""A patience as a stateless set of rules: deal, moves, play, view, score, status.

A game of the book is a subclass that declares its pack, its piles and what they take (``piles.Group``),
and overrides a hook only where the book is odd. What it declares is compiled once, when the game is made,
into tables that the loops below look up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Any, ClassVar, Final

from games.cards import ALONE, DOWN, FACE, HIDDEN, TEXT, Pack, name, shuffle
from games.errors import IllegalMove, InvalidMove, UnknownGame
from games.moves import Move
from games.piles import Group, Role
from games.position import Position, State

DEAL: Final = Move("deal", "deal")
REDEAL: Final = Move("redeal", "redeal")
UNDER_COVER: Final = bytes(card if card < DOWN else 0 for card in range(256))
"""By card, what the player knows of it."""
Looks = dict[int, tuple[bytes, bytes]]
"""By pile, how it looked to the player before and how it looks after."""
REMEMBERED: Final = 1000
"""For how many states of the foundations it is remembered what they want."""
BOOK: Final = "book"
"""The variant that is the book's own form."""


class Game:
    """The rules of one patience in one variant. Subclasses declare; instances are stateless."""

    slug: ClassVar[str]
    title: ClassVar[str]
    number: ClassVar[int]
    """Its number in the book (McKay, 1914)."""
    summary: ClassVar[str]
    """One sentence that makes a player want to try it."""
    rules: ClassVar[str]
    """The rule page in our own words (Markdown)."""
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {BOOK: {}}
    """By slug, the attributes that each variant sets."""
    variant_titles: ClassVar[Mapping[str, str]] = {}
    state: ClassVar[Mapping[str, object]] = {}
    """What piles cannot say, and its starting values."""

    odd: ClassVar[tuple[str, ...]] = ()
    """Where a game has its own ``wants``, the groups that it is for; all, if it does not say."""

    packs: int = 2
    ranks: str = "A23456789TJQK"
    dealt: str
    """The group whose piles get a card each when the table is laid out."""
    redeals: int = 0
    """How often the talon may be taken up and dealt again."""
    redeal_shuffled: bool = False
    total: int = 0
    """How many cards can come home; counted from the pack where the game does not say."""
    never_early: ClassVar[bool] = False
    """A dominance: a card that nothing can be put on any more may go home at once. It holds where no vacancy
    is filled by itself, so that a card that leaves only uncovers others; tests prove it on short packs."""

    def __init__(self, variant: str = BOOK) -> None:
        if variant not in self.variants:
            raise UnknownGame(f"{self.title} has no variant {variant!r}; it has {', '.join(self.variants)}.")
        self.variant = variant
        for option, value in self.variants[variant].items():
            setattr(self, option, value)
        self.groups = self.piles()
        self.names: tuple[str, ...] = tuple(pile for group in self.groups for pile in group.names)
        self.index = {pile: at for at, pile in enumerate(self.names)}
        self._compile()

    def __repr__(self) -> str:
        return f"<{self.title}, {self.variant}>"

    # ---- what a game declares -----------------------------------------------------------------

    def piles(self) -> tuple[Group, ...]:
        """The groups of piles on the table, in the order in which a position lists them."""
        raise NotImplementedError

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """Deal the table from the shuffled ``cards`` (dealt from the first); what is left is the stock.

        Where a game says nothing else, a card goes face up to each pile of the group ``dealt``.
        """
        for place in self.group(self.dealt):
            piles[place] = bytes((cards.pop(0),))

    # ---- hooks, for where the book is odd -------------------------------------------------------

    def wants(self, position: Position, pile: int) -> Sequence[int]:
        """The cards that may be put on a pile: by its group's rule of building, or to begin a foundation."""
        cards = position.piles[pile]
        if cards:
            return self._wants[pile][cards[-1]] if len(cards) < self._full[pile] else ()
        return self._begins[pile]

    def open_piles(self, position: Position) -> tuple[Sequence[int], Sequence[int]] | None:
        """The piles that may give a card now, and besides the foundations, which always may, those that may
        take one; None where none is blocked."""
        return None

    def other_moves(self, position: Position) -> Iterator[Move]:
        """The moves that do not put one card on another: here turning the stock and taking up the talon."""
        piles = position.piles
        if self._stock >= 0 and piles[self._stock]:
            yield DEAL
        elif self._may_redeal(position):
            yield REDEAL

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        """Do a move that is not ``SRC>DST`` to ``piles``; the new state."""
        if move.verb == "deal":
            self.move_top(piles, self._stock, self._talon)
            return state
        if move.verb == "redeal":
            return self._redeal(piles, state)
        raise InvalidMove(f"{self.title} has no move {move.text!r}.")

    def acted(self, move: Move, after: Position) -> Sequence[int]:
        """The piles that ``act`` may have changed, in order, where a game can say it: it spares looking."""
        return ()

    def carry(self, piles: list[bytes], source: int, target: int) -> None:
        """Put by hand the card of one pile on another."""
        self.move_top(piles, source, target)

    def settle(self, piles: list[bytes], move: Move) -> None:
        """What the rules do by themselves after the hand: turn a card laid bare, fill a vacancy at once."""
        if move.verb == "move":
            source = move.source
            cards = piles[source]
            if not cards:
                for giver in self._refill[source]:
                    if piles[giver]:
                        self.move_top(piles, giver, source)
                        break
            elif cards[-1] >= DOWN and self._turns_up[source]:
                piles[source] = cards[:-1] + ALONE[cards[-1]]

    def seen(self, position: Position, pile: int) -> bytes:
        """The cards of a pile as the player may know them: 0 for a card that he may not."""
        cards = position.piles[pile]
        if pile == self._stock:
            return bytes(len(cards))
        return cards.translate(UNDER_COVER)

    def succession(self, position: Position, pile: int) -> list[Sequence[int]]:
        """The cards that a foundation will take one after another: first those it wants now."""
        room = self._full[pile] - len(position.piles[pile])
        rows: list[Sequence[int]] = []
        cards = tuple(self.wants(position, pile))
        while cards and len(rows) < min(room, sum(self.pack.all.values())):
            rows.append(cards)
            cards = tuple(dict.fromkeys(face for card in cards for face in self._wants[pile][card]))
        return rows

    def refusal(self, position: Position, move: Move) -> str | None:
        """Why a move is refused, where the game knows better than the general reasons."""
        return None

    def impossible(self, position: Position) -> str | None:
        """Why a position written by hand cannot lie here, where that is more than a matter of one pile."""
        return None

    def foundation_key(self, cards: bytes) -> Any:
        """What of a foundation matters to the game from now on: its height, where nothing else is said."""
        return len(cards)

    def pile_key(self, cards: bytes) -> bytes:
        """What of any other pile matters: its cards, where nothing else is said."""
        return cards

    def other_key(self, position: Position) -> tuple[object, ...]:
        """What else tells two tables apart: the state, but for a shuffle's seed."""
        return tuple([position.state[at] for at in self._state_in_key])

    def wholes(self) -> Sequence[range]:
        """Runs of piles which may change places only as wholes, such as the columns of a grid."""
        return ()

    # ---- the manners of every game --------------------------------------------------------------

    def deal(self, seed: str) -> Position:
        """The table that ``seed`` (any text) deals by ``patience-deal/1``."""
        piles = list(self.bare)
        cards = self.pack.shuffled(seed)
        self.lay_out(piles, cards)
        if self._stock >= 0:
            piles[self._stock] = bytes(card | DOWN for card in reversed(cards))
        return Position(tuple(piles), self.starting_state(seed))

    def starting_state(self, seed: str = "") -> State:
        """The state of a table just dealt from ``seed``."""
        return tuple(seed if key == "seed" else value for key, value in self.state.items())

    def moves(self, position: Position, distinct: bool = False) -> list[Move]:
        """Every legal move once. Where piles are alike, the moves to each of them are all named.

        With ``distinct``, of the moves from or to alike piles that hold the same, mostly only the first: all
        that a search needs.
        """
        if self._pressing:
            pressing = self._fills(position)
            if pressing:
                return pressing
        sources, targets = self.open_piles(position) or (self._sources, self._targets)
        # Every search lives in this loop: the hook `wants` is called only where a game has its own, and what
        # it and `available` would say is said here. Sets of piles are masks.
        odd = self._odd_wants
        wants, begins, keeps = self._wants, self._begins, self._keeps
        vacancy, twins, bits = self._vacancy, self._twin, self._bits
        faces: Sequence[int]
        piles = position.piles
        wanted = self._wanted_at_home(position, distinct)
        vacant, vacant_alike = 0, 0
        for target in targets:
            cards = piles[target]
            if distinct:
                twin = twins[target]
                if twin >= 0 and piles[twin] == cards:
                    continue
            if odd[target]:
                faces = self.wants(position, target)
            elif cards:
                faces = wants[target][cards[-1]]
            else:
                faces = begins[target]
            for face in faces:
                wanted[face] = wanted.get(face, 0) | bits[target]
            if vacancy[target] and len(cards) == keeps[target]:
                alike = self._alike[target]
                if not (distinct and alike and alike == vacant_alike):
                    vacant |= bits[target]
                    vacant_alike = alike
        found: list[Move] = []
        gives, fills_with = self._gives, self._fills_with
        for source in sources:
            cards = piles[source]
            if len(cards) <= keeps[source]:
                continue
            top = cards[-1]
            if top >= DOWN:
                if source != self._stock:
                    continue
                top &= FACE
            takers = wanted.get(top, 0)
            if takers:
                takers &= gives[source]
            if vacant:
                takers |= vacant & fills_with[source]
            if not takers:
                continue
            if distinct:
                twin = twins[source]
                if twin >= 0 and piles[twin] == cards:
                    continue
            transfers = self._transfers[source]
            while takers:
                first = takers & -takers
                found.append(transfers[first.bit_length() - 1])
                takers ^= first
        found.extend(self.other_moves(position))
        return found

    def play(self, position: Position, move: Move) -> Position:
        """The table after a move and all its consequences.

        Raises IllegalMove, with a reason a player understands, for whatever is not among ``moves``.
        """
        if move not in self.moves(position):
            raise IllegalMove(self.why_not(position, move))
        return self.after(position, move)

    def after(self, position: Position, move: Move) -> Position:
        """The table after a move that is known to be legal."""
        piles = list(position.piles)
        state = position.state
        if move.verb == "move":
            step: Move | None = move
            while step:
                self.carry(piles, step.source, step.target)
                step = step.also
        else:
            state = self.act(piles, state, move)
        self.settle(piles, move)
        return Position(tuple(piles), state)

    def touched(self, before: Position, move: Move, after: Position) -> Sequence[int]:
        """The piles that a move may have changed, in order: no other need be looked at for what it did."""
        if move.verb == "move":
            if self._touches:
                return self._touches[move.source][move.target]
        else:
            acted = self.acted(move, after)
            if acted:
                return acted
        return list(compress(self._places, map(is_not, before.piles, after.piles)))

    def available(self, position: Position, pile: int) -> bool:
        """Whether the top card of a pile may be used now. The stock's is, where a pile takes it, unseen."""
        cards = position.piles[pile]
        if len(cards) <= self._keeps[pile] or (cards[-1] >= DOWN and pile != self._stock):
            return False
        now_open = self.open_piles(position)
        return now_open is None or pile in now_open[0]

    def takes_now(self, position: Position, pile: int) -> bool:
        """Whether a pile is not blocked from taking cards now."""
        now_open = self.open_piles(position)
        return now_open is None or pile in now_open[1] or pile in self._foundations

    def read_move(self, text: str) -> Move:
        """The move written as ``text``.

        Raises InvalidMove when no table of this game could have it.
        """
        parts = text.split("+")
        move: Move | None = None
        for part in reversed(parts):
            move = self._read_part(part, text, move)
        assert move is not None
        return move

    def score(self, position: Position) -> int:
        """How many cards have come home."""
        return sum(map(len, position.piles[self.homes])) - self._laid

    def status(self, position: Position, legal: Sequence[Move] | None = None) -> str:
        """``won``, ``stuck`` (nothing can be done that changes the table for good) or ``playing``.

        ``legal`` is what ``moves`` gives, where that is known already.
        """
        if self.score(position) == self.total:
            return "won"
        return "stuck" if self._stuck(position, legal) else "playing"

    def for_good(self, position: Position, move: Move) -> bool:
        """Whether a legal move changes the table so that it cannot simply be taken back by another."""
        if (
            move.verb != "move"
            or move.also
            or not (self._gives[move.target] or self._fills_with[move.target])
        ):
            return True
        after = self.after(position, move)
        back = self.transfer(move.target, move.source)
        if not self.allows(after, back):
            return True
        return self.key(self.after(after, back)) != self.key(position)

    def sure(self, position: Position, moves: Sequence[Move]) -> Move | None:
        """One of the legal ``moves`` that cannot be a mistake, where the game knows one (``never_early``)."""
        if not self.never_early:
            return None
        piles = position.piles
        homes = piles[self.homes]
        for move in moves:
            if self.homes.start <= move.target < self.homes.stop:
                card = piles[move.source][-1]
                if all(
                    sum([home.count(other) for home in homes]) == self.pack.all[other]
                    for other in self._put_on[card]
                ):
                    return move
        return None

    def allows(self, position: Position, move: Move) -> bool:
        """Whether putting one card on a pile is legal: what ``move in moves(position)`` says, sooner."""
        source, target = move.source, move.target
        if source not in self._source_set or target not in self._target_set or source == target:
            return False
        if not self.available(position, source) or not self.takes_now(position, target):
            return False
        if self._pressing:
            fills = self._fills(position)
            if fills:
                return move in fills
        piles = position.piles
        if len(piles[target]) == self._keeps[target] and self._fills_with[source] >> target & 1:
            return True
        return bool(self._gives[source] >> target & 1) and piles[source][-1] & FACE in self.wants(
            position, target
        )

    def view(self, position: Position) -> dict[str, Any]:
        """The position as the player may know it: the position's document (docs/notation.md) with ``??``
        for every card that is hidden, and no seed.

        Every picture of a table that leaves the engine is made of this and of nothing else.
        """
        piles = {
            pile: [TEXT[card] if card else HIDDEN for card in self.seen(position, at)]
            for at, pile in enumerate(self.names)
        }
        state = {
            name: value for name, value in zip(self.state, position.state, strict=True) if name != "seed"
        }
        return {"game": self.slug, "variant": self.variant, "piles": piles, "state": state}

    def differing(self, before: Position, after: Position) -> Looks:
        """The piles that do not look the same to the player on two tables, and how they look on each."""
        piles: Iterable[int] = range(len(before.piles))
        if self._plain_seen:
            piles = compress(piles, map(is_not, before.piles, after.piles))
        found = {}
        for pile in piles:
            was, now = self.seen(before, pile), self.seen(after, pile)
            if was != now:
                found[pile] = was, now
        return found

    def reveals(self, before: Position, after: Position, looks: Looks | None = None) -> bool:
        """Whether the step from one table to the next showed the player a card he could not see.

        ``looks`` is what ``differing`` gives, where that is known already.
        """
        known: dict[int, int] = {}
        for was, now in (self.differing(before, after) if looks is None else looks).values():
            # Mostly cards were put on a pile or taken from it: what lies below need not be counted.
            if now.startswith(was):
                was, now = b"", now[len(was) :]
            elif was.startswith(now):
                was, now = was[len(now) :], b""
            for card in was:
                known[card] = known.get(card, 0) + 1
            for card in now:
                known[card] = known.get(card, 0) - 1
        return any(card and count < 0 for card, count in known.items())

    def key(self, position: Position) -> tuple[object, ...]:
        """Equal for equal tables, whatever the order of alike piles and whichever copy of a card."""
        piles = position.piles
        found: list[Any] = []
        for start, stop in self.foundation_spans:
            found += sorted(map(self.foundation_key, piles[start:stop]))
        for start, stop in self.pile_spans:
            if stop - start == 1:
                found.append(piles[start])
            else:
                found += sorted(map(self.pile_key, piles[start:stop]))
        found += sorted([piles[whole.start : whole.stop] for whole in self.together])
        found += self.other_key(position)
        return tuple(found)

    def why_not(self, position: Position, move: Move) -> str:
        """Why a move is refused, for a player to read."""
        own = self.refusal(position, move)
        if own:
            return own
        if self._pressing and self._fills(position):
            return "First fill the empty place."
        if move.verb == "deal":
            return "The stock is empty." if self._stock >= 0 else f"{self.title} has no stock."
        if move.verb == "redeal":
            return self._why_no_redeal(position)
        if move.verb != "move":
            return f"Now is not the time to {move.verb}."
        if move.also:
            return f"{move.text} is not one move of {self.title}."
        return self._why_no_transfer(position, move.source, move.target)

    # ---- for the games' own hooks ---------------------------------------------------------------

    def group(self, name: str) -> range:
        """The places of a group's piles."""
        return self._ranges[name]

    def group_of(self, pile: int) -> Group:
        """The group a pile belongs to."""
        return self._group_of[pile]

    def transfer(self, source: int, target: int) -> Move:
        """The move of the top card of one pile to another."""
        return self._transfers[source][target]

    def state_of(self, position: Position, name: str) -> Any:
        """One of the values that piles cannot say."""
        return position.state[self._state_at[name]]

    def with_state(self, state: State, **changes: object) -> State:
        """The state with some of its values changed."""
        values = list(state)
        for changed, value in changes.items():
            values[self._state_at[changed]] = value
        return tuple(values)

    def called(self, pile: int) -> str:
        """A pile as a person names it: "Divan 3", "the talon"."""
        group = self._group_of[pile]
        if group.single:
            return f"the {group.called.lower()}"
        return f"{group.called} {self.names[pile].removeprefix(group.name + '-')}"

    @staticmethod
    def move_top(piles: list[bytes], source: int, target: int) -> None:
        """Put the top card of one pile face up on another."""
        cards = piles[source]
        piles[source] = cards[:-1]
        piles[target] += ALONE[cards[-1]]

    # ---- inside ---------------------------------------------------------------------------------

    def _compile(self) -> None:
        """Turn what the game declares into tables indexed by pile."""
        self._ranges: dict[str, range] = {}
        self._group_of: list[Group] = []
        for group in self.groups:
            start = self._ranges[group.name].start if group.name in self._ranges else len(self._group_of)
            self._group_of += [group] * len(group.names)
            self._ranges[group.name] = range(start, len(self._group_of))
        count = len(self.names)
        bases = [base for group in self.groups for base in (group.base_cards or (0,) * len(group.names))]
        laid = [base if group.laid else 0 for base, group in zip(bases, self._group_of, strict=True)]
        self.pack = Pack(self.packs, self.ranks, [face for face in laid if face])
        self.bare: tuple[bytes, ...] = tuple(bytes((face,)) if face else b"" for face in laid)
        """The piles before anything is dealt: the withdrawn cards in their places."""

        nothing: tuple[tuple[int, ...], ...] = ((),) * 128
        self._wants = [group.build.wants if group.build else nothing for group in self._group_of]
        self._begins: list[tuple[int, ...]] = [(base,) if base else () for base in bases]
        self._full = [group.full for group in self._group_of]
        self._keeps = [group.keeps for group in self._group_of]
        self._turns_up = [group.turns_up for group in self._group_of]
        self._refill = [
            tuple(self._ranges[giver].start for giver in group.refill) for group in self._group_of
        ]
        self._vacancy = [self._mask(group.vacancy) for group in self._group_of]
        self._pressing = [pile for pile in range(count) if self._group_of[pile].pressing]
        """The piles whose vacancies must be filled first; a game lists them one after another."""
        takes = [self._mask(group.takes) for group in self._group_of]
        self._gives = [
            sum(1 << target for target in range(count) if takes[target] >> source & 1 and target != source)
            for source in range(count)
        ]
        self._fills_with = [
            sum(
                1 << target
                for target in range(count)
                if self._vacancy[target] >> source & 1 and target != source
            )
            for source in range(count)
        ]
        self._bits = [1 << pile for pile in range(count)]
        """By pile, the set of it alone."""
        takers = [pile for pile in range(count) if takes[pile] or self._vacancy[pile]]
        self._sources = [pile for pile in range(count) if self._gives[pile] or self._fills_with[pile]]
        self._source_set, self._target_set = frozenset(self._sources), frozenset(takers)
        self._transfers = [
            [Move(f"{source}>{target}", "move", s, t) for t, target in enumerate(self.names)]
            for s, source in enumerate(self.names)
        ]
        self._stock = self.index.get("stock", -1)
        self._talon = self.index.get("talon", -1)
        self._foundations = [pile for pile in range(count) if self._group_of[pile].role is Role.FOUNDATION]
        self.homes = slice(self._foundations[0], self._foundations[-1] + 1)
        """Where the foundations are among the piles; a game lists them one after another."""
        assert len(self._foundations) == self.homes.stop - self.homes.start
        assert not any(self._vacancy[self.homes])
        self._targets = [pile for pile in takers if pile not in self._foundations]
        """The piles besides the foundations that take cards."""
        self._at_home: dict[object, dict[int, int]] = {}
        """By what the foundations hold, what they want (``_wanted_at_home``)."""
        self._laid = sum(map(len, self.bare[self.homes]))
        tableaus = [group.build for group in self.groups if group.build and group.role is Role.TABLEAU]
        self._put_on = [
            tuple({other for build in tableaus for other in build.wants[card]}) for card in range(128)
        ]
        """By card, what can be put on it in the tableau."""
        own = type(self)
        self._odd_wants = [
            (own.wants is not Game.wants and (not self.odd or group.name in self.odd))
            or group.full < sum(self.pack.all.values())
            for group in self._group_of
        ]
        self._places = range(count)
        self._touches: list[list[tuple[int, ...]]] = []
        """By source and target, the piles a move may change; empty where a game has its own consequences."""
        if own.carry is Game.carry and own.settle is Game.settle:
            self._touches = [
                [tuple(sorted({source, target, *self._refill[source]})) for target in range(count)]
                for source in range(count)
            ]
        self._plain_seen = own.seen is Game.seen
        self._state_at = {name: at for at, name in enumerate(self.state)}
        if not self.total:
            self.total = len(self.pack.deck)
        self._compile_alikes(bases)

    def _compile_alikes(self, bases: list[int]) -> None:
        """The spans of interchangeable piles, which the key sorts: foundations of one base, and the piles of
        a group that says so."""
        spans: dict[object, tuple[int, int]] = {}
        for pile, group in enumerate(self._group_of):
            if group.role is Role.FOUNDATION:
                same: object = (group.name, group.first, bases[pile])
            else:
                same = group.name if group.alike else pile
            start, _ = spans.get(same, (pile, pile))
            spans[same] = (start, pile + 1)
        self.together = tuple(self.wholes())
        whole = {pile for run in self.together for pile in run}
        roles = [self._group_of[start].role for start, _ in spans.values()]
        self.foundation_spans = [
            span for span, role in zip(spans.values(), roles, strict=True) if role is Role.FOUNDATION
        ]
        """Where the foundations of one base are: (first, last + 1)."""
        self.pile_spans = [
            span
            for span, role in zip(spans.values(), roles, strict=True)
            if role not in (Role.FOUNDATION, Role.FIXED) and span[0] not in whole
        ]
        """The same of the other piles that are interchangeable, or alone."""
        self._alike = [0] * len(self.names)
        """For each pile the number of its span, 0 where it is alone."""
        self._twin = [-1] * len(self.names)
        """For each pile the one before it in its span."""
        for number, (start, stop) in enumerate(spans.values(), 1):
            if stop - start > 1:
                self._alike[start:stop] = [number] * (stop - start)
                self._twin[start + 1 : stop] = range(start, stop - 1)
        self._state_in_key = [at for name, at in self._state_at.items() if name != "seed"]

    def _mask(self, names: Sequence[str]) -> int:
        return sum(1 << pile for name in names for pile in self._ranges[name])

    def _wanted_at_home(self, position: Position, distinct: bool) -> dict[int, int]:
        """By card, the set of the foundations that want it. A search meets the same foundations again and
        again: they are asked once."""
        piles = position.piles
        key = (piles[self.homes], position.state, distinct)
        wanted = self._at_home.get(key)
        if wanted is None:
            if len(self._at_home) >= REMEMBERED:
                self._at_home.clear()
            wanted = {}
            for target in self._foundations:
                twin = self._twin[target]
                if not (distinct and twin >= 0 and piles[twin] == piles[target]):
                    for face in self.wants(position, target):
                        wanted[face] = wanted.get(face, 0) | self._bits[target]
            # Kept when it is whole: a game is shared by threads.
            self._at_home[key] = wanted
        return wanted.copy()

    def _fills(self, position: Position) -> list[Move]:
        """The moves that fill a vacancy which must be filled before anything else."""
        piles = position.piles
        if all(piles[self._pressing[0] : self._pressing[-1] + 1]):
            return []
        return [
            self._transfers[source][target]
            for target in self._pressing
            if not piles[target]
            for source in self._sources
            if self._vacancy[target] >> source & 1 and piles[source]
        ]

    def _may_redeal(self, position: Position) -> bool:
        if not self.redeals or position.piles[self._stock] or not position.piles[self._talon]:
            return False
        used: int = self.state_of(position, "redeals")
        return used < self.redeals

    def _redeal(self, piles: list[bytes], state: State) -> State:
        """The talon becomes the stock: turned over as it lies, or shuffled."""
        used = int(str(state[self._state_at["redeals"]])) + 1
        talon = piles[self._talon]
        if self.redeal_shuffled:
            cards = self.pack.in_order(talon)
            shuffle(cards, str(state[self._state_at["seed"]]), f"redeal:{used}")
        else:
            cards = list(talon)
        piles[self._talon] = b""
        piles[self._stock] = bytes(card | DOWN for card in reversed(cards))
        return self.with_state(state, redeals=used)

    def _why_no_redeal(self, position: Position) -> str:
        if not self.redeals:
            return f"{self.title} has no re-deal."
        if position.piles[self._stock]:
            return "The stock is not empty yet."
        if self.state_of(position, "redeals") >= self.redeals:
            return "No re-deal is left."
        return "The talon is empty."

    def _why_no_transfer(self, position: Position, source: int, target: int) -> str:
        piles = position.piles
        from_group, to_group = self._group_of[source], self._group_of[target]
        if source == target:
            return "A card cannot go on itself."
        if not piles[source]:
            return f"{_sentence(self.called(source))} is empty."
        if not self._gives[source] >> target & 1 and not self._vacancy[target] >> source & 1:
            return self._why_never(source, from_group, to_group)
        if not self.available(position, source):
            return f"The card of {self.called(source)} is not available now."
        moving = piles[source][-1]
        if not piles[target]:
            if to_group.role is Role.FOUNDATION:
                return f"The {name(moving)} does not begin {self.called(target)}."
            return f"No card from {self.called(source)} goes to an empty place there."
        if len(piles[target]) >= to_group.full:
            return f"{_sentence(self.called(target))} is complete."
        if piles[target][-1] >= DOWN:
            return f"The card of {self.called(target)} lies face down."
        rule = f": it is built {to_group.build.says}" if to_group.build else ""
        return f"The {name(moving)} does not go on the {name(piles[target][-1])}{rule}."

    def _why_never(self, source: int, from_group: Group, to_group: Group) -> str:
        places: dict[str, None] = {}
        for group in self.groups:
            if from_group.name in group.takes or from_group.name in group.vacancy:
                places[f"the {group.called.lower()}" + ("" if group.single else "s")] = None
        whole = _sentence(self.called(source) if from_group.single else f"the {from_group.called}")
        if not places or from_group.role is Role.STOCK:
            if from_group.role is Role.STOCK:
                return "The stock is turned one card at a time."
            if from_group.role is Role.FOUNDATION:
                return "What is on a foundation stays there."
            return f"{whole} stays where it is."
        if to_group.role is Role.TALON:
            return "No card is put on the talon by hand."
        if to_group.role is Role.STOCK:
            return "No card goes back to the stock."
        return f"{whole} only goes to {' and '.join(places)}."

    def _read_part(self, part: str, text: str, also: Move | None) -> Move:
        verb, colon, pile = part.partition(":")
        if part in ("deal", "redeal", "fill") and also is None:
            return Move(part, part)
        if colon and verb in ("choose", "grace") and also is None:
            return Move(part, verb, self._pile(pile, text))
        source, arrow, target = part.partition(">")
        if not arrow:
            raise InvalidMove(f"{text!r} is not a move.")
        move = self.transfer(self._pile(source, text), self._pile(target, text))
        return move if also is None else join(move, also)

    def _pile(self, pile: str, text: str) -> int:
        try:
            return self.index[pile]
        except KeyError:
            raise InvalidMove(
                f"{text[:80]!r} is not a move: {self.title} has no pile {pile[:40]!r}."
            ) from None

    def _stuck(self, position: Position, legal: Sequence[Move] | None) -> bool:
        """Whether no move for good can be reached by any shuffling to and fro."""
        reached: set[tuple[object, ...]] = set()
        waiting = [position]
        while waiting:
            here = waiting.pop()
            moves = self.moves(here) if legal is None else legal
            legal = None
            # What is done to the stock comes last, and is for good.
            for move in reversed(moves):
                if self.for_good(here, move):
                    return False
            reached = reached or {self.key(position)}
            for move in moves:
                there = self.after(here, move)
                key = self.key(there)
                if key not in reached:
                    reached.add(key)
                    waiting.append(there)
        return True


def join(first: Move, also: Move) -> Move:
    """Two moves that are one."""
    return Move(f"{first.text}+{also.text}", first.verb, first.source, first.target, also)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
