"""CW519: abilities that never apply.

Nothing brings their thing to where they count, no rule makes their event happen, or their condition
requires a place or a kind that the event can't have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.active import active_name, active_places
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.language.inflection import article
from cardwright.language.registry.movement import From, To
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Span
from cardwright_tools.lint.kind_moves import Moves, may_be
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import Key

THIS, IT, THERE = 1, 2, 3  # registers of a trigger, replacement or prohibition


@rule(Game, "CW519")
def check(game: Game) -> Iterator[Diagnostic]:
    checked = game.rules.checked
    moves = Moves(game.rules.declared.board, game.uses)
    yield from _unreached(checked, moves)
    yield from _never_active(checked, moves)
    for ability in checked.abilities:
        reason = next(_reasons(ability, moves), None)
        if reason is not None:
            yield _diagnose(*reason, "fix the event or the condition, or remove the ability")
    for modifier in (one for some in checked.modifiers.values() for one in some):
        for test in core.conjuncts(modifier.test):
            if absent := _absent_kind(test, moves):
                message = f"there is no {absent} in the game, so this never applies"
                yield _diagnose(message, test.span, "test a kind that the game has, or remove it")


def _diagnose(message: str, span: Span, help: str) -> Diagnostic:
    return diagnostic("CW519", message, span, help)


# ------------------------------------------------------------------ where abilities count


def _unreached(checked: Checked, moves: Moves) -> Iterator[Diagnostic]:
    """Reports kinds whose abilities count only where nothing brings their things."""
    for kind in _bearing_kinds(checked):
        board = moves.board
        if board.root(kind) not in ("card", "piece"):
            continue
        target, places = _counts_at(kind, board), moves.of(kind, *_ARRIVING)
        span = board.kinds[kind].span
        if span is None or (any(moves.reach(places, at) for at in target) if target else places):
            continue
        to = f" to {' or '.join(_named(at, board) for at in target)}" if target else ""
        where = "where its abilities apply" if target else "so its abilities never apply"
        message = f"no rule moves {article(kind)}{to}, {where}"
        yield _diagnose(message, span, "move some there, or let its abilities apply somewhere else")


def _counts_at(kind: str, board: Board) -> tuple[str, ...]:
    """The zone or the kinds of places where abilities of such things count; empty if anywhere."""
    zone = board.active_zone(kind)
    return (zone,) if zone else active_places(board, kind)


def _never_active(checked: Checked, moves: Moves) -> Iterator[Diagnostic]:
    """Reports conditions on a kind's abilities that never hold."""
    for kind in moves.board.kinds:
        found = checked.functions.get(active_name(kind))
        for test in core.conjuncts(found.body if found else None):
            if absent := _absent_kind(test, moves):
                message = f"there is no {absent} in the game, so none of its abilities apply"
                yield _diagnose(message, test.span, "test a kind that the game has")
            if _is_never_set(test, moves):
                message = f"no rule changes `{test.field.name}`, so none of its abilities apply"
                yield _diagnose(message, test.span, "set it in a rule, or use another condition")


def _is_never_set(test: Expr, moves: Moves) -> TypeGuard[core.Get]:
    """Whether a condition is a flag that is not set at the start and that nothing changes."""
    if not isinstance(test, core.Get) or test.field.printed or test.field.start:
        return False
    return Key("change", test.field.state, test.field.kind) not in moves.done


def _bearing_kinds(checked: Checked) -> list[str]:
    """The kinds of things that carry abilities, modifiers or options."""
    bearers = [
        *(ability.bearer for ability in checked.abilities),
        *(option.declared.bearer for option in checked.options),
        *(one.bearer for some in checked.modifiers.values() for one in some),
    ]
    return list(dict.fromkeys(bearer.kind for bearer in bearers if bearer is not None))


# ------------------------------------------------------------------------- what happens


