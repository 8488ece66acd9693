"""Resolves choices that all make at the same time: `each player secretly chooses ..., as their
x`.
"""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.resolve.dispatch import expression, type_name
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import rebuilt

_FORM = "as in `each player secretly chooses a number from 1 to 3, as their bid`"
_AT_ONCE = "declare it with `seen by: all at once`"


def simultaneous_choice(node: ast.Act, their: ast.AsTheir, scope: Scope) -> Block:
    """Raises CheckError for anything but a secret choice of one thing by each of several
    players.
    """
    phrase = node.subject
    who = expression(phrase.value, scope) if phrase is not None else None
    if not phrase or not who or not isinstance(phrase.quantifier, ast.Every) or not node.secretly:
        message = "`as their ...` is only for what each player secretly chooses"
        raise CheckError("CW274", message, their.name.span, _FORM)
    if who.type != PLAYER.set():
        raise CheckError("CW220", f"expected players, found {type_name(who.type)}", phrase.span)
    field = _field(their, scope)
    inner = scope.inner()
    inner.secret = True
    player = inner.subject = inner.bind_register("player", PLAYER, phrase.span)
    choice = _choice(node, their, inner)
    _fits(choice, field, node)
    _looks_at_no_other(choice, field, player.index)
    return (hir.SimultaneousChoice(node.span, player.index, who, choice, field),)


def refuse_without_their(node: ast.Act, scope: Scope) -> None:
    """Raises CheckError for a name of each player's secret choice that is also their state."""
    each = node.subject is not None and isinstance(node.subject.quantifier, ast.Every)
    for word in node.names if each and node.secretly else ():
        field = scope.context.board.field("player", word.text)
        if field is not None and (field.pending_cell or field.seen_by == "owner"):
            message = f"`{word.text}` is state of players, which this does not set"
            raise CheckError("CW274", message, word.span, f"write `as their {word.text}`")


def _choice(node: ast.Act, their: ast.AsTheir, scope: Scope) -> core.Choose:
    """The choice of each player. Raises CheckError for more than one, and for other verbs."""
    beside = (node.subject, node.secretly, their)
    rest = rebuilt(node, [part for part in node.layout if part not in beside])
    verb = scope.context.parser.verbs.by_form[node.clause.word.text]
    made = verb.resolve(rest.clause, rest, scope)
    choice = made[0] if len(made) == 1 else None
    if not isinstance(choice, core.Choose) or choice.many or choice.random:
        message = "each player chooses one, and nothing else"
        raise CheckError("CW274", message, node.clause.span, _FORM)
    return choice


def _field(their: ast.AsTheir, scope: Scope) -> Field:
    word, board = their.name, scope.context.board
    field = board.field("player", word.text)
    if field is None or field.printed:
        known = [name for name, f in board.fields("player").items() if not f.printed]
        message = f"`{word.text}` is not a state of players"
        raise CheckError("CW222", message, word.span, which(word.text, known))
    if field.seen_by == "all" and not field.pending_cell:
        message = f"the others would see `{word.text}` before they choose"
        raise CheckError("CW274", message, word.span, _AT_ONCE)
    return field


def _fits(choice: core.Choose, field: Field, node: ast.Act) -> None:
    found, expected = choice.source.type.one(), field.type
    if (found.base, found.of) != (expected.base, expected.of):
        message = f"expected {type_name(expected)}, found {type_name(found)}"
        raise CheckError("CW220", message, node.clause.span)
    source = choice.source
    for bound in (source.low, source.high) if isinstance(source, core.Numbers) else ():
        if isinstance(bound, core.Lit) and not _in_range(bound.value, field):
            message = f"`{field.name}` {_range(field)}, and {bound.value} could be chosen"
            raise CheckError("CW219", message, bound.span, "choose from numbers that it can hold")


def _in_range(number: int, field: Field) -> bool:
    low, high = field.low, field.high
    return (low is None or number >= low) and (high is None or number <= high)


def _range(field: Field) -> str:
    said = [f"at least {field.low}"] if field.low is not None else []
    said += [f"at most {field.high}"] if field.high is not None else []
    return f"is {' and '.join(said)}"


def _looks_at_no_other(choice: core.Choose, field: Field, player: int) -> None:
    """Raises CheckError for a choice that depends on the secret choices of others."""
    for part in core.walk((choice.source, choice.low, choice.limits)):
        if not isinstance(part, core.Get) or part.field is not field or field.pending_cell:
            continue
        if not isinstance(part.of, core.Reg) or part.of.index != player:
            message = "this depends on what the others choose at the same time"
            raise CheckError("CW274", message, part.span, _AT_ONCE)
