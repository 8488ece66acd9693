"""The extension for Visual Studio Code: its grammar is that of the vocabulary; `make vscode`, which
tests the rest, does not fail for lack of a network."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardwright.language.vocabulary.verbs import VERBS
from dev import textmate

TOOLS = Path(__file__).parents[2] / "tools"
GRAMMAR = TOOLS / "vscode" / "syntaxes" / "cardwright.tmLanguage.json"


def test_the_grammar_is_up_to_date() -> None:
    assert GRAMMAR.read_text("utf-8") == textmate.text(), "run `python -m dev.textmate`"


def test_the_grammar_knows_each_verb() -> None:
    grammar = json.loads(textmate.text())
    [verbs] = [one["match"] for one in grammar["repository"]["code"]["patterns"]
               if one["name"].startswith("support.function.verb")]  # fmt: skip
    for verb in VERBS.all:
        for form in (verb.name, verb.third, verb.gerund):
            assert re.fullmatch(verbs, form)
            assert not re.search(verbs, f"{form}-deck")


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_where_packages_cannot_be_had_it_says_so_and_nothing_fails(tmp_path: Path) -> None:
    """In an unpacked archive that is not a git repository."""
    nobody = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_cache": str(tmp_path)}
    tools = tmp_path / "tools"
    shutil.copytree(TOOLS / "vscode", tools / "vscode")
    shutil.copy(TOOLS / "vscode.sh", tools)
    ran = subprocess.run(
        ["bash", tools / "vscode.sh"], env={**os.environ, **nobody}, check=True,
        stdout=subprocess.PIPE, text=True, timeout=300,
    )  # fmt: skip
    assert ran.stdout.startswith("vscode: not tested: its packages can't be had (")
