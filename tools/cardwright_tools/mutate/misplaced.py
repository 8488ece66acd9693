"""Mutants of placement: arguments in the wrong order, keys under the wrong parent (`place`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part, Word
from cardwright.source.document import Path as Steps
from cardwright_tools.mutate.mutant import Mutant, from_change, from_edit
from cardwright_tools.mutate.sources import File
from cardwright_tools.mutate.yaml_entries import move_entry


def misplaced(file: File) -> Iterator[Mutant]:
    for node in file.nodes():
        if isinstance(node, ast.Arguments):
            pairs: Iterable[tuple[Node, Node]] = pairwise(node.values)
        else:
            pairs = _parameters(file, node)
        yield from (_swapped(node, *pair) for pair in pairs)
    for path in file.document.keys:
        yield from _keys(file, path)


def _swapped(node: Node, one: Node, other: Node) -> Mutant:
    """A node with two of its descendants swapped."""
    others = {id(one): other, id(other): one}
    return from_change("place", (node.layout, [*_exchanged(node, others)]))


def _exchanged(part: Part, others: Mapping[int, Part]) -> Iterator[Part]:
    """A part in which the nodes with these ids are replaced."""
    if id(part) in others:
        yield others[id(part)]
    elif isinstance(part, Node):
        for inner in part.layout:
            yield from _exchanged(inner, others)
    else:
        yield part


def _parameters(file: File, node: Node) -> Iterator[tuple[Node, Node]]:
    """The arguments to swap, as in `standing of player on base`."""
    match node:
        case ast.NounPhrase(
            words=ast.Words(names=(*_, name)),
            of=ast.Of(argument=ast.NounPhrase(lone_word=Word(), words=first)),
            postmodifiers=(
                ast.Located(location=ast.NounPhrase(determiner=None, words=second)),
                *_,
            ),
        ):
            made = file.declared.definitions.get(name.text)
            if made is not None and len(made.takes) > 1:
                yield first, second


def _keys(file: File, path: Steps) -> Iterator[Mutant]:
    """Moves a key beside its parent, or into the entry before or after it."""
    if not isinstance(file.value(path[:-1]), dict) or len(path) < 2:
        return
    for into in (_outer(file, path), *_siblings(file, path)):
        new = move_entry(file.document, path, into) if into is not None else None
        if new is not None:
            yield from_edit("place", file.source, 0, len(file.source.text), new)


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
