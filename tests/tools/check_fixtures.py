"""For the tests of `check`: a small pack, and fake lints that report words like `odd-...`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cardwright.checked_packs import CheckedPacks
from cardwright.source.codes import CODES, Code
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Source, Span
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.filter import Filtered, filter_findings
from cardwright_tools.check.findings import Finding
from cardwright_tools.check.lint_results import reads_file
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.cli import invoke

MANIFEST = (
    "id: {id}\nversion: 1.0.0\ntitle: A pack\nplayers: [2, 2]\nmain: game\nwinners: players\n"
)
PLAYERS = "players:\n  - {id: ann, provenance: public}\n  - {id: bob, provenance: public}\n"
RULES = "rules:\n  game: |\n    end the game\n"
CONTENT = PLAYERS + RULES
ODD, STRANGE = "CW598", "CW599"


def pack(folder: Path, content: str = CONTENT, more: str = "", **files: str) -> Path:
    """A pack in a new folder; other files are given by their names without `.yaml`."""
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(MANIFEST.format(id=folder.name) + more, "utf-8")
    (folder / "content.yaml").write_text(content, "utf-8")
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def odd_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the lints by one that warns about words like `odd-a` and notes `strange-a`."""
    monkeypatch.setitem(CODES, ODD, Code(ODD, "odd word", "It is odd.", "warning", "likely"))
    monkeypatch.setitem(CODES, STRANGE, Code(STRANGE, "strange word", "So.", "note", "guess"))
    for module in ("lint", "check.shares.examiner"):
        monkeypatch.setattr(f"cardwright_tools.{module}.run_lints", odd_words_of)
    monkeypatch.setattr(
        "cardwright_tools.check.shares.rest_check.lint_rest",
        lambda rules, *_: odd_words_of(rules).diagnostics,
    )


def odd_words_of(rules: CheckedPacks, *_: object) -> Report:
    """What the fake lint finds."""
    report = Report()
    for path in (file for one in rules.packs for file in pack_files(one.folder)):
        if reads_file(rules, path.as_posix()):
            source = Source(path.as_posix(), path.read_text("utf-8"))
            for word in re.finditer(r"\b(odd|strange)-\w+", source.text):
                code = ODD if word[1] == "odd" else STRANGE
                report.emit(code, f"`{word[0]}` is {word[1]}", Span(source, *word.span()))
    return report


def lines(found: tuple[Diagnostic, ...]) -> list[tuple[str, int]]:
    """Codes and lines."""
    return [(d.code, d.span.lines[0] if d.span else 0) for d in found]


def shown(*packs: Path, **options: object) -> list[Finding]:
    """The report of a run with these options."""
    return [*filtered(*packs, **options).shown]


def filtered(*packs: Path, **options: object) -> Filtered:
    return filter_findings(found_in(*packs), replace(CheckOptions(packs), **options))  # type: ignore[arg-type]


def found_in(*packs: Path) -> Analysis:
    return analyze(packs)


def ran(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    """The exit code and output of `check` with these arguments."""
    code = invoke(["check", *map(str, words)])
    return code, capsys.readouterr().out
