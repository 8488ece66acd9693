"""How much work an answer and a game may be, and how it is counted; see decision 0029.

Work with a small bound, computed before play, is counted by that bound, at the start of its routine
or of each round of its loop. Work that may be more is measured: its loops and its definitions count
themselves. Responsible for the budgets, and decides which work is measured; knows nothing about how
a backend counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from cardwright.language import core
from cardwright.language.analysis.expression_costs import CACHE_FROM, LOOK_UP, MAX_STEPS, Costs
from cardwright.language.analysis.heavy_expressions import heavy_expressions
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass

MAX_OF_ANSWER = 50_000_000  # some 20 turns in which nobody is asked have 20,000,000
MAX_OF_GAME = 1_000_000_000
BLOCK = 50  # the steps of a block, including everything in it that is not an expression
LINE = 1_000  # the steps of a line of the log, which stays in memory to the end of a game
FEW = 8  # the number of values of a log line that cost nothing
VALUE = 100  # the steps for each further value, since it stays in memory, too
SHUFFLED = 8  # the steps for each thing that is shuffled
LISTED = 16  # the number of members of a set that are copied or moved in the time of one step
LIGHT = 20_000  # the most steps of an expression that is not measured
SMALL = 4_000  # and of an unmeasured part of one that is
SHORT = 10 * LOOK_UP  # the most steps of a definition outside its loops, which its caller counts
MEASURED = 8_000  # the steps from which a definition is measured


@dataclass(slots=True)
class Metering:
    """`costs` are bounds on all work except that of the definitions that are `counting` it
    themselves. Of those, the loops of the `measured` ones count themselves, too. `banned`: for each
    event, the work of testing all prohibitions.
    """

    costs: Costs
    counting: frozenset[str]
    measured: frozenset[str]
    banned: dict[core.Event, int]
    _known: dict[int, tuple[Expr, int]] = field(default_factory=dict, init=False)  # by their ids

    def is_light(self, expr: Expr) -> bool:
        return self._of(expr) <= LIGHT

    def counted(self, expr: Expr) -> int:
        """The steps that an expression counts at its start: all of them, or those that are not
        measured.
        """
        found = self._of(expr)
        return found if found <= LIGHT else self.weight((expr,))

    def _of(self, expr: Expr) -> int:
        """The most steps, including the tests of prohibitions."""
        if self.costs.loops:
            return self._worked_out(expr)
        if id(expr) not in self._known:
            self._known[id(expr)] = expr, self._worked_out(expr)
        return self._known[id(expr)][1]

    def _worked_out(self, expr: Expr) -> int:
        work = self.costs.of(expr)
        if not self.banned:
            return work
        tests = (e for e in core.inside(expr) if isinstance(e, core.Forbidden))
        asked = (self.banned.get(test.event.of_any_kind, 0) for test in tests)
        return work * (1 + max(asked, default=0))

    def weight(self, parts: Iterable[Expr]) -> int:
        """The steps of expressions without those of loops and definitions that are measured."""
        return sum(map(self._straight, parts))

    def _straight(self, expr: Expr) -> int:
        if self.is_small(expr):
            return self._of(expr)
        return self._own(expr) + sum(map(self._straight, core.children(expr)))

    def is_small(self, expr: Expr) -> bool:
        """Whether a part of a measured expression is counted by its bound nevertheless."""
        return self._of(expr) <= SMALL

    def _own(self, node: Expr) -> int:
        match node:
            case core.Connection():
                return min(MAX_STEPS, self.costs.of(node))
            case core.Call():
                return self.costs.of_definition(node.name)
            case core.Forbidden():
                return 1 + self.banned.get(node.event.of_any_kind, 0)
        return 1 + (self.costs.size(node) // LISTED if node.type.many else 0)

    def of_definition(self, name: str) -> int:
        """The steps that a call of a counting definition counts, including its modifiers."""
        count = self.weight if name in self.measured else self._all
        modifiers = self.costs.checked.modifiers.get(name, ())
        parts = [self.costs.checked.functions[name].body]
        parts += [part for m in modifiers for part in _parts(m)]
        own = count(parts[:1])
        own += sum(count(_parts(m)) * self.costs.bearers(m) for m in modifiers)
        return own if own > SHORT or self._calls_counting(parts) else 0

    def _calls_counting(self, parts: Iterable[Expr]) -> bool:
        calls = (e for p in parts for e in core.inside(p) if isinstance(e, core.Call))
        return any(call.name in self.counting for call in calls)

    def _all(self, parts: Iterable[Expr]) -> int:
        return sum(map(self._of, parts))


def _parts(modifier: core.Modifier) -> list[Expr]:
    return [modifier.value, *([modifier.test] if modifier.test is not None else [])]


@memoized
def metering(checked: Checked) -> Metering:
    """The metering of a game without errors."""
    heavy = heavy_expressions(checked)
    costs = heavy.costs if heavy is not None else Costs(checked)
    measured = frozenset(n for n in checked.functions if _of_definition(costs, n) > MEASURED)
    counting = measured if heavy is None else measured | heavy.cached
    banned: dict[core.Event, int] = {}
    for ability in (a for a in checked.abilities if a.hook == "forbid"):
        test = 0 if ability.test is None else min(CACHE_FROM, costs.of(ability.test))
        event = ability.event.of_any_kind
        banned[event] = banned.get(event, 0) + (2 + test) * costs.bearers(ability)
    # Whether things change hands is not looked up again: an upper bound is enough here.
    others = Costs(checked, dict.fromkeys(counting, LOOK_UP), transfers=bool(counting) or None)
    return Metering(others, counting, measured, banned)


def _of_definition(costs: Costs, name: str) -> int:
    """The most steps of a definition, including all things that carry its modifiers."""
    modifiers = costs.checked.modifiers.get(name, ())
    return costs.of_definition(name) + 2 * sum(costs.bearers(m) for m in modifiers)
