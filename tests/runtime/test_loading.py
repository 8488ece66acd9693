"""Loading packs and starting games."""

from pathlib import Path

import pytest

import cardwright
from cardwright import Rules

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture(scope="module")
def hands() -> Rules:
    return cardwright.load(str(PACKS / "hands"))


def copied(tmp_path: Path, old: str = "", new: str = "", file: str = "rules.yaml") -> Path:
    """The pack `hands` with one text changed."""
    folder = tmp_path / "hands"
    folder.mkdir()
    for path in (PACKS / "hands").glob("*.yaml"):
        (folder / path.name).write_bytes(path.read_bytes())
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return folder


def test_rules_know_their_packs(hands: Rules) -> None:
    assert hands.title == "Hands"
    assert list(hands.players) == [2, 3]
    assert [(pack.id, pack.version) for pack in hands.packs] == [("hands", "0.1.0")]
    assert [len(hash) for hash in hands.hashes.values()] == [64]


def test_default_seats_are_the_first_players(hands: Rules) -> None:
    assert hands.program(2).layout.players == ("ann", "bob")
    assert hands.program(3).layout.players == ("ann", "bob", "cid")


def test_a_program_is_built_once(hands: Rules) -> None:
    assert hands.program(2) is hands.program(2)
    assert hands.program(2) is not hands.program(3)


@pytest.mark.parametrize("players", [0, 1, 4, -1])
def test_other_numbers_of_players_are_refused(hands: Rules, players: int) -> None:
    with pytest.raises(ValueError, match=f"Hands is for 2 to 3 players, not {players}"):
        hands.new_game(players, 1)


def test_the_report_has_all_errors(tmp_path: Path) -> None:
    folder = copied(tmp_path, "shuffle deck", "shuffle dek\n    add 1 to rund")
    with pytest.raises(cardwright.PackError, match="CW211") as caught:
        cardwright.load(folder)
    assert len(caught.value.report) == 2
    rules, report = cardwright.examine(folder)
    assert rules is None
    assert report.diagnostics == caught.value.report.diagnostics


def test_an_error_in_one_file_hides_none_in_another(tmp_path: Path) -> None:
    folder = copied(tmp_path, "shuffle deck", "shuffle deck deck deck (")
    text = (folder / "board.yaml").read_text().replace("title: North Hill", "titel: North Hill")
    (folder / "board.yaml").write_text(text)
    _, report = cardwright.examine(folder)
    assert [d.code for d in report.diagnostics] == ["CW321", "CW201"]


def test_a_missing_pack_is_an_error(tmp_path: Path) -> None:
    rules, report = cardwright.examine(tmp_path)
    assert rules is None
    assert [d.code for d in report.diagnostics] == ["CW301"]


def test_a_valid_pack_has_rules_and_no_errors() -> None:
    rules, report = cardwright.examine(PACKS / "tic-tac-toe")
    assert isinstance(rules, Rules)
    assert not report.failed


def test_an_added_pack_widens_the_players(tmp_path: Path) -> None:
    more = tmp_path / "more-hands"
    more.mkdir()
    text = "id: more-hands\nversion: 1.0.0\ntitle: More\nplayers: [2, 4]\nrequires: {hands: '*'}\n"
    (more / "pack.yaml").write_text(text)
    (more / "add.yaml").write_text("players:\n  - {id: dan, title: Dan, provenance: house}\n")
    rules = cardwright.load(PACKS / "hands", more)
    assert rules.title == "More"
    assert list(rules.players) == [2, 3, 4]
    assert rules.program(4).layout.players == ("ann", "bob", "cid", "dan")
