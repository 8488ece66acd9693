"""`play` through a pipe: answers, undo, saves and why; no input breaks it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import cardwright
from cardwright_tools.cli import invoke
from cardwright_tools.play import drawing
from cardwright_tools.sim.playout import play_to_end
from cardwright_tools.why import why_not

ROOT = Path(__file__).parents[2]
ORBIT = str(ROOT / "tests/packs/mini-orbit")
TOE = str(ROOT / "tests/packs/tic-tac-toe")
EXPANSE = str(ROOT / "content/expanse")


class Session:
    """Plays tic-tac-toe with these input lines; returns the output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *lines: str, pack: str = TOE, seat: str = "x") -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert invoke(["play", pack, "--seat", seat, "--seed", "5"]) == 0
        return self.capsys.readouterr().out


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    return Session(monkeypatch, capsys)


def test_the_end_of_the_input_ends_the_game(session: Session) -> None:
    assert "1  a1" in session()


def test_answers_are_given_by_number_to_the_end(session: Session) -> None:
    out = session(*["1"] * 9)
    assert "Crosses places a mark on a1" in out
    assert "The game is over. Won by:" in out


def test_undo_goes_back_to_the_same_question(session: Session) -> None:
    out = session("1", "undo", "quit")
    before, after = out.split("Undone.")
    assert before.count("1  a1") == 1
    assert after.count("1  a1") == 1


def test_undo_stops_at_the_start(session: Session) -> None:
    assert "nothing to undo" in session("undo", "quit")


def test_a_saved_game_goes_on_as_it_would_have(session: Session, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    straight = session("5", f"save {file}", "1", "1", "quit")
    loaded = session(f"load {file}", "1", "1", "quit")
    assert straight.splitlines()[-12:] == loaded.splitlines()[-12:]


def test_undo_works_after_loading(session: Session, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    session("5", f"save {file}", "quit")
    assert "1  a1" in session(f"load {file}", "undo", "quit").split("Undone.")[1]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1}', "{"])
def test_an_invalid_save_is_reported(session: Session, tmp_path: Path, content: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    assert str(file) in session(f"load {file}", "quit")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("99", "the answers are 1 to 9"),
        ("0", "the answers are 1 to 9"),
        ("dance", "unknown command `dance`"),
        ("load /nowhere/x", "can't read /nowhere/x"),
        ("save /nowhere/x", "can't write /nowhere/x"),
        ("save", "specify a file"),
        ("look zzz", "there is no `zzz`"),
        ("look cros", "Crosses (player)"),
        ("help", "take back your last answer"),
        ("board", "Noughts"),
        ("", ""),
        ("log 0", ""),
        ("9999999999999999999999", "the answers are"),
    ],
)
def test_every_command_has_a_reply(session: Session, line: str, expected: str) -> None:
    assert expected in session(line, "quit")


def test_why_explains_a_missing_place(session: Session) -> None:
    out = session("1", "why a1", "quit")
    assert "a1: there are marks on it" in out


def test_why_of_a_menu_and_of_a_limit() -> None:
    """In random games, `why` always has a reason, and never names an offered answer."""
    rules = cardwright.load(ORBIT)
    for seed in range(5):
        game = rules.new_game(3, seed).position
        rng = seed
        while game.question is not None:
            labels = {m.name for m in why_not.missing_answers(game)}
            assert all(m.reason for m in why_not.missing_answers(game))
            assert "" not in labels
            assert why_not.missing_lines(game)
            rng, _ = play_to_end(game, rng, 1)


@pytest.mark.parametrize("pack", [ORBIT, EXPANSE])
def test_the_board_fits_a_hundred_columns(pack: str) -> None:
    rules = cardwright.load(pack)
    game = rules.new_game(max(rules.players), 1).position
    rng = 1
    for _ in range(12):
        lines = drawing.draw_board(game, game.program.layout.kind("player")[0], 100)
        assert lines
        assert max(map(len, lines)) <= 100
        rng, _ = play_to_end(game, rng, 25)


def test_hidden_things_are_not_drawn() -> None:
    rules = cardwright.load(str(ROOT / "tests/packs/hands"))
    game = rules.new_game(max(rules.players), 1).position
    me, other = game.program.layout.kind("player")[:2]
    for _ in range(20):
        mine = drawing.draw_board(game, me, 100)
        twin = game.copy()
        for index, (zone, owner) in enumerate(game.program.layout.zones):
            if zone.seen_by == "owner" and owner == other:
                twin.z[index].reverse()
        assert drawing.draw_board(twin, me, 100) == mine
        play_to_end(game, 5, 1)
