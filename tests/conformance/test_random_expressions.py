"""Random core expressions have the same value compiled, interpreted and evaluated.

Expressions are typed and closed, over the things, fields and zones of the test packs.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardwright
from cardwright.backends.core.evaluate import Env, evaluate
from cardwright.backends.python import printer
from cardwright.backends.reference import expressions as reference
from cardwright.backends.reference.expressions import Env as ProgramEnv
from cardwright.backends.value_cache import ValueCache
from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER, PLAYER, Type, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program import board_tables
from cardwright.program.constants import Constants
from cardwright.program.emit.expressions import Emitter
from cardwright.program.values import Value
from cardwright.runtime.game import Game
from cardwright.source.text import Source, Span
from dev.value_shapes import Shapes

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
SPAN = Span(Source("random", "expression"), 0, 1)
DEPTH = 4


@cache
def positions(pack: str) -> tuple[Game, ...]:
    """A few positions of one random game."""
    rules = cardwright.load(PACKS / pack if (PACKS / pack).is_dir() else pack)
    game, rng, found = rules.new_game(max(rules.players), 7).position, random.Random(7), []
    for _ in range(30):
        found.append(game.copy())
        if game.question is None:
            break
        game.answer(rng.randrange(len(game.question.answers)))
    return tuple(found[::6])


@dataclass
class Maker:
    """Draws expressions of a given type; comprehensions bind variables."""

    draw: Callable[[st.SearchStrategy[object]], object]
    game: Game
    kinds: list[str] = field(init=False)
    fields: list[Field] = field(init=False)
    rows: list[str] = field(init=False)  # the kinds with steps: in a grid or a row
    webs: list[tuple[str, tuple[str, ...]]] = field(init=False)  # those that edges join, and these
    bound: list[tuple[int, str]] = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
        board = self.game.program.board
        self.kinds = [k for k in board.kinds if self.game.program.layout.kind(k)]
        found = (f for k in self.kinds for f in board.kinds[k].fields.values())
        self.fields = [f for f in found if f.kind in self.kinds and f.name != "title"]
        self.rows = [k for k in self.kinds if board.kinds[k].grid or board.kinds[k].ordered]
        self.webs = [(k, board.edges(k)) for k in self.kinds if board.edges(k)]

    def one_of(self, options: Sequence[object]) -> object:
        return self.draw(st.sampled_from(list(options)))

    def made(self, options: Sequence[Callable[[int], Expr]], depth: int) -> Expr:
        """At depth 0, only the first option is used."""
        make = options[0] if depth <= 0 else self.one_of(options)
        return make(depth - 1)  # type: ignore[operator, no-any-return]

    # ------------------------------------------------------------------ numbers, flags

    def number(self, depth: int) -> Expr:
        reduction = self.reduced
        options = (
            self.literal,
            self.arithmetic,
            self.count_of,
            reduction,
            reduction,
            self.number_of,
        )
        options = (*options, self.position, self.conditional, self.chosen_number)
        return self.made((*options, self.distance, self.longest_path), depth)

    def literal(self, depth: int) -> Expr:
        return core.Lit(NUMBER, SPAN, self.draw(st.integers(-3, 9)))  # type: ignore[arg-type]

    def arithmetic(self, depth: int) -> Expr:
        op = self.one_of(("+", "-", "*", "/", "mod", "min", "max"))
        return core.Arith(NUMBER, SPAN, str(op), self.number(depth), self.number(depth))

    def count_of(self, depth: int) -> Expr:
        if self.one_of((True, False)):
            numbers = core.Numbers(NUMBER.set(), SPAN, self.number(depth), self.number(0))
            return core.Count(NUMBER, SPAN, numbers)
        return core.Count(NUMBER, SPAN, self.several(self.kind(), depth))

    def reduced(self, depth: int) -> Expr:
        op, kind = str(self.one_of(("sum", "highest", "lowest"))), self.kind()
        source = self.several(kind, depth)
        var, body = self.reduction(kind, self.number, depth)
        return core.Reduce(NUMBER, SPAN, op, var, source, body)

    def position(self, depth: int) -> Expr:
        return core.Position(NUMBER, SPAN, self.single(self.kind(), depth))

    def conditional(self, depth: int) -> Expr:
        items = tuple(self.number(0) for _ in range(3))
        return core.Nth(NUMBER, SPAN, self.number(depth), items)

    def chosen_number(self, depth: int) -> Expr:
        parts = (self.flag(depth), self.number(depth), self.number(depth))
        return core.Cond(NUMBER, SPAN, *parts)

    def number_of(self, depth: int) -> Expr:
        return self.property_of(NUMBER, depth) or self.literal(depth)

    def flag(self, depth: int) -> Expr:
        options = (self.compared, self.logic, self.negated, self.equality, self.member)
        return self.made((*options, self.is_kind, self.exists, self.flag_of), depth)

    def compared(self, depth: int) -> Expr:
        op = str(self.one_of(("==", "!=", "<", "<=", ">", ">=")))
        return core.Compare(FLAG, SPAN, op, self.number(depth), self.number(depth))

    def logic(self, depth: int) -> Expr:
        op = str(self.one_of(("and", "or")))
        return core.Logic(FLAG, SPAN, op, self.flag(depth), self.flag(depth))

    def negated(self, depth: int) -> Expr:
        return core.Not(FLAG, SPAN, self.flag(depth))

    def equality(self, depth: int) -> Expr:
        kind, op = self.kind(), str(self.one_of(("==", "!=")))
        return core.Compare(FLAG, SPAN, op, self.single(kind, depth), self.single(kind, depth))

    def member(self, depth: int) -> Expr:
        kind = self.kind()
        return core.Member(FLAG, SPAN, self.single(kind, depth), self.several(kind, depth))

    def is_kind(self, depth: int) -> Expr:
        return core.IsKind(FLAG, SPAN, self.single(self.kind(), depth), self.kind())

    def exists(self, depth: int) -> Expr:
        return core.Exists(FLAG, SPAN, self.several(self.kind(), depth))

    def flag_of(self, depth: int) -> Expr:
        return self.property_of(FLAG, depth) or self.compared(0)

    # ------------------------------------------------------------------ things and sets

    def kind(self) -> str:
        return str(self.one_of(self.kinds))

    def property_of(self, type: Type, depth: int) -> Expr | None:
        found = [f for f in self.fields if f.type.base == type.base and f.type.of == type.of
                 and f.type.many == type.many]  # fmt: skip
        if not found:
            return None
        taken = self.one_of(found)
        assert isinstance(taken, Field)
        return core.Get(type.maybe(), SPAN, taken, self.single(taken.kind, depth))

    def single(self, kind: str, depth: int) -> Expr:
        bound = [v for v in self.bound if v[1] == kind]
        if bound and self.one_of((True, True, False)):
            index, _ = self.one_of(bound)  # type: ignore[misc]
            return core.Var(thing(kind), SPAN, index)
        options: list[Callable[[int], Expr]] = [lambda d: self.none(kind)]
        options += [lambda d: self.foremost(kind, d), lambda d: self.only(kind, d)]
        options += [lambda d: self.property_of(thing(kind), d) or self.none(kind)]
        options += [lambda d: core.AsKind(thing(kind).maybe(), SPAN, self.location_of(d), kind)]
        if kind in self.rows:
            options += [lambda d: self.step(core.Step, kind, d)]
        if kind == "player":
            options += [lambda d: core.After(PLAYER.maybe(), SPAN, self.single("player", d))]
            options += [lambda d: core.Owner(PLAYER.maybe(), SPAN, self.single(self.kind(), d))]
        return self.made(options, depth)

    def none(self, kind: str) -> Expr:
        ids = (0, *self.game.program.layout.kind(kind))
        return core.Lit(thing(kind).maybe(), SPAN, self.one_of(ids))  # type: ignore[arg-type]

    def location_of(self, depth: int) -> Expr:
        return core.LocationOf(thing("thing").maybe(), SPAN, self.single(self.kind(), depth))

    def foremost(self, kind: str, depth: int) -> Expr:
        op, source = str(self.one_of(("highest", "lowest"))), self.several(kind, depth)
        var, body = self.reduction(kind, self.number, depth)
        return core.ArgMax(thing(kind).maybe(), SPAN, op, var, source, body, True)

    def only(self, kind: str, depth: int) -> Expr:
        return core.Only(thing(kind).maybe(), SPAN, self.several(kind, depth))

    def several(self, kind: str, depth: int) -> Expr:
        type = thing(kind).set()
        options: list[Callable[[int], Expr]] = [lambda d: core.Domain(type, SPAN, kind)]
        options += [lambda d: self.filtered(kind, d)] * 3
        options += [
            lambda d: core.SetOf(type, SPAN, (self.single(kind, d), self.single(kind, d))),
            lambda d: self.best_of(kind, d), lambda d: self.sorted_by(kind, d),
            lambda d: core.StartFrom(type, SPAN, self.several(kind, d), self.single(kind, d)),
            lambda d: core.Difference(type, SPAN, self.several(kind, d), self.several(kind, d)),
            lambda d: core.Union(type, SPAN, self.several(kind, d), self.several(kind, d)),
            lambda d: self.property_of(type, d) or core.Domain(type, SPAN, kind),
            lambda d: self.contents(kind, d),
            lambda d: self.up_to(kind, d), lambda d: self.all_of(kind, d),
        ]  # fmt: skip
        if kind in self.rows:
            options += [lambda d: self.step(core.Ray, kind, d)]
        if kind in (*self.rows, *(web for web, _ in self.webs)):
            options += [lambda d: self.connected(kind, d)] * 2
        return self.made(options, depth)

    def filtered(self, kind: str, depth: int) -> Expr:
        source = self.several(kind, depth)
        var, test = self.reduction(kind, self.flag, depth)
        return core.Filter(thing(kind).set(), SPAN, var, source, test)

    def best_of(self, kind: str, depth: int) -> Expr:
        op, source = str(self.one_of(("highest", "lowest"))), self.several(kind, depth)
        var, body = self.reduction(kind, self.number, depth)
        return core.ArgMax(thing(kind).set(), SPAN, op, var, source, body)

    def sorted_by(self, kind: str, depth: int) -> Expr:
        source = self.several(kind, depth)
        var, body = self.reduction(kind, self.number, depth)
        return core.SortBy(thing(kind).set(), SPAN, var, source, body)

    # -------------------------------------------------------------------------- boards

    def step(self, of: type[core.Step | core.Ray], kind: str, depth: int) -> Expr:
        """A step, or all places reached by repeating it; the direction 0 is none."""
        ways = len(board_tables.rays(self.game.program.layout, kind))
        way = core.Lit(NUMBER, SPAN, self.one_of(range(ways)))  # type: ignore[arg-type]
        type = thing(kind).maybe() if of is core.Step else thing(kind).set()
        return of(type, SPAN, kind, self.single(kind, depth), way)

    def up_to(self, kind: str, depth: int) -> Expr:
        source, last = self.several(kind, depth), bool(self.one_of((True, False)))
        var, test = self.reduction(kind, self.flag, depth)
        return core.TakeWhile(thing(kind).set(), SPAN, var, source, test, last)

    def all_of(self, kind: str, depth: int) -> Expr:
        """Small sets, one for each member of a set: the size grows with each level."""
        other = self.kind()
        source = self.several(other, depth)
        var, body = self.reduction(other, lambda d: self.several(kind, min(d, 1)), depth)
        return core.FlatMap(thing(kind).set(), SPAN, var, source, body)

    def connected(self, kind: str, depth: int) -> Expr:
        op = str(self.one_of(("beside", "group", "groups", "border")))
        args = (self.single(kind, depth),) if op in ("beside", "group") else ()
        return self.connection(thing(kind).set(), op, kind, args, depth)

    def distance(self, depth: int) -> Expr:
        kinds = [*self.rows, *(kind for kind, _ in self.webs)]
        if not kinds:
            return self.literal(depth)
        kind = str(self.one_of(kinds))
        args = (self.single(kind, depth), self.single(kind, depth))
        return self.connection(NUMBER, "distance", kind, args, depth)

    def longest_path(self, depth: int) -> Expr:
        if not self.webs:
            return self.literal(depth)
        return self.connection(NUMBER, "path", str(self.one_of(self.webs)[0]), (), depth)  # type: ignore[index]

    def connection(
        self, type: Type, op: str, kind: str, args: tuple[Expr, ...], depth: int
    ) -> Expr:
        within = None
        if op in ("groups", "border") or (op != "beside" and self.one_of((True, False))):
            within = self.several(kind, depth)
        edges = closed = None
        joining = dict(self.webs).get(kind)
        if joining and (kind not in self.rows or op == "path" or self.one_of((True, False))):
            edges = self.several(str(self.one_of(joining)), depth)
            closed = self.several(kind, depth) if self.one_of((True, False)) else None
        return core.Connection(type, SPAN, op, kind, args, within, edges, closed)

    def contents(self, kind: str, depth: int) -> Expr:
        held = [z for z in self.game.program.board.zones.values() if z.holds == kind]
        if not held:
            return core.Domain(thing(kind).set(), SPAN, kind)
        name = str(self.one_of([z.name for z in held]))
        each = self.game.program.board.zones[name].each_player
        owner = self.single("player", depth) if each else None
        zone = core.ZoneOf(Type("zone", name), SPAN, name, owner)
        return core.Contents(thing(kind).set(), SPAN, zone)

    def reduction(self, kind: str, make: Callable[[int], Expr], depth: int) -> tuple[int, Expr]:
        var = self.count
        self.count += 1
        self.bound.append((var, kind))
        body = make(depth)
        self.bound.pop()
        return var, body


def emitted(expr: Expr, game: Game) -> tuple[Value, dict[str, object]]:
    """The program's value for an expression, and the names that it may use."""
    program = game.program
    constants = Constants(
        program.layout, program.constants.metering, dict(program.constants.values)
    )
    constants._names |= program.constants._names
    value = Emitter(constants)(expr)
    return value, program.namespace | constants.values


