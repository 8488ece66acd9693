"""Finds anchors, aliases and tags, which are refused.

An anchor and all its aliases are one mistake. Knows nothing about values.
"""

from __future__ import annotations

from cardwright.source.diagnostics import Report
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Source, Span
from cardwright.source.yaml_errors import refused_indicator
from cardwright.source.yaml_keys import tagged_key
from cardwright.source.yaml_mistake import Mistake

MAX_NOTES = 5
MAX_TRACKED = 100
"""No more are reported: a hostile file could have a million."""

_BLANK = lazy_pattern(r"(?>(?:[^\S\n]*(?:#[^\n]*)?\n)*)[^\S\n]*")


class AnchorTracker:
    """The anchors, aliases and tags of one document. Tags are reported immediately, anchors and
    aliases by `report`.
    """

    def __init__(self, source: Source, report: Report) -> None:
        self._source = source
        self._report = report
        self._anchors: dict[str, Mistake] = {}
        self._aliases: dict[str, list[Mistake]] = {}
        self.count = 0
        self.took_key = False
        """Whether a tag includes a key and its colon, so that a parser misreads what follows."""

    @property
    def too_many(self) -> bool:
        """Whether there are so many that no person wrote them; the rest are ignored."""
        return self.count > MAX_TRACKED

    def skip_properties(self, start: int) -> tuple[int, int]:
        """Skips the anchor and tag at `start`; returns the offsets where they end and the node
        begins.
        """
        text, end = self._source.text, start
        while text[start : start + 1] in ("&", "!"):
            sign = refused_indicator(text, start)
            if text[start] == "&":
                self._add_anchor(text[start + 1 : sign.end], sign)
            else:
                sign.report_to(self._source, self._report)
                self.took_key |= tagged_key(text, start) is not None
            end = sign.end
            found = _BLANK.match(text, end)
            start = found.end() if found else end
        return end, start

    def add_alias(self, name: str, sign: Mistake) -> None:
        """Notes an alias, to be reported with its anchor."""
        self.count += 1
        if self.count <= MAX_TRACKED:
            self._aliases.setdefault(name, []).append(sign)

    def _add_anchor(self, name: str, sign: Mistake) -> None:
        self.count += 1
        if self.count <= MAX_TRACKED:
            self._anchors[name] = sign

    def report(self) -> None:
        """Reports each anchor with all its aliases, and each alias without an anchor."""
        if self._anchors and self.too_many:  # so many are an attack, and one mistake
            self._anchors = dict(list(self._anchors.items())[:1])
            self._aliases = {n: a for n, a in self._aliases.items() if n in self._anchors}
        for name, sign in self._anchors.items():
            used = self._aliases.pop(name, [])[:MAX_NOTES]
            notes = tuple((Span(self._source, a.start, a.end), "used here") for a in used)
            sign.report_to(self._source, self._report, notes)
        for sign in (sign for signs in self._aliases.values() for sign in signs):
            sign.report_to(self._source, self._report)
