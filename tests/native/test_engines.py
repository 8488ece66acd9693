"""Which engine plays, and that a search can't tell which one it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.players.playout import ENDLESS, playout_of
from cardwright.runtime import engines
from cardwright.runtime.game import Game

from ..all_packs import ROOT, rules_of

CONNECT_FOUR = ROOT / "tests" / "packs" / "connect-four"


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_playouts_are_worth_the_same_on_both_engines() -> None:
    program = rules_of(CONNECT_FOUR).program(2)
    playout, start = playout_of(program, ENDLESS), Game(program, 3)
    engines.choose(program, "python")
    python = [[*playout(start.copy(), random)] for random in range(20)]
    engines.choose(program, "native")
    assert engines.native(program) is not None
    assert [[*playout(start.copy(), random)] for random in range(20)] == python
    engines.choose(program, "python")
    assert len({tuple(worths) for worths in python}) > 1


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    program = rules_of(CONNECT_FOUR).program(2)
    found = engines.choose(program, "native")
    assert found == engines.Unavailable("there is no C compiler `no-such-compiler`")
    assert engines.native(program) is None


def test_auto_compiles_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    program = rules_of(CONNECT_FOUR).program(2)
    assert isinstance(engines.choose(program, "auto"), engines.Unavailable)
    assert not [*tmp_path.rglob("*.so")]
