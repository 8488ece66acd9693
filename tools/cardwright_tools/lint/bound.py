"""The arithmetic of upper bounds on the steps of a run, in total and between questions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import attrgetter

from cardwright.language.analysis.metering import BLOCK, LINE
from cardwright.source.records import dataclass

MAX_BOUND = 10**15
"""The value at which bounds are cut off."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The most steps of a run: in `all`, to the `first` question, after the `last`, and in the
    longest `stretch` without one.

    `through`: the most steps of a run without a question; None if there is always one. `endless`:
    it may run itself again, and the numbers are those of one round.
    """

    all: int = 0
    through: int | None = 0
    first: int = 0
    last: int = 0
    stretch: int = 0
    endless: bool = False

    def then(self, next: Bound) -> Bound:
        if self is NOTHING or next is NOTHING:  # as most reactions are
            return next if self is NOTHING else self
        both = self.through is not None and next.through is not None
        first = self.first if self.through is None else max(self.first, self.through + next.first)
        last = next.last if next.through is None else max(next.last, self.last + next.through)
        return _bound(
            self.all + next.all,
            self.through + next.through if both else None,  # type: ignore[operator]
            first,
            last,
            max(self.stretch, next.stretch, self.last + next.first),
            self.endless or next.endless,
        )

    def times(self, number: int) -> Bound:
        if number < 1 or self.through is None:
            once = Bound(endless=self.endless) if number < 1 else self
            stretch = max(once.stretch, once.last + once.first if number > 1 else 0)
            return _bound(once.all * number, once.through, once.first, once.last, stretch,
                          once.endless)  # fmt: skip
        more = self.through * (number - 1)
        return _bound(self.all * number, self.through * number, self.first + more,
                      self.last + more, self.stretch + more, self.endless)  # fmt: skip

    def map(self, change: Callable[[int], int]) -> Bound:
        """The bound with changed numbers."""
        through = None if self.through is None else change(self.through)
        first, last = change(self.first), change(self.last)
        return Bound(change(self.all), through, first, last, change(self.stretch), self.endless)

    def either(self, other: Bound) -> Bound:
        return worst((self, other))


def worst(some: Collection[Bound]) -> Bound:
    """The bound of a run of one of these, of which there is at least one."""
    if len(some) == 1:
        return next(iter(some))
    silent = [one.through for one in some if one.through is not None]
    return _bound(
        max(map(attrgetter("all"), some)),
        max(silent) if silent else None,
        max(map(attrgetter("first"), some)),
        max(map(attrgetter("last"), some)),
        max(map(attrgetter("stretch"), some)),
        any(map(attrgetter("endless"), some)),
    )


def _bound(
    all: int, through: int | None, first: int, last: int, stretch: int, endless: bool
) -> Bound:
    first, last = min(first, MAX_BOUND), min(last, MAX_BOUND)
    through = None if through is None else min(through, MAX_BOUND)
    stretch = min(max(stretch, first, last, through or 0), MAX_BOUND)
    return Bound(min(all, MAX_BOUND), through, first, last, stretch, endless)


STEP = Bound(BLOCK, BLOCK, BLOCK, BLOCK, BLOCK)
LOGGED = Bound(LINE, LINE, LINE, LINE, LINE)  # a logged statement
ASK = Bound(LINE, None, LINE, 0, LINE)
NOTHING = Bound()
