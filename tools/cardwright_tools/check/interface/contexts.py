"""The names about which lints of independent cards know something else, since bounds, costs or
facts of the rest have changed.
"""

from __future__ import annotations

from cardwright.language.declared import Declared
from cardwright_tools.check.interface.equality import differing
from cardwright_tools.check.interface.interface import leads_in
from cardwright_tools.check.interface.mentions import Mentions
from cardwright_tools.check.interface.texts import with_leading
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts


def changed_context(old: GameContext, new: GameContext, declared: Declared) -> Mentions | None:
    """The names of rules, definitions, states and zones, and all names to which these lead; None if
    any card may be affected. `declared`: the current declarations."""
    if dict(old.reactions) != dict(new.reactions) or old.transfers != new.transfers:
        return None
    names = {*differing(old.rules, new.rules), *differing(old.costs, new.costs)}
    facts = (old.facts or GameFacts()).differing(new.facts or GameFacts())
    return Mentions(names | (with_leading(facts, leads_in(declared)) if facts else facts))