def compiled(value: Value, given: dict[str, object], game: Game) -> object:
    args = ast.arguments([], [ast.arg("s"), ast.arg("z")], None, [], [], None, [])
    tree = ast.Expression(ast.Lambda(args, printer.value(value)))
    code = compile(ast.fix_missing_locations(tree), "random", "eval")
    return eval(code, dict(given))(game.s, game.z)


def interpreted(value: Value, given: dict[str, object], game: Game) -> object:
    return reference.value(value, ProgramEnv(None, game.s, game.z, [], given, ValueCache(), []))


SOME = settings(
    max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
SOME_PACKS = ["battle-grid", "mini-orbit", "dice-engine", "railways"]


@pytest.mark.parametrize("pack", SOME_PACKS)
@SOME
@given(data=st.data())
def test_random_expressions(pack: str, data: st.DataObject) -> None:
    check_one(pack, data)


@pytest.mark.soak
@pytest.mark.parametrize("pack", [*SOME_PACKS, "push-your-luck", "realm-of-magic"])
@settings(SOME, max_examples=500)
@given(data=st.data())
def test_many_random_expressions(pack: str, data: st.DataObject) -> None:
    check_one(pack, data)


def check_one(pack: str, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(positions(pack)))
    maker = Maker(data.draw, game)
    make = maker.one_of((maker.number, maker.flag, lambda d: maker.several(maker.kind(), d)))
    expr = make(DEPTH)  # type: ignore[operator]
    plain = evaluate(expr, Env(game.program, game.s, game.z))
    value, given = emitted(expr, game)
    for found in (compiled(value, given, game), interpreted(value, given, game)):
        assert (tuple(found) if isinstance(found, list | tuple) else int(found)) == plain  # type: ignore[call-overload]
    shapes = Shapes(given, {made.name: made for made in game.program.code.functions})
    assert shapes.shape(value) == ("set" if isinstance(plain, tuple) else "number")
    assert shapes.errors == []
