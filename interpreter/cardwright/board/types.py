"""Types of the language: numbers, flags, text, enums and things, one or many.

Decides what a value can be. Knows nothing about syntax.
"""

from __future__ import annotations

from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """`base` is number, flag, text, enum, thing, design, none or unknown; `of` names the enum or
    kind.

    A design is what copies of a thing share. Unknown is the type of anything that could not be
    read: no errors are reported about it.
    """

    base: str
    of: str = ""
    many: bool = False
    optional: bool = False

    def one(self) -> Type:
        return Type(self.base, self.of) if self.many or self.optional else self

    def set(self) -> Type:
        return Type(self.base, self.of, many=True)

    def maybe(self) -> Type:
        if self.many or self.base in ("number", "flag", "text", "unknown"):
            return self  # for an empty value: an empty set, 0, no or an empty text
        return self if self.optional else Type(self.base, self.of, optional=True)

    @property
    def is_thing(self) -> bool:
        return self.base == "thing" and not self.many

    def __str__(self) -> str:
        name = self.of or self.base
        if self.many:
            return f"set of {name}"
        return f"{name} or none" if self.optional and name != "none" else name


NUMBER = Type("number")
FLAG = Type("flag")
TEXT = Type("text")
NONE = Type("none", optional=True)
UNKNOWN = Type("unknown")
PLAYER = Type("thing", "player")


def thing(kind: str) -> Type:
    return Type("thing", kind)


def design(kind: str) -> Type:
    return Type("design", kind)


def enum(name: str) -> Type:
    return Type("enum", name)
