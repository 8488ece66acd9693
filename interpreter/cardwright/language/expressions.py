"""Expressions: from syntax nodes to typed core expressions."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.types import FLAG, NUMBER, PLAYER, Type
from cardwright.language import core
from cardwright.language.amounts import amount, amount_test
from cardwright.language.core import Expr
from cardwright.language.nouns import noun_phrase, of_argument
from cardwright.language.nounwords import article
from cardwright.language.payments import payable
from cardwright.language.phrases import fits, lit, name, none
from cardwright.language.problems import Problem, which
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node, Part, Word
from cardwright.language.unknown import unknown
from cardwright.language.whereabouts import QUANTS, has, located
from cardwright.source.text import Span

Rule = Callable[[Node, Scope, Type | None], Expr]


def expression(part: Part, scope: Scope, expect: Type | None = None) -> Expr:
    assert part is not None
    if isinstance(part, Word):
        found = name(part, scope, expect)
        if found is None:
            raise unknown(part, scope)
        return found
    return _RULES[part.kind](part, scope, expect)


def condition(part: Part, scope: Scope) -> Expr:
    return _typed(expression(part, scope, FLAG), FLAG, "yes or no")


def number(part: Part, scope: Scope) -> Expr:
    return _typed(expression(part, scope, NUMBER), NUMBER, "a number")


def _typed(expr: Expr, wanted: Type, said: str) -> Expr:
    if expr.type != wanted:
        raise Problem("CW220", f"expected {said}, found {_said(expr.type)}", expr.span,
                      _hint(expr, wanted))  # fmt: skip
    return expr


def _said(type: Type) -> str:
    if type.base == "zone":
        return f"the zone {type.of}"
    return str(type)


def _hint(expr: Expr, wanted: Type) -> str:
    if expr.type.many and wanted == FLAG:
        return "write `there are ...`"
    if expr.type == NUMBER and wanted == FLAG:
        return f"compare it, as in `{' '.join(expr.span.text.split())} at least 1`"
    return "write `number of ...`" if expr.type.many and wanted == NUMBER else ""


# ---------------------------------------------------------------------- plain values


def _number(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return lit(int(node.words()[0].text), node.span)


def _flag(value: int) -> Rule:
    return lambda node, scope, expect: core.Lit(FLAG, node.span, value)


def _none(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return none(node.span)


def _paren(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return expression(node.parts[0], scope, expect)


def _np(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return noun_phrase(node, scope, expect)


def _name(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return expression(node.words()[0], scope, expect)


# ------------------------------------------------------------------------- operators


def _conditional(node: Node, scope: Scope, expect: Type | None) -> Expr:
    test = condition(node.parts[0], scope)
    then = expression(node.parts[1], scope, expect)
    other = expression(node.parts[2], scope, expect or then.type)
    return core.Cond(joined(then, other, node.span, scope), node.span, test, then, other)


def joined(a: Expr, b: Expr, span: Span, scope: Scope) -> Type:
    """The type of a value that is one of two."""
    if a.type.base == "none":
        return b.type.maybe()
    if b.type.base == "none":
        return a.type.maybe()
    one, two = a.type, b.type
    if one.base != two.base or one.many != two.many:
        raise Problem("CW220", f"one side is {_said(one)}, the other {_said(two)}", span)
    optional = one.optional or two.optional
    if one.of != two.of:
        if one.base != "thing":
            raise Problem("CW220", f"one side is {_said(one)}, the other {_said(two)}", span)
        one = Type("thing", _common_kind(one.of, two.of, scope), one.many)
    return one.maybe() if optional else one


def _common_kind(a: str, b: str, scope: Scope) -> str:
    board = scope.world.board
    return next((k for k in board.ancestors(a) if board.is_a(b, k)), "thing")


def _both(op: str) -> Rule:
    def rule(node: Node, scope: Scope, expect: Type | None) -> Expr:
        if op == "or" and (alternative := _or_of_values(node, scope)) is not None:
            return alternative
        left, right = (condition(p, scope) for p in node.parts)
        return core.Logic(FLAG, node.span, op, left, right)

    return rule


def _or_of_values(node: Node, scope: Scope) -> Expr | None:
    """`x is gold or x` where the right side is a value: one of them."""
    left, right = node.parts
    if not (isinstance(left, Node) and left.kind in ("is_", "is_not")):
        return None
    try:
        first = expression(left.parts[0], scope)
        value = expression(right, scope, first.type)
    except Problem:
        return None
    if value.type == FLAG:
        return None
    more = core.Compare(FLAG, value.span, "==", first, value)
    return core.Logic(FLAG, node.span, "or", expression(left, scope), more)


def _negate(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return core.Not(FLAG, node.span, condition(node.parts[0], scope))


def _arithmetic(node: Node, scope: Scope, expect: Type | None) -> Expr:
    left, sign, right = node.parts
    assert isinstance(sign, Word)
    op = {"plus": "+", "minus": "-", "times": "*"}.get(sign.text, sign.text)
    return core.Arith(NUMBER, node.span, op, number(left, scope), number(right, scope))


def _negative(node: Node, scope: Scope, expect: Type | None) -> Expr:
    zero = lit(0, node.span)
    return core.Arith(NUMBER, node.span, "-", zero, number(node.parts[-1], scope))


def _min_max(node: Node, scope: Scope, expect: Type | None) -> Expr:
    op = "min" if node.word("MIN_OF") else "max"
    left, right = (number(p, scope) for p in node.parts[1:])
    return core.Arith(NUMBER, node.span, op, left, right)


_COMPARISONS = {
    "<": "<", "<=": "<=", ">": ">", ">=": ">=", "at least": ">=", "at most": "<=",
    "more than": ">", "fewer than": "<", "less than": "<",
}  # fmt: skip


def _compare(node: Node, scope: Scope, expect: Type | None) -> Expr:
    left, sign, right = node.parts
    assert isinstance(sign, Word)
    words = " ".join(sign.text.split()).removeprefix("is ").removeprefix("are ")
    op = _COMPARISONS[words]
    return core.Compare(FLAG, node.span, op, number(left, scope), number(right, scope))


# ------------------------------------------------------------------------------- is


def _is(node: Node, scope: Scope, expect: Type | None) -> Expr:
    parts = [p for p in node.parts if not (isinstance(p, Word) and p.kind.startswith("IS"))]
    left, right = parts
    item = expression(left, scope)
    found = _is_described(item, right, node, scope)
    return found if found is not None else _equal(item, right, node, scope)


def _is_not(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return core.Not(FLAG, node.span, _is(node, scope, expect))


def _is_described(item: Expr, right: Part, node: Node, scope: Scope) -> Expr | None:
    """`cart is damaged`, `it is wagon`: a flag or a kind on the right."""
    word = _lone_word(right)
    if word is None or item.type.base != "thing" or item.type.many:
        return None
    board = scope.world.board
    kind = item.type.of
    if word.text in scope.names:
        return None
    if word.text in board.kinds and board.instance(kind, word.text) is None:
        if kind == "thing" or board.is_a(word.text, kind) or board.is_a(kind, word.text):
            return core.IsKind(FLAG, node.span, item, word.text)
        raise Problem("CW220", f"{article(kind)} is never {article(word.text)}", word.span)
    flag = board.field(kind, word.text) if kind in board.kinds else None
    if flag is not None and flag.type == FLAG:
        return core.Get(FLAG, node.span, flag, item)
    declared = scope.world.declared.definitions.get(word.text)
    if declared and len(declared.takes) == 1 and fits(item.type, declared.takes[0].type, scope):
        from cardwright.language.phrases import call

        described = call(word.text, (item,), scope, node.span)
        return described if described.type == FLAG else None
    return None


def _lone_word(part: Part) -> Word | None:
    if not isinstance(part, Node) or part.kind not in ("np", "inner"):
        return None
    parts = [p for p in part.parts if p is not None]
    if len(parts) != 1 or not isinstance(parts[0], Node) or parts[0].kind != "words":
        return None
    words = parts[0].words()
    return words[0] if len(words) == 1 else None


def _equal(item: Expr, right: Part, node: Node, scope: Scope) -> Expr:
    value = expression(right, scope, item.type)
    if value.type.many and not item.type.many:
        return core.Member(FLAG, node.span, item, value)
    if not _comparable(item.type, value.type, scope):
        raise Problem("CW220", f"{_said(item.type)} is never {_said(value.type)}", node.span)
    if not isinstance(item, core.Lit) and core.same(item, value):
        raise Problem("CW233", "this compares a thing with itself", node.span,
                      "inside a set, the name of its kind is the one that is looked at; "
                      "name the other one before, as in `let here be town`")  # fmt: skip
    return core.Compare(FLAG, node.span, "==", item, value)


def _comparable(a: Type, b: Type, scope: Scope) -> bool:
    if "none" in (a.base, b.base):
        return True
    if a.base != b.base or a.many != b.many:
        return a.base in ("zone", "thing") and b.base in ("zone", "thing")
    return a.base != "thing" or fits(a.one(), b.of, scope) if a.base == "thing" else a.of == b.of


def _is_in(node: Node, scope: Scope, expect: Type | None) -> Expr:
    parts = [p for p in node.parts if not (isinstance(p, Word) and p.kind.startswith("IS"))]
    item = expression(parts[0], scope)
    where = expression(parts[1], scope)
    if where.type.many and _comparable(item.type, where.type.one(), scope):
        return core.Member(FLAG, node.span, item, where)
    if item.type.base != "thing" or item.type.many:
        raise Problem("CW220", f"{_said(item.type)} is never in {_said(where.type)}", node.span)
    return located(item, item.type.of, where, node.span, scope)


def _is_not_in(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return core.Not(FLAG, node.span, _is_in(node, scope, expect))


def _has(node: Node, scope: Scope, expect: Type | None) -> Expr:
    item = expression(node.parts[0], scope)
    if item.type.base not in ("thing", "zone") or item.type.many:
        nobody = item.type.base == "none"
        help = "that nobody has some is `there are no players with KIND`" if nobody else ""
        raise Problem("CW220", f"{_said(item.type)} has nothing", node.span, help)
    return has(item, node, scope)


def _there(node: Node, scope: Scope, expect: Type | None) -> Expr:
    found = noun_phrase(node.nodes("np")[0], scope)
    if not found.type.many:
        raise Problem("CW217", f"expected a set, found {_said(found.type)}", node.span)
    if node.kind == "there_no":
        return core.Not(FLAG, node.span, core.Exists(FLAG, node.span, found))
    quant = next((n for n in node.nodes() if n.kind in QUANTS), None)
    return amount_test(found, quant, node.span, scope)


# --------------------------------------------------------------------- over sets


def a_set(part: Part, scope: Scope) -> Expr:
    """A set; a zone stands for what is in it."""
    found = expression(part, scope)
    if found.type.base == "zone":
        held = scope.world.board.zones.get(found.type.of)
        kind = held.holds if held else "player"
        return core.Contents(Type("thing", kind, True), found.span, found)
    if not found.type.many:
        raise Problem("CW217", f"expected a set, found {_said(found.type)}", found.span)
    return found


def _count(node: Node, scope: Scope, expect: Type | None) -> Expr:
    return core.Count(NUMBER, node.span, a_set(node.parts[-1], scope))


def _with_member(part: Part, source: Expr, scope: Scope, span: Span) -> tuple[Scope, core.Var]:
    alias = part.word("NAME") if isinstance(part, Node) and part.kind == "np" else None
    return scope.with_variable((alias.text if alias else source.type.of,), source.type.one(), span)


def _sum_over(node: Node, scope: Scope, expect: Type | None) -> Expr:
    body, set_ = node.parts[-2:]
    source = a_set(set_, scope)
    inner, var = _with_member(set_, source, scope, node.span)
    return core.Reduce(NUMBER, node.span, "sum", var.index, source, number(body, inner))


def _best_over(node: Node, scope: Scope, expect: Type | None) -> Expr:
    op = "highest" if node.word("HIGHEST") else "lowest"
    body, set_ = node.parts[-2:]
    source = a_set(set_, scope)
    inner, var = _with_member(set_, source, scope, node.span)
    return core.Reduce(NUMBER, node.span, op, var.index, source, number(body, inner))


def _top_by(node: Node, scope: Scope, expect: Type | None) -> Expr:
    op = "highest" if node.word("TOP") else "lowest"
    set_, body = node.parts[-2:]
    source = a_set(set_, scope)
    inner, var = _with_member(set_, source, scope, node.span)
    return core.Best(source.type, node.span, op, var.index, source, number(body, inner))


def _foremost(node: Node, scope: Scope, expect: Type | None) -> Expr:
    source = a_set(node.parts[0], scope)
    inner, var = _with_member(node.parts[0], source, scope, node.span)
    body = number(node.parts[1], inner) if len(node.parts) > 1 else lit(0, node.span)
    type = source.type.one().maybe()
    return core.Best(type, node.span, "lowest", var.index, source, body, True)


def _only(node: Node, scope: Scope, expect: Type | None) -> Expr:
    source = a_set(node.parts[-1], scope)
    return core.Only(source.type.one().maybe(), node.span, source)


def zone(part: Part, scope: Scope) -> Expr:
    found = of_argument(part, scope) if isinstance(part, Node) else expression(part, scope)
    if found.type.base != "zone":
        raise Problem("CW220", f"expected a zone, found {_said(found.type)}", found.span)
    return found


def _held(found: Expr, scope: Scope) -> Type:
    held = scope.world.board.zones.get(found.type.of)
    return Type("thing", held.holds if held else "player")


def _top_of(node: Node, scope: Scope, expect: Type | None) -> Expr:
    found = zone(node.nodes()[-1], scope)
    how_many = node.node("amount")
    count = amount(how_many, scope) if how_many else None
    type = _held(found, scope).set() if count else _held(found, scope).maybe()
    return core.Ends(type, node.span, found, bool(node.word("BOTTOM")), count)


def _everything(node: Node, scope: Scope, expect: Type | None) -> Expr:
    found = zone(node.nodes()[-1], scope)
    return core.Contents(_held(found, scope).set(), node.span, found)


def _player_after(node: Node, scope: Scope, expect: Type | None) -> Expr:
    of = of_argument(node.nodes()[-1], scope, PLAYER)
    if of.type.one() != PLAYER:
        raise Problem("CW220", f"expected a player, found {_said(of.type)}", of.span)
    return core.After(PLAYER, node.span, of)


def _numbers(node: Node, scope: Scope, expect: Type | None) -> Expr:
    low, high = (number(part, scope) for part in node.parts)
    return core.Numbers(NUMBER.set(), node.span, low, high)


def _can_pay(node: Node, scope: Scope, expect: Type | None) -> Expr:
    """`you can pay 2 gold`: with the counters that stand in for it, too."""
    board, word = scope.world.board, node.words("NAME")[-1]
    who = expression(node.parts[0], scope, PLAYER)
    if who.type.one() != PLAYER or who.type.many:
        raise Problem("CW220", f"expected a player, found {_said(who.type)}", who.span)
    field = board.field("player", word.text)
    if field is None or field.printed or field.type != NUMBER:
        known = [f.name for f in board.fields("player").values() if f.type == NUMBER]
        raise Problem("CW222", f"`{word.text}` is no counter of players", word.span,
                      which(word.text, known))  # fmt: skip
    price = amount(node.nodes()[-1], scope)
    return payable(core.Change(node.span, "pay", field, who, "pay", price, who), board)


def _nth(node: Node, scope: Scope, expect: Type | None) -> Expr:
    index, *items = node.parts
    values = tuple(number(item, scope) for item in items)
    return core.Nth(NUMBER, node.span, number(index, scope), values)


def _longest_line(node: Node, scope: Scope, expect: Type | None) -> Expr:
    things, through = node.nodes()
    cell = of_argument(through, scope)
    kind = scope.world.board.kinds.get(cell.type.of)
    if kind is None or kind.grid is None:
        raise Problem("CW220", f"expected a cell of a grid, found {_said(cell.type)}", cell.span)
    source = noun_phrase(things, scope)
    if source.type.many and source.type.of != cell.type.of:
        source = core.Places(cell.type.set(), node.span, source)
    return core.Line(NUMBER, node.span, source, cell, cell.type.of)


_RULES: dict[str, Rule] = {
    "number": _number, "yes": _flag(1), "no": _flag(0), "none": _none, "paren": _paren,
    "np": _np, "inner": _np, "ofnp": _np, "name": _name, "conditional": _conditional,
    "either": _both("or"), "both": _both("and"), "negate": _negate,
    "arithmetic": _arithmetic, "negative": _negative, "min_max": _min_max,
    "compare": _compare, "is_": _is, "is_not": _is_not, "is_in": _is_in,
    "is_not_in": _is_not_in, "can_pay": _can_pay, "has_no": _has,
    "has_some": _has, "there_no": _there,
    "there_some": _there, "count": _count, "sum_over": _sum_over, "best_over": _best_over,
    "top_by": _top_by, "foremost": _foremost, "only": _only, "top_of": _top_of,
    "everything": _everything, "player_after": _player_after, "numbers": _numbers, "nth": _nth,
    "longest_line": _longest_line,
}  # fmt: skip
