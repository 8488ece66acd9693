"""Choices: who chooses, from what, how many, within which limits, under which name."""

from __future__ import annotations

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.amounts import amount, bounds
from cardwright.language.core import Block, Expr
from cardwright.language.expressions import a_set, expression
from cardwright.language.nounwords import article
from cardwright.language.phrases import lit, property_of
from cardwright.language.problems import Problem, which
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node, Word
from cardwright.language.unknown import properties
from cardwright.language.whereabouts import QUANTS
from cardwright.source.records import dataclass
from cardwright.source.text import Span


def who_acts(scope: Scope, span: Span) -> Expr:
    if scope.chooser is None:
        raise Problem("CW213", "nobody is there to do this", span, "say who, as in `each player`")
    return scope.chooser


def phrase_of(node: Node, scope: Scope, expect: Type | None = None) -> tuple[Node | None, Expr]:
    quant = next((n for n in node.nodes() if n.kind in QUANTS), None)
    return quant, expression(node.nodes()[-1], scope, expect)


@dataclass(frozen=True, slots=True)
class Tails:
    names: tuple[Word, ...]
    limits: tuple[Node, ...]
    random: bool


def tails_of(node: Node) -> Tails:
    names = [w for t in node.nodes("tail_as") for w in t.words("NAME")]
    limits = node.nodes("tail_limit") + node.nodes("tail_different")
    return Tails(tuple(names), tuple(limits), bool(node.nodes("tail_random")))


def choose(verb: Node, tails: Tails, scope: Scope) -> Block:
    phrase = verb.nodes("phrase")[0]
    quant, source = phrase_of(phrase, scope)
    source = as_source(source, phrase, scope)
    if quant is None:
        quant = one(phrase)
    if len(tails.names) > 1:
        return _choose_some(source, quant, tails, verb.span, scope)
    reg, statements = picked(source, quant, tails, verb.span, scope)
    for word in tails.names:
        scope.bind(word, reg)
    if not tails.names:
        scope.names[source.type.of] = reg
    return statements


def one(phrase: Node) -> Node:
    return Node("some", (Word("ONE", "one", phrase.span),), phrase.span)


def as_source(source: Expr, phrase: Node, scope: Scope) -> Expr:
    if source.type.base == "zone":
        return a_set(phrase.nodes()[-1], scope)
    if not source.type.many:
        return core.SetOf(source.type.set(), source.span, (source,))
    return source


def _choose_some(source: Expr, quant: Node, tails: Tails, span: Span, scope: Scope) -> Block:
    """`choose 2 ..., as first and second`: one name for each."""
    low, high = bounds(quant, scope)
    many = scope.counter.register()
    chosen = core.Reg(source.type, span, many)
    limits = limits_of(tails, source, scope)
    ask = core.Choose(span, many, who_acts(scope, span), source, low, high, True, limits,
                      secret=scope.secret, random=tails.random)  # fmt: skip
    done: list[core.Stmt] = [ask]
    for index, word in enumerate(tails.names):
        reg = scope.bind_new(word, source.type.one().maybe())
        member = core.Ends(reg.type, word.span, chosen, False, lit(index, word.span))
        done.append(core.Let(word.span, reg.index, member))
    return tuple(done)


def picked(
    source: Expr,
    quant: Node,
    tails: Tails,
    span: Span,
    scope: Scope,
    again: bool = False,
    how_many: tuple[Expr, Expr | None] | None = None,
) -> tuple[core.Reg, Block]:
    """A choice from `source` as the quantifier says, in a new register."""
    limits = limits_of(tails, source, scope)
    if quant.kind == "every" and how_many is None:
        source = core.Contents(source.type, span, source) if source.type.base == "zone" else source
        reg = core.Reg(source.type, span, scope.counter.register())
        return reg, (core.Let(span, reg.index, source),)
    low, high = how_many or bounds(quant, scope)
    many = not at_most_one(quant) or how_many is not None
    type = source.type if many else source.type.one().maybe()
    reg = core.Reg(type, span, scope.counter.register())
    ask = core.Choose(span, reg.index, who_acts(scope, span), source, low, high, many, limits,
                      again, scope.secret, tails.random)  # fmt: skip
    return reg, (ask,)


def at_most_one(quant: Node) -> bool:
    if quant.kind == "some":
        return True
    word = quant.nodes()[0].word("INT") if quant.nodes() else None
    return quant.kind in ("exactly", "up_to") and word is not None and int(word.text) <= 1


def limits_of(tails: Tails, source: Expr, scope: Scope) -> tuple[core.Limit, ...]:
    return tuple(_limit(node, source, scope) for node in tails.limits)


def _limit(node: Node, source: Expr, scope: Scope) -> core.Limit:
    word = node.words("NAME")[-1]
    most = amount(node.nodes()[0], scope) if node.kind == "tail_limit" else lit(1, node.span)
    inner, var = scope.with_variable((), source.type.one(), node.span)
    key: Expr | None = var if _is_itself(word, source, scope) else None
    key = key or property_of(word.text, var, inner, word.span)
    if key is None:
        known = [*properties(source.type.one(), inner), *scope.world.board.kinds]
        raise Problem("CW212", f"{article(source.type.of)} has no `{word.text}`", word.span,
                      which(word.text, known))  # fmt: skip
    return core.Limit(most, var.index, key)


def _is_itself(word: Word, source: Expr, scope: Scope) -> bool:
    if word.text in scope.world.board.kinds:
        return scope.world.board.is_a(source.type.of, word.text)
    return word.text == source.type.of
