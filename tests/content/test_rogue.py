"""Solo games against the Rogue: on each mat, they end by a rule, and nothing is lost on the way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright
from cardwright.games import Game, Rules
from dev.invariants import Invariants, play_checked

pytestmark = pytest.mark.usefixtures("shared_packs")

CONTENT = Path(__file__).parents[2] / "content"
BASE = (CONTENT / "tiny-epic-galaxies").as_posix()
BEYOND = (CONTENT / "beyond-the-black").as_posix()
MATS = ["artemis", "rothkel", "zendica", "hades", "gamelyn"]
SETUPS = {
    "rogue": (BASE, ("rogue-galaxy",)),
    "relentless": (BASE, ("rogue-galaxy", "rogue-relentless")),
    "pilots": (BEYOND, ("rogue-galaxy", "rogue-pilots")),
}
GAMES, FEWER = 2_000, 200
WATCHED = 20  # games that are examined after every few answers
EVERY = 10


@pytest.fixture(scope="module", params=SETUPS)
def rules(request: pytest.FixtureRequest) -> Rules:
    pack, modules = SETUPS[request.param]
    return cardwright.load(pack, modules=modules)


def test_the_module_that_allows_one_player_is_named() -> None:
    with pytest.raises(ValueError, match=r"not 1; that needs the module `rogue-galaxy`$"):
        cardwright.load(BASE).new_game(1, 1)
    with pytest.raises(ValueError, match=r"not 6$"):
        cardwright.load(BASE).new_game(6, 1)


@pytest.mark.parametrize("mat", MATS)
def test_a_game_against_each_mat_ends_by_a_rule(rules: Rules, mat: str) -> None:
    play_games(rules, mat, 2)


@pytest.mark.soak
@pytest.mark.parametrize("mat", MATS)
def test_thousands_of_games_against_each_mat_end_by_a_rule(rules: Rules, mat: str) -> None:
    ends = play_games(rules, mat, GAMES if "rogue-relentless" not in rules.modules else FEWER)
    assert ends["21 points"] > 0
    assert ends["skull"] > 0 or len(rules.modules) > 1  # there, points come first


@pytest.mark.soak
@pytest.mark.parametrize("mat", ["zendica", "hades"])
def test_copies_saves_and_secrets_against_the_rogue(rules: Rules, mat: str) -> None:
    game = begun(rules, mat, 5)
    invariants = Invariants(game.position.program)
    given, faults = play_checked(rules, invariants, game.position, 5, deep=True)
    assert faults == []
    assert given > 10


def begun(rules: Rules, mat: str, seed: int) -> Game:
    game = rules.new_game(players=1, seed=seed)
    assert game.automata == ("rogue",)
    game.apply(mat)
    return game


def play_games(rules: Rules, mat: str, games: int) -> Counter[str]:
    """How many games ended in each way; the first ones are also examined on their way."""
    invariants, ends = None, Counter[str]()
    for seed in range(games):
        game = begun(rules, mat, seed)
        invariants = invariants or Invariants(game.position.program)
        chance = random.Random(seed)
        while game.position.question is not None:
            advance(game, chance)
            if seed < WATCHED or game.position.over:
                assert [*invariants.check_position(game.position), *lost(game)] == []
        ends[end_of(game)] += 1
    return ends


def advance(game: Game, chance: random.Random) -> None:
    """Gives some random answers."""
    for _ in range(EVERY):
        question = game.position.question
        if question is None:
            return
        assert question.player == game.position.program.layout.by_name["player", "red"]
        game.position.answer(chance.randrange(len(question.answers)))


def lost(game: Game) -> Iterator[str]:
    """What is wrong with where ships, dice and cards are, or with what the Rogue has."""
    position = game.position
    layout = position.program.layout
    away = Counter(layout.items[i].kind for i in layout.kind("piece") if position.s[i] == 0)
    if away["action-die"] or away["planet"] or away["exploration"] or away["pilot"]:
        yield f"in supply: {dict(away)}"
    rogue = game.why_with_secrets("number of ships of rogue").value
    if rogue != "4":
        yield f"the Rogue has {rogue} ships"
    red, due = (
        game.why_with_secrets("number of ships of red").value,
        game.why_with_secrets("ship-count of red").value,
    )
    if red != due:
        yield f"red has {red} ships, and should have {due}"
    for resource in ("energy", "culture"):
        if int(str(game.why_with_secrets(f"{resource} of rogue").value)) > 6:
            yield f"the Rogue has too much {resource}"
    if not game.position.over and int(str(game.why_with_secrets("points of rogue").value)) >= 21:
        yield "the Rogue has 21 points, and the game goes on"


def end_of(game: Game) -> str:
    """The rule that ended the game."""
    outcome = game.outcome
    assert outcome is not None
    if game.why_with_secrets("level of rogue").value == "6":
        assert outcome.winners == ("rogue",)
        return "skull"
    red, rogue = (
        int(str(game.why_with_secrets(f"points of {who}").value)) for who in ("red", "rogue")
    )
    if max(red, rogue) >= 21:
        return "21 points"
    assert game.why_with_secrets("exploration-deck is empty").value == "yes"
    return "last exploration card"
