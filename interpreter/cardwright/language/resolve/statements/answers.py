"""Resolves automata's answers: the questions that an answer is for, and the answer.

In its texts *you* is the automaton, and a candidate has the name of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardwright.board.types import PLAYER, Type
from cardwright.language.core import Expr, mentions
from cardwright.language.declared import Answer, Automaton
from cardwright.language.resolve.diagnostics.undeclared_words import resolved
from cardwright.language.resolve.dispatch import condition, ranked
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.nouns.sets import Keys, by_values, direction
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope
from cardwright.language.resolve.texts import read_answer
from cardwright.language.syntax import ast
from cardwright.source.records import dataclass
from cardwright.source.text import NOWHERE, Span

MAY, CHOOSE_ONE, OTHERWISE = "may", "choose-one", "otherwise"
"""Questions that are about nothing that is declared; the last one is all others."""


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """The value by which a candidate, variable 0, is rated; register 0 is the automaton."""

    body: Expr
    op: str  # highest or lowest


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer: at random, the best by `keys`, by a condition, or by preference (`names`)."""

    declared: Answer
    span: Span
    random: bool = False
    keys: tuple[AnswerKey, ...] = ()
    test: Expr | None = None
    names: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[Expr, ...]:
        """Its expressions."""
        keys = tuple(key.body for key in self.keys)
        return keys if self.test is None else (*keys, self.test)


@dataclass(frozen=True, slots=True)
class CheckedAutomaton:
    declared: Automaton
    answers: tuple[CheckedAnswer, ...]


def checked_automaton(
    automaton: Automaton, context: Context, lowered: Callable[[Expr], Expr]
) -> CheckedAutomaton:
    """An automaton with those of its answers that have no errors; errors are reported."""
    return CheckedAutomaton(automaton, checked_answers(automaton.answers, context, lowered))


def checked_answers(
    answers: Iterable[Answer], context: Context, lowered: Callable[[Expr], Expr]
) -> tuple[CheckedAnswer, ...]:
    """The answers that have no errors; errors are reported."""
    found: list[CheckedAnswer] = []
    for answer in answers:
        try:
            found += filter(None, [_answer(answer, context, lowered)])
        except CheckError as error:
            report_error(error, context)
    return tuple(found)


def _answer(
    answer: Answer, context: Context, lowered: Callable[[Expr], Expr]
) -> CheckedAnswer | None:
    type = _chosen(answer, context)
    declared = context.declared
    asking = {*declared.rules, *(option.id for option in declared.options)}
    asking.update(effect.bearer.id for effect in declared.effects)
    if answer.within and answer.within not in asking:
        help = which(answer.within, sorted(asking))
        message = f"no rule, option or effect is called `{answer.within}`"
        raise CheckError("CW211", message, answer.span, help)
    node = read_answer(answer.text, context)
    if node is None:
        return None
    scope = Scope(context, RegisterAllocator())
    scope.bind_register("you", PLAYER, NOWHERE)
    match node:
        case ast.RandomAnswerText():
            return CheckedAnswer(answer, answer.text, random=True)
        case ast.BestAnswerText():
            _refuse(type is None, "`by` is only for choices among several things", node)
            assert type is not None
            values = by_values(node.value, direction(node.direction, "lowest"), node.ties)
            keys = _keys(values, type, answer, scope)
            keys = tuple(AnswerKey(lowered(key.body), key.op) for key in keys)
            return CheckedAnswer(answer, answer.text, keys=keys)
        case ast.ConditionAnswerText():
            _refuse(answer.what != MAY, "only `may` is answered with a condition", node)
            test = resolved(condition, node.test, scope)
            return CheckedAnswer(answer, answer.text, test=lowered(test))
        case ast.PreferenceAnswerText():
            return _preference(answer, node, type, context)
    return None


def _refuse(wrong: bool, message: str, node: ast.AnswerText) -> None:
    if wrong:
        raise CheckError("CW272", message, node.span, "as in `first`, `last` or `at random`")


def _chosen(answer: Answer, context: Context) -> Type | None:
    """The type of the candidates; None for menus and branches. Raises CheckError."""
    what, board = answer.what, context.board
    if what in (MAY, CHOOSE_ONE, OTHERWISE) or what in context.declared.menus:
        return None
    if what in board.kinds:
        return Type("thing", what)
    if what in board.enums:
        return Type("enum", what)
    if what == "number":
        return Type("number")
    known = [*board.kinds, *board.enums, *context.declared.menus, MAY, CHOOSE_ONE, OTHERWISE]
    help = which(what, known)
    raise CheckError("CW211", f"there is no kind, enum or menu `{what}`", answer.span, help)


def _keys(keys: Keys, type: Type, answer: Answer, scope: Scope) -> tuple[AnswerKey, ...]:
    """The values by which candidates are rated; each key is an expression of its own, with one
    variable.
    """
    found = []
    for value, op in keys:
        inner = Scope(scope.context, RegisterAllocator(), dict(scope.names))
        inner.allocator.registers = 1
        member, var = inner.with_variable((answer.what,), type, answer.text)
        key = resolved(ranked, value, member)
        if not mentions(key, [var.index]):
            message = f"this has the same value for every {answer.what}"
            help = f"as in `by {answer.what}`, or a property of it; else `first` or `last`"
            raise CheckError("CW272", message, value.span, help)
        found.append(AnswerKey(key, op))
    return tuple(found)


def _preference(
    answer: Answer, node: ast.PreferenceAnswerText, type: Type | None, context: Context
) -> CheckedAnswer:
    """An answer by names of options; `first` and `last` are possible for all questions."""
    names = tuple(word.text for word in node.names)
    if names not in (("first",), ("last",)):
        _refuse(type is not None, "only menus and `choose-one` take names", node)
        _refuse(
            answer.what in (MAY, OTHERWISE),
            "only menus and `choose-one` take names",
            node,
        )
    if answer.what in context.declared.menus:
        offered = [o.id for o in context.declared.options if o.menu == answer.what]
        known = [*offered, "pass", "first", "last"]
        for word in node.names:
            if word.text not in known:
                message = f"`{answer.what}` has no option `{word.text}`"
                raise CheckError("CW211", message, word.span, which(word.text, known))
    return CheckedAnswer(answer, answer.text, names=names)
