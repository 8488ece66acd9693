"""Decision points, where a program may ask a question, and log points, where it logs something.

They are fixed when the program is built. A point has everything that a question, a log entry or a
dispatch needs to know about its source text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.declared import Menu, Option
from cardwright.language.registry.movement import To
from cardwright.program.secret_changes import SecretChange
from cardwright.program.values import Value
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Test = Callable[..., int]


@dataclass(slots=True)
class ChoiceLimit:
    """At most `number(s, z, f, item)` chosen may share `key(s, z, f, item)`.

    The number is the same for all items unless it `varies`.
    """

    number: Test
    key: Test
    varies: bool


@dataclass(slots=True)
class ChoicePoint:
    """`source`, `chosen`, `low`, `high` and `result` are positions in the frame."""

    index: int
    span: Span
    routine: str
    scopes: tuple[str, ...]  # of the routine
    type: Type
    chooser: Test
    source: int
    chosen: int
    low: int
    high: int
    result: int
    many: bool
    again: bool
    secret: bool
    random: bool
    interchangeable: bool
    limits: tuple[ChoiceLimit, ...]
    statement: core.Choose
    ordered: bool = False
    needed: int = -1  # the position of the number needed by this choice and those after it
    spent: int = -1
    offers: Value | None = None  # the value from which `source` was calculated
    # `offers` as a function, once it was needed
    offered: Callable[..., Sequence[int]] | None = None
    unlogged: bool = False  # if there is only one way, no line of the log would name what is taken
    weight: int = 1  # the steps for each candidate
    entry: int = -1  # the number of the routine
    ask: int = 0
    done: int = 0


@dataclass(slots=True)
class BranchPoint:
    """A `choose one` or a *may*: ids, tests and the block at which each branch starts."""

    index: int
    span: Span
    routine: str
    scopes: tuple[str, ...]
    chooser: Test
    ids: tuple[str, ...]
    tests: tuple[Test | None, ...]
    statement: core.OneOf
    log_texts: tuple[core.Text, ...]  # for each answer
    blocks: tuple[int, ...] = ()
    after: int = 0
    secret: bool = False
    unlogged: bool = False  # if there is only one way, no line of the log would name it


@dataclass(slots=True)
class OptionRow:
    """An option of a menu, on one thing (`this`, 0 for the pack's own)."""

    declared: Option
    this: int
    test: Test | None
    payable: Test | None  # (s, z, you, this, ...) -> whether its cost can be paid
    limit: str  # the rule in each run of which it may be used once; "" for no limit
    limit_cell: int
    entry: int
    registers: int
    routine: int
    where: tuple[int, ...] | None = None  # the lists that the thing is in if it offers this, if any
    designs: frozenset[int] | None = None  # its designs then, if these may change
    weight: int = 0  # the steps of its tests


@dataclass(slots=True)
class RowsInPlay:
    """The rows of a menu by the thing that offers them, so that few are tested.

    `anywhere` may be offered whatever lists their things are in. `forms` is where the designs of
    things begin in the state, 0 if these never change.
    """

    rows: Sequence[OptionRow]
    forms: int
    anywhere: list[int] = field(default_factory=list)
    by_thing: dict[int, list[int]] = field(default_factory=dict)
    by_design: dict[tuple[int, int], Weighed] = field(default_factory=dict)  # rows from `by_thing`
    lists: list[int] = field(default_factory=list)

    def in_state(self, s: Sequence[int], z: Sequence[Sequence[int]]) -> Weighed:
        """The numbers of all rows that may be offered now, possibly with others; and the steps of
        their tests.
        """
        found, steps = self._weighed(self.anywhere)
        forms = self.forms
        for number in self.lists:
            for item in z[number]:
                if item in self.by_thing:
                    more, work = self._of(item, s[forms + item] if forms else 0)
                    found += more
                    steps += work
        found.sort()
        return found, steps

    def _of(self, item: int, design: int) -> Weighed:
        """The rows of a thing with this design."""
        if (item, design) not in self.by_design:
            own = ((number, self.rows[number].designs) for number in self.by_thing[item])
            fits = [number for number, looks in own if looks is None or design in looks]
            self.by_design[item, design] = self._weighed(fits)
        return self.by_design[item, design]

    def _weighed(self, numbers: Sequence[int]) -> Weighed:
        return [*numbers], sum(self.rows[number].weight for number in numbers)


Weighed = tuple[list[int], int]
"""Numbers of rows, and the steps of all their tests."""


def rows_in_play(rows: Sequence[OptionRow], forms: int) -> RowsInPlay:
    found = RowsInPlay(rows, forms)
    for number, row in enumerate(rows):
        if row.where is None:
            found.anywhere.append(number)
        else:
            found.by_thing.setdefault(row.this, []).append(number)
    found.lists = sorted({number for row in rows for number in row.where or ()})
    return found


@dataclass(slots=True)
class MenuPoint:
    index: int
    span: Span
    routine: str
    scopes: tuple[str, ...]
    menu: Menu
    chooser: Test
    can_pass: bool
    always: bool  # asks even if nothing is offered
    rows: list[OptionRow] = field(default_factory=list)
    arguments: tuple[Test, ...] = ()
    needed: tuple[Test, ...] = ()  # none of these may be none
    done: int = 0
    passed: int = 0
    secret: bool = False
    in_play: RowsInPlay | None = None  # for `rows`, once it was needed


@dataclass(slots=True)
class TriggerPoint(MenuPoint):
    """Which of the waiting abilities reacts next, each as a row of its own.

    `waiting` is where they are in the frame; rows are found by the routine and *this*.
    """

    waiting: AtOnceSlots = field(kw_only=True)
    found: dict[tuple[int, int], int] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True, slots=True)
class AtOnceSlots:
    """The registers of an `all at once` block.

    `open` is 1 while it runs. `active` has the rows of the abilities that counted when it began,
    each with the place of its thing. Waiting abilities are in `routines` (a routine, the number of
    further values it takes, and these) and in `ids` (the first five values of each, and the
    source).
    """

    open: int
    active: int
    routines: int
    ids: int


@dataclass(slots=True)
class LogPoint:
    """The subject of a log entry: a verb, and its text and statement.

    `entry`: the number of the routine, since several may have one name; -1 if it is in none.
    `secret_change`: how the new value of a hidden number follows from secret choices.
    """

    index: int
    span: Span
    routine: str
    verb: str
    statement: core.Stmt
    entry: int = -1
    secret: bool = False
    secret_change: SecretChange | None = None

    @property
    def captured(self) -> int:
        """The number of values that it stores with a hidden number."""
        return self.secret_change.size if self.secret_change is not None else 0

    @property
    def to(self) -> To | None:
        """What becomes of the thing in its line, if it is about one."""
        return self.statement.movement.to if isinstance(self.statement, core.Move) else None

    @property
    def change(self) -> core.Assign:
        """The change of a cell in its line."""
        assert isinstance(self.statement, core.Assign)
        return self.statement


Point = ChoicePoint | BranchPoint | MenuPoint | LogPoint
