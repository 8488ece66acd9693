"""The forms of what is on the table: kinds with their fields and state, grids and zones."""

from __future__ import annotations

from cardwright.pack.forms.form import COST, DO, KEYWORDS, LIMIT, TITLE, Form, Key

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
_SLOTS = Key("rules", "map of slot", "Effects that a definition can carry.")
_GONE = Key("gone when", "word", "The state flag that takes a place out of the game.", names="flag")
BOARD_FORMS = (
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
            KEYWORDS,
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
        (TITLE, LIMIT, Key("takes", "map of word", "Its parameters and their types.")),
    ),
    Form(
        "printed",
        "The effect of a definition, with a cost or a limit of its own.",
        (COST, LIMIT, DO),
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
            TITLE,
            Key("logged", "flag", "Whether moves into it are logged; yes by default."),
        ),
    ),
)
