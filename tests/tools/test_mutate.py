"""`cardwright mutate`: seeding is deterministic, and caught mistakes are counted as caught."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke
from cardwright_tools.mutate.mutant import KINDS, Mutant, shown_lines
from cardwright_tools.mutate.run import all_mutants, sample_mutants
from cardwright_tools.scenario.read import Scenario
from cardwright_tools.scenario.runner import Result

pytestmark = [pytest.mark.forks, pytest.mark.usefixtures("shared_packs")]

MANIFEST = """\
id: shop
version: 1.0.0
title: A shop
players: [2, 2]
main: game
score: coins
winners: top players by coins of player
"""
CONTENT = """\
enums: {colour: [red, blue]}
kinds:
  player: {state: {coins: {type: number, start: 3, min: 0}}}
  stall: {is: place, fields: {colour: colour}}
  worker: {is: piece, on: stall, each player: 4}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
stalls:
  - {id: north, title: North, colour: red, provenance: house}
  - {id: south, title: South, colour: blue, provenance: house}
menus: {work: What to do}
definitions:
  wage of player on stall: number of workers of player on stall + (if stall is south then 1 else 0)
options:
  - id: hire
    menu: work
    title: Hire
    if: coins of you at least 1
    cost: 1 coins
    do: place 1 worker on red stalls
    provenance: house
abilities:
  - {modify: wage of player on stall, if: player is ann, add: 1}
rules:
  game: |
    repeat 2 times:
      for each player:
        player does turn
    end the game
  turn: |
    open work or say "rests"
    do earn with you, north
  earn:
    takes: {worker-owner: player, stall: stall}
    do: |
      worker-owner gains (wage of worker-owner on stall) coins, then say "paid"
      may remove up to 1 worker from stalls where colour of stall is red and coins of you < 9
"""
SCENARIO = """\
- scenario: A worker on the north stall is paid
  given: {north: {bob: 1 worker}, coins: {bob: 2}}
  as: bob
  do: earn with bob, north
  answers: [no]
  expect: {coins: {bob: +1}}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    (folder / "content.yaml").write_text(CONTENT, "utf-8")
    (folder / "scenarios" / "earn.yaml").write_text(SCENARIO, "utf-8")
    return folder


def one(pack: Path, kind: str, before: str, after: str) -> Mutant:
    """The mutant of a kind whose changed line contains these words."""
    found = [m for m in all_mutants(pack, [kind]) if before in m.before and after in m.after]
    assert len(found) == 1, [m.after for m in all_mutants(pack, [kind])]
    return found[0]


MADE = [
    ("number", "repeat 2 times", "repeat 3 times"),
    ("number", "cost: 1 coins", "cost: 2 coins"),
    ("quantifier", "remove up to 1 worker", "remove 1 worker"),
    ("quantifier", "may remove up", "\n      remove up"),
    ("swap", "do earn with you, north", "do earn with you, south"),
    ("place", "do earn with you, north", "do earn with north, you"),
    ("place", "wage of worker-owner on stall", "wage of stall on worker-owner"),
    ("condition", "if: coins of you", "if: not (coins of you at least 1)"),
    ("condition", "colour of stall is red and", "colour of stall is red or"),
    ("condition", "colour of stall is red and", "where coins of you < 9"),
    ("condition", "colour of stall is red and", "colour of stall is not red and"),
    ("comparison", "coins of you < 9", "coins of you <= 9"),
    ("comparison", "at least 1", "> 1"),
    ("clause", ', then say "paid"', "on stall) coins\n"),
    ("clause", "place 1 worker on red stalls", "place 1 worker on stalls"),
    ("clause", "place 1 worker on red stalls", "do: place 1 worker"),
    ("option", "cost: 1 coins", "do: place 1 worker"),
    ("operation", "add: 1", "multiply: 1"),
    ("operation", "winners: top", "winners: bottom"),
    ("printed", "start: 3", "start: 4"),
    ("printed", "colour: red", "colour: blue"),
]


def test_the_name_of_a_branch_is_declared_there(pack: Path) -> None:
    text = 'rules:\n  pick: |\n    choose one:\n      first "One": say "one"\n      other: stop\n'
    (pack / "pick.yaml").write_text(text, "utf-8")
    before = {m.before.strip() for m in all_mutants(pack, ["name"])}
    assert {'first "One": say "one"', "other: stop"} <= before
    assert not any(
        "first" in m.before and "first" not in m.after for m in all_mutants(pack, ["word"])
    )


