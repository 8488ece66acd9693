"""Every command in the README and docs runs, and every link has a target."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.language.registry import keywords
from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.cli import invoke
from cardwright_tools.scenario.loaded_rules import clear_cache

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("shared_packs")]

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


Run = Callable[[list[str], Path], tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder with `quit` as its input; returns exit code, output and errors."""

    def run(words: list[str], folder: Path) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        return invoke(words), *capsys.readouterr()

    return run


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder in which commands find all that is in the repository, and leave what they write."""
    for found in ROOT.iterdir():
        (tmp_path / found.name).symlink_to(found)
    return tmp_path


def commands(page: Path) -> list[str]:
    """The `cardwright ...` lines of a page's shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S)
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("cardwright ")]


# Pages that build a pack
WALK_NAMES = ("card-game", "dice-game", "expansions", "tutorial")
WALKS = [ROOT / "docs" / f"{name}.md" for name in WALK_NAMES]
FOUND = {line: page for page in reversed(PAGES) if page not in WALKS for line in commands(page)}
LONG = {"cardwright cover content/expanse"}
MANY = re.compile(r"(--games|--jobs|--number|=) [\d.]*\d\b")
"""Numbers of games, processes and mistakes, and the values that a sweep tries."""
FEW = {"--games": "--games 1", "--jobs": "--jobs 1", "--number": "--number 3", "=": "= 1..2"}
CASES = [
    pytest.param(page, line, marks=pytest.mark.soak if line in LONG else ())
    for line, page in FOUND.items()
]


def with_few(line: str) -> str:
    few = MANY.sub(lambda found: FEW[found[1]], line)
    compares = line.startswith(("cardwright balance", "cardwright sweep"))
    return few.replace("--games 1", "--games 2") if compares else few


def test_the_readme_has_commands() -> None:
    assert len(commands(ROOT / "README.md")) >= 4


@pytest.mark.parametrize(("page", "line"), CASES, ids=lambda v: getattr(v, "name", v))
def test_documented_commands_run(page: Path, line: str, root: Path, run: Run) -> None:
    """With few games, if a command plays some; `make soak` plays all of them."""
    run_one(with_few(line), root, run)


@pytest.mark.soak
@pytest.mark.parametrize("line", [line for line in FOUND if with_few(line) != line])
def test_documented_commands_play_all_their_games(line: str, root: Path, run: Run) -> None:
    run_one(line, root, run)


def run_one(line: str, folder: Path, run: Run) -> None:
    code, out, err = run(shlex.split(line)[1:], folder)
    assert code == 0, out + err
    assert out.strip()


COVER = (ROOT / "docs/cover.md").read_text("utf-8")
COVERED = re.findall(r"^\| (content/\S+) \| (\d+) \| ([\d.]+)% \|$", COVER, re.M)
QUICK = "content/expanse"


def test_the_table_of_cover_is_what_it_prints(root: Path, run: Run) -> None:
    """Those of the page's lines that it does not leave out, in their order."""
    line, shown = re.findall(
        r"^(cardwright cover \S+ --sim 1)$|```text\n(.*?)```", COVER, re.M | re.S
    )
    code, out, err = run(shlex.split(line[0])[1:], root)
    assert code == 0, err
    printed = iter(out.splitlines())
    assert [
        one for one in shown[1].splitlines() if one not in ("", "...") and one not in printed
    ] == []


@pytest.mark.parametrize(
    ("pack", "points", "percent"),
    [pytest.param(*one, marks=() if one[0] == QUICK else pytest.mark.soak) for one in COVERED],
)
def test_the_figures_of_cover(pack: str, points: str, percent: str, root: Path, run: Run) -> None:
    code, out, err = run(["cover", pack, "--tests"], root)
    assert code == 0, err
    assert f"of {points} points covered ({percent}%)" in out


def test_cover_has_figures_of_all_packs() -> None:
    packs = {pack.parent.name for pack in (ROOT / "content").glob("*/pack.yaml")}
    assert {pack.removeprefix("content/") for pack, _, _ in COVERED} == packs


