"""The searching player: what it finds, what it may know, and how strong it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules, players
from cardwright.players import mcts
from cardwright.players.evaluation import evaluations_of
from cardwright.players.playout import play_to_end, play_weighted
from cardwright.runtime.rng import seeded
from cardwright_tools.balance.statistics import wilson
from cardwright_tools.cli import invoke
from cardwright_tools.tournament.tables import tables_of

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parent / "packs"
CONTENT = Path(__file__).parents[1] / "content"
LARGE = [pytest.param(p, id=p.parent.name) for p in sorted(CONTENT.glob("*/pack.yaml"))]


@pytest.fixture(scope="module")
def toe() -> Rules:
    return cardwright.load(PACKS / "tic-tac-toe")


@pytest.fixture(scope="module")
def four() -> Rules:
    return cardwright.load(PACKS / "connect-four")


def after(rules: Rules, *answers: str) -> Game:
    game = rules.new_game(players=2, seed=1)
    for answer in answers:
        game.apply(answer)
    return game


def searched(game: Game, playouts: int, chance: int = 7) -> str:
    return players.Mcts(playouts)(players.Seat(game, chance << 32)).id


@pytest.mark.parametrize(("line", "right"), [
    ("a1 a2 b1 b2", "c1"),  # wins
    ("a1 b2 b1", "c1"),  # must block
    ("a1", "b2"),  # everything else loses against the corner
    ("a1 b2 c3", "a2 b1 c2 b3"),  # a corner would lose
])  # fmt: skip
def test_it_plays_tic_tac_toe_right(toe: Rules, line: str, right: str) -> None:
    game = after(toe, *line.split())
    assert {searched(game, 400, chance) for chance in range(2)} <= {*right.split()}


@pytest.mark.parametrize(("line", "playouts", "right"), [
    ("c1 c2 d1 d2", 300, "b1 e1"),  # makes three in a row with both ends open
    ("c1 g1 d1", 100, "b1 e1 f1"),  # must stop that
    ("c1 b1 d1 d2 e1", 50, "f1"),  # must block
])  # fmt: skip
def test_it_plays_connect_four_right(four: Rules, line: str, playouts: int, right: str) -> None:
    assert searched(after(four, *line.split()), playouts) in right.split()


def test_it_wins_a_won_game(four: Rules) -> None:
    game = after(four, *["c1", "c2", "d1", "d2", "e1", "e2"])
    mine, playing = game.turn, players.Mcts(30)
    players.play(game, dict.fromkeys(game.players, playing), 1)
    assert game.outcome is not None
    assert game.outcome.winners == (mine,)


def test_equal_chance_gives_equal_answers(toe: Rules) -> None:
    game = after(toe, "b2", "b1")
    assert len({searched(game, 12, chance) for chance in range(6)}) > 1
    assert [searched(game, 12, n) for n in range(3)] == [searched(game, 12, n) for n in range(3)]


def test_a_search_that_is_settled_gives_the_answer_of_a_whole_one(
    four: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chances = after(four, *["c1", "g1", "d1"]), range(6)
    early = [searched(game, 24, chance) for chance in chances]
    monkeypatch.setattr(mcts.Search, "is_settled", lambda *_: False)
    assert early == [searched(game, 24, chance) for chance in chances]


def test_a_search_ends_when_it_is_settled(toe: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    run, counts = mcts.Search.run, Counter[str]()
    monkeypatch.setattr(mcts.Search, "run", lambda *args: (counts.update("1"), run(*args)))
    searched(after(toe, *["a1", "a2", "b1", "b2"]), 100)  # one answer wins
    assert 50 <= counts["1"] < 100


def test_it_stops_in_time(four: Rules) -> None:
    seat = players.Seat(after(four), 1)
    assert players.Mcts(seconds=0.01)(seat) in seat.options


# -------------------------------------------------------------------------------- scripts


def test_a_file_plays(toe: Rules, tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text("def answer(seat):\n    return seat.options[-1]\n")
    game = after(toe)
    game.apply(players.named(f"script:{file}")(players.Seat(game, 1)))
    assert "c3" not in {option.id for option in game.options}


@pytest.mark.parametrize(("text", "said"), [
    ("answers = 1", r"no function `answer\(seat\)`"),
    ("answer = 1 / 0", "can't be run: ZeroDivisionError"),
])  # fmt: skip
def test_a_file_that_can_not_play_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "none.py"
    file.write_text(text)
    with pytest.raises(ValueError, match=said):
        players.named(f"script:{file}")


@pytest.mark.parametrize(("does", "said"), [
    ("return 'z9'", "the program that plays x gave an invalid answer: `z9` is not a legal answer"),
    ("return [][1]", "bad.py:2: IndexError: list index out of range"),
])  # fmt: skip
def test_what_a_file_does_wrong_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], does: str, said: str
) -> None:
    file = tmp_path / "bad.py"
    file.write_text(f"def answer(seat):\n    {does}\n")
    words = ["sim", str(PACKS / "tic-tac-toe"), "--games", "1", "--players-by", f"script:{file}"]
    assert invoke(words) == 1
    found = capsys.readouterr()
    assert said in found.err + found.out
    assert "internal" not in found.err + found.out


def test_seats_are_named_by_number() -> None:
    ids: Sequence[str] = ["red", "green", "blue"]
    by = players.assigned("2=greedy,blue=mcts:10,others=random", ids)
    assert by == {"red": "random", "green": "greedy", "blue": "mcts:10"}
    assert players.assigned("1=greedy,red=random", ids)["red"] == "random"  # a name says more


# ------------------------------------------------------------------------- what is hidden


class Dreamer(players.Seat):
    """A seat that looks ahead in games that come from another game."""

    __slots__ = ("other",)

    def __init__(self, game: Game, other: Game, chance: int) -> None:
        super().__init__(game, chance)
        self.other = other

    def world(self) -> Game:
        return self.other.determinize(self.player, self.below(1 << 48))


def indistinguishable(pack: Path, games: int) -> Iterator[tuple[Game, Game]]:
    """Positions in the middle of games, each with one that the player can't distinguish from it."""
    rules = cardwright.load(pack)
    for seed in range(games):
        position = rules.new_game(min(n for n in rules.players if n > 1), seed).position
        play_to_end(position, seeded(seed), 4 + 5 * seed)
        game = Game(rules, position)
        if game.turn is not None and len(game.options) > 1:
            yield game, game.determinize(game.turn, seed)