@pytest.mark.parametrize(("kind", "before", "after"), MADE)
def test_mutants(pack: Path, kind: str, before: str, after: str) -> None:
    found = [m for m in all_mutants(pack, [kind]) if before in m.before]
    assert any(after in f"\n{m.after}\n" for m in found), [m.after for m in found]


def test_every_kind_occurs_and_no_mutant_twice(pack: Path) -> None:
    found = all_mutants(pack)
    assert {m.kind for m in found} == {*KINDS}
    assert len({m.id for m in found}) == len(found)
    texts = {name: (pack / name).read_text("utf-8") for name in ("pack.yaml", "content.yaml")}
    assert all(m.applied(texts[m.file]) != texts[m.file] for m in found)


def test_sampling_is_deterministic_and_even(pack: Path) -> None:
    mutants = all_mutants(pack)
    chosen = sample_mutants(mutants, 26, seed=5)
    assert chosen == sample_mutants(all_mutants(pack), 26, seed=5)
    assert chosen != sample_mutants(mutants, 26, seed=6)
    assert {m.kind for m in sample_mutants(mutants, len(KINDS), seed=5)} == {*KINDS}


def test_ids_do_not_depend_on_lines_above(pack: Path) -> None:
    before = {m.id for m in all_mutants(pack)}
    (pack / "content.yaml").write_text("# a comment\n\n" + CONTENT, "utf-8")
    assert {m.id for m in all_mutants(pack)} == before


def test_line_ends_of_any_sort(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "content.yaml").write_bytes(b"\xef\xbb\xbf" + CONTENT.replace("\n", "\r\n").encode())
    mutant = one(pack, "operation", "+ (if", "- (if")
    assert invoke(["mutate", str(pack), "--only", mutant.id]) == 1
    assert "survived check and all tests" in capsys.readouterr().out


CAUGHT = [
    ("number", "repeat 2 times", "repeat 3 times", 1, "survived check and all tests"),
    ("comparison", "coins of you < 9", "coins of you <= 9", 1, "survived check and all tests"),
    ("place", "do earn with you, north", "with north, you", 0, "caught by check"),
    ("operation", "+ (if", "- (if", 1, "survived check and all tests"),
    ("condition", "stall is south then", "not (stall is south)", 0, "caught by a test"),
]


@pytest.mark.parametrize(("kind", "before", "after", "code", "expected"), CAUGHT)
def test_outcomes(
    pack: Path, capsys: pytest.CaptureFixture[str],
    kind: str, before: str, after: str, code: int, expected: str,
) -> None:  # fmt: skip
    mutant = one(pack, kind, before, after)
    assert invoke(["mutate", str(pack), "--only", mutant.id]) == code
    out = capsys.readouterr().out
    assert expected in out
    assert f"+{mutant.after.splitlines()[0]}" in out
    assert (pack / "content.yaml").read_text("utf-8") == CONTENT


def test_a_run_prints_the_score(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["mutate", str(pack), "--number", "9", "--json", "-"]
    assert invoke(words) == 0
    output = json.loads(capsys.readouterr().out)
    assert len(output["mutants"]) == 9
    assert output["all"]["made"] + output["all"]["same"] == 9
    assert output["kinds"]["word"]["survived"] == output["kinds"]["key"]["survived"] == 0
    assert output["all"]["survived"] > 0  # one scenario can't see everything
    assert invoke([*words, "--jobs", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == output
    assert invoke([*words[:2], "--kinds", "comparison", "--fail-under", "100"]) == 1


def test_the_copy_has_only_the_files_that_are_read(pack: Path, tmp_path: Path) -> None:
    from cardwright_tools.mutate.trials import TrialSetup, Workspace

    for odd in (".git", "pictures"):
        (pack / odd).mkdir()
        (pack / odd / "large.bin").write_bytes(b"0")
    (pack / "secret.txt").symlink_to("/etc/passwd")
    os.mkfifo(pack / "notes.txt")  # reading it would mean waiting
    bench = Workspace(TrialSetup(pack, (), (), 1.0), tmp_path / "copy")
    found = [p.relative_to(bench.root).as_posix() for p in bench.root.rglob("*") if p.is_file()]
    assert sorted(found) == ["shop/content.yaml", "shop/pack.yaml"]


def test_the_copy_has_the_pictures_that_a_pack_shows(tmp_path: Path) -> None:
    """Without them the copy had errors and no rules, so no mistake seemed to change anything."""
    from cardwright_tools.mutate.trials import TrialSetup, Workspace

    bench = Workspace(TrialSetup(Path("content/expanse").resolve(), (), (), 1.0), tmp_path)
    assert not bench.known
    assert list(bench.plain) == [()]


def test_an_equivalent_mutant_does_not_count(pack: Path) -> None:
    from cardwright_tools.mutate.run import MutateOptions, try_mutants

    at = CONTENT.index("Hire")
    same = Mutant("swap", "content.yaml", 1, 1, at, at + 4, "Take on", "Hire", "Take on", "0")
    assert [t.outcome for t in try_mutants(MutateOptions(pack), [same])] == ["same"]


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["--kinds", "numbr"], 2, "number"),
        (["--only", "nothing"], 2, "no mutant begins"),
        (["--json", "/nowhere/at/all"], 3, "no such folder"),
    ],
)
def test_usage_errors(
    pack: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, expected: str
) -> None:
    assert invoke(["mutate", str(pack), *words]) == code
    assert expected in capsys.readouterr().err


