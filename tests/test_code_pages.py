"""Every diagnostic code has a page, and its examples do what the page says.

A page has fixed headings. Its examples are YAML blocks that add to the game of
`docs/codes/README.md` or, if no YAML can contain them, a sentence and a generator below.
"""

from __future__ import annotations

import os
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import cardwright
from cardwright.backends.game_errors import GameError
from cardwright.runtime.game import Game
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.render import render
from cardwright_tools.check import baseline
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.filter import filter_findings
from cardwright_tools.check.findings import to_findings
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.show import code_pages
from dev import code_list

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "codes"
FOUND = sorted(path.stem for path in PAGES.glob("CW*.md"))
HEADS = ["Wrong", "Right", "How to fix it"]
README = (PAGES / "README.md").read_text("utf-8")
RUNNING = [code for code in FOUND if code.startswith("CW4")]
AT_REST = [code for code in FOUND if code not in RUNNING]
DOUBTS = "CW5"  # from here on, codes of what can be played and looks wrong
KNOWN = "known.json"  # the baseline of an example
ALSO = {
    "CW602": {"CW502"},  # a malformed suppression suppresses nothing
    "CW605": {"CW321"},  # the errors that are cut short
}


def sections(code: str) -> dict[str, str]:
    """The text of a page by heading, in order; the text before the first heading is under ""."""
    text = (PAGES / f"{code}.md").read_text("utf-8")
    parts = re.split(r"^## (.*)\n", text.split("\n", 1)[1], flags=re.M)
    return dict(zip(["", *parts[1::2]], (part.strip() for part in parts[::2]), strict=True))


def blocks(text: str) -> dict[str, str]:
    """The files of an example; a block without a name is `ferries/more.yaml`."""
    files = {}
    for body in re.findall(r"```yaml\n(.*?)```", text, re.S):
        named = re.match(r"# (\S+\.yaml)\n", body)
        files[named[1] if named else "ferries/more.yaml"] = body
    return files


