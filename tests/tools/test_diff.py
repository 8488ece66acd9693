"""`diff`: how each sort of change is shown, and that equivalent versions show none."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import tracemalloc
from pathlib import Path

import pytest

from cardwright.pack.files import pack_files
from cardwright.pack.files.pack_files import content_files
from cardwright.source.diagnostics import Report
from cardwright.source.yaml_reader import load
from cardwright_tools import git as git_objects
from cardwright_tools.cli import invoke
from cardwright_tools.diff.compare import Difference, compare_versions
from cardwright_tools.diff.entries import read_version
from cardwright_tools.diff.render import render_markdown, render_text
from cardwright_tools.mutate.sources import read_pack
from cardwright_tools.sinks import markdown_code

from .random_layout import Messy, varied

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
PACKS = sorted([*ROOT.glob("content/*/pack.yaml"), *ROOT.glob("tests/packs/*/pack.yaml")])
QUICK = ("hands", "market-flood", "mini-orbit")  # they have every sort of definition
SOME = [pytest.param(p, marks=() if p.parent.name in QUICK else pytest.mark.soak) for p in PACKS]
GIT = shutil.which("git")

FILES = {
    "pack.yaml": """\
id: tiny
version: 1.0.0
title: Tiny
players: [2, 2]
main: game
modules: {extra: {title: Extra, adds: extra}}
""",
    "extra/more.yaml": "boons:\n  - {id: late, worth: 9, provenance: house}\n",
    "rules.yaml": """\
enums:
  shade: [red, blue]
kinds:
  player: {state: {gold: {type: number, start: 3, min: 0}}}
  hill: {is: place, ordered: true}
  boon: {is: card, fields: {worth: number}, rules: {event: {title: Event}}}
zones: {bag: {holds: boon}}
menus: {acts: Acts}
definitions:
  wealth of player: gold of player
rules:
  game: |
    for each player: player does turn
  turn: |
    open acts or say "Pass"
options:
  - {id: work, menu: acts, title: Work, cost: 1 gold, do: gain 2 gold, provenance: house}
abilities:
  - {modify: wealth of player, if: gold of player < 2, add: 1}
  - {when: after turn, do: say "Done"}
players:
  - {id: ann, provenance: house}
  - {id: bob, provenance: house}
hills:
  - {id: north, provenance: house}
  - {id: south, provenance: house}
boons:
  - id: feast
    title: Feast
    worth: 2
    text: Gain 2 gold.
    event: gain 2 gold
    provenance: house
  - id: storm
    title: Storm
    worth: 3
    text: Each other player loses 1 gold.
    event: |
      # everybody else
      each other player loses 1 gold
    provenance: house
