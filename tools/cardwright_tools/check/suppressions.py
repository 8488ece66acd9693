"""Suppressions: comments in content that suppress a warning, with a reason.

    # cardwright: allow CW531 because the printed card says so

One applies to its own line or, on a line of its own, to the next line that is not blank or a
comment; a warning about two lines, such as a text and its rules, can be suppressed at either one.
It can be written in YAML and in the block of an effect, which has comments of its own. Errors
can't be suppressed, since a pack with an error is not played. A suppression without a reason has
no effect and is reported, and so is an unused one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright.checked_packs import CheckedPacks
from cardwright.pack.files.pack_files import FILE, content_files
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.open_files import has_file, made_of
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import read
from cardwright_tools.check.lint_results import reads_file

SIGN = "cardwright"
OURS = ("CW601", "CW602", "CW603")
COMMENT = lazy_pattern(
    r"(?:(?<=\s)|^)#[^\S\n]*cardwright(?P<colon>:|(?=[^\S\n]+allow\b))(?P<says>[^\n\r]*)", re.M
)
"""A comment for the checker, with or without its colon."""
_SAYS = lazy_pattern(r"allow (?P<codes>.+?) because (?P<why>.+)")
_CODES = lazy_pattern(r"[\s,]+")
_CODE = lazy_pattern(r"\bCW\d{3}\b")
NEAR = 20
"""How many lines away an unused suppression's diagnostic may be to be suggested."""


Key = tuple[str, str, int]
"""A code, a file and a line."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """One code that is suppressed on a line, and the span of the suppression."""

    code: str
    span: Span
    line: int

    @property
    def key(self) -> Key:
        return self.code, self.span.source.name, self.line


def apply_suppressions(
    found: Report, games: Sequence[CheckedPacks], packs: Sequence[Path]
) -> tuple[Report, int]:
    """The remaining diagnostics with reports on suppressions, and how many were suppressed."""
    report = Report()
    suppressions = [
        one for source in _sources_with_suppressions(packs) for one in _suppressions(source, report)
    ]
    lints = {d: _keys(d) for d in found.diagnostics if d.severity != "error"}
    allowing = {one.key for one in suppressions}
    left = [d for d in found.diagnostics if allowing.isdisjoint(lints.get(d, ()))]
    there = {key for keys in lints.values() for key in keys}
    for one in suppressions:
        # A game with errors was not linted, so its suppressions can't be judged.
        if one.key not in there and any(reads_file(game, one.span.source.name) for game in games):
            _report_unused(one, left, report)
    for diagnostic in left:
        report.add(diagnostic)
    return report, len(found) - len(left)


def _keys(diagnostic: Diagnostic) -> list[Key]:
    """Where it may be suppressed: at its own line and at those of its notes."""
    if diagnostic.span is None:
        return []
    spans = [diagnostic.span, *(place for place, _ in diagnostic.notes)]
    return [(diagnostic.code, span.source.name, span.lines[0]) for span in spans]


def _report_unused(one: Suppression, left: Sequence[Diagnostic], report: Report) -> None:
    """Reports an unused suppression, with the line where it would have an effect."""
    lines = [d.span.lines[0] for d in left if d.span and _keys(d)[0][:2] == one.key[:2]]
    near = min(lines, key=lambda line: abs(line - one.line), default=None)
    if near is None or abs(near - one.line) > NEAR:
        message = f"unused suppression of {one.code}"
        report.emit("CW601", message, one.span, "remove it")
        return
    message = f"{one.code} occurs on line {near}, but this only applies to line {one.line}"
    help = f"move it to the end of line {near}, or to its own line right above that"
    report.emit("CW601", message, one.span, help)


# Reading


def _sources_with_suppressions(packs: Sequence[Path]) -> Iterator[Source]:
    """The files with suppressions; others need not be parsed as YAML."""
    paths = dict.fromkeys(name for pack in packs for name in _file_names(pack))
    yield from filter(
        None, (made_of(path, MAX_YAML_BYTES + 1, _with_suppressions) for path in paths)
    )


def _with_suppressions(name: str, data: bytes) -> Source | None:
    """The text of a file with suppressions; None for others."""
    if SIGN.encode() not in data:
        return None
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError:
        return None  # reported when the pack is read


def pack_files(pack: Path) -> list[Path]:
    """The files with a pack's content, the manifest first."""
    return [*map(Path, _file_names(pack))]


def _file_names(pack: Path) -> Iterator[str]:
    if has_file(manifest := pack / FILE):
        inside = manifest.as_posix().removesuffix(FILE)
        yield from (f"{inside}{path}" for path in (FILE, *content_files(pack, Report())))


def _suppressions(source: Source, report: Report) -> Iterator[Suppression]:
    document = read(source, Report())
    if document is None:
        return
    texts = _quoted_spans(document)
    for comment in COMMENT.finditer(source.text):
        before = bisect_right(texts, comment.start(), key=lambda text: text.start) - 1
        if before < 0 or texts[before].end <= comment.start():
            span = Span(source, comment.start(), comment.start() + len(comment[0].rstrip()))
            # Many spaces in a row would be scanned again and again.
            says = " ".join(comment["says"].split())
            if comment["colon"]:
                yield from _parse(says, span, report)
            else:
                _report_malformed("this suppression lacks its colon", says, span, report)


def _quoted_spans(document: Document) -> list[Span]:
    """The quoted and folded scalars, in which a `#` does not begin a comment, in order."""
    found = [
        span
        for path, span in document.values.items()
        if isinstance(document.at(path), str) and document.style(path) in ("quoted", "folded")
    ]
    return sorted(found, key=lambda span: span.start)


def _parse(says: str, span: Span, report: Report) -> Iterator[Suppression]:
    match = _SAYS.fullmatch(says)
    if match is None:
        reason = says.startswith("allow ") and "because" not in says.split()
        what = "this suppression has no reason" if reason else "malformed suppression"
        _report_malformed(what, says, span, report)
        return
    for code in _CODES.split(match["codes"]):
        if _is_suppressible(code, span, report):
            yield Suppression(code, span, _target_line(span))


def _report_malformed(what: str, says: str, span: Span, report: Report) -> None:
    codes = ", ".join(_CODE.findall(says)) or "CW531"
    help = f"write `# cardwright: allow {codes} because ...`, with your reason"
    report.emit("CW602", f"{what}, so it has no effect", span, help)


def _is_suppressible(code: str, span: Span, report: Report) -> bool:
    if code not in CODES or code in OURS:
        help = did_you_mean(code, CODES) if code not in CODES else "fix what it is about"
        report.emit("CW602", f"`{code}` is not a code that can be suppressed", span, help)
        return False
    if CODES[code].severity == "error":
        report.emit("CW603", f"{code} is an error, and errors can't be suppressed", span, "fix it")
        return False
    return True


def _target_line(span: Span) -> int:
    """The line that it applies to: its own, or the next one that is not blank or a comment."""
    source, number = span.source, span.lines[0]
    if not source.line(number).lstrip().startswith("#"):
        return number
    rest = range(number + 1, source.line_count + 1)
    said = (n for n in rest if source.line(n).strip() and not _is_comment(source.line(n)))
    return next(said, number)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
