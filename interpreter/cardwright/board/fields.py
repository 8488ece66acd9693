"""The fields of kinds and of the game: printed values, and cells of state.

A kind has its own fields and those of the kinds above it. Knows nothing about things, rules or a
game's state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from cardwright.board.declarations import Field, Keyword, Value
from cardwright.board.kinds import Kinds
from cardwright.source.records import dataclass


@dataclass(slots=True)
class Fields(Kinds):
    state: dict[str, Field] = field(default_factory=dict)
    indexed: dict[str, Field] = field(default_factory=dict)  # state with several cells
    keywords: dict[str, Keyword] = field(default_factory=dict)
    computes_maxima: bool = False  # whether the highest value of some counter is computed

    def field(self, kind: str, name: str) -> Field | None:
        for k in self.ancestors(kind):
            if name in self.kinds[k].fields:
                return self.kinds[k].fields[name]
        return None

    def fields(self, kind: str) -> dict[str, Field]:
        found: dict[str, Field] = {}
        for k in self.ancestors(kind):
            found = {**self.kinds[k].fields, **found}
        return found

    def every_field(self) -> Iterator[Field]:
        """The fields of all kinds, without the state of the game."""
        return (found for kind in self.kinds.values() for found in kind.fields.values())

    def cell(self, kind: str, name: str) -> Field:
        """A cell of exactly this kind; one without a kind is the game's own."""
        return self.kinds[kind].fields[name] if kind else self.state[name]

    def value(self, kind: str, name: str) -> Value:
        """The value shared by all things of `kind`: the nearest `values:` entry, else the
        default."""
        for k in self.ancestors(kind):
            if name in self.kinds[k].values:
                return self.kinds[k].values[name]
        found = self.field(kind, name)
        return found.default if found else None

    def indexed_state(self, kind: str, name: str) -> Field | None:
        """The indexed state with this name, of a kind or, for "", of the game."""
        if not kind:
            return self.indexed.get(name)
        found = (self.kinds[k].indexed.get(name) for k in self.ancestors(kind))
        return next((one for one in found if one is not None), None)

    def cells_of(self, shared: Field) -> dict[str, Field]:
        """The cells of an indexed state, by their keys."""
        fields = self.kinds[shared.kind].fields if shared.kind else self.state
        return {f.key: f for f in fields.values() if f.family == shared.name}

    def use_flags(self, kind: str, slot: str) -> list[Field]:
        """The flags that record the use of an effect printed on things of this kind."""
        return [found for found in self.fields(kind).values() if found.limits == slot]

    def substitutes(self, counter: Field) -> tuple[Field, ...]:
        """The counters that may be paid or lost instead of this one, the nearest first."""
        kind = self.kinds.get(counter.kind)
        found = [counter]
        for one in found:
            fields = kind.fields.values() if kind else ()
            found += [f for f in fields if f.pays_for == one.name and f not in found]
        return tuple(found[1:])

    def face_fields(self, kind: str) -> tuple[Field, ...]:
        """The faces that a thing of this kind may have, from the kind itself or those below it."""
        own = self.field(kind, "face") if kind in self.kinds else None
        if own is not None and not own.faces:
            return ()
        below = (self.kinds[k].fields.get("face") for k in self.below(kind))
        found = [own, *(f for f in below if f is not own)]
        return tuple(f for f in found if f is not None and f.faces)

    def gone_when(self, kind: str) -> Field | None:
        """The flag that takes things of this kind out of the game; None if there is none."""
        names = (self.kinds[k].gone_when for k in self.ancestors(kind))
        name = next((n for n in names if n), "")
        return self.field(kind, name) if name else None

    def length_of(self, kind: str) -> Field | None:
        """The printed number that is the length of edges of a kind; None if each counts as one."""
        name = next((found for k in self.ancestors(kind) if (found := self.kinds[k].length)), "")
        return self.field(kind, name) if name else None

    def has_lengths(self, kind: str) -> bool:
        """Whether edges that join places of a kind have lengths."""
        return any(self.length_of(edge) is not None for edge in self.edges(kind))

    def keywords_of(self, kind: str) -> list[Keyword]:
        """The keywords that things of this kind may have."""
        every = self.keywords.values()
        return [one for one in every if self.is_a(kind, one.kind)] if every else []
