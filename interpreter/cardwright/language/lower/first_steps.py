"""The first step of an effect, and when it is possible: otherwise the effect is not offered.

Follows checked effects to their first step, into rules, conditions and payments, and adds the
condition for it to each alternative of a `choose one` and each `may`. Decides which steps can't be
done: a choice without candidates, something forbidden, a piece that is not there, a cost that can't
be paid. Any other first step can be done, because an effect does as much as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.payments import payable
from cardwright.language.lower.possible_changes import all_of, any_of, given
from cardwright.language.registry.movement import From, To
from cardwright.source.records import dataclass

DEEP, LARGE = 12, 400
"""How many rules deep a first step is looked for, and how large its condition may be."""


@dataclass(frozen=True, slots=True)
class Reactions:
    """How abilities affect events.

    `open`: something else may happen, or something before. `forbidden`: it may be forbidden.
    """

    open: set[core.Event] = field(default_factory=set)
    forbidden: set[core.Event] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Body(core.Node):
    statements: Block


class _UnknownError(Exception):
    """Something can't be known before the effect is carried out."""


Cell = tuple[str, str]
"""A cell of state, by its kind and its name."""


@dataclass(slots=True)
class _Frame:
    """The values in a routine's registers; in the routine that asks (`own`), they are known."""

    own: bool
    held: dict[int, Expr | None] = field(default_factory=dict)
    paid: set[Cell] = field(default_factory=set)
    rules: tuple[str, ...] = ()

    def copy(self) -> _Frame:
        return replace(self, held=dict(self.held), paid=set(self.paid))


Found = tuple[list[Expr], bool]
"""Conditions, and whether the first step is still to come."""


