"""`why --not` for options of cards: whose card it is, and where it must be to be active."""

from __future__ import annotations

import pytest

from cardwright_tools.cli import invoke

from .shop_pack import make

pytestmark = pytest.mark.usefixtures("shared_packs")

SCENARIOS = """
- scenario: Jade has the jar
  given: {players: 3, kept: {jade: oil-jar}, hand: {coral: storm-glass}, shelf: [fish-soup]}
  do: open acts
  expect: {offers only: [beg, buy]}
- scenario: Amber has it in hand
  given: {hand: {amber: oil-jar}, shelf: [fish-soup]}
  do: open acts
  expect: {offers only: [beg, buy]}
- scenario: Amber keeps two
  given: {kept: {amber: [2 oil-jar]}}
  do: open acts
  expect: {offers only: [beg, oil-jar]}
- scenario: Amber keeps one without coins
  given: {kept: {amber: oil-jar}, coins: {amber: 0}, shelf: [gust]}
  do: open acts
  expect: {offers only: [beg, buy]}
- scenario: it ends
  do: gain 1 coins
  expect: {coins: {amber: +1}}
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = make(tmp_path_factory.mktemp("packs"))
    (made / "scenarios" / "a.yaml").write_text(SCENARIOS, encoding="utf-8")
    return str(made)


HANG = "Hang a lantern for a coin is not an answer: "
# (the scenario, the missing answer, the first line of output)
REASONS = [
    ("Jade has", "Hang a lantern for a coin", HANG + "Oil Jar is in Kept of Jade, not yours"),
    ("Jade has", "oil-jar", HANG + "Oil Jar is in Kept of Jade, not yours"),
    ("Jade has", "Look at the glass", "Look at the glass is not an answer: Storm Glass is in Hand"),
    ("in hand", "oil-jar", HANG + "Oil Jar is active only in Kept, and it is in Hand of Amber"),
    ("keeps two", "oil-jar", "Hang a lantern for a coin of Oil Jar is on the list: answer 2"),
    ("keeps one", "Oil Jar", HANG + "it costs 1 coins, and you have 0"),
    ("keeps one", "storm-glass", "Look at the glass is not an answer: Storm Glass is in supply"),
    ("it ends", "oil-jar", "there is no question"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "words", "first"), REASONS)
def test_an_option_says_whose_it_is_and_where(
    pack: str, scenario: str, words: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["why", pack, "--scenario", scenario, "--not", words]) == 0
    assert capsys.readouterr().out.startswith(first)


def test_a_card_in_a_hand_is_not_revealed(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All copies get the same reason: a player does not learn whose hand a card is in."""
    line = ["why", pack, "--scenario", "Jade has", "--as", "amber", "--not", "look"]
    assert invoke(line) == 0
    output = capsys.readouterr().out
    assert "Coral" not in output
    assert "you can't see Storm Glass" in output


def test_a_scenario_that_ends_says_how_to_ask(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["why", pack, "--scenario", "it ends", "--not", "beg"]
    assert invoke(line) == 0
    assert "end a scenario there: `expect: {offers only: [...]}`" in capsys.readouterr().out
    assert invoke([*line, "--given"]) == 0
    assert "with --given, no steps are run" in capsys.readouterr().out


def test_a_subtracting_modifier_is_shown_as_written(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["why", pack, "--scenario", "Amber keeps two", "cost of fish-soup", "--all"]
    assert invoke(line) == 0
    assert "Old Abacus (add -1)" in capsys.readouterr().out
