"""Non-interference: what a player can't see changes nothing that reaches the player.

A position is disguised, by other values in the cells and zones that a player can't look into; view,
question, board and log of that player must stay the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from cardwright.board.model import Field
from cardwright.runtime import log, questions, visibility
from cardwright.runtime.determinize import determinize
from cardwright.runtime.game import Game
from cardwright.runtime.view import view
from cardwright_tools.play.drawing import draw_board

WIDTH = 100


def leaks(game: Game, rng: random.Random) -> Iterator[str]:
    """Information that leaks to a player, drawn at random."""
    player = rng.choice(game.program.layout.kind("player"))
    other = disguise(game, player, rng)
    if visible_to(other, player) != visible_to(game, player):
        yield f"player {player} can see hidden information"
    drawn = determinize(game, player, rng.getrandbits(32))
    if visible_to(drawn, player) != visible_to(game, player):
        yield f"player {player} can tell a game that was drawn for them from the real one"


def visible_to(game: Game, player: int) -> tuple[object, ...]:
    """All that reaches a player: the view with its question, the board as drawn, the whole log."""
    asked = game.question is not None and game.question.player == player
    names = (questions.prompt(game), questions.answers(game)) if asked else ()
    return view(game, player), names, draw_board(game, player, WIDTH), log.lines(game, player)


def disguise(game: Game, player: int, rng: random.Random) -> Game:
    """The same position for `player`: other secret cells of rivals, another order of the deck."""
    other = game.copy()
    layout = game.program.layout
    for index, (zone, owner) in enumerate(layout.zones):
        if zone.seen_by != "all" and owner != player:
            _exchange(other, index, player, rng)
            rng.shuffle(other.z[index])
    _exchange_backs(other, player, rng)
    for found in layout.board.fields("player").values():
        if found.seen_by == "owner" and not found.printed:
            for rival in set(layout.kind("player")) - {player}:
                cell = layout.cells[("player", found.name)] + rival
                other.s[cell] = _other_value(game, found, other.s[cell], rng)
    return other


def _exchange_backs(game: Game, player: int, rng: random.Random) -> None:
    """Things that lie face down change places with others of their owners and backs.

    Not those that an effect is about: it would go on about something else.
    """
    layout, groups = game.program.layout, dict[tuple[int, str, bool], list[int]]()
    faces = layout.face_down
    held = {n for values in game.frames for n in _numbers(values)}
    held.update(game.question.answers if game.question else ())
    for item in range(1, layout.count if faces is not None else 0):
        if faces is not None and item not in held and visibility.is_back(game, item, player):
            back = (visibility.owner(game, item), faces.backs[item], faces.is_down(game.s, item))
            groups.setdefault(back, []).append(item)
    for items in groups.values():
        places = [game.s[item] for item in items]
        rng.shuffle(places)
        for item, place in zip(items, places, strict=True):
            game.s[item] = place
    game.list_placed()


def _numbers(values: Sequence[object]) -> Iterator[int]:
    for value in values:  # a frame holds sets, too
        if isinstance(value, int):
            yield value
        elif isinstance(value, tuple):
            yield from _numbers(value)


def _exchange(game: Game, index: int, player: int, rng: random.Random) -> None:
    """One thing of a zone for one of another that the player can't look into either."""
    layout = game.program.layout
    zone, owner = layout.zones[index]
    others = [
        n
        for n, (other, whose) in enumerate(layout.zones)
        if n != index and other.holds == zone.holds and whose == owner
        and other.seen_by != "all" and game.z[n]
    ]  # fmt: skip
    if not others or not game.z[index]:
        return
    there = rng.choice(others)
    here, far = rng.randrange(len(game.z[index])), rng.randrange(len(game.z[there]))
    one, two = game.z[index][here], game.z[there][far]
    game.z[index][here], game.z[there][far] = two, one
    game.s[one], game.s[two] = game.s[two], game.s[one]


def _other_value(game: Game, found: Field, value: int, rng: random.Random) -> int:
    layout = game.program.layout
    match found.type.base:
        case "thing":
            return rng.choice((0, *layout.kind(found.type.of)))
        case "enum":
            return rng.randint(1, len(layout.board.enums[found.type.of].values))
        case "flag":
            return rng.randint(0, 1)
        case _:
            low = found.low or 0
            return rng.randint(low, max(low, value + 3) if found.high is None else found.high)
