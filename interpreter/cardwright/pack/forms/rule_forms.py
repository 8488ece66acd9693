"""The forms of what happens: definitions, rules, menus, options and abilities."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language.registry.ability import AbilityKind
from cardwright.language.registry.operation import BY_NAME
from cardwright.language.vocabulary.abilities import ABILITIES as KINDS
from cardwright.pack.forms.form import CONDITION, COST, DO, LIMIT, TITLE, TITLED, Form, Key

_ORDER = Key("order", "number", "Lower comes first; defaults to 0.")
_PREFER = Key("prefer", "weight",
    "How likely hinted and searching players are to try it; 1 by default.")  # fmt: skip
_OPTION = (
    Key("menu", "word", "The menu that offers it.", required=True, names="menu"),
    CONDITION,
    COST,
    LIMIT,
    _PREFER,
    DO,
)
_WINDOW = (
    Key("menu", "word", "The menu with the replies; all may pass.", required=True, names="menu"),
    Key("asks", "expression", "The players who may reply; defaults to all other players."),
    Key("first", "expression", "Who is asked first; defaults to the next player."),
    Key("names", "map of expression", "States that name what is replied to, while it is open."),
    Key("at most", "copies", "How many replies there can be; defaults to 20."),
    Key("max depth", "depth", "How many windows can be open at once; defaults to 8."),
    Key("only if able", "flag", "Whether players who can't reply are skipped; defaults to no."),
)
OPERATIONS = tuple(BY_NAME)
ABILITIES = {"option": "carried-option"} | {key: kind.name for key, kind in KINDS.items()}
"""The key that identifies an ability's form, and the form."""


def _ability_form(kind: AbilityKind) -> Form:
    """The form of a kind of ability, as the vocabulary declares it."""
    head = Key(kind.key, "expression", kind.pattern_doc, required=True)
    if kind.changes_keywords:
        whom = (Key(kind.whom, "expression", kind.whom_doc, required=True),) if kind.whom else ()
        return Form(kind.name, kind.doc, (head, *whom, *TITLED, CONDITION))
    if kind.modifies:
        values = (Key(name, "expression", f"The modifier: {name}.") for name in OPERATIONS)
        return Form(kind.name, kind.doc, (head, *TITLED, CONDITION, *values), one_of=OPERATIONS)
    order = (_ORDER,) if kind.ordered else ()
    if kind.opens:
        return Form(kind.name, kind.doc, (head, *TITLED, CONDITION, *order, *_WINDOW))
    does = (LIMIT, Key("do", "effect", kind.does, required=True)) if kind.does else ()
    return Form(kind.name, kind.doc, (head, *TITLED, CONDITION, *order, *does))


RULE_FORMS = (
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
        (Key("takes", "map of word", "Its parameters and their types.", names="parameter"), DO),
    ),
    Form(
        "menu",
        "A choice that other files and packs can extend.",
        (
            TITLE,
            Key("takes", "map of word", "Its parameters and their types.", names="type"),
            Key("pass", "text", "What players read for passing, instead of `Pass`."),
            Key("logged", "flag", "Whether choices from it are logged; yes by default."),
        ),
    ),
    Form(
        "option",
        "Something to choose in a menu.",
        (Key("id", "word", "Its name.", required=True), *TITLED, *_OPTION),
    ),
    Form(
        "patched-option",
        "What a pack changes in an option of another pack.",
        (*TITLED, *(replace(key, required=False) for key in _OPTION)),
    ),
    Form(
        "carried-option",
        "An option under `abilities`, marked by its key `option`.",
        (Key("option", "word", "Its name.", required=True), *TITLED, *_OPTION),
    ),
    *map(_ability_form, KINDS.values()),
)
