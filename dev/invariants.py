"""Invariants of every position of any game: nothing is lost, bounds hold, copies are independent.

For soak runs and tests. Each check returns a description of every violation it finds. Reads only
the declarations of packs; knows no game.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.board.declarations import Field
from cardwright.board.layout import SEATS, Item
from cardwright.games import Rules
from cardwright.players.playout import play_to_end
from cardwright.program.program import Program
from cardwright.runtime import questions
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright.runtime.rng import below
from cardwright.runtime.save import SaveError, save
from dev import noninterference

ON = 20  # the number of answers played on a copy


@dataclass(frozen=True, slots=True)
class _Range:
    """A cell of several things, and its possible values."""

    name: str
    start: int
    end: int
    low: int | None
    high: int | None
    allowed: frozenset[int] | None


class Invariants:
    """The invariants of one program, computed once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        layout = program.layout
        self.here = set(layout.kind("thing"))
        self.players = frozenset(layout.kind("player"))
        self.seats = layout.zone_id(SEATS) - layout.zone_first
        self.movable = [i for i in layout.items[1:] if self._moves(i)]
        self.homes = {i.id: self._homes(i) for i in self.movable}
        self.ranges = [self._range(kind, name) for kind, name in layout.ranges]

    def _moves(self, item: Item) -> bool:
        return bool(item.kind) and self.program.board.root(item.kind) in ("piece", "card")

    def _homes(self, item: Item) -> frozenset[int]:
        """The possible locations of a thing: none, places of its kind, zones that hold it."""
        board, layout = self.program.board, self.program.layout
        if item.id not in self.here:
            return frozenset({0})
        kinds = layout.becomes.get(item.kind, (item.kind,))
        on = {home for kind in kinds for home in board.lives_on(kind)}
        homes = {0, *(p for home in on for p in layout.possible(home))}
        for index, (zone, _) in enumerate(layout.zones):
            if any(board.is_a(kind, zone.holds) for kind in kinds):
                homes.add(layout.zone_first + index)
        return frozenset(homes)

    def _range(self, kind: str, name: str) -> _Range:
        board, layout = self.program.board, self.program.layout
        found = board.cell(kind, name)
        start, end = layout.ranges[(kind, name)]
        label = f"{kind} {name}".strip()
        low = min(found.low or 0, 0) if found.faces else found.low  # an unrolled die has no face
        return _Range(label, start, end, low, found.high, self._allowed(found))

    def _allowed(self, found: Field) -> frozenset[int] | None:
        board, layout = self.program.board, self.program.layout
        if found.type.many:  # a set is a sum of powers of two, one for each member
            return None
        if found.type.base == "flag":
            return frozenset({0, 1})
        if found.type.base == "enum":
            return frozenset(range(len(board.enums[found.type.of].values) + 1))
        if found.type.base == "thing":
            return frozenset({0, *(i.id for i in layout.items if self._is(i, found.type.of))})
        return None

    def _is(self, item: Item, kind: str) -> bool:
        return bool(item.kind) and self.program.layout.may_be(item.kind, kind)

    # ------------------------------------------------------------------- the position

    def check_position(self, game: Game) -> Iterator[str]:
        """The violations in a position: things, zones, owners, cells, the question."""
        yield from self._things(game)
        yield from self._zones(game)
        yield from self._cells(game)
        yield from self._question(game)

    def _things(self, game: Game) -> Iterator[str]:
        layout = self.program.layout
        owner, gone = layout.owner, self._gone(game)
        for item in self.movable:
            if game.s[item.id] in gone:
                yield f"{item.name} is on a place that is out of the game"
            if game.s[item.id] not in self.homes[item.id]:
                yield f"{item.name} is at {game.s[item.id]}, where it can't be"
            if item.id in self.here and game.s[owner + item.id] not in (0, *self.players):
                yield f"{item.name} belongs to {game.s[owner + item.id]}, who does not play"

    def _gone(self, game: Game) -> set[int]:
        layout = self.program.layout
        return {item.id for item in layout.items if game.s[layout.removal_flag_cell(item.id)]}

    def _zones(self, game: Game) -> Iterator[str]:
        """Checks that the list of a zone has exactly the things in the zone, each once."""
        layout = self.program.layout
        for index, held in enumerate(game.z[: len(layout.zones)]):
            place = layout.zone_first + index
            if index != self.seats:
                yield from (f"{layout.items[i].name} is in the list of {layout.items[place].name} "
                            "and not there" for i in held if game.s[i] != place)  # fmt: skip
            if len(set(held)) != len(held):
                yield f"something is twice in {layout.items[place].name}"
        zones = enumerate(game.z[: len(layout.zones)])
        inside = {i for index, held in zones if index != self.seats for i in held}
        for item in self.movable:
            where = game.s[item.id]
            if layout.zone_first <= where < layout.zone_end and item.id not in inside:
                yield f"{item.name} is in {layout.items[where].name} and not in its list"
        changed = sorted(layout.changed(game.s))
        if layout.forms and game.z[len(layout.zones)] != changed:
            yield "the list of things that have become others is wrong"
        if layout.placed and game.z[layout.placed] != layout.placed_things(game.s):
            yield "the list of what lies on places and things is wrong"
        if layout.in_effect and game.z[layout.in_effect] != layout.lasting(game.s):
            yield "the list of lasting effects is wrong"
        if sorted(game.z[self.seats]) != sorted(self.players):
            yield "not every player has one seat"

    def _cells(self, game: Game) -> Iterator[str]:
        for cells in self.ranges:
            values = game.s[cells.start : cells.end]
            if cells.allowed is not None and not cells.allowed.issuperset(values):
                yield f"{cells.name} has a value that it can't have: {values}"
            if cells.low is not None and min(values) < cells.low:
                yield f"{cells.name} is {min(values)}, less than {cells.low}"
            if cells.high is not None and max(values) > cells.high:
                yield f"{cells.name} is {max(values)}, more than {cells.high}"

    def _question(self, game: Game) -> Iterator[str]:
        question = game.question
        if question is None:
            if not game.over:
                yield "nothing is asked, and the game is not over"
            return
        if question.player not in self.players:
            yield f"a question is for {question.player}, who does not play"
        if not question.answers:
            yield "a question has no answers"
        names = questions.answers(game)
        if len(names) != len(question.answers) or len(set(names)) != len(names):
            yield f"the answers' names are not one for each: {names}"


