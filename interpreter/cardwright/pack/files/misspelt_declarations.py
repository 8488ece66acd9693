"""A name that is misspelt where it is declared, which makes each of its uses an error.

If files have a suggested name once, where it is declared, and the unknown one more often, one error
at the declaration stands for those at the uses. Knows nothing about what names mean.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from functools import cache

from cardwright.board.model import plural
from cardwright.language.registry import keywords
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.files.pack_files import FILE, content_files
from cardwright.pack.forms.forms import KEYS, SECTIONS
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.edits import Suggestion
from cardwright.source.open_files import made_of
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import decoded

MOST_TRIED = 20
"""How many suggested names are looked for in all files."""
_SYNTAX = ("CW1", "CW20")
"""Prefixes of the codes of errors that follow from no declaration."""
_NAME = lazy_pattern(r"[a-z][\w-]*")
_BEFORE_KEY = lazy_pattern(r"(?:^|[{,]|- ) *['\"]?\Z")
_AFTER_KEY = lazy_pattern(r"(?: of [a-z][\w-]*)?(?: in [a-z][\w-]*)?['\"]?:(?:\s|\Z)")
_IN_LIST = lazy_pattern(r"[\[,] *\n *[,\]]")


@dataclass(frozen=True, slots=True)
class _Misspelt:
    """A declared name, and the one that is used instead."""

    span: Span
    used: str

    def explains(self, error: Diagnostic) -> bool:
        """Whether an error may only follow from this: it is no error of syntax, and in a line with
        the name that is used."""
        span, code = error.span, error.code
        if span is None or code.startswith(_SYNTAX):
            return False
        return any(True for _ in _words(_forms(self.used), _lines(span)))

    @property
    def as_error(self) -> Diagnostic:
        name = self.span.text
        message = f"nothing uses `{name}`; `{self.used}`, which is used, is not declared"
        help = Suggestion.of(f"did you mean `{self.used}`?", name, self.used)
        return Diagnostic("CW353", message, self.span, help)


def report_at_declarations(
    report: Report, packs: Sequence[Manifest], codes: Collection[str]
) -> Report:
    """The report with one error at each misspelt declaration, in place of those that follow from
    it; `codes` are those of errors that suggest a name."""
    pairs = [*dict.fromkeys(_suggested(report, codes))]
    sources = [*_sources(packs)] if pairs else []
    tried = [_misspelt(*pair, sources) for pair in pairs[:MOST_TRIED]]
    found = [one for one in tried if one is not None]
    times = Counter(one.used for one in found)
    if not (wrong := [one for one in found if times[one.used] == 1]):
        return report
    made = Report()
    for error in report.diagnostics:
        if not any(one.explains(error) for one in wrong):
            made.add(error)
    for one in wrong:
        made.add(one.as_error)
    return made


def _suggested(report: Report, codes: Collection[str]) -> Iterator[tuple[str, str]]:
    """The names that are suggested, and those that they replace; of plurals, also the singulars."""
    for error in report.diagnostics:
        for edit in error.fixes if error.code in codes else ():
            name, used = edit.text, edit.span.text
            if _NAME.fullmatch(name) and _NAME.fullmatch(used) and name not in _known():
                yield name, used
                if name.endswith("s") and used.endswith("s"):
                    yield name[:-1], used[:-1]


@cache
def _known() -> Set[str]:
    """Words that are known although no file declares them."""
    return {*KEYS, *SECTIONS, *keywords.reserved()}


def _misspelt(name: str, used: str, sources: Sequence[Source]) -> _Misspelt | None:
    """The misspelt declaration; None if the name is used, or not declared by a word."""
    stem = name.removesuffix("s")
    holding = [source for source in sources if stem in source.text]
    if len(holding) != 1 or holding[0].text.count(stem) != 1:
        return None
    declared = next(_words(rf"{re.escape(name)}(?![\w-])", holding[0].whole), None)
    if declared is None or not _is_declared(declared):
        return None
    number = sum(1 for source in sources for _ in _words(_forms(used), source.whole))
    return _Misspelt(declared, used) if number > 1 else None


def _is_declared(name: Span) -> bool:
    """Whether a name is a key or in a list, and not in an effect. The id of a thing is not looked
    at: most cards are named by nothing else."""
    line = _lines(name)
    before = line.text[: name.start - line.start]
    after = line.text[name.end - line.start :]
    is_key = _BEFORE_KEY.search(before) and _AFTER_KEY.match(after)
    return bool(is_key or _IN_LIST.search(f"{before}\n{after}"))


def _forms(name: str) -> str:
    """A pattern for a name, its plural and its negation."""
    return rf"(?:un|non-)?(?:{re.escape(name)}|{re.escape(plural(name))})(?![\w-])"


def _words(pattern: str, text: Span) -> Iterator[Span]:
    """Where a text has words of a pattern."""
    found = re.compile(rf"(?<![\w-]){pattern}")
    for match in found.finditer(text.source.text, text.start, text.end):
        yield Span(text.source, *match.span())


def _lines(span: Span) -> Span:
    """The lines of a span."""
    text = span.source.text
    end = text.find("\n", span.end)
    begin = text.rfind("\n", 0, span.start) + 1
    return Span(span.source, begin, end if end >= 0 else len(text))


def _sources(packs: Sequence[Manifest]) -> Iterator[Source]:
    """The texts of all files of packs."""
    for pack in packs:
        inside = (pack.folder / FILE).as_posix().removesuffix(FILE)
        for name in (FILE, *content_files(pack.folder, Report())):
            source = made_of(f"{inside}{name}", MAX_YAML_BYTES + 1, decoded)
            if source is not None:
                yield source
