"""`create 2 scouts on each iron base`, `create an echo that is a copy of x on a base`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.inflection import article
from cardwright.language.lower.expressions import design_of
from cardwright.language.lower.possible_changes import all_of, given
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.designs import copied, refuse_other_root
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import lives_on, one_player
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import maybe, one
from cardwright.language.vocabulary.verbs.place import Place, placing
from cardwright.source.records import dataclass

MOVEMENT = Movement("create", From.SUPPLY, To.PLACE, creates=True)


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    """The destination is at the end of the item's phrase, as for `place`."""

    item: ast.Phrase = one(ast.Phrase)
    owner: ast.Phrase | None = maybe(ast.Phrase)


@dataclass(frozen=True, slots=True)
class Create(Place):
    """`form` is the original of the tokens' copies; `owner` is their owner, if not the actor.

    `result` holds the token, if the author named it.
    """

    form: Expr | None = None
    owner: Expr | None = None
    result: core.Reg | None = None

    def taken(self, left: Expr, to: Expr, actor: Expr, low: hir.Lowering) -> core.Move:
        form = design_of(low.expr(self.form)) if self.form is not None else None
        kind = left.type.of
        # of the things that react to it, also those that react to the copied kind
        if form is not None:
            kind = _shared(kind, form.type.of, low)
        owner = low.expr(self.owner) if self.owner is not None else None
        result = self.result.index if self.result is not None else None
        return core.Move(self.span, MOVEMENT, left, kind, to, actor, result=result, form=form,
                         owner=owner)  # fmt: skip

    def needs(self, expr: hir.Rewriter) -> Expr | None:
        return None

    def can_change(self, low: hir.Lowering) -> Expr:
        """Whether there is a place for it; an empty pool is an error, which must not go
        unnoticed.
        """
        if isinstance(self.ask, core.Choose):
            return core.Exists(FLAG, self.span, low.expr(self.ask.source))
        tests = [given(e) for e in (low.expr(self.to), low.expr(self.supply)) if e.type.optional]
        return all_of(tests) if tests else core.Lit(FLAG, self.span, 1)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        lines = sentences.ask(self.ask, rest)
        item = sentences.pieces(self.supply, self.to, self.actor, whole=self.whole is not None)
        if self.form is not None:
            item += f" that is a copy of {sentences.phrase(self.form)}"
        to = sentences.destination(self.to, self.actor)
        if self.owner is not None:
            to += f" for {sentences.phrase(self.owner)}"
        if self.result is not None:
            to += sentences.called(self.result, rest)
        return [*lines, sentences.sentence(self.verb, self.actor, item=item, to=to)]


def _shared(kind: str, other: str, low: hir.Lowering) -> str:
    """The nearest common parent of two kinds."""
    board = low.board
    return next((k for k in board.ancestors(kind) if board.is_a(other, k)), "thing")


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    phrase, form = _without_copy(clause.item, scope)
    made = placing(VERB, phrase, act, scope)
    kind, board = made.supply.type.of, scope.context.board
    if not board.token_of(kind):
        message = f"{article(kind)} is not a token, so it can't be created"
        help = f"add `token: 12` to the kind `{kind}`, or to one that is its own, as in "
        help += f"`recruit: {{is: {kind}, token: 12}}`"
        other = "move" if board.root(kind) == "card" else "place"
        help += f"; write `{other}` for what is in supply"
        raise CheckError("CW220", message, clause.item.span, help)
    if form is not None:
        refuse_other_root(form.type, kind, form.span, scope)
        lives_on(form.type.of, made.to.type, clause.item.span, scope)
    owner = one_player(clause.owner, scope) if clause.owner is not None else None
    result = _named(made, act, scope)
    return (Create(made.span, VERB, made.actor, made.supply, made.to, made.ask, made.each,
                   made.whole, form, owner, result),)  # fmt: skip


def _without_copy(phrase: ast.Phrase, scope: Scope) -> tuple[ast.Phrase, Expr | None]:
    """The phrase without `copy of x`, and x."""
    noun = phrase.value
    mods = noun.postmodifiers if isinstance(noun, ast.NounPhrase) else ()
    found = next((m for m in mods if isinstance(m, ast.Copying)), None)
    if found is None or not isinstance(noun, ast.NounPhrase):
        return phrase, None
    left = replace(noun, postmodifiers=tuple(m for m in mods if m is not found))
    return replace(phrase, value=left), copied(found.of, "", scope)


def _named(made: Place, act: ast.Act, scope: Scope) -> core.Reg | None:
    """The register of the token that the author names. Raises CheckError for several tokens."""
    if not act.names:
        return None
    if made.each is not None or made.whole is not None or len(act.names) > 1:
        message, help = "several tokens can't have one name", "create them one at a time"
        raise CheckError("CW219", message, act.names[0].span, help)
    return scope.bind_new(act.names[0], made.supply.type.one().maybe())


VERB = Verb(
    name="create",
    pattern="{item:phrase} [for {owner:phrase}]",
    changes="location",
    wording="create {item} on {to}",
    log="{who} creates {thing} on {end}",
    example="create 2 scouts on dover",
    doc="Bring tokens of a kind with `token` into play; they are yours. With `that is a copy of "
    "x`, they are copies of x. They vanish when they leave the board, or go to a zone that "
    "keeps no tokens.",
    clause=Clause,
    resolve=_resolve,
    movement=MOVEMENT,
    into_zones=True,
    there="where it goes",
    rank=20,
)
