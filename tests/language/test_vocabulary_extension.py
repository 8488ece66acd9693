"""A verb and a kind of ability are one file each: adding these files to the vocabulary is enough.

The package is copied with the files of `vocabulary_extension/`, and a small pack that uses them
is run through every command.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cardwright.language.vocabulary.verbs import VERBS

ROOT = Path(__file__).parents[2]
WORDS = Path(__file__).parent / "vocabulary_extension"
PACK = """\
id: harbour
version: 1.0.0
title: Harbour
players: [1, 2]
main: game
winners: top players by gold of player
"""
CONTENT = """\
kinds:
  player: {state: {gold: {type: number, start: 3}}}
  dock: {is: place}
  boat: {is: piece, on: dock, each player: 2}
docks:
  - {id: pier, provenance: house}
  - {id: quay, provenance: house}
players:
  - {id: ann, provenance: house}
  - {id: bob, provenance: house}
rules:
  game: |
    each player places 1 boat on pier
    each player recalls all boats of player to quay
    end the game
abilities:
  - {when: after recalling boat, if: there is quay, do: gain 1 gold}
  - {forbid: recalling boat, if: there is pier}
  - {as soon as: placing boat, do: double gold of you}
"""
ABILITY = "{as soon as: placing boat, do: double gold of you}"
UNTIDY = "{do: double   gold  of you, as soon as: placing   boat}"
SCENARIOS = """\
- scenario: Whoever places a boat has twice the gold
  given: {players: [ann, bob]}
  do: ann places 1 boat on pier
  expect: {ann: {gold: 6}, bob: {gold: 3}}
- scenario: Only what is on the board is recalled
  given:
    players: [ann, bob]
    pier: {boats: [ann]}
  do: ann recalls all boats of ann to quay
  expect: {quay: {boats: 1}, ann: {gold: 4}}
- scenario: Nothing is recalled to the pier
  given:
    players: [ann, bob]
    quay: {boats: [ann]}
  do: ann recalls all recallable boats of ann to pier
  expect: {quay: {boats: 1}, ann: {gold: 3}}
"""
COMMANDS = {
    "check": ["check", "PACK"],
    "show": ["show", "PACK", "abilities"],
    "rules": ["show", "PACK", "game"],
    "fmt": ["fmt", "UNTIDY"],
    "schema": ["schema", "PACK", "--out", "OUT", "--no-settings"],
    "log": ["sim", "PACK", "--games", "1", "--seed", "1", "--log"],
    "python": ["sim", "PACK", "--games", "1", "--seed", "1", "--engine", "python"],
    "native": ["sim", "PACK", "--games", "1", "--seed", "1", "--engine", "native"],
    "cover": ["cover", "PACK", "--tests", "--json", "-"],
    "test": ["test", "PACK"],
}
RUN = """
import contextlib, io, json, sys
from cardwright_tools.cli import main
found = {}
for name, words in json.loads(sys.argv[1]).items():
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(words)
        except SystemExit:
            pass
    found[name] = out.getvalue()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What the commands print for the pack with the two files in the vocabulary."""
    folder = tmp_path_factory.mktemp("words")
    package = folder / "site" / "cardwright"
    ignored = shutil.ignore_patterns("*.json")
    shutil.copytree(ROOT / "interpreter" / "cardwright", package, ignore=ignored)
    vocabulary = package / "language" / "vocabulary"
    for verb in ("double.py", "recall.py"):
        shutil.copy(WORDS / verb, vocabulary / "verbs")
    shutil.copy(WORDS / "as_soon_as.py", vocabulary / "abilities")
    pack = _pack(folder / "harbour", CONTENT)
    wrong = _pack(folder / "wrong", CONTENT.replace("double gold of you", "double boat"))
    untidy = _pack(folder / "untidy", CONTENT.replace(ABILITY, UNTIDY))
    names = {"PACK": str(pack), "UNTIDY": str(untidy), "OUT": str(folder / "schemas")}
    commands = {name: [names.get(w, w) for w in words] for name, words in COMMANDS.items()}
    commands["wrong"] = ["check", str(wrong)]
    paths = os.pathsep.join([str(folder / "site"), str(ROOT / "tools")])
    environment = {**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1"}
    tables = [sys.executable, "-m", "dev.parser_tables"]
    with_dev = {**environment, "PYTHONPATH": os.pathsep.join([paths, str(ROOT)])}
    subprocess.run(tables, env=with_dev, cwd=folder, check=True, timeout=120)
    words = [sys.executable, "-c", RUN, json.dumps(commands)]
    run = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120,
                         check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr
    found: dict[str, str] = json.loads(run.stdout)
    found["fmt"] += (untidy / "board.yaml").read_text("utf-8")
    found["schema"] = (folder / "schemas" / "content.schema.json").read_text("utf-8")
    return found


def _pack(folder: Path, content: str) -> Path:
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, "utf-8")
    (folder / "board.yaml").write_text(content, "utf-8")
    (folder / "scenarios" / "gold.yaml").write_text(SCENARIOS, "utf-8")
    return folder


def test_the_event_of_a_verb_is_called_as_the_verb_is() -> None:
    """Abilities use the name of the verb, and moves that of their movement."""
    assert {verb.name: verb.movement.verb for verb in VERBS.events if verb.movement} == {
        verb.name: verb.name for verb in VERBS.events
    }


def test_no_code_asks_which_kind_of_ability_it_has() -> None:
    """It asks what the kind declares, so that a further kind may declare the same."""
    asked = [
        f"{path.name}:{node.lineno}"
        for root in ("interpreter", "tools")
        for path in (ROOT / root).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("kind.key")
    ]
    assert asked == []


def test_check_accepts_them(outputs: Mapping[str, str]) -> None:
    assert "error" not in outputs["check"]


def test_check_types_the_new_verb(outputs: Mapping[str, str]) -> None:
    assert "CW222" in outputs["wrong"]
    assert "`boat` is not state" in outputs["wrong"]


def test_english_describes_both(outputs: Mapping[str, str]) -> None:
    assert "As soon as placing a boat" in outputs["show"]
    assert "Double the gold." in outputs["show"]


def test_the_formatter_handles_them(outputs: Mapping[str, str]) -> None:
    assert ABILITY in outputs["fmt"]


def test_the_schema_has_the_new_key(outputs: Mapping[str, str]) -> None:
    assert '"as soon as"' in outputs["schema"]


def test_the_log_has_the_line_of_the_new_verb(outputs: Mapping[str, str]) -> None:
    assert "doubles their gold to 6" in outputs["log"]


def test_coverage_has_a_point_for_it(outputs: Mapping[str, str]) -> None:
    assert "as soon as placing boat" in outputs["cover"]


def test_a_scenario_runs_it(outputs: Mapping[str, str]) -> None:
    assert "1 passed" in outputs["test"]


def test_a_movement_made_of_properties_is_described_in_english(outputs: Mapping[str, str]) -> None:
    assert "After recalling a boat" in outputs["show"]
    assert "recalls all boats" in outputs["rules"]


def test_a_movement_made_of_properties_is_played_by_both_engines(
    outputs: Mapping[str, str],
) -> None:
    assert "Ann calls a boat back from Pier to Quay" in outputs["log"]
    played = [outputs[engine].partition("digest ")[2][:64] for engine in ("python", "native")]
    assert played[0]
    assert played[0] == played[1]
