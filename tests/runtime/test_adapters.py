"""Games as environments of other libraries pass the tests of those libraries."""

from __future__ import annotations

import random
import warnings
from itertools import pairwise

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from cardwright.adapters.openspiel import CardwrightGame
from cardwright.adapters.pettingzoo import GameEnv, ParallelGameEnv, env
from cardwright.runtime import encoding

from ..all_packs import ROOT, rules_of

pytestmark = pytest.mark.usefixtures("shared_packs")

GUILDS = rules_of(ROOT / "tests" / "packs" / "card-guilds")
GRID = rules_of(ROOT / "tests" / "packs" / "tic-tac-toe")
OPENED = "tests/packs/tic-tac-toe"


def test_pettingzoo_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # It recommends names like `player_0`, and arrays without masks.
        warnings.simplefilter("ignore")
        api_test(env(GUILDS, 2), num_cycles=200)
        seed_test(lambda: env(GUILDS, 2), num_cycles=40)
        parallel_api_test(ParallelGameEnv(GUILDS, 2), num_cycles=100)
        parallel_seed_test(lambda: ParallelGameEnv(GUILDS, 2), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


def test_agents_see_what_seats_see_and_get_what_they_won() -> None:
    played, chance = GameEnv(GRID, 2), random.Random(3)
    played.reset(seed=5)
    rewards = dict.fromkeys(played.agents, 0.0)
    for agent in played.agent_iter():
        seen, reward, over, _, _ = played.last()
        rewards[agent] += reward
        number = played.game.position.program.layout.named("player", agent)
        assert seen["observation"].tolist() == encoding.observation(played.game.position, number)
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert len(legal) == len(played.game.seat(agent).options)
        played.step(None if over else chance.choice(legal))
    outcome = played.game.outcome
    assert outcome is not None
    (winner,) = outcome.winners
    assert rewards == {agent: 1 if agent == winner else -1 for agent in rewards}


def test_an_illegal_action_loses() -> None:
    played, parallel = env(GRID, 2), ParallelGameEnv(GRID, 2)
    played.reset(seed=5)
    asked = played.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says so, too
        played.step(0)
    assert played.rewards[asked] == -1
    assert all(played.truncations.values()) or all(played.terminations.values())
    parallel.reset(seed=5)
    _, rewards, over, _, _ = parallel.step(dict.fromkeys(parallel.agents, 0))
    assert rewards[asked] == -1
    assert all(over.values())
    assert not parallel.agents


@pytest.mark.parametrize("pack", [OPENED, "tests/packs/hands"])
def test_openspiel_finds_nothing(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    game = pyspiel.load_game("cardwright", {"pack": pack})
    pyspiel.random_sim_test(game, num_sims=1, serialize=pack == OPENED, verbose=False)


def test_what_an_environment_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = env(GRID, 2, render_mode="ansi")
    shown.reset(seed=5)
    assert (shown.render_mode, shown.render()) == ("ansi", "")
    for make in (GameEnv, ParallelGameEnv):
        with pytest.raises(ValueError, match="`render_mode` must be 'ansi' or None, not 'human'"):
            make(GRID, 2, render_mode="human")
    for parameters, said in (({"pack": OPENED, "engine": "rust"}, "not 'rust'"), ({}, "`pack` is")):
        with pytest.raises(ValueError, match=said):
            pyspiel.load_game("cardwright", parameters)


def test_states_are_copied_and_the_seed_is_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    game = pyspiel.load_game("cardwright", {"pack": OPENED, "seeds": 10})
    assert isinstance(game, CardwrightGame)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    state = game.new_initial_state()
    assert [outcome for outcome, _ in state.chance_outcomes()] == [*range(10)]
    state.apply_action(4)
    played = game.rules.new_game(2, 4)
    assert game.table.agents[state.current_player()] == played.turn
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert len(other.legal_actions()) < len(state.legal_actions()) == 9
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    number = played.position.question.player
    assert observer.tensor.astype(int).tolist() == encoding.observation(played.position, number)


def test_an_information_state_is_all_that_was_seen_and_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has nothing that only another player sees, and does not depend on when it is requested."""
    monkeypatch.chdir(ROOT)
    game = pyspiel.load_game("cardwright", {"pack": "tests/packs/sealed-bids", "seeds": 10})
    assert isinstance(game, CardwrightGame)
    state, chance = game.new_initial_state(), random.Random(3)
    assert state.information_state_string(0) == ""
    state.apply_action(4)
    told, own = list[str](), list[int]()
    while not state.is_terminal():
        told.append(state.information_state_string(0))
        action = chance.choice(state.legal_actions())
        own += [action] if state.current_player() == 0 else []
        state.apply_action(action)
        before = state.clone()
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert len({*told}) > 4
    assert all(b.startswith(a) for a, b in pairwise(told))
    last = state.information_state_string(0)
    assert last == again.information_state_string(0) == before.information_state_string(0)
    assert last != state.information_state_string(1)
    assert [int(line[2:]) for line in last.splitlines() if line.startswith(">")] == own
    played = state.game_in_play
    assert played is not None
    log = played.log(state._table.agents[0])
    assert [line for line in last.splitlines() if line in log] == log
