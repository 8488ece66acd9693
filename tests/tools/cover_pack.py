"""A small pack for tests of `cover`, with a coverage point of each sort."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.cli import invoke
from cardwright_tools.cover.result import CoverageResult
from cardwright_tools.cover.run import CoverOptions, measure_coverage

PACK = """
id: small
version: 1.0.0
title: Small
players: [2, 2]
main: game
modules: {more: {title: More, adds: more}}
"""
BOARD = """
kinds:
  player: {state: {gold: {type: number, start: 3, min: 0}, hurt: flag}}
  deed: {is: card, fields: {worth: number}, rules: {event: {title: Event}}}
players:
  - {id: red, title: Red, provenance: fixture}
  - {id: blue, title: Blue, provenance: fixture}
zones:
  pile: {holds: deed, ordered: true}
deeds:
  - {id: gift, worth: 1, event: gain 1 gold, provenance: fixture}
  - {id: "theft", worth: 2, event: lose 1 gold, provenance: fixture}
definitions:
  wealth of player: if player is hurt then 0 else gold of player
  unread: 7
rules:
  game: |
    do try with 1
    end the game
  try:
    takes: {first: number}
    do: |
      if first > 1 and gold of you > 2: gain 1 gold
      for each deed in pile: perform event of deed
      for each player: player gains 1 gold
      may "<b>Take & go</b>": gain 1 gold
      repeat (first) times:
        lose 1 gold
  never: lose 2 gold
menus:
  buy: {title: Buy}
options:
  - id: bread
    menu: buy
    title: Bread
    if: gold of you > 0
    cost: 1 gold
    do: set hurt of you to no
    provenance: fixture
abilities:
  - {title: Rich, modify: wealth of player, if: gold of player > 5, add: 1, provenance: fixture}
  - {title: Poor, modify: wealth of player, at least: 0, provenance: fixture}
  - {title: Watch, when: after try, if: first is 1, do: gain 1 gold, provenance: fixture}
  - {title: No gifts, forbid: moving deed, if: it is gift, provenance: fixture}
"""
MORE = """
rules:
  extra: gain 4 gold
"""


def make(folder: Path) -> Path:
    """The pack, written into a folder of its name, without scenarios."""
    made = folder / "small"
    (made / "more").mkdir(parents=True)
    (made / "pack.yaml").write_text(PACK, "utf-8")
    (made / "board.yaml").write_text(BOARD, "utf-8")
    (made / "more/more.yaml").write_text(MORE, "utf-8")
    (made / "scenarios").mkdir()
    return made


def covered(pack: Path, scenarios: str = "", games: int = 0, jobs: int = 1) -> CoverageResult:
    (pack / "scenarios/some.yaml").write_text(scenarios or "[]", "utf-8")
    return measure_coverage(CoverOptions((pack,), bool(scenarios), games, (), 1, jobs))


def uncovered_points(result: CoverageResult) -> set[tuple[str, str]]:
    """The uncovered points: the text, and what must happen there."""
    return {(p.point.span.text.strip(), p.point.what) for p in result.points if not p.ran}


def all_points(result: CoverageResult) -> set[tuple[str, str]]:
    return {(p.point.span.text.strip(), p.point.what) for p in result.points}


ONCE = "- {scenario: once, given: {pile: [gift]}, as: red, do: do try with 1, answers: ['yes']}\n"


def run(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    code = invoke(["cover", *line])
    captured = capsys.readouterr()
    return code, captured.out, captured.err
