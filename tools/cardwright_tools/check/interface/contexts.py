"""The names whose bounds, costs or facts have changed, so that lints of independent cards may
differ.
"""

from __future__ import annotations

from cardwright.language.declared import Declared
from cardwright_tools.check.interface.calls import with_mark
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.equality import differing
from cardwright_tools.check.interface.interface import all_dependencies
from cardwright_tools.check.interface.texts import with_dependents
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts


def changed_context(old: GameContext, new: GameContext, declared: Declared) -> ChangedNames | None:
    """The rules and definitions with other bounds or costs; the states and zones with other facts,
    and everything that depends on these. None if any card may be affected.

    `declared`: the current declarations.
    """
    if dict(old.reactions) != dict(new.reactions) or old.transfers != new.transfers:
        return None
    names = {*map(with_mark, differing(old.rules, new.rules)), *differing(old.costs, new.costs)}
    facts = (old.facts or GameFacts()).differing(new.facts or GameFacts())
    others = with_dependents(facts, all_dependencies(declared)) if facts else facts
    return ChangedNames(others, (), names)
