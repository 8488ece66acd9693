"""Simultaneous events: abilities that react to them wait until the block is over.

They are stored in the frame of the block, so that copies, saves and digests need nothing new.
Decides how they wait and in which order they run. A block inside such a block is part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardwright.backends import intrinsics
from cardwright.board.declarations import SOURCE
from cardwright.program.decision_points import AtOnceSlots, TriggerPoint
from cardwright.program.operations import FRAME
from cardwright.runtime import lasting_effects, transformations
from cardwright.runtime.game_state import GameState

Values = tuple[int, ...]
_FORGETS = -1  # in place of a routine: end the lasting effects about a thing
_LEAVES = -2  # in place of a routine: a token that has left vanishes, a copy becomes itself again
_FIXED_VALUES = 5  # the values for every ability: actor, this, it, there, you
_IDS = 6  # these, and the source of the event


def was_active(game: GameState, row: int, this: int) -> bool:
    """Whether an ability counted when the current block began, for a thing that has since left its
    place.
    """
    found, count = game.open_at_once_block(), game.program.layout.count
    rows = () if found is None else _numbers(found[0], found[1].active)
    first, now = row * count, row * count + game.s[this]
    own = rows[row] if row < len(rows) else 0
    if own < 0 or first <= own < first + count:  # those of the things themselves are in order
        return own >= 0 and own != now
    return any(first <= at < first + count and at != now for at in rows)


def react(game: GameState, routine: int, values: Values, limited: int) -> None:
    """Runs an ability, or lets it wait; one with a limit waits only once."""
    found = game.open_at_once_block()
    if found is None:
        game.push(routine, values)
    elif values[0]:
        cell = game.program.layout.cells.get(("", SOURCE))
        source = 0 if cell is None else game.s[cell]
        noted = (*values[:_FIXED_VALUES], source, *values[_FIXED_VALUES:])
        _wait(game, *found, routine, noted, once=bool(limited))


def forget(game: GameState, thing: int) -> None:
    """Ends lasting effects about a thing that has left, after the abilities that wait to react to
    that.
    """
    found = game.open_at_once_block()
    if found is None:
        lasting_effects.forget(game, thing)
    else:
        _wait(game, *found, _FORGETS, (thing, 0, 0, 0, 0, 0), once=True)


def leave_play(game: GameState, thing: int) -> None:
    """Restores a thing that has left play, which is no longer a copy or a token, after the
    abilities that wait to react to that.
    """
    found = game.open_at_once_block()
    if found is None or transformations.out_of_sight(game, thing):
        transformations.leave_play(game, thing)
    else:
        _wait(game, *found, _LEAVES, (thing, 0, 0, 0, 0, 0), once=True)


def vacate(game: GameState, place: int, gone: Sequence[int]) -> None:
    """Ends effects begun with a place that is out of the game, or with things that were there.

    Dice that were there are at rest.
    """
    left = [item for item in range(len(gone)) if game.s[item] == place]
    game.note_left(place, gone)
    intrinsics.vacate(game.s, place, gone)
    game.list_placed()
    for thing in left:
        leave_play(game, thing)
    for thing in (place, *left) if game.s[gone[place]] else ():
        game.rest(thing)
        forget(game, thing)


def _wait(
    game: GameState,
    frame: list[int],
    batch: AtOnceSlots,
    routine: int,
    values: Values,
    *,
    once: bool,
) -> None:
    waiting = _waiting(frame, batch)
    game.spend(len(waiting))
    if once and any((r, v[:2]) == (routine, values[:2]) for r, v in waiting):
        return
    _store_waiting(frame, batch, [*waiting, (routine, values)])


def _waiting(frame: list[int], batch: AtOnceSlots) -> list[tuple[int, Values]]:
    """The routines that wait and their arguments, in the order of their events."""
    routines, ids = _numbers(frame, batch.routines), _numbers(frame, batch.ids)
    found: list[tuple[int, Values]] = []
    at = 0
    while at < len(routines):
        routine, more = routines[at], routines[at + 1]
        first = ids[_IDS * len(found) : _IDS * len(found) + _IDS]
        at += 2 + more
        found.append((routine, (*first, *routines[at - more : at])))
    return found


def _store_waiting(frame: list[int], batch: AtOnceSlots, waiting: list[tuple[int, Values]]) -> None:
    routines: list[int] = []
    for routine, values in waiting:
        routines += [routine, len(values) - _IDS, *values[_IDS:]]
    ids = [number for _, values in waiting for number in values[:_IDS]]
    frame[FRAME + batch.routines] = tuple(routines)  # type: ignore[call-overload]
    frame[FRAME + batch.ids] = tuple(ids)  # type: ignore[call-overload]


def rename(
    frame: list[int],
    batch: AtOnceSlots,
    holds: Callable[[int], frozenset[int]],
    name: Mapping[int, int],
) -> None:
    """Renames the things in arguments of rules, for abilities that wait to react; `holds` are the
    positions of things in the frame of a routine. The values for every ability are in a register.
    """
    if not frame[FRAME + batch.routines]:
        return
    kept: list[tuple[int, Values]] = []
    for routine, values in _waiting(frame, batch):
        things = holds(routine) if routine >= 0 else frozenset()
        more = enumerate(values[_IDS:], FRAME + _FIXED_VALUES)
        taken = (name.get(value, value) if at in things else value for at, value in more)
        kept.append((routine, (*values[:_IDS], *taken)))
    _store_waiting(frame, batch, kept)


def _numbers(frame: list[int], register: int) -> Values:
    return frame[FRAME + register]  # type: ignore[return-value]


# ------------------------------------------------------------------------- one after the other


def next_rows(game: GameState, frame: list[int], point: TriggerPoint) -> Values:
    """The rows of the abilities that may come next; () if nothing waits any more."""
    waiting = _waiting(frame, point.waiting)
    game.spend(len(waiting))
    while waiting and all(routine < 0 for routine, _ in waiting):
        routine, (thing, *_) = waiting.pop(0)
        (lasting_effects.forget if routine == _FORGETS else transformations.leave_play)(game, thing)
    _store_waiting(frame, point.waiting, waiting)
    order = game.program.trigger_order
    ready = [(routine, values) for routine, values in waiting if routine >= 0]
    first = min((order[routine] for routine, _ in ready), default=0)
    rows = (_row(point, routine, v) for routine, v in ready if order[routine] == first)
    return tuple(dict.fromkeys(rows))


def _row(point: TriggerPoint, routine: int, values: Values) -> int:
    """The row of the ability itself, for a thing that has become another."""
    return point.found.get((routine, values[1]), point.found[routine, 0])


def run(game: GameState, frame: list[int], point: TriggerPoint, row: int) -> None:
    """Runs the first waiting ability of a row, unless its lasting effect has ended."""
    waiting = _waiting(frame, point.waiting)
    chosen = next(w for w in waiting if w[0] >= 0 and _row(point, *w) == row)
    waiting.remove(chosen)
    _store_waiting(frame, point.waiting, waiting)
    routine, values = chosen
    this = values[1]
    if not this or game.s[this] or game.program.effect_row(this) is None:
        game.push(routine, (*values[:_FIXED_VALUES], *values[_IDS:]))
        _resume(game, routine, values[_FIXED_VALUES])


def _resume(game: GameState, routine: int, source: int) -> None:
    """Sets the source of an ability's event; -1 is none, since 0 is the present cause."""
    register = game.program.entries[routine].routine.source
    if register is not None:
        game.frames[-1][FRAME + register] = source or -1