# ---------------------------------------------------------------- copies, saves and undo


def check_copies(game: Game, rng: int) -> Iterator[str]:
    """Checks that a copy equals its original, which doesn't change when the copy is played."""
    before = game.state(), game.log, game.answers
    other = game.copy()
    if other.state() != before[0]:
        yield "a copy is not like its parent"
    play_to_end(other, rng, ON)
    if (game.state(), game.log, game.answers) != before:
        yield "a game moved when its copy was played on"


def check_replays(game: Game, rules: Rules) -> Iterator[str]:
    """Checks that a save restored from JSON gives the same position."""
    try:
        again = rules.restore(json.loads(json.dumps(save(game, rules)))).position
    except SaveError as error:
        yield f"a save can't be played again: {error}"
        return
    if digest(again) != digest(game):
        yield "a save leads to another position"
    if again.state() != game.state():
        yield "a save leads to another state"


def play_checked(
    rules: Rules,
    invariants: Invariants,
    game: Game,
    rng: int,
    *,
    every: int = 1,
    deep: int = 0,
) -> tuple[int, list[str]]:
    """Plays a random game to its end and checks it; returns the number of answers, and the faults.

    The position is checked at each `every`th question and at the end; copies, saves, undo and
    hidden information at each `deep`th. Stops at the first question with a fault.
    """
    given, faults = 0, list(invariants.check_position(game))
    while (question := game.question) is not None and not faults:
        looks = deep and given % deep == 0
        before, state = (game.copy(), game.state()) if looks else (None, None)
        if looks:
            faults += [*check_copies(game, rng), *check_replays(game, rules)]
            faults += noninterference.leaks(game, random.Random(rng))
        rng, index = below(rng, len(question.answers))
        game.answer(index)
        given += 1
        if before is not None and before.state() != state:
            faults.append("undo does not restore the position")
        if given % every == 0:
            faults += invariants.check_position(game)
    faults += invariants.check_position(game) if not faults else []
    return given, [f"after {given} answers: {fault}" for fault in faults]
