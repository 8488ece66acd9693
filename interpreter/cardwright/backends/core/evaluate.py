"""Evaluates expressions of the core tree by walking them, slowly and obviously.

It defines the meaning of expressions: programs are tested against it on the conformance cases and
on random expressions. `why` and the expectations of scenarios use it too. Responsible for the walk
and its environment; the other modules of this package have the rule of each class of expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from cardwright.backends.game_errors import TooMuchWork
from cardwright.language.core import Expr
from cardwright.program.linker import LinkedRules
from cardwright.source.records import dataclass

Found = int | tuple[int, ...]
MAX_STEPS = 2_000_000  # steps of an expression: this evaluator is slow, and caches nothing
_STEPS = ""


class Unseen:
    """Takes the place of a number that the reader of a state may not know: where something lies.

    It is not a number, so code that uses it as one, to calculate or to look something up, has to
    ask it first; only comparisons work without that.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Env:
    """A position to evaluate in: the state, the frame's registers, bound variables."""

    program: LinkedRules
    s: Sequence[int]
    z: Sequence[Sequence[int]]
    registers: Sequence[Found] = ()
    variables: dict[int, Found] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)  # the steps, and open calls by definition
    kept: dict[tuple[str, tuple[Found, ...]], tuple[Found, int]] = field(default_factory=dict)
    # by definition, the deepest nesting of calls
    reached: dict[str, int] = field(default_factory=dict)
    most: int = MAX_STEPS

    @property
    def steps(self) -> int:
        return self.spent.get(_STEPS, 0)

    def bind(self, var: int, item: Found) -> Env:
        return replace(self, variables={**self.variables, var: item})


RuleTable = dict[type[Expr], Callable[..., Found]]
RULES: RuleTable = {}
"""The rule of each class of expressions; the package collects them."""


def evaluate(e: Expr, env: Env) -> Found:
    """The value of an expression: a number, a flag as 0 or 1, an id, or a tuple of these."""
    steps = env.spent[_STEPS] = env.spent.get(_STEPS, 0) + 1
    if steps > env.most:
        raise TooMuchWork("it takes too many steps")
    found = RULES[type(e)](e, env)
    if env.program.coverage is not None:
        env.program.coverage.hit_test(e, bool(found))
    return int(found) if isinstance(found, bool) else found


def number(e: Expr, env: Env) -> int:
    found = evaluate(e, env)
    assert not isinstance(found, tuple)
    return found


def items(e: Expr, env: Env) -> tuple[int, ...]:
    found = evaluate(e, env)
    assert isinstance(found, tuple)
    return found


def hit(env: Env, node: object, mark: str) -> None:
    """Records coverage: everything that a scenario's expectations evaluate counts as run."""
    if env.program.coverage is not None:
        env.program.coverage.hit(node, mark)