class FirstSteps:
    """Finds first steps for one checked game; `functions` and `rules` are its definitions and
    rules.
    """

    def __init__(
        self,
        expressions: Expressions,
        rules: Mapping[str, core.Routine],
        functions: Mapping[str, core.Function],
        modifiers: Mapping[str, list[core.Modifier]],
        reactions: Reactions,
    ) -> None:
        self.expressions, self.rules = expressions, rules
        self.functions, self.modifiers, self.reactions = functions, modifiers, reactions
        self._reads: dict[str, frozenset[Cell]] = {}

    def marked(self, block: Block) -> Block:
        """The statements, with each alternative of a choice offered only if its first step can be
        done.
        """
        return core.rewritten(_Body(block), self._marked).statements

    def _marked(self, part: Any) -> core.Node | None:
        if not isinstance(part, core.OneOf):
            return part if isinstance(part, Expr) else None  # expressions can't contain statements
        branches = tuple(self._branch(branch) for branch in part.branches)
        same = all(a is b for a, b in zip(branches, part.branches, strict=True))
        return part if same else replace(part, branches=branches)

    def _branch(self, branch: core.Branch) -> core.Branch:
        known = () if branch.test is None else (branch.test,)
        body, able = self.marked(branch.body), self.condition(branch.body, known)
        if body is branch.body and able is None:
            return branch
        return replace(branch, body=body, able=able)

    def condition(self, body: Block, known: Sequence[Expr]) -> Expr | None:
        """The condition under which the body's first step is possible; None if it always is.

        Conditions in `known` are tested anyway.
        """
        tests, _ = self._block(body, _Frame(own=True))
        asked = [part for test in known for part in hir.conjuncts(test)]
        left = [t for t in tests if not any(core.same(t, other) for other in asked)]
        return all_of(left) if left else None

    # -------------------------------------------------------------------- statements

    def _block(self, body: Block, frame: _Frame) -> Found:
        tests: list[Expr] = []
        for s in body:
            found, continues = self._step(s, frame)
            tests += found
            if not continues:
                return tests, False
        return tests, True

    def _step(self, s: core.Stmt, frame: _Frame) -> Found:
        rule = _STEPS.get(type(s))
        try:
            return rule(self, s, frame) if rule is not None else ([], False)
        except _UnknownError:
            return [], False

    def let(self, s: core.Let, frame: _Frame) -> Found:
        try:
            frame.held[s.reg] = self._known(s.value, frame)
        except _UnknownError:
            frame.held[s.reg] = None
        return [], True

    def choose(self, s: core.Choose, frame: _Frame) -> Found:
        if not _is_positive(self._known(s.low, frame)):
            return [], False
        found = [core.Exists(FLAG, s.span, self._known(s.source, frame))]
        return [*found, *self._needed(s, frame)], False

    def move(self, s: core.Move, frame: _Frame) -> Found:
        tests = self._needed(s, frame)
        if s.movement.takes is From.SUPPLY or s.movement.to is To.NOWHERE:
            return tests, False
        if not self._concerned(s, self.reactions.open) and self._concerned(
            s, self.reactions.forbidden
        ):
            item, actor = self._known(s.item, frame), self._known(s.actor, frame)
            to = None if s.to is None else self._known(s.to, frame)
            banned = core.Forbidden(FLAG, s.span, s.event, item, actor, to)
            tests.append(core.Not(FLAG, s.span, banned))
        return tests, False

    def _needed(self, s: core.Stmt, frame: _Frame) -> list[Expr]:
        """The requirements of a verb apart from something to choose."""
        said = s.origin
        need = said.needs(self.expressions) if isinstance(said, hir.VerbStatement) else None
        return [] if need is None else [self._known(need, frame)]

    def _concerned(self, s: core.Move, events: Iterable[core.Event]) -> bool:
        board, kinds = self.expressions.board, (e.kind for e in events if e.verb == s.movement.verb)
        return any(board.related(s.kind, k) for k in kinds)

    def pay(self, s: core.Assign, frame: _Frame) -> Found:
        if s.op != "pay":
            return [], False
        test = self._known(payable(s, self.expressions.board), frame)
        frame.paid |= {f.full_name for f in (s.field, *self.expressions.board.substitutes(s.field))}
        return [test], True

    def if_(self, s: core.If, frame: _Frame) -> Found:
        test = self._known(s.test, frame)
        if isinstance(s.origin, hir.Paying) and not s.other:
            frame.paid |= _changed(s.then)
            return [test], not s.origin.cost.effects  # these may change more than cells
        ways, frames = [], (frame.copy(), frame.copy())
        (then, on), (other, also_on) = map(self._block, (s.then, s.other), frames)
        frame.paid |= frames[0].paid | frames[1].paid
        for when, tests in ((test, then), (core.Not(FLAG, s.span, test), other)):
            ways.append(all_of([when, *tests]))
        for reg in core.filled_registers((*s.then, *s.other)):
            frame.held[reg] = None
        return ([any_of(ways)] if then or other else []), on and also_on

    def repeat(self, s: core.Repeat, frame: _Frame) -> Found:
        """The first round."""
        once = isinstance(s.number, core.Lit) and s.number.value > 0
        return (self._block(s.body, frame)[0] if once else []), False

    def at_once(self, s: core.AtOnce, frame: _Frame) -> Found:
        return self._block(s.body, frame)[0], False

    def one_of(self, s: core.OneOf, frame: _Frame) -> Found:
        """One of the alternatives must be available, and its own first step possible."""
        ways = []
        for branch in s.branches:
            tests = [] if branch.test is None else [self._known(branch.test, frame)]
            tests += self._block(branch.body, frame.copy())[0]
            if not tests:
                return [], False
            ways.append(all_of(tests))
        return [any_of(ways)], False

    def call(self, s: core.CallRule, frame: _Frame) -> Found:
        """Follows the rule; none of its required arguments may be none."""
        args = [self._known(arg, frame) for arg in s.args]
        needed = [self._known(arg, frame) for arg in s.needed]
        tests = [given(arg) for arg in needed if arg.type.optional]
        rule = self.rules.get(s.rule)
        known = rule is not None and s.event not in self.reactions.open
        if not known or s.rule in frame.rules or len(frame.rules) >= DEEP:
            return tests, False
        assert rule is not None
        held: dict[int, Expr | None] = dict(enumerate((self._known(s.you, frame), *args)))
        inner = _Frame(False, held, frame.paid, (*frame.rules, s.rule))
        found, continues = self._block(rule.body, inner)
        return [*tests, *found], continues

    # ------------------------------------------------------------------- expressions

    def _known(self, e: Expr, frame: _Frame) -> Expr:
        """An expression of values that are known beforehand; raises _UnknownError for anything
        else.
        """

        def rule(part: Any) -> core.Node | None:
            if not isinstance(part, core.Reg):
                return None
            found = frame.held.get(part.index, part if frame.own else None)
            if found is None:
                raise _UnknownError
            return found

        made = core.rewritten(core.SetOf(e.type, e.span, (e,)), rule).items[0]
        if frame.paid and self._fields(made) & frame.paid:
            raise _UnknownError
        if sum(1 for _ in core.walk(made)) > LARGE:
            raise _UnknownError
        return made

    def _fields(self, tree: object) -> frozenset[Cell]:
        """The cells that a tree reads, directly or through definitions."""
        found: set[Cell] = set()
        for node in core.walk(tree):
            if isinstance(node, core.Get):
                found.add(node.field.full_name)
            elif isinstance(node, core.Call):
                found |= self._of_definition(node.name)
        return frozenset(found)

    def _of_definition(self, name: str) -> frozenset[Cell]:
        if name not in self._reads:
            self._reads[name] = frozenset()  # for a definition that calls itself
            changed = (part for m in self.modifiers.get(name, ()) for part in (m.test, m.value))
            function = self.functions.get(name)
            trees = (function.body if function else None, *changed)
            read = (self._fields(tree) for tree in trees if tree is not None)
            self._reads[name] = frozenset().union(*read)
        return self._reads[name]


def _is_positive(least: Expr) -> bool:
    """Whether something must be chosen; for things that are removed one by one, in the first
    round.
    """
    match least:
        case core.Lit(value=value):
            return value > 0
        case core.Cond(
            test=core.Compare(
                op="<", left=core.Count(source=core.SetOf(items=())), right=core.Lit(value=most)
            ),
            then=core.Lit(value=value),
        ):
            return most > 0 and value > 0
    return False


def _changed(body: Block) -> set[Cell]:
    return {s.field.full_name for s in core.statements(body) if isinstance(s, core.Assign)}


_STEPS: dict[type[core.Stmt], Callable[[FirstSteps, Any, _Frame], Found]] = {
    core.Let: FirstSteps.let, core.Choose: FirstSteps.choose, core.Move: FirstSteps.move,
    core.Assign: FirstSteps.pay, core.If: FirstSteps.if_, core.Repeat: FirstSteps.repeat,
    core.AtOnce: FirstSteps.at_once, core.OneOf: FirstSteps.one_of,
    core.CallRule: FirstSteps.call,
}  # fmt: skip
