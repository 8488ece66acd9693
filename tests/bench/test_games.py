"""The rows of `make bench` about games in C."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from dev.bench import batches, games_in_c, rows

from ..all_packs import ROOT, rules_of


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_games_in_c_are_compared_with_hand_written_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_in_c, "ROUNDS", 1)
    monkeypatch.setattr(games_in_c, "GAMES", 2000)
    by_hand, ours, *_ = rows.games_rows()
    assert (by_hand[0], ours[0]) == ("Connect Four by hand in C", "Connect Four, as C")
    assert all(int(rate.replace(",", "")) > 1000 for _, rate, _, _ in (by_hand, ours))


def test_without_a_compiler_the_rows_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    ((name, rate, why, _),) = rows.games_rows()
    assert (name, rate) == ("Connect Four, as C", "")
    assert "no-such-compiler" in why


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_many_games_are_compared_with_single_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "STEPS", 3)
    found = rows.batch_rows(rules_of(ROOT / "tests" / "packs" / "connect-four"), 2)
    assert any("Connect Four: masks" in name for name, _, _, _ in found)
    assert all(int(rate.replace(",", "")) > 1000 for _, rate, _, _ in found)


def test_batches_without_a_compiler_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    ((name, rate, why, _),) = rows.batch_rows(
        cardwright.load(ROOT / "tests" / "packs" / "stones"), 2
    )
    assert (name, rate) == ("many games at once", "")
    assert "no-such-compiler" in why
