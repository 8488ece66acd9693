"""Misspellings: a letter dropped, doubled, or swapped with the next one.

In keys (`key`), in declared names (`name`), and in words of code and values (`word`). Texts for
people are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.language.syntax import ast, one_line
from cardwright.source.document import Path as Steps
from cardwright_tools.mutate.mutant import Mutant, fingerprint, from_edit
from cardwright_tools.mutate.sources import File

PROSE = frozenset({"title", "text", "provenance", "version"})
DECLARED = frozenset({"id", "option"})
_WORD = re.compile(r"[a-z][a-z-]*[a-z]")
SHORTEST = 3


def misspellings(word: str, salt: object) -> Iterator[str]:
    """Three misspellings of a word, at positions determined by the salt."""
    node = int(fingerprint(word, salt)[:8], 16) % (len(word) - 1)
    yield word[:node] + word[node + 1 :]
    yield word[:node] + word[node] + word[node:]
    swapped = word[:node] + word[node + 1] + word[node] + word[node + 2 :]
    if swapped != word:
        yield swapped


def _in(file: File, kind: str, start: int, end: int, salt: object) -> Iterator[Mutant]:
    """One misspelling of each word of a range."""
    for found in _WORD.finditer(file.source.text, start, end):
        if len(found[0]) >= SHORTEST:
            at = found.start() - start  # relative: ids stay the same when lines move
            ways = list(misspellings(found[0], (salt, at)))
            way = ways[int(fingerprint(salt, at, "way")[:8], 16) % len(ways)]
            yield from_edit(kind, file.source, found.start(), found.end(), way)


def keys(file: File) -> Iterator[Mutant]:
    for path, span in file.document.keys.items():
        yield from _in(file, "key", span.start, span.end, path)


def words(file: File) -> Iterator[Mutant]:
    code = {one.path for one in file.code}
    for one in file.code:
        ids = {id(node.word) for node in one.tree.walk() if isinstance(node, ast.OptionId)}
        for word in one_line.words(one.tree):
            if word.kind not in one_line.TEXTS:
                kind = "name" if id(word) in ids else "word"
                yield from _in(file, kind, word.span.start, word.span.end, one.path)
    for path in file.document.values:
        if path not in code and isinstance(file.value(path), str) and not _prose(path):
            span = file.document.text_span(path)
            yield from _in(file, "word", span.start, span.end, path)


def _prose(path: Steps) -> bool:
    """Whether a value is text for people, or a name where it is declared."""
    if path[0] == "menus" and len(path) == 2:
        return True
    if path[0] == "enums" or (path[-1] in DECLARED):
        return True
    return path[-1] in PROSE


def names(file: File) -> Iterator[Mutant]:
    for path in file.document.values:
        if isinstance(file.value(path), str) and (path[-1] in DECLARED or path[0] == "enums"):
            span = file.document.text_span(path)
            yield from _in(file, "name", span.start, span.end, path)
