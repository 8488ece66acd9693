"""Hidden numbers that follow from what was chosen in secret, and from what else was so then.

Who looks at the game later has to know what else they could have been (`determinize`), however the
game has gone on. So the log keeps, with the change, what could be chosen, and the values of all
parts that don't follow from the choice. Decides which these are.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program.hidden_reads import reads_hidden
from cardwright.program.linker import LinkedRules
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class SecretChange:
    """`value` is what a number is set to, or changed by. Its first registers have what is chosen,
    which is in `registers` where the effect runs; the others have what is `captured`."""

    value: Expr
    registers: tuple[core.Reg, ...]
    captured: tuple[Expr, ...]

    @property
    def size(self) -> int:
        """How many values a log entry keeps: what was captured, and what could be chosen."""
        return len(self.captured) + len(self.registers)


def secret_choices(routine: core.Routine) -> frozenset[int]:
    """The registers of choices of one that only who chooses knows."""
    return frozenset(
        n.reg for n in core.walk(routine.body)
        if isinstance(n, core.Choose) and n.secret and not n.many and not n.again
    )  # fmt: skip


def secret_change(
    change: core.Assign, secret: AbstractSet[int], rules: LinkedRules
) -> SecretChange | None:
    """How a hidden number is changed by choices made in secret; None of any other change."""
    cell = change.field
    if cell.seen_by == "all" or cell.type.base != "number" or cell.type.many:
        return None
    all_ = {reg.index: reg for reg in registers_in(change.value)}
    registers = [index for index in all_ if index in secret]
    if not registers or any(reg.type.many for reg in all_.values()):
        return None
    captured: list[Expr] = []

    def rule(part: core.Node) -> core.Node | None:
        if isinstance(part, core.Reg) and part.index in secret:
            return replace(part, index=registers.index(part.index))
        if not isinstance(part, Expr) or not _is_captured(part, secret, rules):
            return None
        captured.append(part)
        return core.Reg(part.type, part.span, len(registers) + len(captured) - 1)

    value = core.rewritten(change.value, rule)
    return SecretChange(value, tuple(all_[index] for index in registers), tuple(captured))


def _is_captured(part: Expr, secret: AbstractSet[int], rules: LinkedRules) -> bool:
    """Whether it is one value, which follows from no secret choice, no member of a set outside, and
    nothing hidden: that is another in another past."""
    if part.type.many or isinstance(part, core.Lit):
        return False
    if reads_hidden(part, rules.board, rules.hidden_readers):
        return False
    inside = [*core.inside(part)]
    bound = {one.var for one in inside if isinstance(one, core.Comprehension)}
    free = {one.index for one in inside if isinstance(one, core.Var)} - bound
    return not free and not any(reg.index in secret for reg in registers_in(part))


def registers_in(expr: Expr) -> Iterator[core.Reg]:
    return (part for part in core.inside(expr) if isinstance(part, core.Reg))
