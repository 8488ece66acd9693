"""CW511 to CW513: constant conditions, unreachable statements, unused choices and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TypeGuard

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt, same
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lint import value_ranges
from cardwright_tools.lint.rule import Effects, rule
from cardwright_tools.lint.rule_trees import Owner, Part, node_index
from cardwright_tools.lint.value_ranges import Fact

ALWAYS = "remove the condition, or test something that may change"
NEVER = "remove what depends on it, or test something that may be true"


@rule(Effects, "CW511", "CW512", "CW513")
def check(effects: Effects) -> Iterable[Diagnostic]:
    board, report = effects.rules.declared.board, Report()
    for owner, parts in effects.owners:
        walk = _Walk(board, report)
        for part in parts:
            walk.part(owner, part)
    return report.diagnostics


@dataclass(slots=True)
class _Walk:
    board: Board
    report: Report
    reported: set[tuple[int, int]] = field(default_factory=set)
    asks: bool = False  # whether an expression in this routine has a condition

    def part(self, owner: Owner, part: Part) -> None:
        if isinstance(part, core.Routine):
            self.asks = core.Cond in node_index(part.body).nodes
            self.block(part.body)
            self.choices(part)
        elif isinstance(part, Expr):
            if part.type.base == "flag" and owner.what in ("option", "ability", "modifier"):
                self.condition(part)
            self.inside(part)

    # ------------------------------------------------------------------------ conditions

    def inside(self, tree: object) -> None:
        """The conditions of `if C then A else B`, and parts of conditions, in expressions."""
        for node in node_index(tree).of_types(core.Cond):
            if _is_written(node.test):
                self.condition(node.test)

    def condition(self, test: Expr, facts: Sequence[Fact] = ()) -> bool | None:
        """Reports a constant condition, or the part that makes it constant; returns its value."""
        found = value_ranges.holds(test, self.board, facts)
        if found is None:
            for part in _parts(test):
                self.condition(part, facts)
        elif _is_written(test):
            always = "is always true" if found else "is never true"
            self.add("CW511", f"this {always}", test.span, ALWAYS if found else NEVER)
        return found

    def add(self, code: str, message: str, span: Span, help: str) -> None:
        """Reports each position once: a part is not reported in addition to the whole."""
        if (span.start, span.end) not in self.reported:
            self.reported.add((span.start, span.end))
            self.report.emit(code, message, span, help)

    # ------------------------------------------------------------------------ statements

    def block(self, statements: Block, facts: Sequence[Fact] = ()) -> None:
        for at, statement in enumerate(statements):
            self.statement(statement, facts if at == 0 else ())
            if isinstance(statement, core.Break | core.EndGame) and statements[at + 1 :]:
                message = "this is never reached: the line before it always leaves"
                self.add("CW512", message, statements[at + 1].span, "remove one of them")
                return

    def statement(self, s: Stmt, facts: Sequence[Fact]) -> None:
        match s:
            case core.If():
                self.choice_of_if(s, facts, ())
            case core.ForEach() | core.Repeat() | core.AtOnce():
                self.block(s.body)
            case core.OneOf():
                for branch in s.branches:
                    if branch.test is not None and _is_asked(s, branch):
                        self.condition(branch.test)
                    self.block(branch.body)
            case core.OpenMenu():
                self.block(s.other or ())
        nested = isinstance(s, core.If | core.ForEach | core.Repeat | core.OneOf | core.OpenMenu)
        nested = nested or isinstance(s, core.AtOnce)
        if self.asks and not nested:
            self.inside(s)

    def choice_of_if(self, s: core.If, facts: Sequence[Fact], before: tuple[Expr, ...]) -> None:
        """Checks a chain of `if` and `otherwise if`: later branches exclude earlier conditions."""
        own = not isinstance(s.origin, hir.VerbStatement)
        if any(same(s.test, test) for test in before):
            self.add("CW512", "never reached: it is tested before", s.test.span, NEVER)
        elif own and _is_written(s.test):
            self.condition(s.test, facts)
        self.block(s.then)
        after = (*facts, *value_ranges.negated_facts(s.test))
        match s.other:
            case (core.If() as next_one,):
                self.choice_of_if(next_one, after, (*before, s.test))
            case _:
                self.block(s.other)

    # --------------------------------------------------------------------------- choices

    def choices(self, routine: core.Routine) -> None:
        """Reports choices and values whose register is never read."""
        named = [s for s in core.statements(routine.body) if _names(s)]
        if not named:
            return
        used = {node.index for node in node_index(routine.body).of_types(core.Reg)}
        for one in named:
            if one.reg not in used and isinstance(one, core.Choose):
                help = "use what is chosen, or remove the choice"
                self.add("CW513", "this choice has no effect", one.span, help)
            elif one.reg not in used:
                help = "use the name below, or remove the line; to change state, write `set ... to`"
                self.add("CW513", "nothing uses this value", one.span, help)


def _names(s: Stmt) -> TypeGuard[core.Choose | core.Let]:
    """Whether a statement is the author's, and keeps what is chosen or calculated."""
    if isinstance(s, core.Choose):
        return s.spent is None
    return isinstance(s, core.Let) and (s.origin is None or isinstance(s.origin, core.Let))


def _parts(test: Expr) -> Iterator[Expr]:
    if isinstance(test, core.Logic):
        yield from (test.left, test.right)
    elif isinstance(test, core.Not):
        yield test.of


def _is_asked(choice: core.OneOf, branch: core.Branch) -> bool:
    """Whether the author wrote the condition: that of `may pay 3 gold` is checked by CW517."""
    first = branch.body[0] if branch.body else None
    pays = isinstance(first, core.Assign) and first.op == "pay"
    own = not (pays and isinstance(choice.origin, hir.May))
    return own and branch.test is not None and _is_written(branch.test)


def _is_written(test: Expr) -> bool:
    """Whether a condition says more than `yes` or `no`."""
    return not isinstance(test, core.Lit)
