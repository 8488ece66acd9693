"""The declaration of a kind of ability. Knows no kind of ability by name.

A kind of ability is a file in `abilities/`. Its effect on a running game is one of a few hooks, to
which the program binds abilities.
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

    `does` documents its effect, `do:`; if it is empty, there is no effect. `ordered`: several that
    react to one event have an `order:`. `english` is the beginning of its sentence or, for one that
    changes keywords, all of it, with words for one thing and for several in brackets; `whom` is the
    key for the things whose keyword is changed.
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
    grants: bool = False  # its keyword is given, and not taken away
    opens: bool = False  # it opens a menu to several players instead of having an effect of its own
    whom: str = ""
    whom_doc: str = ""
    why: str = ""  # what it does to a keyword, in the words of `why`

    @property
    def changes_keywords(self) -> bool:
        """Whether it grants or takes away keywords, and so becomes modifiers of keywords."""
        return self.pattern in ("keyword", "things")

    @property
    def silences(self) -> bool:
        """Whether it takes away all keywords, and the printed abilities too."""
        return self.pattern == "things"

    @property
    def modifies(self) -> bool:
        """Whether it changes values, and has no effect of its own."""
        return self.hook == "modify"
