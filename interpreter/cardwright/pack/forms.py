"""The forms of a pack's files: all sections and keys in one table.

The published JSON Schemas and the validation both come from here, so that an editor and the
checker can't disagree. Owns which keys there are, and the schemas of their values. Knows
nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from cardwright.language.registry.ability import AbilityKind
from cardwright.language.registry.operation import BY_NAME
from cardwright.language.vocabulary.abilities import ABILITIES as KINDS
from cardwright.source.records import dataclass

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
Schema: TypeAlias = "dict[str, Json]"

MAX_TEXT_LENGTH = 20_000
MAX_COPIES = 200
MAX_PIECES = 500
MAX_GRID_SIZE = 64
MAX_KEYS = 300
MAX_DEPTH = 12  # of windows that are open at once
MAX_PLAYERS = 20
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Key:
    """`type` is a name of TYPES, a form, `list of X`, `map of X`, or `X or Y`.

    `names` says what its words refer to, so that an editor can offer the declared ones.
    """

    name: str
    type: str
    doc: str
    required: bool = False
    names: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A mapping with these keys and no others; exactly one of `one_of` must be written."""

    name: str
    doc: str
    keys: tuple[Key, ...]
    one_of: tuple[str, ...] = ()


TYPES: dict[str, Schema] = {
    "word": {"type": "string", "title": "a word", "minLength": 1, "maxLength": 100},
    "text": {"type": "string", "title": "text", "maxLength": MAX_TEXT_LENGTH},
    "number": {"type": "integer", "title": "a whole number"},
    "count": {"type": "integer", "title": "a whole number", "minimum": 0, "maximum": MAX_PIECES},
    "copies": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_COPIES},
    "depth": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_DEPTH},
    "size": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_GRID_SIZE},
    "seats": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_PLAYERS},
    "neighbours": {"type": "integer", "title": "4, 6 or 8", "enum": [4, 6, 8]},
    "flag": {"type": "boolean", "title": "true or false"},
    "effect": {"type": "string", "title": "an effect", "minLength": 1},
    "expression": {"type": ["string", "integer"], "title": "an expression", "minLength": 1},
    "anything": {"type": ["string", "integer", "boolean", "array"], "title": "a value"},
    "face": {"type": ["string", "integer"], "title": "a word or a whole number"},
    "seen": {
        "type": "string",
        "title": "a word",
        "enum": ["all", "owner", "nobody", "all at once"],
    },
    "zone-seen": {"type": "string", "title": "a word", "enum": ["all", "owner", "nobody", "count"]},
    "number-of": {"type": "string", "title": "a word", "enum": ["adds up", "highest"]},
    "printed-keyword": {
        "type": "string",
        "title": "a keyword like `flying` or `tough 2`",
        "minLength": 1,
        "maxLength": 120,
    },
    "limit": {
        "type": "string",
        "title": "text like `once per RULE`",
        "pattern": r"^once per [a-z][a-z0-9-]*$",
    },
    "version": {
        "type": ["string", "integer"],
        "title": "a version like 1.2.0",
        "pattern": r"^\d{1,6}(\.\d{1,6}){0,2}$",
    },
    "versions": {
        "type": ["string", "integer"],
        "title": "a range of versions like `>=1.2, <2`",
        "pattern": r"^(\*|(>=|<=|>|<|=)? ?\d{1,6}(\.\d{1,6}){0,2}"
        r"(, ?(>=|<=|>|<|=)? ?\d{1,6}(\.\d{1,6}){0,2}){0,3})$",
    },
    "players": {
        "type": "array",
        "title": "a list of the minimum and maximum number of players",
        "items": {
            "type": "integer",
            "title": "a whole number",
            "minimum": 1,
            "maximum": MAX_PLAYERS,
        },
        "minItems": 2,
        "maxItems": 2,
    },
}

