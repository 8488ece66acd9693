"""Necessary conditions for any member of a set to pass a test, whichever member that is.

`there are fields where claimed of field` may test for each field whether there is a flag on it. If
there are no flags at all, no field needs to be examined. Responsible for these weaker tests, which
a program evaluates once, before it goes through the set.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked

_OWN = 1000  # from this number on, variables of a definition whose body is in another text
# the most definitions that are inlined for one loop: they may call each other many times
_MOST_INLINED = 20


class LoopGuards:
    """The guards of one game's loops.

    Recursive definitions are left alone: a loop without members may be what ends the recursion.
    """

    def __init__(self, checked: Checked) -> None:
        plain = {n: f for n, f in checked.functions.items() if not checked.modifiers.get(n)}
        self._functions: Mapping[str, core.Function] = {} if _any_deep(checked) else plain
        self._calls, self._most = 0, 0

    def of(self, tests: Collection[Expr], members: Collection[int]) -> list[Expr]:
        """The parts of some tests that do not depend on the variables `members`."""
        self._most = self._calls + _MOST_INLINED
        found = (self._without(test, members) for test in tests if _calls(test))
        return [guard for guard in found if guard is not None and _is_search(guard)]

    def _without(self, test: Expr, members: Collection[int]) -> Expr | None:
        """A weaker test that does not depend on these variables; None if nothing is known."""
        if not core.mentions(test, members):
            return test
        match test:
            case core.Logic():
                parts = [self._without(part, members) for part in (test.left, test.right)]
                known = [part for part in parts if part is not None]
                if len(known) == 2 or (known and test.op == "and"):
                    return _joined(test, known)
            case core.Exists():
                source = self._wider(test.source, members)
                return None if source is None else replace(test, source=source)
            case core.Call():
                body = self._body(test)
                return None if body is None else self._without(body, members)
        return None

    def _wider(self, source: Expr, members: Collection[int]) -> Expr | None:
        """A set that has at least the members of another; None if nothing is known about it."""
        if not core.mentions(source, members):
            return source
        if not isinstance(source, core.Filter):
            return None
        wider = self._wider(source.source, members)
        tests = [self._without(test, members) for test in core.conjuncts(source.test)]
        known = [test for test in tests if test is not None]
        if wider is None or not known:
            return wider
        return replace(source, source=wider, test=_joined(source.test, known))

    def _body(self, call: core.Call) -> Expr | None:
        """The body of a definition with its arguments, in variables of its own."""
        function = self._functions.get(call.name)
        if function is None or self._calls == self._most or any(a.type.many for a in call.args):
            return None
        self._calls += 1
        body = _renumbered(function.body, _OWN * self._calls)
        for at, arg in enumerate(call.args):
            body = core.instead_of(body, at + _OWN * self._calls, arg)
        return body


def _any_deep(checked: Checked) -> bool:
    return any(function.deep for function in checked.functions.values())


def _calls(test: Expr) -> bool:
    return any(isinstance(part, core.Call) for part in core.inside(test))


def _is_search(guard: Expr) -> bool:
    return any(isinstance(part, core.Exists) for part in core.inside(guard))


def _joined(like: Expr, tests: list[Expr]) -> Expr:
    """Tests combined as in a text: by its `or`, otherwise by *and*."""
    op = like.op if isinstance(like, core.Logic) else "and"
    return core.joined(op, tests, like.span)


def _renumbered(tree: Expr, by: int) -> Expr:
    """A tree whose variables have higher numbers."""

    def change(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(change, part))
        if isinstance(part, core.Var):
            return replace(part, index=part.index + by)
        if not isinstance(part, Expr):
            return part
        inner: Any = core.mapped(part, change)
        has_var = isinstance(part, core.Comprehension)
        return replace(inner, var=inner.var + by) if has_var else inner

    found: Expr = change(tree)
    return found
