"""Steps in a direction: `region after x`, `cell north of x`, `cells from x towards north`."""

from __future__ import annotations

from cardwright.board.types import PLAYER, Type, enum, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve import names
from cardwright.language.resolve.diagnostics.property_errors import no_property
from cardwright.language.resolve.dispatch import condition, expression, type_name
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.nouns.postmodifiers import location
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span

# --------------------------------------------------------------------- along a row


def step_along(node: ast.StepAlong, scope: Scope, expect: Type | None) -> Expr:
    """`region after x`: the next one or none; `regions after x`: all of them."""
    board, word = scope.context.board, node.noun
    noun, values = board.noun(word.text), board.enum_noun(word.text)
    if noun is None and not values:
        help = did_you_mean(word.text, [*board.kinds, *board.enums])
        raise CheckError("CW211", f"there is no `{word.text}` in an order", word.span, help)
    if noun == ("player", False):
        _refuse_yours_for_each(node, scope)
    back = node.side.kind == "BEFORE"
    of = require_one(node.origin, scope, enum(values) if noun is None else thing(noun[0]))
    if noun is None:
        at = property_of(values, of, node.origin.span, scope)
        several = word.text != values
        return _next(node, of, at, enum(values), several, back)
    kind, several = noun
    row = "player" if kind == "player" else board.row_kind(kind)
    if not row:
        message = f"{board.kinds[kind].plural} are in no order"
        raise CheckError("CW212", message, word.span, f"give the kind `{kind}` `ordered: true`")
    at = property_of(row, of, node.origin.span, scope)
    return _next(node, of, at, thing(kind), several, back)


def _refuse_yours_for_each(node: ast.StepAlong, scope: Scope) -> None:
    """Raises CheckError for `each player gives 1 gold to player after you`, which is one player,
    the same for all of them.
    """
    word = node.origin.lone_word if isinstance(node.origin, ast.NounPhrase) else None
    if scope.each and word is not None and word.text == "you":
        side = node.side.text
        message = f"this may be read as the one {side} each player, or {side} you"
        help = f"write `player {side} {scope.each}` for each of them; for yours, give it a name "
        help += f"before, as in `let x be player {side} you`"
        raise CheckError("CW219", message, node.span, help)


def _next(
    node: ast.StepAlong, of: Expr, at: Expr, type: Type, several: bool, back: bool
) -> hir.Next:
    if several and (type == PLAYER or type.base == "enum"):
        message, help = _only_the_next(node, type, "before" if back else "after")
        raise CheckError("CW217", message, node.noun.span, help)
    found = type.set() if several else type if type == PLAYER else type.maybe()
    return hir.Next(found, node.span, of, at, back)


def _only_the_next(node: ast.StepAlong, type: Type, side: str) -> tuple[str, str]:
    """The message and help if all members of the seats, or of an enum, are asked for."""
    word, from_ = node.noun.text, node.origin.span.text
    sign = "<" if side == "before" else ">"
    position, start = type.of, from_
    if type == PLAYER:
        position, start = "position of player in seats", f"position of {from_} in seats"
    message = f"`{word} {side} ...` is not possible: only the nearest of these can be asked for"
    help = f"write `{type.of} {side} {from_}` for the nearest one, "
    return message, help + f"or `{word} where {position} {sign} {start}` for all"


def require_one(node: ast.Expression, scope: Scope, expect: Type | None = None) -> Expr:
    """A single thing or word. Raises CheckError for a set."""
    found = expression(node, scope, expect)
    if found.type.many:
        help = "choose one first"
        raise CheckError("CW219", "specify from which one", node.span, help)
    return found


def property_of(kind: str, of: Expr, span: Span, scope: Scope) -> Expr:
    """The thing itself, if it is of a kind (or the word of an enum), else that property of it."""
    board = scope.context.board
    if of.type.of == kind or of.type.base == "none":
        return of
    known = of.type.base == "thing" and {of.type.of, kind} <= board.kinds.keys()
    if known and board.related(of.type.of, kind):
        return of
    found = names.property_of(kind, of, scope, span)
    if found is None or found.type.many:
        raise no_property(Word("NAME", kind, span), of, scope)
    return found


# --------------------------------------------------------------------- across a grid


