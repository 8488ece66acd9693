"""The limits of a choice of several (`, at most 1 per base`), given those already chosen.

Decides which candidates the limits leave. Knows nothing about who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.program.decision_points import ChoiceLimit, ChoicePoint
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class RemainingLimit:
    """At most `most` of the chosen may share the `key` of an item; `groups` are the keys so far."""

    key: Callable[[int], int]
    most: Callable[[int], int]
    groups: list[int]

    def room(self, item: int) -> int:
        """How often an item may still be taken."""
        return self.most(item) - self.groups.count(self.key(item))

    def fits(self, items: Sequence[int]) -> bool:
        """Whether all of these may be taken."""
        groups = [*self.groups, *map(self.key, items)]
        return all(groups.count(self.key(item)) <= self.most(item) for item in items)


def remaining_limits(
    s: list[int], z: list[list[int]], f: list[int], site: ChoicePoint, chosen: Sequence[int]
) -> list[RemainingLimit]:
    found = []
    for number, limit in enumerate(site.limits):

        def key(item: int, of: Callable[..., int] = limit.key) -> int:
            return of(s, z, f, item)

        groups = [key(item) for item in chosen]
        if site.spent >= 0:
            pairs: tuple[tuple[int, int], ...] = f[site.spent]  # type: ignore[assignment]
            groups += [group for n, group in pairs if n == number]
        found.append(RemainingLimit(key, _most(s, z, f, limit), groups))
    return found


def _most(
    s: list[int], z: list[list[int]], f: list[int], limit: ChoiceLimit
) -> Callable[[int], int]:
    if limit.varies:
        return lambda item: limit.number(s, z, f, item)
    number = limit.number(s, z, f, 0)
    return lambda item: number


def must_take_all(
    candidates: Sequence[int], needed: int, again: bool, limits: Sequence[RemainingLimit]
) -> bool:
    """Whether all candidates have to be taken, so that there is nothing to choose.

    `again`: each of them as often as the limits allow.
    """
    if len(candidates) > needed or (again and not limits):
        return False
    if again:
        candidates = [x for x in candidates for _ in range(min(limit.room(x) for limit in limits))]
    return len(candidates) <= needed and all(limit.fits(candidates) for limit in limits)
