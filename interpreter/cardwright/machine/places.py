"""The places of checked rules that tests and games are to reach.

A place is known by its span and `what` must happen there: statements run, tests are true and
false, branches and options are taken, loops go round and don't, modifiers and triggers apply.
What the checker made of a text (the loop in `remove all ...`) is no place of its own, and
what can't be otherwise (a loop over the players that finds none) is none either.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from cardwright.board.model import Board, Field, Thing
from cardwright.language import core
from cardwright.language.core import Block, Expr
from cardwright.language.declared import Ability
from cardwright.language.front_end import Checked, CheckedAbility, CheckedOption
from cardwright.machine.coverage import Marks, Place
from cardwright.source.records import dataclass
from cardwright.source.text import Span

DOING = (core.Act, core.Change, core.Do, core.Perform, core.Roll)


def places_of(checked: Checked, fewest: int = 1) -> Marks:
    """All places of checked rules for so many players or more, none of which has run."""
    marks = Marks(checked, fewest)
    for rule in checked.rules.values():
        _In(marks, f"rule {rule.name}", rule.span).routine(rule)
    for (kind, id, _), effect in checked.effects.items():
        head = checked.declared.board.things[kind][id].span
        _In(marks, f"{kind} {id}", head or effect.span).routine(effect)
    for option in checked.options:
        _option(marks, option)
    for ability in checked.abilities:
        _ability(marks, ability, ability.declared)
    for function in checked.functions.values():
        _In(marks, f"definition {function.name}", function.span).function(function)
    _modifiers(marks)
    if checked.winners is not None:
        _In(marks, "winners", checked.winners.span).conditionals(checked.winners)
    return marks


def _bearer(marks: Marks, bearer: Thing | None, otherwise: str, span: Span) -> _In:
    """What a thing carries belongs to the thing."""
    if bearer is None:
        return _In(marks, otherwise, span)
    return _In(marks, f"{bearer.kind} {bearer.id}", bearer.span or span)


def _option(marks: Marks, option: CheckedOption) -> None:
    declared = option.declared
    within = _bearer(marks, declared.bearer, f"option {declared.id}", declared.span)
    within.place(option.routine, "runs", "taken", declared.span)
    within.test(option.test)
    within.routine(option.routine)


def _ability(marks: Marks, ability: CheckedAbility, declared: Ability) -> None:
    words = f"{ability.type} {' '.join(declared.pattern.text.split())}"
    within = _bearer(marks, ability.bearer, words, declared.pattern)
    if ability.type == "forbid" and ability.test is None:
        within.place(ability, "forbids", "forbids", declared.pattern)
    elif ability.type != "forbid":
        within.place(ability.routine, "runs", "applies", declared.pattern)
    within.test(ability.test)
    within.routine(ability.routine)


def _modifiers(marks: Marks) -> None:
    for modifiers in marks.checked.modifiers.values():
        for modifier in modifiers:
            _modifier(marks, modifier, modifier.declared)


def _modifier(marks: Marks, modifier: core.Modifier, declared: Ability) -> None:
    words = f"modify {' '.join(declared.pattern.text.split())}"
    within = _bearer(marks, declared.bearer, words, declared.pattern)
    within.place(modifier, "applies", "applies", declared.pattern)
    within.test(modifier.test)
    for expr in (modifier.test, modifier.value):
        if expr is not None:
            within.conditionals(expr)


@dataclass(frozen=True, slots=True)
class _In:
    """Adds the places of one definition."""

    marks: Marks
    definition: str
    head: Span

    def place(self, node: object, mark: str, what: str, span: Span) -> None:
        self.marks.add(node, mark, Place(what, span, self.definition, self.head))

    def function(self, function: core.Function) -> None:
        self.place(function, "used", "used", function.span)
        self.conditionals(function.body)

    def routine(self, routine: core.Routine) -> None:
        self.block(routine.body, None)
        self.conditionals(routine.body)

    def conditionals(self, part: object) -> None:
        """Every `if A then B else C` that the author wrote."""
        for found in core.walk(part):
            if isinstance(found, core.Cond) and not _same(found.test.span, found.span):
                self.test(found.test)

    def test(self, test: Expr | None) -> None:
        """The parts of a condition: what `and`, `or` and `not` join, each true and false."""
        for leaf in leaves(test) if test is not None else ():
            for outcome in ("true", "false"):
                self.place(leaf, outcome, outcome, leaf.span)

    def block(self, block: Block, outer: Span | None) -> None:
        for statement in block:
            if outer is None or not _same(statement.span, outer):
                self.place(statement, "runs", "runs", statement.span)
            elif isinstance(statement, DOING):
                self.place(statement, "runs", "happens", statement.span)
            self.inner(statement)

    def inner(self, s: core.Stmt) -> None:
        match s:
            case core.If():
                if not _same(s.test.span, s.span):
                    self.test(s.test)
                self.block(s.then, s.span)
                self.block(s.other, s.span)
            case core.ForEach() | core.Repeat():
                self.loop(s)
                self.block(s.body, s.span)
            case core.OneOf():
                for branch in s.branches:
                    self.branch(branch, s.span)
            case core.Open(other=other) if other is not None:
                self.block(other, s.span)
            case _:
                pass

    def loop(self, s: core.ForEach | core.Repeat) -> None:
        if not written_loop(s):
            return
        self.place(s, "some", "goes round", s.span)
        if not always_some(s, self.marks):
            self.place(s, "none", "goes past", s.span)

    def branch(self, branch: core.Branch, outer: Span) -> None:
        self.place(branch, "taken", f"takes {branch.id}", branch.span)
        first = branch.body[0].span if branch.body else branch.span
        if branch.test is not None and not _same(branch.test.span, first):
            self.test(branch.test)
        self.block(branch.body, outer)


def _same(one: Span, other: Span) -> bool:
    return (one.start, one.end, one.source.name) == (other.start, other.end, other.source.name)


def leaves(test: Expr) -> Iterator[Expr]:
    """What the author joined with `and`, `or`, `not`; what is always so is no condition."""
    parts: tuple[Expr, ...] = ()
    if isinstance(test, core.Logic):
        parts = (test.left, test.right)
    elif isinstance(test, core.Not):
        parts = (test.of,)
    if parts and not any(_same(part.span, test.span) for part in parts):
        for part in parts:
            yield from leaves(part)
    elif not isinstance(test, core.Lit):
        yield test


def written_loop(loop: core.ForEach | core.Repeat) -> bool:
    """Whether the author wrote a loop: what it goes through stands before what it does."""
    through = loop.number if isinstance(loop, core.Repeat) else loop.source
    return bool(loop.body) and through.span.start < loop.body[0].span.start


def always_some(loop: core.ForEach | core.Repeat, marks: Marks) -> bool:
    """Whether a loop can't be without something to go through."""
    if isinstance(loop, core.Repeat):
        return (_fixed(loop.number, marks.checked) or 0) > 0
    source, board = _unordered(loop.source), marks.checked.declared.board
    if isinstance(source, core.Numbers):
        low, high = _fixed(source.low, marks.checked), _fixed(source.high, marks.checked)
        return low is not None and high is not None and low <= high
    if isinstance(source, core.Filter):
        return _others(source, board) < marks.fewest
    if isinstance(source, core.Domain):
        root = board.root(source.kind)
        return root == "player" or (root == "place" and _stays(source.kind, board))
    if isinstance(source, core.Get) and source.field.printed:
        return _stays(source.type.of, board) and _printed_everywhere(source.field, board)
    return isinstance(source, core.Values)


