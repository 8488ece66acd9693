"""Statements: control flow, choices and repetition. Verbs resolve their own clauses.

All choices of a statement are made before anything happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from cardwright.board.types import PLAYER, UNKNOWN
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.resolve.ambiguities.counted_again import refuse_counted_again
from cardwright.language.resolve.ambiguities.omitted_subjects import (
    refuse_chooser,
    refuse_continued,
)
from cardwright.language.resolve.ambiguities.shared_places import refuse_shared_places
from cardwright.language.resolve.conditions.known_kinds import with_known_kinds, with_unknown_kinds
from cardwright.language.resolve.diagnostics.missing_names import missing_names
from cardwright.language.resolve.diagnostics.undeclared_words import with_undeclared
from cardwright.language.resolve.diagnostics.unused_clauses import refuse_unused_clauses
from cardwright.language.resolve.dispatch import condition, expression, statement
from cardwright.language.resolve.error_recovery import (
    bind_first_line,
    bind_names,
    bind_unknown_name,
    report_error,
    type_of_unknown,
    unnamed,
)
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.nouns.sets import a_set, by_values, direction, in_order_of
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.quantities import amount
from cardwright.language.resolve.quoted import quoted
from cardwright.language.resolve.scope import Scope, StatementRule
from cardwright.language.resolve.statements import calls
from cardwright.language.resolve.statements.choices import acting_player
from cardwright.language.resolve.statements.distributed import distributed, repeated
from cardwright.language.resolve.statements.ranks import rank
from cardwright.language.resolve.statements.simultaneous_choices import (
    refuse_without_their,
    simultaneous_choice,
)
from cardwright.language.resolve.statements.subjects import with_subject
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node

Head = TypeVar("Head", bound=Node)


def block(statements: Sequence[ast.Statement], scope: Scope) -> Block:
    """Resolves one statement after another; an error in one does not hide the next."""
    done: list[core.Stmt] = []
    for number, node in enumerate(statements, 1):
        try:
            done += statement(node, scope)
        except CheckError as error:
            found = error if _has_block(node) else with_undeclared(node, error, scope)
            report_error(found, scope.context)
            left_out = missing_names(node, statements[number:], scope)
            bind_names(node, found, scope, left_out)
            bind_unknown_name(found, scope)
    return tuple(done)


def _has_block(node: ast.Statement) -> bool:
    return any(isinstance(part, ast.Suite | ast.EffectText) for part in node.walk())


def _suite(node: ast.Suite, scope: Scope) -> Block:
    return block(node.statements, scope.inner())


def _sequence(node: ast.Sequence, scope: Scope) -> Block:
    """Raises CheckError for `may X, then Y`: it is ambiguous whether Y happens after a *no*."""
    for clause in node.statements[:-1]:
        if isinstance(clause, ast.May):
            help = "put both below `may:`, or put what always happens on its own line"
            message = "it is unclear whether the rest happens after a *no*"
            raise CheckError("CW234", message, clause.span, help)
    refuse_continued(node.statements, scope)
    refuse_counted_again(node.statements, scope)
    return block(node.statements, scope)


# --------------------------------------------------------------------- verb statements


def _act(node: ast.Act, scope: Scope) -> Block:
    if node.secretly:
        scope = replace(scope, secret=True)
    verb = scope.context.parser.verbs.by_form[node.clause.word.text]
    each = distributed(node.clause, verb)
    if each is not None:
        return repeated(node, each, scope, _act)
    said, prompt = quoted(node.prompt, scope)
    found: Block = verb.resolve(node.clause, node, replace(scope, prompt=prompt))
    refuse_shared_places(node.clause, scope)
    refuse_unused_clauses(node, found, scope)
    return (*said, *found)


def _act_of(node: ast.Act, scope: Scope) -> Block:
    """A verb statement; some verbs are about their subject: `x becomes a copy of y`."""
    if (their := node.as_their) is not None:
        return simultaneous_choice(node, their, scope)
    refuse_without_their(node, scope)
    verb = scope.context.parser.verbs.by_form[node.clause.word.text]
    return _act(node, scope) if verb.of_subject else with_subject(_act)(node, scope)


# --------------------------------------------------------------------------- structure


def _let(node: ast.Let, scope: Scope) -> Block:
    value = expression(node.value, scope)
    reg = scope.bind_new(node.name, value.type)
    return (core.Let(node.span, reg.index, value),)


def _if(node: ast.If, scope: Scope) -> Block:
    first, then = _branch_if(node, scope)
    other: Block = ()
    for part in reversed(node.branches):
        if isinstance(part, ast.Otherwise):
            other = _suite(part.body, scope)
        else:
            other = (hir.OtherwiseIf(part.span, *_branch_if(part, scope), other),)
    return (core.If(node.span, first, then, other),)


def _branch_if(node: ast.If | ast.OtherwiseIf, scope: Scope) -> tuple[Expr, Block]:
    test = _recovered(condition, node.test, scope)
    of_unknown = with_unknown_kinds(node.test, scope) if test.type == UNKNOWN else None
    return test, _suite(node.body, of_unknown or with_known_kinds(test, scope))


def _recovered(resolve: Callable[[Head, Scope], Expr], head: Head, scope: Scope) -> Expr:
    """What a statement begins with; an error in it is reported here, so that its body is checked
    too."""
    try:
        return resolve(head, scope)
    except CheckError as error:
        found = with_undeclared(head, error, scope)
        report_error(found, scope.context)
        bind_unknown_name(found, scope)
        return core.Lit(UNKNOWN, head.span, 0)


def _for_each(node: ast.ForEach, scope: Scope) -> Block:
    members = node.members
    try:
        source = a_set(members.source, scope)
    except CheckError as error:
        return _of_unknown(error, node, scope)
    name = members.name.text if members.name else source.type.of
    source = _in_order(source, name, node.orders, scope)
    inner = _in_loop(scope)
    inner.each = name if source.type.one() == PLAYER else scope.each
    if members.name is None:
        reg = inner.bind_register(name, source.type.one(), members.span)
    else:
        reg = inner.bind_new(members.name, source.type.one())
    return (core.ForEach(node.span, reg.index, source, _suite(node.body, inner)),)


def _in_order(source: core.Expr, name: str, orders: Sequence[ast.Order], scope: Scope) -> core.Expr:
    """The members in the order given by `in order of` and `starting with`."""
    one = source.type.one()
    for order in orders:
        if isinstance(order, ast.InOrderOf):
            keys = by_values(order.value, direction(order.direction, "lowest"), order.ties)
            source = in_order_of(source, keys, name, order.span, scope)
        elif isinstance(order, ast.StartingWith):
            start = expression(order.value, scope, one)
            if start.type.many and isinstance(order.value, ast.NounPhrase):
                help = "`where` and `with` come before `starting with`"
                raise CheckError("CW220", f"expected one {one.of}", start.span, help)
            checked_argument(start, one, start.span, scope)
            source = core.StartFrom(source.type, order.span, source, start)
    return source


def _rank(node: ast.Rank, scope: Scope) -> Block:
    return rank(node, scope, _suite)


def _in_loop(scope: Scope) -> Scope:
    inner = scope.inner()
    inner.in_loop = True
    return inner


def _of_unknown(error: CheckError, node: ast.ForEach, scope: Scope) -> Block:
    """For a loop over an unknown set: reports its error and those in its body."""
    error = with_undeclared(node.members, error, scope)
    report_error(error, scope.context)
    members, inner = node.members.source, _in_loop(scope)
    type = type_of_unknown(members, error, scope)
    alias = node.members.name
    for name in [alias.text] if alias else unnamed(members, type, scope):
        inner.bind_register(name, type, node.members.span)
    _suite(node.body, inner)
    return ()


def _repeat(node: ast.Repeat, scope: Scope) -> Block:
    times = _recovered(amount, node.times, scope)
    return (core.Repeat(node.span, times, _suite(node.body, _in_loop(scope))),)


def _repeat_until(node: ast.RepeatUntil, scope: Scope) -> Block:
    test = _recovered(condition, node.test, scope)
    is_while = node.word.kind == "REPEAT_WHILE"
    return (hir.RepeatUntil(node.span, test, _suite(node.body, _in_loop(scope)), is_while),)


def _may(node: ast.May, scope: Scope) -> Block:
    said, label = quoted(node.label, scope)
    body = statement(node.body, scope.inner())
    return (*said, hir.May(node.span, acting_player(scope, node.span), label, body, ()))


def _may_block(node: ast.MayBlock, scope: Scope) -> Block:
    said, label = quoted(node.label, scope)
    body = _suite(node.body, scope)
    other = _suite(node.otherwise.body, scope) if node.otherwise else ()
    return (*said, hir.May(node.span, acting_player(scope, node.span), label, body, other))


def _choose_one(node: ast.ChooseOne, scope: Scope) -> Block:
    said, label = quoted(node.label, scope)
    made = [_branch(option, scope) for option in node.options]
    branches = tuple(branch for _, branch in made)
    _distinct(branches)
    asked = core.OneOf(node.span, acting_player(scope, node.span), label, branches)
    return (*said, *(let for lets, _ in made for let in lets), asked)


def _branch(node: ast.Option, scope: Scope) -> tuple[Block, core.Branch]:
    """An option, and the statements that fill the values of its label."""
    word = node.id.word
    said, label = quoted(node.label, scope)
    test = condition(node.test, scope) if node.test is not None else None
    body = _suite(node.body, scope)
    return said, core.Branch(word.text, label, test, body, word.span)


def _distinct(branches: tuple[core.Branch, ...]) -> None:
    seen: set[str] = set()
    for branch in branches:
        if branch.id in seen:
            raise CheckError("CW223", f"the option `{branch.id}` is declared twice", branch.span)
        seen.add(branch.id)


def _alternatives(node: ast.Alternatives, scope: Scope) -> Block:
    """Raises CheckError for `may X, or Y`: it is ambiguous whether neither can be chosen; and for
    `rival does X, or Y`.
    """
    for clause in node.statements[:-1]:
        if isinstance(clause, ast.May):
            help = "for one of them, leave out `may`; for one or none, put them below `may:`"
            raise CheckError(
                "CW234", "it is unclear whether the rest can be declined", clause.span, help
            )
    refuse_chooser(node)
    refuse_continued(node.statements, scope)
    branches = []
    for index, clause in enumerate(node.statements, 1):
        body = statement(clause, scope.inner())
        branches.append(core.Branch(str(index), core.SILENT, None, body, clause.span))
    return (core.OneOf(node.span, acting_player(scope, node.span), core.SILENT, tuple(branches)),)


def _unread(node: ast.UnreadStatement, scope: Scope) -> Block:
    """Reports the errors of what could be read of it. Raises AlreadyReported."""
    for part in node.blocks:
        inner = _in_loop(scope)
        bind_first_line(node, part, inner, missing_names(node, part.statements, inner))
        block(part.statements, inner)
    raise AlreadyReported(node.span)


def _do_nothing(node: ast.DoNothing, scope: Scope) -> Block:
    return (hir.DoNothing(node.span),)


def _stop(node: ast.Stop, scope: Scope) -> Block:
    if not scope.in_loop:
        help = "to do nothing here, write `do nothing`, as in `open acts or do nothing`"
        raise CheckError("CW224", "`stop` is only allowed in a loop", node.span, help)
    return (core.Break(node.span),)


def _end_game(node: ast.EndGame, scope: Scope) -> Block:
    if node.label is None:
        return (core.EndGame(node.span),)
    filled, text = quoted(node.label, scope)
    return (*filled, core.EndGame(node.span, core.Say(node.label.extent, text)))


def _all_at_once(node: ast.AllAtOnce, scope: Scope) -> Block:
    inner = scope.inner()
    inner.in_loop = False  # the end of the block must be reached
    chooser = None
    if node.chooser is not None:
        chooser = expression(node.chooser, scope, PLAYER)
        if chooser.type.one() != PLAYER or chooser.type.many:
            raise CheckError("CW220", f"expected a player, found {chooser.type}", node.chooser.span)
    return (core.AtOnce(node.span, block(node.body.statements, inner), chooser),)


def _cancel(node: ast.Cancel, scope: Scope) -> Block:
    if not any(ability.kind.opens for ability in scope.context.declared.abilities):
        message = "there is nothing to reply to: the game has no window"
        help = "open one with `window: before RULE` in `abilities`"
        raise CheckError("CW224", message, node.span, help)
    return (core.Cancel(node.span, acting_player(scope, node.span)),)


def _secretly(node: ast.Secretly, scope: Scope) -> Block:
    return statement(node.body, replace(scope, secret=True))


RULES: Mapping[type[Node], StatementRule] = {
    ast.Act: _act_of, ast.May: with_subject(_may),
    ast.MayBlock: with_subject(_may_block), ast.ChooseOne: with_subject(_choose_one),
    ast.Do: with_subject(calls.do), ast.Perform: with_subject(calls.perform),
    ast.OpenMenu: with_subject(calls.open_menu),
    ast.OpenUntilPass: with_subject(calls.open_until_pass),
    ast.DoNothing: _do_nothing, ast.RepeatUntil: _repeat_until, ast.Let: _let, ast.Stop: _stop,
    ast.EndGame: _end_game, ast.Cancel: _cancel,
    ast.AllAtOnce: _all_at_once, ast.Secretly: _secretly, ast.Sequence: _sequence,
    ast.Alternatives: _alternatives, ast.ForEach: _for_each, ast.Repeat: _repeat, ast.If: _if,
    ast.Rank: _rank, ast.UnreadStatement: _unread,
}  # fmt: skip
