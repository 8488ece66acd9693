"""docs/language.md: its files make up one game, in which each phrase of its tables is valid."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import indent

import pytest

import cardwright
from cardwright.source.render import render
from cardwright_tools.cli import invoke

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
TEXT = PAGE.read_text("utf-8")
FILES = dict(re.findall(r"```yaml\n# (\S+\.yaml)\n(.*?)```", TEXT, re.S))

# Headings of tables of phrases: the phrases' column, and how a phrase becomes a statement.
TABLES = {
    "the card says": (1, "{}"),
    "the player chooses": (0, "{}"),
    "a set": (0, "let found be {}"),
    "a condition": (0, "if {}: gain 1 gold"),
    "a value": (0, "let found be {}"),
    "the card says when": (1, ""),
}


def phrases(*, abilities: bool = False) -> list[str]:
    """Each phrase of the tables as a statement, or each ability."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", TEXT, re.M):
        heads, _, *rows = [re.split(r" *\| *", line.strip("|\n ")) for line in table.splitlines()]
        for at, form in (TABLES[head] for head in heads if head in TABLES):
            codes = [code for row in rows for code in re.findall("`([^`]+)`", _lines(row[at]))]
            found += [
                form.format(code) if form else code for code in codes if abilities != bool(form)
            ]
    return found


def _lines(cell: str) -> str:
    """A cell in which the lines of one effect are one phrase."""
    return cell.replace("`<br>`", "\n")


def written(folder: Path, *, phrased: bool = False) -> Path:
    for name, body in FILES.items():
        (folder / name).write_text(body, "utf-8")
    rules = "".join(
        f"  said-{at}:\n    takes: {{rival: player, prize: number}}\n    do: |\n"
        + indent(phrase, " " * 6)
        + "\n"
        for at, phrase in enumerate(phrases())
    )
    abilities = "".join(f"      - {ability}\n" for ability in phrases(abilities=True))
    carried = f"extend:\n  captain:\n    abilities:\n{abilities}"
    if phrased:
        (folder / "phrases.yaml").write_text(f"rules:\n{rules}{carried}", "utf-8")
    return folder


def test_every_block_is_a_file() -> None:
    assert len(FILES) == TEXT.count("```yaml") == TEXT.count("```") / 2


@pytest.mark.parametrize("phrased", [False, True])
def test_all_that_is_shown_is_valid(tmp_path: Path, phrased: bool) -> None:
    _, report = cardwright.examine(written(tmp_path, phrased=phrased))
    assert [render(d) for d in report.diagnostics if d.severity == "error"] == []
    assert TABLES.keys() <= {*re.findall(r"\| ([^|\n]+?)(?= \|)", TEXT)}


@pytest.mark.parametrize(
    ("phrase", "loses"),
    [
        ("rival removes 1 of your ships", "red"),
        ("rival removes 1 of their ships", "blue"),
        ("rival does sink", "blue"),
    ],
)
def test_whose_ship_it_is_is_as_the_page_says(tmp_path: Path, phrase: str, loses: str) -> None:
    rule = "sink: remove 1 of your ships"
    assert all(f"`{words}`" in " ".join(TEXT.split()) for words in (phrase, rule))
    (written(tmp_path) / "sink.yaml").write_text(f"rules: {{{rule}}}\n", "utf-8")
    left = {"red": "2 ships", "blue": "2 ships", loses: "1 ship"}
    scenario = {
        "scenario": phrase,
        "given": {"players": ["red", "blue"], "york": {"red": "2 ships", "blue": "2 ships"}},
        "as": "red",
        "do": f"choose 1 other player, as rival, then {phrase}",
        "expect": {"york": left},
    }
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "whose.yaml").write_text(json.dumps([scenario]), "utf-8")
    assert invoke(["test", str(tmp_path)]) == 0


def test_the_small_game_is_whole(tmp_path: Path) -> None:
    """Its two files are a complete game on their own, and `check` reports nothing on it."""
    for name in ("pack.yaml", "game.yaml"):
        (tmp_path / name).write_text(FILES[name], "utf-8")
    rules = cardwright.load(tmp_path)
    for seed in range(5):
        game = rules.new_game(players=2, seed=seed)
        while game.options:
            game.apply(game.options[seed % len(game.options)])
        assert game.outcome is not None
        assert game.outcome.winners
