"""Names of things and values: stable ids for programs and tests, titles for people.

Decides the name of a thing without an id of its own (`red miner on a1`). Knows no game: all words
come from packs, or are the language's. For names of answers see `questions`.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.declarations import Zone
from cardwright.board.layout import in_mask
from cardwright.board.types import Type
from cardwright.language.inflection import spaced
from cardwright.program.program import Program
from cardwright.runtime import visibility
from cardwright.runtime.game import Game

NOTHING = "none"
HIDDEN = "hidden"  # in place of a thing that a cell names and the player may not see
Style = Callable[[Program, int], str]


def as_title(word: str) -> str:
    """A title for a word that has none: `red-fox` becomes `Red fox`."""
    return word.replace("-", " ").capitalize()


# ------------------------------------------------------------------------------- things


def name(program: Program, item: int, game: Game | None = None) -> str:
    """The name of a thing: its id, or owner and kind; with a game also where it is."""
    return styled(program, item, game, own_id)


def title(program: Program, item: int, game: Game | None = None) -> str:
    """The title of a thing."""
    return styled(program, item, game, own_title)


def player_name(program: Program, player: int) -> str:
    """The id of a player; "" for a spectator (0)."""
    return own_id(program, player) if player else ""


def styled(program: Program, item: int, game: Game | None, style: Style) -> str:
    if not is_counted_piece(program, item):
        return style(program, item) + (_as_other(game, item, style) if game else "")
    owner = visibility.owner(game, item) if game else program.layout.items[item].owner
    words = _owned(program, item, owner, style)
    if game is None:
        return words
    words += _as_other(game, item, style)
    if style is own_title and _needs_no_place(program, item):
        return words
    return f"{words} {location_words(game, item, style)}"


def _needs_no_place(program: Program, item: int) -> bool:
    """Whether a thing, such as a die, exists without being anywhere."""
    return item in program.layout.always_there(program.layout.items[item].kind)


def name_of(game: Game, item: int) -> str:
    """The name of a thing with its current owner, without where it is."""
    owned = _owned(game.program, item, visibility.owner(game, item), own_id)
    return owned + _as_other(game, item, own_id)


def title_of(game: Game, item: int) -> str:
    """The title of a thing with its current owner, without where it is."""
    owned = _owned(game.program, item, visibility.owner(game, item), own_title)
    return owned + _as_other(game, item, own_title)


def design_suffix(game: Game, item: int) -> str:
    """` as Griffin` for a thing that has become another; empty for all others."""
    return _as_other(game, item, own_title)


def _as_other(game: Game, item: int, style: Style) -> str:
    layout = game.program.layout
    if not layout.forms or not layout.is_changed(game.s, item):
        return ""
    said = _design(game.program, layout.design(game.s, item), style)
    return f" as {said}"


def with_face(program: Program, words: str, die: int, face: int) -> str:
    """The name of a die with the face that it shows: `bone (6)`."""
    kind = program.layout.items[die].kind
    return f"{words} ({value(program, program.board.fields(kind)['face'].type, face)})"


def design_title(program: Program, design: int) -> str:
    """The title of a design: that of its definition, or its kind."""
    found = program.layout.items[design]
    if found.thing is not None or found.name == found.kind:
        return own_title(program, design)
    return program.board.kinds[found.kind].title or spaced(found.kind)


def _owned(program: Program, item: int, owner: int, style: Style) -> str:
    if not is_counted_piece(program, item):
        return style(program, item)
    kind = program.layout.items[item].kind
    called = spaced(kind) if style is own_title else kind
    words = f"{style(program, owner)} {called}" if owner else called
    return (style is own_title and program.board.kinds[kind].title) or words


def location_words(game: Game, item: int, style: Style) -> str:
    program, place = game.program, game.s[item]
    if not place:
        return "in supply"
    preposition = "in" if visibility.zone_at(program, place) else "on"
    holder = visibility.owner(game, place) if program.layout.items[place].kind else 0
    return f"{preposition} {_owned(program, place, holder, style)}"


def is_counted_piece(program: Program, item: int) -> bool:
    """Whether it is one of several pieces that are only counted; a kind with one piece is named by
    its kind.
    """
    found = program.layout.items[item]
    return bool(found.kind) and found.thing is None and found.name != found.kind


def own_id(program: Program, item: int) -> str:
    found = program.layout.items[item]
    return found.thing.id if found.thing else found.name if item else NOTHING


def own_title(program: Program, item: int) -> str:
    found = program.layout.items[item]
    zone = visibility.zone_at(program, item)
    if zone is not None:
        label = zone_title(zone[0])
        return f"{label} of {own_title(program, zone[1])}" if zone[1] else label
    if found.thing is None:
        return as_title(found.name) if item else NOTHING
    return found.thing.title or as_title(found.thing.id)


def zone_title(zone: Zone) -> str:
    return zone.title or as_title(zone.name)


def effect_title(game: Game, item: int, player: int | None = None) -> str:
    """A lasting effect with its arguments, as this player sees it (None: everything)."""
    program, row = game.program, game.program.effect_row(item)
    pairs = zip(row.fields, row.cells, strict=True) if row is not None else ()
    values = [_parameter_value(game, f.type, game.s[cell + item], player) for f, cell in pairs]
    return (
        f"{own_title(program, item)} ({', '.join(values)})" if values else own_title(program, item)
    )


def _parameter_value(game: Game, type: Type, number: int, player: int | None) -> str:
    secret = type.is_thing and number and player is not None
    if secret and not visibility.sees(game, number, player or 0):
        return HIDDEN
    return value(game.program, type, number, own_title)


# ------------------------------------------------------------------------------- values


def value(program: Program, type: Type, number: int, style: Style = own_id) -> str:
    """The word for a value of this type."""
    if type.base == "design" and number:
        return _design(program, number, style)
    if type.many:
        members = in_mask(number, program.layout.members(type))
        return ", ".join(value(program, type.one(), one, style) for one in members) or NOTHING
    if type.base == "number":
        return str(number)
    if type.base == "flag":
        return "yes" if number else "no"
    if not number:
        return NOTHING
    if type.base == "enum":
        return program.board.enums[type.of].values[number - 1]
    return styled(program, number, None, style)


def _design(program: Program, design: int, style: Style) -> str:
    found = program.layout.items[design]
    if style is own_id:
        return found.thing.id if found.thing else found.kind
    return design_title(program, design)