def _reasons(ability: CheckedAbility, moves: Moves) -> Iterator[tuple[str, Span]]:
    """The reasons why an ability never applies, with their positions."""
    (sort, name, kind), pattern = ability.event, ability.declared.pattern
    if sort in ("rule", "option") or ability.declared.implied:
        return
    if sort == "change":
        if Key("change", name, kind) not in moves.done:
            yield f"no rule changes `{name}`, so this never applies", pattern
        return
    if ability.event.chooses and kind in moves.board.enums:
        return
    if not _exists(kind, moves):
        yield f"there is no {kind} in the game, so this never applies", pattern
    elif not ability.event.chooses and not moves.of(kind, name):
        third = VERBS.by_name[name].third
        yield f"no rule {third} {article(kind)}, so this never applies", pattern
    for test in core.conjuncts(ability.test):
        yield from _untrue(test, ability, moves)
    yield from _contradictions([*core.conjuncts(ability.test)])


def _untrue(test: Expr, ability: CheckedAbility, moves: Moves) -> Iterator[tuple[str, Span]]:
    if absent := _absent_kind(test, moves):
        yield f"there is no {absent} in the game, so this never applies", test.span
    if _compared_with_this(test) and _is_away(ability, moves.board):
        name = ability.event.kind
        message = f"its abilities don't apply then: the {name} is not there {_when(ability)}"
        yield message, test.span
    if (supply := _wants_supply(test)) is not None and supply is _is_on_board(ability):
        where = "not" if supply else "still" if ability.hook != "after" else "back"
        message = f"{article(ability.event.kind)} is {where} in supply {_when(ability)}"
        yield f"{message}, so this never applies", test.span
        return
    target, places = _required_place(test, ability), _places(ability, moves)
    if target and not moves.reach(places, target):
        message = f"{_to(ability)} is never {_named(target, moves.board)}, so this never applies"
        yield message, test.span


# ------------------------------------------------------------------------ contradictions


def _wants_supply(test: Expr) -> bool | None:
    """Whether a condition wants *it* to be in supply (True) or on a place (False), or neither."""
    if isinstance(test, core.IsKind):
        return False if _is_place_of_it(test.of) else None
    if not isinstance(test, core.Compare) or test.op != "==":
        return None
    for one, other in ((test.left, test.right), (test.right, test.left)):
        if _is_place_of_it(one):
            named = isinstance(other, core.ZoneOf | core.Named)
            return True if other.type.base == "none" else False if named else None
    return None


def _is_place_of_it(e: Expr) -> bool:
    return isinstance(e, core.LocationOf) and core.is_register(e.of, IT)


def _is_on_board(ability: CheckedAbility) -> bool | None:
    """Whether *it* is outside supply when the condition is tested; None if it may be either."""
    after, movement = ability.hook == "after", VERBS.movements.get(ability.event.verb)
    if movement is None:
        return None
    if movement.takes is From.SUPPLY:
        return after if ability.hook != "instead" else None
    if movement.to is To.SUPPLY:
        return not after
    return True if movement.to is To.PLACE and after else None


def _contradictions(tests: Sequence[Expr]) -> Iterator[tuple[str, Span]]:
    """`there is hull and there is york`: one thing can't be two named ones."""
    named = [one for test in tests if (one := _name_test(test)) is not None]
    for at, (value, name, span) in enumerate(named):
        others = (one for one, other, _ in named[:at] if other != name)
        if any(core.same(value, one) for one in others):
            yield "this contradicts the conditions before it, so this never applies", span


def _name_test(test: Expr) -> tuple[Expr, str, Span] | None:
    """`X is NAME`: X and the name."""
    match test:
        case core.Compare(op="==", left=left, right=core.Named(name=name)) if not isinstance(
            left, core.Named
        ):
            return left, name, test.span
    return None


# ------------------------------------------------------------------------------- kinds


