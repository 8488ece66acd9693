"""Finds the files of a game whose text has changed.

Responsible for reading them, and for the report on those that can't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from pathlib import Path

from cardwright.pack.files.pack_files import FILE
from cardwright.pack.files.truncated_text import report_truncated_text
from cardwright.pack.load import files_of
from cardwright.pack.loaded import Loaded
from cardwright.pack.names.gap_names import stems_in_gaps
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Gap
from cardwright.source.open_files import made_of
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright.source.yaml_reader import decoded, read
from cardwright_tools.check.incremental.missing_entries import gaps_between
from cardwright_tools.check.incremental.positions import Stale

Documents = Mapping[str, Document]


@dataclass(slots=True)
class Changed:
    """The `files` with changed texts: those that could be read, and the errors in the others, which
    are `left_out`: for these, the results for their last texts stay valid, except for what is now
    missing, as gaps in the last text. `unreadable` are all those that can't be read as YAML.

    `is_more`: there are other files, the manifest has changed, or more may follow from the errors.
    """

    files: set[str] = field(default_factory=set)
    documents: list[Document] = field(default_factory=list)
    wrong: Report = field(default_factory=Report)
    left_out: dict[str, list[Gap]] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    is_more: bool = False


def current_source(name: str) -> Source | None:
    """A file's current text, which stays the same object until it changes; None if it can't be
    read."""
    return made_of(name, MAX_YAML_BYTES + 1, decoded)


class UnreadDocument(Document):
    """The document of a text about which there is nothing to report: it is read if something asks
    for its content."""

    __slots__ = ()

    def __init__(self, source: Source) -> None:
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "memo", {})

    def __getattr__(self, name: str) -> object:
        whole, _ = read_again(self.source)
        if whole is None:
            raise Stale
        for one in ("value", "keys", "values", "styles"):
            object.__setattr__(self, one, getattr(whole, one))
        return getattr(whole, name)


def read_again(source: Source, masked: str = "") -> tuple[Document | None, Report]:
    """A file's document and the errors in it; None for a manifest. `masked`: what is read of it."""
    report = Report()
    is_manifest = Path(source.name).name == FILE
    document = read(source, report, masked=masked) if not is_manifest else None
    if document is not None:
        report_truncated_text(document, report)
    return document, report


def changed_files(
    known: Documents,
    loaded: Loaded,
    modules: Collection[str],
    read_changed: Callable[[Source], tuple[Document | None, Report]] = read_again,
) -> Changed:
    """The changes since these files were read. `read_changed` reads one."""
    names, found = files_of(loaded, modules), Changed()
    found.is_more = {*names} != known.keys()
    for name in names if not found.is_more else ():
        source, gone = current_source(name), None
        if source is not None and source.text == known[name].source.text:
            continue
        found.files.add(name)
        document, report = read_changed(source) if source else (None, Report())
        if document is not None and not len(report):
            found.documents.append(document)
        elif source and len(report) and document is None:
            gone = _missing(known[name], source)
        if gone is not None:
            found.wrong.extend(report)
            found.left_out[name] = gone
        elif document is None or len(report):
            found.is_more = True
        if document is None and len(report):
            found.unreadable.add(name)
    return found


def _missing(document: Document, source: Source) -> list[Gap] | None:
    """The entries that are missing because of mistakes in a file; None if anything else in it is
    new, or if this may have consequences elsewhere.

    It has none if no types are missing, and all names may be declared in the gaps, so that errors
    about them are held back.
    """
    rest = read(source, Report(), partly=True)
    gone = gaps_between(document, rest) if rest else None
    if rest is None or gone is None:
        return None
    value, named = document.value, ("rules", "definitions", "provenance")
    are_untyped = all(one.section in named or (isinstance(value, dict)
                      and isinstance(value.get(one.section), list)) for one in gone)  # fmt: skip
    are_known = stems_in_gaps(document, gone) <= stems_in_gaps(rest, rest.gaps)
    return gone if are_untyped and are_known else None
