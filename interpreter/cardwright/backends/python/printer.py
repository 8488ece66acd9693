"""Prints the operations and values of a program as Python `ast`.

In printed code `g` is the game, `s` the flat state, `z` the zones, `f` the frame. A block is a
function of these four, a function of the program takes `s`, `z`, perhaps `f`, and its parameters.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.hoisting import is_long, membership, memberships
from cardwright.source.text import Span

_HITS, _OBSERVED, _REACHED = "C", "observed", "reached"  # the names in printed code
_Located = TypeVar("_Located", bound=ast.expr | ast.stmt)
_LOAD, _STORE = ast.Load(), ast.Store()
_COMPARE: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(),
    ">=": ast.GtE(),
}  # fmt: skip
_ARITH: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub()}
_IN: dict[bool, ast.cmpop] = {False: ast.In(), True: ast.NotIn()}
BUILT_IN = {"fixed": "tuple", "count": "len", "some": "bool"}
OF_NONE_0 = {"highest": "max", "lowest": "min"}  # 0 for an empty set


def function(made: op.Function, *, counts: bool = True) -> ast.FunctionDef:
    """`counts`: a call counts its steps, rather than the code that caches its values."""
    framed = ("f",) if made.framed else ()
    found = define(made.name, ("s", "z", *framed, *made.takes), body(made.body))
    if made.steps and counts:
        found.body.insert(
            0, located(ast.Expr(_called("spend", ast.Constant(made.steps))), made.span)
        )
    return found


def define(name: str, parameters: Iterable[str], body: list[ast.stmt]) -> ast.FunctionDef:
    return ast.FunctionDef(name, _takes(parameters), body or [ast.Pass()], [])


def _takes(parameters: Iterable[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])


def located(node: _Located, span: Span | None) -> _Located:
    """The node with the position of its source text, so that tracebacks point into packs."""
    if span is not None:
        node.lineno, column, node.end_lineno, end_column = span.lines
        node.col_offset, node.end_col_offset = column - 1, max(0, end_column - 1)
    return node


def locate(module: ast.Module) -> None:
    """Gives nodes without a position that of the enclosing node.

    The same as `ast.fix_missing_locations`, which took longer than Python's own compiler.
    """
    first = dict(zip(_POSITION, (1, 0, 1, 0), strict=True))
    waiting: list[tuple[ast.AST, dict[str, int]]] = [(module, first)]
    while waiting:
        node, at = waiting.pop()
        of = vars(node)
        if "lineno" in of:
            at = {name: of[name] for name in _POSITION}
        else:
            of |= at
        for name in _parts(node._fields):
            part = of.get(name)
            if isinstance(part, ast.AST):
                waiting.append((part, at))
            elif type(part) is list:
                waiting += [(one, at) for one in part if isinstance(one, ast.AST)]


_POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


@cache
def _parts(fields: tuple[str, ...]) -> list[str]:
    """The fields that may hold nodes with positions."""
    plain = {"id", "attr", "ctx", "op", "ops", "arg", "name", "kind"}
    return [name for name in fields if name not in plain]


# -------------------------------------------------------------------------------- helpers


def named(id: str) -> ast.Name:
    return ast.Name(id, _LOAD)


def _called(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(named(function), list(args), [])


def called_on_game(method: str, args: Iterable[ast.expr]) -> ast.Call:
    return ast.Call(ast.Attribute(named("g"), method, _LOAD), list(args), [])


def of_game(method: str, args: Iterable[v.Value]) -> ast.Call:
    """An effect or a query of the game."""
    return called_on_game(method, _all(args))


def _entry(of: ast.expr, at: ast.expr) -> ast.Subscript:
    return ast.Subscript(of, at, _LOAD)


def store(name: str, at: int, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Subscript(named(name), ast.Constant(at), _STORE)], value)


# --------------------------------------------------------------------------------- values


def value(node: v.Value) -> ast.expr:
    return located(_VALUES[type(node)](node), node.span)


def _all(nodes: Iterable[v.Value]) -> list[ast.expr]:
    return [value(node) for node in nodes]


def _between(e: v.Between) -> ast.expr:
    bounds = ast.Constant(e.low), [value(e.of), ast.Constant(e.high)]
    return ast.Compare(bounds[0], [ast.LtE(), ast.LtE()], bounds[1])


class _HoistedSets(threading.local):
    """For each test that this thread is printing: the set that was made before its loop, in which
    it looks.
    """

    def __init__(self) -> None:
        self.of: dict[int, ast.Name] = {}


_found_once = _HoistedSets()


def _loops(loops: Sequence[v.Loop], each: Callable[[], ast.expr]) -> _Loops:
    """Clauses of a comprehension, and their body."""
    if not loops:
        return each(), []
    loop, *others = loops
    before, asked = _before(loop)
    _found_once.of.update(asked)
    clause = ast.comprehension(ast.Name(loop.var, _STORE), value(loop.source), _all(loop.tests), 0)
    found, inner = _loops(others, each)
    for test in asked:
        del _found_once.of[test]
    return found, [*before, clause, *inner]


_Loops = tuple[ast.expr, list[ast.comprehension]]


def _before(loop: v.Loop) -> tuple[list[ast.comprehension], dict[int, ast.Name]]:
    """The sets that the tests of a loop need, as `for found in [{...}]`, and their names."""
    made: dict[object, tuple[str, ast.comprehension]] = {}
    asked: dict[int, ast.Name] = {}
    for one in memberships(loop.tests) if is_long(loop.source) else ():
        if id(one.test) in _found_once.of:
            continue
        if one.key not in made:
            name = f"{loop.var}_{len(made)}"
            member, clauses = _loops([one.members], partial(value, one.member))
            found = ast.List([ast.SetComp(member, clauses)], _LOAD)
            made[one.key] = name, ast.comprehension(ast.Name(name, _STORE), found, [], 0)
        asked[id(one.test)] = named(made[one.key][0])
    return [clause for _, clause in made.values()], asked


def _each_of(e: v.Collect) -> ast.expr:
    """Member by member, as long as more are requested."""
    return ast.GeneratorExp(*_loops(e.loops, lambda: value(e.each)))


def _exists(e: v.Exists) -> ast.expr:
    if (found := _found_once.of.get(id(e))) is not None:
        item = membership(e)
        assert item is not None
        return ast.Compare(value(item.item), [ast.In()], [found])
    return _called("any", ast.GeneratorExp(*_loops([e.loop], lambda: ast.Constant(True))))


def _call(e: v.Call) -> ast.expr:
    if e.name in OF_NONE_0:
        found = _called(OF_NONE_0[e.name], *_all(e.args))
        found.keywords.append(ast.keyword("default", ast.Constant(0)))
        return found
    if e.name == "first" and isinstance(e.args[0], v.Collect):
        return _called("next", _each_of(e.args[0]), ast.Constant(0))
    return _called(BUILT_IN.get(e.name, e.name), *_all(e.args))


def _as_if(e: v.AsIf) -> ast.expr:
    body = ast.Lambda(_takes("s"), value(e.body))
    return _called("as_if", named("s"), value(e.cell), value(e.value), body)


_VALUES: dict[type[v.Value], Callable[[Any], ast.expr]] = {
    v.Const: lambda e: ast.Constant(e.value),
    v.Var: lambda e: named(e.name),
    v.Register: lambda e: _entry(named("f"), ast.Constant(op.FRAME + e.index)),
    v.Table: lambda e: named(e.name),
    v.State: lambda _: named("s"),
    v.Zones: lambda _: named("z"),
    v.Cell: lambda e: _entry(named("s"), value(e.at)),
    v.Zone: lambda e: _entry(named("z"), value(e.at)),
    v.Entry: lambda e: _entry(value(e.of), value(e.at)),
    v.Arith: lambda e: ast.BinOp(value(e.left), _ARITH[e.op], value(e.right)),
    v.Compare: lambda e: ast.Compare(value(e.left), [_COMPARE[e.op]], [value(e.right)]),
    v.Between: _between,
    v.In: lambda e: ast.Compare(value(e.item), [_IN[e.absent]], [value(e.set)]),
    v.And: lambda e: ast.BoolOp(ast.And(), _all(e.tests)),
    v.Or: lambda e: ast.BoolOp(ast.Or(), _all(e.tests)),
    v.Not: lambda e: ast.UnaryOp(ast.Not(), value(e.of)),
    v.Else: lambda e: ast.BoolOp(ast.Or(), [value(e.value), value(e.other)]),
    v.Select: lambda e: ast.IfExp(value(e.test), value(e.then), value(e.other)),
    v.Spread: lambda e: ast.Starred(value(e.of), _LOAD),
    v.Items: lambda e: ast.Tuple(_all(e.parts), _LOAD),
    v.Collect: lambda e: ast.ListComp(*_loops(e.loops, lambda: value(e.each))),
    v.Exists: _exists,
    v.Key: lambda e: ast.Lambda(_takes((e.var,)), value(e.body)),
    v.Call: _call,
    v.Query: lambda e: of_game(e.name, e.args),
    v.Invoke: lambda e: _called(e.function, named("s"), named("z"), *_all(e.args)),
    v.AsIf: _as_if,
    v.Caching: lambda e: _called(
        "within", named("s"), named("z"), ast.Lambda(_takes(()), value(e.body))
    ),
    v.Counted: lambda e: _called("counted", value(e.source), ast.Constant(e.weight)),
    v.Observed: lambda e: _called(
        _OBSERVED, ast.Constant(e.true), ast.Constant(e.false), value(e.test)
    ),
    v.Reached: lambda e: _called(_REACHED, ast.Constant(e.number)),
}


# ----------------------------------------------------------------------------- operations


def body(operations: Iterable[op.Operation]) -> list[ast.stmt]:
    return [
        located(printed, operation.span)
        for operation in operations
        for printed in _OPERATIONS[type(operation)](operation)
    ]


def _assign(target: v.Register | v.Var, found: ast.expr) -> ast.stmt:
    if isinstance(target, v.Register):
        return store("f", op.FRAME + target.index, found)
    return ast.Assign([ast.Name(target.name, _STORE)], found)


def _do(o: op.Do) -> list[ast.stmt]:
    done = of_game(o.effect, o.args)
    return [ast.Expr(done) if o.into is None else _assign(o.into, done)]


def _log(o: op.Log) -> list[ast.stmt]:
    """A link to the entry before: a linked list, since copies of a game share earlier entries."""
    entry = ast.Tuple([ast.Constant(o.point), *_all(o.args)], _LOAD)
    linked = ast.Tuple([ast.Attribute(named("g"), "log", _LOAD), entry], _LOAD)
    return [ast.Assign([ast.Attribute(named("g"), "log", _STORE)], linked)]


def _spend(o: op.Spend) -> list[ast.stmt]:
    """`g.left -= 5`, then `if g.left < 0: g.exhausted()`."""
    left = ast.Attribute(named("g"), "left", _LOAD)
    stored = ast.Attribute(named("g"), "left", _STORE)
    none_left = ast.Compare(left, [ast.Lt()], [ast.Constant(0)])
    return [
        ast.AugAssign(stored, ast.Sub(), ast.Constant(o.steps)),
        ast.If(none_left, [ast.Expr(of_game("exhausted", ()))], []),
    ]


_OPERATIONS: dict[type[op.Operation], Callable[[Any], list[ast.stmt]]] = {
    op.Set: lambda o: [_assign(o.target, value(o.value))],
    op.SetCell: lambda o: [store("s", o.cell, value(o.value))],
    op.Do: _do,
    op.Log: _log,
    op.When: lambda o: [ast.If(value(o.test), body(o.body), [])],
    op.ForEach: lambda o: [ast.For(ast.Name(o.var, _STORE), value(o.source), body(o.body), [])],
    op.Spend: _spend,
    op.Hit: lambda o: [store(_HITS, o.number, ast.Constant(1))],
    op.Return: lambda o: [ast.Return(value(o.value))],
}


# ------------------------------------------------------------------------------- coverage


def coverage_helpers(hits: list[int]) -> dict[str, object]:
    """The functions that printed code calls to record coverage."""

    def observed(true: int, false: int, found: object) -> object:
        hits[true if found else false] = 1
        return found

    def reached(number: int) -> bool:
        hits[number] = 1
        return True

    return {_HITS: hits, _OBSERVED: observed, _REACHED: reached}
