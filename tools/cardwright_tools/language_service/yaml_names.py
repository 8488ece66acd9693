"""Names in YAML: where they are declared, as keys and as values, and where values mention them.

Excludes texts of code, whose words are read by the checker, and texts for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardwright.board.model import Board
from cardwright.source.document import Document, Path
from cardwright.source.text import Span
from cardwright_tools.fmt.roles import content_roles
from cardwright_tools.language_service.index import Key, NameIndex, Occurrence

_PROSE = frozenset({"title", "text", "provenance", "version", "scenario"})
_IDS = frozenset({"id", "option"})
GAME = "the game"  # has the state that belongs to no kind
_WORD = re.compile(r"[a-z][\w-]*")
_TARGET = re.compile(r"(?:(?P<kind>[a-z][\w-]*)[ /])?(?P<id>[a-z][\w-]*)['\"]?$")
"""What a key of `patch` or `look` ends with: a name, maybe after its kind."""
_SECTIONS = {
    "kinds": "kind", "enums": "enum", "zones": "zone", "rules": "rule", "menus": "menu",
    "definitions": "definition", "state": "state", "keywords": "keyword",
}  # fmt: skip
"""Sections whose keys declare something."""
_HELD = {"fields": "field", "values": "field", "state": "state"}
"""Keys of a kind whose own keys declare parts of it."""


def names_in_yaml(document: Document, board: Board, index: NameIndex) -> Iterator[Occurrence]:
    """The occurrences in the keys and values of a file."""
    sections = {kind.plural: kind.name for kind in board.kinds.values()}
    for path, span in document.keys.items():
        yield from _in_key(path, span, sections, index)
    code = {path for path, role in content_roles(document, board).texts.items() if role != "words"}
    for path in document.values:
        value = document.at(path)
        if isinstance(value, str) and path not in code and path[-1:] and path[-1] not in _PROSE:
            yield from _in_value(path, document.text_span(path), sections, index)


def _in_key(
    path: Path, span: Span, sections: dict[str, str], index: NameIndex
) -> Iterator[Occurrence]:
    first = _WORD.search(span.text)
    if first is None:
        return
    word = Span(span.source, span.start + first.start(), span.start + first.end())
    top = str(path[0])
    if len(path) == 1:
        yield from _known(word, [("kind", sections.get(top, ""), "")], index)
    elif len(path) == 2 and top in ("patch", "look"):
        yield from _in_target(span, sections, index)
    elif len(path) == 2 and top in _SECTIONS:
        found = [(_SECTIONS[top], word.text, "")]
        found = _held_by(GAME, word.text, index) if top == "state" else found
        yield from _known(word, found, index, declares=True)
    elif len(path) == 4 and top in ("kinds", "extend") and path[2] in _HELD:
        yield from _known(word, _held_by(str(path[1]), word.text, index), index, declares=True)
    elif len(path) == 4 and top in sections and path[2] in ("cards", "pieces"):  # a player's deck
        kinds = {*sections.values()}
        things = [key for key in index.by_word.get(word.text, []) if key[0] in kinds]
        yield from _known(word, [("kind", word.text, ""), *things], index)
    elif path[-2] == "takes":  # a parameter that is named after its kind
        yield from _known(word, [("kind", word.text, "")], index)
    elif top in sections or top in ("patch", "extend"):
        yield from _known(word, _of_fields(word.text, index), index)


def _in_target(span: Span, sections: dict[str, str], index: NameIndex) -> Iterator[Occurrence]:
    """The kind and the name in `base:rocket/swift` or `rocket swift`."""
    if (target := _TARGET.search(span.text)) is None:
        return
    kind, id = (
        Span(span.source, span.start + target.start(part), span.start + target.end(part))
        for part in ("kind", "id")
    )
    kinds = [target["kind"]] if target["kind"] else ["kind", "zone", "option", *sections.values()]
    if target["kind"]:
        yield from _known(kind, [("kind", kind.text, "")], index)
    yield from _known(id, [(one, id.text, "") for one in kinds], index)


def _held_by(bearer: str, word: str, index: NameIndex) -> list[Key]:
    """What a kind or the game declares by this word."""
    return [key for key in _of_fields(word, index) if key[2] == bearer]


def _of_fields(word: str, index: NameIndex) -> list[Key]:
    return [key for key in index.by_word.get(word, []) if key[0] in ("field", "state")]


def _in_value(
    path: Path, span: Span, sections: dict[str, str], index: NameIndex
) -> Iterator[Occurrence]:
    declares = path[-1] in _IDS or (path[0] == "enums" and len(path) >= 3)
    for found in _WORD.finditer(span.text):
        word = Span(span.source, span.start + found.start(), span.start + found.end())
        keys = index.by_word.get(word.text, [])
        if declares:
            keys = _declared_at(path, word.text, sections)
        yield from _known(word, keys, index, declares=declares)


def _declared_at(path: Path, word: str, sections: dict[str, str]) -> list[Key]:
    """The keys of what an id or a word of an enum declares."""
    if path[0] == "enums":
        return [("word", word, str(path[1]))]
    if path[-1] == "option" or path[0] == "options":
        return [("option", word, "")]
    return [(sections.get(str(path[0]), ""), word, ""), ("lasting-effect", word, "")]


def _known(
    word: Span, keys: Sequence[Key], index: NameIndex, *, declares: bool = False
) -> Iterator[Occurrence]:
    """An occurrence of the first of these names that exists."""
    for key in (key for key in keys if key in index.entries):
        yield Occurrence(word, key, declares)
        return
