"""Reads YAML: from a file or a text to a document, with errors in a report.

Decides what is accepted: one document of lists, mappings, texts, whole numbers, true, false and
null. The rest of YAML is refused, each part with a code of its own. Knows nothing about schemas.
"""

from __future__ import annotations

import os
import pathlib

from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.budget import MAX_NODES, budget, readings
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path, Style, Value
from cardwright.source.memoized import memoized
from cardwright.source.open_files import made_from, read_bytes
from cardwright.source.text import Source, Span
from cardwright.source.yaml_errors import before_parsing
from cardwright.source.yaml_events import HAVE_LIBYAML
from cardwright.source.yaml_mistake import Mistake
from cardwright.source.yaml_reading import Reading, read_past_mistakes, unread

__all__ = ["Document", "Path", "Style", "Value", "load", "read"]


def load(path: pathlib.Path, name: str, report: Report, *, partly: bool = False) -> Document | None:
    """Reads the file at `path`, called `name` in reports; None if there are errors. `partly`: see
    `read`."""
    data = _bytes(path, name, report)
    if data is None:
        return None
    source = made_from(os.fspath(path), data, decoded)
    if source is None:
        _not_utf8(data, name, report)
        return None
    return read(source if source.name == name else Source(name, source.text), report, partly=partly)


def decoded(name: str, data: bytes) -> Source | None:
    """The text of a file; None if it is not UTF-8."""
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError:
        return None


def read(
    source: Source,
    report: Report,
    *,
    masked: str = "",
    libyaml: bool = HAVE_LIBYAML,
    partly: bool = False,
) -> Document | None:
    """Reads a text; None if there are errors. `libyaml=False` uses the pure Python parser.

    `masked` is the same text with spaces in place of the parts that are not read. `partly`: if
    there are mistakes, the entries without them are read, and the document has gaps.
    """
    if len(source.text.encode("utf-8", "surrogatepass")) > MAX_YAML_BYTES:
        _too_large(source, report)
        return None
    mistake = _mistake_in(source, masked)
    if mistake:
        mistake.report_to(source, report)
        return unread(source) if partly else None
    found = reading(source, masked, libyaml)
    left = budget()
    if left is not None:
        left.nodes -= found.nodes
        if left.nodes < 0:
            _too_much(source, report)
            return None
    report.extend(found.report)
    if found.document is None and partly:
        return found.rest or unread(source)
    return found.document


def _mistake_in(source: Source, masked: str) -> Mistake | None:
    """The first mistake that can be found before parsing."""
    known, text = _known(source, masked), masked or source.text
    if known is None or known.document is None:
        return before_parsing(text)
    return _mistake_before(known.document, text)


@memoized
def _mistake_before(_: Document, text: str) -> Mistake | None:
    return before_parsing(text)


def reading(source: Source, masked: str = "", libyaml: bool = HAVE_LIBYAML) -> Reading:
    """The content of a text, cached or read now; does not count against the budget."""
    files, key = readings(), (source.name, source.text, masked)
    found = files.readings.get(key) if files and libyaml else None
    if found is None:
        left = budget()
        if left is None or left.nodes >= 0:
            found = read_past_mistakes(source, masked, libyaml)
        else:
            found = Reading(None, Report(), 0)
        if files and libyaml:
            files.readings[key] = found
    return found


def _known(source: Source, masked: str) -> Reading | None:
    """The content of a text, if it is cached."""
    files = readings()
    return files.readings.get((source.name, source.text, masked)) if files else None


def is_read(source: Source) -> bool:
    """Whether the content of a text is cached."""
    return _known(source, "") is not None


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
        data = read_bytes(path, MAX_YAML_BYTES + 1)
    except OSError as error:
        report.error("CW101", f"{name} can't be read: {error.strerror or 'no such file'}", whole)
        return None
    if len(data) > MAX_YAML_BYTES:
        _too_large(whole.source, report)
        return None
    return data


def _too_much(source: Source, report: Report) -> None:
    message = f"a game can hold at most {MAX_NODES:,} keys and values; the rest is not read"
    report.error("CW303", message, Span(source, 0, 0))


def _too_large(source: Source, report: Report) -> None:
    message = f"{source.name} is larger than {MAX_YAML_BYTES:,} bytes"
    report.error("CW105", message, Span(source, 0, 0), "split the file")


def _not_utf8(data: bytes, name: str, report: Report) -> None:
    """Reports the first byte of a file that is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        before = len(Source(name, data[:at].decode("utf-8")).text)
        span = Span(Source(name, data.decode("utf-8", "replace")), before, before + 1)
        message = f"the byte 0x{data[at]:02x} is not valid UTF-8"
        report.error("CW103", message, span, "save the file as UTF-8")
