"""How much work and memory reading packs may take: one budget for each load.

Packs come from strangers, and a file of 2 MB can hold a million values and as many mistakes. The
code that reads and reports counts its work here, and when the budget is used up it stops or leaves
out help. It counts work, never time, so that the same pack gets the same report everywhere.
Responsible for the limits. Without a budget (`loading`), the only limits are those on each file.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import TYPE_CHECKING, Any

from cardwright.source.context_values import context_value
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.source.yaml_reading import Reading

MAX_COMPARISONS = 50_000
"""After this many comparisons, a pack full of mistakes gets no suggestions."""
MAX_NODES = 300_000
"""Keys and values of all files of a game, read or refused."""
MAX_CHECKED = 350_000
"""Characters of the texts of a game that are checked on the command line, where equal ones count
once: nothing else takes so long."""
MAX_KNOWN = 100_000
"""Characters of the texts whose trees are kept: a tree takes a hundred times the memory."""
MAX_INVALID = 500
"""Definitions and texts whose mistakes are described; others are left out as a whole."""


@dataclass(slots=True)
class Budget:
    """The budget that is left for one load."""

    comparisons: int = MAX_COMPARISONS
    nodes: int = MAX_NODES
    invalid: int = MAX_INVALID

    def may_describe(self, report: Report, span: Span | None) -> bool:
        """Whether to describe the mistakes here; the first time it says no, it reports that."""
        self.invalid -= 1
        if self.invalid == -1:
            message = f"more than {MAX_INVALID:,} definitions have errors"
            report.emit("CW605", message, span, "the errors in the others are not described")
        return self.invalid >= 0


@dataclass(slots=True)
class KnownTrees:
    """The syntax trees of texts, by what they are read as, until there are too many."""

    _trees: dict[Hashable, Any] = field(default_factory=dict)
    _characters: int = 0

    def get(self, key: Hashable) -> Any:
        return self._trees.get(key)

    def store(self, key: Hashable, characters: int, tree: object) -> None:
        self._characters += characters
        if self._characters > MAX_KNOWN:
            self._trees.clear()
            self._characters = characters
        self._trees[key] = tree


@dataclass(slots=True)
class ReadCache:
    """What was read from each text, while one command may read the same files again; and the last
    validators, by name."""

    readings: dict[tuple[str, str, str], Reading] = field(default_factory=dict)
    trees: KnownTrees = field(default_factory=KnownTrees)
    validators: dict[Hashable, Any] = field(default_factory=dict)


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)
_readings: ContextVar[ReadCache | None] = ContextVar("readings", default=None)


@contextmanager
def loading() -> Iterator[Budget]:
    """Within this context, everything counts against one new budget."""
    with context_value(_budget, budget := Budget()):
        yield budget


def budget() -> Budget | None:
    return _budget.get()


def may_describe(report: Report, span: Span | None) -> bool:
    """`Budget.may_describe`; always true without a budget."""
    left = budget()
    return left is None or left.may_describe(report, span)


def is_exhausted() -> bool:
    """Whether there were so many mistakes that no more texts are read."""
    left = budget()
    return left is not None and left.invalid < 0


def caching_reads() -> AbstractContextManager[None]:
    """Within this context, no text is read twice: packs are loaded with each of their modules."""
    return reusing_reads(ReadCache())


def reusing_reads(known: ReadCache) -> AbstractContextManager[None]:
    """Within this context, texts in `known` are not read again, and new ones are added to it."""
    return context_value(_readings, known)


def readings() -> ReadCache | None:
    return _readings.get()
