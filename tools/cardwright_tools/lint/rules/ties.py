"""CW541: effects that nobody performs if there is a tie."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.core import Block, Expr, same
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import routines


@rule(Effects, "CW541")
def check(effects: Effects) -> Iterator[Diagnostic]:
    for routine in routines(effects.owners):
        lets = (s for s in core.statements(routine.body) if isinstance(s, core.Let))
        walk = _Walk(effects.rules.checked, {let.reg: let.value for let in lets})
        yield from walk.block(routine.body, ())


@dataclass(frozen=True, slots=True)
class _Walk:
    """Finds rules and printed effects performed by `only` of a set that may be tied.

    A thing without an owner, or a cell without a player, is rare in play and not reported.
    """

    checked: Checked
    lets: dict[int, Expr]

    def block(self, statements: Block, asked: tuple[Expr, ...]) -> Iterator[Diagnostic]:
        for statement in statements:
            match statement:
                case core.CallRule() | core.Perform():
                    yield from self.statement(statement, asked)
                case core.If():
                    yield from self.block(statement.then, (*asked, statement.test))
                    yield from self.block(statement.other, (*asked, statement.test))
                case core.ForEach() | core.Repeat() | core.AtOnce():
                    yield from self.block(statement.body, asked)
                case core.OneOf():
                    for branch in statement.branches:
                        yield from self.block(
                            branch.body, (*asked, *([branch.test] if branch.test else ()))
                        )

    def statement(
        self, s: core.CallRule | core.Perform, asked: tuple[Expr, ...]
    ) -> Iterator[Diagnostic]:
        if self.may_tie(s.you) and not any(same(n, s.you) for n in core.walk(asked)):
            what = f"`{s.rule}`" if isinstance(s, core.CallRule) else f"`{s.slot}`"
            message = f"on a tie there is no acting player, so nobody does {what}"
            yield diagnostic("CW541", message, s.span, "check `if ... is not none` first")

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
