"""CW106: which names of ignored files are reported."""

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


@pytest.mark.parametrize(("name", "reported"), NAMES.items(), ids=NAMES)
def test_a_file_with_almost_the_right_name_is_reported(
    name: str, reported: bool, tmp_path: Path
) -> None:
    home = pack(tmp_path / "one")
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text("menus: {}\n", "utf-8")
    assert [d.code for d in found_in(home).found] == ["CW106"] * reported


def test_the_suggested_name_is_not_reported(tmp_path: Path) -> None:
    """A file whose name begins with a dot is not reported."""
    home = pack(tmp_path / "one")
    (home / "notes.yam").write_text("", "utf-8")
    (found,) = found_in(home).found
    assert found.message == "`notes.yam` is not read, since its name does not end in `.yaml`"
    assert "let its name begin with a dot" in found.help
    (home / "notes.yam").rename(home / ".notes.yam")
    assert found_in(home).found == ()
