"""The names about which lints of independent cards know something else, since bounds, costs or
facts of the rest have changed.
"""

from __future__ import annotations

from cardwright_tools.check.interface.equality import differing
from cardwright_tools.check.interface.mentions import Mentions
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts


def changed_context(old: GameContext, new: GameContext) -> Mentions | None:
    """The names of rules, definitions, states and zones; None if any card may be affected."""
    if dict(old.reactions) != dict(new.reactions) or old.transfers != new.transfers:
        return None
    names = {*differing(old.rules, new.rules), *differing(old.costs, new.costs)}
    return Mentions(names | (old.facts or GameFacts()).differing(new.facts or GameFacts()))
