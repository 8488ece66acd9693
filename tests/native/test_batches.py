"""Batches play the same games as the Python engine, with its actions, observations and rewards."""

from __future__ import annotations

import random
import re
import shutil
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from cardwright import load
from cardwright.backends.game_errors import GameError
from cardwright.backends.native.library import Library, NativeError, compile_library
from cardwright.batches import Batch
from cardwright.board.declarations import LASTING
from cardwright.language.analysis.metering import MAX_OF_GAME
from cardwright.program.observation import observation_space
from cardwright.program.program import Program
from cardwright.runtime import encoding, engines
from cardwright.runtime.game import Game
from cardwright.runtime.native_game import NativeGame

from ..all_packs import PACKS, ROOT, rules_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

TOLD = ("card-guilds", "hedge-duel", "pirate-bay", "sealed-bids", "menagerie", "lasting")
FAST = ("-O0",)  # to compile, not to play
CONNECT_FOUR = rules_of(ROOT / "tests" / "packs" / "connect-four")
PLAYERS = ("red", "yellow")


@pytest.mark.parametrize("name", TOLD)
def test_reports_about_games_are_the_same(name: str) -> None:
    rules = rules_of(ROOT / "tests" / "packs" / name)
    program = rules.program(max(rules.players))
    compare(program, compile_library(program, FAST), 3, 120)


def test_lasting_effects_are_told() -> None:
    """What is in effect, for whom, and what it took; everything else is in supply."""
    program = rules_of(ROOT / "tests" / "packs" / "lasting").program(2)
    names, rng = observation_space(program).names, random.Random(1)
    effects = [program.layout.items[id].name for id in program.layout.kind(LASTING)]
    seen: set[str] = set()
    for seed in range(8):
        game = Game(program, seed)
        while game.question is not None:
            game.answer(rng.randrange(len(game.question.answers)))
            told = dict(zip(names, encoding.observation(game, 0), strict=True))
            listed = sorted(told[f"owner of {name}"] for name in effects)
            in_effect = program.layout.lasting(game.s)
            owners = [game.s[program.layout.owner + id] for id in in_effect]
            assert listed == sorted([*owners, *[0] * (len(effects) - len(owners))])
            seen |= {program.layout.items[id].kind for id in in_effect}
    assert len(seen) > 3


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_reports_about_all_games_are_the_same(pack: Path) -> None:
    rules = rules_of(pack)
    for players in rules.players:
        program = rules.program(players)
        library = compile_library(program)
        for seed in range(4):
            compare(program, library, seed, 1500)


def compare(program: Program, library: Library, seed: int, most: int) -> None:
    """Plays one game on both engines."""
    game, position, rng = Game(program, seed), library.new(seed), random.Random(seed)
    players = program.layout.kind("player")
    for _ in range(most):
        told = encoding.actions(game)
        assert position.actions == told
        assert len({*told}) == len(told)
        for player in (0, *players):
            assert position.observation(player) == encoding.observation(game, player)
        if game.question is None:
            break
        answer = rng.randrange(len(told))
        game.answer(answer)
        position.apply(answer)
    assert position.rewards == [*encoding.rewards(game).values()]


def play(threads: int, steps: int = 120) -> list[object]:
    """Everything that a batch returns for random games."""
    rng, found = np.random.default_rng(5), list[object]()
    with CONNECT_FOUR.batch(16, 2, 40, threads=threads, observations=True) as batch:
        assert batch.players == PLAYERS
        assert repr(batch) == "<Batch of 16 games with red, yellow>"
        for _ in range(steps):
            chosen = (rng.random(16) * batch.counts).astype(int)
            found.append((batch.legal[np.arange(16), chosen], chosen, batch.seeds.copy()))
            batch.step(found[-1][0])
            told = (batch.mask, batch.asked, batch.rewards, batch.ended, batch.observations)
            found.append([each.tolist() for each in told if each is not None])
    return found


