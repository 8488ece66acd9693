"""Which mistakes are certain where others keep a part of the packs from being read.

What can't be read may declare what then seems unknown, or of a wrong type. So a word is *open*
when the part that can't be read holds it as a name, or what is declared with such a name. A mistake
in a text that speaks of nothing open is certain. Reads the report and the documents; knows
nothing of what a mistake means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardwright.board.model import root_kinds
from cardwright.pack.forms import FORMS, SECTIONS
from cardwright.pack.manifest import FILE
from cardwright.pack.values import TYPE_WORDS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.document import Document, Path, Value
from cardwright.source.text import Span

ELSEWHERE = ("CW10", "CW30")
"""What begins so may keep whole files from being read."""
LINKING = frozenset({"requires", "modules", "id"})
DECLARING = frozenset({"enums", "kinds", "zones", "state", "extend"})
_KEYS_OF_FORMS = {key.name for form in FORMS.values() for key in form.keys}
_COMMON = {*root_kinds(), *SECTIONS} | _KEYS_OF_FORMS | TYPE_WORDS
"""What stands for nothing that a pack declares."""
_WORD = re.compile(r"[\w-]+")
_KEYS = re.compile(r"(?:^|[{,])[ \t]*(?:- +)*([\w-]+)[^:\n]*:", re.MULTILINE)
_VALUES = re.compile(r"(?:[:\[,]|^[ \t]*-) *([\w-]+) *(?=[,\]}\n])", re.MULTILINE)


class Certain:
    """What is open beside these mistakes; all is, where that can't be told."""

    def __init__(self, told: Iterable[Diagnostic], documents: Iterable[Document]) -> None:
        self._documents = {document.source.name: document for document in documents}
        self._open: set[str] = set()
        clear = [self._opens(d) for d in told if d.severity == "error"]
        self._all = not all(clear)
        self._spread()

    def names(self, word: str) -> bool:
        """Whether nothing that can't be read may be called so."""
        return not self._all and _stem(word) not in self._open

    def holds(self, found: Diagnostic) -> bool:
        """Whether a mistake in a text is one, whatever can't be read."""
        if self._all or found.span is None:
            return False
        text, document = found.span.text, self._documents.get(found.span.source.name)
        if document is not None:
            path = _path_to(document, found.span.start)
            text = f"{text} {' '.join(map(str, path))} {document.values[path].text}"
        return all(map(self.names, _WORD.findall(text)))

    def _opens(self, error: Diagnostic) -> bool:
        """Adds what a mistake leaves open; whether that can be told."""
        if error.span is None or error.code.startswith(ELSEWHERE) or not error.span.source.text:
            return False
        document = self._documents.get(error.span.source.name)
        if document is None:
            text = error.span.source.text
            keys = _KEYS.findall(text)
            self._add([*keys, *_VALUES.findall(text)])
            return not _is_manifest(error.span) and "player" not in keys
        path = _path_to(document, error.span.start)
        if _is_manifest(error.span):
            known = {key.name for key in FORMS["manifest"].keys} - LINKING
            return not path or path[0] in known
        self._add(_names_at(document, path))
        return not _nameless(document, path) and "player" not in path[:2]

    def _add(self, words: Iterable[str]) -> None:
        self._open |= {_stem(word) for word in words if word not in _COMMON}

    def _spread(self) -> None:
        """What is declared with an open name is open."""
        declared = [{*map(_stem, names)} for names in self._declared()]
        common = {*map(_stem, _COMMON)}
        while more := [names for names in declared if names & self._open]:
            declared = [names for names in declared if not names & self._open]
            self._open |= set().union(*more) - common

    def _declared(self) -> Iterator[list[str]]:
        for document in self._documents.values():
            top = document.value if isinstance(document.value, dict) else {}
            for section in DECLARING & top.keys():
                held = top[section]
                for key, value in held.items() if isinstance(held, dict) else ():
                    yield [*_WORD.findall(str(key)), *_names(value)]


def _nameless(document: Document, path: Path) -> bool:
    """Whether this is in a definition without a usable id: it may be any that is looked for."""
    thing = len(path) > 1 and path[0] not in SECTIONS and isinstance(path[1], int)
    item = document.at(path[:2]) if thing else {"id": ""}
    return not isinstance(item, dict) or not isinstance(item.get("id"), str)


def _is_manifest(span: Span) -> bool:
    return span.source.name.rpartition("/")[2] == FILE


def _names_at(document: Document, path: Path) -> Iterator[str]:
    """The names on the way to a place, and those below it; of a kind or an enum all of its own."""
    if path[:1] and path[0] in DECLARING:
        path = path[:2]
    for length in range(min(2, len(path)), len(path) + 1) if path else ():
        yield from _WORD.findall(str(path[length - 1]))
        value = document.at(path[:length])
        if isinstance(value, dict) and "id" in value:
            yield str(value["id"])
    yield from _names(document.at(path))


def _names(value: Value) -> Iterator[str]:
    """Keys, and values of one word: texts of more declare nothing."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from _WORD.findall(str(key))
            yield from _names(held)
    elif isinstance(value, list):
        for held in value:
            yield from _names(held)
    elif isinstance(value, str) and _WORD.fullmatch(value):
        yield value


def _path_to(document: Document, offset: int) -> Path:
    """The path to what stands at an offset, from the top down."""
    path: Path = ()
    while (step := _step(document, path, offset)) is not None:
        path = (*path, step)
    return path


def _step(document: Document, path: Path, offset: int) -> str | int | None:
    value = document.at(path)
    steps: Iterable[str | int] = value if isinstance(value, dict) else ()
    steps = range(len(value)) if isinstance(value, list) else steps
    return next((step for step in steps if _holds(document, (*path, step), offset)), None)


def _holds(document: Document, path: Path, offset: int) -> bool:
    value = document.values[path]
    start = document.keys[path].start if path in document.keys else value.start
    return start <= offset < max(value.end, start + 1)


def _stem(word: str) -> str:
    """A word and its plural have one."""
    word = word.casefold()
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("es").removesuffix("s")
