"""Types as packs write them, and values of a type.

Owns the way from the words `set of base` to a type, and from a YAML value to what a thing or
a cell holds. Values are words here too: of an enum, or ids of things.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Value
from cardwright.board.types import FLAG, NUMBER, TEXT, Type, enum, thing
from cardwright.language.nounwords import article
from cardwright.pack.builder import Link
from cardwright.pack.forms import MOST_PLAYERS, TYPES, Schema
from cardwright.pack.validator import Shape
from cardwright.pack.yaml_node import Spot
from cardwright.source.text import Span

PLAIN: dict[str, Type] = {"number": NUMBER, "flag": FLAG, "text": TEXT}
_ELSEWHERE = {"number": "integer int whole counter", "flag": "boolean bool", "text": "string str"}
"""What other languages call the plain types."""
TYPE_WORDS = frozenset({*PLAIN, "thing", "set", "none"})


def read_type(words: str, span: Span, link: Link) -> Type | None:
    """The type of these words; None, and a report, when they name nothing."""
    name = words.removeprefix("set of ").strip() if words.startswith("set of ") else words
    board = link.declared.board
    found: Type | None = PLAIN.get(name)
    if name in board.enums:
        found = enum(name)
    elif name in board.kinds or name == "thing":
        found = thing(name)
    if found is None:
        start = span.start + max(span.text.rfind(name), 0)
        where = Span(span.source, start, start + len(name)) if name in span.text else span
        plain = next((type for type, words in _ELSEWHERE.items() if name in words.split()), "")
        help = f"write `{plain}`" if plain else ""
        known = () if plain else [*PLAIN, *board.enums, *board.kinds]
        message = f"no enum or kind is called `{name}`"
        link.unknown("types", name, "CW340", message, where, known, help)
        return None
    return found.set() if name != words else found


def parameter_type(words: str, span: Span, link: Link) -> bool:
    """Whether a parameter can have this type; a report if not."""
    found = read_type(words, span, link)
    if found is not None and found.one() == TEXT:
        link.report.error("CW340", "a parameter can't be a text", span, "texts are printed facts")
        return False
    return found is not None


def value_schema(type: Type) -> Schema:
    """The shape of a value of this type."""
    if type.many:
        return {"type": "array", "title": f"a list of {_words_for(type.one())}", "maxItems": 1000,
                "items": value_schema(type.one())}  # fmt: skip
    if type.base in PLAIN:
        return TYPES[type.base]
    return {"type": "string", "title": f"a word of `{type.of}`"}


def _words_for(type: Type) -> str:
    return f"words of `{type.of}`" if type.of else f"{type.base}s"


def printed_schema(type: Type) -> Schema:
    """The shape of a printed value, which may depend on the number of players."""
    one = value_schema(type)
    many: Schema = {"type": "object", "title": "a mapping", "additionalProperties": one}
    return {"if": {"type": "object"}, "then": many | {"minProperties": 1}, "else": one}


def checked_value(spot: Spot, type: Type, link: Link) -> Value:
    """The value at a spot whose shape was not looked at yet; None when it can't be used."""
    usable = Shape(value_schema(type)).check(spot, link.report)
    return value(usable, type, link) if usable else None


def value(spot: Spot, type: Type, link: Link) -> Value:
    """The value at a spot of the right shape; None, and a report, when it names nothing."""
    if type.many:
        found = (value(item, type.one(), link) for item in spot.each())
        return tuple(one for one in found if one is not None)
    if type.base in PLAIN:
        return spot.value if isinstance(spot.value, int | str) else None
    return spot.word if known_word(spot, type, link) else None


def known_word(spot: Spot, type: Type, link: Link) -> bool:
    """Whether a word is one of its enum, or the id of a thing of its kind."""
    known = words_of(type.one(), link)
    if spot.word in known:
        return True
    about = f"enum {type.of}" if type.base == "enum" else "things"
    message = f"`{spot.word}` is not {article(type.of)}"
    link.unknown(about, spot.word, "CW343", message, spot.span, known)
    return False


def words_of(type: Type, link: Link) -> dict[str, None]:
    """The words that a value of an enum or a kind can be, in their order.

    Found once: enums and ids are all known before the first value is read.
    """
    if type not in link.words:
        link.words[type] = dict.fromkeys(_words(type, link))
    return link.words[type]


def _words(type: Type, link: Link) -> Iterator[str]:
    board = link.declared.board
    if type.base == "enum":
        yield from board.enums[type.of].values
    else:
        for below in board.below(type.of):
            yield from board.things.get(below, {})


def by_players(spot: Spot, type: Type, link: Link) -> dict[int, Value]:
    """Printed values by number of players."""
    found: dict[int, Value] = {}
    for key, item in spot.items():
        number = players_number(key, item.name, link)
        if number:
            found[number] = value(item, type, link)
    return found


def players_number(key: str, span: Span, link: Link) -> int:
    """A key that is a number of players; 0, and a report, when it is none."""
    if key.isascii() and key.isdigit() and len(key) < 4 and 1 <= int(key) <= MOST_PLAYERS:
        return int(key)
    help = "write the values by number of players, as `{2: 3, 3: 5}`"
    link.report.error("CW324", "this key is not a number of players", span, help)
    return 0
