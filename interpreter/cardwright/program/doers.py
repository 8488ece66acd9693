"""Which rules nobody carries out: those of the game itself, such as set-up.

The first player is *you* in the main rule, so that it can ask somebody. What it does, and what
rules do that only such rules run, is no player's doing in the log; nor is what the pack's own
abilities do when such a rule is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cardwright.language import core
from cardwright.language.core import Expr, Routine

Reactions = Mapping[str, Sequence[Routine]]


def rules_without_doer(
    rules: Mapping[str, Routine], others: Iterable[Routine], reactions: Reactions
) -> frozenset[str]:
    """The rules that no player is ever made to run, and that no other effect runs.

    `reactions`: the pack's own abilities, by the rule that sets them off.
    """
    by_players = {call.rule for routine in others for call in _calls(routine)}
    performed = (*rules.values(), *chain.from_iterable(reactions.values()))
    by_players |= {c.rule for r in performed for c in _calls(r) if not is_you(c.you)}
    waiting = [*by_players]
    while waiting:
        name = waiting.pop()
        routines = (rules[name], *reactions.get(name, ()))
        run = {call.rule for routine in routines for call in _calls(routine)} - by_players
        by_players |= run
        waiting += run
    return frozenset(rules.keys() - by_players)


def rules_with_and_without_doer(
    rules: Mapping[str, Routine], unled: frozenset[str], reactions: Reactions
) -> frozenset[str]:
    """The rules that those without a doer run, and that players do, too."""
    found: set[str] = set()
    waiting = [*unled]
    while waiting:
        name = waiting.pop()
        routines = (rules[name], *reactions.get(name, ()))
        run = {c.rule for routine in routines for c in _calls(routine) if is_you(c.you)}
        waiting += run - unled - found
        found |= run - unled
    return frozenset(found)


def is_you(e: Expr) -> bool:
    """Whether it is the *you* of a rule, which is what it takes first."""
    return core.is_register(e, 0)


def _calls(routine: Routine) -> Iterator[core.CallRule]:
    return (node for node in core.walk(routine.body) if isinstance(node, core.CallRule))
