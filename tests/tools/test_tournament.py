"""`cardwright tournament`: who plays whom, and the standings."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke
from cardwright_tools.sim.games import Outcome
from cardwright_tools.tournament.standings import standings_of, won_of
from cardwright_tools.tournament.tables import tables_of

pytestmark = pytest.mark.usefixtures("shared_packs")

TOE = str(Path(__file__).parents[1] / "packs" / "tic-tac-toe")


@pytest.mark.parametrize(("entrants", "players"), [
    ("ab", 2), ("abc", 2), ("ab", 3), ("abc", 4), ("ab", 4), ("abcd", 3),
])  # fmt: skip
def test_everybody_is_in_each_place_equally_often(entrants: str, players: int) -> None:
    tables = tables_of(entrants, players)
    for place in range(players):
        counts = Counter(table[place] for table in tables)
        assert set(counts) == set(entrants)
        assert len(set(counts.values())) == 1
    met = {frozenset(pair) for table in tables for pair in pairwise(table)}
    assert {frozenset((a, b)) for a in entrants for b in entrants if a != b} <= met


def outcome(**shares: Fraction | int) -> Outcome:
    won = {one: Fraction(share) for one, share in shares.items() if share}
    return Outcome(0, 0, 0, 0, "", scores=dict.fromkeys(shares, 0), shares=won)


def test_the_figures_are_those_of_the_games() -> None:
    """Two wins for a, one for b, and one that both share."""
    half = Fraction(1, 2)
    games = [
        (("a", "b"), outcome(x=1, y=0)), (("b", "a"), outcome(x=0, y=1)),
        (("a", "b"), outcome(x=0, y=1)), (("b", "a"), outcome(x=half, y=half)),
    ]  # fmt: skip
    found = standings_of("ab", games)
    assert found.ranked() == ["a", "b"]
    assert (found.records["a"].wins, found.records["a"].seats) == (Fraction(5, 2), 4)
    assert found.against["b", "a"] == (4, Fraction(3, 2))
    assert found.ratings["a"][0] > 25 > found.ratings["b"][0]
    assert found.ratings["a"][1] < 25 / 3


def test_who_plays_for_several_is_rated_once() -> None:
    found = standings_of("ab", [(("a", "b", "a"), outcome(x=1, y=0, z=0))] * 3)
    assert found.records["a"].seats == 6
    assert found.ratings["a"][0] > found.ratings["b"][0]


def test_the_interval_is_wilsons() -> None:
    """The values of R: prop.test(8, 10, correct = FALSE)."""
    share, interval = won_of(Fraction(8), 10)
    assert share == 0.8
    assert interval == pytest.approx((0.4901625, 0.9433178), abs=1e-5)
    assert won_of(Fraction(0), 0) == (0, (0, 1))


def run(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    code = invoke(["tournament", TOE, "--between", *more])
    return code, "".join(capsys.readouterr())


def test_games_that_leave_out_some_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Each of four entrants against each of the others, in both places."""
    words = "random,greedy,hinted,greedy:2", "--games"
    assert (
        "12 seatings; to play each equally often, play 12 games instead of 2"
        in run(capsys, *words, "2")[1]
    )
    even = run(capsys, "random,greedy", "--games", "2", "--engine", "python")[1]
    assert "ways to sit" not in even
    assert "engine: python" in even


def test_processes_do_not_change_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    base = "random,greedy", "--games", "6", "--json", "-"
    found = [json.loads(run(capsys, *base, "--jobs", jobs)[1]) for jobs in ("1", "2")]
    for one in found:
        del one["seconds"]
    assert found[0] == found[1]
    assert sum(one["seats"] for one in found[0]["standings"]) == 12


@pytest.mark.parametrize(("between", "said"), [
    ("random", "two or more different"),
    ("random,random", "two or more different"),
    ("random,gready", "no players called `gready`"),
])  # fmt: skip
def test_what_is_no_tournament_is_refused(
    capsys: pytest.CaptureFixture[str], between: str, said: str
) -> None:
    code, output = run(capsys, between)
    assert code == 2
    assert said in output
