"""The inputs of the corpus, and one mutated input of each kind; `make fuzz` tries others."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from dev.fuzz.__main__ import Fuzzer
from dev.fuzz.packs import TARGETS
from dev.fuzz.stored import corpus
from dev.fuzz.targets import INPUTS

EACH = {"text": 2, "examine": 8, "editor": 12, "browser": 8}
"""Each so many of the inputs of the slower ones; `make soak` reads all."""


@pytest.fixture
def fuzzer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fuzzer:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    return Fuzzer(tmp_path)


def in_place() -> dict[tuple[str, str], object]:
    """The functions that are used in our modules, and the log settings."""
    ours = [(name, vars(m)) for name, m in sys.modules.items() if name.startswith("cardwright")]
    called = {(m, name): one for m, of in ours for name, one in of.items() if callable(one)}
    return {**called, ("logging", "disable"): logging.root.manager.disable}


@pytest.mark.parametrize("target", [*TARGETS, *INPUTS])
def test_nothing_happens_that_may_not(target: str, fuzzer: Fuzzer) -> None:
    """And no function remains replaced: without threads for its games, a studio would wait for
    itself."""
    before = in_place()
    assert fuzzer.tried(target, 3) == []
    after = in_place()
    assert [key for key, one in before.items() if after[key] is not one] == []


@pytest.mark.parametrize("target", INPUTS)
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_the_corpus(target: str, every: bool, fuzzer: Fuzzer) -> None:
    known = corpus(target)
    for data in known if every else known[:: EACH.get(target, 1)]:
        assert fuzzer.read(target, data) == []