def _absent_kind(test: Expr, moves: Moves) -> str:
    """The kind that a condition requires, if the game has nothing of that kind; otherwise ""."""
    kind = test.kind if isinstance(test, core.IsKind) else ""
    return "" if not kind or _exists(kind, moves) else kind


def _exists(kind: str, moves: Moves) -> bool:
    """Whether a game has things of a kind."""
    board = moves.board
    if kind not in board.kinds or not moves.brought.isdisjoint(board.below(kind)):
        return True
    return any(board.has_things(k) or board.token_of(k) for k in board.below(kind))


# -------------------------------------------------------------------------------- places


def _required_place(test: Expr, ability: CheckedAbility) -> str:
    """The kind or zone that a condition requires *there* to be; "" if there is none."""
    if isinstance(test, core.IsKind):
        return test.kind if _is_there(test.of, ability) else ""
    sides = (test.left, test.right) if isinstance(test, core.Compare) and test.op == "==" else ()
    values = [e for e in sides if not _is_there(e, ability)]
    if len(values) != 1 or not isinstance(values[0], core.ZoneOf | core.Named):
        return ""
    return values[0].type.of


def _is_there(e: Expr, ability: CheckedAbility) -> bool:
    """Whether the expression is *there*, or the location of a thing that has arrived there."""
    arrived = ability.hook == "after" and ability.event.verb in _ARRIVING
    if isinstance(e, core.LocationOf) and arrived:
        return core.is_register(e.of, IT)
    return core.is_register(e, THERE)


def _places(ability: CheckedAbility, moves: Moves) -> list[str]:
    """What *there* may be: where the event brings the thing or, for a removal, where it was."""
    verbs = _ARRIVING if _is_removal(ability) else (ability.event.verb,)
    return moves.of(ability.event.kind, *verbs)


def _to(ability: CheckedAbility) -> str:
    return "where it was" if _is_removal(ability) else "where it goes"


_ARRIVING = tuple(verb for verb, made in VERBS.movements.items() if made.to is To.PLACE)
"""The verbs that bring things to places and zones."""


def _is_removal(ability: CheckedAbility) -> bool:
    return VERBS.to(ability.event.verb) is To.SUPPLY


def _named(target: str, board: Board) -> str:
    return article(target) if target in board.kinds else f"`{target}`"


# ------------------------------------------------------------------- a thing's own events


def _compared_with_this(test: Expr) -> bool:
    """Whether the condition is `it is this`."""
    sides = (test.left, test.right) if isinstance(test, core.Compare) and test.op == "==" else ()
    return {e.index for e in sides if isinstance(e, core.Reg)} == {THIS, IT}


def _is_away(ability: CheckedAbility, board: Board) -> bool:
    """Whether a thing is away from where its abilities apply when this happens to it.

    When it is placed, it comes from supply; after a removal, it may still react. Moves are only
    considered if their destination is known.
    """
    bearer = ability.bearer
    if bearer is None or board.root(bearer.kind) not in ("card", "piece"):
        return False
    zone, after = board.active_zone(bearer.kind), ability.hook == "after"
    counts_at = _counts_at(bearer.kind, board)
    verb = VERBS.by_name.get(ability.event.verb)
    if verb is None or verb.movement is None or verb.movement.to is not To.PLACE:
        return False
    if verb.movement.takes is From.SUPPLY:
        return not after or (bool(zone) and not verb.into_zones)
    if not after:
        return False
    tests = core.conjuncts(ability.test)
    target = [place for test in tests if (place := _required_place(test, ability))]
    return bool(target) and not _overlap(target, counts_at, board)


def _overlap(places: Sequence[str], counts_at: Sequence[str], board: Board) -> bool:
    """Whether a thing in one of these places may be where its abilities apply."""
    return not counts_at or any(may_be(a, b, board) for a in places for b in counts_at)


def _when(ability: CheckedAbility) -> str:
    gerund = VERBS.by_name[ability.event.verb].gerund
    return f"{'after' if ability.hook == 'after' else 'before'} {gerund}"