""",
}


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """The small pack with some texts changed."""
    for name, body in FILES.items():
        for old, new in changes:
            body = body.replace(old, new)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, "utf-8")
    assert all(any(old in body for body in FILES.values()) for old, _ in changes)
    return folder


def difference(old: Path, new: Path) -> Difference:
    one, other = read_version(old)[0], read_version(new)[0]
    assert one is not None
    assert other is not None
    return compare_versions(one, other)


SAME_TEXT = "note: the printed text did not change with the rule"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("worth: 2", "worth: 4", ["changed boon feast (Feast)", "worth: 2 → 4"]),
        ("event: gain 2 gold", "event: gain 3 gold",
         ["- gain 2 gold", "+ Gain 3 gold.", SAME_TEXT, "text: Gain 2 gold."]),
        ("text: Gain 2 gold.\n    event: gain 2 gold", "text: Gain 5.\n    event: gain 5 gold",
         ["text: Gain 2 gold. → Gain 5.", "+ Gain 5 gold."]),
        ("text: Gain 2 gold.", "text: Take 2 gold.",
         ["note: only the printed text changed, not the rule"]),
        ("      # everybody else\n", "",
         ["changed boon storm (Storm)", "note: written differently; the rule is the same"]),
        ("- id: storm", "- id: gale", ["renamed boon gale (Storm), was storm"]),
        ("wealth of player: gold of player", "wealth of player: gold of player + 1",
         ["changed definition wealth", "+ The gold of the player + 1."]),
        ("for each player: player does turn", "repeat 2 times:\n      for each player: "
         "player does turn", ["changed rule game", "+ Repeat 2 times:"]),
        ("cost: 1 gold", "cost: 2 gold", ["changed option work (Work)", "+ Costs 2 gold."]),
        ("title: Work,", "title: Work hard,",
         ["changed option work (Work hard)", "title: Work → Work hard"]),
        ("cost: 1 gold,", "cost: 1 gold, prefer: 3,", ["changed option work", "prefer: 3"]),
        ("gold of player < 2, add: 1", "gold of player < 3, add: 1",
         ["changed ability modify wealth of player", "  modify: wealth", "is less than 3"]),
        ('after turn, do: say "Done"', 'before turn, do: say "Done"',
         ["changed ability when before turn, was when after turn", "+ Before the rule"]),
        ("start: 3", "start: 4", ["changed kind player", "state gold start: 3 → 4"]),
        ("[red, blue]", "[red, green]", ["changed enum shade", "[red, blue] → [red, green]"]),
        ("bag: {holds: boon}", "bag: {holds: boon, ordered: true}",
         ["changed zone bag", "ordered: true"]),
        ("acts: Acts", "acts: Actions", ["changed menu acts", "Acts → Actions"]),
        ("players: [2, 2]", "players: [2, 3]", ["changed pack.yaml", "[2, 2] → [2, 3]"]),
        ("title: Extra", "title: More", ["modules extra title: Extra → More"]),
        ("worth: 9", "worth: 8", ["changed boon late, module extra", "worth: 9 → 8"]),
        ("{id: north, provenance: house}\n  - {id: south, provenance: house}",
         "{id: south, provenance: house}\n  - {id: north, provenance: house}",
         ["order: north, south → south, north"]),
        ("  - {id: south, provenance: house}\n", "", ["removed hill south"]),
        ("version: 1.0.0", "version: 1.1.0", ["Tiny 1.0.0 → Tiny 1.1.0"[:12]]),
    ],
)  # fmt: skip
def test_changes(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    before, after = written(tmp_path / "a"), written(tmp_path / "b", (old, new))
    output = "\n".join(render_text(difference(before, after)))
    assert [words for words in expected if words not in output] == [], output
    back = "\n".join(render_text(difference(after, before)))
    assert "no rule, value or text changed" not in back


def test_a_rewording_shows_no_english(tmp_path: Path) -> None:
    change = ("event: gain 2 gold", "event: gain   2 gold.")
    found = difference(written(tmp_path / "a"), written(tmp_path / "b", change))
    assert [detail.same for change in found.changes for detail in change.details] == [True]
    assert "in English" not in "\n".join(render_text(found))


def test_the_title_of_an_option_on_a_card(tmp_path: Path) -> None:
    option = "options: [{{id: dance, menu: acts, title: {}, do: gain 1 gold}}]"
    event = "    event: gain 2 gold\n"
    both = [(event, f"{event}    {option.format(title)}\n") for title in ("Dance", "Jig")]
    old, new = (written(tmp_path / str(at), one) for at, one in enumerate(both))
    (found,) = difference(old, new).changes
    assert [(d.key, d.old, d.new) for d in found.details] == [
        ("title of option dance", "Dance", "Jig")
    ]


def test_layout_and_comments_do_not_count(tmp_path: Path) -> None:
    changes = ("    worth: 2\n", "    worth: 2  # not much\n\n"), ("[red, blue]", "[ red,  blue ]")
    assert difference(written(tmp_path / "a"), written(tmp_path / "b", *changes)).changes == ()


def test_a_new_card_in_full(tmp_path: Path) -> None:
    card = ("boons:\n  - id: feast", "boons:\n  - {id: rain, title: Rain, worth: 1, text: Lose 1 "
            "gold., event: lose 1 gold, provenance: house}\n  - id: feast")  # fmt: skip
    (found,) = difference(written(tmp_path / "a"), written(tmp_path / "b", card)).changes
    assert (found.what, found.group, found.name) == ("added", "boon", "rain")
    assert {d.key: d.new for d in found.details}["event"] == "lose 1 gold"
    assert found.place.startswith("rules.yaml:")


def test_an_unchanged_version_number_is_noted(tmp_path: Path) -> None:
    change = ("worth: 2", "worth: 4")
    found = difference(written(tmp_path / "a"), written(tmp_path / "b", change))
    assert found.notes == ("the version is still 1.0.0",)
    later = written(tmp_path / "c", change, ("version: 1.0.0", "version: 1.1.0"))
    assert difference(tmp_path / "a", later).notes == ()


def test_a_version_with_mistakes_is_compared_too(tmp_path: Path) -> None:
    broken = written(tmp_path / "b", ("event: gain 2 gold", "event: gain 2 nonsense"))
    found = difference(written(tmp_path / "a"), broken)
    assert [change.name for change in found.changes] == ["feast"]
    assert "has errors" in found.notes[0]


def test_of_two_with_one_id_each_has_its_own_words(tmp_path: Path) -> None:
    feast = "  - {id: feast, worth: 1, event: gain 7 gold, provenance: house}\n"
    work = "  - {id: work, menu: acts, do: gain 8 gold, provenance: house}\n"
    doubled = ("boons:\n", f"boons:\n{feast}"), ("options:\n", f"options:\n{work}")
    found = difference(written(tmp_path / "a"), written(tmp_path / "b", *doubled)).changes
    said = {(c.what, c.name, d.new, d.new_english) for c in found for d in c.details if d.is_rule}
    assert ("changed", "feast", "gain 7 gold", ("Gain 7 gold.",)) in said
    assert ("added", "feast", "gain 2 gold", ()) in said
    assert {english for *_, name, words, english in said if name == "work"} != {("Gain 8 gold.",)}


@pytest.mark.parametrize("section", ["boon", "baons", "heaps"])
def test_cards_in_an_unknown_section_are_shown_as_cards(section: str, tmp_path: Path) -> None:
    rename = ("boons:\n  - id: feast", f"{section}:\n  - id: feast")
    event = ("event: gain 2 gold", "event: |\n      gain 1 gold\n      gain 3 gold")
    old, new = written(tmp_path / "a", rename), written(tmp_path / "b", rename, event)
    (found,) = difference(old, new).changes
    assert (found.group, found.title) == ("heaps" if section == "heaps" else "boon", "Feast")
    assert [(d.key, d.old, d.new) for d in found.details] == [
        ("event", "gain 2 gold", "gain 1 gold\ngain 3 gold")
    ]


@pytest.mark.parametrize("pack", SOME, ids=lambda p: p.parent.name)
def test_nothing_changed_between_a_pack_and_itself(pack: Path) -> None:
    assert difference(pack.parent, pack.parent).changes == ()


@pytest.mark.parametrize("pack", SOME, ids=lambda p: p.parent.name)
def test_formatting_an_odd_layout_changes_nothing(pack: Path, tmp_path: Path) -> None:
    shutil.copytree(pack.parent.parent, tmp_path / "all")
    folder, messy = tmp_path / "all" / pack.parent.name, Messy(random.Random(2), shuffled=True)
    for path in content_files(folder, Report()):
        document = load(folder / path, path.name, Report())
        assert document is not None
        (folder / path).write_text(messy.file(document.value), "utf-8")
    assert invoke(["fmt", str(folder)]) == 0
    assert difference(pack.parent, folder).changes == ()


@pytest.mark.parametrize("pack", SOME, ids=lambda p: p.parent.name)
def test_reformatted_rules_do_not_count(pack: Path, tmp_path: Path) -> None:
    shutil.copytree(pack.parent.parent, tmp_path / "all")
    folder, dice = tmp_path / "all" / pack.parent.name, random.Random(3)
    for file in read_pack(folder):
        (folder / file.source.name).write_text(varied(file, dice), "utf-8")
    changes = difference(pack.parent, folder).changes
    assert [d for change in changes for d in change.details if d.is_rule and not d.same] == []


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("let z be 1, then let y be 2\n    gain (z - y) gold", True),  # another name
        ("let x be 1, then let y be 2\n    gain (y - x) gold", False),
    ],
)
def test_local_names_do_not_count(words: str, same: bool, tmp_path: Path) -> None:
    turn = 'open acts or say "Pass"'
    plain = "let x be 1, then let y be 2\n    gain (x - y) gold"
    old = written(tmp_path / "a", (turn, f"{plain}\n    {turn}"))
    new = written(tmp_path / "b", (turn, f"{words}\n    {turn}"))
    (change,) = difference(old, new).changes
    assert [detail.same for detail in change.details] == [same]


def test_redundant_parentheses_do_not_count(tmp_path: Path) -> None:
    turn, rich = 'open acts or say "Pass"', "number of boons where worth of boon > 2 is 1"
    texts = [f"if {one} or {rich}: stop" for one in ("(gold of you is 3)", "gold of you is 3")]
    old, new = (
        written(tmp_path / name, (turn, f"{text}\n    {turn}"))
        for name, text in zip("ab", texts, strict=True)
    )
    (change,) = difference(old, new).changes
    assert [detail.same for detail in change.details] == [True]


def test_abilities_with_one_pattern_are_told_apart(tmp_path: Path) -> None:
    rich = "  - {modify: wealth of player, if: gold of player > 9, add: 5}\n"
    poor = "  - {modify: wealth of player, if: gold of player < 2, add: 1}\n"
    old = written(tmp_path / "a", (poor, poor + rich))
    new = written(tmp_path / "b", (poor, poor + "\n\n" + rich))
    assert difference(old, new).changes == ()


# ---------------------------------------------------------------------------- command


def test_formats_and_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = str(written(tmp_path / "a")), str(written(tmp_path / "b", ("worth: 2", "worth: 4")))
    assert invoke(["diff", a, b]) == 0
    assert invoke(["diff", a, b, "--exit-code"]) == 1
    assert invoke(["diff", a, a, "--exit-code"]) == 0
    capsys.readouterr()
    assert invoke(["diff", a, b, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["old"] == {"id": "tiny", "version": "1.0.0", "title": "Tiny"}
    assert found["changes"][0]["details"][0]["new"] == "4"
    assert invoke(["diff", a, b, "--format", "markdown"]) == 0
    output = capsys.readouterr().out
    assert "#### `feast` Feast (boon)" in output
    assert "- worth: `2` → `4`" in output


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"], ["a", "b", "--rev", "A..B"]])
def test_usage(words: list[str]) -> None:
    assert invoke(["diff", *words]) == 2


def test_unreadable_packs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = written(tmp_path / "a"), written(tmp_path / "b")
    assert invoke(["diff", str(a), str(tmp_path / "c")]) == 3
    (b / "rules.yaml").write_text("a: [", "utf-8")
    assert invoke(["diff", str(a), str(b)]) == 3
    assert "CW112" in capsys.readouterr().err


def test_markdown_in_a_pack_is_escaped(tmp_path: Path) -> None:
    change = ("title: Feast", 'title: "*F* <b>@me</b> [x](y)"'), ("worth: 2", "worth: 3")
    output = "\n".join(
        render_markdown(difference(written(tmp_path / "a"), written(tmp_path / "b", *change)))
    )
    line = next(line for line in output.splitlines() if line.startswith("####"))
    assert r"\*F\* \<b\>" in line
    assert "@me" not in line
    assert markdown_code("a `b` c") == "``a `b` c``"
    assert markdown_code("`b`") == "`` `b` ``"


def test_an_entry_that_is_too_large_to_compare_is_not_reported_as_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("old", "new"):
        written(tmp_path / name)
    (tmp_path / "old/more.yaml").write_text("# more than there is room for\n" * 2_000)
    monkeypatch.setattr(pack_files, "MAX_BYTES", 50_000)
    assert invoke(["diff", str(tmp_path / "old"), str(tmp_path / "new")]) == 3
    said = capsys.readouterr()
    assert (said.out, said.err.count("CW303")) == ("", 1)


# -------------------------------------------------------------------------------- git


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True, timeout=60
    )


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two commits of a pack and of one that requires it; a third change is not committed."""
    if GIT is None:
        pytest.skip("git is not installed")
    top = tmp_path / "repo"
    packs = top / "games"
    written(packs / "tiny")
    (packs / "add").mkdir()
    manifest = 'id: add\nversion: 1.0.0\ntitle: Add\nplayers: [2, 2]\nrequires: {tiny: ">=1"}\n'
    (packs / "add/pack.yaml").write_text(manifest, "utf-8")
    git(top, "init", "-q")
    git(top, "add", "-A")
    git(top, "commit", "-qm", "one")
    written(packs / "tiny", ("worth: 2", "worth: 4"))
    (packs / "add/boons.yaml").write_text("boons: [{id: x, worth: 1, provenance: house}]\n")
    git(top, "add", "-A")
    git(top, "commit", "-qm", "two")
    written(packs / "tiny", ("worth: 2", "worth: 5"))
    monkeypatch.chdir(top)
    return top


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["HEAD~1:games/tiny", "HEAD:games/tiny"], "worth: 2 → 4"),
        (["HEAD:games/tiny", "games/tiny"], "worth: 4 → 5"),
        (["--rev", "HEAD~1..HEAD", "games/tiny"], "worth: 2 → 4"),
        (["--rev", "HEAD~1", "games/tiny"], "worth: 2 → 5"),
        (["--rev", "HEAD~1..HEAD", "games/add"], "added boon x"),
    ],
)
def test_revisions(
    words: list[str], expected: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["diff", *words]) == 0
    assert expected in capsys.readouterr().out


