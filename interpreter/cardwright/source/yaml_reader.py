"""Reading YAML: from a file or a text to a document, or to a report of what is wrong.

Owns what is accepted: one document of lists, mappings, texts, whole numbers, true, false
and null. Refuses the rest of YAML, each part with a code of its own. Knows no schema.
"""

from __future__ import annotations

import pathlib

from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path, Style, Value
from cardwright.source.text import Source, Span
from cardwright.source.yaml_builder import Builder
from cardwright.source.yaml_errors import before_parsing
from cardwright.source.yaml_events import HAVE_LIBYAML

__all__ = ["Document", "Path", "Style", "Value", "load", "read"]

MAX_BYTES = 2_000_000


def load(path: pathlib.Path, name: str, report: Report) -> Document | None:
    """Read the file at `path`, which reports call `name`; None when there were errors."""
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
    source: Source, report: Report, *, rest: str = "", libyaml: bool = HAVE_LIBYAML
) -> Document | None:
    """Read a text; None when there were errors. `libyaml=False` takes the pure parser.

    `rest` is the same text with blanks where nothing is to be read.
    """
    if len(source.text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        _too_large(source, report)
        return None
    mistake = before_parsing(rest or source.text)
    if mistake:
        mistake.report_to(source, report)
        return None
    builder = Builder(source, rest)
    document = builder.build(libyaml)
    report.extend(builder.report)
    return document


def _bytes(path: pathlib.Path, name: str, report: Report) -> bytes | None:
    whole = Span(Source(name, ""), 0, 0)
    try:
        if path.exists() and not path.is_file():
            report.error("CW102", f"{name} is not a file", whole)
            return None
        # One byte more than is allowed, so that a file of any size costs no more.
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        report.error("CW101", f"{name} can't be read: {error.strerror or 'no such file'}", whole)
        return None
    if len(data) > MAX_BYTES:
        _too_large(whole.source, report)
        return None
    return data


def _too_large(source: Source, report: Report) -> None:
    message = f"{source.name} is larger than {MAX_BYTES:,} bytes"
    report.error("CW105", message, Span(source, 0, 0), "split the file")


def _not_utf8(data: bytes, at: int, name: str, report: Report) -> None:
    before = len(Source(name, data[:at].decode("utf-8")).text)
    span = Span(Source(name, data.decode("utf-8", "replace")), before, before + 1)
    message = f"the byte 0x{data[at]:02x} is not UTF-8"
    report.error("CW103", message, span, "save the file as UTF-8")
