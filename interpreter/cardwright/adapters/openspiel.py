"""A game of OpenSpiel: `pyspiel.load_game("cardwright", {"pack": …, "players": …})`.

Responsible for its protocol. Chance is one node at the start, whose outcome is the seed of the
game: it determines everything that is drawn, and no player sees it. Players are numbered as the
rules seat them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import Any

import numpy as np
import pyspiel

from cardwright.api import load
from cardwright.games import Game, Rules
from cardwright.runtime import encoding
from cardwright.runtime.engines import Engine, checked_engine
from cardwright.runtime.game import Game as Position
from cardwright.runtime.log import lines as log_lines
from cardwright.spaces import Spaces

MOST_ANSWERS = 100_000
_PARAMETERS = {"pack": "", "players": 0, "modules": "", "seeds": 1000, "engine": "python"}
_TYPE = {
    "short_name": "cardwright",
    "long_name": "Cardwright",
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": _PARAMETERS,
}


@cache
def _rules(pack: str, modules: str) -> Rules:
    return load(pack, modules=[word for word in modules.split("+") if word])


class CardwrightGame(pyspiel.Game):
    """The parameters: `pack` is a folder or the id of one that comes with Cardwright; `players`, or
    0 for the most; `modules`, with `+` between them; `seeds`, how many outcomes chance has;
    `engine`, as of `Rules.new_game`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        if not given["pack"]:
            raise ValueError("`pack` is missing: a folder, or the id of a pack that is included")
        self.named = (str(given["pack"]), str(given["modules"]))
        self.engine: Engine = checked_engine(given["engine"])
        self.rules = _rules(*self.named)
        self.players = int(given["players"]) or max(self.rules.players)
        self.table, self.seeds = self.rules.spaces(self.players), int(given["seeds"])
        count = len(self.table.agents)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.actions), max_chance_outcomes=self.seeds,
            num_players=count, min_utility=-1.0, max_utility=1.0, max_game_length=MOST_ANSWERS,
            utility_sum=0.0 if self._is_zero_sum() else None,
        )  # fmt: skip
        super().__init__(_type(count, count, self._utility()), info, given)

    def _is_zero_sum(self) -> bool:
        table = self.table
        return len(table.agents) == 2 and not table.cooperative and not table.automata

    def _utility(self) -> Any:
        utility = pyspiel.GameType.Utility
        if self.table.cooperative:
            return utility.IDENTICAL
        return utility.ZERO_SUM if self._is_zero_sum() else utility.GENERAL_SUM

    def new_initial_state(self) -> CardwrightState:
        return CardwrightState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        observation_type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.table, observation_type)


class InPlay:
    """A game that OpenSpiel may copy and serialize, as it does with the attributes of states."""

    def __init__(self, game: Game, rules: tuple[str, str], engine: Engine) -> None:
        self.game, self.rules, self.engine = game, rules, engine
        # what has been read, with the position up to which it was read
        self.known: dict[str, tuple[Position, tuple[str, ...], int]] = {}

    def __deepcopy__(self, memo: object) -> InPlay:
        other = InPlay(self.game.copy(), self.rules, self.engine)
        other.known = {**self.known}
        return other

    def remembered(self, table: Spaces, agent: str) -> tuple[str, ...]:
        """Everything that an agent has seen so far, whenever it changed, with its actions and lines
        of the log: what is revealed, and what others choose, may change nothing else.
        """
        until, read, logged = self.known.get(agent, (None, (), 0))
        new = [*takewhile(lambda position: position is not until, self.game.positions())]
        lines, before = [*read], until
        for position in reversed(new):
            lines += _acted(before, position, table.ids[agent])
            log = log_lines(position, table.ids[agent])
            lines, logged = [*lines, *log[logged:]], len(log)
            seen = " ".join(map(str, encoding.observation(position, table.ids[agent])))
            lines += [seen] if seen != (lines[-1] if lines else "") else []
            before = position
        self.known[agent] = self.game.position, tuple(lines), logged
        return tuple(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.rules, self.engine, self.game.save())


def _acted(before: Position | None, after: Position, player: int) -> Iterator[str]:
    """The action by which a player got from one position to the next."""
    if before is None or before.question is None or before.question.player != player:
        return
    assert after.answers is not None
    yield f"> {encoding.actions(before)[after.answers[1][0]]}"


def _restored(rules: tuple[str, str], engine: Engine, saved: Any) -> InPlay:
    return InPlay(_rules(*rules).restore(saved, engine=engine), rules, engine)


class CardwrightState(pyspiel.State):
    """A position; the game begins when chance has given the seed."""

    def __init__(self, game: CardwrightGame) -> None:
        super().__init__(game)
        self._in_play: InPlay | None = None

    @property
    def game_in_play(self) -> Game | None:
        return self._in_play.game if self._in_play else None

    @property
    def _table(self) -> Spaces:
        table: Spaces = self.get_game().table
        return table

    def current_player(self) -> int:
        if self.game_in_play is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.game_in_play.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else self._table.agents.index(turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seeds = self.get_game().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.game_in_play is not None
        mask = self._table.mask(self.game_in_play, self._table.agents[player])
        return [int(action) for action in np.flatnonzero(mask)]

    def _apply_action(self, action: int) -> None:
        if self.game_in_play is None:
            owner = self.get_game()
            game = owner.rules.new_game(owner.players, action, engine=owner.engine)
            self._in_play = InPlay(game, owner.named, owner.engine)
        else:
            self._table.apply(self.game_in_play, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return self._table.actions[action]

    def remembered(self, player: int) -> tuple[str, ...]:
        if self._in_play is None:
            return ()
        return self._in_play.remembered(self._table, self._table.agents[player])

    def is_terminal(self) -> bool:
        return self.game_in_play is not None and self.game_in_play.turn is None

    def returns(self) -> list[float]:
        if self.game_in_play is None:
            return [0.0 for _ in self._table.agents]
        return [*self._table.rewards(self.game_in_play).values()]

    def __str__(self) -> str:
        """The state for people: what happened, as a spectator reads it."""
        if self.game_in_play is None:
            return "not started"
        return "\n".join(self.game_in_play.log()) or "started"


class Observer:
    """What a player sees, as an array and as text, or all that the player has seen and done, as
    text; nothing before chance has given the seed.
    """

    def __init__(self, table: Spaces, observation_type: Any) -> None:
        self.private = observation_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.table, self.recalls = table, bool(observation_type.perfect_recall)
        if self.recalls and not self.private:
            raise ValueError("only players remember what they have seen")
        size = 0 if self.recalls else len(table.observed)  # the remembered text has no fixed length
        self.tensor = np.zeros(size, np.float32)
        self.dict = {} if self.recalls else {"observation": self.tensor}

    def set_from(self, state: CardwrightState, player: int) -> None:
        if self.recalls:
            raise ValueError("what is remembered is a string, and no tensor")
        self.tensor.fill(0)
        if state.game_in_play is not None:
            who = self.table.agents[player] if self.private else None
            self.tensor[:] = self.table.observation(state.game_in_play, who)

    def string_from(self, state: CardwrightState, player: int) -> str:
        if self.recalls:
            return "\n".join(state.remembered(player))
        self.set_from(state, player)
        return " ".join(str(int(number)) for number in self.tensor)


def _type(most: int, least: int, utility: Any) -> Any:
    return pyspiel.GameType(utility=utility, max_num_players=most, min_num_players=least, **_TYPE)


_MOST_PLAYERS = 20
pyspiel.register_game(_type(_MOST_PLAYERS, 1, pyspiel.GameType.Utility.GENERAL_SUM), CardwrightGame)
