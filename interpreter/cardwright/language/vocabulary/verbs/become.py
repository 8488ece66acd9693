"""`1 of your carts becomes a wagon`, `target becomes a copy of x`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.inflection import article
from cardwright.language.lower.expressions import design_of
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.counters.capacities import has_room_after_becoming
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.designs import (
    copied,
    design_named,
    refuse_misfit,
    refuse_other_root,
    refuse_unchangeable,
)
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, items_of
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    """The thing that becomes another is the subject of the statement."""

    form: ast.Form = one(ast.Form)


@dataclass(frozen=True, slots=True)
class Become(hir.ItemStatement):
    """`form` is a design, a thing to be copied, or None: the thing's original design."""

    form: Expr | None
    fits: tuple[core.Var, Expr] | None = None

    def lower(self, low: hir.Lowering) -> Block:
        ask, actor = low.choice(self.items.ask), low.expr(self.actor)
        if ask and isinstance(ask[0], core.Choose):
            ask = (replace(ask[0], source=self._fitting(ask[0].source, low)),)
        form = None if self.form is None else design_of(low.expr(self.form))
        kind = self.items.item.type.of if form is None else form.type.of

        def become(item: Expr) -> core.Stmt:
            made = core.Become(self.span, item, form, kind, actor)
            return made if self.fits is None else self._if_it_fits(item, made, low)

        return (*ask, *low.apply_to(self.items, become, self.span))

    def _if_it_fits(self, item: Expr, made: core.Stmt, low: hir.Lowering) -> core.Stmt:
        assert self.fits is not None
        var, fits = self.fits
        return core.If(self.span, core.replaced(low.expr(fits), var, item), (made,), ())

    def _fitting(self, source: Expr, low: hir.Lowering) -> Expr:
        """The members that would have room where they are."""
        if self.fits is None:
            return source
        var, fits = self.fits
        return core.Filter(source.type, self.span, var.index, source, low.expr(fits))

    def can_change(self, low: hir.Lowering) -> Expr:
        return core.Exists(FLAG, self.span, self._fitting(self.taken(low), low))

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        return sentences.becoming(self.verb, self.items, self.form, rest)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    if act.subject is None:
        message, help = "specify what becomes another thing", "as in `x becomes a KIND`"
        raise CheckError("CW219", message, clause.span, help)
    actor = acting_player(scope, clause.span)
    _refuse_flag(clause.form, act.subject, scope)
    items = items_of("become", act.subject, act, scope)
    kind = items.item.type.of
    refuse_unchangeable(kind, act.subject.span, scope)
    form = _form(clause.form, kind, scope)
    _, one = scope.with_variable((), items.item.type.one(), clause.span)
    fits = has_room_after_becoming(one, None if form is None else design_of(form), scope)
    room = None if fits is None else (one, fits)
    return (Become(clause.span, VERB, actor, items, form, room),)


def _refuse_flag(form: ast.Form, what: ast.Phrase, scope: Scope) -> None:
    """Raises CheckError for `town becomes burnt`."""
    board, word = scope.context.board, form.word if isinstance(form, ast.NamedForm) else None
    if word is None or not any(word.text in kind.fields for kind in board.kinds.values()):
        return
    kind = expression(what.value, scope).type.of
    flag = board.field(kind, word.text) if kind in board.kinds else None
    if flag is None or flag.printed or flag.type != FLAG:
        return
    said, before = what.span.text, ""
    if what.quantifier is not None and not isinstance(what.quantifier, ast.Every):
        said, before = "x", f"choose first: `choose {said}, as x`, then "
    help = f"{before}write `set {flag.name} of {said} to yes`"
    raise CheckError("CW220", f"`{flag.name}` is a flag of {article(kind)}", word.span, help)


def _form(node: ast.Form, kind: str, scope: Scope) -> Expr | None:
    match node:
        case ast.CopyForm():
            found = _copied(node, kind, scope)
        case ast.NamedForm():
            found = design_named(node.word, kind, scope)
        case _:
            return None
    refuse_other_root(found.type, kind, node.span, scope)
    refuse_misfit(found.type, kind, node.span, scope)
    return found


def _copied(node: ast.CopyForm, kind: str, scope: Scope) -> Expr:
    found = copied(node.of, kind, scope)
    if found.type.base not in ("thing", "design") or found.type.many:
        raise CheckError("CW220", f"expected one thing, found {found.type}", node.of.span)
    return found


VERB = Verb(
    name="become",
    participle="changed",
    pattern="{form:form}",
    changes="state",
    log="{thing} becomes {form}",
    example="1 of your carts becomes a wagon",
    doc="Turn a thing into another. It keeps its state, its owner, its place and what is on it: "
    "`becomes a dragon`, `becomes a copy of x`, `becomes itself again`.",
    clause=Clause,
    resolve=_resolve,
    statement=core.Become,
    of_subject=True,
    rank=19,
)
