"""What a kind of ability declares. Knows no kind of ability by name.

A kind of ability is a file in `abilities/`. What it does when the game runs is one of a few
hooks, to which the program binds abilities.
"""

from __future__ import annotations

from typing import Literal

from cardwright.source.records import dataclass

Hook = Literal["before", "after", "instead", "forbid", "modify"]
"""Where abilities join in: before or after an event, in its place, not at all; or at a value."""
Pattern = Literal["event", "timed_event", "deed", "property", "duration"]
"""What follows its key: an event; `after` or `before` and an event; what a verb does to
a kind; a definition; when a lasting effect ends. Each but `deed` has a start symbol."""


@dataclass(frozen=True, slots=True)
class AbilityKind:
    """`key` identifies it in a pack. `hook` is None for a `timed_event`, whose pattern names it.

    `does` documents its effect, `do:`; it has none when that is empty. `ordered`: several that
    answer to one event have an `order:`. `english` is what its sentence begins with.
    """

    key: str
    name: str
    doc: str
    pattern: Pattern
    pattern_doc: str
    hook: Hook | None
    does: str
    ordered: bool
    english: str
    example: str
    rank: int = 0
    opens: bool = False  # it opens a menu to several players, in place of an effect of its own

    @property
    def modifies(self) -> bool:
        """Whether it has an operation and a value, and no effect."""
        return self.hook == "modify"
