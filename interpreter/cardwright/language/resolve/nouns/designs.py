"""Designs, which copies share. A definition is one, and so are the pieces of a kind without
definitions.

Decides how a design is named, and which things may change to another one.
"""

from __future__ import annotations

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.board.types import FLAG, Type, design
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span


def design_named(word: Word, kind: str, scope: Scope) -> Expr:
    """The design that a word names, for comparison with things of a kind.

    Raises CheckError for a kind with several designs, and for any other word.
    """
    board, text = scope.context.board, word.text
    if (found := instance_near(kind, text, board)) is not None:
        return named_design(found[0], found[1], word.span)
    noun = board.noun(text)
    if noun is None:
        if text in scope.names:
            raise CheckError("CW211", f"`{text}` is one thing, not a design", word.span,
                             f"write `a copy of {text}`")  # fmt: skip
        raise CheckError("CW211", f"there is nothing called `{text}` to become", word.span,
                         which(text, designs_near(kind, board)))  # fmt: skip
    defined = [id for below in board.below(noun[0]) for id in board.things.get(below, {})]
    if defined:
        message = f"a {noun[0]} can be one of several"
        raise CheckError("CW215", message, word.span, which("", defined))
    return named_design(noun[0], noun[0], word.span)


def copied(node: ast.Expression, kind: str, scope: Scope) -> Expr:
    """The design that something is a copy of: that of a named definition, or of a thing."""
    word = node.lone_word if isinstance(node, ast.NounPhrase) else None
    if word is not None and word.text not in scope.names:
        found = instance_near(kind, word.text, scope.context.board)
        if found is not None:
            return named_design(*found, word.span)
    return expression(node, scope)


def named_design(kind: str, name: str, span: Span) -> core.Named:
    return core.Named(design(kind), span, kind, name)


def instance_near(kind: str, name: str, board: Board) -> tuple[str, str] | None:
    """A definition of this name: of the kind, else with the same root, else any."""
    found, known = board.things_named(name), kind in board.kinds
    near = [t for t in found if known and board.is_a(t.kind, kind)]
    alike = [t for t in found if known and board.root(t.kind) == board.root(kind)]
    one = (near or alike or found)[:1]
    return (one[0].kind, one[0].id) if one else None


def is_one_of(item: Expr, found: Thing, span: Span) -> Expr:
    """The condition that something is a copy of a definition of which there are several."""
    return hir.IsCopy(FLAG, span, item, named_design(found.kind, found.id, span))


def with_copies(found: Expr, scope: Scope) -> Thing | None:
    """The definition that is named, if there are several things of it."""
    if not isinstance(found, core.Named) or found.type.base != "thing":
        return None
    thing = scope.context.copied(found.name)
    return thing if thing is not None and thing.kind == found.owner else None


def several(found: Expr, scope: Scope) -> Expr:
    """All copies of a definition instead of the first; anything else unchanged."""
    if (thing := with_copies(found, scope)) is None:
        return found
    source = core.Domain(found.type.set(), found.span, thing.kind)
    _, var = scope.with_variable((), found.type.one(), found.span)
    test = is_one_of(var, thing, found.span)
    return core.Filter(source.type, found.span, var.index, source, test)


def designs_near(kind: str, board: Board) -> list[str]:
    root = board.root(kind) if kind in board.kinds else ""
    return [t.id for group in board.things.values() for t in group.values()
            if board.root(t.kind) == root]  # fmt: skip


def refuse_unchangeable(kind: str, span: Span, scope: Scope) -> None:
    """Raises CheckError for players, places and dice: only other pieces and cards may change."""
    board = scope.context.board
    if kind in board.kinds and (
        board.root(kind) not in ("piece", "card") or board.is_a(kind, "die")
    ):
        message = f"{article(kind)} can't become another thing"
        raise CheckError("CW220", message, span, "only pieces and cards can")


def refuse_misfit(type: Type, kind: str, span: Span, scope: Scope) -> None:
    """Raises CheckError for a thing that can never be where such a thing is."""
    board, found = scope.context.board, type.of
    here, there = (board.lives_on(k) if k in board.kinds else () for k in (kind, found))
    apart = not any(board.related(a, b) for a in here for b in there)
    if here and there and apart:
        message = f"{article(found)} can't be where {article(kind)} is"
        places = [" or ".join(map(article, on)) for on in (here, there)]
        help = f"{article(kind)} can be on {places[0]}, {article(found)} on {places[1]}"
        raise CheckError("CW220", message, span, help)


def refuse_other_root(type: Type, kind: str, span: Span, scope: Scope) -> None:
    """Raises CheckError for a card that would become a piece."""
    board = scope.context.board
    if type.of in board.kinds and kind in board.kinds and board.root(type.of) != board.root(kind):
        message = f"{article(kind)} can't become {article(type.of)}"
        help = f"one is a {board.root(kind)}, the other a {board.root(type.of)}"
        raise CheckError("CW220", message, span, help)
