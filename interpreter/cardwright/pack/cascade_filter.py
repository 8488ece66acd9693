"""Which mistakes are certain where others keep a part of the packs from being read.

What can't be read may declare what then seems unknown, or of a wrong type. So a word is *open*
when the part that can't be read holds it as a name, or what is declared with such a name; where
a section is empty, or a definition has no name, any word is that is declared nowhere. A mistake
in a text that speaks of nothing open is certain. Reads the report and the documents; knows
nothing of what a mistake means.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from cardwright.pack import name_scan
from cardwright.pack.forms import FORMS, KEYS, SECTIONS
from cardwright.pack.manifest import FILE
from cardwright.pack.path_index import Paths
from cardwright.pack.undeclared_names import Strangers
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.document import Document, Path
from cardwright.source.spelling import nearest
from cardwright.source.text import Span

SURE = frozenset({"CW201", "CW202", "CW203", "CW204", "CW205", "CW206", "CW223", "CW224", "CW225"})
"""What the checker can say of any text, whatever could not be read; not so beside an `or`."""
HERE = frozenset({"CW219"})
"""What hangs on nothing but the words at fault."""
ELSEWHERE = ("CW10", "CW30")
"""What begins so may keep whole files from being read."""
DECLARING = frozenset({"enums", "kinds", "zones", "state", "extend"})
NAMELESS = frozenset({"abilities", "pieces", "patch"})
"""Sections that name nothing."""
HOLDERS = frozenset({*SECTIONS, "fields"})
"""Keys below which things are named."""
_MANIFEST = frozenset(key.name for key in FORMS["manifest"].keys)
_LINKING = frozenset({"requires", "modules"})
_OR = re.compile(r"\bor\b")
BESIDE = 4
"""How many letters hold a blank and an `or`."""


class Certain:
    """What is open beside these mistakes; all is, where that can't be told."""

    def __init__(self, told: Iterable[Diagnostic], documents: Iterable[Document]) -> None:
        self._documents = {document.source.name: document for document in documents}
        self._paths: dict[str, Paths] = {}
        self._open: set[str] = set()
        self._strangers: Strangers | None = None
        self._opened: set[tuple[str, Path]] = set()
        self._clear: dict[tuple[str, Path], bool] = {}
        clear = [self._opens(d) for d in told if d.severity == "error"]
        self._all = not all(clear)
        self._spread()

    def of(self, word: str) -> bool:
        """Whether nothing that can't be read may be called so."""
        strange = self._strangers is not None and self._strangers.holds(word)
        return not self._all and not strange and name_scan.stem(word) not in self._open

    def of_unknown(self, word: str) -> bool:
        """The same of a word that names nothing where it stands."""
        slip = self._strangers is None or self._strangers.is_slip(word)
        return not self._all and slip and name_scan.stem(word) not in self._open

    def holds(self, found: Diagnostic) -> bool:
        """Whether a mistake in a text is one, whatever can't be read."""
        if found.code in SURE and not (found.span and _by_or(found.span)):
            return True
        if self._all or found.span is None:
            return False
        here = all(map(self.of, name_scan.words(found.span.text)))
        return here and (found.code in HERE or self._text(found.span))

    # What is looked at

    def _text(self, span: Span) -> bool:
        """Whether nothing in the whole text is open, nor on the way to it."""
        document = self._documents.get(span.source.name)
        if document is None:
            return True
        key = (span.source.name, self._path(document, span))
        if key not in self._clear:
            found = name_scan.stems(_read(document, key[1]))
            self._clear[key] = found.isdisjoint(self._open)
        return self._clear[key]

    def _path(self, document: Document, span: Span) -> Path:
        name = document.source.name
        if name not in self._paths:
            self._paths[name] = Paths(document)
        return self._paths[name].at(span)

    # What is open

    def _opens(self, error: Diagnostic) -> bool:
        """Adds what a mistake leaves open; whether that can be told."""
        if error.span is None or error.code.startswith(ELSEWHERE) or not error.span.source.text:
            return False
        name, text = error.span.source.name, error.span.source.text
        document = self._documents.get(name)
        if name.rpartition("/")[2] == FILE:
            return not self._links(error.span, document)
        if document is None:
            self._open_all(name, (), name_scan.of_unread(text))
        else:
            self._open_in(document, error.span)
        return True

    def _links(self, span: Span, document: Document | None) -> bool:
        """Whether a mistake in a manifest may keep packs or files from being known."""
        if document is None:
            return any(map(_brings_names, name_scan.of_unread(span.source.text)))
        path = self._path(document, span)[:1]
        mapped = isinstance(document.at(path), dict)
        return bool(path) and _brings_names(str(path[0]), unknown=mapped)

    def _open_in(self, document: Document, span: Span) -> None:
        """What is named on the way, of a kind or an enum all of its own, and what is written."""
        path = self._path(document, span)
        if self._strangers is None and _may_be_any(document, path):
            self._strangers = Strangers(self._documents.values())
        value = document.at(path)
        if isinstance(value, str) and document.values[path].start <= span.start:
            self._open |= name_scan.stems(name_scan.words(value), name_scan.NEVER)
        top = path[:2] if path[:1] and path[0] in DECLARING else path
        self._open_all(document.source.name, top, _names_at(document, top))

    def _open_all(self, name: str, path: Path, found: Iterator[str]) -> None:
        """Once for each path, which many mistakes may have."""
        if (name, path) not in self._opened:
            self._open |= name_scan.stems(found, name_scan.NEVER)
        self._opened.add((name, path))

    def _spread(self) -> None:
        """What is declared with an open name is open."""
        holders: dict[str, list[set[str]]] = defaultdict(list)
        for group in (name_scan.stems(found, name_scan.COMMON) for found in self._declared()):
            for name in group:
                holders[name].append(group)
        waiting = [*self._open]
        while waiting:
            for group in holders.pop(waiting.pop(), ()):
                waiting += group - self._open
                self._open |= group
                group.clear()

    def _declared(self) -> Iterator[list[str]]:
        for document in self._documents.values():
            top = document.value if isinstance(document.value, dict) else {}
            for section in DECLARING & top.keys():
                held = top[section]
                for key, value in held.items() if isinstance(held, dict) else ():
                    yield [*name_scan.words(str(key)), *name_scan.of_value(value)]


