"""CW106: which names of files that nothing reads are told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from .check_fixtures import found_in, pack

NAMES = {
    "cards.ymal": True,
    "cards.yam": True,
    "Cards.YAML.txt": True,
    "cards.yml.TXT": True,
    "scenarios/deck.yml": True,
    "scenarios/deck.yaml.txt": True,
    ".notes.yam": False,
    ".cards.yaml.txt": False,
    ".ymal": False,
    "ymal": False,
    "ui.haml": False,
    "spec.raml": False,
    "spec.raml.txt": False,
    "view.xaml": False,
    "notes.txt": False,
    "scenarios/.deck.yml": False,
    ".hidden/cards.ymal": False,
}


@pytest.mark.parametrize(("name", "told"), NAMES.items(), ids=NAMES)
def test_a_name_that_is_nearly_read_is_told(name: str, told: bool, tmp_path: Path) -> None:
    home = pack(tmp_path / "one")
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text("menus: {}\n", "utf-8")
    assert [d.code for d in found_in(home).found] == ["CW106"] * told


def test_the_help_ends_it(tmp_path: Path) -> None:
    """A name that begins with a dot is told of no more."""
    home = pack(tmp_path / "one")
    (home / "notes.yam").write_text("", "utf-8")
    (found,) = found_in(home).found
    assert "begins with a dot" in found.help
    (home / "notes.yam").rename(home / ".notes.yam")
    assert found_in(home).found == ()
