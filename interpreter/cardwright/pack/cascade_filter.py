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
from cardwright.pack.path_index import PathIndex
from cardwright.pack.undeclared_names import UndeclaredNames
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.document import Document, Path
from cardwright.source.spelling import nearest
from cardwright.source.text import Span

ALWAYS_CERTAIN = frozenset(
    {"CW201", "CW202", "CW203", "CW204", "CW205", "CW206", "CW223", "CW224", "CW225"}
)
"""What the checker can say of any text, whatever could not be read; not so beside an `or`."""
LOCAL_CODES = frozenset({"CW219"})
"""What hangs on nothing but the words at fault."""
UNREAD_FILE_CODES = ("CW10", "CW30")
"""What begins so may keep whole files from being read."""
DECLARING_SECTIONS = frozenset({"enums", "kinds", "zones", "state", "extend"})
NAMELESS_SECTIONS = frozenset({"abilities", "pieces", "patch"})
"""Sections that name nothing."""
NAMING_KEYS = frozenset({*SECTIONS, "fields"})
"""Keys below which things are named."""
_MANIFEST_KEYS = frozenset(key.name for key in FORMS["manifest"].keys)
_LINKING_KEYS = frozenset({"requires", "modules"})
_OR = re.compile(r"\bor\b")
OR_REACH = 4
"""How many letters hold a blank and an `or`."""


class CascadeFilter:
    """What is open beside these mistakes; all is, where that can't be told."""

    def __init__(self, told: Iterable[Diagnostic], documents: Iterable[Document]) -> None:
        self._documents = {document.source.name: document for document in documents}
        self._path_indexes: dict[str, PathIndex] = {}
        self._open: set[str] = set()
        self._undeclared: UndeclaredNames | None = None
        self._visited: set[tuple[str, Path]] = set()
        self._text_certainty: dict[tuple[str, Path], bool] = {}
        clear = [self._open_for(d) for d in told if d.severity == "error"]
        self._everything_open = not all(clear)
        self._propagate()

    def can_judge(self, word: str) -> bool:
        """Whether nothing that can't be read may be called so."""
        strange = self._undeclared is not None and self._undeclared.contains(word)
        return not self._everything_open and not strange and name_scan.stem(word) not in self._open

    def can_judge_unknown(self, word: str) -> bool:
        """The same of a word that names nothing where it stands."""
        slip = self._undeclared is None or self._undeclared.is_typo(word)
        return not self._everything_open and slip and name_scan.stem(word) not in self._open

    def keeps(self, found: Diagnostic) -> bool:
        """Whether a mistake in a text is one, whatever can't be read."""
        if found.code in ALWAYS_CERTAIN and not (found.span and _is_beside_or(found.span)):
            return True
        if self._everything_open or found.span is None:
            return False
        here = all(map(self.can_judge, name_scan.words(found.span.text)))
        return here and (found.code in LOCAL_CODES or self._is_text_certain(found.span))

    # What is looked at

    def _is_text_certain(self, span: Span) -> bool:
        """Whether nothing in the whole text is open, nor on the way to it."""
        document = self._documents.get(span.source.name)
        if document is None:
            return True
        key = (span.source.name, self._path_at(document, span))
        if key not in self._text_certainty:
            found = name_scan.stems(_words_of_text(document, key[1]))
            self._text_certainty[key] = found.isdisjoint(self._open)
        return self._text_certainty[key]

    def _path_at(self, document: Document, span: Span) -> Path:
        name = document.source.name
        if name not in self._path_indexes:
            self._path_indexes[name] = PathIndex(document)
        return self._path_indexes[name].path_at(span)

    # What is open

    def _open_for(self, error: Diagnostic) -> bool:
        """Adds what a mistake leaves open; whether that can be told."""
        if (
            error.span is None
            or error.code.startswith(UNREAD_FILE_CODES)
            or not error.span.source.text
        ):
            return False
        name, text = error.span.source.name, error.span.source.text
        document = self._documents.get(name)
        if name.rpartition("/")[2] == FILE:
            return not self._breaks_linking(error.span, document)
        if document is None:
            self._open_names(name, (), name_scan.in_raw_text(text))
        else:
            self._open_in(document, error.span)
        return True

    def _breaks_linking(self, span: Span, document: Document | None) -> bool:
        """Whether a mistake in a manifest may keep packs or files from being known."""
        if document is None:
            return any(map(_declares_names, name_scan.in_raw_text(span.source.text)))
        path = self._path_at(document, span)[:1]
        mapped = isinstance(document.at(path), dict)
        return bool(path) and _declares_names(str(path[0]), unknown=mapped)

    def _open_in(self, document: Document, span: Span) -> None:
        """What is named on the way, of a kind or an enum all of its own, and what is written."""
        path = self._path_at(document, span)
        if self._undeclared is None and _could_declare_anything(document, path):
            self._undeclared = UndeclaredNames(self._documents.values())
        value = document.at(path)
        if isinstance(value, str) and document.values[path].start <= span.start:
            self._open |= name_scan.stems(name_scan.words(value), name_scan.NEVER_DECLARED)
        top = path[:2] if path[:1] and path[0] in DECLARING_SECTIONS else path
        self._open_names(document.source.name, top, _names_at(document, top))

    def _open_names(self, name: str, path: Path, found: Iterator[str]) -> None:
        """Once for each path, which many mistakes may have."""
        if (name, path) not in self._visited:
            self._open |= name_scan.stems(found, name_scan.NEVER_DECLARED)
        self._visited.add((name, path))

    def _propagate(self) -> None:
        """What is declared with an open name is open."""
        holders: dict[str, list[set[str]]] = defaultdict(list)
        for group in (
            name_scan.stems(found, name_scan.COMMON_WORDS) for found in self._declared_groups()
        ):
            for name in group:
                holders[name].append(group)
        waiting = [*self._open]
        while waiting:
            for group in holders.pop(waiting.pop(), ()):
                waiting += group - self._open
                self._open |= group
                group.clear()

    def _declared_groups(self) -> Iterator[list[str]]:
        for document in self._documents.values():
            top = document.value if isinstance(document.value, dict) else {}
            for section in DECLARING_SECTIONS & top.keys():
                held = top[section]
                for key, value in held.items() if isinstance(held, dict) else ():
                    yield [*name_scan.words(str(key)), *name_scan.in_value(value)]


def _is_beside_or(span: Span) -> bool:
    """How an `or` is read depends on the words beside it."""
    text = span.source.text
    return _OR.search(text[max(span.start - OR_REACH, 0) : span.end + OR_REACH]) is not None


def _words_of_text(document: Document, path: Path) -> Iterator[str]:
    """The words of a text, and on the way to it all but sections and keys of forms."""
    yield from name_scan.words(document.values[path].text)
    for step in path:
        if step not in KEYS and step not in SECTIONS:
            yield from name_scan.words(str(step))


def _declares_names(key: str, unknown: bool = False) -> bool:
    """Whether a key of the manifest, or the one that is meant, does; `unknown` of any other."""
    meant = key if key in _MANIFEST_KEYS else nearest(key, _MANIFEST_KEYS)
    return meant in _LINKING_KEYS if meant else unknown


def _could_declare_anything(document: Document, path: Path) -> bool:
    """Whether what is named here could be called anything."""
    empty = bool(path) and document.at(path) is None and path[0] not in NAMELESS_SECTIONS
    return (empty and (len(path) == 1 or path[-1] in NAMING_KEYS)) or _in_unnamed_definition(
        document, path
    )


def _in_unnamed_definition(document: Document, path: Path) -> bool:
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
    yield from name_scan.in_value(document.at(path))
