"""The rows of `make bench` about games in C."""

from __future__ import annotations

import shutil

import pytest

from dev.bench import games_in_c, rows


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_games_in_c_are_beside_those_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_in_c, "ROUNDS", 1)
    monkeypatch.setattr(games_in_c, "GAMES", 2000)
    by_hand, ours, *_ = rows.games_rows()
    assert (by_hand[0], ours[0]) == ("Connect Four by hand in C", "Connect Four, as C")
    assert all(int(rate.replace(",", "")) > 1000 for _, rate, _, _ in (by_hand, ours))


def test_without_a_compiler_the_rows_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ((name, rate, why, _),) = rows.games_rows()
    assert (name, rate) == ("Connect Four, as C", "")
    assert "no-such-compiler" in why
