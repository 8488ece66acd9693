"""All mutants of a pack, and the sample that a run tries.

Owns the list of mutators. The sample depends on the seed and on the mutants themselves, so that a
change in one file hardly affects the choice in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardwright_tools.mutate.amounts import comparisons, numbers, quantifiers
from cardwright_tools.mutate.clauses import clauses, conditions, limits
from cardwright_tools.mutate.misplaced import misplaced
from cardwright_tools.mutate.mutant import KINDS, Mutant, fingerprint, with_ids
from cardwright_tools.mutate.sources import Code, File, read_pack
from cardwright_tools.mutate.spelling import keys, names, words
from cardwright_tools.mutate.swaps import declared, operations, swaps

MAKERS: tuple[Callable[[File], Iterator[Mutant]], ...] = (
    keys, words, misplaced, names, numbers, quantifiers, swaps, conditions, comparisons, clauses,
    limits, operations, declared,
)  # fmt: skip
UNREADABLE = frozenset({"key", "word", "name", "place"})
"""Kinds that may leave what is no code at all; the others are slips of one who can write it."""


def all_mutants(folder: Path, kinds: Sequence[str] = ()) -> list[Mutant]:
    """Every mutant of these kinds (all kinds if none is named), in the order of the files."""
    found = []
    for file in read_pack(folder):
        mistakes = (one for maker in MAKERS for one in maker(file))
        wanted = [one for one in mistakes if not kinds or one.kind in kinds]
        found += [one for one in wanted if one.kind in UNREADABLE or _can_be_read(file, one)]
    return with_ids(found)


def _can_be_read(file: File, one: Mutant) -> bool:
    """Whether the changed text can still be parsed."""
    code = next((c for c in file.code if _within(c, one)), None)
    if code is None:
        return True
    grown = len(one.text) - (one.end - one.start)
    return file.reader.can_parse(
        one.applied(file.source.text), code.span.start, code.span.end + grown, code.sort
    )


def _within(code: Code, one: Mutant) -> bool:
    return code.span.start <= one.start and one.end <= code.span.end + 1


def sample_mutants(mutants: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """A sample of this size, spread evenly over the kinds."""
    left = {kind: _shuffled([m for m in mutants if m.kind == kind], seed) for kind in KINDS}
    chosen: list[Mutant] = []
    while len(chosen) < number and any(left.values()):
        for kind in KINDS:
            if left[kind] and len(chosen) < number:
                chosen.append(left[kind].pop())
    order = {one.id: at for at, one in enumerate(mutants)}
    return sorted(chosen, key=lambda m: order[m.id])


def _shuffled(mutants: Sequence[Mutant], seed: int) -> list[Mutant]:
    return sorted(mutants, key=lambda m: fingerprint(seed, m.id))