_TITLED = (
    Key("title", "text", "The displayed name."),
    Key("text", "text", "The printed text."),
    Key("provenance", "text", "Where the facts come from."),
)
_CONDITION = Key("if", "expression", "The condition under which it applies.")
_FIELDS = Key("fields", "map of word or field", "Printed values, which never change.", names="type")
_STATE = Key("state", "map of word or cell", "State, which changes during a game.", names="type")
_CELL = (
    Key("start", "anything", "The value at the start of a game."),
    Key("min", "number", "The lowest value."),
    Key("max", "number", "The highest value."),
    Key("optional", "flag", "Whether it may be none."),
    Key("per", "word", "The enum or kind that it has a cell for each of.", names="type"),
    Key("seen by", "seen", "Who sees it: all, owner, nobody, or all at once."),
    Key(
        "resets after",
        "word",
        "The rule after which it is reset.",
        names="rule",
    ),
    Key(
        "pays for",
        "word",
        "The counter that it can be paid or lost instead of.",
        names="counter",
    ),
    Key("logged", "flag", "Whether the log tells its changes; yes by default."),
)
_KEYWORDS = Key("keywords", "list of printed-keyword", "Keywords, some with a number.")
_SLOTS = Key("rules", "map of slot", "Effects that a definition can carry.")
_GONE = Key("gone when", "word", "The state flag that takes a place out of the game.", names="flag")
_ORDER = Key("order", "number", "Lower comes first; defaults to 0.")
_LIMIT = Key("limit", "limit", "`once per RULE`: once each time the rule runs.")
_OPTION = (
    Key("menu", "word", "The menu that offers it.", required=True, names="menu"),
    _CONDITION,
    Key("cost", "expression", "What is paid first, as in `1 gold`."),
    _LIMIT,
    Key("do", "effect", "What it does.", required=True),
)
_WINDOW = (
    Key("menu", "word", "The menu with the replies; all may pass.", required=True, names="menu"),
    Key("asks", "expression", "The players who may reply; defaults to all other players."),
    Key("first", "expression", "Who is asked first; defaults to the next player."),
    Key("names", "map of expression", "States that name what is replied to, while it is open."),
    Key("at most", "copies", "How many replies there can be; defaults to 20."),
    Key("deep", "depth", "How many windows can be open at once; defaults to 8."),
    Key("only if able", "flag", "Whether those who can't reply are not asked; defaults to no."),
)
OPERATIONS = tuple(BY_NAME)
ABILITIES = {"option": "carried-option"} | {key: kind.name for key, kind in KINDS.items()}
"""The key that identifies an ability's form, and the form."""


def _ability_form(kind: AbilityKind) -> Form:
    """The form of a kind of ability, as the vocabulary declares it."""
    head = Key(kind.key, "expression", kind.pattern_doc, required=True)
    if kind.changes_keywords:
        whom = (Key(kind.whom, "expression", kind.whom_doc, required=True),) if kind.whom else ()
        return Form(kind.name, kind.doc, (head, *_TITLED, _CONDITION, *whom))
    if kind.modifies:
        values = (Key(name, "expression", f"The modifier: {name}.") for name in OPERATIONS)
        return Form(kind.name, kind.doc, (head, *_TITLED, _CONDITION, *values), one_of=OPERATIONS)
    order = (_ORDER,) if kind.ordered else ()
    if kind.opens:
        return Form(kind.name, kind.doc, (head, *_TITLED, _CONDITION, *order, *_WINDOW))
    does = (_LIMIT, Key("do", "effect", kind.does, required=True)) if kind.does else ()
    return Form(kind.name, kind.doc, (head, *_TITLED, _CONDITION, *order, *does))


