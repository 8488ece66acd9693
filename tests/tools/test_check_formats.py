"""The output formats of `check`: machine-readable output is exact, whatever a pack contains."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Source, Span
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.findings import to_findings
from cardwright_tools.check.formats import FORMATS, render_report, sarif
from cardwright_tools.check.formats.paths import uri
from cardwright_tools.check.options import RANKS, CheckOptions
from cardwright_tools.commands.check import FORMATS as OFFERED
from cardwright_tools.commands.check import LEVELS

from ..broken.broken_packs import Case, write
from .check_fixtures import ODD, odd_words, pack, ran

TEXT = "menus:\n  a: {title: 'é𝄞 odd-a'}\nrules:\n  r: |\n    one\n    two\n"
NASTY = "100%, a:b,c\r\n::error::<&>\x1b ]]> ##[error]x"


@pytest.fixture(autouse=True)
def lints(monkeypatch: pytest.MonkeyPatch) -> None:
    odd_words(monkeypatch)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")


def finding(words: str, code: str = ODD, message: str = "m", help: str = "") -> Diagnostic:
    source = Source("packs/one/w.yaml", TEXT)
    start = TEXT.index(words)
    span = Span(source, start, start + len(words))
    notes = ((span, "here"),) if help else ()
    return Diagnostic(code, message, span, help, CODES[code].severity, notes)


def render(name: str, *found: Diagnostic, **wanted: object) -> str:
    wishes = CheckOptions((), output_format=name, **wanted)  # type: ignore[arg-type]
    return render_report(Analysis(("A pack",), found), Filtered(tuple(to_findings(found))), wishes)


def test_all_formats_and_levels_are_offered() -> None:
    assert [*OFFERED] == [*FORMATS]
    assert {*LEVELS} == {*RANKS}


def test_compact() -> None:
    assert render("compact", finding("odd-a"), finding("one", "CW201", "b", "h")).splitlines() == [
        f"packs/one/w.yaml:2:18: warning[{ODD}] m",
        "packs/one/w.yaml:5:5: error[CW201] b (h)",
    ]


def test_a_diagnostic_is_one_line_of_compact() -> None:
    assert len(render("compact", finding("one", message=NASTY)).splitlines()) == 1


def test_the_human_format_shows_confidence() -> None:
    found = render("human", finding("odd-a"), finding("one", "CW599"), finding("two", "CW231"))
    heads = [line for line in found.splitlines() if "[CW" in line]
    assert heads == [f"warning[{ODD}]: m (likely)", "note[CW599]: m (a guess)", "error[CW231]: m"]
    assert "1 error, 1 warning, 1 note" in found.splitlines()


def test_the_human_format_shows_equal_errors_once() -> None:
    words = "goul\n" * 10
    source = Source("w.yaml", words + "ghol\n")
    errors = [Diagnostic("CW201", "m", Span(source, at, at + 4), "h") for at in range(0, 55, 5)]
    warnings = [Diagnostic(ODD, "m", one.span, "h", "warning") for one in errors[:2]]
    found = render("human", *errors, *warnings).splitlines()
    assert [line for line in found if "-->" in line] == [
        "  --> w.yaml:1:1", "  --> w.yaml:11:1", "  --> w.yaml:1:1", "  --> w.yaml:2:1",
    ]  # fmt: skip
    others = ", ".join(f"w.yaml:{line}:1" for line in range(2, 10))
    assert f"    = the same in 9 other places: {others}, ..." in found
    assert "11 errors, 2 warnings" in found


@pytest.mark.parametrize(
    ("declared", "used", "said"),
    [
        ("goul: 3", "ghoul", True),
        ("goul: 3\n  more: goul", "ghoul", False),
        ("ghouls: 3", "ghoulz", False),
    ],
)
def test_a_name_that_may_be_misspelt_where_it_is_declared(
    declared: str, used: str, said: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = f"rules:\n  one: gain ({used}) gold\n  two: lose ({used}) gold\n"
    (folder,) = write(Case("", "", more=f"definitions:\n  {declared}\n{rules}"), tmp_path)
    found = ran(capsys, folder)[1]
    assert "    = the same in 1 other place: " in found
    assert ("    = nothing uses `goul`: it may be misspelt" in found) == said
    assert ("nothing uses" in found) == said


def test_json() -> None:
    (found,) = json.loads(render("json", finding("odd-a", help="h")))
    assert found["place"] == "menus/a/title"
    assert (found["severity"], found["confidence"]) == ("warning", "likely")
    place = {"line": 2, "column": 18, "end_line": 2, "end_column": 23}
    assert place.items() <= found.items()
    assert found["notes"] == [{"file": "packs/one/w.yaml", **place, "message": "here"}]
    assert len(found["fingerprint"]) == 32


# --------------------------------------------------------------------------------- GitHub


def test_github() -> None:
    found = render(
        "github",
        finding("odd-a"),
        finding("one\n    two", "CW201", "b", "h"),
        finding("one", "CW599"),
    )
    commands = [line for line in found.splitlines() if line.startswith("::")]
    assert commands == [
        f"::warning file=packs/one/w.yaml,line=2,col=18,endColumn=23,title={ODD} odd word::m",
        "::error file=packs/one/w.yaml,line=5,endLine=6,title=CW201 unexpected word::b%0Ah",
        "::notice file=packs/one/w.yaml,line=5,col=5,endColumn=8,title=CW599 strange word::m",
    ]
    assert f"packs/one/w.yaml:2:18: warning[{ODD}] m" in found.splitlines()


def test_github_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("a,b:c%.yaml", "x")
    found = render("github", Diagnostic(ODD, NASTY, Span(source, 0, 1), "", "warning"))
    command, plain, _ = found.split("\n")
    assert command.startswith("::warning file=a%2Cb%3Ac%25.yaml,line=1,col=1,endColumn=2,title=")
    assert command.endswith("::100%25, a:b,c%0A::error::<&>\ufffd ]]> ##[error]x")
    assert plain.startswith("a,b")
    assert "##[" not in plain


def test_text_of_a_pack_is_never_a_workflow_command() -> None:
    found = render("github", Diagnostic(ODD, "\n::error::x", None, "", "warning"))
    assert [line for line in found.splitlines() if line.lstrip().startswith("::error")] == []


def test_paths_are_relative_to_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack(tmp_path / "repo" / "packs" / "one", words="menus: {odd-a: {}}\n")
    monkeypatch.chdir(folder.parent)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "repo"))
    source = Source("one/words.yaml", "odd-a")
    assert "file=packs/one/words.yaml," in render(
        "github", Diagnostic(ODD, "m", Span(source, 0, 5))
    )
    elsewhere = Source("/nowhere/w.yaml", "odd-a")
    assert "file=/nowhere/w.yaml," in render("github", Diagnostic(ODD, "m", Span(elsewhere, 0, 5)))


# ---------------------------------------------------------------------------------- SARIF


def test_sarif() -> None:
    log = json.loads(render("sarif", finding("odd-a", help="h"), Diagnostic("CW341", "m", None)))
    (run,) = log["runs"]
    assert (log["version"], run["columnKind"]) == ("2.1.0", "unicodeCodePoints")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [*CODES]
    assert all(rule["shortDescription"]["text"] and rule["help"]["text"] for rule in rules)
    odd, nowhere = run["results"]
    assert rules[odd["ruleIndex"]]["id"] == odd["ruleId"] == ODD
    assert (odd["level"], odd["message"]["text"]) == ("warning", "m\nh")
    place = odd["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "packs/one/w.yaml"
    region = {"startLine": 2, "startColumn": 18, "endLine": 2, "endColumn": 23}
    assert place["region"] == region
    assert odd["relatedLocations"][0]["physicalLocation"]["region"] == region
    assert "locations" not in nowhere


# The properties that we write, from SARIF 2.1.0 (section 3); those in brackets are required.
NAMES = {
    "log": "$schema [version] [runs]",
    "run": "[tool] columnKind automationDetails results",
    "tool": "[driver]",
    "driver": "[name] version rules",
    "rule": "[id] helpUri shortDescription fullDescription help defaultConfiguration properties",
    "text": "[text] markdown",
    "details": "id",
    "level": "level",
    "result": "ruleId ruleIndex level [message] partialFingerprints locations relatedLocations",
    "location": "id physicalLocation logicalLocations message",
    "physical": "artifactLocation region",
    "artifact": "uri",
    "region": "startLine startColumn endLine endColumn",
    "logical": "fullyQualifiedName",
}
WITHIN = {
    "runs": "run", "tool": "tool", "driver": "driver", "rules": "rule", "shortDescription": "text",
    "fullDescription": "text", "help": "text", "message": "text", "automationDetails": "details",
    "defaultConfiguration": "level", "results": "result", "locations": "location",
    "relatedLocations": "location", "physicalLocation": "physical", "artifactLocation": "artifact",
    "region": "region", "logicalLocations": "logical",
}  # fmt: skip


def unknown_properties(what: str, value: dict[str, object]) -> list[str]:
    """Properties that SARIF does not define in this place, and required ones that are missing."""
    known = NAMES[what].replace("[", "").replace("]", "").split()
    wanted = [word[1:-1] for word in NAMES[what].split() if word[0] == "["]
    found = [f"{what}.{name}" for name in value if name not in known]
    found += [f"no {what}.{name}" for name in wanted if name not in value]
    for name, part in value.items():
        for one in part if isinstance(part, list) else [part]:
            found += unknown_properties(WITHIN[name], one) if name in WITHIN else []
    return found


def test_sarif_has_only_properties_of_the_standard() -> None:
    with_all = finding("odd-a", help="h"), Diagnostic("CW341", "m", None)
    assert unknown_properties("log", json.loads(render("sarif", *with_all))) == []


def test_sarif_rules_include_their_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    (run,) = json.loads(render("sarif"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    pages = [rule["help"]["markdown"] for rule in rules if rule["id"] < "CW59"]
    assert all("## How to fix it" in page for page in pages)
    assert "(docs/codes/CW101.md)" in rules[0]["help"]["markdown"]
    assert "helpUri" not in rules[0]  # this is an address that is not known yet
    monkeypatch.setattr(sarif, "_home", lambda: "https://example.org/codes")
    (run,) = json.loads(render("sarif"))["runs"]
    uri = run["tool"]["driver"]["rules"][0]["helpUri"]
    assert uri == "https://example.org/codes/CW101.md"


def test_the_sarif_fingerprint_survives_a_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "one", words="menus: {odd-a: {}}\n")
    before = results(folder, capsys)
    (folder / "words.yaml").write_text("\n\nmenus:\n  b: {}\n  odd-a: {}\n")
    now = results(folder, capsys)
    assert before[0]["partialFingerprints"] == now[0]["partialFingerprints"]
    assert before[0]["locations"] != now[0]["locations"]


def results(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    log = json.loads(ran(capsys, folder, "--format", "sarif")[1])
    found: list[dict[str, object]] = log["runs"][0]["results"]
    return found


def test_uris_are_escaped(tmp_path: Path) -> None:
    names = ["a b/é#?.yaml", str(tmp_path / "a b.yaml")]
    found = [Diagnostic(ODD, "m", Span(Source(n, "x"), 0, 1)) for n in names]
    log = json.loads(render("sarif", *found))
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            for r in log["runs"][0]["results"]]  # fmt: skip
    assert all(uri.isascii() and not {*" #?"} & {*uri} for uri in uris)
    assert [unquote(uri) for uri in uris] == [names[0], f"file://{names[1]}"]


def test_a_folder_whose_name_is_not_utf8_has_a_uri() -> None:
    assert uri(os.fsdecode(b"f\xff/a.yaml")) == "f%FF/a.yaml"


def test_a_missing_file_has_no_region() -> None:
    log = json.loads(render("sarif", Diagnostic("CW101", "m", Span(Source("f", ""), 0, 0))))
    (place,) = log["runs"][0]["results"][0]["locations"]
    assert place["physicalLocation"] == {"artifactLocation": {"uri": "f"}}


# ---------------------------------------------------------------------------------- JUnit


def test_junit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = pack(tmp_path / "one", words="menus: {odd-a: {}, strange-b: {}}\n")
    code, out = ran(capsys, folder, "--format", "junit", "--fail-level", "warning")
    suite = ElementTree.fromstring(out)[0]
    assert code == 1
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    names = [Path(case.get("name", "")).name for case in suite]
    assert names == ["pack.yaml", "content.yaml", "words.yaml"]
    assert [len(case) for case in suite] == [0, 0, 2]
    failure, output = suite[2]
    assert failure.get("type") == ODD
    assert "odd-a" in (failure.text or "")
    assert "strange-b" in (output.text or "")


def test_junit_of_a_missing_pack(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(capsys, "nowhere", "--format", "junit")
    assert (code, ElementTree.fromstring(out).get("failures")) == (3, "1")


def test_junit_escapes_any_text() -> None:
    suite = ElementTree.fromstring(render("junit", finding("one", "CW201", NASTY + "\ud800\x00")))
    failure = suite[0][0][0]
    assert "<&>\ufffd ]]>" in (failure.text or "")
    assert suite[0][0].get("name") == "packs/one/w.yaml"


@pytest.mark.parametrize("name", ["json", "sarif", "github", "junit"])
def test_a_clean_pack_in_each_format(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = ran(capsys, pack(tmp_path / "one"), "--format", name)
    assert code == 0
    read = {"json": json.loads, "sarif": json.loads, "junit": ElementTree.fromstring}
    read.get(name, str)(out)
    assert "A pack: no problems" in out or name != "github"
