"""The kinds of things: which are above and below each, and what they inherit.

Knows nothing about fields, things, rules or a game's state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from cardwright.board.declarations import LASTING, Kind
from cardwright.source.records import dataclass


@dataclass(slots=True)
class Kinds:
    kinds: dict[str, Kind] = field(default_factory=dict)
    _above: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _below: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _plurals: dict[str, str] = field(default_factory=dict)

    def settle(self) -> None:
        """Caches ancestors, descendants and plurals, which are needed often; none may change
        afterwards."""
        self._above, self._below = {}, {}
        self._above = {kind: self.ancestors(kind) for kind in self.kinds}
        self._plurals = {kind.plural: name for name, kind in reversed(self.kinds.items())}
        found: dict[str, list[str]] = {kind: [] for kind in self.kinds}
        for kind in self.kinds:
            for above in self._above[kind]:
                found[above].append(kind)
        self._below = {kind: tuple(below) for kind, below in found.items()}

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """`kind` and all kinds above it, up to its root."""
        return self._above[kind] if kind in self._above else tuple(self._upwards(kind))

    def active_zone(self, kind: str) -> str:
        """The zone in which the abilities of such things are active; "" if there is none."""
        zones = (self.kinds[above].active_in for above in self.ancestors(kind))
        return next((zone for zone in zones if zone), "")

    def below(self, kind: str) -> tuple[str, ...]:
        """`kind` and all kinds below it."""
        if kind in self._below:
            return self._below[kind]
        return tuple(k for k in self.kinds if self.is_a(k, kind))

    def _upwards(self, kind: str) -> Iterator[str]:
        seen = 0
        while kind in self.kinds and seen < 40:
            yield kind
            kind, seen = self.kinds[kind].parent, seen + 1

    def is_a(self, kind: str, of: str) -> bool:
        return of == "thing" or of in self.ancestors(kind)

    def related(self, one: str, other: str) -> bool:
        """Whether a thing may be of both kinds: one is the other or below it."""
        return self.is_a(one, other) or self.is_a(other, one)

    def root(self, kind: str) -> str:
        return self.ancestors(kind)[-1]

    def noun(self, word: str) -> tuple[str, bool] | None:
        """The kind that `word` names, and whether the word is a plural."""
        if word in self.kinds:
            return word, self.kinds[word].plural == word
        if not self._plurals:
            return next(((k.name, True) for k in self.kinds.values() if k.plural == word), None)
        return (self._plurals[word], True) if word in self._plurals else None

    def has_owner(self, kind: str) -> bool:
        """Whether things of a kind have an owner; players and places don't."""
        return kind in self.kinds and self.root(kind) in ("piece", "card", LASTING)

    def lives_on(self, kind: str) -> tuple[str, ...]:
        for k in self.ancestors(kind):
            if self.kinds[k].on:
                return self.kinds[k].on
        return ()

    def token_of(self, kind: str) -> int:
        """The most tokens of a kind that there can be at once; 0 if it is not a token kind."""
        counts = (self.kinds[above].token for above in self.ancestors(kind))
        return next((count for count in counts if count), 0)

    def may_be_token(self, kind: str) -> bool:
        """Whether things of a kind, or some of them, are tokens."""
        if kind not in self.kinds:
            return any(k.token for k in self.kinds.values())
        return any(map(self.token_of, self.below(kind)))

    def grid_kind(self, kind: str) -> str:
        """The kind whose grid things of a kind are cells of; "" if there is none."""
        return next((k for k in self.ancestors(kind) if k in self.kinds and self.kinds[k].grid), "")

    def row_kind(self, kind: str) -> str:
        """The ordered kind that a kind is, or is below; "" if there is none."""
        above = self.ancestors(kind) if kind in self.kinds else ()
        return next((k for k in above if self.kinds[k].ordered), "")

    def edges(self, kind: str) -> tuple[str, ...]:
        """The kinds of edges that join places of a kind."""
        joining = (k for k in self.kinds.values() if k.joins)
        return tuple(k.name for k in joining if self.related(kind, k.joins))

    def joined_by(self, kind: str) -> str:
        """The kind of the places that edges of a kind join; "" if it is not a kind of edges."""
        return next((found for k in self.ancestors(kind) if (found := self.kinds[k].joins)), "")

    def list_kind(self) -> Kind | None:
        """The kind of the lists that players bring; None in a game without them."""
        return next((kind for kind in self.kinds.values() if kind.lists is not None), None)
