"""Things and their state in words, as one player sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER
from cardwright.program import board_tables
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import HIDDEN, own_title, title
from cardwright_tools.play.facts import counted, facts_in_play, printed_facts

ThingsByPlace = dict[int, list[int]]  # things by location


def describe_cell(game: Game, found: Field, item: int, player: int) -> str:
    """`round 3`, `damaged`; "" if the player may not see it or it is the same as at the start,
    except for a number of the game, such as a price.
    """
    layout = game.program.layout
    at = layout.cells.get((found.kind, found.name))
    if at is None or found.is_internal or not visibility.shows_cell(game, found, item, player):
        return ""
    if number := counted(game, found, item, player):
        return f"{found.name} {number}"
    value = game.s[at + item]
    is_number_of_game = not found.kind and found.type == NUMBER and value
    if value == layout.start[at + item] and not is_number_of_game:
        return ""
    if found.type == FLAG:
        return found.name if value else f"not {found.name}"
    words = value_words(game, found, value, player)
    return words if _is_face(game, found) else f"{found.name} {words}"


def _is_face(game: Game, found: Field) -> bool:
    """Whether it is the face of a die, which needs no name."""
    return found.name == "face" and game.program.board.is_a(found.kind, "die")


def value_words(game: Game, found: Field, value: int, player: int) -> str:
    """A value of state; for a thing that the player can't see, only that there is one."""
    if found.type.base != "thing" or not value:
        return naming.value(game.program, found.type, value, title)
    return naming.title_of(game, value) if visibility.sees(game, value, player) else HIDDEN


def state_cells(game: Game, item: int) -> list[Field]:
    fields = game.program.board.fields(game.program.layout.form(game.s, item).kind).values()
    return [f for f in fields if not f.printed]


def things_by_place(game: Game, player: int) -> ThingsByPlace:
    """The things that the player sees, by location."""
    found: ThingsByPlace = {}
    for item in game.program.layout.items[1:]:
        place = game.s[item.id] if visibility.can_be_hidden(game.program, item.id) else 0
        back = place and visibility.is_back(game, item.id, player)
        if back or (place and visibility.sees(game, item.id, player)):
            found.setdefault(place, []).append(item.id)
    return {place: backs_last(game, items, player) for place, items in found.items()}


def backs_last(game: Game, items: Sequence[int], player: int) -> list[int]:
    """Things in their order, but backs last, sorted by what they show, since their order would
    reveal something."""
    seen = [i for i in items if not visibility.is_back(game, i, player)]
    backs = [i for i in items if i not in seen]
    shown = lambda i: (visibility.owner(game, i), visibility.back_of(game, i))  # noqa: E731
    return [*seen, *sorted(backs, key=shown)]


def group_pieces(
    game: Game, items: Sequence[int], player: int, by_place: ThingsByPlace | None = None
) -> list[str]:
    """`un: 3 miners, cart (damaged) with 2 ores`: equal pieces of one owner are counted together.

    Things on a piece are listed with it.
    """
    by_place = things_by_place(game, player) if by_place is None else by_place
    owners: dict[int, Counter[str]] = {}
    for item in backs_last(game, items, player):
        kind = game.program.layout.items[item].kind
        if back := visible_back(game, item, player):
            owners.setdefault(visibility.owner(game, item), Counter())[back] += 1
            continue
        word = own_title(game.program, item) if _is_named(game, item) else kind
        word += naming.design_suffix(game, item) + marks_of(game, item, player)
        if held := by_place.get(item):
            word += f" with {'; '.join(group_pieces(game, held, player, by_place))}"
        owners.setdefault(visibility.owner(game, item), Counter())[word] += 1
    return [_group(game, owner, words) for owner, words in sorted(owners.items())]


def marks_of(game: Game, item: int, player: int) -> str:
    """` (damaged, power 4, swift)`: its state and its differences from its definition."""
    state = (describe_cell(game, f, item, player) for f in state_cells(game, item))
    said = [words for words in (*state, *facts_in_play(game, item, player)) if words]
    return f" ({', '.join(said)})" if said else ""


def _is_named(game: Game, item: int) -> bool:
    found = game.program.layout.items[item]
    return found.thing is not None or found.name == found.kind


def _group(game: Game, owner: int, words: Counter[str]) -> str:
    said = ", ".join(count_phrase(game, count, word) for word, count in words.items())
    return f"{naming.name(game.program, owner)}: {said}" if owner else said


def count_phrase(game: Game, number: int, word: str) -> str:
    """`miner`, `3 miners`, `3 carts (damaged)`."""
    if number == 1:
        return word
    kind, mark, marks = word.partition(" (")
    found = game.program.board.kinds.get(kind)
    return f"{number} {found.plural if found else kind}{mark}{marks}"


def visible_back(game: Game, item: int, player: int) -> str:
    """What a player sees of a thing that is face down for them; "" if they see its face."""
    hidden = visibility.is_back(game, item, player)
    return f"{visibility.back_of(game, item)} (face down)" if hidden else ""


def facts_of(game: Game, item: int, player: int) -> str:
    """What is printed on a thing; for a place also its state, its edges and the things on it;
    for a piece that is the only one of its kind, its state and location."""
    layout, board = game.program.layout, game.program.board
    said, kind = [printed_facts(game, item)], layout.items[item].kind
    if kind and board.root(kind) == "place":
        said += [describe_cell(game, f, item, player) for f in state_cells(game, item)]
        touching = [e for e, ends in enumerate(board_tables.ends(layout, kind)) if item in ends]
        said += [", ".join(title(game.program, edge) for edge in touching)]
        said += group_pieces(game, things_by_place(game, player).get(item, []), player)
    elif kind and layout.items[item].name == kind and visibility.sees(game, item, player):
        said += [describe_cell(game, f, item, player) for f in state_cells(game, item)]
        if game.s[item] or item not in layout.always_there(kind):
            said.append(naming.location_words(game, item, own_title))
    return " · ".join(filter(None, said))
