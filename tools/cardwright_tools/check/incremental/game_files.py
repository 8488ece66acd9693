"""Which files of a game have another text now.

Owns how they are read, and what is said of the one that can't be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.disabled_modules import mention_disabled_modules
from cardwright.pack.load import active_files
from cardwright.pack.loaded import Loaded
from cardwright.pack.manifest import FILE
from cardwright.pack.truncated_text import report_truncated_text
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.open_files import read_bytes
from cardwright.source.text import BYTE_ORDER_MARK, Source
from cardwright.source.yaml_reader import MAX_BYTES, read
from cardwright_tools.check.incremental.edited import Known
from cardwright_tools.check.incremental.positions import Stale


class Unreadable(Exception):
    """The one file that has changed is no YAML, and nothing else was wrong."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def changed_files(known: Known, modules: Collection[str]) -> Iterator[Document]:
    """The files with another text now, read. Raises Stale if they are others, or are wrong, and
    Unreadable.
    """
    names = [*_files(known.loaded, modules)]
    if {*names} != known.documents.keys():
        raise Stale
    sources = [_source(name) for name in names]
    changed = [one for one in sources if one.text != known.documents[one.name].source.text]
    for source in changed:
        report = Report()
        document = read(source, report) if Path(source.name).name != FILE else None
        if document is not None:
            report_truncated_text(document, report)
        elif len(report) and len(changed) == 1 and _is_alone(source.name, known):
            found = mention_disabled_modules(report, known.loaded.manifests, modules)
            raise Unreadable(found)
        if document is None or len(report):
            raise Stale
        yield document


def _files(loaded: Loaded, modules: Collection[str]) -> Iterator[str]:
    builder = PackBuilder(Declared(), Report())
    for pack in loaded.manifests:
        for name in [FILE, *active_files(pack, modules, builder)]:
            yield (pack.folder / name).as_posix()


def _is_alone(file: str, known: Known) -> bool:
    """Whether nothing is wrong elsewhere if a file can't be read: it declares no types, and what
    names its things or rules is held back.
    """
    value = known.documents[file].value
    sections = value.items() if isinstance(value, dict) else ()
    named = ("rules", "definitions", "provenance")
    plain = all(isinstance(one, list) or key in named for key, one in sections)
    return plain and not len(known.report)


def _source(name: str) -> Source:
    """A file's text now. Raises Stale if there is none that can be read."""
    try:
        data = read_bytes(Path(name), MAX_BYTES + 1)
        return Source(name, data.decode("utf-8").removeprefix(BYTE_ORDER_MARK))
    except (OSError, UnicodeDecodeError):
        raise Stale from None
