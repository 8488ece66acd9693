"""Reads YAML: from a file or a text to a document, with errors in a report.

Decides what is accepted: one document of lists, mappings, texts, whole numbers, true, false and
null. The rest of YAML is refused, each part with a code of its own. Knows nothing about schemas.
"""

from __future__ import annotations

import pathlib

from cardwright.source.budget import MAX_NODES, budget, readings
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path, Style, Value
from cardwright.source.open_files import read_bytes
from cardwright.source.text import Source, Span
from cardwright.source.yaml_builder import Builder, Reading
from cardwright.source.yaml_errors import before_parsing
from cardwright.source.yaml_events import HAVE_LIBYAML

__all__ = ["Document", "Path", "Style", "Value", "load", "read"]

MAX_BYTES = 2_000_000


def load(path: pathlib.Path, name: str, report: Report) -> Document | None:
    """Reads the file at `path`, called `name` in reports; None if there are errors."""
    data = _bytes(path, name, report)
    if data is None:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _not_utf8(data, error.start, name, report)
        return None
    return read(Source(name, text), report)


def read(
    source: Source, report: Report, *, masked: str = "", libyaml: bool = HAVE_LIBYAML
) -> Document | None:
    """Reads a text; None if there are errors. `libyaml=False` uses the pure Python parser.

    `masked` is the same text with spaces in place of the parts that are not read.
    """
    if len(source.text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        _too_large(source, report)
        return None
    mistake = before_parsing(masked or source.text)
    if mistake:
        mistake.report_to(source, report)
        return None
    found = reading(source, masked, libyaml)
    left = budget()
    if left is not None:
        left.nodes -= found.nodes
        if left.nodes < 0:
            _too_much(source, report)
            return None
    report.extend(found.report)
    return found.document


def reading(source: Source, masked: str = "", libyaml: bool = HAVE_LIBYAML) -> Reading:
    """The content of a text, cached or read now; does not count against the budget."""
    files, key = readings(), (source.name, source.text, masked)
    found = files.readings.get(key) if files and libyaml else None
    if found is None:
        left, builder = budget(), Builder(source, masked)
        document = builder.build(libyaml) if left is None or left.nodes >= 0 else None
        found = Reading(document, builder.report, builder.nodes)
        if files and libyaml:
            files.readings[key] = found
    return found


def is_read(source: Source) -> bool:
    """Whether the content of a text is cached."""
    return (files := readings()) is not None and (source.name, source.text, "") in files.readings


def keep_reading(source: Source, found: Reading) -> None:
    """Caches a reading of the text that was made elsewhere."""
    if files := readings():
        files.readings[source.name, source.text, ""] = found


def _bytes(path: pathlib.Path, name: str, report: Report) -> bytes | None:
    whole = Span(Source(name, ""), 0, 0)
    try:
        if path.exists() and not path.is_file():
            report.error("CW102", f"{name} is not a file", whole)
            return None
        # One byte more than the limit, so that a huge file is not read in full.
        data = read_bytes(path, MAX_BYTES + 1)
    except OSError as error:
        report.error("CW101", f"{name} can't be read: {error.strerror or 'no such file'}", whole)
        return None
    if len(data) > MAX_BYTES:
        _too_large(whole.source, report)
        return None
    return data


def _too_much(source: Source, report: Report) -> None:
    message = f"a game can hold at most {MAX_NODES:,} keys and values; the rest is not read"
    report.error("CW303", message, Span(source, 0, 0))


def _too_large(source: Source, report: Report) -> None:
    message = f"{source.name} is larger than {MAX_BYTES:,} bytes"
    report.error("CW105", message, Span(source, 0, 0), "split the file")


def _not_utf8(data: bytes, at: int, name: str, report: Report) -> None:
    before = len(Source(name, data[:at].decode("utf-8")).text)
    span = Span(Source(name, data.decode("utf-8", "replace")), before, before + 1)
    message = f"the byte 0x{data[at]:02x} is not valid UTF-8"
    report.error("CW103", message, span, "save the file as UTF-8")
