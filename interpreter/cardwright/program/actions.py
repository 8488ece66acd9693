"""The action space of a program: a fixed set of numbers for the answers to all of its questions.

An action says what is chosen, whatever the question: a thing, a value, an option by its name. So
one number has the same meaning wherever it is offered. Copies that nobody can tell apart are
numbered in the order in which they are offered, and so are things that the player who is asked
can't see: a number reveals nothing that the question does not. Responsible for the numbers;
`runtime/encoding.py` and `runtime/actions.h` compute them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from cardwright.board.layout import Layout
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, Point
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.program.register_bounds import register_bounds
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass

By = Literal["nothing", "thing", "value", "order", "table"]
DONE = 0  # ends a choice, or passes
_MOST_LISTED = 512  # the number of values listed for a choice without a known bound
_MOST_VALUES = 4096


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the answers of a decision point are numbered from `first` on. For a menu, `of` has by row
    the first action of the option on its thing and on copies of that; `unseen` is the first action
    of the option on things that can't be seen, or -1.
    """

    by: By
    first: int = 0
    of: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """`names` has a name for each action. By id of a thing, `things` has the first action of its
    group, or -1 if it is never chosen; `representatives` has the first thing of its group.
    """

    names: tuple[str, ...]
    points: tuple[Numbering, ...]
    things: tuple[int, ...]
    representatives: tuple[int, ...]
    hidden: int  # the first action for things that can't be seen

    @property
    def size(self) -> int:
        return len(self.names)


@memoized
def action_space(program: Program) -> ActionSpace:
    """The action space of a program, computed once."""
    return _Numbers(program).space()


def groups_of(layout: Layout, ids: Iterable[int]) -> list[list[int]]:
    """Things grouped by appearance and initial owner: copies share a group."""
    found: dict[tuple[int, int], list[int]] = {}
    for id in ids:
        found.setdefault((layout.designs[id], layout.items[id].owner), []).append(id)
    return [*found.values()]


class _Numbers:
    def __init__(self, program: Program) -> None:
        self.program, self.layout = program, program.layout
        self.names = ["done"]
        self.choices = [p for p in program.points if isinstance(p, ChoicePoint) and not p.random]
        self.of_things = [p for p in self.choices if p.type.is_thing]
        self.known: dict[object, int] = {}  # the first action of each block
        self.groups = groups_of(self.layout, range(1, self.layout.count))
        self.representatives = [*range(self.layout.count)]
        for group in self.groups:
            for id in group:
                self.representatives[id] = group[0]
        self.most = self._most_offered()

    def space(self) -> ActionSpace:
        things = self._things()
        hidden = self._block("hidden", [f"hidden {at + 1}" for at in range(self._most_hidden())])
        points = tuple([self._numbering(point) for point in self.program.points])
        return ActionSpace(tuple(self.names), points, things, tuple(self.representatives), hidden)

    def _block(self, key: object, names: Iterable[str]) -> int:
        """The first action of a block, which is added on first use."""
        if key not in self.known:
            self.known[key] = len(self.names)
            self.names += names
        return self.known[key]

    # ------------------------------------------------------------------------------ things

    def _things(self) -> tuple[int, ...]:
        offered = {id for point in self.of_things for id in self._offered(point)}
        things = [-1] * self.layout.count
        for group in self.groups:
            chosen = [id for id in group if id in offered]
            names = [self.layout.items[id].name for id in chosen]
            first = self._block(("thing", group[0]), names) if chosen else -1
            for id in chosen:
                things[id] = first
        if self.of_things:
            things[0] = self._block(("thing", 0), ["nothing"])
        return tuple(things)

    def _offered(self, point: ChoicePoint) -> Sequence[int]:
        kind = point.type.of
        known = kind in self.layout.board.kinds
        return self.layout.possible(kind) if known else range(1, self.layout.count)

    def _most_hidden(self) -> int:
        """The most things out of sight that a question may offer."""
        layout = self.layout
        hiding = sum(zone.seen_by != "all" for zone, _ in layout.zones)
        if layout.face_down is not None or (
            hiding and any(not p.interchangeable for p in self.of_things)
        ):
            return max((len(self._offered(p)) for p in self.of_things), default=0)
        return hiding if self.of_things else 0

    # ------------------------------------------------------------------------------ points

    def _numbering(self, point: Point) -> Numbering:
        match point:
            case ChoicePoint(random=True):
                return Numbering("nothing")
            case ChoicePoint():
                return self._choice(point)
            case BranchPoint():
                return Numbering("table", of=tuple([self._option(id, 0) for id in point.ids]))
            case MenuPoint():
                rows = [(row.declared.id, row.this) for row in point.rows]
                return Numbering(
                    "table",
                    of=tuple([self._option(id, self.representatives[on]) for id, on in rows]),
                    unseen=tuple([self._hidden_option(id, on) for id, on in rows]),
                )
        return Numbering("nothing")

    def _choice(self, point: ChoicePoint) -> Numbering:
        type, board = point.type, self.layout.board
        if type.is_thing:
            return Numbering("thing")
        if type.base == "enum":
            values = board.enums[type.of].values
            first = self._block(("enum", type.of), [f"no {type.of}", *values])
            return Numbering("value", first)
        return Numbering("order", self._block("listed", self._listed()))

    def _listed(self) -> Iterator[str]:
        yield from (f"value {at + 1}" for at in range(self._most_listed()))

    def _most_listed(self) -> int:
        """The most values, other than things, that a question may list."""
        listed = [p for p in self.choices if not p.type.is_thing and p.type.base != "enum"]
        bounds = register_bounds(self.program)
        found = (bounds.get(point.entry, {}).get(point.source - FRAME) for point in listed)
        most = [_MOST_LISTED if b is None or b.most > _MOST_VALUES else int(b.most) for b in found]
        return max(most, default=0)

    # ----------------------------------------------------------------------------- options

    def _most_offered(self) -> Counter[tuple[str, int]]:
        """How often a question may offer an option on a thing or its copies, by its id and the
        first of these; with -1, on things that can't be seen.
        """
        most = Counter[tuple[str, int]]()
        for point in self.program.points:
            if isinstance(point, MenuPoint):
                rows = [(row.declared.id, row.this) for row in point.rows]
                most |= Counter((id, self.representatives[on]) for id, on in rows)
                most |= Counter((id, -1) for id, on in rows if on in self.program.hides)
        return most

    def _option(self, id: str, on: int) -> int:
        copies = self.most[id, on] or 1
        item = self.layout.items[on]
        name = item.thing.id if item.thing and copies > 1 else item.name
        of = f" of {name}" if on else ""
        names = (f"{id}{of} ({at + 1})" if at else f"{id}{of}" for at in range(copies))
        return self._block((id, on), names)

    def _hidden_option(self, id: str, on: int) -> int:
        layout = self.layout
        if on not in self.program.hides:
            return -1
        places = sum(zone.seen_by != "all" for zone, _ in layout.zones)
        many = self.most[id, -1]
        if layout.face_down is None and not self.program.stacks:
            many = min(many, places)
        names = [f"{id} of hidden {at + 1}" for at in range(many)]
        return self._block((id, -1), names) if many else -1
