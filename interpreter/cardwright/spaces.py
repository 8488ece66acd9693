"""A game in numbers, for programs that learn: actions, observations and rewards, with their names.

Responsible for the meaning of the numbers, and for reading a single game and answering with them;
batches use the same numbers. They come from `program/actions.py`, `program/observation.py` and
`runtime/encoding.py`. An agent is a player who is asked; automata are part of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cardwright.program.actions import action_space
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, Point
from cardwright.program.observation import HIDDEN, observation_space
from cardwright.program.program import Program
from cardwright.runtime import encoding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cardwright.runtime.game import Game as Position
    from cardwright.seats import Hosted

    Numbers = NDArray[Any]


class Spaces:
    """The numbers of all games of a program.

    `things`: names by number, including players; 0 is nothing. `points`: by number, the rule that
    asks, and its subject; a rule may ask for the same thing at several points, and empty ones ask
    nothing. `actions` and `observed`: a name for each action, and for each number of an
    observation. `players`: the ids of all players, by their numbers; `agents`: of those who are
    asked.
    """

    hidden: ClassVar[int] = HIDDEN

    def __init__(self, program: Program) -> None:
        self._program, layout = program, program.layout
        ids = layout.kind("player")
        self.things = tuple([item.name for item in layout.items])
        self.points = tuple(map(_asked_for, program.points))
        self.actions = action_space(program).names
        self.observed = observation_space(program).names
        self.players = tuple([self.things[id] for id in ids])
        self.ids = {self.things[id]: id for id in ids if id not in program.automata}
        self.agents = tuple(self.ids)
        self.cooperative = program.checked.cooperative
        self.automata = bool(program.automata)  # players who are not agents

    def __repr__(self) -> str:
        sizes = f"{len(self.actions)} actions, {len(self.observed)} observed numbers"
        return f"<Spaces of games with {', '.join(self.players)}: {sizes}>"

    def legal(self, game: Hosted) -> tuple[int, ...]:
        """The action of each option of a game, in their order; empty when it is over. Raises
        ValueError, as all methods below do, for a game whose numbers have another meaning.
        """
        return encoding.actions(self._position(game))

    def _position(self, game: Hosted) -> Position:
        program = game.position.program
        if program is not self._program and not self._has_numbers_of(program):
            raise ValueError("this game has other action numbers: get `spaces` from its own rules,"
                             " with the same number of players and the same decks")  # fmt: skip
        return game.position

    def _has_numbers_of(self, program: Program) -> bool:
        names = action_space(program).names, observation_space(program).names
        return names == (self.actions, self.observed)

    def _number(self, agent: str) -> int:
        if agent not in self.ids:
            raise ValueError(f"there is no agent `{agent}`; the agents are {', '.join(self.ids)}")
        return self.ids[agent]

    def mask(self, game: Hosted, agent: str) -> Numbers:
        """For each action, 1 if it is legal for an agent and 0 if not, as int8; all 0 if another
        agent is asked. Raises ValueError.
        """
        found: Numbers = numpy().zeros(len(self.actions), dtype="int8")
        if game.turn == agent:
            found[list(self.legal(game))] = 1
        return found

    def observation(self, game: Hosted, agent: str | None) -> Numbers:
        """What an agent, or with None a spectator, sees: an int32 for each name in `observed`.
        Raises ValueError for a player who is not an agent.
        """
        who = 0 if agent is None else self._number(agent)
        seen: Numbers = numpy().array(
            encoding.observation(self._position(game), who), dtype="int32"
        )
        return seen

    def apply(self, game: Hosted, action: int) -> None:
        """Answers with an action. Raises ValueError if it is not legal."""
        legal = self.legal(game)
        if action not in legal:
            raise ValueError(f"action {action} is not legal here")
        game.apply(game.options[legal.index(action)])

    def rewards(self, game: Hosted) -> dict[str, float]:
        """For each agent, when the game is over: 1 for winners, -1 for the others; before that, and
        if nobody or everybody has won, 0. In a cooperative game, all have 1 or all have -1.
        """
        found = encoding.rewards(self._position(game))
        return {agent: float(found[id]) for agent, id in self.ids.items()}


def _asked_for(point: Point) -> str:
    match point:
        case ChoicePoint():
            return f"{point.routine}: {point.type}"
        case BranchPoint():
            return f"{point.routine}: {' or '.join(point.ids)}"
        case MenuPoint():
            return f"{point.routine}: {point.menu.title}"
    return ""


def numpy() -> Any:
    """The numpy package. Raises RuntimeError if it is not installed."""
    try:
        import numpy as found
    except ImportError:
        raise RuntimeError("this needs numpy: `pip install 'cardwright[learn]'`") from None
    return found