def step_across(node: ast.NounPhrase, scope: Scope) -> Expr | None:
    """`cell north of x`: one step; None for any other phrase."""
    groups = node.words.groups
    if len(groups) != 2 or len(groups[0]) + len(groups[1]) != 2 or node.of is None:
        return None
    noun, word = groups[0][0], groups[1][0]
    kind = grid_of(noun, scope)
    way = _direction(word, kind, scope) if kind else None
    if way is None:
        return None
    board = scope.context.board
    if noun.text == board.kinds[kind].plural:
        help = f"write `{noun.text} from ... towards {word.text}`"
        raise CheckError("CW217", f"only one {kind} is a step away", node.span, help)
    of = require_one(node.of.argument, scope, thing(kind))
    at = property_of(kind, of, node.of.argument.span, scope)
    return hir.Towards(thing(kind).maybe(), node.span, kind, of, at, way, 0, 0, None, False)


def grid_of(word: Word, scope: Scope) -> str:
    """The kind of a grid with named directions that a noun is about; "" if none."""
    board = scope.context.board
    noun = board.noun(word.text)
    kind = board.grid_kind(noun[0]) if noun else ""
    grid = board.kinds[kind].grid if kind else None
    return kind if grid is not None and grid.directions else ""


def _directions(kind: str, scope: Scope, span: Span) -> Type:
    """The type of the directions of a grid. Raises AlreadyReported if their name was taken."""
    board = scope.context.board
    grid = board.kinds[kind].grid
    assert grid is not None
    if grid.directions and grid.directions not in board.enums:
        raise AlreadyReported(span)
    return enum(grid.directions)


def _direction(word: Word, kind: str, scope: Scope) -> Expr | None:
    expected = _directions(kind, scope, word.span)
    found = names.name(word, scope, expected)
    fits = found is not None and not found.type.many and found.type.one() == expected
    return found if fits else None


def across(
    node: ast.NounPhrase, kind: str, scope: Scope
) -> tuple[Expr, tuple[ast.Postmodifier, ...]] | None:
    """The set of `cells from x towards y while z`, and the other phrases that describe it.

    None if the phrase has no `towards`.
    """
    mods = node.postmodifiers
    at = next((n for n, mod in enumerate(mods) if isinstance(mod, ast.Towards)), None)
    if at is None:
        return None
    towards, before = mods[at], mods[at - 1] if at else None
    assert isinstance(towards, ast.Towards)
    if not isinstance(before, ast.Located) or not before.is_origin:
        help = f"write `{node.words.noun.text} from ... towards ...`"
        raise CheckError(
            "CW218", "`towards` belongs after `from` and one place", towards.span, help
        )
    bounds = [mod for mod in mods if isinstance(mod, ast.While | ast.Until)]
    rest = tuple(mod for mod in mods if mod not in (towards, before, *bounds))
    if len(bounds) > 1:
        help = "join conditions by `and` or `or`"
        raise CheckError("CW218", "only one `while` or `until` is possible", bounds[1].span, help)
    return _rays(node, kind, (before, towards), bounds[0] if bounds else None, scope), rest


def _rays(
    node: ast.NounPhrase,
    kind: str,
    where: tuple[ast.Located, ast.Towards],
    bound: ast.While | ast.Until | None,
    scope: Scope,
) -> hir.Towards:
    grid = grid_of(node.words.noun, scope)
    if not grid:
        message, help = f"{article(kind)} has no directions", _how_to_have_directions(kind, scope)
        raise CheckError("CW212", message, where[1].span, help)
    of = location(where[0], scope)
    if of.type.many:
        raise CheckError("CW219", "specify from which one", where[0].span, "choose one first")
    at = property_of(grid, of, where[0].span, scope)
    ways = _ways(where[1], grid, scope)
    _, way = scope.with_variable((), ways.type.one(), node.span)
    alias = node.alias.text if node.alias else kind
    inner, item = scope.with_variable((alias,), thing(kind), node.span)
    test = condition(bound.test, inner) if bound is not None else None
    until = isinstance(bound, ast.Until)
    ray = thing(grid).set()
    return hir.Towards(ray, node.span, grid, of, at, ways, way.index, item.index, test, until)


def _how_to_have_directions(kind: str, scope: Scope) -> str:
    if scope.context.board.grid_kind(kind):
        return "give its grid `directions: direction`, or another name for them"
    return "only cells of a grid have directions; for pieces, use their cells"


def _ways(node: ast.Towards, kind: str, scope: Scope) -> Expr:
    """A direction, or several: those of a set, or all with `any direction`."""
    expected, direction = _directions(kind, scope, node.span), node.direction
    word = direction.lone_word if isinstance(direction, ast.NounPhrase) else None
    if node.quantifier and word and scope.context.board.enum_noun(word.text) == expected.of:
        return core.Values(expected.set(), direction.span, expected.of)
    found = expression(direction, scope, expected)
    if found.type.one() != expected:
        message = f"expected {article(expected.of)}, found {type_name(found.type)}"
        raise CheckError("CW220", message, direction.span)
    return found
