"""Things of a game in play that become others: what changes with a design, and what ends it.

A thing keeps its id, its place, its owner, what is on it and its state; cells that only one of two
kinds has are reset. It is itself again as soon as it leaves play. Responsible for these changes of
the state and the lines of the log.
"""

from __future__ import annotations

from cardwright.board.declarations import TOP
from cardwright.board.layout import Layout
from cardwright.runtime import lasting_effects
from cardwright.runtime.game_state import GameState


def become(game: GameState, item: int, design: int, actor: int, point: int) -> None:
    """Gives a thing another design, or its own again (0), if a thing of that design can be where it
    is.
    """
    layout, s = game.program.layout, game.s
    design = design or layout.designs[item]
    if not item or s[layout.forms + item] == design or not can_be_here(game, item, design):
        return
    before = s[layout.forms + item]
    game.log = (game.log, (point, item, before, design, s[item], actor))
    _set(game, item, design)


def can_be_here(game: GameState, item: int, design: int) -> bool:
    """Whether a thing of this design can be where the thing is: nothing can in supply."""
    layout, board, place = game.program.layout, game.program.board, game.s[item]
    kind = layout.items[design].kind
    if not place or not layout.may_be(layout.items[item].kind, kind):
        return False
    zone = place - layout.zone_first
    if 0 <= zone < len(layout.zones):
        return board.is_a(kind, layout.zones[zone][0].holds)
    on, where = board.lives_on(kind), layout.form(game.s, place).kind
    return not on or any(board.is_a(where, k) for k in on)


def leave_play(game: GameState, item: int) -> None:
    """In supply, and where not all can look, a thing becomes itself again; a token vanishes."""
    layout = game.program.layout
    kind = layout.items[item].kind
    if item and game.program.board.token_of(kind) and not _holds_token(game, item, kind):
        _vanish(game, item)
    if layout.is_changed(game.s, item) and (not game.s[item] or out_of_sight(game, item)):
        _set(game, item, layout.designs[item])


def out_of_sight(game: GameState, item: int) -> bool:
    """Whether a thing is in a zone that not all can look into."""
    layout = game.program.layout
    zone = game.s[item] - layout.zone_first
    return 0 <= zone < len(layout.zones) and layout.zones[zone][0].seen_by != "all"


# ------------------------------------------------------------------------------- tokens


def need_token(game: GameState, item: int, kind: str) -> None:
    """Raises GameError if there is no token left to be created."""
    if not item:
        most = game.program.board.token_of(kind)
        raise game.error("CW405", f"all {most} `{kind}` tokens are in play (`token: {most}`)")


def make_token(game: GameState, item: int, owner: int, design: int) -> None:
    """Sets a token's owner, and the original it is a copy of; it may not have vanished yet when it
    is reused.
    """
    layout = game.program.layout
    if layout.is_changed(game.s, item):
        _set(game, item, layout.designs[item])
    if game.s[layout.owner + item]:
        lasting_effects.forget(game, item)
        _make_new(game, item)
    game.own(item, owner)
    if design and design != game.program.layout.design(game.s, item):
        _set(game, item, design)


def _holds_token(game: GameState, item: int, kind: str) -> bool:
    layout, place = game.program.layout, game.s[item]
    zone = place - layout.zone_first
    if 0 <= zone < len(layout.zones):
        return game.program.board.holds_token(layout.zones[zone][0], kind)
    return bool(place)


def _vanish(game: GameState, item: int) -> None:
    """Returns a token to supply without an owner, in its initial state; that it goes there from a
    zone is logged.
    """
    s = game.s
    if s[item]:
        game.log = (game.log, (game.program.vanishing, item, s[item], 0, 0))
        game.move(item, 0, TOP)
    game.own(item, 0)
    _make_new(game, item)


def _make_new(game: GameState, item: int) -> None:
    """Resets the state of a token, and marks its options as unused."""
    layout, looks = game.program.layout, game.program.appearances[item]
    for cell in looks[1] if looks else ():
        if cell != layout.forms:
            _renew_cell(game, cell + item)


# ------------------------------------------------------------------------------ designs


def _set(game: GameState, item: int, design: int) -> None:
    """Sets the new design; the log keeps the previous one, by which older lines name the thing."""
    layout, s = game.program.layout, game.s
    before, s[layout.forms + item] = s[layout.forms + item], design
    game.note_design(item, before)
    _renew(game, item, before, design)
    changed = game.z[len(layout.zones)]
    if item in changed:
        changed.remove(item)
    if design != layout.designs[item]:
        changed.append(item)
        changed.sort()


def _renew(game: GameState, item: int, before: int, design: int) -> None:
    """Resets the cells that only one of the two kinds has."""
    layout = game.program.layout
    for cell in _cells(layout, before) ^ _cells(layout, design):
        _renew_cell(game, layout.cells[cell] + item)


def _renew_cell(game: GameState, at: int) -> None:
    layout = game.program.layout
    if layout.face_down is not None and at in layout.face_down.flags:
        game.note_flip(at, layout.start[at])
    game.s[at] = layout.start[at]


def _cells(layout: Layout, design: int) -> set[tuple[str, str]]:
    fields = layout.board.fields(layout.items[design].kind).values()
    return {(found.kind, found.name) for found in fields if not found.printed}
