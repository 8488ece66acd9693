"""`balance`: each figure is compared with another way to compute it."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from xml.etree import ElementTree

import pytest

import cardwright
from cardwright.players import play
from cardwright.players.seat import Seat
from cardwright_tools.balance.charts import _label, _ticks
from cardwright_tools.balance.report import Report, report_on
from cardwright_tools.balance.statistics import compare, false_discoveries, wilson
from cardwright_tools.cli import invoke
from cardwright_tools.sim.distribute import play_span
from cardwright_tools.sim.figures import (
    Figure,
    came_back,
    figures_of,
    largest_deficit,
    lead_changes,
)
from cardwright_tools.sim.game_recorder import GameRecord
from cardwright_tools.sim.games import GameSetup, Outcome
from cardwright_tools.sim.playout import GameRunner
from cardwright_tools.sim.subjects import Subjects

from .raffle_pack import CARDS, write_raffle

GAMES = 100


@pytest.fixture(scope="module")
def raffle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_raffle(tmp_path_factory.mktemp("raffle"))


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_raffle(tmp_path_factory.mktemp("planted"), planted=2)


def reported(pack: str, games: int, seed: int = 1) -> Report:
    setup = GameSetup((pack,), (), 2, seed, watched=True)
    return report_on("", setup, play_span(setup, 0, games), {})


# ---------------------------------------------------------------------------- statistics


def test_wilson_is_where_the_score_test_says_yes() -> None:
    low, high = wilson(0.1, 50)
    for bound in (low, high):
        assert abs(0.1 - bound) / sqrt(bound * (1 - bound) / 50) == pytest.approx(1.959964)
    assert wilson(0.0, 10)[0] == 0.0


def exposed_games(games: int, seed: int, gain: float) -> list[tuple[int, int]]:
    """Games of two players, the first of whom is stronger and has something more often."""
    chance, found = random.Random(seed), []
    for _ in range(games):
        first, second = chance.random() < 0.7, chance.random() < 0.2
        share = 0.65 + gain * (first - second)
        found.append((first | second << 1, 1 if chance.random() < share else 2))
    return found


def difference(games: list[tuple[int, int]]) -> float:
    """Mantel's and Haenszel's difference, from lists of players."""
    top = whole = 0.0
    for place in (0, 1):
        had = [won >> place & 1 for mask, won in games if mask >> place & 1]
        had_not = [won >> place & 1 for mask, won in games if not mask >> place & 1]
        weight = len(had) * len(had_not) / len(games)
        top += weight * (fmean(had) - fmean(had_not))
        whole += weight
    return top / whole


def test_the_difference_is_corrected_for_who_holds_it() -> None:
    games = exposed_games(4000, 1, 0.1)
    found = compare(Counter(games), 2)
    assert found is not None
    assert found.difference.value == pytest.approx(difference(games))
    low, high = found.difference.interval
    assert low < 0.1 < high
    crude = fmean(won >> place & 1 for mask, won in games for place in (0, 1) if mask >> place & 1)
    assert crude - 0.5 > high  # of all who have it, regardless of their side


def test_the_error_is_that_of_leaving_out_a_game() -> None:
    """The players of a game are not independent; the jackknife over games accounts for that."""
    games = exposed_games(250, 2, 0.05)
    found = compare(Counter(games), 2)
    assert found is not None
    without = [difference([*games[:at], *games[at + 1 :]]) for at in range(len(games))]
    jackknife = stdev(without) * (len(games) - 1) / sqrt(len(games))
    assert found.difference.error == pytest.approx(jackknife, rel=0.02)


def test_the_chance_is_that_of_the_normal_distribution() -> None:
    found = compare(Counter(exposed_games(250, 2, 0.05)), 2)
    assert found is not None
    z = abs(found.difference.value / found.difference.error)
    assert found.difference.chance == pytest.approx(2 * (1 - NormalDist().cdf(z)))


def test_false_discoveries_are_those_of_the_paper() -> None:
    """The example of Benjamini and Hochberg (1995), section 3.1: 4 of 15 tests are significant."""
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
               0.4262, 0.5719, 0.6528, 0.7590, 1.0000]  # fmt: skip
    assert [*false_discoveries(chances, 0.05)] == [True] * 4 + [False] * 11
    assert false_discoveries([], 0.05) == []


def test_the_lead() -> None:
    course = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 2, 2), (1, 2, 5), (3, 2, 5)]
    assert lead_changes(course) == 2
    assert came_back(course, [2]) == 1
    assert came_back(course, [1]) == 0
    assert largest_deficit(course, [2]) == 2
    assert largest_deficit(course, [0, 2]) == 2


# -------------------------------------------------------------------------------- counts


def replayed(pack: str, games: int) -> Iterator[tuple[Outcome, Counter[tuple[str, str]]]]:
    """The same games, counted by what the public API shows of each question."""
    rules = cardwright.load(pack)
    runner = GameRunner(rules, 2, 1)
    for index in range(games):
        outcome, position = runner.play(index)
        assert isinstance(outcome, Outcome)
        assert position is not None
        answers, counts = iter(position.answered()), Counter[tuple[str, str]]()

        def answer(
            seat: Seat, answers: Iterator[int] = answers, counts: Counter[tuple[str, str]] = counts
        ) -> str:
            option = seat.options[next(answers)]
            for one in {o.id for o in seat.options} if len(seat.options) > 1 else ():
                counts["offered", one] += 1
            counts["taken", option.id] += len(seat.options) > 1
            counts["used", option.id] += 1
            counts["by " + seat.player, option.id] += 1
            return option.id

        game = rules.new_game(2, position.seed)
        play(game, dict.fromkeys(game.players, answer), 1)
        assert game.digest == outcome.digest
        yield outcome, counts


def test_every_figure_is_that_of_the_games(raffle: str) -> None:
    report = reported(raffle, GAMES)
    games = [*replayed(raffle, GAMES)]
    figures = {str(name): one.value for name, one in report.figures.items()}
    for player in ("ann", "bob"):
        shares = [float(o.shares.get(player, 0)) for o, _ in games]
        scores = [o.scores[player] or 0 for o, _ in games]
        assert figures[f"share({player})"] == pytest.approx(fmean(shares))
        assert figures[f"score({player})"] == pytest.approx(fmean(scores))
        error = stdev(scores) / sqrt(GAMES)
        assert report.figures[Figure("score", player)].error == pytest.approx(error)
    assert figures["share(seat 1)"] == pytest.approx(
        fmean(float(o.seats.get(1, 0)) for o, _ in games)
    )
    assert figures["decisions"] == pytest.approx(fmean(o.decisions for o, _ in games))
    assert (figures["turns"], figures["dead turns"]) == (10, 0)


def test_cards_are_counted_as_the_games_show_them(raffle: str) -> None:
    report = reported(raffle, GAMES)
    games = [*replayed(raffle, GAMES)]
    usage = {one.key: one for one in report.usage}
    for card in CARDS:
        counts = sum((counts for _, counts in games), Counter[tuple[str, str]]())
        # copies of a card have ids of their own, even two that lie open at once
        ids = [id for id in {id for _, id in counts} if re.split("[ #]", id)[0] == card]
        one = usage[f"card {card}"]
        assert one.used == pytest.approx(sum(counts["used", id] for id in ids) / GAMES)
        assert one.held == pytest.approx(held(games, ids) / GAMES)
        assert one.rates["used"].difference.value == pytest.approx(win_difference(games, ids))


def had(counts: Counter[tuple[str, str]], player: str, ids: list[str]) -> bool:
    return any(counts[f"by {player}", id] for id in ids)


def held(games: list[tuple[Outcome, Counter[tuple[str, str]]]], ids: list[str]) -> int:
    return sum(had(counts, player, ids) for _, counts in games for player in ("ann", "bob"))


def win_difference(games: list[tuple[Outcome, Counter[tuple[str, str]]]], ids: list[str]) -> float:
    top = whole = 0.0
    for player in ("ann", "bob"):
        wins: dict[bool, list[float]] = {True: [], False: []}
        for outcome, counts in games:
            wins[had(counts, player, ids)].append(float(outcome.shares.get(player, 0)))
        weight = len(wins[True]) * len(wins[False]) / len(games)
        top += weight * (fmean(wins[True]) - fmean(wins[False]))
        whole += weight
    return top / whole


def test_games_that_are_watched_are_the_same() -> None:
    orbit = str(Path(__file__).parents[1] / "packs/mini-orbit")
    setup = GameSetup((orbit,), (), 3, 4)
    lines = play_span(setup, 0, 10).lines
    assert play_span(replace(setup, watched=True), 0, 10).lines == lines
    greedy = replace(setup, by="greedy")
    lines = play_span(greedy, 0, 1).lines
    assert play_span(replace(greedy, watched=True), 0, 1).lines == lines


# ------------------------------------------------------------------------------- findings


def test_a_card_that_is_too_strong_is_found(planted: str) -> None:
    found = [one for one in reported(planted, 800).usage if one.alarms]
    assert [one.key for one in found] == [f"card {CARDS[0]}"]
    assert found[0].rates["used"].difference.interval[0] > 0.05


def test_even_cards_raise_no_alarm(raffle: str) -> None:
    assert reported(raffle, 400).alarms == 0


@pytest.mark.soak
def test_even_cards_raise_no_alarm_in_95_of_100_runs(raffle: str) -> None:
    assert sum(reported(raffle, 2000, seed).alarms == 0 for seed in range(100)) >= 95


@pytest.mark.soak
def test_a_card_that_is_too_strong_is_found_in_95_of_100_runs(planted: str) -> None:
    key = f"card {CARDS[0]}"
    runs = (reported(planted, 2000, seed).usage for seed in range(100))
    assert sum(any(one.key == key and one.alarms for one in usage) for usage in runs) >= 95


# -------------------------------------------------------------------------------- command


def test_the_same_pack_twice_has_no_change(raffle: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["balance", raffle, raffle, "--games", "30"]) == 0
    assert "Nothing has changed." in capsys.readouterr().out


def test_a_change_is_paired_by_seed(raffle: str, planted: str, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    words = ["balance", raffle, planted, "--games", "200", "--json", str(file)]
    assert invoke([*words, "--fail-if", "change(score(ann)) < 0.1"]) == 0
    found = json.loads(file.read_text())
    change, new = found["versions"][0]["changes"], found["versions"][0]["figures"]
    old = found["figures"]
    gained = new["score(ann)"]["value"] - old["score(ann)"]["value"]
    assert change["score(ann)"]["value"] == pytest.approx(gained, abs=1e-4)
    width = change["score(ann)"]["high"] - change["score(ann)"]["low"]
    assert width < (old["score(ann)"]["high"] - old["score(ann)"]["low"]) / 2


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("share(ann) > 32%", 1),
        ("share(ann) > 99%", 0),
        ("high(share(ann)) < 0.99", 1),
        ("low(share(ann)) >= 0.99", 0),
        ("alarms > 0", 0),
        ("gain(card ash) > 99%", 0),
        ("gain(card nobody) > 1", 2),
        ("used(card nobody) > 1", 2),
        ("share(anne) > 1", 2),
        ("change(share(ann)) > 1", 2),
        ("nonsense", 2),
        pytest.param(" " * 100_000 + "nonsense", 2, id="many blanks"),
    ],
)
def test_a_condition_fails_a_build(raffle: str, condition: str, code: int) -> None:
    assert invoke(["balance", raffle, "--games", "40", "--fail-if", condition]) == code


def test_an_unknown_figure_is_refused_before_the_games(raffle: str) -> None:
    """Playing so many games would take minutes."""
    words = ["balance", raffle, "--games", "1000000", "--fail-if", "share(anne) > 1"]
    assert invoke(words) == 2


def test_ctrl_c_before_the_first_game_is_no_fault_of_the_pack(
    raffle: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardwright_tools.sim.distribute._parts", interrupted)
    assert invoke(["balance", raffle, "--games", "5"]) == 1
    assert "interrupted: 0 of 5 games were played" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("condition", "code", "said"),
    [
        ("gain(card rowan) > 99%", 0, "no, it is "),
        ("share(ann) > 0", 1, "yes, it is 0."),
        ("change(share(ann)) > -200%", 1, "yes, it is 0%"),
        ("change(used(card rowan)) > 0", 1, "yes, it is "),
        ("change(gain(card rowan)) > 0", 2, "is not in both versions"),
        ("change(alarms) > 0", 2, "alarms belong to one version"),
        ("gain(card rowen) > 0", 2, "did you mean `gain(card rowan)`?"),
        ("nothing > 0", 2, "there are `alarms`, `share(ann)`"),
    ],
)
def test_a_condition_on_a_new_card(
    raffle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    condition: str, code: int, said: str,
) -> None:  # fmt: skip
    """The new version has one more ticket, which differs from the others only in its name."""
    new = write_raffle(tmp_path / "new")
    tickets = tmp_path / "new/tickets.yaml"
    tickets.write_text(tickets.read_text().replace("id: elm, title: Elm", "id: rowan, title: Row"))
    assert invoke(["balance", raffle, new, "--games", "60", "--fail-if", condition]) == code
    found = capsys.readouterr()
    assert said in found.err
    assert code == 2 or "Row (new) " in found.out


def test_too_few_games_for_a_condition_are_said(
    raffle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["balance", raffle, "--games", "4", "--fail-if", "gain(card ash) > 0"]
    assert invoke(words) == 2
    assert "too few games to tell: fewer than 20 players used `card ash`" in capsys.readouterr().err


def test_every_alarm_has_a_mark(planted: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["balance", planted, "--games", "800", "--fail-if", "alarms > 0"]
    assert invoke(words) == 1
    found = capsys.readouterr()
    marks = sum("% ! " in line for line in found.out.splitlines())
    assert f"alarms > 0: yes, it is {marks}" in found.err


def test_cards_of_which_nothing_is_counted_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "race"
    assert invoke(["new", "pack", str(pack)]) == 0
    assert invoke(["balance", str(pack), "--games", "20"]) == 0
    out = capsys.readouterr().out
    assert "\nRace: 20 games" in out
    assert "Never offered, used or held: Tail Wind." in " ".join(out.split())


LASTING = Path(__file__).parents[1] / "packs/lasting"


def test_a_lasting_effect_is_no_card_of_its_own() -> None:
    program = cardwright.load(LASTING).program(2)
    cards = {one.id for one in Subjects(program).all if one.sort == "card"}
    lasting = {item.thing.id for item in program.layout.items
               if item.thing and program.board.is_a(item.kind, "lasting-effect")}  # fmt: skip
    assert cards
    assert lasting
    assert not cards & lasting


def test_where_decisions_go(raffle: str) -> None:
    """Each of the ten turns asks one question."""
    assert reported(raffle, 20).asked == {"turn": 10}


def test_the_report_says_what_played(raffle: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["balance", raffle, "--games", "4", "--engine", "native"]) == 0
    found = capsys.readouterr()
    assert "engine: python\n" in found.out
    assert found.err == "Python plays these games: what is offered and used is counted\n"


def test_marks_of_axes_are_round() -> None:
    assert [*_ticks(0, 0.437)] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])
    assert [*_ticks(-3, 17)] == pytest.approx([0, 5, 10, 15])
    assert [*_ticks(12, 13)] == pytest.approx([12, 12.2, 12.4, 12.6, 12.8, 13])


def test_long_names_keep_to_their_room() -> None:
    label = _label(50, "Martian Congressional Republic", 80)
    assert re.findall(">([^<]+)</text>", label) == ["Martian", "Congression…"]
    assert "<title>Martian Congressional Republic</title>" in label


def test_a_pack_without_turns_has_no_figures_of_them() -> None:
    played = Outcome(index=0, turns=0, decisions=7, seconds=0.1, digest="", seen=GameRecord())
    found = {str(figure): value for figure, value in figures_of(played, ()).items()}
    assert not found.keys() & {"turns", "rounds", "dead turns"}
    assert found["decisions"] == 7


def test_modules_are_compared(raffle: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["balance", raffle, "--by-module", "--games", "20", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["label"] for one in found["versions"]] == ["windfall"]
    assert found["versions"][0]["changes"]["score(ann)"]["value"] == 5


class Page(HTMLParser):
    """Reads the tags of a page, all of which must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.open, self.outside = Counter[str](), list[str](), list[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag != "meta":
            self.open.append(tag)
        self.outside += [v or "" for k, v in attributes if k in ("src", "href")]

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    planted = write_raffle(tmp_path / "raffle", 2, "</title><script>alert('|')</script>")
    page, text = tmp_path / "page.html", tmp_path / "text.md"
    words = ["balance", planted, "--games", "60", "--html", str(page), "--markdown", str(text)]
    assert invoke(words) == 0
    found = Page(page.read_text("utf-8"))
    assert not found.open
    assert not found.outside
    assert found.tags["svg"] == 5
    assert not found.tags["script"]
    assert "http" not in page.read_text("utf-8").replace("http-equiv", "")
    assert not re.search(r"(?<!\\)<", text.read_text("utf-8"))
    for drawn in re.findall("<svg.*?</svg>", page.read_text("utf-8"), re.DOTALL):
        numbers = map(float, re.findall(r' c?[xy][12]?="([^"]*)"', drawn))
        assert all(0 <= number <= 720 for number in numbers)
        assert ElementTree.fromstring(drawn).get("role") == "img"


# ---------------------------------------------------------------------------------- sweep


def test_a_printed_number_is_varied(
    raffle: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sweep", raffle, f"worth of {CARDS[0]} = 1..4,13", "--games", "60", "--json", "-"]
    assert invoke([*words, "--html", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "<title>Raffle, worth of Ash: 60 games of 2 players" in page
    labels = dict(re.findall('x="([^"]*)"[^>]*>([0-9]+(?: .printed.)?)<', page))
    assert [*labels.values()] == ["1", "2", "3 (printed)", "4", "13"]
    assert {*labels} == {*re.findall('cx="([^"]*)"', page)}  # below its points
    found = json.loads(capsys.readouterr().out)
    assert [found["label"], *(one["label"] for one in found["versions"])] == [
        "3 (printed)", "1", "2", "4", "13",
    ]  # fmt: skip
    scores = [one["changes"]["score(ann)"]["value"] for one in found["versions"]]
    assert scores == sorted(scores)
    # As long as points affect no answer, the score changes by the ticket's worth.
    used = found["usage"][f"card {CARDS[0]}"]["used"]
    both = [one["changes"][f"score({who})"]["value"] for one in found["versions"][-1:]
            for who in ("ann", "bob")]  # fmt: skip
    assert sum(both) == pytest.approx(10 * used, abs=0.001)


def test_a_definition_that_is_a_number_is_varied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = write_raffle(tmp_path / "raffle")
    rules = tmp_path / "raffle/rules.yaml"
    text = rules.read_text().replace("repeat 5 times", "repeat (length-of-game) times")
    rules.write_text(f"{text}definitions: {{length-of-game: 5}}\n")
    assert invoke(["sweep", pack, "length-of-game = 3,6", "--games", "4", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    turns = [one["figures"]["turns"]["value"] for one in (found, *found["versions"])]
    assert turns == [10, 6, 12]
    assert invoke(["sweep", pack, "length-of-gam = 3"]) == 2
    assert "did you mean `length-of-game`?" in capsys.readouterr().err
    assert invoke(["sweep", pack, "pace = 3"]) == 2
    assert ("no definition `pace` is a plain number; definitions that are numbers: "
            "`length-of-game`; for a number on a card") in capsys.readouterr().err  # fmt: skip


def test_a_number_that_is_never_negative_is_noted(
    raffle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    note = "note: no printed `worth` is negative; the rules may not be written for -1"
    for values, noted in (("-1..1", True), ("1,2", False)):
        words = ["sweep", raffle, f"worth of {CARDS[0]} = {values}", "--games", "4"]
        assert (invoke(words), note in capsys.readouterr().err) == (0, noted)


@pytest.mark.parametrize(
    "varied",
    [
        "worth",
        "worth of nobody = 1",
        "price of ash = 1",
        "worth of ash = x",
        "worth of ash = 5..1",
        "worth of ash = 3",
    ],
)
def test_what_can_not_be_varied_is_refused(raffle: str, varied: str) -> None:
    assert invoke(["sweep", raffle, varied, "--games", "4"]) == 2
