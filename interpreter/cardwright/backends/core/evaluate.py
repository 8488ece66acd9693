"""Evaluates expressions of the core tree by walking them, slowly and obviously.

It defines the meaning of expressions: what programs make of them is tested against it on the
conformance cases and on random expressions. `why` and the expectations of scenarios use it too.
Responsible for the walk and what it is done in; the other modules of this package have the rule of
each class of expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from cardwright.backends.game_errors import TooMuchWork
from cardwright.language.core import Expr
from cardwright.program.linker import LinkedRules
from cardwright.source.records import dataclass

Found = int | tuple[int, ...]
MAX_STEPS = 2_000_000  # steps of an expression: this evaluator is slow, and keeps no values
_STEPS = ""


class Unseen:
    """In place of a number that the reader of a state may not know: where something lies.

    It is no number, so that whatever takes it for one, to calculate with or to look up something
    by, has to ask it; only comparing is done without.
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
    spent: dict[str, int] = field(default_factory=dict)  # steps, and open calls by definition
    kept: dict[tuple[str, tuple[Found, ...]], tuple[Found, int]] = field(default_factory=dict)
    reached: dict[str, int] = field(default_factory=dict)  # by definition, how deep calls went
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
        raise TooMuchWork(f"one expression takes more than {env.most:,} steps")
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
    """Records coverage: what a scenario's expectations evaluate counts as run."""
    if env.program.coverage is not None:
        env.program.coverage.hit(node, mark)
