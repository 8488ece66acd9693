"""What is known about the rest of a game when only some of its effects are linted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cardwright.language import core
from cardwright.language.core import Event
from cardwright.source.records import dataclass
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.thing_names import Names
from cardwright_tools.lint.uses import Uses


@dataclass(frozen=True, slots=True)
class GameContext:
    """Bounds of `rules` and, by event, of the `reactions` to it; `printed`: the worst bound, by
    slot, of the printed effects that are not linted now; `costs`: those of definitions; `uses`:
    what all these use; `things`: the number of things by kind, if known (see `Costs`);
    `functions`: all definitions, if they are checked; `facts`: those about all its rules;
    `names`: those in its texts, if they are known; `is_wrong`: whether there are errors in them, so
    that nothing else is known."""

    rules: Mapping[str, Bound] = field(default_factory=dict)
    reactions: Mapping[Event, Bound] = field(default_factory=dict)
    printed: Mapping[str, Bound] = field(default_factory=dict)
    costs: Mapping[str, int] = field(default_factory=dict)
    uses: Uses = field(default_factory=Uses)
    game_uses: Uses | None = None
    things: Mapping[str, int] = field(default_factory=dict)
    functions: Mapping[str, core.Function] = field(default_factory=dict)
    facts: GameFacts | None = None
    names: Names | None = None
    is_wrong: bool = False

    @property
    def transfers(self) -> bool | None:
        """Whether some effect may give something to another player, if that is known."""
        return self.facts.transfers if self.facts else None


NO_CONTEXT = GameContext()