def test_links_have_targets() -> None:
    wrong = {page: found for page in PAGES if (found := without_targets(page))}
    assert wrong == {}


def without_targets(page: Path) -> list[tuple[str, str]]:
    """The links of a page to missing files, or to missing sections of files."""
    links = re.findall(r"\]\(([^)#:]*)(?:#([^):]*))?\)", page.read_text("utf-8"))
    linked = {link: page.parent / link if link else page for link, _ in links}
    return [
        (link, part)
        for link, part in links
        if not linked[link].exists() or (part and part not in titles(linked[link]))
    ]


def titles(page: Path) -> set[str]:
    """The titles of a page's sections, in the form that links use."""
    found = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}


def test_source_files_that_are_named_exist() -> None:
    """`NAME.py` stands for any file of a folder."""
    files = [
        file for top in ("interpreter", "tools", "dev", "tests") for file in (ROOT / top).rglob("*")
    ]
    paths = "\n".join(f"/{file.relative_to(ROOT)}\n" for file in files)
    wrong = [
        (page.name, name)
        for page in PAGES
        for name in re.findall(r"`([\w/.-]+\.(?:py|h|lark))`", page.read_text("utf-8"))
        if "NAME" not in name and f"/{name}\n" not in paths
    ]
    assert wrong == []


def test_the_readme_shows_the_card_as_it_is() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    card = re.search(r"```yaml\n(- id: .*?)```", readme, re.S)
    assert card is not None
    pack = (ROOT / "content/expanse/cards/two-player-set.yaml").read_text("utf-8")
    lines = {line.strip() for line in pack.splitlines()}
    assert {line.strip() for line in card[1].splitlines()} <= lines


def test_make_has_the_targets() -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert {"demo", "test", "lint", "bench", "soak", "setup"} <= {*targets}


# ------------------------------------------------------------------------- walkthroughs


@pytest.mark.parametrize("page", WALKS, ids=lambda p: p.name)
def test_a_page_that_builds_a_pack(page: Path, tmp_path: Path, run: Run) -> None:
    """Writes the page's files and runs its commands; their output must be what the page shows."""
    output, code = "", 0
    for language, body in re.findall(r"```(\w+)\n(.*?)```", page.read_text("utf-8"), re.S):
        if language == "yaml":
            head, text = body.split("\n", 1)
            path = tmp_path / head.removeprefix("# ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        elif language == "text":
            lines = [line.strip() for line in body.splitlines()]
            assert [line for line in lines if line not in output] == []
        else:
            for line in body.splitlines():
                output, code = run_step(line, tmp_path, run)
                assert code == ("# finds it" in line), output


def run_step(line: str, folder: Path, run: Run) -> tuple[str, int]:
    """Runs one command of a page, in a folder, with few games; returns its output and exit code."""
    words = shlex.split(with_few(line), comments=True)
    if words[0] == "rm":
        (folder / words[1]).unlink()
        return "", 0
    assert words[0] == "cardwright"
    clear_cache()  # in a shell, each command is a separate process
    code, out, err = run(words[1:], folder)
    return out + err, code


def test_the_guide_and_the_reference_cover_every_word_in_our_effects() -> None:
    pages = [(ROOT / "docs" / name).read_text("utf-8") for name in ("language.md", "reference.md")]
    said = set(re.findall(r"[a-z][a-z-]*", "".join(pages)))
    for pack in ("expanse", "doors-and-corners"):
        for effect in cardwright.load(ROOT / "content" / pack).declared.effects:
            text = re.sub(r'"[^"\n]*"|#[^\n]*', "", effect.body.text)
            for word in re.findall(r"(?<![\w-])[a-z][a-z-]*", text):
                plain = VERBS.by_form[word].name if word in VERBS.by_form else word
                if word in VERBS.by_form or word in keywords.reserved():
                    assert plain in said, f"{effect.bearer.id}: {word}"
