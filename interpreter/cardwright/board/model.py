"""The board model: all that packs declare on the board, with the words that name it.

`Board` adds enums and nouns to what `kinds`, `fields` and `things` know. Knows nothing about
syntax, rules or a game's state.
"""

from __future__ import annotations

from dataclasses import field

from cardwright.board.declarations import Enum
from cardwright.board.things import Things
from cardwright.board.types import Type
from cardwright.board.word_groups import WordGroups
from cardwright.source.records import dataclass


@dataclass(slots=True)
class Board(Things):
    enums: dict[str, Enum] = field(default_factory=dict)
    _face_nouns: dict[str, tuple[str, str] | None] = field(default_factory=dict)

    def face_noun(self, word: str) -> tuple[str, str] | None:
        """The kind of dice that `hits` names, and the face that they show; None if it is not a
        face.
        """
        if word in self._face_nouns:
            return self._face_nouns[word]
        faces = [k.fields["face"] for k in self.kinds.values() if "face" in k.fields]
        for face in (f for f in faces if f.faces and f.type.base == "enum"):
            for value in self.enums[face.type.of].values:
                for noun in (value, plural(value)):
                    other = self._face_nouns.get(noun) or (face.kind, value)
                    kind = other[0] if self.is_a(face.kind, other[0]) else "die"
                    self._face_nouns[noun] = kind, value
        return self._face_nouns.setdefault(word, None)

    def enum_noun(self, word: str) -> str:
        """The enum that `word` names, in the singular or the plural; "" if none."""
        return next((e for e in self.enums if word in (e, plural(e))), "")

    def values_of(self, type: Type) -> list[str]:
        """The values of an enum, or the ids of things of a kind; other types have none."""
        if type.base == "enum":
            return list(self.enums[type.of].values)
        below = self.below(type.of) if type.base == "thing" and type.of in self.kinds else ()
        return [id for kind in below for id in self.things.get(kind, {})]

    def value_words(self) -> WordGroups:
        """The words of enums, and the ids of things."""
        return WordGroups((*(enum.values for enum in self.enums.values()), *self.things.values()))


def plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
