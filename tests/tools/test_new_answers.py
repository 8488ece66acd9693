"""Which answers `new scenario` gives: those that have an effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

CARD = """\
actions:
  - id: odd-card
    title: Odd Card
    stride: 1
    text: "Something."
    event: |
{event}
    provenance: house
"""


def written(event: str) -> str:
    """The scenario of a card with this event, in a new pack."""
    assert invoke(["new", "pack", "race"]) == 0
    lines = "\n".join(f"      {line}" for line in event.splitlines())
    Path("race/odd.yaml").write_text(CARD.format(event=lines), "utf-8")
    assert invoke(["new", "scenario", "race", "odd-card"]) == 0
    return Path("race/scenarios/odd-card.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        ('choose one:\n  rest: say "tired"\n  run: gain 2 steps', "run"),
        ("choose a number from 0 to 2, as far\ngain (far) steps", '"1"'),
        ("may gain 2 steps", "yes"),
        ('may:\n  say "so be it"\notherwise: gain 2 steps', "no"),
        (
            'choose one:\n  talk:\n    may say "hello"\n  look:\n    may gain 1 steps',
            "look",
        ),
    ],
)
def test_an_effective_answer_is_preferred(
    event: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = written(event)
    answers = text.split("answers:\n")[1].split("expect:")[0]
    assert answers.split()[1] == answer, text


def test_the_first_of_equivalent_answers_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = written("choose one:\n  walk: gain 1 steps\n  run: gain 2 steps")
    assert "    - walk\n" in text


def test_a_long_log_is_cut_with_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = written("\n".join(f'say "step {at}"' for at in range(12)))
    assert "log:  # the first 8 of 12 lines\n" in text
    assert "step 7" in text
    assert "step 8" not in text


@pytest.mark.parametrize("lines", [2, 12])
def test_what_a_long_log_leaves_out_is_expected_in_zones(
    lines: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = written("\n".join([*['say "on"'] * lines, "move 1 action in supply to discard"]))
    assert ("    discard: [" in text) == (lines > 8)
