"""The forms of a pack's files: all forms and sections in one table.

Knows nothing about their meaning.
"""

from __future__ import annotations

from cardwright.pack.forms.board_forms import BOARD_FORMS
from cardwright.pack.forms.form import KEYWORDS, TEXT, TITLE, TITLED, Form, Key
from cardwright.pack.forms.rule_forms import RULE_FORMS

_FORMS = (
    *BOARD_FORMS,
    *RULE_FORMS,
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
            *TITLED,
            KEYWORDS,
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
            *TITLED,
            Key("cards", "map of copies", "How many of each card.", required=True),
        ),
    ),
    Form(
        "lasting",
        "A lasting effect, which `begin` starts.",
        (
            TITLE,
            TEXT,
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
            TITLE,
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
                "Which of its printed properties are shown; by default all numbers "
                "and, on places, words of enums.",
            ),
        ),
    ),
    Form(
        "module",
        "A part of a pack that can be turned on.",
        (
            TITLE,
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
    Key(
        "provenance", "text", "The source of the definitions in the file that name none themselves."
    ),
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
