"""The players that come with Cardwright: what they may know, what they choose, and who plays for
whom."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules, players
from cardwright.players.evaluation import WON, evaluation_of
from cardwright.runtime.rng import seeded, step

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parent / "packs"
DICE = """\
kinds:
  player: {state: {gold: {type: number}, hope: {type: number}}}
  cube: {is: die, faces: [1, 2, 3, 4, 5, 6]}
  chest: {is: card, fields: {worth: number}}
zones: {deck: {holds: chest, ordered: true, seen by: nobody}, opened: {holds: chest}}
pieces: {cube: 1}
chests:
  - {id: full, worth: 9, copies: 3, provenance: house}
  - {id: empty, worth: 0, provenance: house}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
definitions:
  outlook of player: gold of player + 3 * hope of player
  hopeful of player: hope of player > 2
  endless of player: (hope of player + 1) * 1000000 * 1000000 * 1000000 * 1000000
rules:
  game: |
    move each chest in supply to deck
    shuffle deck
    ann opens deeds or do nothing
    end the game
menus: {deeds: {title: What next, pass: Nothing}}
options:
"""


def small(folder: Path, *options: str, settings: str = "score: gold") -> Game:
    """A game in which Ann does one of these things, or nothing."""
    head = "id: small\nversion: 1.0.0\ntitle: Small\nplayers: [2, 2]\nmain: game\n"
    (folder / "pack.yaml").write_text(f"{head}{settings}\n")
    listed = "".join(
        f"  - {{id: {id}, menu: deeds, do: {do!r}, provenance: house}}\n".replace("'", '"')
        for id, do in (one.split(": ") for one in options)
    )
    (folder / "game.yaml").write_text(DICE + listed)
    return cardwright.load(folder).new_game(players=2, seed=3)


def chosen(game: Game, *, chance: int = 7) -> str:
    option = players.Greedy()(players.Seat(game, chance << 32))
    return option.id


@pytest.fixture(scope="module")
def toe() -> Rules:
    return cardwright.load(PACKS / "tic-tac-toe")


# ------------------------------------------------------------------------------- greedy


def test_it_takes_what_scores_most(tmp_path: Path) -> None:
    assert chosen(small(tmp_path, "little: gain 2 gold", "much: gain 3 gold")) == "much"
    assert chosen(small(tmp_path, "worse: lose 1 gold", "other: lose 2 gold")) == "pass"


def test_it_follows_the_declarations_of_the_pack(tmp_path: Path) -> None:
    deeds = "gold: gain 2 gold", "hope: gain 1 hope"
    assert chosen(small(tmp_path, *deeds)) == "gold"
    assert chosen(small(tmp_path, *deeds, settings="score: gold\nevaluate: outlook")) == "hope"


def test_an_evaluation_that_is_no_number_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(cardwright.PackError) as found:
        small(tmp_path, "gold: gain 2 gold", settings="score: gold\nevaluate: hopeful")
    assert "error[CW348]: `hopeful` is not a number" in str(found.value)


def test_an_evaluation_without_end_is_said(tmp_path: Path) -> None:
    game = small(tmp_path, "gold: gain 2 gold", settings="score: gold\nevaluate: endless")
    with pytest.raises(cardwright.GameError, match="`endless` can't be calculated"):
        chosen(game)


def test_it_sees_what_others_have(tmp_path: Path) -> None:
    assert chosen(small(tmp_path, "mine: gain 1 gold", "theirs: bob gains 5 gold")) == "mine"
    assert chosen(small(tmp_path, "mine: gain 1 gold", "theirs: bob loses 5 gold")) == "theirs"


def test_it_looks_through_the_questions_of_an_action(tmp_path: Path) -> None:
    deep = "deep: choose a number from 0 to 5, as wish, then gain (wish) gold"
    game = small(tmp_path, "flat: gain 4 gold", deep)
    greedy = players.Greedy()
    assert greedy(players.Seat(game, 1)).id == "deep"
    game.apply("deep")
    assert greedy(players.Seat(game, 2)).id == "5"


def test_it_plans_no_answer_that_it_has_not_compared(tmp_path: Path) -> None:
    """With so many first answers, not all second answers can be tried for each."""
    deed = "choose a number from 1 to 40, as first, then choose a number from 0 to 5, as wish"
    game = small(tmp_path, f"deep: {deed}, then gain (wish) gold", "flat: lose 1 gold")
    game.apply("deep")
    greedy = players.Greedy()
    game.apply(greedy(players.Seat(game, 1)))
    assert greedy(players.Seat(game, 2)).id == "5"


def planned(game: Game, seed: int) -> str:
    """The answers of a greedy player to two questions of one action."""
    game, greedy, chance, found = game.copy(), players.Greedy(), seeded(seed), ""
    for _ in range(2):
        chance, bits = step(chance)
        option = greedy(players.Seat(game, bits))
        game.apply(option)
        found += f"{option.id} "
    return found


def test_of_equal_answers_it_takes_any_also_in_a_plan(tmp_path: Path) -> None:
    """The second answer is planned with the first, and is just as open."""
    wish = "choose a number from 1 to 4, as wish, then gain 1 gold"
    game = small(tmp_path, f"one: {wish}", f"other: {wish}")
    found = Counter(planned(game, seed) for seed in range(400))
    assert set(found) == {f"{id} {wish} " for id in ("one", "other") for wish in "1234"}
    assert all(30 <= number <= 70 for number in found.values())  # 50 each, within 3 deviations
    assert [planned(game, seed) for seed in range(9)] == [planned(game, seed) for seed in range(9)]


def test_what_chance_decides_is_tried_more_than_once(tmp_path: Path) -> None:
    roll = "roll: roll all cubes, then gain (sum of face of cube over cubes) gold"
    game = small(tmp_path, "sure: gain 6 gold", roll)
    assert {chosen(game, chance=n) for n in range(8)} == {"sure"}  # 3.5 on average
    game = small(tmp_path, "sure: gain 1 gold", roll)
    assert {chosen(game, chance=n) for n in range(8)} == {"roll"}


def test_what_is_hidden_is_not_known(tmp_path: Path) -> None:
    """The top card is worth 0 in some games, and 6.75 on average: it is always preferred to a
    certain 3."""
    found = "gain (sum of worth of chest over chests in opened) gold"
    draw = f"draw: move top of deck to opened, then {found}"
    game = small(tmp_path, "sure: gain 3 gold", draw)
    rules = game.rules
    seeds = range(30)
    evaluations = {
        rules.new_game(2, seed).why_with_secrets("worth of (top of deck)").value for seed in seeds
    }
    assert evaluations == {"0", "9"}
    assert {chosen(rules.new_game(2, seed)) for seed in seeds} == {"draw"}


def test_it_takes_a_win_and_no_defeat(toe: Rules) -> None:
    won = 0
    for seed in range(40):
        game = toe.new_game(players=2, seed=seed)
        at_random = dict.fromkeys(game.players, players.at_random)
        by = at_random | {"x": players.Greedy()}
        players.play(game, by, seed)
        assert game.outcome is not None
        won += "x" in game.outcome.winners
        again = toe.new_game(players=2, seed=seed)
        players.play(again, at_random | {"x": players.Greedy()}, seed)
        assert again.digest == game.digest
    assert won >= 28  # 78 % in the long run; 62 % at random


def test_the_value_of_an_end_is_more_than_any_lead(toe: Rules) -> None:
    game = toe.new_game(players=2, seed=1)
    players.play(game, dict.fromkeys(game.players, players.at_random), 1)
    position, outcome = game.position, game.outcome
    assert outcome is not None
    evaluate = evaluation_of(position.program)
    by_name = {position.program.layout.items[p].name: evaluate(position, p)
               for p in position.program.layout.kind("player")}  # fmt: skip
    assert [name for name, value in by_name.items() if value == WON] == [*outcome.winners]


def test_to_lose_together_is_a_defeat(tmp_path: Path) -> None:
    """No amount of gold makes it worth ending a game that all players then lose."""
    deeds = "doom: gain 5 gold, then end the game", "wait: gain 1 gold"
    asked_again = "do nothing\n    bob opens deeds or do nothing"
    game = small(tmp_path, *deeds, settings="score: gold\nwinners: hope of ann > 0")
    assert chosen(game) == "doom"  # all is lost anyway
    rules = (tmp_path / "game.yaml").read_text().replace("do nothing", asked_again, 1)
    (tmp_path / "game.yaml").write_text(rules)
    assert chosen(cardwright.load(tmp_path).new_game(players=2, seed=3)) == "wait"


# --------------------------------------------------------------------------------- seats


def test_a_seat_has_what_its_player_may_know() -> None:
    game = cardwright.load(PACKS / "hands").new_game(players=2, seed=1)
    seat = players.Seat(game, 5)
    assert seat.player == game.turn
    assert seat.question == game.question
    assert [o.id for o in seat.options] == [o.id for o in game.options]
    assert seat.observation() == game.observation(game.turn)
    assert seat.log() == game.log(game.turn)
    world = seat.world()
    assert world.observation(game.turn) == game.observation(game.turn)
    with pytest.raises(cardwright.SaveError):
        world.save()


def test_chance_is_equal_for_equal_bits(toe: Rules) -> None:
    game = toe.new_game(players=2, seed=1)
    one, other = players.Seat(game, 9), players.Seat(game, 9)
    drawn = [one.below(10) for _ in range(200)]
    assert [other.below(10) for _ in range(200)] == drawn
    assert set(drawn) == set(range(10))


def test_there_is_no_seat_when_the_game_is_over(toe: Rules) -> None:
    game = toe.new_game(players=2, seed=1)
    players.play(game, dict.fromkeys(game.players, lambda seat: seat.options[0].id), 1)
    with pytest.raises(ValueError, match="the game is over"):
        players.Seat(game, 1)


# ---------------------------------------------------------------------------- assignment


def test_players_are_assigned_by_id() -> None:
    ids = ["red", "green", "blue"]
    assert players.assigned("greedy", ids) == dict.fromkeys(ids, "greedy")
    assert players.assigned("red=greedy:2", ids) == {
        "red": "greedy:2", "green": "random", "blue": "random",
    }  # fmt: skip
    assert players.assigned("red = random, others = greedy", ids)["blue"] == "greedy"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "there are no players called ``"),
        ("gready", "did you mean `greedy`?"),
        ("random:2", "write `random`"),
        ("greedy:x", "write how many games to look ahead in"),
        ("greedy:2s", "write how many games to look ahead in"),
        ("mcts:0", "write how many playouts, as in `mcts:100`, or seconds"),
        ("mcts:0s", "write how many playouts"),
        ("mcts:xs", "write how many playouts"),
        ("script:", "write which file"),
        ("script:none.py", "no file `none.py` was found"),
        ("3=greedy", "the players are red, green, or the seats 1 to 2"),
        ("pink=greedy", "there is no player `pink`"),
        ("red=", "there are no players called ``"),
        ("red=random,red=greedy", "names `red` twice"),
        ("greedy,random", "write who plays for whom, as in `1=greedy,2=random`"),
    ],
)
def test_other_words_are_refused(words: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        players.assigned(words, ["red", "green"])


def test_an_id_takes_precedence_over_a_seat() -> None:
    assert players.assigned("1=greedy,red=mcts", ["red", "green"])["red"] == "mcts"


def test_who_is_not_there_is_refused_before_the_game(toe: Rules) -> None:
    game = toe.new_game(players=2, seed=1)
    with pytest.raises(ValueError, match="there is no player `y`; they are "):
        players.play(game, {"x": players.at_random, "y": players.at_random}, 1)
