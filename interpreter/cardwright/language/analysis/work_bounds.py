"""Upper bounds on the work of expressions, computed before anything is played.

Steps are counted in play, but one expression runs to its end: sets inside sets multiply, and
definitions that call each other do too. Owns these bounds. Since a definition's modifiers belong to
its value, it also finds definitions that depend on their own value through one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cardwright.board import network
from cardwright.board.model import Board, plural
from cardwright.board.types import Type, thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions
from cardwright.language.analysis.edge_counts import EdgeCounts
from cardwright.language.core import Expr
from cardwright.language.declared import Ability
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span

MOST = 20_000_000  # single steps of one expression
STEPS = 200_000  # statements that an answer may run
LOOK_UP = 20  # the work of finding a value that is kept
MOST_FACTORS = 6  # that are told
UNKNOWN = 1_000  # members of a set whose size nothing tells
_ENDLESS = 10**18
NOTHING: Mapping[str, int] = MappingProxyType({})


def report_costs(checked: Checked, report: Report, known: Mapping[str, int] = NOTHING) -> None:
    """Reports each expression that may be too much work (CW231) or depend on itself (CW216).

    `known` are the costs of definitions, where they were worked out before.
    """
    costs = Costs(checked, known)
    for name in [name for name in checked.functions if name != SILENCED]:
        # Every circle goes through a modifier, one through silence also through another one.
        endless = costs.of_definition(name) >= _ENDLESS
        for modifier in checked.modifiers.get(name, ()) if endless else ():
            if (place := costs.endless_part(modifier)) is not None:
                message = f"`{name}` depends on its own value through this modifier"
                report.error("CW216", message, place, "remove it from the modifier")
    if not report.failed:
        for expr, span in _expressions(checked):
            costs.check(expr, span, report)


def _expressions(checked: Checked) -> Iterator[tuple[Expr, Span]]:
    yield from ((f.body, f.span) for f in checked.functions.values())
    routines = [
        *checked.rules.values(),
        *checked.effects.values(),
        *(option.routine for option in checked.options),
        *(ability.routine for ability in checked.abilities),
    ]
    for routine in routines:
        for statement in core.statements(routine.body):
            yield from ((expr, statement.span) for expr in _parts(statement))
    for ability in checked.abilities:
        if ability.test is not None:
            yield ability.test, ability.test.span
    yield from ((condition, condition.span) for condition in checked.conditions.values())
    for option in checked.options:
        if option.test is not None:
            yield option.test, option.test.span


def _parts(node: core.Stmt | Expr | core.Limit) -> Iterator[Expr]:
    """The direct subexpressions of a node, including those in the limits of a choice."""
    for part in core.children(node):
        if isinstance(part, Expr):
            yield part
        elif isinstance(part, core.Limit):
            yield from _parts(part)


class Costs:
    """Upper bounds on the steps of expressions and the sizes of sets in one game."""

    def __init__(self, checked: Checked, known: Mapping[str, int] = NOTHING) -> None:
        self.checked = checked
        self.board: Board = checked.declared.board
        self._definitions: dict[str, int] = dict(known)
        self._open: set[str] = set()
        self._keeps = any(d.kept for d in checked.declared.definitions.values())
        self._open_places: dict[str, int] = {}  # by kind of edges, for longest paths
        # How many there are of each kind.
        self.things = {kind: self._number(kind) for kind in self.board.kinds}

    def check(self, expr: Expr, span: Span, report: Report) -> None:
        work = self.of(expr) + self._kept_in(expr)
        if work <= MOST:
            return
        paths = [e for e in core.inside(expr) if isinstance(e, core.Connection) and e.op == "path"]
        if path := next((path for path in paths if self._path(path) > MOST), None):
            self._report_path(path, report)
            return
        where = expr.span if expr.span.text.strip() else span
        help = "look at fewer things at once, or split the work into steps in a rule; "
        help += "`kept: true` works out a definition once for each of its arguments"
        message = f"this may look at too many things: {_said(work)}, where {MOST:,} are allowed"
        if factors := ", each with ".join(self.factors(expr)):
            message += f" ({factors})"
        report.error("CW231", message, where, help)

    def factors(self, expr: Expr) -> list[str]:
        """The sets and definitions that multiply: those that the most work goes into."""
        found: list[str] = []
        while len(found) < MOST_FACTORS:
            if isinstance(expr, core.Call):
                found.append(f"`{expr.name}`")
                parts = [self.checked.functions[expr.name].body, *expr.args]
            elif (body := _looped(expr)) is not None and self._is_most(expr, body):
                found.append(self._counted_kind(expr))
                parts = [body]
            else:
                parts = list(_parts(expr))
            if not parts:
                break
            expr = max(parts, key=self.of)
        return found

    def _is_most(self, expr: Any, body: Expr) -> bool:
        """Whether it is more work than finding the set, which takes a few steps each."""
        return 3 * self.size(expr.source) * self.of(body) >= self.of(expr.source)

    def _counted_kind(self, expr: Any) -> str:
        number, of = self.size(expr.source), expr.source.type.of
        kind = self.board.kinds.get(of)
        return f"{number:,} {kind.plural if kind else plural(of) if of else 'numbers'}"

    def _kept_in(self, expr: Expr) -> int:
        """The work of what is worked out only once, wherever it is needed."""
        return min(_ENDLESS, sum(map(self._all_values, self._kept_names(expr))))

    def _kept_names(self, expr: Expr) -> set[str]:
        waiting, seen = [expr], set[str]()
        while waiting and self._keeps:
            calls = (e for e in core.inside(waiting.pop()) if isinstance(e, core.Call))
            new = {call.name for call in calls} - seen
            seen |= new
            waiting += [self.checked.functions[name].body for name in new]
        return set(filter(self._is_kept, seen))

    def _all_values(self, name: str) -> int:
        """The work of a definition for each of its arguments."""
        times = 1
        for type in self.checked.functions[name].takes:
            times *= self._values(type)
        return min(_ENDLESS, times * self.of_definition(name))

    def _values(self, type: Type) -> int:
        if type.base == "enum":
            return len(self.board.enums[type.of].values)
        return 2 if type.base == "flag" else self.things.get(type.of, UNKNOWN)

    def _report_path(self, path: core.Connection, report: Report) -> None:
        assert path.edges is not None
        several = self.board.kinds[path.edges.type.of].plural
        number = EdgeCounts(self.checked, self.size).most(path.edges)
        message = f"the longest path in up to {number} {several} is too much work"
        help = f"look at those of one player, as in `{several} with your KIND`"
        report.error("CW231", message, path.span, help)

    def of_definition(self, name: str) -> int:
        if name in self._open:
            return _ENDLESS
        if name not in self._definitions:
            self._open.add(name)
            parts = [self.checked.functions[name].body]
            for modifier in self.checked.modifiers.get(name, ()):
                parts += self._modifying(modifier)
            self._definitions[name] = min(_ENDLESS, sum(self.of(part) for part in parts))
            self._open.discard(name)
        return self._definitions[name]

    def _modifying(self, modifier: core.Modifier) -> Iterator[Expr]:
        yield modifier.value
        if modifier.test is not None:
            yield modifier.test
        yield from self._activity(modifier.declared)

    def endless_part(self, modifier: core.Modifier) -> Span | None:
        """Where a modifier leads back to what it modifies; None if it does not."""
        parts = [part for part in self._modifying(modifier) if self.of(part) >= _ENDLESS]
        own = [part.span for part in parts if part in (modifier.value, modifier.test)]
        return (own or [modifier.declared.pattern])[0] if parts else None

    def _activity(self, ability: Ability) -> Iterator[Expr]:
        """On what it depends whether a modifier counts."""
        if ability.bearer is not None:
            this = core.Lit(thing(ability.bearer.kind), ability.span, 0)
            silences = SILENCED in self.checked.functions
            yield from active_conditions(self.board, this, ability, silences)

    def of(self, expr: Expr) -> int:
        """The most steps of an expression; `_ENDLESS` if it is unbounded."""
        special = _SPECIAL.get(type(expr))  # a table: thousands of cards have many expressions
        found = special(self, expr) if special else None
        return min(_ENDLESS, self._plain(expr) if found is None else found)

    def _plain(self, expr: Expr) -> int:
        own = 1 + (self.size(expr) if expr.type.many else 0)
        return own + sum([self.of(part) for part in core.children(expr)])

    def _call(self, expr: core.Call) -> int:
        work = self.of_definition(expr.name)
        work = LOOK_UP if self._is_kept(expr.name) else work
        return 1 + sum(self.of(arg) for arg in expr.args) + work

    def _is_kept(self, name: str) -> bool:
        """Whether a definition is worked out once for each of its arguments, which are few."""
        found = self.checked.declared.definitions.get(name)  # a modified field has none
        return found is not None and found.kept and self._all_values(name) <= MOST

    def _filter(self, expr: core.Filter) -> int:
        return self._loop(expr.source, expr.test)

    def _body(self, expr: core.Reduce | core.ArgMax | core.SortBy) -> int:
        return self._loop(expr.source, expr.body)

    def _all_forbidden(self, expr: core.AllForbidden) -> int:
        """Only what prohibitions are asked about is looked at."""
        verb = expr.test.verb
        asked = any(a.hook == "forbid" and a.verb == verb for a in self.checked.abilities)
        return self._loop(expr.source, expr.test) if asked else 1

    def _member(self, expr: core.Member) -> int | None:
        """Whether a thing is there, and of a kind, is known without walking through the kind."""
        return 2 + self.of(expr.item) if isinstance(expr.source, core.Domain) else None

    def _counted(self, expr: core.Exists | core.Count) -> int | None:
        """The size of a list is known without walking it."""
        return 2 + self.of(expr.source.zone) if isinstance(expr.source, core.Contents) else None

    def _loop(self, source: Expr, body: Expr) -> int:
        return min(_ENDLESS, self.of(source) + self.size(source) * self.of(body))

    def _take_while(self, expr: core.TakeWhile | core.FlatMap) -> int:
        body = expr.test if isinstance(expr, core.TakeWhile) else expr.body
        return self._loop(expr.source, body)

    def _connection(self, expr: core.Connection) -> int:
        """Each place, and each way from one to the next, is looked at once."""
        own = self._path(expr) if expr.op == "path" else self._web(expr)
        return 1 + own + sum(self.of(part) for part in core.children(expr))

    def _web(self, expr: core.Connection) -> int:
        edges = 2 * self.size(expr.edges) if expr.edges else 8 * self.things[expr.kind]
        return self.things[expr.kind] + edges

    def _path(self, expr: core.Connection) -> int:
        """See `board.network`."""
        assert expr.edges is not None
        kind = expr.edges.type.of
        if kind not in self._open_places:
            self._open_places[kind] = network.swept(self.board, kind)[1]
        edges = EdgeCounts(self.checked, self.size).most(expr.edges)
        return network.path_work(edges, self._open_places[kind])

    def size(self, expr: Expr) -> int:
        """The most members of a set."""
        if isinstance(expr, core.Ray):
            return self._longest_ray(expr.kind)
        if isinstance(expr, core.TakeWhile):
            return self.size(expr.source)
        if isinstance(expr, core.FlatMap):
            return min(self.size(expr.source) * self.size(expr.body), self.things[expr.type.of])
        if isinstance(expr, core.Filter | core.ArgMax | core.SortBy | core.StartFrom):
            return self.size(expr.source)
        if isinstance(expr, core.Numbers):
            low, high = expr.low, expr.high
            known = isinstance(low, core.Lit) and isinstance(high, core.Lit)
            return high.value - low.value + 1 if known else UNKNOWN  # type: ignore[attr-defined]
        if isinstance(expr, core.SetOf):
            return len(expr.items)
        if expr.type.base == "enum":
            return len(self.board.enums[expr.type.of].values)
        return self.things.get(expr.type.of, UNKNOWN)

    def _longest_ray(self, kind: str) -> int:
        grid = self.board.kinds[kind].grid
        return max(grid.width, grid.height) if grid is not None else self.things[kind]

    def _number(self, kind: str) -> int:
        """How many things of a kind there are, including copies and all players' pieces.

        Of many, the next power of two: what was worked out holds with one card more.
        """
        players = self.board.things.get("player", {}).values()
        total = 0
        for leaf in self.board.below(kind):
            total += sum(thing.copies for thing in self.board.things.get(leaf, {}).values())
            total += self.board.pieces.get(leaf, 0)
            each = self.board.kinds[leaf].each_player
            total += sum(player.pieces.get(leaf, each) for player in players)
        return max(1, total) if total <= UNKNOWN else 1 << (total - 1).bit_length()


def _looped(expr: Expr) -> Expr | None:
    """What is worked out for each member of a set."""
    if isinstance(expr, core.Filter | core.AllForbidden):
        return expr.test
    return expr.body if isinstance(expr, core.Reduce | core.ArgMax | core.SortBy) else None


def _said(work: int) -> str:
    return "endlessly many" if work >= _ENDLESS else f"up to {work:,}"


_SPECIAL: dict[type, Callable[[Costs, Any], int | None]] = {
    core.Call: Costs._call,
    core.Filter: Costs._filter,
    core.Reduce: Costs._body,
    core.ArgMax: Costs._body,
    core.SortBy: Costs._body,
    core.AllForbidden: Costs._all_forbidden,
    core.TakeWhile: Costs._take_while,
    core.FlatMap: Costs._take_while,
    core.Connection: Costs._connection,
    core.Exists: Costs._counted,
    core.Count: Costs._counted,
    core.Member: Costs._member,
}
"""Expressions that are not the sum of their parts; None is one that is."""
