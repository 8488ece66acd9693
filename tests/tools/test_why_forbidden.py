"""`why --not` for options that a prohibition removes, or that could do nothing because of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

from ..broken.broken_packs import Case, write

MORE = """
rules: {set-out: place 1 boat on a town}
options:
  - {id: launch, menu: acts, do: do set-out}
  - {id: feast, menu: acts, if: round < 9, do: gain 1 gold}
  - {id: hop, menu: acts, do: move 1 of your boats to a town}
  - {id: fast, menu: acts, if: round > 1, do: gain 1 gold}
abilities:
  - {forbid: option feast, if: round is 1}
  - {forbid: option fast}
  - {forbid: set-out, if: actor is ann}
  - {forbid: moving boat, if: it is in skara}
"""
SCENARIOS = """
- scenario: a boat that may not move
  given: {players: [ann, bob], round: 1, skara: {ann: 1 boat}}
  as: ann
  do: open acts
  expect: {offers only: [sail, work]}
- scenario: no boat
  given: {players: [ann, bob], round: 1}
  as: bob
  do: open acts
  expect: {offers only: [sail, work, launch]}
"""
# (the scenario, the missing option, why it is missing, a condition below it)
REASONS = [
    ("may not move", "feast", "the rules forbid the option “feast”", "the round is 1: yes"),
    ("may not move", "launch", "the rules forbid the rule “set out”", "Ann is Ann: yes"),
    ("may not move", "hop", "the rules forbid moving a boat", "is Skara: yes"),
    ("may not move", "fast", "the round is not more than 1", "1 > 1"),
    ("no boat", "hop", "you have no boats", ""),
]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (made,) = write(Case("forbidden", "", more=MORE), tmp_path_factory.mktemp("packs"))
    (made / "scenarios").mkdir()
    (made / "scenarios" / "a.yaml").write_text(SCENARIOS, "utf-8")
    return made


def test_the_scenarios_are_right(pack: Path) -> None:
    assert invoke(["test", str(pack)]) == 0


@pytest.mark.parametrize(("scenario", "option", "reason", "below"), REASONS)
def test_the_prohibition_is_named(
    pack: Path, scenario: str, option: str, reason: str, below: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert invoke(["why", str(pack), "--scenario", scenario, "--not", option]) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"{option.title()} is not an answer: {reason}")
    assert below in output