def test_a_batch_plays_the_games_of_its_seeds() -> None:
    """The first game of the batch is played again in Python, in numbers, to its end."""
    told, spaces = play(1), CONNECT_FOUR.spaces(2)
    game = CONNECT_FOUR.new_game(2, 40)
    for (actions, chosen, seeds), (mask, asked, rewards, ended, seen) in zip(
        told[::2], told[1::2], strict=True
    ):
        assert seeds[0] == 40
        assert spaces.legal(game)[chosen[0]] == actions[0]
        spaces.apply(game, actions[0])
        if ended[0]:
            assert rewards[0] == [*spaces.rewards(game).values()] != [0, 0]
            game = CONNECT_FOUR.new_game(2, 40 + 16)
        assert mask[0] == spaces.mask(game, game.turn).tolist()
        assert game.turn == PLAYERS[asked[0]]
        assert seen[0] == spaces.observation(game, game.turn).tolist()
        if ended[0]:
            return
    raise AssertionError("no game has ended")


def test_a_player_who_is_not_an_agent_sees_nothing() -> None:
    game, spaces = CONNECT_FOUR.new_game(2, 1), CONNECT_FOUR.spaces(2)
    assert spaces.observation(game, None)[0] == 0
    with pytest.raises(ValueError, match="no agent `blue`; the agents are red, yellow"):
        spaces.observation(game, "blue")


def test_numbers_are_read_of_the_games_alone_to_which_they_belong() -> None:
    """With other decks, or another number of players, the same numbers mean something else."""
    rules, spaces = rules_of(ROOT / "tests/packs/tic-tac-toe"), CONNECT_FOUR.spaces(2)
    for game in (rules.new_game(2, 1), rules_of(ROOT / "tests/packs/market").new_game(2, 1)):
        for ask in (spaces.legal, spaces.rewards, lambda game: spaces.observation(game, None)):
            with pytest.raises(ValueError, match="this game has other action numbers"):
                ask(game)
    again = load(ROOT / "tests" / "packs" / "connect-four").new_game(2, 1)
    assert spaces.legal(again) == spaces.legal(CONNECT_FOUR.new_game(2, 1))


def test_threads_change_nothing() -> None:
    assert repr(play(3)) == repr(play(1))


def test_an_illegal_action_changes_nothing() -> None:
    batch = CONNECT_FOUR.batch(4, 2, 1, masks=False)
    assert batch.mask is None
    before, actions = batch.points.tolist(), batch.legal[:, 0].copy()
    actions[2] = 0
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        batch.step(actions + 0.5)
    with pytest.raises(ValueError, match="action 0 is not legal in game 2"):
        batch.step(actions)
    with pytest.raises(ValueError, match="there are 4 games"):
        batch.step(actions[:3])
    assert batch.points.tolist() == before
    assert batch.asked.tolist() == CONNECT_FOUR.batch(4, 2, 1).asked.tolist()


def test_a_batch_needs_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    rules = rules_of(ROOT / "tests" / "packs" / "stones")
    with pytest.raises(RuntimeError, match="batches need the native engine: `CC` is `no-such"):
        rules.batch(2, 2, 1)
    with pytest.raises(ValueError, match="at least one game"):
        rules.batch(0, 2, 1)


def test_equal_positions_share_a_digest() -> None:
    library = compile_library(CONNECT_FOUR.program(2), FAST)
    position, other = library.new(1), library.new(1)
    assert position.digest == other.digest != library.new(2).digest
    position.apply(0)
    assert position.digest != other.digest
    other.apply(0)
    assert position.digest == other.digest


