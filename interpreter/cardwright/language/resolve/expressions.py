"""How each class of expressions is resolved, collected from the modules that do it."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.language.resolve import values
from cardwright.language.resolve.conditions import conditions, existence
from cardwright.language.resolve.conditions.during import during
from cardwright.language.resolve.counters.counter_bounds import room_for
from cardwright.language.resolve.nouns import sets
from cardwright.language.resolve.nouns.noun_phrases import noun_phrase
from cardwright.language.resolve.nouns.steps import step_along
from cardwright.language.resolve.scope import Rule
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node

RULES: Mapping[type[Node], Rule] = {
    **values.RULES, **conditions.RULES, **existence.RULES, **sets.RULES,
    ast.NounPhrase: noun_phrase, ast.RoomFor: room_for, ast.StepAlong: step_along,
    ast.During: during,
}  # fmt: skip
