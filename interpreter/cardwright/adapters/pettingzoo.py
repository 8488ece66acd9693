"""A game as environments of PettingZoo: one agent after the other, or all in each step.

Responsible for their protocols. Agents have the ids of players; an observation has the numbers that
`cardwright.program.observation` describes, and an `action_mask`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from cardwright.games import Game, Rules
from cardwright.program.observation import HIDDEN
from cardwright.runtime.engines import Engine

Seen = dict[str, Any]
TEXT = "ansi"  # PettingZoo's name for text
ILLEGAL = -1.0
"""The reward of an agent whose action is not legal; the game is then over for all."""


def env(
    rules: Rules, players: int, engine: Engine = "python", render_mode: str | None = None
) -> AECEnv[str, Seen, int]:
    """The environment in which agents act one after the other, with the usual checks of its use."""
    made = GameEnv(rules, players, engine, render_mode)
    checked = wrappers.TerminateIllegalWrapper(made, ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class _Environment:
    """The common part of both environments: `game` is the game in play, with everything hidden
    too.
    """

    game: Game

    def __init__(
        self, rules: Rules, players: int, engine: Engine = "python", render_mode: str | None = None
    ) -> None:
        """Raises ValueError for an unknown `render_mode`."""
        super().__init__()
        if render_mode not in (None, TEXT):
            raise ValueError(f"`render_mode` must be {TEXT!r} or None, not {render_mode!r}")
        self._rules, self._players, self._engine = rules, players, engine
        self._table, self._chance, self.render_mode = (
            rules.spaces(players),
            random.Random(),
            render_mode,
        )
        self.possible_agents = [*self._table.agents]
        seen = spaces.Box(HIDDEN, -HIDDEN - 1, (len(self._table.observed),), np.int32)
        mask = spaces.Box(0, 1, (len(self._table.actions),), np.int8)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(len(self._table.actions)) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask})
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str:
        """What happened, as a spectator reads it."""
        return "\n".join(self.game.log())

    def _start(self, seed: int | None) -> None:
        """Starts the game with this seed, or with the next random one."""
        if seed is not None:
            self._chance.seed(seed)
        chosen = self._chance.getrandbits(32) if seed is None else seed
        self.game = self._rules.new_game(self._players, chosen, engine=self._engine)
        self.agents = [*self.possible_agents]

    def _seen_by(self, agent: str) -> Seen:
        mask = self._table.mask(self.game, agent)
        return {"observation": self._table.observation(self.game, agent), "action_mask": mask}


class GameEnv(_Environment, AECEnv[str, Seen, int]):
    """One agent after the other."""

    metadata = {"name": "cardwright", "render_modes": [TEXT], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.turn is None)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self.game.turn or self.agents[0]

    def observe(self, agent: str) -> Seen:
        return self._seen_by(agent)

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._table.apply(self.game, int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = self._table.rewards(self.game)
        self.terminations = dict.fromkeys(self.agents, self.game.turn is None)
        self.agent_selection = self.game.turn or self.agents[0]
        self._accumulate_rewards()

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


class ParallelGameEnv(_Environment, ParallelEnv[str, Seen, int]):
    """All agents act in each step, but only the action of the one who is asked counts."""

    metadata = {"name": "cardwright", "render_modes": [TEXT]}  # noqa: RUF012

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._start(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        agents, asked = self.agents, self.game.turn
        rewards, is_legal = dict.fromkeys(agents, 0.0), True
        if asked is not None:
            try:
                self._table.apply(self.game, int(actions[asked]))
                rewards = self._table.rewards(self.game)
            except ValueError:
                rewards[asked], is_legal = ILLEGAL, False
        over = self.game.turn is None or not is_legal
        self.agents = [] if over else agents
        infos = {agent: dict[str, Any]() for agent in agents}
        return (self._seen(), rewards, dict.fromkeys(agents, over),
                dict.fromkeys(agents, False), infos)  # fmt: skip

    def _seen(self) -> dict[str, Seen]:
        return {agent: self._seen_by(agent) for agent in self.possible_agents}
