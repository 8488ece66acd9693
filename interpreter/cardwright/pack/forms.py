"""The forms of a pack's files: all sections and keys in one table.

Knows nothing about their meaning.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.language.registry.ability import AbilityKind
from cardwright.language.registry.operation import BY_NAME
from cardwright.language.vocabulary.abilities import ABILITIES as KINDS
from cardwright.source.records import dataclass


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


_TITLE = Key("title", "text", "The displayed name.")
_TEXT = Key("text", "text", "The printed text.")
_DO = Key("do", "effect", "What it does.", required=True)
_TITLED = (_TITLE, _TEXT, Key("provenance", "text", "Where the facts come from."))
_CONDITION = Key("if", "expression", "The condition under which it applies.")
_FIELDS = Key("fields", "map of word or field", "Printed values, which never change.", names="type")
_STATE = Key("state", "map of word or cell", "State, which changes during a game.", names="type")
_CELL = (
    Key("start", "anything", "The value at the start of a game."),
    Key("min", "number", "The lowest value."),
    Key("max", "expression", "The highest value, a number or an expression."),
    Key("shown out of", "word", "A number of the same thing that is shown after this one: `2/4`."),
    Key("optional", "flag", "Whether it may be none."),
    Key("per", "word", "The enum or kind whose members each have a cell of it.", names="type"),
    Key("seen by", "seen", "Who sees it: all, owner, nobody, or all at once."),
    Key(
        "resets after",
        "reset",
        "The rule after which it is reset; with `your` or `your next`, its owner's run.",
        names="rule",
    ),
    Key("resets out of play", "flag", "Whether it is reset when its thing leaves play."),
    Key("pays for", "word", "The counter it can be spent in place of.", names="counter"),
    Key("logged", "flag", "Whether the log reports its changes; yes by default."),
)
_KEYWORDS = Key("keywords", "list of printed-keyword", "Keywords, some with a number.")
_SLOTS = Key("rules", "map of slot", "Effects that a definition can carry.")
_GONE = Key("gone when", "word", "The state flag that takes a place out of the game.", names="flag")
_ORDER = Key("order", "number", "Lower comes first; defaults to 0.")
_LIMIT = Key("limit", "limit", "`once per RULE`: once each time the rule runs.")
_COST = Key("cost", "expression", "What is paid first, as in `1 gold`.")
_PREFER = Key("prefer", "weight",
    "How likely hinted and searching players are to try it; 1 by default.")  # fmt: skip
_OPTION = (
    Key("menu", "word", "The menu that offers it.", required=True, names="menu"),
    _CONDITION,
    _COST,
    _LIMIT,
    _PREFER,
    _DO,
)
_WINDOW = (
    Key("menu", "word", "The menu with the replies; all may pass.", required=True, names="menu"),
    Key("asks", "expression", "The players who may reply; defaults to all other players."),
    Key("first", "expression", "Who is asked first; defaults to the next player."),
    Key("names", "map of expression", "States that name what is replied to, while it is open."),
    Key("at most", "copies", "How many replies there can be; defaults to 20."),
    Key("max depth", "depth", "How many windows can be open at once; defaults to 8."),
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
        return Form(kind.name, kind.doc, (head, *whom, *_TITLED, _CONDITION))
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
            Key("length", "word", "The printed number that is the length of an edge."),
            Key("cards", "listed", "For a kind of lists: what they name, and how many."),
            Key("legal", "list of list-rule", "For a kind of lists: rules that each must obey."),
            Key(
                "faces",
                "word or list of face",
                "What a die's sides show: an enum, words in order, or numbers as in `1 to 6`.",
            ),
            _GONE,
            Key(
                "face down when",
                "word",
                "The state flag that turns a piece or card face down.",
                names="flag",
            ),
            Key(
                "hides when",
                "word",
                "The state flag that turns everything on it face down.",
                names="flag",
            ),
            Key("seen by", "face-seen", "Who sees it face down; without a flag, always."),
        ),
    ),
    Form(
        "extension",
        "What a pack adds to a kind or a keyword of another pack, or changes in a kind's state.",
        (
            _FIELDS,
            Key("state", "map of word or extended-cell", _STATE.doc, names="type"),
            _SLOTS,
            _GONE,
            Key("on", "word or list of word", "More kinds of places to be on.", names="kind"),
            Key("abilities", "list of ability", "More abilities of each such thing."),
            Key("options", "list of option", "More options of each such thing."),
        ),
    ),
    Form(
        "field",
        "A printed value.",
        (
            Key("type", "word", "The type of its values.", required=True, names="type"),
            Key("default", "anything", "The default value."),
            Key("optional", "flag", "Whether it may be none."),
            Key("on boards", "flag", "Whether boards show it; if not, only where it has changed."),
        ),
    ),
    Form(
        "cell",
        "A cell of state.",
        (Key("type", "word", "The type of its values.", required=True, names="type"), *_CELL),
    ),
    Form(
        "extended-cell",
        "A new cell of state or, without a type, changes to an existing one.",
        (Key("type", "word", "The type of its values, if it is new.", names="type"), *_CELL),
    ),
    Form(
        "slot",
        "An effect printed on a thing.",
        (_TITLE, _LIMIT, Key("takes", "map of word", "Its parameters and their types.")),
    ),
    Form(
        "printed",
        "The effect of a definition, with a cost or a limit of its own.",
        (_COST, _LIMIT, _DO),
    ),
    Form(
        "listed",
        "What lists name, and how many.",
        (
            Key("of", "word", "The kind of what they name.", required=True, names="kind"),
            Key("copies", "copies", "How many of each they name at most.", required=True),
            Key("at least", "count", "How many they name at least."),
            Key("at most", "count", "How many they name at most."),
        ),
    ),
    Form(
        "list-rule",
        "A rule for lists, or for each card in one.",
        (
            Key("text", "text", "The rule, as players read it.", required=True),
            Key("if", "expression", "The condition that must hold.", required=True),
        ),
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
            Key("players", "list of seats", "The player counts with which it exists."),
            _TITLE,
            Key("logged", "flag", "Whether moves into it are logged; yes by default."),
        ),
    ),
    Form(
        "definition",
        "A pure function with named parameters.",
        (
            Key("takes", "map of word", "The types of parameters other than kinds.", names="type"),
            Key("is", "expression", "Its value.", required=True),
            Key("max depth", "levels", "How deeply calls of itself can be nested."),
            Key("gives", "word", "The type of its value, if it calls itself; `number` by default."),
        ),
    ),
    Form(
        "rule",
        "A named effect.",
        (Key("takes", "map of word", "Its parameters and their types.", names="parameter"), _DO),
    ),
    Form(
        "menu",
        "A choice that other files and packs can extend.",
        (
            _TITLE,
            Key("takes", "map of word", "Its parameters and their types.", names="type"),
            Key("pass", "text", "What players read for passing, instead of `Pass`."),
            Key("logged", "flag", "Whether choices from it are logged; yes by default."),
        ),
    ),
    Form(
        "option",
        "Something to choose in a menu.",
        (Key("id", "word", "Its name.", required=True), *_TITLED, *_OPTION),
    ),
    Form(
        "patched-option",
        "What a pack changes in an option of another pack.",
        (*_TITLED, *(replace(key, required=False) for key in _OPTION)),
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
            Key(
                "each of",
                "map of word or list of face",
                "In place of `id`: fields with several values; declares one for each combination.",
            ),
            *_TITLED,
            _KEYWORDS,
            Key("copies", "copies", "How many copies there are."),
            Key("players", "list of seats", "The player counts with which it is used."),
            Key("pieces", "map of count", "For a player: how many of each kind of piece."),
            Key("abilities", "list of ability", "What it changes while it applies."),
            Key("options", "list of option", "What it adds to menus."),
            Key("lasting", "map of lasting", "Lasting effects that its rules begin."),
        ),
    ),
    Form(
        "list",
        "A list of what a player brings; its kind's fields are keys too.",
        (
            Key("id", "word", "Its name, unique within its kind.", required=True),
            *_TITLED,
            Key("cards", "map of copies", "How many of each card.", required=True),
        ),
    ),
    Form(
        "lasting",
        "A lasting effect, which `begin` starts.",
        (
            _TITLE,
            _TEXT,
            Key("takes", "map of word", "Its parameters and their types.", names="type"),
            Key("until", "expression", "When it ends, as in `end of turn`."),
            Key("while", "expression", "The condition that must hold; otherwise it ends."),
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
            Key("number", "number-of", "For a keyword with a number: whether numbers add up."),
            _TITLE,
            Key("text", "text", "What it means, for players."),
            Key("abilities", "list of ability", "Abilities of each thing that has it."),
            Key("options", "list of option", "Options of each thing that has it."),
        ),
    ),
    Form(
        "automaton",
        "A player who is never asked.",
        (
            Key("players", "list of seats", "The player counts for which it is an automaton."),
            Key(
                "answers", "map of expression", "Questions, and how it answers them.", required=True
            ),
        ),
    ),
    Form(
        "look",
        "How something is drawn.",
        (
            Key("at", "point", "Where its centre is on the board, from the top left corner."),
            Key("wide", "extent", "Its width; for `board`, the width on which `at` is based."),
            Key("high", "extent", "Its height."),
            Key("colour", "colour", "Its colour."),
            Key("shape", "shape", "Its shape, if it has no picture."),
            Key("picture", "text", "A file of the pack that ends in `.svg`."),
            Key(
                "shows",
                "list of word",
                "Which of its printed properties are shown; else all numbers, "
                "and of places the words of enums.",
            ),
        ),
    ),
    Form(
        "module",
        "A part of a pack that can be turned on.",
        (
            _TITLE,
            Key("adds", "word or list of word", "A folder, or a list of files.", required=True),
            Key("players", "players", "The minimum and maximum number of players it is for."),
            Key(
                "seats",
                "map of list of word",
                "Who takes part, by number of people; seats are drawn at random.",
                names="player",
            ),
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
                "Its name; other packs look for it in a folder with that name.",
                required=True,
            ),
            Key("version", "version", "Its version.", required=True),
            Key("title", "text", "The displayed name.", required=True),
            Key("players", "players", "The minimum and maximum number of players.", required=True),
            Key("requires", "map of versions", "Required packs, with version ranges."),
            Key("modules", "map of module", "Parts that can be turned on."),
            Key("main", "word", "The rule that plays the game.", names="rule"),
            Key("score", "word", "The player property that is the score."),
            Key("evaluate", "word", "The player property that greedy players try to raise."),
            Key("winners", "expression", "The players who win, or a condition under which all do."),
            Key(
                "seats",
                "map of list of word",
                "Who takes part, by number of people; seats are drawn at random.",
                names="player",
            ),
        ),
    ),
)
FORMS: dict[str, Form] = {form.name: form for form in _FORMS}
KEYS = frozenset(key.name for form in _FORMS for key in form.keys)
"""The keys of all forms."""

_SECTIONS = (
    Key("provenance", "text", "The source of those definitions in the file that name none."),
    Key("enums", "map of list of word", "Lists of words."),
    Key("kinds", "map of kind", "Kinds of things: players, places, zones, pieces, cards."),
    Key("extend", "map of list of word or extension", "Additions to kinds, enums and keywords."),
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
    Key("hints", "map of expression", "Questions, and how hinted players answer them."),
    Key("look", "map of look", "How kinds, things, zones and the `board` are drawn."),
    Key("patch", "map of map of patched", "Changes to other packs' printed values and options."),
)
SECTIONS: dict[str, Key] = {key.name: key for key in _SECTIONS}
