"""The extension of Visual Studio Code: its grammar is that of the vocabulary, and colours packs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardwright.language.vocabulary.verbs import VERBS
from dev import textmate

FOLDER = Path(__file__).parents[2] / "tools" / "vscode"
NPM = shutil.which("npm")


def test_the_grammar_is_up_to_date() -> None:
    written = (FOLDER / "syntaxes" / "cardwright.tmLanguage.json").read_text("utf-8")
    assert written == textmate.text(), "run `python -m dev.textmate`"


def test_the_grammar_knows_each_verb() -> None:
    grammar = json.loads(textmate.text())
    [verbs] = [one["match"] for one in grammar["repository"]["code"]["patterns"]
               if one["name"].startswith("support.function.verb")]  # fmt: skip
    for verb in VERBS.all:
        for form in (verb.name, verb.third, verb.gerund):
            assert re.fullmatch(verbs, form)
            assert not re.search(verbs, f"{form}-deck")


def test_the_manifest_names_files_that_are_there() -> None:
    manifest = json.loads((FOLDER / "package.json").read_text("utf-8"))["contributes"]
    named = [manifest["languages"][0]["configuration"], manifest["grammars"][0]["path"]]
    assert all((FOLDER / one).is_file() for one in named)


@pytest.mark.soak
@pytest.mark.skipif(NPM is None, reason="npm is not installed")
@pytest.mark.skipif(not (FOLDER / "node_modules").is_dir(),
                    reason="`npm ci` was not run in tools/vscode")  # fmt: skip
def test_packs_are_coloured_as_its_own_tests_say() -> None:
    assert NPM is not None
    done = subprocess.run(
        [NPM, "test"], cwd=FOLDER, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