def _unordered(source: Expr) -> Expr:
    while isinstance(source, core.Arranged | core.Rotated):
        source = source.source
    return source


def _fixed(number: Expr, checked: Checked) -> int | None:
    """What a number always is: written out, or a definition of such a one that none modifies."""
    if isinstance(number, core.Call) and not number.args and number.name not in checked.modifiers:
        number = checked.functions[number.name].body
    return number.value if isinstance(number, core.Lit) else None


def _others(source: Expr, board: Board) -> float:
    """How many are left out at most of all players, as by `each other player`; of all else any."""
    if isinstance(source, core.Domain) and board.root(source.kind) == "player":
        return 0
    if isinstance(source, core.Filter) and _all_but_one(source):
        return 1 + _others(_unordered(source.source), board)
    return inf


def _all_but_one(source: core.Filter) -> bool:
    """Whether its condition is that something is not one thing, which is known before."""
    test = source.test
    if not isinstance(test, core.Compare) or test.op != "!=":
        return False
    itself = [isinstance(s, core.Var) and s.index == source.var for s in (test.left, test.right)]
    plain = all(isinstance(s, core.Var | core.Reg | core.Named) for s in (test.left, test.right))
    return plain and itself.count(True) == 1


def _stays(kind: str, board: Board) -> bool:
    """Whether nothing of a kind can go out of the game."""
    return not any(map(board.gone_when, board.below(kind)))


def _printed_everywhere(printed: Field, board: Board) -> bool:
    """Whether every definition of a kind has something at a printed field."""
    things = [t for k in board.below(printed.kind) for t in board.things.get(k, {}).values()]
    values = [[t.values.get(printed.name), *t.by_players.get(printed.name, {}).values()]
              for t in things]  # fmt: skip
    return bool(values) and all(any(found) and () not in found for found in values)
