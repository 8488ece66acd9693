"""Filters out errors that may only be consequences of others: cascading errors.

A part of a pack that can't be read may declare a word that then seems unknown or of a wrong type.
So a word is *open* if an unread part may declare it: the part contains the word as a name, or the
word is declared together with such a name. If a section is empty or a definition has no id, every
word that is declared nowhere is open. An error in a text without open words is certain. Responsible
for that judgement. Knows nothing about what any error means.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from cardwright.pack.files.pack_files import FILE
from cardwright.pack.forms.forms import FORMS, KEYS, SECTIONS
from cardwright.pack.names import name_scan
from cardwright.pack.names.gap_names import NAMELESS_SECTIONS, stems_in_gaps
from cardwright.pack.names.path_index import PathIndex
from cardwright.pack.names.undeclared_names import UndeclaredNames
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.document import Document, Path
from cardwright.source.spelling import nearest
from cardwright.source.text import Source, Span

ALWAYS_CERTAIN = frozenset({"CW201", "CW202", "CW203", "CW204", "CW205", "CW206", "CW223", "CW225"})
"""Errors of syntax need no declarations, except beside an `or`, whose reading depends on them."""
GAME_CODES = frozenset({"CW224", "CW273"})
"""Errors that depend on what all parts of a game declare: `cancel it` needs a window somewhere, and
what an automaton is asked depends on all abilities."""
LOCAL_CODES = frozenset({"CW219"})
"""Errors that depend on nothing but the words in their span."""
CLASH_CODES = frozenset({"CW236"})
"""Errors about a name in a part that was read: only that name is open."""
READ_CODES = frozenset({"CW344"})
"""Errors about definitions that are read all the same: they leave no word open."""
NAME_CODES = LOCAL_CODES | {"CW211"}
"""Errors that a name of the text itself would explain."""
NAME_GIVING = ("takes", "lasting")
"""The keys that give names to the texts beside them."""
UNREAD_FILE_CODES = ("CW10", "CW30")
"""Prefixes of codes after which whole files may be missing."""
YAML_CODES = "CW1"
"""The prefix of the codes of mistakes that leave gaps."""
DECLARING_SECTIONS = frozenset({"enums", "kinds", "zones", "state", "extend"})
NAMING_KEYS = frozenset({*SECTIONS, "fields"})
"""Keys whose value is a mapping of names."""
_MANIFEST_KEYS = frozenset(key.name for key in FORMS["manifest"].keys)
_LINKING_KEYS = frozenset({"requires", "modules"})
_MADE_OF = re.compile(r"^(?:un|non-|max-)|-room$")
"""What words have that are made of declared ones: `unflooded`, `max-grain`, `boat-room`."""
_OR = re.compile(r"\bor\b")
OR_REACH = 4
"""The length of ` or `."""


class CascadeFilter:
    """The open words in view of these errors: all words, if that can't be determined.

    `invalid_names`: the names of declarations with errors.
    """

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic],
        documents: Iterable[Document],
        invalid_names: Iterable[str] = (),
    ) -> None:
        self._documents = {document.source.name: document for document in documents}
        self._path_indexes: dict[str, PathIndex] = {}
        self._open = name_scan.stems(invalid_names)
        self._undeclared: UndeclaredNames | None = None
        self._visited: set[tuple[str, Path]] = set()
        self._linking: dict[
            str, bool
        ] = {}  # for manifests that can't be parsed: whether they name others
        self._text_certainty: dict[tuple[str, Path], bool] = {}
        self._nameless: set[tuple[str, Path]] = set()  # mappings that may lack names of their own
        bounded = [self._open_for(d) for d in diagnostics if d.severity == "error"]
        self._everything_open = not all(bounded)
        for document in self._documents.values():
            self._open |= stems_in_gaps(document, document.gaps)
        self._propagate()
        self._open_definitions()

    def can_judge(self, word: str) -> bool:
        """Whether no unread part can declare this word."""
        undeclared = self._undeclared is not None and self._undeclared.contains(word)
        return not undeclared and not self._is_open(word)

    def can_judge_unknown(self, word: str) -> bool:
        """`can_judge` for a word that names nothing where it is used."""
        known_or_typo = self._undeclared is None or self._undeclared.is_typo(word)
        return known_or_typo and not self._is_open(word)

    def _is_open(self, word: str) -> bool:
        plain = _MADE_OF.sub("", word)
        return self._everything_open or not self._open.isdisjoint(name_scan.stems((word, plain)))

    def keeps(self, error: Diagnostic) -> bool:
        """Whether an error in a text is certain, whatever the unread parts declare."""
        if error.code in ALWAYS_CERTAIN and not (error.span and _is_beside_or(error.span)):
            return True
        if self._everything_open or error.span is None or error.code in GAME_CODES:
            return False
        if error.code in NAME_CODES and self._may_lack_names(error.span):
            return False
        if not all(map(self.can_judge, name_scan.words(error.span.text))):
            return False
        return error.code in LOCAL_CODES or self._is_text_certain(error.span)

    def _may_lack_names(self, span: Span) -> bool:
        """Whether a declaration around a place has a misspelt key that gives names to its texts."""
        document = self._documents.get(span.source.name)
        path = self._path_at(document, span) if document and self._nameless else ()
        return any((span.source.name, path[:at]) in self._nameless for at in range(len(path)))

    # The text around an error

    def _is_text_certain(self, span: Span) -> bool:
        """Whether neither the whole text nor a key on the path to it has an open word."""
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

    # Open words

    def _open_for(self, error: Diagnostic) -> bool:
        """Adds the words that an error leaves open; False if that could be any word."""
        if error.code in READ_CODES:
            return True
        if error.span is None or error.code.startswith(UNREAD_FILE_CODES):
            return False
        name, text = error.span.source.name, error.span.source.text
        if not text:
            return False
        document = self._documents.get(name)
        if name.rpartition("/")[2] == FILE:
            return not self._breaks_linking(error.span, document)
        if error.code in CLASH_CODES:
            words = name_scan.words(error.span.text)
            self._open |= name_scan.stems(words, name_scan.NEVER_DECLARED)
        elif document is None:
            return False
        elif not (document.gaps and error.code.startswith(YAML_CODES)):
            self._open_in(document, error.span)
        return True

    def _breaks_linking(self, span: Span, document: Document | None) -> bool:
        """Whether an error in a manifest may hide other packs or files."""
        if document is None:
            return self._may_link(span.source)
        path = self._path_at(document, span)[:1]
        mapped = isinstance(document.at(path), dict)
        return bool(path) and _declares_names(str(path[0]), unknown=mapped)

    def _may_link(self, source: Source) -> bool:
        """Whether a manifest that can't be parsed may name other packs or files; cached, since it
        may have many errors.
        """
        if source.name not in self._linking:
            found = map(_declares_names, name_scan.in_raw_text(source.text))
            self._linking[source.name] = any(found)
        return self._linking[source.name]

    def _open_in(self, document: Document, span: Span) -> None:
        """Opens the names on the path, the text's own words, and all names of a kind or enum."""
        path = self._path_at(document, span)
        if nearest(span.text, NAME_GIVING) is not None:
            self._nameless.add((document.source.name, path[:-1]))
        if self._undeclared is None and _could_declare_anything(document, path):
            self._undeclared = UndeclaredNames(self._documents.values())
        value = document.at(path)
        if isinstance(value, str) and document.values[path].start <= span.start:
            self._open |= name_scan.stems(name_scan.words(value), name_scan.NEVER_DECLARED)
        top = path[:2] if path[:1] and path[0] in DECLARING_SECTIONS else path
        self._open_names(document.source.name, top, _names_at(document, top))

    def _open_names(self, name: str, path: Path, found: Iterator[str]) -> None:
        """Opens names once for each path: many errors may be at the same one."""
        if (name, path) not in self._visited:
            self._open |= name_scan.stems(found, name_scan.NEVER_DECLARED)
        self._visited.add((name, path))

    def _propagate(self) -> None:
        """Opens everything that is declared together with an open name."""
        holders: dict[str, list[set[str]]] = defaultdict(list)
        for words in self._declared_groups():
            group = name_scan.stems(words, name_scan.COMMON_WORDS)
            for name in group:
                holders[name].append(group)
        waiting = [*self._open]
        while waiting:
            for group in holders.pop(waiting.pop(), ()):
                waiting += group - self._open
                self._open |= group
                group.clear()

    def _open_definitions(self) -> None:
        """Opens the names of definitions that can't be declared, as a parameter's type is open."""
        for document in self._documents.values():
            top = document.value if isinstance(document.value, dict) else {}
            held = top.get("definitions")
            for key, value in held.items() if isinstance(held, dict) else ():
                name, *types = name_scan.words(str(key)) or [""]
                takes = value.get("takes") if isinstance(value, dict) else None
                if any(map(self._is_open, [*types, *name_scan.in_value(takes)])):
                    self._open.add(name_scan.stem(name))

    def _declared_groups(self) -> Iterator[list[str]]:
        """The words of each declaration."""
        for document in self._documents.values():
            top = document.value if isinstance(document.value, dict) else {}
            for section in DECLARING_SECTIONS & top.keys():
                held = top[section]
                for key, value in held.items() if isinstance(held, dict) else ():
                    yield [*name_scan.words(str(key)), *name_scan.in_value(value)]


