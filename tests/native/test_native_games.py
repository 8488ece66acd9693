"""A game on the native engine is the same game: what it reports, saves, undoes and refuses."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules
from cardwright.backends.native import library
from cardwright.backends.native.library import NativeError, Position
from cardwright.runtime.native_game import NativeGame

from ..all_packs import PACKS, ROOT, rules_of
from ..hostile.play_cases import hostile, write_more

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
TOLD = 12  # decisions between two full comparisons


@pytest.fixture(autouse=True)
def _compiled_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles as in the other tests here, for a quick start."""
    monkeypatch.setattr(library.compile_library, "__defaults__", (("-O0",),))


def both(rules: Rules, seed: int, players: int = 0) -> tuple[Game, Game]:
    count = players or max(rules.players)
    native = rules.new_game(count, seed, engine="native")
    assert native.engine == "native"
    return rules.new_game(count, seed), native


def told(game: Game, seed: int) -> tuple[object, ...]:
    """Everything that a game reports."""
    seats = [game.seat(player) for player in (*game.players, None)]
    drawn = game.determinize(game.turn, seed).digest if game.turn else ""
    why = str(game.why("number of players")), game.players, game.outcome, game.turn, game.question
    seen = [(s.observation(), s.log(), s.digest, [o.id for o in s.options]) for s in seats]
    words = game.options.ids, game.options.titles, game.log(), game.entries()
    return game.digest, words, drawn, why, seen


def play(games: tuple[Game, Game], seed: int, most: int, look: Callable[[int], bool]) -> None:
    """Gives the same random answers in both games, and compares their reports."""
    one, other = games
    rng = random.Random(seed)
    for given in range(most):
        if look(given):
            assert told(one, seed) == told(other, seed)
        if one.question is None:
            break
        assert (one.position.question, one.digest) == (other.position.question, other.digest)
        answer = rng.randrange(len(one.options))
        one.apply(one.options[answer])
        other.apply(other.options[answer])
    assert told(one, seed) == told(other, seed)
    assert one.save() == other.save()


@pytest.mark.parametrize("name", ["connect-four", "card-guilds", "hedge-duel"])
def test_a_game_says_the_same_on_both_engines(name: str) -> None:
    rules = rules_of(ROOT / "tests" / "packs" / name)
    play(both(rules, 5), 5, 40, lambda given: given % TOLD == TOLD // 2)


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_all_games_say_the_same_on_both_engines(pack: object) -> None:
    rules = rules_of(pack)  # type: ignore[arg-type]
    for players in rules.players:
        play(both(rules, 3, players), 3, 600, lambda given: given % 40 == 20)


def guilds() -> Rules:
    return rules_of(ROOT / "tests" / "packs" / "card-guilds")


def test_answers_are_taken_back_and_copies_are_independent() -> None:
    one, other = both(guilds(), 2)
    seen = []
    for _ in range(10):
        seen.append(other.digest)
        other.apply(other.options[0])
    copy = other.copy()
    copy.apply(copy.options[-1])
    for digest in reversed(seen):
        other.undo()
        assert other.digest == digest
    assert other.log() == one.log()
    with pytest.raises(ValueError, match="nothing to undo"):
        other.undo()
    assert copy.digest not in seen
    assert len(copy.log()) > len(one.log())


def test_a_save_is_restored_on_each_engine() -> None:
    rules = guilds()
    game = rules.new_game(2, 4, engine="native")
    for _ in range(15):
        game.apply(game.options[len(game.options) // 2])
    restored = [rules.restore(game.save(), engine) for engine in ("python", "native", "auto")]
    assert {one.digest for one in restored} == {game.digest}
    assert [one.engine for one in restored[:2]] == ["python", "native"]


def test_what_does_not_fit_is_played_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third answer is handed over, once before and once after the log is read."""
    apply, count = Position.apply, iter(range(1000))

    def stubborn(self: Position, index: int) -> None:
        if next(count) % 3 == 1:
            raise NativeError(1)
        apply(self, index)

    monkeypatch.setattr(Position, "apply", stubborn)
    play(both(guilds(), 8), 8, 40, lambda given: given % TOLD == TOLD // 2)
    assert next(count) > 20


def test_a_position_that_stays_in_python_is_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    games = both(guilds(), 9)

    def refuse(*_: object) -> None:
        raise NativeError(1)

    monkeypatch.setattr(Position, "apply", refuse)
    monkeypatch.setattr(library.Library, "position", refuse)
    play(games, 9, 25, lambda given: given % 5 == 2)
    position = games[1].position
    assert isinstance(position, NativeGame)
    assert not position.is_native
    assert position.copy().state() == position.state()


def test_games_of_one_library_are_played_in_many_threads() -> None:
    rules = guilds()

    def digest(seed: int) -> str:
        game, rng = rules.new_game(2, seed, engine="native"), random.Random(seed)
        for _ in range(60):
            if game.question is not None:
                game.apply(game.options[rng.randrange(len(game.options))])
        return game.digest

    digest(0)
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(digest, range(12))]
    assert found == [digest(seed) for seed in range(12)]
    assert len({*found}) == 12


def test_an_engine_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="`engine` must be auto, python or native, not 'C'"):
        guilds().new_game(2, 1, engine="C")  # type: ignore[arg-type]


def test_without_a_compiler_python_plays_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))  # others may have compiled the game
    rules = cardwright.load(ROOT / "tests" / "packs" / "tic-tac-toe")
    monkeypatch.setenv("CC", "no-compiler-here")
    with pytest.warns(RuntimeWarning, match="Python plays this game: `CC` is `"):
        assert rules.new_game(2, 1, engine="native").engine == "python"
    assert rules.new_game(2, 1, engine="auto").engine == "python"


def test_names_of_answers_need_no_more_than_the_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passing a whole position to Python takes longer than an answer."""
    monkeypatch.setattr(Position, "state", None)
    rng = random.Random(5)
    for pack in ("mini-orbit", "card-guilds"):
        rules = rules_of(ROOT / "tests" / "packs" / pack)
        game, other = rules.new_game(2, 5, engine="native"), rules.new_game(2, 5)
        for _ in range(30):
            assert game.options.ids == other.options.ids
            if game.turn is not None:
                answer = rng.choice(game.options.ids)
                game.apply(answer)
                other.apply(answer)


def test_yes_and_no_that_are_kept_meanwhile_are_the_same_numbers(tmp_path: Path) -> None:
    """A rule that was given the result of a test asks a question: Python has False, and C has 0."""
    asks = """\
  ask:
    takes: {late: flag}
    do: |
      ann chooses one:
        more: ann gains 1 gold
        less: ann loses 1 gold
"""
    more = (
        hostile("do ask with (round > 5)\nend the game")
        + asks
        + "      if late: ann gains 9 gold\n"
    )
    one, other = both(cardwright.load(write_more(more, tmp_path)), 1)
    assert any(value is False for frame in one.position.frames for value in frame)
    assert one.digest == other.digest
