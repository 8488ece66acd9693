"""What a kind of ability declares. Knows no kind of ability by name.

A kind of ability is a file in `abilities/`. What it does when the game runs is one of a few
hooks, to which the program binds abilities.
"""

from __future__ import annotations

from typing import Literal

from cardwright.source.records import dataclass

Hook = Literal["before", "after", "instead", "forbid", "modify"]
"""Where abilities join in: before or after an event, in its place, not at all; or at a value."""
Pattern = Literal["event", "timed_event", "property", "duration", "keyword", "things"]
"""What follows its key: an event; `after` or `before` and an event; a definition; when a lasting
effect ends; a keyword; an expression for one or more things. Each has a start symbol."""


@dataclass(frozen=True, slots=True)
class AbilityKind:
    """`key` identifies it in a pack. `hook` is None for a `timed_event`, whose pattern names it.

    `does` documents its effect, `do:`; it has none when that is empty. `ordered`: several that
    answer to one event have an `order:`. `english` is what its sentence begins with, or all of it
    for one that changes keywords, with words for one thing and for several in brackets; `whom` is
    the key with the things whose keyword that is.
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
    whom: str = ""
    whom_doc: str = ""
    why: str = ""  # what it does to a keyword, as `why` says it

    @property
    def changes_keywords(self) -> bool:
        """Whether it grants or takes away keywords, which makes it modifiers of these."""
        return self.pattern in ("keyword", "things")

    @property
    def silences(self) -> bool:
        """Whether it takes away all keywords, and the printed abilities too."""
        return self.pattern == "things"

    @property
    def modifies(self) -> bool:
        """Whether it changes values, and has no effect of its own."""
        return self.hook == "modify"
