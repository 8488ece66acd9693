"""Misplacements: arguments in the wrong order, keys under the wrong parent (`place`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cardwright.source.document import Path as Steps
from cardwright_tools.mutate.mutant import Mutant, from_text
from cardwright_tools.mutate.sources import Code, File
from cardwright_tools.mutate.yaml_entries import move_entry


def misplaced(file: File) -> Iterator[Mutant]:
    for code in file.code:
        yield from _arguments(file, code)
        yield from _parameters(file, code)
    for path in file.document.keys:
        yield from _keys(file, path)


def _swapped(file: File, one: tuple[int, int], other: tuple[int, int]) -> Mutant:
    """Two stretches of the text, each in the place of the other."""
    text = file.source.text
    first, second = text[one[0] : one[1]], text[other[0] : other[1]]
    between = text[one[1] : other[0]]
    new = text[: one[0]] + second + between + first + text[other[1] :]
    return from_text("place", file.source, new)


def _arguments(file: File, code: Code) -> Iterator[Mutant]:
    """`do RULE with a, b`."""
    for node in code.node.walk():
        if node.kind == "args":
            for one, other in pairwise(part.span for part in node.parts if part is not None):
                if one.text != other.text:
                    yield _swapped(file, (one.start, one.end), (other.start, other.end))


def _parameters(file: File, code: Code) -> Iterator[Mutant]:
    """`standing of player on base`."""
    tokens = code.tokens
    for at in range(len(tokens) - 4):
        name, of, first, preposition, second = tokens[at : at + 5]
        made = file.declared.definitions.get(name)
        if (made is not None and len(made.takes) > 1 and of.type == "_OF"
                and first.type == "NAME" and preposition.type == "PREP"
                and second.type == "NAME" and first != second):  # fmt: skip
            yield _swapped(file, _place(first), _place(second))


def _place(token: object) -> tuple[int, int]:
    start = getattr(token, "start_pos", 0) or 0
    return start, start + len(str(token))


def _keys(file: File, path: Steps) -> Iterator[Mutant]:
    """A key beside its parent's, or inside the one before or after it."""
    if not isinstance(file.value(path[:-1]), dict) or len(path) < 2:
        return
    for into in (_outer(file, path), *_siblings(file, path)):
        new = move_entry(file.document, path, into) if into is not None else None
        if new is not None:
            yield from_text("place", file.source, new)


def _outer(file: File, path: Steps) -> Steps | None:
    """The mapping around the mapping of an entry; never the whole file."""
    for size in range(len(path) - 2, 0, -1):
        if isinstance(file.value(path[:size]), dict):
            return path[:size]
    return None


def _siblings(file: File, path: Steps) -> Iterator[Steps]:
    mapping = file.value(path[:-1])
    assert isinstance(mapping, dict)
    if len(path) < 3 or not isinstance(path[-2], int):
        return  # a name among names (a rule, a kind) is not a key with a meaning of its own
    keys = list(mapping)
    at = keys.index(path[-1])
    for near in (at - 1, at + 1):
        if 0 <= near < len(keys) and isinstance(mapping[keys[near]], dict):
            yield (*path[:-1], keys[near])
