"""Which files of a game have another text now.

Owns how they are read, and what is said of those that can't be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field
from pathlib import Path

from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.load import active_files
from cardwright.pack.loaded import Loaded
from cardwright.pack.manifest import FILE
from cardwright.pack.truncated_text import report_truncated_text
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.open_files import read_bytes
from cardwright.source.records import dataclass
from cardwright.source.text import BYTE_ORDER_MARK, Source
from cardwright.source.yaml_reader import MAX_BYTES, read
from cardwright_tools.check.incremental.edited import Known
from cardwright_tools.check.incremental.positions import Stale


@dataclass(slots=True)
class Changed:
    """The `files` with another text now: those that could be read, and what is wrong with the
    others, which are `left_out`: of these, what is known is that of their last texts.
    """

    files: set[str] = field(default_factory=set)
    documents: list[Document] = field(default_factory=list)
    wrong: Report = field(default_factory=Report)
    left_out: set[str] = field(default_factory=set)


def changed_files(known: Known, modules: Collection[str]) -> Changed:
    """What has changed. Raises Stale if there are other files now, or more follows from what is
    wrong.
    """
    names, found = [*_files(known.loaded, modules)], Changed()
    if {*names} != known.documents.keys():
        raise Stale
    sources = [_source(name) for name in names]
    for source in sources:
        if source.text == known.documents[source.name].source.text:
            continue
        found.files.add(source.name)
        report = Report()
        document = read(source, report) if Path(source.name).name != FILE else None
        if document is not None:
            report_truncated_text(document, report)
        elif len(report) and _is_alone(source.name, known):
            found.wrong.extend(report)
            found.left_out.add(source.name)
            continue
        if document is None or len(report):
            raise Stale
        found.documents.append(document)
    return found


def _files(loaded: Loaded, modules: Collection[str]) -> Iterator[str]:
    builder = PackBuilder(Declared(), Report())
    for pack in loaded.manifests:
        for name in [FILE, *active_files(pack, modules, builder)]:
            yield (pack.folder / name).as_posix()


def _is_alone(file: str, known: Known) -> bool:
    """Whether nothing else is wrong if a file can't be read: it declares no types, and what names
    its things or rules is held back.
    """
    value = known.documents[file].value
    sections = value.items() if isinstance(value, dict) else ()
    named = ("rules", "definitions", "provenance")
    return all(isinstance(one, list) or key in named for key, one in sections)


def _source(name: str) -> Source:
    """A file's text now. Raises Stale if there is none that can be read."""
    try:
        data = read_bytes(Path(name), MAX_BYTES + 1)
        return Source(name, data.decode("utf-8").removeprefix(BYTE_ORDER_MARK))
    except (OSError, UnicodeDecodeError):
        raise Stale from None
