"""Verbs that change cells of state, zones' order and dice, and verbs that only tell."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.model import Field
from cardwright.board.types import NUMBER
from cardwright.language import core
from cardwright.language.amounts import amount, bounds
from cardwright.language.choices import Tails, phrase_of, who_acts
from cardwright.language.core import Block, Expr
from cardwright.language.expressions import a_set, expression, zone
from cardwright.language.moving import bind, items_of
from cardwright.language.nouns import checked_argument, noun_phrase
from cardwright.language.nounwords import article
from cardwright.language.problems import Problem, which
from cardwright.language.scope import Scope
from cardwright.language.slips import meant_by
from cardwright.language.syntax import Node, Word
from cardwright.language.whereabouts import QUANTS


def counter(op: str) -> Callable[[Node, Tails, Scope], Block]:
    def change(verb: Node, tails: Tails, scope: Scope) -> Block:
        who = who_acts(scope, verb.span)
        phrase, *per = verb.nodes()
        quant = next((n for n in phrase.nodes() if n.kind in QUANTS), None)
        if quant is None or quant.kind not in ("exactly", "some"):
            raise _how_much(quant, phrase, scope)
        word = _counted(phrase.nodes()[-1], scope)
        field = _state_field(word, who, scope)
        value, _ = bounds(quant, scope)
        if per:
            times = core.Count(NUMBER, verb.span, a_set(per[0], scope))
            value = core.Arith(NUMBER, verb.span, "*", value, times)
        of = who if field.kind else None
        return (core.Change(verb.span, verb.kind.removeprefix("verb_"), field, of, op, value, who),)

    return change


def _how_much(quant: Node | None, phrase: Node, scope: Scope) -> Problem:
    words = phrase.nodes()[-1].node("words")
    first = words.words()[0].text if words else ""
    help = meant_by(first) or "as in `2` or `(x)`"
    if quant is not None and quant.kind != "every":
        help = "let the player choose: `choose a number from 0 to 2, as x`, then `(x)`"
    if quant is not None and quant.kind == "every" and scope.world.board.field("player", first):
        help = f"all of it is `({first} of you)`"
    return Problem("CW219", "say how much", phrase.span, help)


def _counted(np: Node, scope: Scope) -> Word:
    """The word that names a counter. Raises Problem where more is said than that."""
    words = np.node("words")
    every = words.words() if words else [Word("NAME", np.span.text, np.span)]
    joined = "-".join(word.text for word in every)
    if len(every) > 1 and _is_cell(joined, scope):
        raise Problem("CW222", "hyphens are missing", np.span, f"write `{joined}`")
    odd = next((word for word in every if meant_by(word.text)), None)
    if odd is None and len(every) > 1 and _is_cell(every[-1].text, scope):
        message = f"`{every[0].text}` does not belong to a counter"
        raise Problem("CW222", message, every[0].span, "leave it out")
    if more := [node for node in np.nodes() if node is not words]:
        help = "leave this out; who has it stands first, as in `player gains ...`"
        raise Problem("CW222", "a counter stands alone", more[0].span, help)
    return odd or every[-1]


def _is_cell(name: str, scope: Scope) -> bool:
    board = scope.world.board
    return board.field("player", name) is not None or name in board.state


def _state_field(word: Word, who: Expr, scope: Scope) -> Field:
    board = scope.world.board
    field = board.field("player", word.text) or board.state.get(word.text)
    if field is None or field.printed or field.type != NUMBER:
        fields = {**board.fields("player"), **board.state}
        names = [f.name for f in fields.values() if not f.printed and f.type == NUMBER]
        raise Problem("CW222", f"`{word.text}` is no counter", word.span,
                      meant_by(word.text) or which(word.text, names))  # fmt: skip
    return field


def _target(node: Node, scope: Scope) -> core.Get:
    found = noun_phrase(node, scope)
    if not isinstance(found, core.Get) or found.field.printed:
        raise Problem("CW222", "only a cell of state can change", node.span)
    return found


def set_cell(verb: Node, tails: Tails, scope: Scope) -> Block:
    target, value = verb.nodes()[0], verb.parts[-1]
    cell = _target(target, scope)
    found = expression(value, scope, cell.field.type.one())
    wanted = cell.field.type
    assert value is not None
    if found.type.base != "none" or wanted.base in ("number", "flag"):
        checked_argument(found, wanted, value.span, scope)
    who = who_acts(scope, verb.span)
    return (core.Change(verb.span, "set", cell.field, cell.of, "=", found, who),)


def add(op: str) -> Callable[[Node, Tails, Scope], Block]:
    def change(verb: Node, tails: Tails, scope: Scope) -> Block:
        by, target = verb.nodes()
        cell = _target(target, scope)
        if cell.type != NUMBER:
            raise Problem("CW222", f"`{cell.field.name}` is no counter", target.span)
        value, who = amount(by, scope), who_acts(scope, verb.span)
        name = verb.kind.removeprefix("verb_")
        return (core.Change(verb.span, name, cell.field, cell.of, op, value, who),)

    return change


def shuffle(verb: Node, tails: Tails, scope: Scope) -> Block:
    return (core.Shuffle(verb.span, zone(verb.nodes()[0], scope)),)


def reveal(verb: Node, tails: Tails, scope: Scope) -> Block:
    return (core.Reveal(verb.span, phrase_of(verb.nodes()[0], scope)[1]),)


def roll(verb: Node, tails: Tails, scope: Scope) -> Block:
    phrase = verb.nodes()[0]
    item, ask, several = items_of("roll", phrase, tails, scope, who_acts(scope, verb.span))
    field = scope.world.board.field(item.type.of, "face")
    if field is None:
        raise Problem("CW220", f"{article(item.type.of)} has no faces to roll", phrase.span)
    bind(tails, item, scope)
    if not several:
        return (*ask, core.Roll(verb.span, item, field))
    reg = core.Reg(item.type.one(), verb.span, scope.counter.register())
    return (*ask, core.ForEach(verb.span, reg.index, item, (core.Roll(verb.span, reg, field),)))


def say(verb: Node, tails: Tails, scope: Scope) -> Block:
    return (core.Say(verb.span, verb.words("STRING")[0].text.strip('"'), scope.chooser),)