def written(files: dict[str, str], folder: Path) -> list[Path]:
    """Writes the game with these files added; returns the packs to check."""
    for name, text in (blocks(README) | files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    others = sorted({name.split("/")[0] for name in files} - {"ferries"})
    return [folder / name for name in others or ["ferries"]]


def check_codes(code: str, head: str, packs: list[Path]) -> tuple[Diagnostic, ...]:
    """The diagnostics of packs; lints only on their own pages, so that examples stay short.

    An example may say which modules are on: `cardwright check harbour --modules fog`.
    """
    if code < DOUBTS:
        modules = re.search(r"--modules (\S+)", sections(code)[head])
        on = modules[1].split(",") if modules else []
        return cardwright.examine(*packs, modules=on)[1].diagnostics
    stale_baseline = next(packs[0].glob(KNOWN), None)
    filtered = filter_findings(analyze(packs), CheckOptions(tuple(packs), baseline=stale_baseline))
    return tuple(one.diagnostic for one in filtered.shown)


def example(code: str, head: str, folder: Path) -> list[Path]:
    """Writes the example below this heading of a page; returns the packs to check."""
    files = blocks(sections(code)[head])
    assert bool(files) != (code in GENERATORS), f"{code} needs YAML under {head}, or a generator"
    packs = written(files, folder)
    if not files:
        GENERATORS[code][HEADS.index(head)](folder / "ferries" / "more.yaml")
    return packs


# ------------------------------------------------- what no YAML can hold: wrong, and right

Generator = Callable[[Path], object]


def text(content: str, encoding: str = "utf-8") -> Generator:
    return lambda more: more.write_bytes(content.encode(encoding))


def stale_baseline(content: str) -> Generator:
    """A baseline of the game with this content, which is then removed again."""

    def make(more: Path) -> None:
        more.write_text(content, "utf-8")
        baseline.write_baseline(more.with_name(KNOWN), to_findings(analyze([more.parent]).found))
        more.unlink()

    return make


def many(number: int) -> Generator:
    return lambda more: [more.with_name(f"more-{n}.yaml").touch() for n in range(number)]


def chained(number: int) -> Generator:
    lines = (f"  d{n}: d{n - 1} + 1\n" for n in range(1, number))
    return text("definitions:\n  d0: 1\n" + "".join(lines))


GENERATORS: dict[str, tuple[Generator, Generator]] = {
    "CW101": (lambda more: more.symlink_to(more.with_name("gone.yaml")), text("rules: {}\n")),
    "CW102": (os.mkfifo, text("rules: {}\n")),
    "CW103": (text("# Zürich\n", "latin-1"), text("# Zürich\n")),
    "CW104": (text("rules: {} # ring\a\n"), text("rules: {} # ring\n")),
    "CW105": (text("# " + "x" * 2_000_000), text("# a few words\n")),
    "CW106": (
        lambda more: more.with_name("cards.ymal").write_text("deeds: []\n"),
        lambda more: more.with_name("cards.yaml").write_text("deeds: []\n"),
    ),
    "CW107": (text(f"- [{'a, ' * 50_000}]\n"), text("enums: {food: [fish, bread]}\n")),
    "CW203": (
        text(f"definitions:\n  riches: {'(' * 9_000}1{')' * 9_000}\n"),
        text("definitions:\n  riches: 1\n"),
    ),
    "CW276": (chained(101), chained(3)),
    "CW303": (many(2_001), many(3)),
    "CW605": (
        text("menus:\n  more:\n" + "".join(f"    k{n}: 1\n" for n in range(501))),
        text("rules: {}\n"),
    ),
    "CW604": (stale_baseline("rules: {feast: gain 2 gold}\n"), stale_baseline("rules: {}\n")),
}

# ------------------------------------------------------------------------------ the pages


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert sorted(CODES) == FOUND


@pytest.mark.parametrize("code", FOUND)
def test_a_page_has_its_headings(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text("utf-8")
    assert text.startswith(f"# {code}: {CODES[code].title}\n\n")
    assert list(sections(code)) == ["", *HEADS]
    assert all(sections(code).values())
    sentences = re.findall(r"[.?!:](?=\s|$)", sections(code)[""])
    assert 2 <= len(sentences) <= 7, "a few sentences say what it means"
    assert len(text.splitlines()) < 80
    assert all(len(line) <= 140 for line in text.splitlines())


# Programmers' jargon, and words for which the language has others.
OTHER_WORDS = re.compile(
    r"\b(arrays?|dicts?|dictionar\w+|strings?|booleans?|integers?|exceptions?|null"
    r"|pars\w+|regex|variables?|functions?|arguments?|syntax|runtime|invalid|attribute"
    r"|identifiers?|objects?|iterat\w+|recurs\w+|fields? of the class)\b",
    re.I,
)


def test_the_pages_use_plain_words() -> None:
    for code in FOUND:
        said = re.sub(r"```.*?```|`[^`]*`", "", "\n".join(sections(code).values()), flags=re.S)
        assert OTHER_WORDS.findall(said) == [], code


def test_programmers_jargon_is_found() -> None:
    assert OTHER_WORDS.findall("The parser reads a String into an object.") != []


@pytest.mark.parametrize("code", AT_REST)
def test_the_wrong_example_gives_only_this_code(code: str, one_folder: Path) -> None:
    found = check_codes(code, "Wrong", example(code, "Wrong", one_folder))
    assert {d.code for d in found} == {code, *ALSO.get(code, ())}, "\n".join(map(render, found))


@pytest.mark.parametrize("code", FOUND)
def test_the_right_example_gives_no_report(code: str, one_folder: Path) -> None:
    found = check_codes(code, "Right", example(code, "Right", one_folder))
    assert not found, "\n".join(map(render, found))
    assert sections(code)["Wrong"] != sections(code)["Right"]


@pytest.mark.parametrize("code", RUNNING)
def test_a_wrong_example_stops_the_game(code: str, one_folder: Path) -> None:
    (pack,) = example(code, "Wrong", one_folder)
    with pytest.raises(GameError) as raised:
        play(cardwright.load(pack))
    assert raised.value.code == code


@pytest.mark.parametrize("code", RUNNING)
def test_a_right_example_is_played_to_its_end(code: str, one_folder: Path) -> None:
    play(cardwright.load(*example(code, "Right", one_folder)))


def play(rules: cardwright.Rules) -> None:
    """Plays some games to their end with random answers."""
    for seed in range(20):
        game, chance = rules.new_game(rules.players[-1], seed).position, random.Random(seed)
        assert answered(game, chance).over


def answered(game: Game, chance: random.Random) -> Game:
    while game.question is not None:
        game.answer(chance.randrange(len(game.question.answers)))
    return game


# ----------------------------------------------------------------------- the game, the list


def test_the_example_game_is_valid_and_can_be_played(one_folder: Path) -> None:
    (pack,) = written({}, one_folder)
    assert not analyze([pack]).found
    play(cardwright.load(pack))


def test_the_list_is_current() -> None:
    assert README.endswith("\n" + code_list.index()), (
        "run `python -m dev.code_list` after a change of the codes"
    )


def test_each_code_is_in_one_group() -> None:
    listed = [code.code for _, codes in code_pages.code_groups() for code in codes]
    assert listed == sorted(CODES)
    assert all(codes for _, codes in code_pages.code_groups())


def test_the_pages_are_in_the_wheel(tmp_path: Path) -> None:
    wheel = next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    names = zipfile.ZipFile(wheel).namelist()
    folder = "cardwright_tools/data/codes/"
    assert {Path(n).stem for n in names if n.startswith(folder)} == {*FOUND, "README"}
