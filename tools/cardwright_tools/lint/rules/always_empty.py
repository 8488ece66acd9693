"""CW542 to CW544, CW547: rules that look where nothing ever is, or cancel where nothing can be."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.language.registry.movement import To
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.rule_trees import node_indexes, owners
from cardwright_tools.lint.uses import ANYWHERE, CANCELS, Key, Uses, owned_kinds, sought_things


@rule(Game, "CW542")
def zones(game: Game) -> Iterator[Diagnostic]:
    """Zones that rules look into or draw from, but never put anything into."""
    used = game.uses.live()
    reached = {key.to for key in game.uses.used() if key.sort == "move"}
    board = game.rules.declared.board
    reported = {kind.active_in for kind in board.kinds.values()}  # by CW519
    for zone in board.zones.values():
        there = reached & {zone.name, ANYWHERE} or zone.holds == "player" or zone.name in reported
        if zone.span is not None and Key("read", zone.name) in used and not there:
            message = f"no rule puts anything into `{zone.name}`, so it is always empty"
            help = f"as in `move all {board.kinds[zone.holds].plural} in supply"
            owner = " of player" if zone.each_player else ""
            yield diagnostic("CW542", message, zone.span, f"{help} to {zone.name}{owner}`")


@rule(Game, "CW543")
def cancelling(game: Game) -> Iterator[Diagnostic]:
    """`cancel it`, if no window opens before an event."""
    checked = game.rules.checked
    is_wrong = CANCELS in game.uses.used() and not may_cancel(checked)
    trees = node_indexes(owners(checked) if is_wrong else ())
    for found in (found for tree in trees for found in tree.of_types(core.Cancel)):
        message = "this cancels nothing, since no window opens before an event"
        help = "write `window: before ...`: after an event it is too late"
        yield diagnostic("CW543", message, found.span, help)


def may_cancel(checked: Checked) -> bool:
    """Whether a window opens before an event, which a reply can cancel."""
    windows = (ability.routine.window for ability in checked.abilities)
    return any(window is not None and window.resume_block is not None for window in windows)


@rule(Game, "CW544")
def stuck_in_supply(game: Game) -> Iterator[Diagnostic]:
    """Pieces and cards that rules look for, but no pack has, or no rule takes out of supply."""
    board = game.rules.declared.board
    stuck, absent = stuck_kinds(game.uses, board), absent_kinds(board)
    is_sought = any(Key("sought", kind) in game.uses.used() for kind in stuck | absent)
    trees = node_indexes(owners(game.rules.checked) if is_sought else ())
    reported: set[str] = set()
    for domain in (domain for tree in trees for domain in sought_things(tree)):
        kind = domain.kind
        if kind in reported or kind not in absent | stuck:
            continue
        reported.add(kind)
        plural = board.kinds[kind].plural
        message = f"there are no {plural} here: no rule takes any out of supply, where they begin"
        help = f"`{plural} in supply` finds those that have not been taken out"
        if kind in absent:
            message, help = f"there are no {plural} in this game", "name another kind"
        yield diagnostic("CW544", message, domain.span, help)


def absent_kinds(board: Board) -> frozenset[str]:
    """The kinds of pieces, cards and dice of which no pack has any."""
    loose = (kind for kind in board.kinds if board.root(kind) in ("piece", "card", "die"))
    return frozenset(kind for kind in loose if not board.can_have(kind))


def stuck_kinds(uses: Uses, board: Board) -> frozenset[str]:
    """The kinds of which no rule takes anything out of supply."""
    taken = {key.name for key in uses.used() if key.sort == "taken"}
    return frozenset(kind for kind in board.kinds if _stuck(kind, taken, board))


def _stuck(kind: str, taken: set[str], board: Board) -> bool:
    """Whether there are things of a kind, all of which start in supply and stay there."""
    kinds = [below for below in board.below(kind) if board.has_things(below)]
    begins = board.root(kind) in ("piece", "card", "die") and board.needs_place(kind)
    out = taken & {near for k in kinds for near in (*board.ancestors(k), *board.below(k))}
    return bool(kinds) and begins and not out


@rule(Game, "CW547")
def unowned(game: Game) -> Iterator[Diagnostic]:
    """Things that rules look for among what players own, although nobody ever owns any."""
    board = game.rules.declared.board
    nobodys = nobodys_kinds(game.uses, board)
    is_sought = any(Key("owned", kind) in game.uses.used() for kind in nobodys)
    trees = node_indexes(owners(game.rules.checked) if is_sought else ())
    reported: set[str] = set()
    for kind, test in (pair for tree in trees for pair in owned_kinds(tree)):
        if kind in nobodys - reported:
            reported.add(kind)
            message = f"no {kind} ever belongs to a player"
            yield diagnostic("CW547", message, test.span, _as_owned(kind, board))


def nobodys_kinds(uses: Uses, board: Board) -> frozenset[str]:
    """The kinds of things that no player ever owns."""
    gives = {one.verb for one in VERBS.movements.values() if one.to is To.PLAYER}
    given = {key.of for key in uses.used() if key.sort == "move" and key.name in gives}
    return frozenset(kind for kind in board.kinds if not _may_be_owned(kind, given, board))


def _may_be_owned(kind: str, given: set[str], board: Board) -> bool:
    """Whether a player may own things of a kind: from the start, or when they are given, created
    or, as cards, held.
    """
    if board.root(kind) not in ("piece", "card", "die") or not board.needs_place(kind):
        return True
    if any(board.related(kind, one) for one in given) or board.list_kind() is not None:
        return True
    tokens = any(board.may_be_token(one) for one in board.below(kind))
    held = board.root(kind) == "card" and any(
        zone.each_player and board.related(kind, zone.holds) for zone in board.zones.values()
    )
    return tokens or held or any(map(board.has_owners, board.below(kind)))


def _as_owned(kind: str, board: Board) -> str:
    """How players can have things that nobody owns."""
    zones = [z for z in board.zones.values() if z.each_player and board.related(kind, z.holds)]
    if zones:
        return f"write `{board.kinds[kind].plural} in {zones[0].name} of player`"
    return "write `each player: 1` in its kind, or let a rule give it to a player"
