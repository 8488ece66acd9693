"""Nouns with what stands around them: counted, in the plural, with an article."""

from __future__ import annotations

import re
from dataclasses import field

from cardwright.source.records import dataclass


def spaced(name: str) -> str:
    return name.replace("-", " ")


_SOUNDS_LIKE_YOU = re.compile(r"uni|use|eu|one\b", re.I)


def article(words: str) -> str:
    """With *a* or *an*, as it sounds."""
    vowel = words[:1].lower() in "aeiou" and not _SOUNDS_LIKE_YOU.match(words)
    return f"{'an' if vowel else 'a'} {words}"


def listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {last} {words[-1]}"


@dataclass(slots=True)
class Noun:
    """A set's words: `your` + `damaged` + `cart` + `in the town`; `fixed` is already said."""

    kind: str = ""
    many: str = ""
    whose: str = ""
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    fixed: str = ""

    def _said(self, noun: str) -> str:
        where = ["where " + " and ".join(self.where)] if self.where else []
        return " ".join([*self.before, noun, *self.after, *where])

    @property
    def one(self) -> str:
        return self.fixed or self._said(self.kind)

    @property
    def several(self) -> str:
        return self.fixed or self._said(self.many)

    @property
    def plural(self) -> str:
        return f"{self.whose} {self.several}" if self.whose else self.several

    @property
    def a(self) -> str:
        return f"one of {self.plural}" if self.whose or self.fixed else article(self.one)

    def counted(self, number: str) -> str:
        """`2 carts`, `1 of your carts`, `up to 3 iron bases`, `as many carts as ...`."""
        if not re.fullmatch(r"((up to )?\d+|\d+ to \d+|\d+ or more|any number)", number):
            return f"as many {self.plural} as {number}"
        if self.whose or self.fixed:
            return f"{number} of {self.plural}"
        return f"{number} {self.one if re.fullmatch(r'(up to )?1', number) else self.several}"


def is_several(name: str) -> bool:
    """Whether the name of a counter looks like a plural: `coins`, and not `status`."""
    return name.endswith("s") and not name.endswith(("ss", "us", "is"))


def units(amount: str, name: str) -> str:
    """`1 coin`, `2 coins`: a counter's name after its number."""
    return f"{amount} {name[:-1] if amount == '1' and is_several(name) else name}"
