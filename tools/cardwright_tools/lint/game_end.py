"""CW540 and CW541: games that nobody can win, and what is done by nobody on a tie."""

from __future__ import annotations

from cardwright import Rules
from cardwright.language import core
from cardwright.language.core import Block, Expr, same
from cardwright.language.front_end import Checked
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright_tools.lint.rule_trees import Among, walk
from cardwright_tools.lint.step_limits import Bounds


def check(rules: Rules, among: Among, bounds: Bounds, report: Report) -> None:
    for _, parts in among:
        for part in parts:
            if isinstance(part, core.Routine):
                _Walk(rules.checked, report, _bindings(part.body)).block(part.body, ())


def check_winners(rules: Rules, report: Report) -> None:
    declared = rules.declared
    if rules.checked.winners is None:
        score = declared.score or "PROPERTY"
        help = f"as `winners: top players by {score} of player` in pack.yaml"
        span = declared.main_span or Span(Source("pack.yaml", ""), 0, 0)
        report.emit("CW540", "nobody can win: no pack says who the `winners` are", span, help)


def _bindings(body: Block) -> dict[int, Expr]:
    return {s.reg: s.value for s in core.statements(body) if isinstance(s, core.Let)}


@dataclass(frozen=True, slots=True)
class _Walk:
    """Rules and printed rules, done by the only one of some who may be several.

    That a thing has no owner, or a cell no player, is seldom so in play: of those nothing is
    told.
    """

    checked: Checked
    report: Report
    lets: dict[int, Expr]

    def block(self, statements: Block, asked: tuple[Expr, ...]) -> None:
        for statement in statements:
            match statement:
                case core.Do() | core.Perform():
                    self.statement(statement, asked)
                case core.If():
                    self.block(statement.then, (*asked, statement.test))
                    self.block(statement.other, (*asked, statement.test))
                case core.ForEach() | core.Repeat():
                    self.block(statement.body, asked)
                case core.OneOf():
                    for branch in statement.branches:
                        self.block(branch.body, (*asked, *([branch.test] if branch.test else ())))

    def statement(self, s: core.Do | core.Perform, asked: tuple[Expr, ...]) -> None:
        if self.may_tie(s.you) and not any(same(n, s.you) for n in walk(asked)):
            what = f"`{s.rule}`" if isinstance(s, core.Do) else f"`{s.slot}`"
            message = f"on a tie nobody does {what}: who does it is then none"
            self.report.emit("CW541", message, s.span, "ask `if ... is not none` before it")

    def may_tie(self, who: Expr) -> bool:
        match who:
            case core.Only():
                return True
            case core.Reg():
                return who.index in self.lets and self.may_tie(self.lets[who.index])
            case core.Call():
                return self.may_tie(self.checked.functions[who.name].body)
            case _:
                return False