def told_apart(pack: Path, games: int) -> int:
    """How many positions lead to the same answer; fails if two that look alike differ."""
    same = 0
    for game, other in indistinguishable(pack, games):
        found = [
            players.Mcts(8, policy=players.PlayoutPolicy(2, 8))(Dreamer(one, game, 5 << 40)).id
            for one in (game, other)
        ]
        assert found[0] == found[1]
        same += game.digest != other.digest
    return same


@pytest.mark.parametrize("pack", ["hands", "couriers", "pirate-bay"])
def test_what_the_player_can_not_see_changes_nothing(pack: str) -> None:
    """A search uses only the games that are redrawn for the player."""
    assert told_apart(PACKS / pack, 4) >= 1


@pytest.mark.soak
@pytest.mark.parametrize(
    "pack", [*sorted(CONTENT.glob("*/pack.yaml"))], ids=lambda p: p.parent.name
)
def test_what_the_player_can_not_see_changes_nothing_in_large_games(pack: Path) -> None:
    assert told_apart(pack.parent, 12) >= 1


@pytest.mark.parametrize("runs", [30, pytest.param(400, marks=pytest.mark.soak)])
def test_positions_that_look_alike_are_played_alike(runs: int) -> None:
    """With separately redrawn games, answers are equally frequent, within 4 standard deviations."""
    game, other = next(indistinguishable(PACKS / "hands", 9))
    counts = [Counter(searched(one, 6, chance) for chance in range(runs)) for one in (game, other)]
    for answer in {*counts[0], *counts[1]}:
        part = (counts[0][answer] + counts[1][answer]) / (2 * runs)
        deviation = (2 * runs * part * (1 - part)) ** 0.5
        assert abs(counts[0][answer] - counts[1][answer]) <= 4 * deviation