def _is_beside_or(span: Span) -> bool:
    """Whether it is next to an `or`: an `or` between two declared words is read differently."""
    text = span.source.text
    return _OR.search(text[max(span.start - OR_REACH, 0) : span.end + OR_REACH]) is not None


def _words_of_text(document: Document, path: Path) -> Iterator[str]:
    """The words of a text and of the names on the path to it."""
    yield from name_scan.words(document.values[path].text)
    for step in path:
        if step not in KEYS and step not in SECTIONS:
            yield from name_scan.words(str(step))


def _declares_names(key: str, unknown: bool = False) -> bool:
    """Whether a key of a manifest, or the key it is a typo for, brings in names from elsewhere.

    `unknown` is the answer for a key that resembles none of the manifest's.
    """
    meant = key if key in _MANIFEST_KEYS else nearest(key, _MANIFEST_KEYS)
    return meant in _LINKING_KEYS if meant else unknown


def _could_declare_anything(document: Document, path: Path) -> bool:
    """Whether names are missing here, so that any word may have been declared."""
    empty = bool(path) and document.at(path) is None and path[0] not in NAMELESS_SECTIONS
    if empty and (len(path) == 1 or path[-1] in NAMING_KEYS):
        return True
    return _in_unnamed_definition(document, path)


def _in_unnamed_definition(document: Document, path: Path) -> bool:
    """Whether the path leads into a definition without a usable id."""
    thing = len(path) > 1 and path[0] not in SECTIONS and isinstance(path[1], int)
    item = document.at(path[:2]) if thing else {"id": ""}
    return not isinstance(item, dict) or not isinstance(item.get("id"), str)


def _names_at(document: Document, path: Path) -> Iterator[str]:
    """The names on the path to a value, and those in it."""
    for length in range(min(2, len(path)), len(path) + 1) if path else ():
        yield from name_scan.words(str(path[length - 1]))
        value = document.at(path[:length])
        if isinstance(value, dict) and "id" in value:
            yield str(value["id"])
    yield from name_scan.in_value(document.at(path))
