"""CW549: cards that say *your turn* or *when you*, with an ability that applies whoever acts.

Nothing is reported if another ability of the card asks who acts: that is the one of your turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Printed, diagnostic, rule
from cardwright_tools.lint.rule_trees import abilities

ACTOR, THIS, YOU = 0, 1, 4
"""The registers of who runs the rule, of what carries the ability, and of its owner."""
_YOUR_TURN = re.compile(
    r"(?<!until )(?<!until the )\b(?:start|beginning|end) of (?:each of )?your turns?\b"
    r"|\b(?:before|after|on) (?:each of )?your turns?\b",
    re.IGNORECASE,
)
_WHEN_YOU = re.compile(r"\b(?:when|whenever|after|(?:each|every) time) you\b", re.IGNORECASE)


@rule(Printed, "CW549")
def check(printed: Printed) -> Iterator[Diagnostic]:
    every, board = printed.rules.checked.abilities, printed.rules.declared.board
    of_yours = {id(one.bearer) for one in every if one.bearer and _asks_who_acts(one)}
    for ability in abilities(printed.owners):
        said = _about_you(ability, board)
        if said and id(ability.bearer) not in of_yours:
            name = ability.event.name
            message = f"the text says “{said[0]}”, but this applies whoever does `{name}`"
            help = "add `if: actor is you`, or correct the text"
            yield diagnostic("CW549", message, ability.declared.pattern, help)


def _about_you(ability: CheckedAbility, board: Board) -> re.Match[str] | None:
    """The words by which a text says that only your acts count, if it reacts to everybody's."""
    if ability.bearer is None or ability.hook not in ("before", "after"):
        return None
    if ability.declared.implied:
        return None
    text = ability.bearer.text
    said = _YOUR_TURN.search(text) if ability.event.sort == "rule" else None
    return said or (_WHEN_YOU.search(text) if _ignores_you(ability, board) else None)


def _ignores_you(ability: CheckedAbility, board: Board) -> bool:
    """Whether somebody owns what carries an ability, and nothing asks for them or it, except where
    it is: without an owner, *you* would be the actor."""
    tests, kind = [*core.conjuncts(ability.test)], ability.bearer.kind if ability.bearer else ""
    places = [test for test in tests if _is_about_place(test)]
    zone = board.zones.get(board.active_zone(kind) or "")
    owned = kind == "player" or _mentions(places, YOU) or (zone is not None and zone.each_player)
    others = [test for test in tests if test not in places]
    return owned and not _mentions(others, YOU) and not _mentions(others, THIS)


def _mentions(tests: Sequence[Expr], reg: int) -> bool:
    return any(core.is_register(node, reg) for node in core.walk(tuple(tests)))


def _is_about_place(test: Expr) -> bool:
    left = test.left if isinstance(test, core.Compare) else None
    return isinstance(left, core.LocationOf) and core.is_register(left.of, THIS)


def _asks_who_acts(ability: CheckedAbility) -> bool:
    asked = (ability.test, ability.routine.body)
    return any(core.is_register(node, ACTOR) for node in core.walk(asked))