_FORMS = (
    Form(
        "kind",
        "A kind of things.",
        (
            Key("is", "word", "The kind that it extends.", names="kind"),
            Key("title", "text", "The displayed name of one piece."),
            Key("plural", "word", "Its plural, which names its section."),
            Key(
                "on",
                "word or list of word",
                "The kinds of places where such pieces can be.",
                names="kind",
            ),
            Key("holds", "map of expression or capacity", "How many things it has room for."),
            _FIELDS,
            _STATE,
            Key("values", "map of anything", "Printed values shared by all things of the kind."),
            _KEYWORDS,
            Key("each player", "count", "How many of these pieces each player has."),
            Key("token", "copies", "How many tokens of this kind `create` can bring at once."),
            _SLOTS,
            Key(
                "active in", "word", "The zone in which abilities and options apply.", names="zone"
            ),
            Key(
                "active on",
                "word or list of word",
                "The kinds of places on which abilities and options apply.",
                names="kind",
            ),
            Key("active while", "expression", "The condition under which they apply."),
            Key("abilities", "list of ability", "What each thing of the kind changes."),
            Key("options", "list of option", "What each thing of the kind adds to menus."),
            Key("ordered", "flag", "Whether neighbours follow the order of definition."),
            Key("grid", "grid", "A grid of cells of the given size."),
            Key(
                "joins", "word", "The kind of places that these join, `between` two.", names="kind"
            ),
            Key(
                "faces",
                "word or list of face",
                "What a die's sides show: an enum, words in order, or numbers as in `1 to 6`.",
            ),
            _GONE,
        ),
    ),
    Form(
        "extension",
        "What a pack adds to another pack's kind, or changes of its state.",
        (
            _FIELDS,
            Key("state", "map of word or extended-cell", _STATE.doc, names="type"),
            _SLOTS,
            _GONE,
            Key("on", "word or list of word", "More kinds of places to be on.", names="kind"),
        ),
    ),
    Form(
        "field",
        "A printed value.",
        (
            Key("type", "word", "The type of its values.", required=True, names="type"),
            Key("default", "anything", "The default value."),
            Key("optional", "flag", "Whether it may be none."),
        ),
    ),
    Form(
        "cell",
        "A cell of state.",
        (Key("type", "word", "The type of its values.", required=True, names="type"), *_CELL),
    ),
    Form(
        "extended-cell",
        "A new cell of state or, without a type, what changes of one that is there.",
        (Key("type", "word", "The type of its values, if it is new.", names="type"), *_CELL),
    ),
    Form(
        "slot",
        "An effect printed on a thing.",
        (Key("title", "text", "The displayed name."), _LIMIT),
    ),
    Form(
        "printed",
        "The effect of a definition, with a limit of its own.",
        (_LIMIT, Key("do", "effect", "What it does.", required=True)),
    ),
    Form(
        "capacity",
        "How much a thing has room for.",
        (
            Key("at most", "expression", "How much fits.", required=True),
            Key("by", "expression", "How much room each takes; 1 by default."),
        ),
    ),
    Form(
        "grid",
        "The size of a grid.",
        (
            Key("width", "size", "How many columns.", required=True),
            Key("height", "size", "How many rows.", required=True),
            Key(
                "neighbours",
                "neighbours",
                "8 includes diagonals, 4 does not; 6 is for hexagons.",
                required=True,
            ),
            Key("directions", "word", "The name of the enum of its directions, which it declares."),
            Key("without", "list of word", "The cells that the board does not have."),
        ),
    ),
    Form(
        "zone",
        "A holder of cards, pieces or players.",
        (
            Key("holds", "word", "The kind of its contents.", required=True, names="kind"),
            Key("each player", "flag", "Whether each player has one."),
            Key("ordered", "flag", "Whether its contents are ordered."),
            Key("seen by", "zone-seen", "Who sees its contents."),
            Key("at rest", "flag", "Whether dice have no face while they are in it."),
            Key("players", "list of seats", "The player counts with which it is there."),
            Key("title", "text", "The displayed name."),
        ),
    ),
    Form(
        "definition",
        "A pure function with named parameters.",
        (
            Key("takes", "map of word", "The types of parameters other than kinds.", names="type"),
            Key("is", "expression", "Its value.", required=True),
            Key("kept", "flag", "Whether each value is worked out once until the state changes."),
        ),
    ),
    Form(
        "rule",
        "A named effect.",
        (
            Key("takes", "map of word", "Its parameters and their types.", names="parameter"),
            Key("do", "effect", "What it does.", required=True),
        ),
    ),
    Form(
        "menu",
        "A choice that can be added to.",
        (
            Key("title", "text", "The displayed name."),
            Key("takes", "map of word", "What it is opened with, and the types.", names="type"),
            Key("pass", "text", "What players read for passing, instead of `Pass`."),
        ),
    ),
    Form(
        "option",
        "Something to choose in a menu.",
        (Key("id", "word", "Its name.", required=True), *_TITLED, *_OPTION),
    ),
    Form(
        "carried-option",
        "An option, marked by its key `option`.",
        (Key("option", "word", "Its name.", required=True), *_TITLED, *_OPTION),
    ),
    *map(_ability_form, KINDS.values()),
    Form(
        "thing",
        "A definition of a kind; its kind's fields are keys too.",
        (
            Key("id", "word", "Its name, unique within its kind.", required=True),
            *_TITLED,
            _KEYWORDS,
            Key("copies", "copies", "How many copies there are."),
            Key("players", "list of seats", "The player counts it is used with."),
            Key("pieces", "map of count", "For a player: how many of each kind of piece."),
            Key("abilities", "list of ability", "What it changes while it applies."),
            Key("options", "list of option", "What it adds to menus."),
            Key("lasting", "map of lasting", "Lasting effects that its rules begin."),
        ),
    ),
    Form(
        "lasting",
        "A lasting effect, which `begin` brings into effect.",
        (
            Key("title", "text", "The displayed name."),
            Key("text", "text", "The printed text."),
            Key("takes", "map of word", "What it begins with, and the types.", names="type"),
            Key("until", "expression", "When it ends, as in `end of turn`."),
            Key("while", "expression", "The condition without which it ends."),
            Key("at most", "copies", "How many can be in effect at once; defaults to 4 or more."),
            Key("abilities", "list of ability", "What it changes while it is in effect."),
            Key("options", "list of option", "What it adds to its player's menus."),
        ),
    ),
    Form(
        "keyword",
        "A keyword that things of a kind may have.",
        (
            Key("of", "word", "The kind of things that may have it.", required=True, names="kind"),
            Key("number", "number-of", "For one with a number: whether numbers add up."),
            Key("title", "text", "The displayed name."),
            Key("text", "text", "What it means, for players."),
            Key("abilities", "list of ability", "What it changes for a thing that has it."),
            Key("options", "list of option", "What it adds to menus for a thing that has it."),
        ),
    ),
    Form(
        "automaton",
        "A player who is never asked.",
        (
            Key("players", "list of seats", "The player counts for which it is one."),
            Key("answers", "map of expression", "How it answers which questions.", required=True),
        ),
    ),
    Form(
        "module",
        "A part of a pack that can be turned on.",
        (
            Key("title", "text", "The displayed name."),
            Key("adds", "word or list of word", "A folder, or a list of files.", required=True),
            Key("players", "players", "The minimum and maximum number of players it is for."),
            Key("needs", "list of word", "The modules without which it can't be turned on."),
        ),
    ),
    Form(
        "manifest",
        "The manifest of a pack.",
        (
            Key(
                "id",
                "word",
                "Its name; other packs look for it in a folder of that name.",
                required=True,
            ),
            Key("version", "version", "Its version.", required=True),
            Key("title", "text", "The displayed name.", required=True),
            Key("players", "players", "The minimum and maximum number of players.", required=True),
            Key("requires", "map of versions", "Required packs, with ranges of versions."),
            Key("modules", "map of module", "Parts that can be turned on."),
            Key("main", "word", "The rule that plays the game.", names="rule"),
            Key("score", "word", "The player property that is the score."),
            Key(
                "winners",
                "expression",
                "The players who won, or whether all did.",
            ),
            Key(
                "seats",
                "map of list of word",
                "Who is seated, in order, by number of people.",
                names="player",
            ),
        ),
    ),
)
FORMS: dict[str, Form] = {form.name: form for form in _FORMS}
KEYS = frozenset(key.name for form in _FORMS for key in form.keys)
"""The keys of all forms."""

