"""The coverage points of checked rules, which tests and games should reach.

A point is identified by its span and `what` must happen there: statements run, tests are true and
false, branches and options are taken, loops run and are skipped, modifiers and triggers apply.
Statements that lowering adds (the loop in `remove all ...`) are not points, nor are impossible
outcomes (a loop over the players that finds none).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from cardwright.board.declarations import Field, Thing
from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.declared import Ability
from cardwright.language.front_end.checked import Checked, CheckedAbility, CheckedOption
from cardwright.program.coverage import Coverage, CoveragePoint
from cardwright.source.records import dataclass
from cardwright.source.text import Span

DOING = (core.Move, core.Assign, core.CallRule, core.Perform, core.Roll)


def coverage_of(checked: Checked, fewest: int = 1) -> Coverage:
    """All points of checked rules for this number of players or more, none of them hit."""
    coverage = Coverage(checked, fewest)
    for rule in checked.rules.values():
        _Collector(coverage, f"rule {rule.name}", rule.span).routine(rule)
    for (kind, id, _), effect in checked.effects.items():
        head = checked.board.things[kind][id].span
        _Collector(coverage, f"{kind} {id}", head or effect.span).routine(effect)
    for option in checked.options:
        _option(coverage, option)
    for ability in checked.abilities:
        _ability(coverage, ability)
    for name, condition in checked.conditions.items():
        thing = checked.declared.lasting[name].thing
        _bearer(coverage, thing, "", condition.span).test(condition)
    for function in checked.functions.values():
        if function.name in checked.changes.fields.values():
            continue  # a printed value needs no test
        _Collector(coverage, f"definition {function.name}", function.span).function(function)
    _modifiers(coverage)
    for automaton in checked.automata:
        words, head = f"automaton {automaton.declared.player}", automaton.declared.span
        for answer in automaton.answers:
            _Collector(coverage, words, head).place(answer, "used", "used", answer.span)
    for list_rule in checked.list_rules:
        declared = list_rule.declared
        _Collector(coverage, "rule for lists", declared.span).test(list_rule.test)
    if checked.winners is not None:
        _Collector(coverage, "winners", checked.winners.span).conditionals(checked.winners)
    return coverage


def _bearer(coverage: Coverage, bearer: Thing | None, otherwise: str, span: Span) -> _Collector:
    """The definition that a carried rule belongs to: the thing."""
    if bearer is None:
        return _Collector(coverage, otherwise, span)
    return _Collector(coverage, f"{bearer.kind} {bearer.id}", bearer.span or span)


def _option(coverage: Coverage, option: CheckedOption) -> None:
    declared = option.declared
    within = _bearer(coverage, declared.bearer, f"option {declared.id}", declared.span)
    within.place(option.routine, "runs", "taken", declared.span)
    within.test(option.test)
    within.routine(option.routine)


def _ability(coverage: Coverage, ability: CheckedAbility) -> None:
    declared = ability.declared
    if declared.implied:
        return
    words = f"{declared.kind.key} {' '.join(declared.pattern.text.split())}"
    within = _bearer(coverage, ability.bearer, words, declared.pattern)
    if ability.hook == "forbid" and ability.test is None:
        within.place(ability, "forbids", "forbids", declared.pattern)
    elif ability.hook != "forbid":
        within.place(ability.routine, "runs", "applies", declared.pattern)
    within.test(ability.test)
    if ability.routine.window is None:  # its statements are not its author's
        within.routine(ability.routine)


def _modifiers(coverage: Coverage) -> None:
    for modifiers in coverage.checked.modifiers.values():
        for modifier in modifiers:
            _modifier(coverage, modifier, modifier.declared)


def _modifier(coverage: Coverage, modifier: core.Modifier, declared: Ability) -> None:
    words = f"{declared.kind.key} {' '.join(declared.pattern.text.split())}"
    within = _bearer(coverage, declared.bearer, words, declared.pattern)
    within.place(modifier, "applies", "applies", declared.pattern)
    within.test(modifier.test)
    for expr in (modifier.test, modifier.value):
        if expr is not None:
            within.conditionals(expr)


@dataclass(frozen=True, slots=True)
class _Collector:
    """Collects the points of one definition; `within`: the texts of the statements around them."""

    coverage: Coverage
    definition: str
    head: Span
    within: tuple[Span, ...] = ()

    def place(self, node: object, mark: str, what: str, span: Span) -> None:
        point = CoveragePoint(what, span, self.definition, self.head, self.within)
        self.coverage.add(node, mark, point)

    def below(self, statement: core.Stmt) -> _Collector:
        """Collects what is in the text of a statement. An effect is not in its limit or cost."""
        if isinstance(statement.origin or statement, hir.OncePer | hir.PaidFirst):
            return self
        return replace(self, within=(*self.within, statement.span))

    def function(self, function: core.Function) -> None:
        self.place(function, "used", "used", function.span)
        self.conditionals(function.body)

    def routine(self, routine: core.Routine) -> None:
        self.block(routine.body, None)

    def conditionals(self, part: object) -> None:
        """Every `if A then B else C` that the author wrote."""
        for found in core.walk(part):
            if isinstance(found, core.Cond) and found.origin is None:
                self.test(found.test)

    def test(self, test: Expr | None) -> None:
        """The operands of a condition's `and`, `or` and `not`, each of which must be true and
        false.
        """
        for leaf in leaves(test) if test is not None else ():
            for outcome in ("true", "false"):
                self.place(leaf, outcome, outcome, leaf.span)

    def block(self, block: Block, outer: core.Stmt | None) -> None:
        for statement in block:
            around = self._around(statement)
            if outer is None or not _is_part(statement, outer):
                if not isinstance(statement.origin, hir.Inserted):
                    around.place(statement, "runs", "runs", statement.span)
            elif isinstance(statement, DOING):
                around.place(statement, "runs", "happens", statement.span)
            below = around.below(statement)
            below.inner(statement, around)
            for part in core.children(statement):
                if not isinstance(part, core.Stmt | core.Branch):
                    below.conditionals(part)

    def _around(self, statement: core.Stmt) -> _Collector:
        """Collects what is beside a statement: for one that lowering a verb added, such as the
        choice of `remove 1 cart`, this is inside the text of the verb.
        """
        said = statement.origin if _is_verbs(statement) else None
        return self.below(said) if isinstance(said, core.Stmt) else self

    def inner(self, s: core.Stmt, beside: _Collector) -> None:
        """Collects what is in a statement; what follows an `otherwise if` is `beside` it."""
        match s:
            case core.If():
                if not _is_verbs(s):
                    self.test(s.test)
                self.block(s.then, s)
                after = beside if isinstance(s.origin, hir.OtherwiseIf) else self
                after.block(s.other, s)
            case core.ForEach() | core.Repeat():
                self.loop(s)
                self.block(s.body, s)
            case core.AtOnce():
                self.block(s.body, s)
            case core.OneOf():
                for branch in s.branches:
                    self.branch(branch, s)
            case core.OpenMenu(other=other) if other is not None:
                self.block(other, s)
            case _:
                pass

    def loop(self, s: core.ForEach | core.Repeat) -> None:
        if not written_loop(s):
            return
        self.place(s, "some", "goes round", s.span)
        if not always_some(s, self.coverage):
            self.place(s, "none", "goes past", s.span)

    def branch(self, branch: core.Branch, outer: core.OneOf) -> None:
        self.place(branch, "taken", f"takes {branch.id}", branch.span)
        if branch.test is not None and not isinstance(outer.origin, hir.May):
            self.test(branch.test)
        self.block(branch.body, outer)
        self.conditionals(branch.test)


def _is_verbs(statement: core.Stmt) -> bool:
    """Whether a statement was added by lowering a verb or a ranking, so that no author wrote it."""
    return isinstance(
        statement.origin,
        hir.VerbStatement | hir.SimultaneousChoice | hir.Rank | hir.OncePer | hir.ChangeByKey,
    )


def _is_part(statement: core.Stmt, outer: core.Stmt) -> bool:
    """Whether a statement was written together with the outer one as a single statement."""
    if isinstance(outer.origin, hir.Distributed):
        return True
    of_loop = isinstance(statement.origin, hir.RepeatUntil | hir.OpenUntilPass)
    return (_is_verbs(statement) or of_loop) and statement.origin is outer.origin


def leaves(test: Expr) -> Iterator[Expr]:
    """The operands of `and`, `or` and `not` as written, without constant ones."""
    parts: tuple[Expr, ...] = ()
    if isinstance(test, core.Logic):
        parts = (test.left, test.right)
    elif isinstance(test, core.Not):
        parts = (test.of,)
    if parts and test.origin is None:
        for part in parts:
            yield from leaves(part)
    elif not isinstance(test, core.Lit):
        yield test


def written_loop(loop: core.ForEach | core.Repeat) -> bool:
    """Whether the author wrote the loop, so that it does not come from a verb or an `each` in a
    phrase.
    """
    return bool(loop.body) and not _is_verbs(loop) and not isinstance(loop.origin, hir.Distributed)


def always_some(loop: core.ForEach | core.Repeat, coverage: Coverage) -> bool:
    """Whether a loop always has something to iterate over."""
    if isinstance(loop, core.Repeat):
        return (_fixed(loop.number, coverage.checked) or 0) > 0
    source, board = _unordered(loop.source), coverage.checked.board
    if isinstance(source, core.Numbers):
        low, high = _fixed(source.low, coverage.checked), _fixed(source.high, coverage.checked)
        return low is not None and high is not None and low <= high
    if isinstance(source, core.Filter):
        return _others(source, board) < coverage.fewest
    if isinstance(source, core.Domain):
        root = board.root(source.kind)
        return root == "player" or (root == "place" and _stays(source.kind, board))
    if isinstance(source, core.Get) and source.field.printed:
        return _stays(source.type.of, board) and _printed_everywhere(source.field, board)
    return isinstance(source, core.Values)


def _unordered(source: Expr) -> Expr:
    while isinstance(source, core.SortBy | core.StartFrom):
        source = source.source
    return source


def _fixed(number: Expr, checked: Checked) -> int | None:
    """The constant value of a number: a literal, or an unmodified definition of one."""
    if isinstance(number, core.Call) and not number.args and number.name not in checked.modifiers:
        number = checked.functions[number.name].body
    return number.value if isinstance(number, core.Lit) else None


def _others(source: Expr, board: Board) -> float:
    """The most players that a filter excludes, as `each other player` does; unbounded otherwise."""
    if isinstance(source, core.Domain) and board.root(source.kind) == "player":
        return 0
    if isinstance(source, core.Filter) and _all_but_one(source):
        return 1 + _others(_unordered(source.source), board)
    return inf


def _all_but_one(source: core.Filter) -> bool:
    """Whether the condition is that the member is not one particular, fixed thing."""
    test = source.test
    if not isinstance(test, core.Compare) or test.op != "!=":
        return False
    itself = [isinstance(s, core.Var) and s.index == source.var for s in (test.left, test.right)]
    plain = all(isinstance(s, core.Var | core.Reg | core.Named) for s in (test.left, test.right))
    return plain and itself.count(True) == 1


def _stays(kind: str, board: Board) -> bool:
    """Whether nothing of a kind can leave the game."""
    return not any(map(board.gone_when, board.below(kind)))


def _printed_everywhere(printed: Field, board: Board) -> bool:
    """Whether every definition of a kind has a non-empty printed field."""
    things = [t for k in board.below(printed.kind) for t in board.things.get(k, {}).values()]
    values = [[t.values.get(printed.name), *t.by_players.get(printed.name, {}).values()]
              for t in things]  # fmt: skip
    return bool(values) and all(any(found) and () not in found for found in values)
