"""Choices: who chooses, from which set, how many, within which limits, and the names of the
results.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import LASTING
from cardwright.board.types import PLAYER, Type
from cardwright.language import core, hir
from cardwright.language.core import Expr, lit
from cardwright.language.inflection import article, spaced
from cardwright.language.resolve.ambiguities.face_down_order import refuse_unsaid_order
from cardwright.language.resolve.ambiguities.named_kinds import (
    chosen_first,
    refuse_named,
    refuse_named_one,
)
from cardwright.language.resolve.diagnostics.known_names import itself, properties
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.names import property_of
from cardwright.language.resolve.nouns.designs import several, with_copies
from cardwright.language.resolve.nouns.sets import a_set
from cardwright.language.resolve.quantities import Bounds, amount, at_most_one, bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.one_line import written
from cardwright.source.text import Span

Named = ast.Phrase | ast.Quantified | ast.Expression
"""What names somebody, with or without a number: `rival`, `1 of players`."""


def acting_player(scope: Scope, span: Span) -> Expr:
    """The acting player. Raises CheckError if there is none."""
    if scope.chooser is None:
        raise CheckError(
            "CW213", "no player is acting here", span, "specify who acts, as in `each player`"
        )
    return scope.chooser


def as_source(source: Expr, phrase: ast.Phrase, scope: Scope) -> Expr:
    """The set that can be chosen from: a set, the contents of a zone, or a single thing."""
    refuse_named(phrase.quantifier, phrase.value, scope)
    if source.type.base == "zone":
        return a_set(phrase.value, scope)
    if not source.type.many:
        return core.SetOf(source.type.set(), source.span, (source,))
    return source


def picked(
    source: Expr,
    quantifier: ast.Quantifier | None,
    act: ast.Act | None,
    span: Span,
    scope: Scope,
    *,
    again: bool = False,
    how_many: Bounds | None = None,
) -> tuple[core.Reg, core.Choose | core.Let]:
    """A choice from `source` with the quantifier (None: one), in a new register.

    `act` has the limits. For *all*, nothing is chosen.
    """
    limits = limits_of(act, source, scope)
    if isinstance(quantifier, ast.Every) and how_many is None:
        source = core.Contents(source.type, span, source) if source.type.base == "zone" else source
        reg = core.Reg(source.type, span, scope.allocator.register())
        return reg, core.Let(span, reg.index, source)
    one = (lit(1, span), lit(1, span))
    low, high = how_many or (bounds(quantifier, scope) if quantifier else one)
    many = how_many is not None or (quantifier is not None and not at_most_one(quantifier))
    type = source.type if many else source.type.one().maybe()
    reg = core.Reg(type, span, scope.allocator.register())
    random = act is not None and act.at_random is not None
    ask = core.Choose(span, reg.index, acting_player(scope, span), source, low, high, many, limits,
                      again, scope.secret, random, prompt=scope.prompt)  # fmt: skip
    return reg, ask


def limits_of(act: ast.Act | None, source: Expr, scope: Scope) -> tuple[core.Limit, ...]:
    return tuple(_limit(limit, source, scope) for limit in (act.limits if act else ()))


def _limit(node: ast.Limit, source: Expr, scope: Scope) -> core.Limit:
    assert isinstance(node, ast.AtMostPer | ast.DifferentPer)
    word = node.key
    most = amount(node.amount, scope) if isinstance(node, ast.AtMostPer) else lit(1, node.span)
    inner, var = scope.with_variable((), source.type.one(), node.span)
    key: Expr | None = var if _is_itself(word, source, scope) else None
    key = key or property_of(word.text, var, inner, word.span)
    if key is None:
        known = [*properties(source.type.one(), inner), *scope.context.board.kinds]
        what = article(source.type.of or str(source.type.one()))
        raise CheckError("CW212", f"{what} has no `{word.text}`", word.span,
                         _per_owner(word, source) or which(word.text, known))  # fmt: skip
    return core.Limit(most, var.index, key)


def _per_owner(word: Word, source: Expr) -> str:
    """Help for `, at most 1 per player`, of pieces."""
    return "write `owner`" if word.text == "player" and source.type.base == "thing" else ""


def _is_itself(word: Word, source: Expr, scope: Scope) -> bool:
    if word.text in scope.context.board.kinds:
        return scope.context.board.is_a(source.type.of, word.text)
    return word.text == source.type.of


def bind(words: Sequence[Word], item: Expr, scope: Scope) -> None:
    """Binds the author's names to the things that a verb acts on."""
    for word in words:
        scope.names[word.text] = item


# ------------------------------------------------------------------- what verbs work on


def items_of(verb: str, phrase: ast.Phrase, act: ast.Act, scope: Scope) -> hir.Items:
    """The things a verb acts on, with the choice of them if there is one."""
    source = expression(phrase.value, scope)
    refuse_named(phrase.quantifier, phrase.value, scope)
    if phrase.quantifier is not None:
        source = several(source, scope)
    else:
        _refuse_several(source, phrase, scope)
    uncounted = phrase.quantifier is None and _leaves_open(source, phrase.value)
    if source.type.base == "zone":
        source = a_set(phrase.value, scope)
    if source.type.base != "thing":
        past = scope.context.parser.verbs.by_name[verb].past
        message = f"{article(str(source.type))} can't be {past}"
        raise CheckError("CW220", message, phrase.span)
    refuse_fixed(verb, source.type, phrase.span, scope)
    if uncounted:
        raise not_counted(phrase.span)
    if phrase.quantifier is None:
        return hir.Items(source, None, source.type.many)
    if not source.type.many:
        source = core.SetOf(source.type.set(), source.span, (source,))
    refuse_unsaid_order(source, phrase, act, scope)
    reg, ask = picked(source, phrase.quantifier, act, phrase.span, scope)
    return hir.Items(reg, ask, reg.type.many)