_SECTIONS = (
    Key("enums", "map of list of word", "Lists of words."),
    Key("kinds", "map of kind", "Kinds of things: players, places, zones, pieces, cards."),
    Key("extend", "map of list of word or extension", "Additions to other packs' kinds."),
    Key("pieces", "map of count", "How many unowned pieces there are."),
    Key("zones", "map of zone", "Holders of cards, pieces or players."),
    Key("keywords", "map of keyword", "Keywords that things may have."),
    Key(
        "state",
        "map of word or cell",
        "The game's own counters, flags and references.",
        names="type",
    ),
    Key("definitions", "map of expression or definition", "Pure functions."),
    Key("rules", "map of effect or rule", "Named effects."),
    Key("menus", "map of text or menu", "Choices that other packs may add to."),
    Key("options", "list of option", "What menus offer."),
    Key("abilities", "list of ability", "Modifiers, triggers, replacements, prohibitions."),
    Key("lasting", "map of lasting", "Lasting effects that rules begin."),
    Key("automata", "map of automaton", "Players who are never asked.", names="player"),
    Key("patch", "map of map of patched", "Changes to other packs' printed values."),
)
SECTIONS: dict[str, Key] = {key.name: key for key in _SECTIONS}

Reference: TypeAlias = Callable[[str], Schema]


