"""Which rules nobody carries out: those of the game itself, such as set-up.

The first player is *you* in the main rule, so that it can ask somebody. What it does, and what
rules do that only such rules run, is no player's doing in the log; nor is what the pack's own
abilities do when such a rule is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cardwright.language import core
from cardwright.language.chains import reached
from cardwright.language.core import Expr, Routine

Reactions = Mapping[str, Sequence[Routine]]


def rules_without_actor(
    rules: Mapping[str, Routine], others: Iterable[Routine], reactions: Reactions
) -> frozenset[str]:
    """The rules that no player is ever made to run, and that no other effect runs.

    `reactions`: the pack's own abilities, by the rule that sets them off.
    """
    begun = {call.rule for routine in others for call in _calls(routine)}
    performed = (*rules.values(), *chain.from_iterable(reactions.values()))
    begun |= {c.rule for r in performed for c in _calls(r) if not is_you(c.you)}

    def run(name: str) -> Iterator[str]:
        return (call.rule for r in (rules[name], *reactions.get(name, ())) for call in _calls(r))

    return frozenset(rules) - {*reached(begun, run)}


def rules_with_and_without_actor(
    rules: Mapping[str, Routine], unled: frozenset[str], reactions: Reactions
) -> frozenset[str]:
    """The rules that those without a actor run, and that players do, too."""

    def run(name: str) -> Iterator[str]:
        routines = (rules[name], *reactions.get(name, ()))
        return (c.rule for routine in routines for c in _calls(routine) if is_you(c.you))

    return frozenset(reached(unled, run)) - unled


def is_you(e: Expr) -> bool:
    """Whether it is the *you* of a rule, which is what it takes first."""
    return core.is_register(e, 0)


def _calls(routine: Routine) -> Iterator[core.CallRule]:
    return (node for node in core.walk(routine.body) if isinstance(node, core.CallRule))
