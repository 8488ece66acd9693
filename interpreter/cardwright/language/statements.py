"""Statements: from syntax nodes to the core. Quantified phrases become choices and loops.

`remove up to 3 miners from iron bases, at most 1 per base` is a choice of up to three
things, then a loop that removes each. What is chosen is chosen before anything happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from cardwright.board.model import Board
from cardwright.board.types import FLAG, PLAYER, Type
from cardwright.language import changing, core, moving
from cardwright.language.amounts import amount
from cardwright.language.choices import Tails, choose, phrase_of, tails_of, who_acts
from cardwright.language.core import Block
from cardwright.language.definitions import named_type, report_problem
from cardwright.language.doubts import may_follow, speaks_of
from cardwright.language.expressions import a_set, condition, expression, number
from cardwright.language.nouns import checked_argument, of_argument
from cardwright.language.nounwords import article
from cardwright.language.payments import payable
from cardwright.language.problems import Problem, which
from cardwright.language.scope import Scope
from cardwright.language.slips import meant_by
from cardwright.language.syntax import Node, Part, Word
from cardwright.source.spelling import did_you_mean

Rule = Callable[[Node, Scope], Block]


def block(parts: list[Node], scope: Scope) -> Block:
    """Checks one statement after another; a mistake in one does not hide the next."""
    done: list[core.Stmt] = []
    for part in parts:
        try:
            done += statement(part, scope)
        except Problem as problem:
            if not may_follow(problem, scope.doubtful):
                report_problem(problem, scope.world)
            _bind_names(part, scope)
    return tuple(done)


def _bind_names(part: Node, scope: Scope) -> None:
    """After a mistake, the names it would have bound are of any type: no second report."""
    names = [word for tail in part.nodes("tail_as") for word in tail.words("NAME")]
    if part.kind == "let":
        names += part.words("NAME")[:1]
    for word in names:
        scope.bind_register(word.text, Type("thing", "thing"), word.span)
        scope.doubtful.add(word.text)


def statement(node: Node, scope: Scope) -> Block:
    return _RULES[node.kind](node, scope)


def suite(node: Node, scope: Scope) -> Block:
    return block(node.nodes(), scope.inner())


def _sequence(node: Node, scope: Scope) -> Block:
    """Raises Problem for `may X, then Y`: some would do Y after a *no*, and some would not."""
    for clause in node.nodes()[:-1]:
        if clause.kind in ("may_act", "may_act_by"):
            help = "write `may:` and both below it; what is done anyway has a line of its own"
            message = "it is not said whether the rest is done after a *no*"
            raise Problem("CW234", message, clause.span, help)
    return block(node.nodes(), scope)


# ------------------------------------------------------------------------ subjects


def _subject(phrase: Node, scope: Scope) -> tuple[Node | None, core.Expr]:
    """Who does it; for a name that nobody has, the help is about players."""
    try:
        return phrase_of(phrase, scope)
    except Problem as problem:
        word = problem.span.text
        if problem.code == "CW211" and problem.span.start == phrase.span.start:
            names = [n for n, e in scope.names.items() if e.type.one() == PLAYER]
            names += scope.world.board.things.get("player", {})
            first = f"choose who it is first: `choose 1 other player, as {word}`"
            problem.help = meant_by(word) or did_you_mean(word, names) or first
        raise


def _by(rule: Rule) -> Rule:
    """A statement with a subject: who chooses, and whose *their* is."""

    def with_subject(node: Node, scope: Scope) -> Block:
        phrase = node.nodes("phrase")[0]
        rest = Node(node.kind, tuple(p for p in node.parts if p is not phrase), node.span)
        quant, who = _subject(phrase, scope)
        if who.type.one() != PLAYER:
            raise Problem("CW220", f"expected a player, found {who.type}", phrase.span)
        if not who.type.many:
            inner = replace(scope, subject=who)
            return rule(rest, inner)
        if quant is None or quant.kind != "every":
            raise Problem("CW219", "say which players act", phrase.span, "as in `each player`")
        inner = scope.inner()
        inner.subject = inner.bind_register("player", PLAYER, phrase.span)
        assert isinstance(inner.subject, core.Reg)
        return (core.ForEach(node.span, inner.subject.index, who, rule(rest, inner)),)

    return with_subject


# --------------------------------------------------------------------- verb statements


def _act(node: Node, scope: Scope) -> Block:
    verb = node.nodes()[0]
    each = _distributed(verb, scope)
    if each is not None:
        return _repeated(node, each, scope)
    return _VERBS[verb.kind](verb, tails_of(node), scope)


_DISTRIBUTES = re.compile(r"each|all")


def _distributed(verb: Node, scope: Scope) -> Node | None:
    """The first `each` inside a phrase: `from each river base`, `of each player`."""
    if not _DISTRIBUTES.search(verb.span.source.text, verb.span.start, verb.span.end):
        return None
    for node in verb.walk():
        if node.kind == "quantified" and node.nodes()[0].kind == "every":
            return node
        if node.kind == "of" and node.word("EACH"):
            return node
    return None


def _repeated(node: Node, each: Node, scope: Scope) -> Block:
    """`remove 1 x from each y` as `for each y: remove 1 x from y`."""
    inner_node = each.nodes()[-1]
    source = a_set(inner_node, scope)
    inner = scope.inner()
    name = f"each {source.type.of}"
    reg = inner.bind_register(name, source.type.one(), each.span)
    inner.names.setdefault(source.type.of, reg)
    inner.names[source.type.of] = reg
    word = Word("NAME", source.type.of, inner_node.span)
    plain = Node("ofnp", (Node("words", (word,), inner_node.span),), inner_node.span)
    put = Node("of", (plain,), each.span) if each.kind == "of" else plain
    body = _act(_swap_node(node, each, put), inner)
    return (core.ForEach(node.span, reg.index, source, body),)


def _swap_node(node: Node, old: Node, new: Node) -> Node:
    if node is old:
        return new
    parts: tuple[Part, ...] = tuple(
        _swap_node(p, old, new) if isinstance(p, Node) else p for p in node.parts
    )
    return Node(node.kind, parts, node.span)


_VERBS: dict[str, Callable[[Node, Tails, Scope], Block]] = {
    "verb_choose": choose, "verb_place": moving.place, "verb_move": moving.move,
    "verb_remove": moving.remove, "verb_swap": moving.swap, "verb_give": moving.give,
    "verb_gain": changing.counter("+"), "verb_lose": changing.counter("-"),
    "verb_pay": changing.counter("pay"), "verb_set": changing.set_cell,
    "verb_add": changing.add("+"), "verb_subtract": changing.add("-"),
    "verb_shuffle": changing.shuffle, "verb_reveal": changing.reveal,
    "verb_roll": changing.roll, "verb_say": changing.say,
}  # fmt: skip


# --------------------------------------------------------------------------- structure


def _let(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    value = expression(node.parts[-1], scope)
    reg = scope.bind_new(word, value.type)
    return (core.Let(node.span, reg.index, value),)


def _if(node: Node, scope: Scope) -> Block:
    first = condition(node.parts[0], scope)
    then = suite(node.nodes("suite")[0], scope)
    other: Block = ()
    for part in reversed(node.nodes()):
        if part.kind == "else_do":
            other = suite(part.nodes()[-1], scope)
        elif part.kind == "else_if":
            test = condition(part.parts[0], scope)
            other = (core.If(part.span, test, suite(part.nodes()[-1], scope), other),)
    return (core.If(node.span, first, then, other),)


def _for_each(node: Node, scope: Scope) -> Block:
    loop = node.nodes("loopset")[0]
    part = loop.nodes()[0]
    try:
        source = a_set(part, scope)
    except Problem as problem:
        return _of_unknown(problem, loop, node, scope)
    alias = _loop_name(loop)
    name = alias.text if alias else source.type.of
    source = _in_order(source, name, node, scope)
    inner = _in_loop(scope)
    inner.doubtful.discard(name)
    if speaks_of(part, scope.doubtful):
        inner.doubtful.add(name)
    reg = inner.bind_register(name, source.type.one(), loop.span)
    body_ = suite(node.nodes("suite")[0], inner)
    return (core.ForEach(node.span, reg.index, source, body_),)


def _loop_name(loop: Node) -> Word | None:
    """What the author calls a member: `for each boat as x`."""
    part = loop.nodes()[0]
    return loop.word("NAME") or (part.word("NAME") if part.kind == "np" else None)


def _in_order(source: core.Expr, name: str, node: Node, scope: Scope) -> core.Expr:
    """The members as `in order of` and `starting with` have them."""
    one = source.type.one()
    for order in node.nodes():
        if order.kind == "order_by":
            member, var = scope.with_variable((name,), one, order.span)
            body = number(order.parts[0], member)
            source = core.Arranged(source.type, order.span, var.index, source, body)
        elif order.kind == "order_from":
            start = expression(order.parts[0], scope, one)
            checked_argument(start, one, start.span, scope)
            source = core.Rotated(source.type, order.span, source, start)
    return source


def _in_loop(scope: Scope) -> Scope:
    inner = scope.inner()
    inner.in_loop = True
    return inner


def _of_unknown(problem: Problem, loop: Node, node: Node, scope: Scope) -> Block:
    """Of a loop over nobody knows what: its mistake, and those in its body."""
    if not may_follow(problem, scope.doubtful):
        report_problem(problem, scope.world)
    inner = _in_loop(scope)
    if (name := _loop_name(loop)) is not None:
        inner.bind_register(name.text, Type("thing", "thing"), name.span)
        inner.doubtful.add(name.text)
    suite(node.nodes("suite")[0], inner)
    return ()


def _repeat(node: Node, scope: Scope) -> Block:
    times = amount(node.nodes()[0], scope)
    body = suite(node.nodes("suite")[0], _in_loop(scope))
    return (core.Repeat(node.span, times, body),)


def _label(node: Node, body: Node) -> str:
    word = node.word("STRING")
    return word.text.strip('"') if word else " ".join(body.span.text.split())


def _yes_no(node: Node, scope: Scope, body: Block, other: Block, label: str) -> Block:
    yes = core.Branch("yes", label, _doable(body, scope.world.board), body, node.span)
    no = core.Branch("no", "no", None, other, node.span)
    return (core.OneOf(node.span, who_acts(scope, node.span), label, (yes, no)),)


def _doable(body: Block, board: Board) -> core.Expr | None:
    """What must hold for a *may* to be offered: its payment can be made, it has a candidate."""
    first = body[0] if body else None
    if isinstance(first, core.Change) and first.op == "pay":
        return payable(first, board)
    if isinstance(first, core.Choose) and isinstance(first.low, core.Lit) and first.low.value:
        return core.Exists(FLAG, first.span, first.source)
    return None


def _may_act(node: Node, scope: Scope) -> Block:
    clause = node.nodes()[-1]
    body = statement(clause, scope.inner())
    return _yes_no(node, scope, body, (), _label(node, clause))


def _may_block(node: Node, scope: Scope) -> Block:
    first = node.nodes("suite")[0]
    body = suite(first, scope)
    otherwise = node.node("otherwise")
    other = suite(otherwise.nodes()[0], scope) if otherwise else ()
    return _yes_no(node, scope, body, other, _label(node, first))


def _choose_one(node: Node, scope: Scope) -> Block:
    word = node.word("STRING")
    branches = tuple(_branch(n, scope) for n in node.nodes("option"))
    _distinct(branches)
    label = word.text.strip('"') if word else "Choose one"
    return (core.OneOf(node.span, who_acts(scope, node.span), label, branches),)


def _branch(node: Node, scope: Scope) -> core.Branch:
    id = node.nodes("option_id")[0].words()[0]
    label = node.word("STRING")
    test = next((p for p in node.parts[1:-1] if isinstance(p, Node)), None)
    body = node.nodes("suite")[0]
    text = label.text.strip('"') if label else " ".join(body.span.text.split())
    checked = condition(test, scope) if test is not None else None
    return core.Branch(id.text, text, checked, suite(body, scope), id.span)


def _distinct(branches: tuple[core.Branch, ...]) -> None:
    seen: set[str] = set()
    for branch in branches:
        if branch.id in seen:
            raise Problem("CW223", f"the option `{branch.id}` stands twice", branch.span)
        seen.add(branch.id)


def _alternatives(node: Node, scope: Scope) -> Block:
    branches = []
    for index, clause in enumerate(node.nodes(), 1):
        text = " ".join(clause.span.text.split())
        body = statement(clause, scope.inner())
        branches.append(core.Branch(str(index), text, None, body, clause.span))
    return (core.OneOf(node.span, who_acts(scope, node.span), "Choose one", tuple(branches)),)


def _do(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    rule = scope.world.declared.rules.get(word.text)
    if rule is None:
        rules = scope.world.declared.rules
        raise Problem("CW211", f"no rule is called `{word.text}`", word.span,
                      which(word.text, rules))  # fmt: skip
    args_node = node.node("args")
    parts = [p for p in args_node.parts if p is not None] if args_node else []
    if len(parts) != len(rule.takes):
        names = ", ".join(p.name for p in rule.takes) or "nothing"
        call = f"do {rule.name}" + (f" with {names}" if rule.takes else "")
        raise Problem("CW218", f"`{rule.name}` takes {names}; found {len(parts)}", node.span,
                      f"write it as `{call}`")  # fmt: skip
    args = []
    for part, parameter in zip(parts, rule.takes, strict=True):
        expect = named_type(parameter.type, scope.world.board)
        args.append(checked_argument(expression(part, scope, expect), expect, part.span, scope))
    return (core.Do(node.span, rule.name, who_acts(scope, node.span), tuple(args)),)


def _perform(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    of = of_argument(node.nodes()[-1], scope)
    board = scope.world.board
    slots = sorted({s for k in board.kinds.values() for s in k.rules})
    if word.text not in slots:
        raise Problem("CW212", f"nothing has the rule `{word.text}`", word.span,
                      which(word.text, slots))  # fmt: skip
    if of.type.base != "thing" or of.type.many:
        raise Problem("CW220", f"expected one thing, found {of.type}", of.span)
    if not _may_carry(of.type.of, word.text, board):
        raise Problem("CW212", f"{article(of.type.of)} carries no `{word.text}`", of.span,
                      f"those that do are {_carriers(word.text, board)}")  # fmt: skip
    return (core.Perform(node.span, word.text, of, who_acts(scope, node.span)),)


def _may_carry(kind: str, slot: str, board: Board) -> bool:
    """Whether things of a kind, or some of them, may have such a rule."""
    kinds = (*board.below(kind), *board.ancestors(kind)) if kind in board.kinds else ()
    return not kinds or any(slot in board.kinds[k].rules for k in kinds)


def _carriers(slot: str, board: Board) -> str:
    return ", ".join(f"`{kind.plural}`" for kind in board.kinds.values() if slot in kind.rules)


def _open(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    menus = scope.world.declared.menus
    if word.text not in menus:
        raise Problem("CW211", f"no menu is called `{word.text}`", word.span,
                      which(word.text, menus))  # fmt: skip
    other = node.nodes()
    body = statement(other[0], scope.inner()) if other else None
    return (core.Open(node.span, word.text, who_acts(scope, node.span), body),)


def _stop(node: Node, scope: Scope) -> Block:
    if not scope.in_loop:
        raise Problem("CW224", "`stop` leaves a loop, and here is none", node.span)
    return (core.Stop(node.span),)


def _end(node: Node, scope: Scope) -> Block:
    return (core.End(node.span),)


def _secretly(node: Node, scope: Scope) -> Block:
    hidden = replace(scope, secret=True)
    return statement(node.nodes()[-1], hidden)


_RULES: dict[str, Rule] = {
    "act": _act, "act_by": _by(_act), "may_act": _may_act, "may_act_by": _by(_may_act),
    "let": _let, "do": _do, "do_by": _by(_do), "perform": _perform,
    "perform_by": _by(_perform), "open_menu": _open, "open_menu_by": _by(_open),
    "stop": _stop, "end_game": _end, "secretly": _secretly, "sequence": _sequence,
    "alternatives": _alternatives, "for_each": _for_each, "repeat": _repeat, "if_do": _if,
    "may_block": _may_block, "may_block_by": _by(_may_block), "choose_one": _choose_one,
    "choose_one_by": _by(_choose_one), "line": _sequence,
}  # fmt: skip
