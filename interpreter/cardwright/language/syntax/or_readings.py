"""The readings of `or` between two words: it joins the words, or the conditions around them.

`hill or outer bases` and `ready or damaged` look alike, and only what packs declare tells them
apart. If the grammar allows only one reading, that is the tree; if it allows both, the tree has an
`Ambiguous` node around the smallest part in which they differ.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product, repeat

from cardwright.language.registry.keywords import reserved
from cardwright.language.syntax.ast import Ambiguous, Reading
from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.nodes import Node, Part, may_be, rewritten
from cardwright.source.records import dataclass
from cardwright.source.text import Span

_CANDIDATE = re.compile(
    r"(?<!\w)(?<!\w-)([a-z][\w-]*)\s+or\s+(?=([a-z][\w-]*)((?:[ \t]+(?!or\b))?))"
)
_OR = re.compile(r"or(?<=\sor)\s")  # a much quicker search; most texts have none
MOST_TOGETHER = 4
"""`or`s of one part whose readings are all tried; of more, that all join and that none does."""

Joined = frozenset[int]  # the offsets of the `or`s that join words
Read = Callable[[Joined], Node]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """`following`: where the text continues after the second word, if that is not followed by
    `or`.
    """

    at: int
    following: int
    line: int
    words: tuple[str, str]


Together = tuple[_Candidate, ...]  # candidates of one line whose readings differ in the same part


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the plain tree, in which no open `or` joins words, with its readings."""

    candidates: Together
    node: Node
    readings: tuple[Reading, ...]

    def overlaps(self, other: _Part) -> bool:
        (start, end), (first, last) = _extent(self.node), _extent(other.node)
        return start < last and first < end


def has_candidates(text: str, start: int = 0, end: int = sys.maxsize) -> bool:
    """Whether there is an `or` between two words in a part of a text."""
    return bool(_OR.search(text, start, end) and _CANDIDATE.search(text, start, end))


def with_readings(span: Span, read: Read) -> Node:
    """The tree of a text. Raises UnexpectedInput if the grammar allows no reading."""
    candidates = [*_candidates(span)]
    plain, joined = _forced(read, candidates)
    groups: list[Together] = [(c,) for c in candidates if c.at not in joined]
    while groups:
        found = _parts(groups, plain, lambda more: read(joined | more))
        groups = _overlapping(found)
        if len(groups) == len(found):
            return _with(found, plain)
    return plain


def _candidates(span: Span) -> Iterator[_Candidate]:
    text = span.source.text
    for found in _CANDIDATE.finditer(text, span.start, span.end):
        if reserved().isdisjoint(found.group(1, 2)):
            at = found.start() + len(found[0].rstrip()) - 2
            line = text.count("\n", span.start, at)
            yield _Candidate(at, found.end(3), line, (found[1], found[2]))


def _forced(read: Read, candidates: Sequence[_Candidate]) -> tuple[Node, Joined]:
    """The tree in which an `or` joins words only if it can't join conditions."""
    joined: Joined = frozenset()
    tree, error = _tried(read, joined)
    while tree is None:
        assert error is not None
        for candidate in _before(error, candidates, joined):
            tree, later = _tried(read, joined | {candidate.at})
            if later is None or later.at > max(error.at, candidate.following):
                joined, error = joined | {candidate.at}, later
                break
        else:
            raise error
    return tree, joined


def _tried(read: Read, joined: Joined) -> tuple[Node | None, UnexpectedInput | None]:
    try:
        return read(joined), None
    except UnexpectedInput as error:
        return None, error


def _before(
    error: UnexpectedInput, candidates: Sequence[_Candidate], joined: Joined
) -> list[_Candidate]:
    """The candidates on the last line before an error that join conditions so far, the nearest
    first.
    """
    found = [c for c in candidates if c.at <= error.at]
    return [c for c in found[::-1] if c.at not in joined and c.line == found[-1].line]


def _overlapping(parts: Sequence[_Part]) -> list[Together]:
    """The candidates of the parts; those whose parts overlap are grouped."""
    groups: list[list[_Part]] = []
    for part in parts:
        met = [group for group in groups if any(map(part.overlaps, group))]
        rest = [group for group in groups if not any(group is other for other in met)]
        groups = [*rest, [*(one for group in met for one in group), part]]
    members = ([c for part in group for c in part.candidates] for group in groups)
    return [tuple(sorted(group, key=lambda c: c.at)) for group in members]