PAGE = (ROOT / "docs" / "learning.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_each_example_of_the_page_runs_alone(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(example, "docs/learning.md", "exec"), {})


def test_environments_are_the_same_on_both_engines() -> None:
    from cardwright.adapters.pettingzoo import GameEnv

    told = []
    for engine in ("python", "native"):
        played, chance, seen = GameEnv(CONNECT_FOUR, 2, engine), random.Random(2), list[object]()
        played.reset(seed=9)
        for agent in played.agent_iter():
            observed, *more = played.last()
            seen.append((agent, observed["observation"].tolist(), more))
            legal = np.flatnonzero(observed["action_mask"])
            played.step(None if more[1] else chance.choice(legal))
        told.append(seen)
    assert told[0] == told[1]
    assert len(told[0]) > 8


def test_a_batch_needs_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(RuntimeError, match="this needs numpy: `pip install 'cardwright"):
        CONNECT_FOUR.batch(2, 2, 1)


def exhaust(batch: Batch, rows: range) -> None:
    """Makes C report these games as too much work."""
    for row in rows:
        at = batch._shared.games + row * batch._shared.stride
        batch._library.dll.cw_spent_before(at, MAX_OF_GAME)


def told_of(batch: Batch) -> list[object]:
    rows = batch.seeds, batch.asked, batch.points, batch.counts, batch.mask, batch.observations
    found = [each.tolist() for each in (*rows, batch.rewards, batch.ended) if each is not None]
    return [*found, [[*one[:n]] for one, n in zip(batch.legal, batch.counts, strict=True)]]


def test_a_game_that_c_can_not_continue_continues_in_python() -> None:
    """Games that are handed over now and then are the same as in another batch."""
    rules = rules_of(ROOT / "tests" / "packs" / "card-guilds")
    with (
        rules.batch(6, 2, 3, observations=True) as one,
        rules.batch(6, 2, 3, observations=True) as other,
        warnings.catch_warnings(record=True) as said,
    ):
        warnings.simplefilter("always")
        rng, ended = random.Random(4), 0
        for step in range(260):
            if step in (7, 90):
                exhaust(other, range(step % 4, 6, 2))
            assert told_of(one) == told_of(other), step
            actions = [rng.choice(row[:n]) for row, n in zip(one.legal, one.counts, strict=True)]
            one.step(actions)
            other.step(actions)
            ended += sum(one.ended)
    assert ended >= 12
    assert [str(one.message) for one in said] == [
        "some games of this batch continue in Python: they are too large for C"
    ]


def test_an_illegal_action_of_a_game_in_python_changes_nothing() -> None:
    batch = CONNECT_FOUR.batch(4, 2, 1)
    exhaust(batch, range(1, 3))
    with pytest.warns(RuntimeWarning, match="continue in Python"):
        batch.step(batch.legal[:, 0].copy())
    assert [*batch._beside] == [1, 2]
    before, actions = told_of(batch), batch.legal[:, 0].copy()
    actions[2] = 0
    with pytest.raises(ValueError, match="action 0 is not legal in game 2"):
        batch.step(actions)
    assert told_of(batch) == before


def test_a_game_that_no_engine_can_go_on_with_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise GameError("CW403", "too large", ())

    batch = CONNECT_FOUR.batch(3, 2, 1)
    exhaust(batch, range(2, 3))
    monkeypatch.setattr(NativeGame, "answer", broken)
    with pytest.warns(RuntimeWarning, match="were stopped: CW403"):
        batch.step(batch.legal[:, 0].copy())
    assert batch.ended.tolist() == [0, 0, 255]
    assert batch.seeds.tolist() == [1, 2, 6]
    assert batch.counts.all()


def test_games_that_c_can_not_begin_begin_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, C regards a game as over before its first question."""
    monkeypatch.setattr(engines, "NativeGame", refused)
    rules = rules_of(ROOT / "tests" / "packs" / "stones")
    batch, other = rules.batch(3, max(rules.players), 1), rules.batch(3, max(rules.players), 1)
    batch.counts[1] = 0
    batch._take_over()
    assert [*batch._beside] == [1]
    assert told_of(batch) == told_of(other)


def refused(*_: object) -> None:
    raise NativeError(1)


def test_a_closed_batch_steps_no_more() -> None:
    with CONNECT_FOUR.batch(2, 2, 1) as batch:
        pass
    with pytest.raises(ValueError, match="this batch is closed"):
        batch.step(batch.legal[:, 0])