def type_schema(text: str, reference: Reference) -> Schema:
    """The schema of a type's words; `link` gives that of a form."""
    if text.startswith("list of ") and " or " not in text:
        items = type_schema(text.removeprefix("list of "), reference)
        return {"type": "array", "title": "a list", "items": items}
    if text.startswith("map of "):
        each = type_schema(text.removeprefix("map of "), reference)
        return {"type": "object", "title": "a mapping", "additionalProperties": each}
    if " or " in text:
        short, _, long = text.partition(" or ")
        return _either(short, long, reference)
    if text == "patched":
        return {"title": "a value"}
    return TYPES[text] if text in TYPES else reference(text)


def _either(short: str, long: str, reference: Reference) -> Schema:
    """Choose by the value's JSON type, so that an error is about the branch that was meant."""
    shape = "array" if long.startswith("list of ") else "object"
    then = type_schema(long, reference)
    return {"if": {"type": shape}, "then": then, "else": type_schema(short, reference)}


def form_schema(name: str, reference: Reference) -> Schema:
    """The schema of a form, or of `ability`, which is one of several."""
    if name == "ability":
        return _ability(reference)
    form = FORMS[name]
    properties: dict[str, Json] = {
        key.name: type_schema(key.type, reference) | _bounds(key) | {"description": key.doc}
        for key in form.keys
    }
    required: list[Json] = [key.name for key in form.keys if key.required]
    made: Schema = {"type": "object", "title": "a mapping", "description": form.doc}
    made |= {"properties": properties, "required": required, "additionalProperties": False}
    return made | (_exactly_one(form.one_of) if form.one_of else {})


def _bounds(key: Key) -> Schema:
    return {"maxProperties": MAX_KEYS} if key.type.startswith("map of ") else {}


def _exactly_one(names: tuple[str, ...]) -> Schema:
    return {"oneOf": [{"required": [name]} for name in names]}


def _ability(reference: Reference) -> Schema:
    heads = {"type": "object", "title": "a mapping", **_exactly_one(tuple(ABILITIES))}
    chain: Json = False
    for head, form in reversed(ABILITIES.items()):
        chain = {"if": {"required": [head]}, "then": reference(form), "else": chain}
    return {"if": heads, "then": chain, "else": heads}


@cache
def inline_schema(name: str) -> Schema:
    """The schema of a form with all others inlined."""
    return form_schema(name, inline_schema)


@cache
def section_schema(name: str) -> Schema:
    """The schema of one section of a content file."""
    return type_schema(SECTIONS[name].type, inline_schema)


def published_schemas() -> dict[str, Schema]:
    """The published schemas: `pack` for pack.yaml, `content` for all other files."""
    return {"pack": _published("manifest", ["module"]), "content": _content()}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _published(name: str, others: list[str]) -> Schema:
    definitions: dict[str, Json] = {other: form_schema(other, _reference) for other in others}
    return {"$schema": DIALECT, **form_schema(name, _reference), "$defs": definitions}


def _content() -> Schema:
    """Things may have any keys here: their fields are declared by packs."""
    names = [*(name for name in FORMS if name not in ("manifest", "module")), "ability"]
    definitions: dict[str, Json] = {name: form_schema(name, _reference) for name in names}
    definitions["thing"] = {**form_schema("thing", _reference), "additionalProperties": True}
    sections: dict[str, Json] = {
        key.name: {**type_schema(key.type, _reference), "description": key.doc}
        for key in SECTIONS.values()
    }
    made: Schema = {"$schema": DIALECT, "title": "a mapping", "type": "object"}
    made |= {"description": "A content file of a pack: a mapping of sections."}
    things = type_schema("list of thing", _reference)
    return made | {"properties": sections, "additionalProperties": things, "$defs": definitions}