def _parts(groups: Sequence[Together], plain: Node, read: Read) -> list[_Part]:
    """The parts of the tree that have more than one reading.

    A text is read as a whole, so one group of each line is read at a time.
    """
    waiting: dict[int, list[Together]] = {}
    for group in groups:
        waiting.setdefault(group[0].line, []).append(group)
    found: list[_Part] = []
    while any(waiting.values()):
        now = {line: groups.pop() for line, groups in waiting.items() if groups}
        trees: dict[int, list[tuple[Together, Node]]] = {line: [((), plain)] for line in now}
        for choices in _choices(now):
            for line, (taken, tree) in _read_lines(choices, read).items():
                trees[line].append((taken, tree))
        found += [_part(now[line], trees[line]) for line in now if len(trees[line]) > 1]
    return found


def _choices(groups: Mapping[int, Together]) -> Iterator[dict[int, Together]]:
    """For each line, a set of `or`s that join words, until all sets of each line were used."""
    left = {line: [*_subsets(group)][::-1] for line, group in groups.items()}
    while left:
        yield {line: choices.pop() for line, choices in left.items()}
        left = {line: choices for line, choices in left.items() if choices}


def _subsets(group: Together) -> Iterator[Together]:
    """All nonempty subsets."""
    if len(group) > MOST_TOGETHER:
        return iter([group])
    chosen = product((False, True), repeat=len(group))
    next(chosen)
    return (tuple(c for c, join in zip(group, one, strict=True) if join) for one in chosen)


def _read_lines(choices: Mapping[int, Together], read: Read) -> dict[int, tuple[Together, Node]]:
    """The choices with the tree in which they join words; without those that can't be parsed."""
    left = dict(choices)
    while left:
        try:
            tree = read(frozenset(c.at for taken in left.values() for c in taken))
        except UnexpectedInput as error:
            before = [line for line, taken in left.items() if taken[0].at <= error.at]
            del left[max(before)]
        else:
            return {line: (taken, tree) for line, taken in left.items()}
    return {}


def _part(group: Together, trees: Sequence[tuple[Together, Node]]) -> _Part:
    """The smallest nodes around a group that may be ambiguous and outside which trees agree."""
    found = nodes = [tree for _, tree in trees]
    while True:
        inner = [part for node in nodes if (part := _around(node, group)) is not None]
        if len(inner) < len(nodes) or not _agree(nodes, inner):
            break
        if all(map(may_be, nodes, inner, repeat(Ambiguous))):
            found = inner
        nodes = inner
    pairs = zip(trees, found, strict=True)
    return _Part(group, found[0], tuple(_reading(taken, node) for (taken, _), node in pairs))


def _reading(taken: Together, node: Node) -> Reading:
    return Reading(node.span, (node,), node.height, tuple(c.words for c in taken), node)


def _around(node: Node, group: Together) -> Node | None:
    """The smallest part of a node that contains all candidates of a group."""
    for part in node.layout:
        start, end = _extent(part)
        if isinstance(part, Node) and start <= group[0].at and group[-1].at < end:
            return part
    return None


def _agree(nodes: Sequence[Node], inner: Sequence[Node]) -> bool:
    """Whether some nodes differ only inside these parts of them, or on other lines."""
    return all(map(_alike, nodes, inner, repeat(nodes[0]), repeat(inner[0])))


def _alike(node: Node, part: Node, other: Node, its_part: Node) -> bool:
    if type(node) is not type(other) or _extent(part) != _extent(its_part):
        return False
    pairs = zip(node.layout, other.layout, strict=False)
    same = all(a is part or a == b for a, b in pairs) and len(node.layout) == len(other.layout)
    return same or "\n" in node.extent.text


def _extent(part: Part) -> tuple[int, int]:
    first = last = part
    while isinstance(first, Node):
        first = first.layout[0]
    while isinstance(last, Node):
        last = last.layout[-1]
    return first.span.start, last.span.end


def _with(parts: Sequence[_Part], tree: Node) -> Node:
    """The tree with each of these parts replaced by an ambiguous node."""
    readings = {id(part.node): part.readings for part in parts}

    def change(node: Node) -> Node | None:
        own = readings.get(id(node))
        return Ambiguous(node.span, (node,), node.height, own) if own else None

    return rewritten(tree, change)
