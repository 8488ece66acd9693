"""Statements: from syntax nodes to the core. Quantified phrases become choices and loops.

`remove up to 3 influence from tech bases, at most 1 per base` is a choice of up to three
things, then a loop that removes each. What is chosen is chosen before anything happens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cardwright.board.types import FLAG, NUMBER, PLAYER, Type
from cardwright.language import core
from cardwright.language.amounts import amount, bounds
from cardwright.language.core import Block, Expr
from cardwright.language.definitions import named_type, report_problem
from cardwright.language.expressions import a_set, condition, expression, number
from cardwright.language.nouns import QUANTS, checked_argument, noun_phrase, of_argument
from cardwright.language.phrases import lit, none, property_of
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node, Part, Word
from cardwright.source.text import Span
from cardwright.source.words import did_you_mean

Rule = Callable[[Node, Scope], Block]


def block(parts: list[Node], scope: Scope) -> Block:
    """Checks one statement after another; a mistake in one does not hide the next."""
    done: list[core.Stmt] = []
    for part in parts:
        try:
            done += statement(part, scope)
        except Problem as problem:
            report_problem(problem, scope.world)
            _bind_names(part, scope)
    return tuple(done)


def _bind_names(part: Node, scope: Scope) -> None:
    """After a mistake, the names it would have bound are of any type: no second report."""
    for tail in part.nodes("tail_as"):
        for word in tail.words("NAME"):
            scope.bind_register(word.text, Type("thing", "thing"), word.span)
    if part.kind == "let":
        word = part.words("NAME")[0]
        scope.bind_register(word.text, Type("thing", "thing"), word.span)


def statement(node: Node, scope: Scope) -> Block:
    return _RULES[node.kind](node, scope)


def suite(node: Node, scope: Scope) -> Block:
    return block(node.nodes(), scope.inner())


def _sequence(node: Node, scope: Scope) -> Block:
    return block(node.nodes(), scope)


# ------------------------------------------------------------------------ subjects


def _by(rule: Rule) -> Rule:
    """A statement with a subject: who chooses, and whose *their* is."""

    def with_subject(node: Node, scope: Scope) -> Block:
        phrase = node.nodes("phrase")[0]
        rest = Node(node.kind, tuple(p for p in node.parts if p is not phrase), node.span)
        quant, who = _phrase(phrase, scope)
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


def _who(scope: Scope, span: Span) -> Expr:
    if scope.chooser is None:
        raise Problem("CW213", "nobody is there to do this", span, "say who, as in `each player`")
    return scope.chooser


def _phrase(node: Node, scope: Scope, expect: Type | None = None) -> tuple[Node | None, Expr]:
    quant = next((n for n in node.nodes() if n.kind in QUANTS), None)
    return quant, expression(node.nodes()[-1], scope, expect)


# --------------------------------------------------------------------- verb statements


@dataclass(frozen=True, slots=True)
class Tails:
    names: tuple[Word, ...]
    limits: tuple[Node, ...]
    random: bool


def _tails(node: Node) -> Tails:
    names = [w for t in node.nodes("tail_as") for w in t.words("NAME")]
    limits = node.nodes("tail_limit") + node.nodes("tail_different")
    return Tails(tuple(names), tuple(limits), bool(node.nodes("tail_random")))


def _act(node: Node, scope: Scope) -> Block:
    verb = node.nodes()[0]
    each = _distributed(verb, scope)
    if each is not None:
        return _repeated(node, each, scope)
    return _VERBS[verb.kind](verb, _tails(node), scope)


def _distributed(verb: Node, scope: Scope) -> Node | None:
    """The first `each` inside a phrase: `from each mars base`, `of each player`."""
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


def _choose(verb: Node, tails: Tails, scope: Scope) -> Block:
    phrase = verb.nodes("phrase")[0]
    quant, source = _phrase(phrase, scope)
    source = _as_source(source, phrase, scope)
    if quant is None:
        quant = _one(phrase)
    if len(tails.names) > 1:
        return _choose_some(source, quant, tails, verb.span, scope)
    reg, statements = _picked(source, quant, tails, verb.span, scope)
    for word in tails.names:
        scope.names[word.text] = core.Reg(reg.type, word.span, reg.index)
    if not tails.names:
        scope.names[source.type.of] = reg
    return statements


def _one(phrase: Node) -> Node:
    return Node("some", (Word("ONE", "one", phrase.span),), phrase.span)


def _as_source(source: Expr, phrase: Node, scope: Scope) -> Expr:
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
    limits = _limits(tails, source, scope)
    ask = core.Choose(span, many, _who(scope, span), source, low, high, True, limits,
                      secret=scope.secret, random=tails.random)  # fmt: skip
    done: list[core.Stmt] = [ask]
    for index, word in enumerate(tails.names):
        reg = scope.bind_register(word.text, source.type.one().maybe(), word.span)
        member = core.Ends(reg.type, word.span, chosen, False, lit(index, word.span))
        done.append(core.Let(word.span, reg.index, member))
    return tuple(done)


def _picked(
    source: Expr,
    quant: Node,
    tails: Tails,
    span: Span,
    scope: Scope,
    again: bool = False,
    how_many: tuple[Expr, Expr | None] | None = None,
) -> tuple[core.Reg, Block]:
    """A choice from `source` as the quantifier says, in a new register."""
    limits = _limits(tails, source, scope)
    if quant.kind == "every" and how_many is None:
        source = core.Contents(source.type, span, source) if source.type.base == "zone" else source
        reg = core.Reg(source.type, span, scope.counter.register())
        return reg, (core.Let(span, reg.index, source),)
    low, high = how_many or bounds(quant, scope)
    many = not _at_most_one(quant) or how_many is not None
    type = source.type if many else source.type.one().maybe()
    reg = core.Reg(type, span, scope.counter.register())
    ask = core.Choose(span, reg.index, _who(scope, span), source, low, high, many, limits,
                      again, scope.secret, tails.random)  # fmt: skip
    return reg, (ask,)


def _at_most_one(quant: Node) -> bool:
    if quant.kind == "some":
        return True
    word = quant.nodes()[0].word("INT") if quant.nodes() else None
    return quant.kind in ("exactly", "up_to") and word is not None and int(word.text) <= 1


def _limits(tails: Tails, source: Expr, scope: Scope) -> tuple[core.Limit, ...]:
    return tuple(_limit(node, source, scope) for node in tails.limits)


def _limit(node: Node, source: Expr, scope: Scope) -> core.Limit:
    word = node.words("NAME")[-1]
    most = amount(node.nodes()[0], scope) if node.kind == "tail_limit" else lit(1, node.span)
    inner, var = scope.with_variable((), source.type.one(), node.span)
    key: Expr | None = var if _is_itself(word, source, scope) else None
    key = key or property_of(word.text, var, inner, word.span)
    if key is None:
        raise Problem("CW212", f"a {source.type.of} has no `{word.text}`", word.span)
    return core.Limit(most, var.index, key)


def _is_itself(word: Word, source: Expr, scope: Scope) -> bool:
    if word.text in scope.world.board.kinds:
        return scope.world.board.is_a(source.type.of, word.text)
    return word.text == source.type.of


# ------------------------------------------------------------------- things that go places


def _items(
    verb: str, phrase: Node, tails: Tails, scope: Scope, actor: Expr
) -> tuple[Expr, Block, bool]:
    """The things a verb works on, what asks for them first, and whether there are several."""
    quant, source = _phrase(phrase, scope)
    if source.type.base == "zone":
        source = a_set(phrase.nodes()[-1], scope)
    if source.type.base != "thing":
        raise Problem("CW220", f"a {source.type} can't be {_past(verb)}", phrase.span)
    if quant is None:
        if source.type.many and isinstance(source, (core.Domain, core.Filter)):
            raise Problem("CW219", "say how many", phrase.span, "as in `1`, `up to 2` or `all`")
        return source, (), source.type.many
    if not source.type.many:
        source = core.SetOf(source.type.set(), source.span, (source,))
    allowed = _allowed(verb, source, actor, phrase.span, scope)
    reg, ask = _picked(allowed, quant, tails, phrase.span, scope)
    return reg, ask, reg.type.many


def _past(verb: str) -> str:
    return {"give": "given"}.get(verb, verb + ("d" if verb.endswith("e") else "ed"))


def _allowed(verb: str, source: Expr, actor: Expr, span: Span, scope: Scope) -> Expr:
    """Without what a prohibition keeps off; nothing to do when there is none for the verb."""
    inner, var = scope.with_variable((), source.type.one(), span)
    banned = core.Forbidden(FLAG, span, verb, var, actor, source.type.of)
    test = core.Not(FLAG, span, banned)
    return core.Filter(source.type, span, var.index, source, test)


def _each_item(
    verb: str,
    item: Expr,
    several: bool,
    to: Expr | None,
    bottom: bool,
    actor: Expr,
    span: Span,
    scope: Scope,
) -> Block:
    kind = item.type.of
    if not several:
        return (core.Act(span, verb, item, kind, to, actor, bottom),)
    reg = core.Reg(item.type.one(), span, scope.counter.register())
    act = core.Act(span, verb, reg, kind, to, actor, bottom)
    return (core.ForEach(span, reg.index, item, (act,)),)


def _remove(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = _who(scope, verb.span)
    phrase = verb.nodes("phrase")[0]
    quant = next((n for n in phrase.nodes() if n.kind in QUANTS), None)
    if quant is not None and quant.kind != "every" and not _at_most_one(quant):
        return _remove_some(verb, quant, tails, scope, actor)
    item, ask, several = _items("remove", phrase, tails, scope, actor)
    _bind(tails, item, scope)
    return (*ask, *_each_item("remove", item, several, None, False, actor, verb.span, scope))


def _remove_some(verb: Node, quant: Node, tails: Tails, scope: Scope, actor: Expr) -> Block:
    """One after the other: a thing that withstands its first removal may be chosen again."""
    phrase, span = verb.nodes("phrase")[0], verb.span
    _, source = _phrase(phrase, scope)
    source = _allowed("remove", _as_source(source, phrase, scope), actor, span, scope)
    low, high = bounds(quant, scope)
    taken = core.Reg(source.type, span, scope.counter.register())
    one = core.Reg(source.type.one().maybe(), span, scope.counter.register())
    spent = scope.counter.register()
    count = core.Count(NUMBER, span, taken)
    needed = core.Compare(FLAG, span, "<", count, low)
    least = core.Cond(NUMBER, span, needed, lit(1, span), lit(0, span))
    ask = core.Choose(span, one.index, actor, source, least, lit(1, span), False,
                      _limits(tails, source, scope), spent=spent)  # fmt: skip
    body: Block = (
        ask,
        core.If(span, core.Compare(FLAG, span, "==", one, none(span)), (core.Stop(span),), ()),
        core.Let(span, taken.index, core.Joined(source.type, span, taken, one)),
        core.Act(span, "remove", one, one.type.of, None, actor),
    )
    empty = core.SetOf(source.type, span, ())
    times = high if high is not None else core.Count(NUMBER, span, source)
    _bind(tails, taken, scope)
    return (
        core.Let(span, taken.index, empty),
        core.Let(span, spent, empty),
        core.Repeat(span, times, body),
    )


def _bind(tails: Tails, item: Expr, scope: Scope) -> None:
    for word in tails.names:
        scope.names[word.text] = item


def _move(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = _who(scope, verb.span)
    phrase, destination = verb.nodes()[0], verb.nodes()[-1]
    item, ask, several = _items("move", phrase, tails, scope, actor)
    _bind(tails, item, scope)
    if destination.kind == "to_end":
        to = of_argument(destination.nodes()[-1], scope)
        bottom = bool(destination.word("TO_BOTTOM"))
        return (*ask, *_each_item("move", item, several, to, bottom, actor, verb.span, scope))
    target = destination.nodes("phrase")[0]
    quant = next((n for n in target.nodes() if n.kind in QUANTS), None)
    if several and quant is not None:
        return (*ask, *_move_each(item, target, actor, verb.span, scope))
    inner = scope.inner(it=item) if not several else scope
    to, more = _destination(target, item.type.of, inner)
    moved = _each_item("move", item, several, to, False, actor, verb.span, scope)
    return (*ask, *more, *_if_any(to, quant, moved, verb.span))


def _if_any(to: Expr, quant: Node | None, moved: Block, span: Span) -> Block:
    """A destination that may be declined, or that may not exist, moves nothing then."""
    if quant is None:
        return moved
    given = core.Compare(FLAG, span, "!=", to, none(span))
    return (core.If(span, given, moved, ()),)


def _move_each(item: Expr, target: Node, actor: Expr, span: Span, scope: Scope) -> Block:
    """Several things, each to a place of its own choice."""
    reg = core.Reg(item.type.one(), span, scope.counter.register())
    inner = scope.inner(it=reg)
    to, ask = _destination(target, item.type.of, inner)
    act: Block = (core.Act(span, "move", reg, item.type.of, to, actor),)
    given = core.Compare(FLAG, span, "!=", to, none(span))
    return (core.ForEach(span, reg.index, item, (*ask, core.If(span, given, act, ()))),)


def _destination(target: Node, kind: str, scope: Scope) -> tuple[Expr, Block]:
    on = scope.world.board.lives_on(kind) if kind in scope.world.board.kinds else ()
    expect = Type("thing", on[0]) if on else None
    quant, where = _phrase(target, scope, expect)
    if where.type.base not in ("thing", "zone"):
        raise Problem("CW220", f"expected a place or a zone, found {where.type}", target.span)
    if quant is None:
        if where.type.many:
            raise Problem("CW219", "say which one", target.span, "as in `an orbital ...`")
        return where, ()
    if not _at_most_one(quant):
        raise Problem("CW219", "things go to one place", quant.span, "write `a` or `up to 1`")
    empty = Tails((), (), False)
    source = _elsewhere(_as_source(where, target, scope), target.span, scope)
    reg, ask = _picked(source, quant, empty, target.span, scope)
    return reg, ask


def _elsewhere(source: Expr, span: Span, scope: Scope) -> Expr:
    """Nothing is moved to where it is."""
    item = scope.names.get("it")
    if item is None or item.type.many:
        return source
    inner, var = scope.with_variable((), source.type.one(), span)
    del inner
    here = core.At(source.type.one().maybe(), span, item)
    return core.Filter(source.type, span, var.index, source,
                       core.Compare(FLAG, span, "!=", var, here))  # fmt: skip


def _place(verb: Node, tails: Tails, scope: Scope) -> Block:
    """`place 2 influence on water bases`: two destinations, then one piece on each."""
    actor = _who(scope, verb.span)
    phrase = verb.nodes("phrase")[0]
    quant = next((n for n in phrase.nodes() if n.kind in QUANTS), None) or _one(phrase)
    np = phrase.nodes()[-1]
    located = next((m for m in reversed(np.nodes("located"))), None)
    if located is None:
        raise Problem("CW221", "say where to place it", verb.span, "as in `on a base`")
    bare = Node(np.kind, tuple(p for p in np.parts if p is not located), np.span)
    supply = _supply(bare, actor, verb.span, scope)
    kind = supply.type.of
    if quant.kind == "every":
        everything = core.Count(NUMBER, verb.span, supply)
        how_many: tuple[Expr, Expr | None] = (everything, everything)
    else:
        how_many = bounds(quant, scope)
    where = located.nodes()[-1]
    to, ask, several = _targets(where, quant, how_many, tails, kind, verb.span, scope)
    if not several:
        act = core.Act(verb.span, "place", supply, kind, to, actor)
        given = core.Compare(FLAG, verb.span, "!=", to, none(verb.span))
        return (*ask, core.If(verb.span, given, (act,), ())) if ask else (act,)
    reg = core.Reg(to.type.one(), verb.span, scope.counter.register())
    act = core.Act(verb.span, "place", supply, kind, reg, actor)
    return (*ask, core.ForEach(verb.span, reg.index, to, (act,)))


def _supply(np: Node, actor: Expr, span: Span, scope: Scope) -> Expr:
    """The pieces of the actor that are in supply and of the kind that is placed."""
    found = noun_phrase(np, replace(scope, names={**scope.names, "supply": none(span)}))
    if found.type.base != "thing":
        raise Problem("CW220", f"expected a kind of piece, found {found.type}", np.span)
    if not found.type.many:
        return core.SetOf(found.type.set(), span, (found,))
    source = _from_supply(found)
    inner, var = scope.with_variable((), found.type.one(), span)
    owner = core.Owner(PLAYER.maybe(), span, var)
    del inner
    if np.word("DET") or np.nodes("of"):
        return source
    test = core.Compare(FLAG, span, "==", owner, actor)
    return core.Filter(source.type, span, var.index, source, test)


def _from_supply(found: Expr) -> Expr:
    if isinstance(found, core.Filter):
        return replace(found, source=_from_supply(found.source))
    if isinstance(found, core.Domain):
        return replace(found, supply=True)
    return found


def _targets(
    where: Node,
    quant: Node,
    how_many: tuple[Expr, Expr | None],
    tails: Tails,
    kind: str,
    span: Span,
    scope: Scope,
) -> tuple[Expr, Block, bool]:
    inner_quant, inner = None, where
    if where.kind == "quantified":
        inner_quant, inner = where.nodes()[0], where.nodes()[-1]
    on = scope.world.board.lives_on(kind)
    expect = Type("thing", on[0]) if on else None
    place = of_argument(inner, scope, expect) if inner.kind == "paren" else noun_phrase(
        inner, scope, expect
    )  # fmt: skip
    if place.type.base != "thing":
        raise Problem("CW220", f"expected a place, found {place.type}", inner.span)
    if not place.type.many:
        if _at_most_one(quant) and quant.kind != "up_to":
            return place, (), False
        place = core.SetOf(place.type.set(), span, (place,))
    elif inner_quant is not None and not _at_most_one(inner_quant):
        raise Problem("CW219", "limit the places behind a comma", inner_quant.span,
                      "as in `, at most 1 per base`")  # fmt: skip
    if _at_most_one(quant):
        reg, ask = _picked(place, quant, tails, span, scope)
        return reg, ask, False
    reg, ask = _picked(place, quant, tails, span, scope, True, how_many)
    return reg, ask, True


def _swap(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = _who(scope, verb.span)
    first, second = (_phrase(p, scope)[1] for p in verb.nodes("phrase"))
    span = verb.span
    for item in (first, second):
        if item.type.base != "thing" or item.type.many:
            raise Problem("CW220", f"expected one thing, found {item.type}", item.span)
    here = core.At(Type("thing", "thing", optional=True), span, first)
    there = core.At(Type("thing", "thing", optional=True), span, second)
    one = core.Reg(here.type, span, scope.counter.register())
    two = core.Reg(there.type, span, scope.counter.register())
    both = core.Logic(
        FLAG, span, "and",
        core.Compare(FLAG, span, "!=", first, none(span)),
        core.Compare(FLAG, span, "!=", second, none(span)),
    )  # fmt: skip
    swap: Block = (
        core.Let(span, one.index, here),
        core.Let(span, two.index, there),
        core.Act(span, "move", first, first.type.of, two, actor),
        core.Act(span, "move", second, second.type.of, one, actor),
    )
    return (core.If(span, both, swap, ()),)


def _give(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = _who(scope, verb.span)
    what, to = verb.nodes("phrase")
    item, ask, several = _items("give", what, tails, scope, actor)
    _, receiver = _phrase(to, scope, PLAYER)
    if receiver.type.one() != PLAYER:
        raise Problem("CW220", f"expected a player, found {receiver.type}", to.span)
    _bind(tails, item, scope)
    return (*ask, *_each_item("give", item, several, receiver, False, actor, verb.span, scope))


# ------------------------------------------------------------------------------ state


def _counter(op: str) -> Callable[[Node, Tails, Scope], Block]:
    def change(verb: Node, tails: Tails, scope: Scope) -> Block:
        who = _who(scope, verb.span)
        phrase, *per = verb.nodes()
        quant = next((n for n in phrase.nodes() if n.kind in QUANTS), None)
        if quant is None or quant.kind not in ("exactly", "some"):
            raise Problem("CW219", "say how much", phrase.span, "as in `2` or `(x)`")
        words = phrase.nodes()[-1].node("words")
        word = words.words()[-1] if words else Word("NAME", phrase.span.text, phrase.span)
        field = _state_field(word, who, scope)
        value, _ = bounds(quant, scope)
        if per:
            times = core.Count(NUMBER, verb.span, a_set(per[0], scope))
            value = core.Arith(NUMBER, verb.span, "*", value, times)
        of = who if field.kind else None
        return (core.Change(verb.span, verb.kind.removeprefix("verb_"), field, of, op, value, who),)

    return change


def _state_field(word: Word, who: Expr, scope: Scope) -> core.Field:
    board = scope.world.board
    field = board.field("player", word.text) or board.state.get(word.text)
    if field is None or field.printed or field.type != NUMBER:
        fields = {**board.fields("player"), **board.state}
        names = [f.name for f in fields.values() if not f.printed and f.type == NUMBER]
        raise Problem("CW222", f"`{word.text}` is no counter", word.span,
                      did_you_mean(word.text, names) or _listed(names))  # fmt: skip
    return field


def _listed(names: list[str]) -> str:
    return "there are " + ", ".join(f"`{n}`" for n in names[:8]) if names else ""


def _target(node: Node, scope: Scope) -> core.Get:
    found = noun_phrase(node, scope)
    if not isinstance(found, core.Get) or found.field.printed:
        raise Problem("CW222", "only a cell of state can change", node.span)
    return found


def _set(verb: Node, tails: Tails, scope: Scope) -> Block:
    target, value = verb.nodes()[0], verb.parts[-1]
    cell = _target(target, scope)
    found = expression(value, scope, cell.field.type.one())
    wanted = cell.field.type
    assert value is not None
    if found.type.base != "none" or wanted.base in ("number", "flag"):
        checked_argument(found, wanted, value.span, scope)
    who = _who(scope, verb.span)
    return (core.Change(verb.span, "set", cell.field, cell.of, "=", found, who),)


def _add(op: str) -> Callable[[Node, Tails, Scope], Block]:
    def change(verb: Node, tails: Tails, scope: Scope) -> Block:
        by, target = verb.nodes()
        cell = _target(target, scope)
        if cell.type != NUMBER:
            raise Problem("CW222", f"`{cell.field.name}` is no counter", target.span)
        value, who = amount(by, scope), _who(scope, verb.span)
        name = verb.kind.removeprefix("verb_")
        return (core.Change(verb.span, name, cell.field, cell.of, op, value, who),)

    return change


def _shuffle(verb: Node, tails: Tails, scope: Scope) -> Block:
    from cardwright.language.expressions import zone

    return (core.Shuffle(verb.span, zone(verb.nodes()[0], scope)),)


def _reveal(verb: Node, tails: Tails, scope: Scope) -> Block:
    return (core.Reveal(verb.span, _phrase(verb.nodes()[0], scope)[1]),)


def _roll(verb: Node, tails: Tails, scope: Scope) -> Block:
    phrase = verb.nodes()[0]
    item, ask, several = _items("roll", phrase, tails, scope, _who(scope, verb.span))
    field = scope.world.board.field(item.type.of, "face")
    if field is None:
        raise Problem("CW220", f"a {item.type.of} has no faces to roll", phrase.span)
    _bind(tails, item, scope)
    if not several:
        return (*ask, core.Roll(verb.span, item, field))
    reg = core.Reg(item.type.one(), verb.span, scope.counter.register())
    return (*ask, core.ForEach(verb.span, reg.index, item, (core.Roll(verb.span, reg, field),)))


def _say(verb: Node, tails: Tails, scope: Scope) -> Block:
    return (core.Say(verb.span, verb.words("STRING")[0].text.strip('"')),)


_VERBS: dict[str, Callable[[Node, Tails, Scope], Block]] = {
    "verb_choose": _choose, "verb_place": _place, "verb_move": _move, "verb_remove": _remove,
    "verb_swap": _swap, "verb_give": _give, "verb_gain": _counter("+"),
    "verb_lose": _counter("-"), "verb_pay": _counter("pay"), "verb_set": _set,
    "verb_add": _add("+"), "verb_subtract": _add("-"), "verb_shuffle": _shuffle,
    "verb_reveal": _reveal, "verb_roll": _roll, "verb_say": _say,
}  # fmt: skip


# --------------------------------------------------------------------------- structure


def _let(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    value = expression(node.parts[-1], scope)
    reg = scope.bind_register(word.text, value.type, word.span)
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
    source = a_set(part, scope)
    own = part.word("NAME") if part.kind == "np" else None
    alias = loop.word("NAME") or own
    name = alias.text if alias else source.type.of
    for order in node.nodes():
        if order.kind == "order_by":
            member, var = scope.with_variable((name,), source.type.one(), order.span)
            body = number(order.parts[0], member)
            source = core.Arranged(source.type, order.span, var.index, source, body)
        elif order.kind == "order_from":
            start = expression(order.parts[0], scope, source.type.one())
            source = core.Rotated(source.type, order.span, source, start)
    inner = scope.inner()
    inner.in_loop = True
    reg = inner.bind_register(name, source.type.one(), loop.span)
    body_ = suite(node.nodes("suite")[0], inner)
    return (core.ForEach(node.span, reg.index, source, body_),)


def _repeat(node: Node, scope: Scope) -> Block:
    times = amount(node.nodes()[0], scope)
    inner = scope.inner()
    inner.in_loop = True
    return (core.Repeat(node.span, times, suite(node.nodes("suite")[0], inner)),)


def _label(node: Node, body: Node) -> str:
    word = node.word("STRING")
    return word.text.strip('"') if word else " ".join(body.span.text.split())


def _yes_no(node: Node, scope: Scope, body: Block, other: Block, label: str) -> Block:
    yes = core.Branch("yes", label, None, body, node.span)
    no = core.Branch("no", "no", None, other, node.span)
    return (core.OneOf(node.span, _who(scope, node.span), label, (yes, no)),)


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
    return (core.OneOf(node.span, _who(scope, node.span), label, branches),)


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
    return (core.OneOf(node.span, _who(scope, node.span), "Choose one", tuple(branches)),)


def _do(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    rule = scope.world.declared.rules.get(word.text)
    if rule is None:
        rules = scope.world.declared.rules
        raise Problem("CW211", f"no rule is called `{word.text}`", word.span,
                      did_you_mean(word.text, rules))  # fmt: skip
    args_node = node.node("args")
    parts = [p for p in args_node.parts if p is not None] if args_node else []
    if len(parts) != len(rule.takes):
        names = ", ".join(p.name for p in rule.takes) or "nothing"
        raise Problem("CW218", f"`{rule.name}` takes {names}; found {len(parts)}", node.span)
    args = []
    for part, parameter in zip(parts, rule.takes, strict=True):
        expect = named_type(parameter.type, scope.world.board)
        args.append(checked_argument(expression(part, scope, expect), expect, part.span, scope))
    return (core.Do(node.span, rule.name, _who(scope, node.span), tuple(args)),)


def _perform(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    of = of_argument(node.nodes()[-1], scope)
    board = scope.world.board
    slots = {s for k in board.kinds.values() for s in k.rules}
    if word.text not in slots:
        raise Problem("CW212", f"nothing has the rule `{word.text}`", word.span,
                      did_you_mean(word.text, slots))  # fmt: skip
    if of.type.base != "thing" or of.type.many:
        raise Problem("CW220", f"expected one thing, found {of.type}", of.span)
    return (core.Perform(node.span, word.text, of, _who(scope, node.span)),)


def _open(node: Node, scope: Scope) -> Block:
    word = node.words("NAME")[0]
    menus = scope.world.declared.menus
    if word.text not in menus:
        raise Problem("CW211", f"no menu is called `{word.text}`", word.span,
                      did_you_mean(word.text, menus))  # fmt: skip
    other = node.nodes()
    body = statement(other[0], scope.inner()) if other else None
    return (core.Open(node.span, word.text, _who(scope, node.span), body),)


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
