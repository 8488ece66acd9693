"""CW546: statements after a payment that may fail.

A payment is made in full or not at all, and the statements after it run in both cases. Nothing is
reported if the counter was tested before, or if a payment comes first in an option, a branch or a
*may*, which are offered only if it is possible. A payment that comes first in a rule is reported
where the rule is run, if it is run anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.core import Block, Stmt
from cardwright.language.front_end.checked import Checked
from cardwright.language.graph_walks import reachable
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright_tools.lint.rule import Effects, diagnostic, rule

OFFERED = ("option", "rule")
Cells = frozenset[tuple[str, str]]


@rule(Effects, "CW546")
def check(effects: Effects) -> Iterator[Diagnostic]:
    walk = _Walk(effects.rules.declared.board, effects.rules.checked)
    for owner, parts in effects.owners:
        asked = tuple(part for part in parts if not isinstance(part, core.Routine))
        for part in parts:
            if isinstance(part, core.Routine):
                yield from walk.block(part.body, asked, owner.what in OFFERED)


@dataclass(frozen=True, slots=True)
class _Walk:
    board: Board
    checked: Checked

    def block(
        self, statements: Block, asked: tuple[object, ...], first: bool
    ) -> Iterator[Diagnostic]:
        """`asked`: the conditions tested before; `first`: whether a first payment can be made."""
        for at, s in enumerate(statements):
            cells = self._paid(s)
            if (
                cells
                and statements[at + 1 :]
                and not first
                and cells.isdisjoint(_read((*asked, _amount(s))))
            ):
                message = "if this can't be paid, what follows still happens"
                help = "write it in a `may`, as a `cost:`, or below `if you can pay ...:`"
                yield diagnostic("CW546", message, s.span, help)
            begun = self._begins(s)
            if begun and not first and begun.isdisjoint(self._asked(asked)):
                message = "this rule begins with a payment, but the rest happens even without it"
                help = "run it in a `may`, in an option, or below `if you can pay ...:`"
                yield diagnostic("CW546", message, s.span, help)
            if not cells:
                yield from self._inside(s, asked, first)
            asked, first = (*asked, s), first and isinstance(s, core.Let)

    def _inside(self, s: Stmt, asked: tuple[object, ...], first: bool) -> Iterator[Diagnostic]:
        if isinstance(s, core.OneOf):
            for branch in s.branches:
                yield from self.block(branch.body, (*asked, branch.test), True)
            return
        test = (s.test,) if isinstance(s, core.If) else ()
        for body in core.blocks(s):
            yield from self.block(body, (*asked, *test), first and isinstance(s, core.If))

    def _begins(self, s: Stmt) -> Cells:
        """The counters of a payment that begins the rule run here, if more follows it."""
        routine = self.checked.rules.get(s.rule) if isinstance(s, core.CallRule) else None
        body = routine.body if routine else ()
        at = next((n for n, one in enumerate(body) if not isinstance(one, core.Let)), len(body))
        if at + 1 >= len(body):
            return frozenset()
        return self._paid(body[at]) - _read((body[:at], _amount(body[at])))

    def _asked(self, nodes: tuple[object, ...]) -> Cells:
        """The counters that were tested, including those in definitions."""
        functions = self.checked.functions
        names = reachable(_called(nodes), lambda name: _called(functions[name].body))
        return _read((*nodes, *(functions[name].body for name in names)))

    def _paid(self, s: Stmt) -> Cells:
        """The counters that a payment is made from."""
        if isinstance(s, core.Assign) and s.op == "pay":
            counters = (s.field, *self.board.substitutes(s.field))
            return frozenset((c.kind, c.state) for c in counters)
        if isinstance(s, core.If) and isinstance(s.origin, hir.Paying):
            return _read((s.test,))
        return frozenset()


def _called(tree: object) -> Iterator[str]:
    return (n.name for n in core.walk(tree) if isinstance(n, core.Call))


def _amount(s: Stmt) -> object:
    return s.value if isinstance(s, core.Assign) else None


def _read(nodes: tuple[object, ...]) -> Cells:
    found = (n.field for n in core.walk(nodes) if isinstance(n, core.Get))
    return frozenset((field.kind, field.state) for field in found)