def _by_or(span: Span) -> bool:
    """How an `or` is read depends on the words beside it."""
    text = span.source.text
    return _OR.search(text[max(span.start - BESIDE, 0) : span.end + BESIDE]) is not None


def _read(document: Document, path: Path) -> Iterator[str]:
    """The words of a text, and on the way to it all but sections and keys of forms."""
    yield from name_scan.words(document.values[path].text)
    for step in path:
        if step not in KEYS and step not in SECTIONS:
            yield from name_scan.words(str(step))


def _brings_names(key: str, unknown: bool = False) -> bool:
    """Whether a key of the manifest, or the one that is meant, does; `unknown` of any other."""
    meant = key if key in _MANIFEST else nearest(key, _MANIFEST)
    return meant in _LINKING if meant else unknown


def _may_be_any(document: Document, path: Path) -> bool:
    """Whether what is named here could be called anything."""
    empty = bool(path) and document.at(path) is None and path[0] not in NAMELESS
    return (empty and (len(path) == 1 or path[-1] in HOLDERS)) or _nameless(document, path)


def _nameless(document: Document, path: Path) -> bool:
    """Whether this is in a definition without a usable id."""
    thing = len(path) > 1 and path[0] not in SECTIONS and isinstance(path[1], int)
    item = document.at(path[:2]) if thing else {"id": ""}
    return not isinstance(item, dict) or not isinstance(item.get("id"), str)


def _names_at(document: Document, path: Path) -> Iterator[str]:
    """The names on the way to a place, and those below it."""
    for length in range(min(2, len(path)), len(path) + 1) if path else ():
        yield from name_scan.words(str(path[length - 1]))
        value = document.at(path[:length])
        if isinstance(value, dict) and "id" in value:
            yield str(value["id"])
    yield from name_scan.of_value(document.at(path))
