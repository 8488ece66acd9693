"""`new card` for kinds whose definitions have abilities or pieces: it copies existing ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright_tools.cli import invoke

from .shop_pack import make


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make(tmp_path)


def added(pack: Path, *line: str) -> list[str]:
    """The lines that were added to the pack's file."""
    before = (pack / "game.yaml").read_text("utf-8").splitlines()
    assert invoke(["new", "card", str(pack), *line]) == 0
    after = (pack / "game.yaml").read_text("utf-8").splitlines()
    assert len(after) > len(before)
    at = next(i for i, row in enumerate(after) if i >= len(before) or row != before[i])
    return after[at : at + len(after) - len(before)]


def test_abilities_are_copied_from_the_simplest_definition(pack: Path) -> None:
    """It copies the simplest definition of its kind, as written."""
    assert added(pack, "sea-jar", "--kind", "keepsake") == [
        "  - id: sea-jar",
        "    title: Sea Jar",
        "    price: 2",
        "    # text and abilities are those of old-abacus: write what yours does",
        "    text: Everything costs 1 less.",
        "    abilities:",
        "      - {modify: cost of ware, add: -1}",
        "    provenance: house",
    ]
    rules = cardwright.load(pack)
    assert [a.bearer.id for a in rules.declared.abilities if a.bearer] == ["old-abacus", "sea-jar"]


def test_a_copied_option_is_named_after_the_card(pack: Path) -> None:
    game = pack / "game.yaml"
    text = game.read_text("utf-8")
    start, end = text.index("  - id: storm-glass"), text.index("definitions:")
    game.write_text(text[:start] + text[end:], "utf-8")
    lines = added(pack, "sea-jar", "--kind", "keepsake")
    assert lines[lines.index("    abilities:") :][:3] == [
        "    abilities:",
        "      - option: sea-jar",
        "        menu: acts",
    ]


def test_where_others_have_effects_text_and_effect_are_to_be_written(pack: Path) -> None:
    assert added(pack, "sea-soup", "--kind", "ware")[3:] == [
        "    text: What is printed on it.",
        '    event: say "Sea Soup"',
        "    provenance: house",
    ]


def test_a_given_text_copies_nothing(pack: Path) -> None:
    lines = added(pack, "sea-jar", "--kind", "keepsake", "--set", "text=Hear the sea.")
    assert "    text: Hear the sea." in lines
    assert "    abilities:" not in lines


def test_a_player_has_as_many_pieces_as_the_first(pack: Path) -> None:
    game = pack / "game.yaml"
    text = game.read_text("utf-8").replace(", each player: 4}", "}")
    for name in ("Amber", "Jade", "Coral", "Opal"):
        text = text.replace(f"title: {name},", f"title: {name}, pieces: {{lantern: 4}},")
    game.write_text(text, "utf-8")
    assert "    pieces: {lantern: 4}" in added(pack, "ruby", "--kind", "player")
    assert "    pieces: {lantern: 2}" in added(
        pack, "pearl", "--kind", "player", "--set", "pieces={lantern: 2}"
    )


def test_a_misspelt_key(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (pack / "game.yaml").read_bytes()
    line = ["new", "card", str(pack), "sea-soup", "--kind", "ware", "--set"]
    assert invoke([*line, "prise=3"]) == 2
    assert "a ware has no key `prise`; did you mean `price`?" in capsys.readouterr().err
    assert invoke([*line, "nonsense=3"]) == 2
    assert "known: price, event, text" in capsys.readouterr().err
    assert invoke([*line, "price=many"]) == 2
    assert "`price` must be a whole number, not `many`" in capsys.readouterr().err
    assert invoke([*line, "copies=many"]) == 1
    assert "nothing was written; the lines are those" in capsys.readouterr().err
    assert (pack / "game.yaml").read_bytes() == before
