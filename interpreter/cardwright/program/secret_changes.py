"""Hidden numbers that follow from secret choices, and from other values at that time.

Viewers of the game later have to know the other possible values (`determinize`), however the game
has continued. So the log stores, with the change, the candidates, and the values of all parts that
don't follow from the choice. Decides which these are.
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
    """`value` is the value that a number is set to, or changed by. Its first registers have the
    choices, which are in `registers` where the effect runs; the others have the `captured` values.
    """

    value: Expr
    registers: tuple[core.Reg, ...]
    captured: tuple[Expr, ...]

    @property
    def size(self) -> int:
        """The number of values in a log entry: the captured ones, and the candidates."""
        return len(self.captured) + len(self.registers)


def secret_choices(routine: core.Routine) -> frozenset[int]:
    """The registers of choices of one that only the chooser knows."""
    return frozenset(
        n.reg for n in core.walk(routine.body)
        if isinstance(n, core.Choose) and n.secret and not n.many and not n.again
    )  # fmt: skip


def secret_change(
    change: core.Assign, secret: AbstractSet[int], rules: LinkedRules
) -> SecretChange | None:
    """How a hidden number is changed by secret choices; None for any other change."""
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
    """Whether it is one value, which does not follow from a secret choice, a member of an outer
    set, or something hidden, which would differ in another past.
    """
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
