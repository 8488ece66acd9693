"""Filtering of findings: codes, baselines, files changed in git, and exit codes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cardwright_tools.check import baseline
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.findings import to_findings
from cardwright_tools.check.options import CheckOptions, parse_codes
from cardwright_tools.cli import invoke
from cardwright_tools.output import Stop

from .check_fixtures import ODD, PLAYERS, STRANGE, filtered, found_in, odd_words, pack, ran

pytestmark = pytest.mark.usefixtures("shared_packs")

BOTH = "menus:\n  odd-a: {title: strange-a}\n"
BROKEN = PLAYERS + "rules:\n  game: do nothing-known\n  other: remove 1\n"


@pytest.fixture(autouse=True)
def lints(monkeypatch: pytest.MonkeyPatch) -> None:
    odd_words(monkeypatch)


@pytest.mark.parametrize(
    ("select", "ignore", "wanted"),
    [
        ("", "", True),
        ("CW2", "", True),
        ("CW3", "", False),
        ("CW3,CW211", "", True),
        ("", "CW2", False),
        ("", "CW211", False),
        ("", "CW212", True),
        ("CW2", "CW211", False),
        ("CW211", "CW2", True),
        ("cw2", "cw21", False),
        ("CW2", "CW2", False),
    ],
)
def test_codes_and_prefixes(select: str, ignore: str, wanted: bool) -> None:
    assert (
        CheckOptions((), select=parse_codes(select), ignore=parse_codes(ignore)).selects("CW211")
        is wanted
    )


def test_an_unknown_code_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Stop, match="no code starts with `CW9`"):
        parse_codes("CW1,CW9")
    assert ran(capsys, "nowhere", "--select", "CW9")[0] == 2


ENDINGS = [
    (BOTH, [], 0),
    (BOTH, ["--fail-level", "warning"], 1),
    (BOTH, ["--fail-level", "note"], 1),
    (BOTH, ["--fail-level", "warning", "--ignore", ODD], 0),
    (BOTH, ["--fail-level", "note", "--ignore", ODD], 1),
    (BOTH, ["--fail-level", "note", "--ignore", "CW59"], 0),
    ("rules: {r: do nothing-known}\n", [], 1),
    ("rules: {r: do nothing-known}\n", ["--ignore", "CW211"], 0),
]


@pytest.mark.parametrize(("text", "words", "code"), ENDINGS)
def test_exit_codes(
    text: str, words: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(capsys, pack(tmp_path / "one", words=text), *words)[0] == code


def test_omitted_diagnostics_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "one", words=BOTH)
    code, out = ran(capsys, folder, "--ignore", "CW59")
    assert (code, out) == (0, "A pack: no problems\nHidden: 2 with other codes\n")


def test_an_unreadable_pack_is_always_reported(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(capsys, "nowhere", "--ignore", "CW3")
    assert code == 3
    assert "CW301" in out


# ------------------------------------------------------------------------- fingerprints


def fingerprints(folder: Path, text: str) -> list[str]:
    return [one.fingerprint for one in to_findings(found_in(pack(folder, words=text)).found)]


TWO = "menus:\n  first: {title: odd-a}\n  second: {title: odd-a}\n"
SAME = {
    "moved down": "\n\n# so\n" + TWO,
    "in another order": "menus:\n  second: {title: odd-a}\n  first: {title: odd-a}\n",
    "written as blocks": "menus:\n  first:\n    title: odd-a\n  second:\n    title: odd-a\n",
    "with a neighbour": TWO + "  third: {title: none}\n",
    "other words around": TWO.replace("odd-a", "an odd-a here"),
}
OTHER = {
    "another definition": TWO.replace("first", "other"),
    "another word": TWO.replace("odd-a", "odd-b", 1),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_a_moved_finding_keeps_its_fingerprint(text: str, tmp_path: Path) -> None:
    before = fingerprints(tmp_path / "1" / "one", TWO)
    assert len({*before}) == 2
    assert sorted(fingerprints(tmp_path / "2" / "one", text)) == sorted(before)


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER)
def test_different_findings_have_different_fingerprints(text: str, tmp_path: Path) -> None:
    before, now = (
        fingerprints(tmp_path / "1" / "one", TWO),
        fingerprints(tmp_path / "2" / "one", text),
    )
    assert len({*before} & {*now}) == 1


def test_equal_packs_have_different_fingerprints(tmp_path: Path) -> None:
    assert not {*fingerprints(tmp_path / "one", TWO)} & {*fingerprints(tmp_path / "two", TWO)}


def test_the_same_word_twice_gives_two_fingerprints(tmp_path: Path) -> None:
    assert len({*fingerprints(tmp_path / "one", "menus: {m: {title: odd-a odd-a}}\n")}) == 2


def test_items_without_an_id_are_identified_by_their_text(tmp_path: Path) -> None:
    entry = '  - {when: after placing boat, do: say "odd-a"}\n'
    other = '  - {when: after removing boat, do: say "so"}\n'
    kinds = "kinds: {isle: {is: place}, boat: {is: piece, on: isle}}\nabilities:\n"
    before = fingerprints(tmp_path / "1" / "one", kinds + entry)
    assert before
    assert fingerprints(tmp_path / "2" / "one", kinds + other + entry) == before


def test_a_file_with_invalid_yaml_has_fingerprints_too(tmp_path: Path) -> None:
    (first,) = fingerprints(tmp_path / "1" / "one", "menus: {\n")
    (moved,) = fingerprints(tmp_path / "2" / "one", "\n\nmenus: {\n")
    assert first == moved


# ----------------------------------------------------------------------------- baselines


def write_baseline(folder: Path, path: Path) -> Path:
    baseline.write_baseline(path, to_findings(found_in(folder).found))
    return path


def test_the_baseline_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = pack(tmp_path / "one", words=BOTH), tmp_path / "known.json"
    code, out = ran(capsys, folder, "--write-baseline", file)
    assert (code, out) == (0, f"{file}: 2 known\n")
    (folder / "words.yaml").write_text("\n\n" + BOTH + "  odd-b: {}\n")
    found = filtered(folder, baseline=file)
    assert [one.diagnostic.message for one in found.shown] == ["`odd-b` is odd"]
    assert found.omitted == ((2, "in the baseline"),)


def test_a_stale_baseline_entry_is_reported(tmp_path: Path) -> None:
    folder = pack(tmp_path / "one", words=BOTH)
    file = write_baseline(folder, tmp_path / "known.json")
    (folder / "words.yaml").write_text("menus:\n  odd-a: {}\n")
    (note,) = filtered(folder, baseline=file).shown
    span = note.diagnostic.span
    assert span is not None
    assert (note.diagnostic.code, note.diagnostic.severity) == ("CW604", "note")
    assert span.source.name == file.as_posix()
    entry = next(e for e in json.loads(file.read_text())["known"] if e["code"] == STRANGE)
    assert span.text == entry["fingerprint"]


def test_a_baseline_of_other_packs_is_not_out_of_date(tmp_path: Path) -> None:
    file = write_baseline(pack(tmp_path / "one", words=BOTH), tmp_path / "known.json")
    assert not filtered(pack(tmp_path / "two"), baseline=file).shown


def test_errors_are_never_in_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = pack(tmp_path / "one", BROKEN), tmp_path / "known.json"
    code, out = ran(capsys, folder, "--write-baseline", file)
    assert (code, file.exists()) == (1, False)
    assert "CW211" in out
    write_baseline(folder, file)  # by hand
    assert len(filtered(folder, baseline=file).shown) == 2


def test_errors_do_not_make_a_baseline_out_of_date(tmp_path: Path) -> None:
    folder = pack(tmp_path / "one", words=BOTH)
    file = write_baseline(folder, tmp_path / "known.json")
    (folder / "words.yaml").write_text("rules: {r: do nothing-known}\n")
    assert [one.diagnostic.code for one in filtered(folder, baseline=file).shown] == ["CW211"]


def test_a_baseline_is_deterministic(tmp_path: Path) -> None:
    first = write_baseline(pack(tmp_path / "1" / "one", words=TWO), tmp_path / "1.json")
    folder = pack(tmp_path / "2" / "one", words=SAME["in another order"])
    assert write_baseline(folder, tmp_path / "2.json").read_text() == first.read_text()


@pytest.mark.parametrize(
    "text", [None, "", "{}", "[]", "known", '{"baseline": 1}', '{"baseline": 2, "known": []}',
             '{"baseline": 1, "known": [{"code": "CW598"}]}', "[" * 100_000, "\xff\xfe"],
    ids=range(10),
)  # fmt: skip
def test_an_invalid_baseline(
    text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "known.json"
    if text is not None:
        file.write_text(text, "latin-1")
    assert ran(capsys, pack(tmp_path / "one"), "--baseline", file)[0] == 3


# -------------------------------------------------------------------------- what changed


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, timeout=60)


def reported_files(folder: Path) -> list[str]:
    return [Path(one.file).name for one in filtered(folder, changed_only=True).shown]


def test_changed_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {name: f"menus: {{odd-{name}: {{}}}}\n" for name in ("same", "staged", "edited")}
    folder = pack(tmp_path / "home" / "one", **texts)
    git(tmp_path / "home", "init")
    assert reported_files(folder) == ["edited.yaml", "same.yaml", "staged.yaml"]  # no commit yet
    git(tmp_path / "home", "add", ".")
    assert len(reported_files(folder)) == 3
    git(tmp_path / "home", "commit", "-m", "first")
    assert reported_files(folder) == []
    for name in ("staged", "edited"):
        (folder / f"{name}.yaml").write_text(f"# so\n{texts[name]}")
    git(folder, "add", "staged.yaml")
    (folder / "né w.yaml").write_text("menus: {odd-new: {}}\n")
    assert sorted(reported_files(folder)) == ["edited.yaml", "né w.yaml", "staged.yaml"]
    monkeypatch.chdir(folder)
    assert len(reported_files(Path("."))) == 3


def test_no_program_from_the_repository_is_run(tmp_path: Path) -> None:
    folder = pack(tmp_path / "one", odd="menus: {odd-a: {}}\n")
    git(folder, "init")
    (folder / ".gitattributes").write_text("*.yaml filter=theirs\n")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "first")
    ran_it = f"touch {tmp_path / 'ran'}; cat"
    for name in ("filter.theirs.clean", "filter.theirs.smudge", "core.fsmonitor"):
        git(folder, "config", name, ran_it)
    (folder / "odd.yaml").touch()  # so that git would look into it
    assert reported_files(folder) == []
    (folder / "odd.yaml").write_bytes(b"menus: {odd-a: {}}\r\n")  # as git might check it out
    assert reported_files(folder) == []
    (folder / "odd.yaml").write_text("menus: {odd-a: {}, odd-b: {}}\n")
    assert set(reported_files(folder)) == {"odd.yaml"}
    assert not (tmp_path / "ran").exists()


def test_without_a_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_with_errors(capsys, pack(tmp_path / "one")) == (3, "not a git repository")


def test_without_git(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run_with_errors(capsys, pack(tmp_path / "one")) == (3, "git is not installed")


def run_with_errors(capsys: pytest.CaptureFixture[str], folder: Path) -> tuple[int, str]:
    """The exit code, and the reason given for it."""
    code, err = invoke(["check", str(folder), "--changed-only"]), capsys.readouterr().err
    reasons = [r for r in ("not a git repository", "git is not installed") if r in err]
    return code, ", ".join(reasons)


def test_an_error_in_a_required_pack_is_not_one_of_modules_that_need_its_modules(
    tmp_path: Path,
) -> None:
    packs = Path(__file__).parents[1] / "packs"
    for name in ("orchard", "orchard-harvest"):
        shutil.copytree(packs / name, tmp_path / name)
    harvest = tmp_path / "orchard-harvest"
    assert analyze([harvest]).found == ()
    (tmp_path / "orchard" / "slip.yaml").write_text("rules: {slip: do nothing-known}\n")
    assert [found.code for found in analyze([harvest]).found] == ["CW211"]


@pytest.mark.parametrize("there", [True, False])
def test_a_folder_whose_name_is_not_utf8(there: bool, tmp_path: Path) -> None:
    folder, file = tmp_path / os.fsdecode(b"p\xff"), tmp_path / "known.json"
    if there:
        shutil.copytree(pack(tmp_path / "good", words=BOTH), folder)
        assert invoke(["check", str(folder), "--write-baseline", str(file)]) == 0
        assert invoke(["check", str(folder), "--baseline", str(file), "--fail-level", "note"]) == 0
    else:
        assert invoke(["check", str(folder)]) == 3
