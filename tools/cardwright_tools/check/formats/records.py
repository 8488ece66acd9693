"""For programs: a JSON list of records, empty if there is nothing to report."""

from __future__ import annotations

from cardwright.source.diagnostics import as_json
from cardwright.source.text import Span
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.filter import Filtered
from cardwright_tools.check.findings import Finding
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.sinks import json_text

Record = dict[str, object]


def render_report(analysis: Analysis, filtered: Filtered, options: CheckOptions) -> str:
    """The records, as text. Keys may be added but are never removed."""
    return json_text([to_record(one) for one in filtered.shown])


def to_record(one: Finding) -> Record:
    """One finding as a record."""
    return {
        **as_json(one.diagnostic),
        "pack": one.pack,
        "place": one.place,
        "fingerprint": one.fingerprint,
        "notes": [_note(span, text) for span, text in one.diagnostic.notes],
    }


def _note(span: Span, text: str) -> Record:
    keys = ("line", "column", "end_line", "end_column")
    return {"file": span.source.name, **dict(zip(keys, span.lines, strict=True)), "message": text}
