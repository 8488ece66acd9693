"""Identifies a finding by its logical position in a pack instead of its line.

Defines the position (`towns/skara/isle`) and the fingerprint made from it, which stays the same
when lines, items and whole definitions move. A file that can't be read as YAML has no such
positions; there, the words of the line are used instead.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from cardwright.pack.files.pack_files import FILE
from cardwright.pack.names.path_index import PathIndex
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document, Value
from cardwright.source.document import Path as Steps
from cardwright.source.real_paths import real_path
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import load, read


class Identity(NamedTuple):
    """The id of a pack, a logical position there, and the fingerprint made from it."""

    pack: str
    place: str
    fingerprint: str


def identities(found: Sequence[Diagnostic]) -> list[Identity]:
    """What identifies each of the diagnostics, in the same order."""
    known, seen = _ReadFiles(), Counter[str]()
    return [_identity(diagnostic, known, seen) for diagnostic in found]


@dataclass(slots=True)
class _ReadFiles:
    """The files that findings are in, each read once."""

    indexes: dict[str, tuple[Document, PathIndex] | None] = field(default_factory=dict)
    packs: dict[Path, str] = field(default_factory=dict)

    def path_words(self, span: Span) -> list[str]:
        """The keys and names on the path to a span; empty if unknown."""
        source = span.source
        if source.name not in self.indexes:
            document = read(source, Report()) if source.text else None
            self.indexes[source.name] = (document, PathIndex(document)) if document else None
        if (found := self.indexes[source.name]) is None:
            return []
        path = found[1].path_at(Span(source, span.start, span.start))
        return list(_names_on_path(found[0].value, path))

    def pack(self, source: Source) -> str:
        folder = Path(source.name).parent
        if folder not in self.packs:
            self.packs[folder] = pack_id(folder)
        return self.packs[folder]


def _identity(diagnostic: Diagnostic, known: _ReadFiles, seen: Counter[str]) -> Identity:
    span = diagnostic.span
    if span is None:
        return Identity("", "", _fingerprint([diagnostic.code, diagnostic.message], seen))
    name, pack = span.source.name, known.pack(span.source)
    steps = known.path_words(span)
    place = "/".join(steps) or Path(name).name
    # A word at fault tells two mistakes in one effect apart; a longer text would change too often.
    word = span.text if span.text and not any(map(str.isspace, span.text)) else ""
    own = steps or [Path(name).name, span.source.line(span.lines[0]).strip()]
    return Identity(pack, place, _fingerprint([diagnostic.code, pack, *own, "", word], seen))


def _fingerprint(parts: Sequence[str], seen: Counter[str]) -> str:
    """The hash of some words; a repeated one includes its number."""
    text = "\0".join(parts)
    seen[text] += 1
    words = f"{text}\0{seen[text]}".encode("utf-8", "surrogateescape")  # of a folder's name
    return hashlib.sha256(words).hexdigest()[:32]


def pack_id(folder: Path) -> str:
    """The id of the pack in a folder; the folder's name if the manifest has none."""
    home = next((one for one in (folder, *folder.parents) if (one / FILE).is_file()), folder)
    document = load(home / FILE, FILE, Report()) if (home / FILE).is_file() else None
    value = document.value if document else None
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) else real_path(home).name


# Places in a document


def _names_on_path(value: Value, path: Steps) -> Iterator[str]:
    """A path with names instead of item numbers, so that items may move."""
    for step in path:
        if isinstance(value, dict):
            value = value[step]
            yield str(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step]
            yield _item_name(value, step)


def _item_name(value: Value, number: int) -> str:
    """The name of a list item: its id, else its first words, else its number."""
    if not isinstance(value, dict):
        return str(value) if isinstance(value, str | int) else str(number)
    if isinstance(value.get("id"), str | int):
        return str(value["id"])
    words = [f"{key} {said}" for key, said in value.items() if isinstance(said, str)]
    return " ".join(words[0].split())[:80] if words else str(number)
