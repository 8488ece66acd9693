"""Reads types as packs write them, and values of a type.

Reads `set of base` to a type, and a YAML value to the value of a field or a cell of state, in which
words of enums and ids of things stay texts. Knows nothing about properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cardwright.board.declarations import Value
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER, TEXT, Type, enum, thing
from cardwright.language.declared import TypeName
from cardwright.language.inflection import article
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.value_types import MAX_PLAYERS, TYPES, Json, Schema
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.document import Value as Yaml
from cardwright.source.text import Span

PRIMITIVES: dict[str, Type] = {"number": NUMBER, "flag": FLAG, "text": TEXT}
_ALIASES = {"number": "integer int whole counter", "flag": "boolean bool", "text": "string str"}
"""Names that other languages have for the primitive types."""
ENUM_WORDS = frozenset({"enum", "choice", "list", "word"})
"""What authors may write as a type in place of the name of an enum."""
TYPE_WORDS = frozenset({*PRIMITIVES, "thing", "set", "none"})


def type_name(words: str) -> TypeName:
    """The type that these words name, whether or not it exists."""
    type, optional = optional_type(words)
    return TypeName(words) if optional else type


@lru_cache(2_000)
def optional_type(words: str) -> tuple[TypeName, bool]:
    """The type that words name, which may end with `or none`, and whether they do."""
    found = shared_parser(VERBS).type(words)
    if found is None:
        return TypeName(words), False
    return TypeName(found.name.text, found.set_of is not None), found.none is not None


def read_type(words: str, span: Span, builder: PackBuilder) -> Type | None:
    """The type that these words name; None if there is none, which is reported."""
    return known_type(type_name(words), span, builder)


def known_type(type: TypeName, span: Span, builder: PackBuilder) -> Type | None:
    """The type of this name; None if there is none, which is reported."""
    name, board = type.name, builder.board
    found: Type | None = PRIMITIVES.get(name)
    if name in board.enums:
        found = enum(name)
    elif name in board.kinds or name == "thing":
        found = thing(name)
    if found is None:
        start = span.start + max(span.text.rfind(name), 0)
        where = Span(span.source, start, start + len(name)) if name in span.text else span
        plain = next((one for one, words in _ALIASES.items() if name in words.split()), "")
        help = f"write `{plain}`" if plain else ""
        if name in ENUM_WORDS:
            help = "declare its words in the section `enums`, and write the name of that enum"
        known = () if help else [*PRIMITIVES, *board.enums, *board.kinds]
        message = f"there is no enum or kind `{name}`"
        builder.defer_unknown("types", name, "CW340", message, where, known, help)
        return None
    return found.set() if type.is_set else found


def parameter_type(type: TypeName, span: Span, builder: PackBuilder) -> bool:
    """Whether a parameter can have this type; reports it if not."""
    found = known_type(type, span, builder)
    if found is not None and found.one() == TEXT:
        builder.error("CW340", "a parameter can't be text", span, "only printed values can be text")
        return False
    return found is not None


def value_schema(type: Type, board: Board) -> Schema:
    """The schema of a value of this type; that of an enum has its words as examples."""
    if type.many:
        return {"type": "array", "title": f"a list of {_words_for(type.one())}", "maxItems": 1000,
                "items": value_schema(type.one(), board)}  # fmt: skip
    if type.base in PRIMITIVES:
        return TYPES[type.base]
    if type.base != "enum":
        return {"type": "string", "format": "name", "title": f"the id of {article(type.of)}"}
    words: list[Json] = [*board.enums[type.of].values]
    title = f"a word of the enum `{type.of}`"
    return {"type": "string", "format": "name", "title": title, "examples": words}


def _words_for(type: Type) -> str:
    if type.base == "enum":
        return f"words of the enum `{type.of}`"
    return f"ids of the kind `{type.of}`" if type.of else f"{type.base}s"


def printed_schema(type: Type, board: Board) -> Schema:
    """The schema of a printed value, which may depend on the number of players."""
    one = value_schema(type, board)
    many: Schema = {"type": "object", "title": "a mapping", "additionalProperties": one}
    return {"if": {"type": "object"}, "then": many | {"minProperties": 1}, "else": one}


def validated_value(node: YamlNode, type: Type, builder: PackBuilder) -> Value:
    """The value of a node that was not validated yet; None if it or its type is not usable."""
    if type.base == "unknown":
        return None
    usable = Validator(value_schema(type, builder.board)).validate(node, builder.report)
    return read_value(usable, type, builder) if usable else None


def read_value(node: YamlNode, type: Type, builder: PackBuilder) -> Value:
    """The value of a valid node; None if it names nothing, which is reported."""
    if type.many:
        if (words := _known_words(node.value, type.one(), builder)) is not None:
            return words
        found = (read_value(item, type.one(), builder) for item in node.elements())
        return tuple(one for one in found if one is not None)
    if type.base in PRIMITIVES:
        return node.value if isinstance(node.value, int | str) else None
    return node.word if check_word(node, type, builder) else None


def _known_words(value: Yaml, type: Type, builder: PackBuilder) -> tuple[str, ...] | None:
    """The words of a list; None if any of it is something else."""
    if type.base in PRIMITIVES or not isinstance(value, list):
        return None
    known = words_of_type(type, builder)
    words = [word for word in value if isinstance(word, str) and word in known]
    return tuple(words) if len(words) == len(value) else None


def check_word(node: YamlNode, type: Type, builder: PackBuilder) -> bool:
    """Whether a word is one of its enum, or the id of a thing of its kind; reports it if not."""
    known = words_of_type(type.one(), builder)
    if node.word in known:
        return True
    about = f"enum {type.of}" if type.base == "enum" else "things"
    message = f"`{node.word}` is not {article(type.of)}"
    parts = node.word.split()
    is_listed = len(parts) > 1 and all(part in known for part in parts)
    help = (
        f"write commas between them: `{', '.join(parts)}`"
        if is_listed and isinstance(node.path[-1], int)
        else ""
    )
    builder.defer_unknown(about, node.word, "CW343", message, node.span, known, help)
    return False


def words_of_type(type: Type, builder: PackBuilder) -> dict[str, None]:
    """The words that a value of an enum or a kind can be, in their order.

    Cached, because enums and ids are all known before the first value is read.
    """
    if type not in builder.type_words:
        builder.type_words[type] = dict.fromkeys(_words(type, builder))
    return builder.type_words[type]


def _words(type: Type, builder: PackBuilder) -> Iterator[str]:
    board = builder.board
    if type.base == "enum":
        yield from board.enums[type.of].values
    else:
        for below in board.below(type.of):
            yield from board.things.get(below, {})


def values_by_players(node: YamlNode, type: Type, builder: PackBuilder) -> dict[int, Value]:
    """Printed values by number of players."""
    found: dict[int, Value] = {}
    for key, item in node.items():
        number = player_count(key, item.key_span, builder)
        if number:
            found[number] = read_value(item, type, builder)
    return found


def player_count(key: str, span: Span, builder: PackBuilder) -> int:
    """The number of players that a key stands for; 0 if it is not a number, which is reported."""
    if key.isascii() and key.isdigit() and len(key) < 4 and 1 <= int(key) <= MAX_PLAYERS:
        return int(key)
    help = "write the values by number of players, as in `{2: 3, 3: 5}`"
    builder.error("CW324", "this key is not a number of players", span, help)
    return 0
