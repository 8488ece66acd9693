"""How much work and memory reading packs may take: one budget for each load.

Packs come from strangers, and a file of 2 MB can hold a million values and as many mistakes. What
reads and reports counts what it does here, and stops or leaves out help when nothing is left.
Counts are of work, never of time, so that the same pack gets the same report everywhere. Owns the
limits. Without a budget (`loading`) nothing is limited but each file by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import TYPE_CHECKING

from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.source.yaml_builder import Reading

MAX_COMPARISONS = 50_000
"""After so many comparisons a pack full of mistakes gets no suggestions."""
MAX_NODES = 300_000
"""Keys and values of all files of a game, read or refused."""
MAX_CHECKED = 350_000
"""Characters of the texts of a game that are checked on the command line, where equal ones count
once: nothing else takes so long."""
MAX_INVALID = 500
"""Definitions and texts whose mistakes are described; others are left out as a whole."""


@dataclass(slots=True)
class Budget:
    """What is left of one load."""

    comparisons: int = MAX_COMPARISONS
    nodes: int = MAX_NODES
    invalid: int = MAX_INVALID

    def may_describe(self, report: Report, span: Span | None) -> bool:
        """Whether the mistakes here are to be described; says once that the others are not."""
        self.invalid -= 1
        if self.invalid == -1:
            message = f"more than {MAX_INVALID:,} definitions have mistakes"
            report.emit("CW605", message, span, "those of the others are not described")
        return self.invalid >= 0


@dataclass(slots=True)
class ReadCache:
    """What was read of each text, for as long as a command looks at the same files again."""

    readings: dict[tuple[str, str, str], Reading] = field(default_factory=dict)


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)
_readings: ContextVar[ReadCache | None] = ContextVar("readings", default=None)


@contextmanager
def loading() -> Iterator[Budget]:
    """Within this, everything counts against one new budget."""
    budget = Budget()
    before = _budget.set(budget)
    try:
        yield budget
    finally:
        _budget.reset(before)


def budget() -> Budget | None:
    return _budget.get()


def may_describe(report: Report, span: Span | None) -> bool:
    """`Budget.may_describe`; without a budget everything is."""
    left = budget()
    return left is None or left.may_describe(report, span)


def is_exhausted() -> bool:
    """Whether there have been so many mistakes that no further text is looked at."""
    left = budget()
    return left is not None and left.invalid < 0


@contextmanager
def caching_reads() -> Iterator[None]:
    """Within this, a text that was read is not read again: packs are loaded with each module."""
    with reusing_reads(ReadCache()):
        yield


@contextmanager
def reusing_reads(known: ReadCache) -> Iterator[None]:
    """Within this, no text that is known is read again, and others are stored."""
    before = _readings.set(known)
    try:
        yield
    finally:
        _readings.reset(before)


def readings() -> ReadCache | None:
    return _readings.get()
