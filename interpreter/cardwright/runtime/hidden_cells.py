"""Cells of state that a player does not know, and other values that they may have.

Decides which cells are unknown, and how dice, choices and the rest are drawn anew; see
`determinize`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from cardwright.backends.core.evaluate import Env, Found, items, number
from cardwright.board.declarations import Field
from cardwright.board.layout import in_mask
from cardwright.language import core
from cardwright.program.decision_points import LogPoint
from cardwright.program.secret_changes import SecretChange
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import VEIL, newest_first
from cardwright.runtime.hidden_sets import TRIES, HiddenSet, SetChange
from cardwright.runtime.memory import Memory
from cardwright.runtime.origins import Origins, ValueOrigin, alone
from cardwright.runtime.rng import Chance
from cardwright.source.records import dataclass

Hidden = tuple[Field, list[int]]  # a cell, and the things for which its value is unknown


def hidden_cells(game: Game, player: int, facts: Origins, memory: Memory) -> Iterator[Hidden]:
    for cell in game.program.layout.ranges:
        found = game.program.board.cell(*cell)
        if found.seen_by == "all" and cell not in facts.rolled:
            continue
        all_ = visibility.members(game.program, cell[0]) if cell[0] else (0,)
        offset = game.program.layout.cells[cell]
        unknown = [
            item for item in all_
            if not _known(game, player, found, item) and (cell, item) not in memory.known
            and game.s[offset + item] not in _copies(game, player, facts, found, item)
        ]  # fmt: skip
        if unknown:
            yield found, unknown


def _known(game: Game, player: int, found: Field, item: int) -> bool:
    return visibility.sees_cell(game, found, item, player) and (
        not item or visibility.sees(game, item, player)
    )


def _copies(game: Game, player: int, facts: Origins, found: Field, item: int) -> set[int]:
    """Values that the player has a copy of; only of this thing, if the rules say whose value they
    copy.
    """
    layout, values = game.program.layout, set[int]()
    for to, source, similar in facts.copied:
        if source == found.full_name and to in layout.cells and to != source:
            any_ = visibility.members(game.program, to[0]) if to[0] else (0,)
            all_ = (item,) if similar else any_
            seen = (i for i in all_ if _known(game, player, game.program.board.cell(*to), i))
            values.update(game.s[layout.cells[to] + one] for one in seen)
    return values - {0}


@dataclass(frozen=True, slots=True)
class _Amount:
    """The amount by which a number was changed, or the value it was set to: it follows from a
    choice from each of `offers`, and from the values `captured` then. Without offers it is known.
    """

    by: int
    sign: int
    change: SecretChange
    offers: tuple[Sequence[int], ...]
    captured: Sequence[Found]

    def again(self, game: Game, inside: Mapping[int, int], chance: Chance) -> int:
        """The amount if something else had been chosen; `inside`: see `sample_history`."""
        chosen = list[int]()
        for register, among in zip(self.change.registers, self.offers, strict=True):
            one = among[chance.below(len(among))]
            chosen.append(inside.get(one, one) if register.type.base == "thing" else one)
        env = Env(game.program, game.s, game.z, (*chosen, *self.captured))
        return self.sign * number(self.change.value, env)


def _amount(
    change: SecretChange, by: int, sign: int, logged: Sequence[Any], routine: int, shown: Shown
) -> _Amount:
    """The amount, from the log entry of a change. A choice that was shown later has only one
    possibility.
    """
    captured, offered = logged[: len(change.captured)], logged[len(change.captured) :]
    seen = [shown.pop((routine, register.index), None) for register in change.registers]
    offers = [found or among for found, among in zip(seen, offered, strict=True)]
    is_open = all(offers) and not all(seen)
    return _Amount(sign * by, sign, change, tuple(offers) if is_open else (), captured)


Shown = dict[tuple[int, int], Sequence[int]]  # by routine and register, the last revealed value


@dataclass(slots=True)
class Grown:
    """How cells have changed since they were last known: `secret`, the value that a number was set
    to, the amounts added or removed since, and the choices they follow from; `sets`, the changes of
    a set, from the last to the first; `open`, by cell, the total that was added openly; `anew`:
    cells that were set or shown before, `shown` those that were shown.
    """

    secret: dict[int, list[_Amount]] = field(default_factory=dict)
    sets: dict[int, list[SetChange]] = field(default_factory=dict)
    open: dict[int, int] = field(default_factory=dict)
    anew: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)


def grown_cells(game: Game, facts: Origins, slots: Collection[int]) -> Grown:
    """The secret and open changes of cells, from the last to the first; not of numbers of things in
    `slots`, which go where these are drawn.
    """
    reader = _ChangeReader(game, facts, slots)
    for point, *numbers in newest_first(game.log if facts.grows else None):
        if point == VEIL:  # older amounts are not the real ones
            break
        site = game.program.points[point] if point >= 0 else None
        if isinstance(site, LogPoint):
            reader.read(site, numbers)
    return reader.grown()


class _ChangeReader:
    """Reads the entries of the log about reveals and changes, from the last to the first."""

    def __init__(self, game: Game, facts: Origins, slots: Collection[int]) -> None:
        self.game, self.facts, self.slots = game, facts, slots
        self.found, self.unclear = Grown(), set[int]()
        self.shown: Shown = {}

    def grown(self) -> Grown:
        known = {cell: by for cell, by in self.found.open.items() if cell not in self.unclear}
        return replace(self.found, open=known)

    def read(self, site: LogPoint, numbers: Sequence[Any]) -> None:
        match site.statement:
            case core.Reveal(item=item):
                self._revealed(site.entry, item, *numbers)
            case core.Assign() as change:
                cell = self.game.program.layout.cells[change.field.full_name] + numbers[0]
                goes_with_slot = numbers[0] in self.slots and not change.field.type.many
                if cell not in self.found.anew and not goes_with_slot:
                    self._changed(site, change, cell, numbers)

    def _changed(
        self, site: LogPoint, change: core.Assign, cell: int, numbers: Sequence[Any]
    ) -> None:
        found, sign = self.found, -1 if change.op in ("-", "pay") else 1
        if change.field.hides_members:
            made = self._set_change(site.entry, change, numbers[4])
            found.sets.setdefault(cell, []).append(made)
        secret = site.secret_change
        if secret is not None:
            logged = numbers[4 : 4 + secret.size]
            amount = _amount(secret, numbers[3], sign, logged, site.entry, self.shown)
            if amount.offers:
                found.secret.setdefault(cell, []).append(amount)
            elif change.op == "=":
                found.shown.add(cell)
        if change.op == "=":
            found.anew.add(cell)
        elif self.facts.adds_what_is_public(site.entry, change):
            found.open[cell] = found.open.get(cell, 0) + sign * numbers[3]
        elif secret is None:
            self.unclear.add(cell)

    def _revealed(self, routine: int, item: core.Expr, what: Found, whose: int) -> None:
        """Notes a revealed value: the cell is known from then on, or a choice if it changes a
        set.
        """
        found, members = self.found, (what,) if isinstance(what, int) else what
        if isinstance(item, core.Reg):
            self.shown[routine, item.index] = members
        elif isinstance(item, core.Get) and not item.field.printed:
            cell = self.game.program.layout.cells[item.field.full_name] + whose
            if cell in found.anew:
                return
            found.anew.add(cell)
            if item.field.hides_members:
                found.sets.setdefault(cell, []).append(SetChange("=", members, None))
            else:
                found.shown.add(cell)

    def _set_change(self, routine: int, change: core.Assign, said: int) -> SetChange:
        """A change of a set, with all members that it named, even those the set already had."""
        members = in_mask(said, self.game.program.layout.members(change.field.type))
        ways, value = self.facts.ways.get(change.field.full_name, {}), alone(change.value)
        way = ways.get((routine, value.index)) if isinstance(value, core.Reg) else None
        if way is not None and self.shown.pop((routine, way.reg), None) == tuple(members):
            way = replace(way, public=True)
        return SetChange(change.op, tuple(members), way)


def redraw(
    game: Game,
    player: int,
    cells: Sequence[Hidden],
    facts: Origins,
    grown: Grown,
    inside: Mapping[int, int],
    chance: Chance,
) -> None:
    """Rolls dice and makes choices again; other values change places, so that sums stay the
    same.
    """
    layout, board = game.program.layout, game.program.board
    for found, every in cells:
        again = partial(_grow_again, game, found, grown=grown, inside=inside, chance=chance)
        having = [item for item in every if not again(item)]
        at = [layout.cells[found.full_name] + item for item in having]
        if found.full_name in facts.rolled:
            for cell in at:
                rolled = game.s[cell] or 0 in found.faces
                game.s[cell] = found.faces[chance.below(len(found.faces))] if rolled else 0
        elif found.full_name in facts.chosen:
            for item in chance.shuffled(having):
                _choose_again(game, found, item, facts, grown, chance)
        elif found.type.base == "thing" and board.root(found.type.of) in ("piece", "card"):
            for cell in at:
                game.s[cell] = _similar_thing(game, found, game.s[cell], player, chance)
        else:
            values = chance.shuffled([game.s[cell] for cell in at])
            for cell, value in zip(at, values, strict=True):
                game.s[cell] = value


def _grow_again(
    game: Game, found: Field, item: int, grown: Grown, inside: Mapping[int, int], chance: Chance
) -> bool:
    """Sets a number to its value if something else had been chosen in secret; returns whether all
    its changes are known.
    """
    at = game.program.layout.cells[found.full_name] + item
    if found.type.many:
        sets = grown.sets.get(at, ())
        return bool(sets) and all(one.way is not None and one.way.public for one in sets)
    made, before = grown.secret.get(at, ()), game.s[at]
    for _ in range(TRIES if made else 0):
        game.s[at] = before + sum(one.again(game, inside, chance) - one.by for one in made)
        if _is_within(found, game.s[at]):
            break
    if made:
        game.s[at] = _within(found, game.s[at])
    seen = at in grown.shown or (at in grown.open and at not in grown.anew)
    return seen or at in grown.secret


def _is_within(found: Field, value: int) -> bool:
    return _within(found, value) == value


def _within(found: Field, value: int) -> int:
    """The nearest value that a cell may have."""
    value = value if found.low is None else max(value, found.low)
    return value if found.high is None else min(value, found.high)


def _similar_thing(game: Game, found: Field, item: int, player: int, chance: Chance) -> int:
    """For a visible thing, any thing in a similar place; otherwise the current one."""
    if not item or not visibility.sees(game, item, player):
        return item
    members = visibility.members(game.program, found.type.of)
    where = _sort_of_place(game, item)
    similar = [one for one in members if _sort_of_place(game, one) == where]
    return similar[chance.below(len(similar))] if item in similar else item


def _sort_of_place(game: Game, item: int) -> str:
    """The name of a zone, whoever owns it, or the kind of a place."""
    zone = visibility.zone_at(game.program, game.s[item])
    return zone[0].name if zone else game.program.layout.items[game.s[item]].kind


def _choose_again(
    game: Game, found: Field, item: int, facts: Origins, grown: Grown, chance: Chance
) -> None:
    """A random choice among the cell's candidates, given everything else; none stays none."""
    layout, ways = game.program.layout, facts.chosen[found.full_name]
    cell = layout.cells[found.full_name] + item
    if found.type.many:
        changes = grown.sets.get(cell, ())[::-1]
        HiddenSet(game, cell, item, layout.members(found.type), chance).draw(changes, ways)
        return
    if not game.s[cell] and found.type.base not in ("number", "flag"):
        return  # none, regardless of the candidates
    before, game.s[cell] = game.s[cell], 0
    added = grown.open.get(cell, 0)  # in addition to the choice
    could = [_amounts(game, way, item) for way in ways]
    among = next((these for these in could if before - added in these), None)
    if among is None:  # it could be chosen then, but not now
        among = [before - added, *(one for these in could for one in these)]
    drawn = among[chance.below(len(among))] + added
    game.s[cell] = drawn if _is_within(found, drawn) else before


def _amounts(game: Game, way: ValueOrigin, item: int) -> Sequence[int]:
    """The values that a cell could be set to, or changed by, for each candidate."""

    def env(chosen: int) -> Env:
        registers = {way.reg: chosen, way.of: item}
        known = tuple(registers.get(n, 0) for n in range(max(registers) + 1))
        return Env(game.program, game.s, game.z, known)

    found = items(way.source, env(0))
    return found if way.value is None else [number(way.value, env(one)) for one in found]
