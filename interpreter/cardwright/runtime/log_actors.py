"""The actor in a line of the log: nobody for the rules of the game itself, such as the setup.

The first player is *you* in the main rule, so that it can ask somebody. The actions of that rule,
and of rules that only such rules run, belong to no player; nor do those of the pack's own
abilities that such a rule triggers. A rule that both such rules and players run is nobody's action
until a player has chosen anything, or something has happened in a rule that only players run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cardwright.language import core
from cardwright.language.core import Expr, Routine
from cardwright.language.declared import Rule
from cardwright.language.graph_walks import reachable
from cardwright.program.decision_points import LogPoint
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import Log, newest_first
from cardwright.source.memoized import memoized

_ACTOR: dict[type[core.Stmt], int] = {core.Move: 3, core.Assign: 2, core.Say: 0}
"""Which number of an entry says who did it, where that may be nobody."""


def with_actor(game: Game, point: LogPoint, numbers: Sequence[int], older: Log) -> Sequence[int]:
    """The numbers of an entry, with 0 for the actor in the rules of the game itself."""
    statement = point.statement
    passed = isinstance(statement, core.Assign) and statement.partner is not None
    if passed or not isinstance(statement, core.Move | core.Assign | core.Say):
        return numbers
    at, actor = _ACTOR[type(statement)], statement.actor
    if actor is None or not _is_you(actor):
        return numbers
    unled, both = _rules(game.program)
    if point.entry in unled or (point.entry in both and not _has_begun(game, older)):
        return [*numbers[:at], 0, *numbers[at + 1 :]]
    return numbers


def _has_begun(game: Game, link: Log) -> bool:
    """Whether a player has chosen or done anything in these entries; usually the newest ones show
    it.
    """
    unled, both = _rules(game.program)
    open_ = unled | both
    for number, *_ in newest_first(link):
        point = game.program.points[number] if number >= 0 else None
        if point is not None and not isinstance(point, LogPoint):
            return True
        if point is not None and point.entry not in open_:
            return True
    return False


@memoized
def _rules(program: Program) -> tuple[frozenset[int], frozenset[int]]:
    """The routines of rules without an actor, and of those that run both with and without one."""
    rules = program.checked.rules
    reactions: dict[str, list[Routine]] = {}
    for ability in program.checked.abilities:
        if ability.event.sort == "rule" and ability.bearer is None:
            reactions.setdefault(ability.event.name, []).append(ability.routine)
    # by identity, since an option may have the name of a rule
    known = {id(r) for r in (*rules.values(), *chain.from_iterable(reactions.values()))}
    others = (e.routine for e in program.entries if id(e.routine) not in known)
    unled = _without_actor(rules, others, reactions)
    both = _with_and_without_actor(rules, unled, reactions)
    return _routines(program, unled), _routines(program, both)


def _routines(program: Program, rules: frozenset[str]) -> frozenset[int]:
    entries = enumerate(program.entries)
    origins = ((number, entry.routine.origin) for number, entry in entries)
    return frozenset(n for n, own in origins if isinstance(own, Rule) and own.name in rules)


Reactions = Mapping[str, Sequence[Routine]]


def _without_actor(
    rules: Mapping[str, Routine], others: Iterable[Routine], reactions: Reactions
) -> frozenset[str]:
    """The rules that no player is ever made to run, and that no other effect runs.

    `reactions`: the pack's own abilities, by the rule that triggers them.
    """
    run_by_players = {call.rule for routine in others for call in _calls(routine)}
    performed = (*rules.values(), *chain.from_iterable(reactions.values()))
    run_by_players |= {c.rule for r in performed for c in _calls(r) if not _is_you(c.you)}

    def run(name: str) -> Iterator[str]:
        return (call.rule for r in (rules[name], *reactions.get(name, ())) for call in _calls(r))

    return frozenset(rules) - {*reachable(run_by_players, run)}


def _with_and_without_actor(
    rules: Mapping[str, Routine], unled: frozenset[str], reactions: Reactions
) -> frozenset[str]:
    """The rules that are run by rules without an actor, and also by players."""

    def run(name: str) -> Iterator[str]:
        routines = (rules[name], *reactions.get(name, ()))
        return (c.rule for routine in routines for c in _calls(routine) if _is_you(c.you))

    return frozenset(reachable(unled, run)) - unled


def _is_you(e: Expr) -> bool:
    """Whether it is the *you* of a rule, which is its first register."""
    return core.is_register(e, 0)


def _calls(routine: Routine) -> Iterator[core.CallRule]:
    return (node for node in core.walk(routine.body) if isinstance(node, core.CallRule))
