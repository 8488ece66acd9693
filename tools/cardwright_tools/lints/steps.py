"""CW520: how many steps an effect takes at worst, worked out before anything is played.

A step is a statement, with all it sets off. Owns two bounds: of a whole run, and of the
longest stretch between two questions, which must stay below what an answer may take. A
choice counts as a question, though one with a single answer asks nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cardwright import Rules
from cardwright.language import core, registry
from cardwright.language.checker import Checked, CheckedAbility
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.cost import UNKNOWN, Costs
from cardwright.machine.game import STEPS
from cardwright.source.diagnostics import Report
from cardwright_tools.lints import ranges
from cardwright_tools.lints.tree import Owner, owners

MOST = 10**15
"""Where bounds stop to grow."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Steps of a run at most: in `all`, to the first question, after the last, in one stretch.

    `through` is None when it surely asks. `endless`: it may run itself again, and the numbers
    are those of one round.
    """

    all: int = 0
    through: int | None = 0
    first: int = 0
    last: int = 0
    stretch: int = 0
    endless: bool = False

    def then(self, next: Bound) -> Bound:
        both = self.through is not None and next.through is not None
        first = self.first if self.through is None else max(self.first, self.through + next.first)
        last = next.last if next.through is None else max(next.last, self.last + next.through)
        return _bound(
            self.all + next.all,
            self.through + next.through if both else None,  # type: ignore[operator]
            first,
            last,
            max(self.stretch, next.stretch, self.last + next.first),
            self.endless or next.endless,
        )

    def times(self, number: int) -> Bound:
        if number < 1 or self.through is None:
            once = Bound(endless=self.endless) if number < 1 else self
            stretch = max(once.stretch, once.last + once.first if number > 1 else 0)
            return _bound(once.all * number, once.through, once.first, once.last, stretch,
                          once.endless)  # fmt: skip
        more = self.through * (number - 1)
        return _bound(self.all * number, self.through * number, self.first + more,
                      self.last + more, self.stretch + more, self.endless)  # fmt: skip

    def either(self, other: Bound) -> Bound:
        silent = [b.through for b in (self, other) if b.through is not None]
        return _bound(max(self.all, other.all), max(silent) if silent else None,
                      max(self.first, other.first), max(self.last, other.last),
                      max(self.stretch, other.stretch), self.endless or other.endless)  # fmt: skip


def _bound(
    all: int, through: int | None, first: int, last: int, stretch: int, endless: bool
) -> Bound:
    first, last = min(first, MOST), min(last, MOST)
    through = None if through is None else min(through, MOST)
    stretch = min(max(stretch, first, last, through or 0), MOST)
    return Bound(min(all, MOST), through, first, last, stretch, endless)


STEP = Bound(1, 1, 1, 1, 1)
ASK = Bound(1, None, 1, 0, 1)
NOTHING = Bound()


@dataclass(slots=True)
class Bounds:
    """The bounds of a game's effects; each rule is worked out once."""

    checked: Checked
    costs: Costs
    known: dict[str, Bound] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    reacting: dict[str, list[int]] = field(default_factory=dict)

    def routine(self, made: core.Routine) -> Bound:
        """Of an effect that is not a rule: what a card, an option or an ability does."""
        return self.block(made.body)

    def rule(self, name: str) -> Bound:
        made = self.checked.rules.get(name)
        bound = self._once(f"rule {name}", [made.body] if made else [])
        return bound.then(self.events(f"rule {name}", ""))

    def _once(self, name: str, blocks: Iterable[Block]) -> Bound:
        """The worst of some blocks; a name that is being worked out may run itself."""
        if name in self.open:
            return Bound(endless=True)
        if name not in self.known:
            self.open.add(name)
            found = NOTHING
            for at, body in enumerate(blocks):
                found = found.either(self.block(body)) if at else self.block(body)
            self.open.discard(name)
            self.known[name] = found
        return self.known[name]

    def block(self, statements: Block) -> Bound:
        found = NOTHING
        for statement in statements:
            found = found.then(self.statement(statement))
        return found

    def statement(self, s: Stmt) -> Bound:
        match s:
            case core.Choose():
                return STEP if s.random else ASK
            case core.ForEach():
                return STEP.then(self.block(s.body).times(self.costs.size(s.source)))
            case core.Repeat():
                return STEP.then(self.block(s.body).times(self.number(s.number)))
            case core.If():
                return STEP.then(self.block(s.then).either(self.block(s.other)))
            case core.OneOf():
                return ASK.then(self.worst([branch.body for branch in s.branches]))
            case core.Open():
                return ASK.then(self.part(s)).then(self.block(s.other or ()).either(NOTHING))
            case _:
                return self.simple(s)

    def simple(self, s: Stmt) -> Bound:
        return STEP.then(self.part(s))

    def part(self, s: Stmt) -> Bound:
        """What a statement runs that stands elsewhere."""
        match s:
            case core.Do():
                return self.rule(s.rule)
            case core.Perform():
                printed = [e.body for (_, _, slot), e in self.checked.effects.items()
                           if slot == s.slot]  # fmt: skip
                return self._once(f"slot {s.slot}", printed)
            case core.Open():
                return self._once(f"menu {s.menu}", self.menu(s))
            case core.Act():
                return self.events(s.verb, s.kind)
            case core.Change():
                return self.events(f"change {s.field.name}", s.field.kind)
            case _:
                return NOTHING

    def menu(self, s: core.Open) -> list[Block]:
        return [o.routine.body for o in self.checked.options if o.declared.menu == s.menu]

    def worst(self, blocks: list[Block]) -> Bound:
        found = self.block(blocks[0]) if blocks else NOTHING
        for body in blocks[1:]:
            found = found.either(self.block(body))
        return found

    def events(self, verb: str, kind: str) -> Bound:
        """All that may react: which of them do is not looked into."""
        name, found = f"event {verb} {kind}", NOTHING
        if name not in self.known:
            for at in self.reacting.get(verb, ()):
                ability = self.checked.abilities[at]
                if self.may_be(kind, ability) and ability.routine.body:
                    one = self._once(f"ability {at}", [ability.routine.body])
                    found = found.then(one.either(NOTHING))
            self.known[name] = found
        return self.known[name]

    def may_be(self, kind: str, ability: CheckedAbility) -> bool:
        board, wanted = self.checked.declared.board, ability.kind
        if ability.verb.partition(" ")[0] not in registry.VERBS or kind == wanted:
            return kind == wanted
        return board.is_a(kind, wanted) or (kind in board.kinds and board.is_a(wanted, kind))

    def number(self, e: Expr) -> int:
        """How often at most; what a size counts is no more than there are."""
        if isinstance(e, core.Count):
            return self.costs.size(e.source)
        high = ranges.of(e).high
        return UNKNOWN if high >= ranges.FAR else max(high, 0)


def bounds(rules: Rules) -> Bounds:
    """For all who ask: `rule` by its name, `routine` for what is printed on things."""
    found = Bounds(rules.checked, Costs(rules.checked))
    for at, ability in enumerate(rules.checked.abilities):
        found.reacting.setdefault(ability.verb, []).append(at)
    return found


def find(rules: Rules, report: Report) -> None:
    known = bounds(rules)
    for owner, parts in owners(rules.checked):
        for part in parts:
            if isinstance(part, core.Routine) and not _runs_too_much(part, known):
                _tell(owner, known.routine(part), report)


def _runs_too_much(made: core.Routine, known: Bounds) -> bool:
    """Whether something that it runs is too much by itself: then that is told of."""
    parts = (known.part(statement) for statement in core.statements(made.body))
    return any(bound.stretch > STEPS for bound in parts)


def _tell(owner: Owner, bound: Bound, report: Report) -> None:
    if bound.stretch > STEPS:
        message = (
            f"at worst this takes {bound.stretch:,} steps without a question; "
            f"{STEPS:,} is what an answer may take"
        )
        help = "go through fewer things at a time, or repeat it less often"
        report.tell("CW520", message, owner.span, help)
