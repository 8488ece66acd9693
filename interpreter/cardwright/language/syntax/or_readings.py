"""The readings of `or` between two words: it joins the words, or the conditions around them.

`hill or outer bases` and `ready or damaged` look alike, and only what packs declare tells them
apart. Where the grammar allows one reading, the tree has that; where it allows both, it has an
`Ambiguous` node around the smallest stretch in which they differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from lark.exceptions import UnexpectedInput, UnexpectedToken

from cardwright.language.syntax.ast import Ambiguous, Reading
from cardwright.language.syntax.nodes import Node, Part, may_be, rebuilt
from cardwright.source.records import dataclass
from cardwright.source.text import Span

CANDIDATE = re.compile(r"(?<!\w)(?<!\w-)([a-z][\w-]*)\s+or\s+(?=([a-z][\w-]*))")
MOST_TOGETHER = 4
"""`or`s of one stretch whose readings are all tried; of more, that all join and that none does."""

Joined = frozenset[int]  # the offsets of the `or`s that join words
Read = Callable[[Joined], Node]


@dataclass(frozen=True, slots=True)
class _Candidate:
    at: int
    words: tuple[str, str]


def with_readings(span: Span, read: Read) -> Node:
    """The tree of a text. Raises UnexpectedInput where no reading is one of the grammar."""
    candidates = {c.at: c for c in _candidates(span)}
    tree, joined = _forced(read, candidates)
    open_ = [at for at in candidates if at not in joined and _reads(read, joined | {at})]
    for group in _groups(tree, read, joined, open_):
        tree = _ambiguous(tree, read, joined, [candidates[at] for at in group])
    return tree


def _candidates(span: Span) -> Iterator[_Candidate]:
    for found in CANDIDATE.finditer(span.source.text, span.start, span.end):
        words = found[0].rstrip()
        yield _Candidate(found.start() + len(words) - 2, (found[1], found[2]))


def _forced(read: Read, candidates: dict[int, _Candidate]) -> tuple[Node, Joined]:
    """The tree in which an `or` joins words only where it can't join conditions."""
    joined: Joined = frozenset()
    while True:
        try:
            return read(joined), joined
        except UnexpectedToken as error:
            at = error.token.start_pos
            if at not in candidates or at in joined:
                raise
            joined |= {at}


def _reads(read: Read, joined: Joined) -> bool:
    try:
        read(joined)
    except UnexpectedInput:
        return False
    return True


def _groups(tree: Node, read: Read, joined: Joined, open_: list[int]) -> list[list[int]]:
    """The open `or`s, those together whose readings differ in the same stretch."""
    groups: list[tuple[Span, list[int]]] = []
    for at in open_:
        where = _differing(tree, read(joined | {at}))
        if groups and groups[-1][0].end > where.start:
            before, members = groups.pop()
            first, last = min(before.start, where.start), max(before.end, where.end)
            groups.append((Span(where.source, first, last), [*members, at]))
        else:
            groups.append((where, [at]))
    return [members for _, members in groups]


def _ambiguous(tree: Node, read: Read, joined: Joined, group: list[_Candidate]) -> Node:
    """The tree with all readings of some `or`s in the stretch in which they differ."""
    readings = []
    for choice in _choices(len(group)):
        taken = [c for c, join in zip(group, choice, strict=True) if join]
        try:
            found = read(joined | {c.at for c in taken})
        except UnexpectedInput:
            continue
        readings.append((tuple(c.words for c in taken), found))
    stretch = _stretch(tree, [found for _, found in readings])
    made = tuple(_reading(words, _at(found, stretch)) for words, found in readings)
    node = _at(tree, stretch)
    return _put(tree, node, Ambiguous(node.span, (node,), node.height, made))


def _choices(number: int) -> Iterator[tuple[bool, ...]]:
    if number > MOST_TOGETHER:
        return iter([(False,) * number, (True,) * number])
    return product((False, True), repeat=number)


def _reading(words: tuple[tuple[str, str], ...], tree: Node) -> Reading:
    return Reading(tree.span, (tree,), tree.height, words, tree)


def _stretch(tree: Node, readings: list[Node]) -> Span:
    """The smallest stretch that is one node in each reading, and outside which they agree."""
    found = [_differing(tree, other) for other in readings if other != tree]
    while True:
        whole = Span(tree.span.source, min(s.start for s in found), max(s.end for s in found))
        found = [_at(reading, whole).extent for reading in readings]
        if all(extent == whole for extent in found):
            return whole


def _differing(one: Node, other: Node) -> Span:
    """The smallest stretch in which two trees of a text differ."""
    if type(one) is type(other) and len(one.layout) == len(other.layout):
        pairs = zip(one.layout, other.layout, strict=True)
        odd = [(a, b) for a, b in pairs if a != b]
        if len(odd) == 1:
            a, b = odd[0]
            if isinstance(a, Node) and isinstance(b, Node) and a.extent == b.extent:
                return _differing(a, b)
    return one.extent


def _at(tree: Node, stretch: Span) -> Node:
    """The smallest node of a tree around a stretch, in whose place may be an ambiguous one."""
    found = node = tree
    while True:
        inner = [part for part in node.layout if isinstance(part, Node) and _holds(part, stretch)]
        if not inner:
            return found
        if may_be(node, inner[0], Ambiguous):
            found = inner[0]
        node = inner[0]


def _holds(node: Node, stretch: Span) -> bool:
    extent = node.extent
    return extent.start <= stretch.start and stretch.end <= extent.end


def _put(tree: Node, old: Node, new: Node) -> Node:
    if tree is old:
        return new
    layout: list[Part] = [_put(p, old, new) if isinstance(p, Node) else p for p in tree.layout]
    if all(a is b for a, b in zip(layout, tree.layout, strict=True)):
        return tree
    return rebuilt(tree, layout)