def test_revisions_from_a_subfolder(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository / "games/tiny")
    for words in (["HEAD:.", "."], ["HEAD:./../tiny", "."], ["--rev", "HEAD", "."]):
        assert invoke(["diff", *words]) == 0
        assert "worth: 4 → 5" in capsys.readouterr().out


def test_a_pack_at_the_top_of_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if GIT is None:
        pytest.skip("git is not installed")
    written(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    written(tmp_path, ("worth: 2", "worth: 4"))
    monkeypatch.chdir(tmp_path)
    assert invoke(["diff", "--rev", "HEAD", "."]) == 0
    assert "worth: 2 → 4" in capsys.readouterr().out


def test_a_revision_has_the_pictures_of_the_pack(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = repository / "games/tiny"
    (pack / "board.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (pack / "look.yaml").write_text("look:\n  board: {wide: 9, high: 9, picture: board.svg}\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "pictures")
    assert invoke(["diff", "--rev", "HEAD", "games/tiny"]) == 0, capsys.readouterr().err


def test_of_a_large_file_in_a_revision_no_more_is_held_than_is_read(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "games/tiny/more.yaml").write_bytes(b"# 7 bytes" * 300_000)
    (repository / "games/tiny/rest.yaml").write_bytes(b"# rest\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "large")
    monkeypatch.setattr(git_objects, "CHUNK", 1_000)
    trees = git_objects.list_tree(repository, "HEAD:games/tiny")
    ids = [trees["more.yaml"], trees["rest.yaml"]]
    tracemalloc.start()
    assert [*git_objects.read_blobs(repository, ids, 20)] == [b"# 7 bytes# 7 bytes# ", b"# rest\n"]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000  # it has 2,700,000 bytes
    assert invoke(["diff", "--rev", "HEAD", "games/tiny"]) == 3
    assert "more.yaml is larger than 2,000,000 bytes" in capsys.readouterr().err


def test_a_revision_that_git_cannot_read_is_named(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its object is missing or is not a file, or git ends before it is asked for it."""
    id = git_objects.list_tree(repository, "HEAD:games/tiny")["pack.yaml"]
    (repository / ".git/objects" / id[:2] / id[2:]).unlink()
    assert invoke(["diff", "--rev", "HEAD", "games/tiny"]) == 3
    assert f"{id} is missing; run `git fetch`" in capsys.readouterr().err
    tree = git_objects.run_git(repository, "rev-parse", "HEAD^{tree}").decode().strip()
    with pytest.raises(git_objects.GitError, match="is not a file"):
        list(git_objects.read_blobs(repository, [tree], 20))
    monkeypatch.setattr(git_objects, "SAFELY", ("--no-such-option",))
    with pytest.raises(git_objects.GitError, match="unknown option: --no-such-option"):
        list(git_objects.read_blobs(repository, [id], 20))


def use_git(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces git by this script."""
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


SHELL = pytest.mark.skipif(os.name == "nt", reason="there is no such shell")


@SHELL
@pytest.mark.parametrize("said", ["$id bl", "$id blob 9\\n1234", "$id blob 3\\n123"])
def test_a_file_of_which_git_gives_only_a_part_is_not_taken_for_it(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f'read -r id; printf "{said}"; echo "fatal: out of memory" >&2; exit 128'
    use_git(tmp_path, script, monkeypatch)
    with pytest.raises(git_objects.GitError, match=r"^out of memory$"):
        list(git_objects.read_blobs(tmp_path, ["1" * 40], 20))


@SHELL
def test_git_may_warn_of_much(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git prints more warnings than a pipe holds."""
    id = git_objects.list_tree(repository, "HEAD:games/tiny")["pack.yaml"]
    whole = (repository / "games/tiny/pack.yaml").read_bytes()
    script = f'head -c 300000 /dev/zero | tr "\\0" w >&2; exec {GIT} "$@"'
    use_git(tmp_path, script, monkeypatch)
    assert [*git_objects.read_blobs(repository, [id], 10_000)] == [whole]


def test_a_revision_is_read_as_it_was_committed(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The repository's attributes would omit files from an archive, or change them."""
    pack = written(repository / "games/tiny", ("Gain 2 gold.", "Of $Format:%h$."))
    attributes = "extra export-ignore\n*.yaml export-subst ident filter=theirs\n"
    (pack / ".gitattributes").write_text(attributes)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    git(repository, "config", "filter.theirs.smudge", f"touch {repository / 'ran'}; cat")
    assert invoke(["diff", "--rev", "HEAD", "games/tiny"]) == 0
    assert "no rule, value or text changed" in capsys.readouterr().out
    assert not (repository / "ran").exists()


@pytest.mark.parametrize(
    "words",
    [["NOPE:games/tiny", "games/tiny"], ["HEAD:nowhere", "games/tiny"], ["HEAD:../x", "games/tiny"],
     ["--rev", "NOPE", "games/tiny"], ["--rev", "HEAD", "/"]],
)  # fmt: skip
def test_unknown_revisions(words: list[str], repository: Path) -> None:
    assert invoke(["diff", *words]) == 3


def test_without_git(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert invoke(["diff", "--rev", "HEAD", "games/tiny"]) == 3
    assert "git is not installed" in capsys.readouterr().err
