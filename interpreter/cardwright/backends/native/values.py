"""Prints the values of a program as expressions of C.

A set is the address of its members and their number; calculated sets are in the scratch memory.
Loops are printed into the code that uses them: counting and searching builds no set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from cardwright.backends.native import names
from cardwright.backends.native.loops import FUSED, Loops, plain
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.primitives import EFFECTLESS, KEYED, MARKED, PRIMITIVES
from cardwright.backends.native.tables import Tables, set_value
from cardwright.board.layout import Layout
from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.control_flow import inside
from cardwright.program.primitives import FUNCTIONS
from cardwright.program.shapes import shape_of
from cardwright.program.values import Shape

EMPTY, NO_SET = "(cw_set){0, 0}", "(cw_set){0, NO_SET}"
_TESTS = (v.Compare, v.Between, v.In, v.Not, v.Exists)
_ENTRIES: Mapping[Shape, Shape] = {"set": "number", "sets": "set", "tables": "sets"}


class Values(Loops):
    """Prints values; `tables` collects the constants that they use."""

    def __init__(
        self, constants: Mapping[str, object], functions: Mapping[str, op.Function], layout: Layout
    ) -> None:
        super().__init__(constants, layout.count, len(layout.start))
        self.constants, self.functions, self.tables = constants, functions, Tables()

    def __call__(self, e: v.Value) -> str:
        return _PRINT[type(e)](self, e)

    # ------------------------------------------------------------------------------- shapes

    def shape(self, e: v.Value) -> Shape:
        match e:
            case v.Const(value=None):
                return "none"
            case v.Const(value=tuple()) | v.Zone() | v.Items() | v.Collect() | v.Counted():
                return "set"
            case v.Var() | v.Register():
                return "set" if e.many else "number"
            case v.Table():
                return shape_of(self.constants[e.name])
            case v.Entry():
                return _ENTRIES[self.shape(e.of)]
            case v.Select():
                return self.shape(e.then)
            case v.AsIf() | v.Caching():
                return self.shape(e.body)
            case v.Observed():
                return self.shape(e.test)
            case v.Call():
                return FUNCTIONS[e.name].gives or "none"
            case v.Invoke():
                return "set" if self.functions[e.function].many else "number"
        return "number"

    def is_set(self, e: v.Value) -> bool:
        return self.shape(e) == "set"

    def uses_scratch(self, *parts: v.Value) -> bool:
        """Whether evaluating these may leave something in the scratch memory."""
        return any(self._builds(part) for value in parts for part in inside(value))

    def _builds(self, part: object) -> bool:
        if isinstance(part, v.Items | v.Collect | v.Counted):
            return True
        if isinstance(part, v.Invoke):
            return self.functions[part.function].many
        return isinstance(part, v.Call) and (
            FUNCTIONS[part.name].gives in ("set", "near") or part.name in KEYED
        )

    # ------------------------------------------------------------------------------- leaves

    def const(self, e: v.Const) -> str:
        match e.value:
            case None:
                return NO_SET
            case tuple():
                return set_value(self.tables.numbers(e.value), len(e.value)) if e.value else EMPTY
            case str():
                raise Unsupported(f"the word {e.value!r} as a value")
        found = int(e.value)
        return str(found) if abs(found) < 2**31 else f"INT64_C({found})"

    def table(self, e: v.Table) -> str:
        return self.tables.constant(self.constants[e.name])

    def register(self, e: v.Register) -> str:
        at = op.FRAME + e.index
        return f"cw_held(f, {at})" if e.many else f"f[{at}]"

    def cell(self, e: v.Cell) -> str:
        sure = self.ranges.is_below(e.at, self.cells)
        return f"g->s[{self(e.at)}]" if sure else f"cw_cell(g, {self(e.at)})"

    def entry(self, e: v.Entry) -> str:
        if isinstance(e.of, v.Table) and isinstance(e.at, v.Const):
            return self.tables.constant(self._fixed(e))
        if found := self._sure_entry(e.of, e.at):
            return found
        get = {"set": "cw_entry", "sets": "cw_row_of", "tables": "cw_table_of"}[self.shape(e.of)]
        return f"{get}(g, {self(e.of)}, {self(e.at)})"

    def _fixed(self, e: v.Value) -> object:
        """The constant that a value is: a table, or a row of one; None if it may change."""
        match e:
            case v.Table():
                return self.constants[e.name]
            case v.Entry(of=v.Table() as table, at=v.Const() as at):
                return self.constants[table.name][at.value]  # type: ignore[index]
        return None

    def _sure_entry(self, of: v.Value, at: v.Value) -> str:
        """An entry that certainly exists; "" if it may not."""
        table = self._fixed(of)
        if not isinstance(table, list | tuple) or not self.ranges.is_below(at, len(table)):
            return ""
        name = self(of).partition("{")[2].partition(",")[0]
        return f"{name}[{self(at)}]"

    # ------------------------------------------------------------------------------ numbers

    def arith(self, e: v.Arith) -> str:
        if self.ranges.of(e) is not None:
            return f"({self(e.left)} {e.op} {self(e.right)})"
        function = "cw_add" if e.op == "+" else "cw_sub"
        return f"{function}(g, {self(e.left)}, {self(e.right)})"

    def compare(self, e: v.Compare) -> str:
        if self.is_set(e.left):
            return f"({'!' * (e.op == '!=')}cw_same({self(e.left)}, {self(e.right)}))"
        return f"({self(e.left)} {e.op} {self(e.right)})"

    def between(self, e: v.Between) -> str:
        of = self.fresh("n")
        return f"({{ int64_t {of} = {self(e.of)}; {e.low} <= {of} && {of} <= {e.high}; }})"

    def is_test(self, e: v.Value) -> bool:
        """Whether it is 0 or 1."""
        if isinstance(e, v.And | v.Or):
            return all(self.is_test(test) for test in e.tests)
        if isinstance(e, v.Call):
            return e.name == "some"
        return isinstance(e, _TESTS) or (isinstance(e, v.Const) and e.value in (0, 1))

    def and_(self, e: v.And) -> str:
        """The last test, or 0: it need not be 0 or 1."""
        *first, last = self.all(e.tests)
        if self.is_test(e.tests[-1]):
            return "(" + " && ".join((*first, last)) + ")"
        return f"({' && '.join(first)} ? {last} : 0)" if first else last

    def or_(self, e: v.Or) -> str:
        if all(self.is_test(test) for test in e.tests):
            return "(" + " || ".join(self.all(e.tests)) + ")"
        *first, last = e.tests
        found = self(last)
        for test in reversed(first):
            middle = " 1 " if self.is_test(test) else ""
            found = f"((int64_t)({self(test)}) ?{middle}: (int64_t)({found}))"
        return found

    def in_(self, e: v.In) -> str:
        found = self._is_in(e)
        return f"(!{found})" if e.absent else found

    def _is_in(self, e: v.In) -> str:
        source = plain(e.set)
        if isinstance(source, v.Collect):
            return self.is_among(e.item, source)
        item, one = self.fresh("n"), f"(int64_t)({self(e.item)})"
        parts: Sequence[v.Value] | None = source.parts if isinstance(source, v.Items) else None
        if (
            isinstance(source, v.Const)
            and isinstance(source.value, tuple)
            and len(source.value) < 9
        ):
            parts = [v.Const(member) for member in source.value]
        if parts is not None and not any(isinstance(part, v.Spread) for part in parts):
            equal = " || ".join(f"{item} == {part}" for part in self.all(parts)) or "0"
            return f"({{ int64_t {item} = {one}; (void){item}; {equal}; }})"
        shape = self.shape(source)
        if shape == "set" and isinstance(source, v.Table):
            values = self.constants[source.name]
            if min(values, default=0) >= 0:  # type: ignore[call-overload]
                return f"cw_is_member({one}, {self.tables.members(values)})"  # type: ignore[arg-type]
        return f"{'cw_is_member' if shape == 'members' else 'cw_in'}({one}, {self(source)})"

    # --------------------------------------------------------------------------------- sets

    def items(self, e: v.Items) -> str:
        if not any(isinstance(part, v.Spread) for part in e.parts):
            of = self.fresh("o")
            each = " ".join(
                f"{of}[{at}] = cw_small(g, {part});" for at, part in enumerate(self.all(e.parts))
            )
            size = len(e.parts)
            made = f"cw_item *{of} = cw_scratch(g, {size});"
            return f"({{ {made} {each} (cw_set){{{of}, {size}}}; }})"
        bottom = self.fresh("b")
        body = " ".join(self._pushed(part) for part in e.parts)
        return f"({{ int32_t {bottom} = g->w->bottom; {body} cw_constructed(g, {bottom}); }})"

    def _pushed(self, part: v.Value) -> str:
        if isinstance(part, v.Spread):
            return self.each("x", self(part.of), "cw_push_down(g, x);", scratch=False)
        return f"cw_push_down(g, {self(part)});"

    # -------------------------------------------------------------------------------- calls

    def call(self, e: v.Call) -> str:
        if e.name in KEYED:
            return self.keyed(e)
        source = plain(e.args[0]) if e.args else None
        if e.name in FUSED and isinstance(source, v.Collect):
            return self.fused(e.name, source)
        if e.name == "fixed" and isinstance(e.args[0], v.Collect | v.Items | v.Const | v.Table):
            return self(e.args[0])
        if e.name not in PRIMITIVES:
            raise Unsupported(f"the primitive `{e.name}`")
        return PRIMITIVES[e.name].format(*self._args(e))

    def _args(self, e: v.Call) -> list[str]:
        """The arguments of a primitive, without the state and the zones, which the game has.

        Missing sets take the place of arguments that are left out.
        """
        takes = FUNCTIONS[e.name].takes
        pairs = enumerate(zip_longest(e.args, takes, fillvalue=v.Const(None)))
        return [
            self.marked(arg) if MARKED.get(e.name) == at
            else self._as_members(arg) if expected == "members" else self(arg)
            for at, (arg, expected) in pairs
            if expected not in ("state", "zones")
        ]  # fmt: skip

    def _as_members(self, e: v.Value) -> str:
        if self.shape(e) == "members":
            return self(e)
        if isinstance(e, v.Const) and isinstance(e.value, tuple):
            return self.tables.members(e.value)
        if isinstance(e, v.Table):
            return self.tables.members(self.constants[e.name])  # type: ignore[arg-type]
        raise Unsupported("a set that changes where a fixed one is expected")

    def query(self, e: v.Query) -> str:
        if e.name not in EFFECTLESS:
            raise Unsupported(f"the query `{e.name}`")
        return f"cw_{e.name}({', '.join(['g', *self.all(e.args)])})"

    def invoke(self, e: v.Invoke) -> str:
        return f"{names.function(e.function)}({', '.join(['g', *self.all(e.args)])})"

    def as_if(self, e: v.AsIf) -> str:
        """The cell is changed while the body is evaluated."""
        at, was, found = self.fresh("at"), self.fresh("was"), self.fresh("n")
        type = "cw_set" if self.is_set(e.body) else "int64_t"
        return (
            f"({{ int64_t {at} = {self(e.cell)}, {was} = {self(e.value)}; "
            f"cw_as_if(g, &{at}, &{was}); {type} {found} = {self(e.body)}; "
            f"cw_as_if(g, &{at}, &{was}); {found}; }})"
        )


def _unsupported(what: str) -> Callable[[Values, Any], str]:
    def refuse(_: Values, __: Any) -> str:
        raise Unsupported(what)

    return refuse


_PRINT: dict[type[v.Value], Callable[[Values, Any], str]] = {
    v.Const: Values.const,
    v.Var: lambda _, e: names.name(e.name),
    v.Register: Values.register,
    v.Table: Values.table,
    v.State: _unsupported("the whole state as a value"),
    v.Zones: _unsupported("all zones as a value"),
    v.Cell: Values.cell,
    v.Zone: lambda p, e: f"cw_list(g, {p(e.at)})",
    v.Entry: Values.entry,
    v.Arith: Values.arith,
    v.Compare: Values.compare,
    v.Between: Values.between,
    v.In: Values.in_,
    v.And: Values.and_,
    v.Or: Values.or_,
    v.Not: lambda p, e: f"(!{p(e.of)})",
    v.Else: lambda p, e: f"({p(e.value)} ?: {p(e.other)})",
    v.Select: lambda p, e: f"({p(e.test)} ? {p(e.then)} : {p(e.other)})",
    v.Items: Values.items,
    v.Collect: Values.collect,
    v.Exists: Values.exists,
    v.Call: Values.call,
    v.Query: Values.query,
    v.Invoke: Values.invoke,
    v.AsIf: Values.as_if,
    v.Caching: lambda p, e: p(e.body),
    v.Counted: lambda p, e: f"cw_counted(g, {p(e.source)}, {e.weight})",
    v.Observed: _unsupported("coverage"),
    v.Reached: _unsupported("coverage"),
}
