"""A game as environments want it: agents, observations and masks as arrays, actions, rewards.

Owns what the adapters share. An agent is a player who is asked; automata are part of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.games import Game, Rules
from cardwright.program.actions import action_space
from cardwright.program.observation import observation_space
from cardwright.runtime import numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]


class Spaces:
    """The agents of a game for so many players, and the sizes of what they get and give."""

    def __init__(self, rules: Rules, players: int) -> None:
        program = rules.program(players)
        kept = [id for id in program.layout.kind("player") if id not in program.automata]
        self.ids = {program.layout.items[id].name: id for id in kept}
        self.agents = tuple(self.ids)
        self.actions, self.observed = action_space(program), observation_space(program)
        self.cooperative = program.checked.cooperative
        self.automata = bool(program.automata)  # who plays, too, and is no agent

    def observation(self, game: Game, agent: str | None) -> Numbers:
        """What an agent sees, or with None a spectator."""
        import numpy

        who = 0 if agent is None else self.ids[agent]
        return numpy.array(numbers.observation(game.position, who), dtype=numpy.int32)

    def mask(self, game: Game, agent: str) -> Numbers:
        """Which actions are legal for an agent; none if another is asked."""
        import numpy

        found = numpy.zeros(self.actions.size, dtype=numpy.int8)
        if game.turn == agent:
            found[list(numbers.actions(game.position))] = 1
        return found

    def apply(self, game: Game, action: int) -> None:
        """Answers with an action. Raises ValueError if it is not legal."""
        legal = numbers.actions(game.position)
        if action not in legal:
            raise ValueError(f"action {action} is not legal here")
        game.apply(game.options[legal.index(action)])

    def rewards(self, game: Game) -> dict[str, float]:
        found = numbers.rewards(game.position)
        return {agent: float(found[id]) for agent, id in self.ids.items()}