def _leaves_open(source: Expr, said: ast.Expression) -> bool:
    """Whether a phrase without a number may be about some of its things, or about all of them."""
    described = core.Domain | core.Filter | core.Contents | core.Difference | hir.Together
    return isinstance(source, described) and not isinstance(said, ast.EverythingIn)


def not_counted(span: Span) -> CheckError:
    return CheckError("CW219", "specify how many", span, "as in `1`, `up to 2` or `all`")


def _refuse_several(source: Expr, phrase: ast.Phrase, scope: Scope) -> None:
    """Raises CheckError for a definition with copies, if a single thing is needed.

    In a scenario it is the first of them.
    """
    found = with_copies(source, scope)
    if found is not None and not scope.context.checked:
        own = itself(scope, found.kind)
        help = f"as in `a {found.id} in ...`, or choose one first: `choose a {found.id}, as x`"
        help = f"{own}; another one, {help}" if own else help
        message = f"there are {found.copies} copies of `{found.id}`"
        raise CheckError("CW215", message, phrase.span, help)


def refuse_supply(source: Expr, span: Span, message: str, help: str) -> None:
    """Raises CheckError for things that are said to be in supply."""
    while isinstance(source, core.Filter | core.ArgMax | core.SortBy | core.StartFrom | core.Only):
        source = source.source
    if isinstance(source, core.Domain) and source.supply:
        raise CheckError("CW237", message, span, help)


def refuse_fixed(verb: str, item: Type, span: Span, scope: Scope) -> None:
    """Raises CheckError for places and lasting effects, unless the verb can act on these."""
    board, known = scope.context.board, scope.context.parser.verbs.by_name[verb]
    root = board.root(item.of) if item.of in board.kinds else ""
    if root == LASTING and LASTING not in known.also_of:
        message = f"{article(spaced(item.of))} can't be {known.past}"
        raise CheckError("CW220", message, span, "it lasts until it ends; write `end`")
    if root == "place" and "place" not in known.also_of:
        message = f"{article(item.of)} is a place; it can't be {known.past}"
        raise CheckError("CW220", message, span, f"only pieces and cards can be {known.past}")


def lives_on(kind: str, place: Type, span: Span, scope: Scope) -> None:
    """Raises CheckError if such things can't be on places of this kind, or in this zone.

    Notes the kind if only play shows whether they can: `to place of boat`, which may be an isle.
    """
    board = scope.context.board
    if place.base == "zone":
        _holds(place.of, kind, span, scope)
    on = board.lives_on(kind) if kind in board.kinds else ()
    if place.base == "thing" and not any(board.is_a(place.of, k) for k in on):
        scope.context.misplaced.add(kind)
    if not on or place.base != "thing" or place.of not in board.kinds:
        return
    if not any(board.related(place.of, k) for k in on):
        raise CheckError("CW220", f"{article(kind)} can't be on {article(place.of)}", span,
                         "it can only be on " + " or ".join(article(k) for k in on))  # fmt: skip


def _holds(zone: str, kind: str, span: Span, scope: Scope) -> None:
    """Raises CheckError if such things can't be in this zone."""
    board = scope.context.board
    holds = board.zones[zone].holds if zone in board.zones else "thing"
    token = kind in board.kinds and zone in board.zones and board.token_of(kind)
    if token and not board.holds_token(board.zones[zone], kind):
        message = f"{article(kind)} is a token, which `{zone}` does not keep"
        help = f"write `remove`, or a zone that holds {board.kinds[kind].plural}"
        raise CheckError("CW220", message, span, help)
    if kind not in board.kinds or board.related(kind, holds):
        return
    message = f"{article(kind)} can't be in `{zone}`, which holds {board.kinds[holds].plural}"
    raise CheckError("CW220", message, span, f"use a zone that can hold {board.kinds[kind].plural}")


def place_expected(kind: str, scope: Scope) -> Type | None:
    """The kind of place where such pieces go, expected for an ambiguous name."""
    board = scope.context.board
    on = board.lives_on(kind) if kind in board.kinds else ()
    return Type("thing", on[0]) if on else None


def choose_first(what: Named, scope: Scope, then: str = "") -> str:
    """Help for a number of players where nobody is asked which: `1 of players`."""
    quantifier, _ = _numbered(what)
    some = written([what]) if quantifier else f"1 of {written([what])}"
    each = "x" if quantifier is None or at_most_one(quantifier) else "each of x"
    return chosen_first(some, scope, f"{each}{then}")


def one_player(what: Named, scope: Scope) -> Expr:
    """The player that a phrase names. Raises CheckError for anything else."""
    quantifier, whose = _numbered(what)
    refuse_named_one(quantifier, whose, scope)
    found = expression(whose, scope, PLAYER)
    if found.type.one() != PLAYER:
        raise CheckError("CW220", f"expected a player, found {found.type}", what.span)
    if found.type.many:
        raise CheckError("CW219", "specify which player", what.span, choose_first(what, scope))
    return found


def _numbered(
    what: Named,
) -> tuple[ast.Quantifier | None, ast.Expression]:
    """The number of a phrase, if it has one, and the rest."""
    match what:
        case ast.Phrase():
            return what.quantifier, what.value
        case ast.Quantified():
            return what.quantifier, what.noun
    return None, what