def test_a_pack_with_errors_is_refused(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["mutate", str(pack.parent / "nowhere")]) == 3
    (pack / "scenarios" / "earn.yaml").write_text(SCENARIO.replace("+1", "+2"), "utf-8")
    assert invoke(["mutate", str(pack)]) == 1
    (pack / "content.yaml").write_text(CONTENT.replace("do earn", "do eran"), "utf-8")
    assert invoke(["mutate", str(pack)]) == 1
    assert "before any mistake is made" in capsys.readouterr().err


# --------------------------------------------------------------------- what a mistake may break


def _for_ever(*_: object) -> None:
    while True:
        time.sleep(60)


def _fill_memory(*_: object) -> None:
    held = [bytearray(1 << 24)]
    while True:
        held.append(bytearray(1 << 24))


def _end_the_process(*_: object) -> None:
    os._exit(0)


def _raise(*_: object) -> None:
    raise RuntimeError("out of order")


BREAKS = {
    "it never ends": (_for_ever, "late", "earn.yaml:1:3", "the time was over"),
    "it fills the memory": (_fill_memory, "crash", "MemoryError", ""),
    "it ends the process": (_end_the_process, "crash", "earn.yaml:1:3", "the process was ended"),
    "it raises an error": (_raise, "crash", "RuntimeError", "out of order"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
@pytest.mark.parametrize(
    ("name", "jobs"), [*((name, 1) for name in BREAKS), ("it ends the process", 2)]
)
def test_a_mistake_that_breaks_the_engine_does_not_end_the_run(
    pack: Path, monkeypatch: pytest.MonkeyPatch, name: str, jobs: int
) -> None:
    from cardwright_tools.mutate import sandbox, trials
    from cardwright_tools.mutate.run import MutateOptions, try_mutants

    monkeypatch.setattr(sandbox, "MEMORY", 1 << 28)
    broken, outcome, by, why = BREAKS[name]
    true = trials.run_scenario

    def breaks(scenario: Scenario, folder: Path) -> Result:
        if "earn with you, south" in (folder / "content.yaml").read_text("utf-8"):
            broken()
        return true(scenario, folder)

    monkeypatch.setattr(trials, "run_scenario", breaks)
    bad = one(pack, "swap", "do earn with you, north", "do earn with you, south")
    good = one(pack, "condition", "stall is south then", "not (stall is south)")
    seconds = 2.5 if outcome == "late" else 120.0  # the others end by themselves
    found = try_mutants(MutateOptions(pack, seconds=seconds, jobs=jobs), [good, bad, good])
    assert [t.outcome for t in found] == ["test", outcome, "test"]
    assert by in found[1].by
    assert why in found[1].details


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_an_unknown_outcome_of_a_mistake_is_reported(
    pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright_tools.mutate import trials

    monkeypatch.setattr(trials, "run_scenario", _for_ever)
    words = ["mutate", str(pack), "--kinds", "comparison", "--number", "1", "--seconds", "1"]
    assert invoke(words) == 0
    out = capsys.readouterr().out
    assert "ran out of time:\n" in out
    assert "earn.yaml:1:3: the time was over" in out
    assert "1 ran out of time and are not counted" in out


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_people(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    words = ["mutate", str(pack), "--kinds", "comparison", "--number", "2"]
    for file, shown in ((io.StringIO(), False), (_Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", file)
        assert invoke(words) == 0
        told = file.getvalue()
        assert ("2/2 mistakes" in told) == ("1/1 scenarios" in told) == shown
        assert bool(re.search(r"\d:\d\d:\d\d", told)) == shown
        assert shown or not told


def test_the_change_of_a_long_line_is_shown() -> None:
    before, after = shown_lines("x " * 200 + "add 1", "x " * 200 + "add 2")
    assert (before[:6], before[-5:]) == ("... x ", "add 1")
    assert (after[:6], after[-5:]) == ("... x ", "add 2")