# ------------------------------------------------------------------------------- strength


def wins(pack: Path, one: str, other: str, games: int, players_: int = 2) -> tuple[float, float]:
    """The interval that contains the true share of the first player's wins against the second."""
    rules = cardwright.load(pack)
    tables = tables_of((one, other), players_)
    won = [0.0, 0.0]
    for index in range(games):
        game = rules.new_game(players_, index // len(tables))
        words = dict(zip(sorted(game.players), tables[index % len(tables)], strict=True))
        players.play(game, {id: players.named(word) for id, word in words.items()}, index)
        assert game.outcome is not None
        for id in game.outcome.winners:
            won[words[id] == other] += 1 / len(game.outcome.winners)
    return wilson(won[0] / (sum(won) or 1), sum(won))


STRENGTH = [("mcts:400", "greedy", 40), ("greedy", "random", 60)]


def test_searching_beats_greed_and_greed_chance() -> None:
    assert wins(PACKS / "tic-tac-toe", "mcts:60", "greedy", 16)[0] > 0.5
    assert wins(PACKS / "mini-orbit", "greedy", "random", 12)[0] > 0.5


@pytest.mark.soak
@pytest.mark.parametrize(("one", "other", "games"), STRENGTH)
@pytest.mark.parametrize(
    "pack", [*sorted(CONTENT.glob("*/pack.yaml"))], ids=lambda p: p.parent.name
)
def test_players_beat_each_other_in_every_pack(
    pack: Path, one: str, other: str, games: int
) -> None:
    """The search takes hours; `-k greedy-random` selects the other half."""
    count = min(n for n in cardwright.load(pack.parent).players if n > 1)
    assert wins(pack.parent, one, other, games, count)[0] > 0.5


# ------------------------------------------------------------------------------ preferences


def preferring(folder: Path, prefer: str) -> Game:
    """A game of three deeds, one of which is good."""
    (folder / "pack.yaml").write_text(
        "id: small\nversion: 1.0.0\ntitle: Small\nplayers: [2, 2]\nmain: game\nscore: gold\n"
    )
    (folder / "game.yaml").write_text(f"""\
kinds: {{player: {{state: {{gold: {{type: number}}}}}}}}
players: [{{id: ann, provenance: house}}, {{id: bob, provenance: house}}]
rules:
  game: |
    ann opens deeds
    ann opens deeds
    ann opens deeds
    end the game
menus: {{deeds: {{title: What next, pass: Nothing}}}}
options:
  - {{id: dig, menu: deeds, {prefer}do: gain 1 gold, provenance: house}}
  - {{id: rest, menu: deeds, do: lose 1 gold, provenance: house}}
""")
    return cardwright.load(folder).new_game(players=2, seed=3)


def dug(game: Game) -> int:
    """The result of Ann's deeds in 60 playouts."""
    program, made = game.position.program, 0
    for n in range(60):
        end = game.position.copy()
        play_weighted(end, seeded(n), 100)
        made += evaluations_of(program)(end)[0]
    return made


def test_playouts_take_what_the_pack_prefers(tmp_path: Path) -> None:
    """Ann's lead is the gold from her three answers: 0 on average, or nearly 3 in each game."""
    assert abs(dug(preferring(tmp_path, ""))) < 60
    assert dug(preferring(tmp_path, "prefer: 50, ")) > 60 * 2.5
    assert dug(preferring(tmp_path, "prefer: 0, ")) < -60 * 1.2
    game = preferring(tmp_path, "prefer: 9, ")
    assert searched(game, 12) == "dig"


def test_show_says_what_is_preferred(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preferring(tmp_path, "prefer: 9, ")
    invoke(["show", str(tmp_path), "dig"])
    assert "searching players try it with weight 9" in capsys.readouterr().out


@pytest.mark.parametrize("prefer", ["-1", "1001", "much"])
def test_a_preference_is_a_small_number(tmp_path: Path, prefer: str) -> None:
    with pytest.raises(cardwright.PackError, match=r"`prefer` (must be|is)"):
        preferring(tmp_path, f"prefer: {prefer}, ")
