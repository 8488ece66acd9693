"""Answers and positions as numbers for programs that learn: actions, and observations of players.

Decides how they are read from a position of the Python engine; `backends/native/runtime/actions.h`
does the same in C. For their meaning see `program/actions.py` and `observation.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cardwright.program.actions import DONE, ActionSpace, Numbering, action_space
from cardwright.program.decision_points import MenuPoint
from cardwright.program.observation import HIDDEN, Column, Group, observation_space
from cardwright.runtime import game_state, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.native_game import NativeGame
from cardwright.runtime.outcome import winners


def actions(game: Game) -> tuple[int, ...]:
    """The action of each answer, in the order of the answers; () if the game is over."""
    question = game.question
    if question is None:
        return ()
    if isinstance(game, NativeGame) and game.is_native:
        return game.position().actions
    space = action_space(game.program)
    point = space.points[question.site]
    match point.by:
        case "thing":
            found = _ranked(_of_thing(game, space, value) for value in question.answers)
        case "value":
            found = [point.first + value for value in question.answers]
        case "table":
            found = _ranked(_of_option(game, point, value) for value in question.answers)
        case _:
            found = [point.first + at for at in range(len(question.answers))]
    pairs = zip(found, question.answers, strict=True)
    return tuple([DONE if value == game_state.DONE else action for action, value in pairs])


def _of_thing(game: Game, space: ActionSpace, value: int) -> int:
    """The first action of its copies, or of the things that the player who is asked can't see."""
    seen = value <= 0 or _sees(game, value)
    return space.things[max(value, 0)] if seen else space.hidden


def _of_option(game: Game, numbering: Numbering, value: int) -> int:
    """The first action of an option: among those on copies of its thing, or on things that can't be
    seen.
    """
    assert game.question is not None
    point = game.program.points[game.question.site]
    if value == game_state.DONE:
        return DONE
    seen = not isinstance(point, MenuPoint) or _sees(game, point.rows[value].this)
    return (numbering.of if seen else numbering.unseen)[value]


def _sees(game: Game, item: int) -> bool:
    return game.question is not None and visibility.sees(game, item, game.question.player)


def _ranked(firsts: Iterable[int]) -> list[int]:
    """Numbers actions with the same first one in the order in which they are offered."""
    given = Counter[int]()
    found = []
    for first in firsts:
        found.append(first + given[first])
        given[first] += 1
    return found


def rewards(game: Game) -> dict[int, int]:
    """By player: 1 for winners and -1 for the others when the game is over, but 0 for all if nobody
    or everybody has won. If all play together, 1 or -1 for all.
    """
    players = game.program.layout.kind("player")
    won = winners(game) if game.over else ()
    if not game.over or (len(won) in (0, len(players)) and not game.program.checked.cooperative):
        return dict.fromkeys(players, 0)
    return {player: 1 if player in won else -1 for player in players}


def observation(game: Game, player: int) -> list[int]:
    """What a player, or with 0 a spectator, sees."""
    if isinstance(game, NativeGame) and game.is_native:
        return game.position().observation(player)
    space, question, s = observation_space(game.program), game.question, game.s
    layout = game.program.layout
    found = [player, question.player if question else 0, -1]
    if question and question.player == player:
        found[2] = question.site
    found += game.seats
    found += [_cell(game, column, 0, player) for column in space.state]
    for zone in space.zones:
        declared, owner = layout.zones[zone]
        counted = visibility.counts_inside(declared, owner, player)
        found.append(len(game.z[zone]) if counted else HIDDEN)
    for group in space.groups:
        rows = [[*_row(game, group, id, player)] for id in group.ids]
        found += [number for row in sorted(rows) for number in row]
    backs = [s[i] for g in space.groups for i in g.ids if visibility.is_back(game, i, player)]
    return [*found, *(backs.count(place) for place in space.places)]


def _row(game: Game, group: Group, id: int, player: int) -> Iterator[int]:
    layout, s = game.program.layout, game.s
    if not visibility.sees(game, id, player):
        yield from [HIDDEN] * group.width(layout.forms)
        return
    if group.moves:
        zone = visibility.zone_at(game.program, s[id])
        inside = game.z[s[id] - layout.zone_first] if zone and zone[0].ordered else ()
        yield _named(game, s[id])
        yield inside.index(id) + 1 if id in inside else 0
        yield s[layout.owner + id]
        if layout.forms:
            yield s[layout.forms + id]
    for column in group.columns:
        yield _cell(game, column, id, player)


def _named(game: Game, id: int) -> int:
    """A thing, or the first of those that look like it."""
    return action_space(game.program).representatives[id]


def _cell(game: Game, column: Column, id: int, player: int) -> int:
    """The value of a cell if the player sees it; the thing it refers to must be visible, too."""
    found, value = column.field, game.s[column.at + id]
    if not visibility.shows_cell(game, found, id, player):
        return HIDDEN
    if found.type.is_thing and value > 0:
        return _named(game, value) if visibility.sees(game, value, player) else HIDDEN
    return max(HIDDEN + 1, min(value, -HIDDEN - 1))
