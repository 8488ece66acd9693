"""Prints the operations of a program as C statements: functions, and routines with their blocks.

A routine is one function that continues at the block of its frame. Lines of the log are not
printed, nor values that only they use: for the log, the same answers are played in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardwright.backends.native import names
from cardwright.backends.native.frames import Frame
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.recursion import recursive
from cardwright.backends.native.values import EMPTY, Values
from cardwright.language.core import Event
from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.control_flow import Part, all_inside, children, inside, routine_blocks
from cardwright.program.program import Program
from cardwright.program.shapes import taken

_UNLOGGED = ("note_flip", "note_design")
_GAME = "cw_game *g"


class Operations:
    """Prints operations; `values` prints their values."""

    def __init__(self, program: Program, frames: Sequence[Frame]) -> None:
        self.program, self.frames = program, frames
        functions = {made.name: made for made in program.code.functions}
        self.values = Values(program.constants.values, functions, program.layout)
        self.recursive = recursive(program)
        names_of_rules = [*program.checked.rules]
        self.rules = {  # by routine, the number of the rule
            at: names_of_rules.index(entry.name)
            for at, entry in enumerate(program.entries)
            if entry.name in program.checked.rules
        }
        self.words: dict[str, int] = {}  # the reasons why games end
        self.slots: dict[str, str] = {}  # by slot of effects, their table
        self._read: set[str] = set()  # local names that are read
        self._top = False  # whether a function leaves the scratch memory unchanged

    # ---------------------------------------------------------------------------- functions

    def head(self, made: op.Function, once: bool = False) -> str:
        shapes = taken(made)
        takes = [_GAME, *["const int64_t *f"] * made.framed]
        takes += [f"{_type(shapes[one] == 'set')} {names.name(one)}" for one in made.takes]
        name = f"{names.function(made.name)}{'_once' * once}"
        return f"static {_type(made.many)} {name}({', '.join(takes)})"

    def function(self, made: op.Function) -> str:
        self._note_reads(made.body)
        self._top = not made.many and self.values.uses_scratch(*_values(made.body))
        deep = self.recursive.get(made.name)
        lines = [f"{self.head(made, bool(deep))} {{", f"  (void)g;{' (void)f;' * made.framed}"]
        lines[1] += "".join(f" (void){names.name(one)};" for one in made.takes)
        lines += ["  int32_t top = g->w->top;"] * self._top
        if made.steps:
            lines.append(f"  if (!cw_spend(g, {made.steps})) return {EMPTY if made.many else 0};")
        lines += [f"  {line}" for line in (*self._locals(made.body), *self.body(made.body))]
        return "\n".join([*lines, "}", *self._counted(made, deep)])

    def _counted(self, made: op.Function, deep: tuple[int, int] | None) -> Iterator[str]:
        """A recursive definition, which counts its depth."""
        if deep is None:
            return
        number, most = deep
        args = ["g", *["f"] * made.framed, *map(names.name, made.takes)]
        yield f"{self.head(made)} {{"
        yield f"  if (!cw_deeper(g, {number}, {most})) return {EMPTY if made.many else 0};"
        yield f"  {_type(made.many)} found = {names.function(made.name)}_once({', '.join(args)});"
        yield f"  g->w->calls[{number}]--;"
        yield "  return found;"
        yield "}"

    def _return(self, o: op.Return) -> str:
        if not self._top:
            return f"return {self.values(o.value)};"
        return f"{{ int64_t found = {self.values(o.value)}; g->w->top = top; return found; }}"

    # ----------------------------------------------------------------------------- routines

    def routine(self, number: int) -> str:
        entry = self.program.entries[number]
        blocks = routine_blocks(self.program, entry)
        cases = " ".join(f"case {block}: goto b{block};" for block in sorted(blocks))
        asks = (o for b in blocks for o in self.program.code.blocks[b] if isinstance(o, op.Ask))
        again = any(o.effect in _GOES_ON for o in asks)
        lines = [
            f"/* {names.quoted(entry.name)} */",
            f"static int routine_{number}({_GAME}, int64_t *f) {{",
            *(["again:"] if again else []),
            "  g->w->top = 0;",
            f"  switch (f[0]) {{ {cases} }}",
            "  return (int)cw_fail(g, CW_OVERFLOW);",
        ]
        for block in blocks:
            lines += self._block(block, number if block == entry.block else -1)
        return "\n".join([*lines, "}"])

    def _block(self, number: int, routine: int) -> list[str]:
        """A block; the first of a `routine` counts how often somebody has begun it."""
        body = self.program.code.blocks[number]
        self._note_reads(body)
        lines = [*self._counts(routine), *self._locals(body), *self.body(body, number)]
        return [f"b{number}: {{", *(f"  {line}" for line in lines), "}"]

    def _counts(self, routine: int) -> Iterator[str]:
        rule = self.rules.get(routine)
        if rule is None:
            return
        event = Event("rule", self.program.entries[routine].name)
        replacements = self.program.replacements(event)
        listed = ", ".join(map(str, replacements))
        by = f"(cw_set){{(const cw_item[]){{{listed}}}, {len(replacements)}}}"
        unless = f"if (!cw_same_run(g, {by})) " if replacements else ""
        yield f"{unless}cw_begun_by(g, {rule}, f[FRAME]);"

    def _note_reads(self, body: Sequence[op.Operation]) -> None:
        self._read = {part.name for part in _read_in(body) if isinstance(part, v.Var)}

    def _locals(self, body: Sequence[op.Operation]) -> Iterator[str]:
        """The declarations of local names, which keep their values to the end of a body."""
        found: dict[str, bool] = {}
        for o in _all_operations(body):
            if isinstance(o, op.Set) and isinstance(o.target, v.Var):
                found[o.target.name] = self.values.is_set(o.value)
            elif isinstance(o, op.Do) and isinstance(o.into, v.Var):
                found[o.into.name] = False
        for name, many in found.items():
            if name in self._read:
                yield f"{_type(many)} {names.name(name)} = {'{0, 0}' if many else '0'};"

    # --------------------------------------------------------------------------- operations

    def body(self, body: Iterable[op.Operation], block: int = -1) -> Iterator[str]:
        for o in body:
            yield from self._operation(o, block)

    def _operation(self, o: op.Operation, block: int) -> Iterator[str]:
        match o:
            case op.Set():
                yield from self._set(o.target, self.values(o.value), self.values.is_set(o.value))
            case op.SetCell():
                yield f"g->s[{o.cell}] = {self.values(o.value)};"
            case op.Do():
                yield from self._do(o)
            case op.When():
                yield f"if ({self.values(o.test)}) {{"
                yield from (f"  {line}" for line in self.body(o.body, block))
                yield "}"
            case op.ForEach():
                inner = " ".join(self.body(o.body, block))
                of = self.values(o.source)
                yield self.values.each(names.name(o.var), of, inner, scratch=False)
            case op.Goto():
                yield _go(o.block)
            case op.Branch():
                yield f"if ({self.values(o.test)}) {{ {_go(o.yes)} }} else {{ {_go(o.no)} }}"
            case op.Run():
                yield from self._run(o)
            case op.Ask():
                yield from self._ask(o, block)
            case op.Leave():
                yield from self._leave(o)
            case op.Return():
                yield self._return(o)
            case op.Spend():
                yield f"if (!cw_spend(g, {o.steps})) return 0;"
            case op.Hit():
                raise Unsupported("coverage")

    def _set(self, target: v.Register | v.Var, found: str, many: bool) -> Iterator[str]:
        if isinstance(target, v.Var):
            if target.name in self._read:
                yield f"{names.name(target.name)} = {found};"
        elif many:
            yield f"cw_keep(g, f, {op.FRAME + target.index}, {found});"
        else:
            yield f"f[{op.FRAME + target.index}] = {found};"

    def _do(self, o: op.Do) -> Iterator[str]:
        if o.effect in _UNLOGGED:
            return
        done = self._effect(o)
        if o.into is None or (isinstance(o.into, v.Var) and o.into.name not in self._read):
            yield f"{done};"
        else:
            yield from self._set(o.into, done, many=False)

    def _effect(self, o: op.Do) -> str:
        if o.effect in ("change", "change_set"):
            word, *numbers = o.args
            assert isinstance(word, v.Const)
            args = [f"'{str(word.value)[0]}'", *map(self._bound, numbers, _NONE)]
            return f"cw_{o.effect}({', '.join(['g', *args])})"
        if o.effect == "begin":
            return self._begin(o)
        if o.effect in _LESS:
            return f"cw_{o.effect}({', '.join(['g', *self.values.all(o.args[: _LESS[o.effect]])])})"
        if o.effect not in _EFFECTS:
            raise Unsupported(f"the effect `{o.effect}`")
        return f"cw_{o.effect}({', '.join(['g', *self.values.all(o.args)])})"

    def _begin(self, o: op.Do) -> str:
        """The arguments of a lasting effect are an array."""
        effect, values, owner, _ = o.args
        assert isinstance(effect, v.Const)
        assert isinstance(values, v.Items)
        if any(self.values.is_set(part) for part in values.parts):
            raise Unsupported("a lasting effect that takes a set")
        number = [*self.program.lasting].index(str(effect.value))
        taken = ", ".join(self.values.all(values.parts)) or "0"
        call = f"cw_begin(g, {number}, taken, {self.values(owner)});"
        return f"({{ int64_t taken[] = {{{taken}}}; {call} }})"

    def _bound(self, value: v.Value, none: str) -> str:
        is_none = isinstance(value, v.Const) and value.value is None
        return none if is_none else self.values(value)

    def _ask(self, o: op.Ask, block: int) -> Iterator[str]:
        yield f"f[0] = {block};"
        if o.effect not in _GOES_ON:
            yield f"return cw_{o.effect}(g, f, {o.point});"
        else:
            yield f"if (cw_{o.effect}(g, f, {o.point})) return 1;"
            yield "if (g->w->error) return 0;"
            yield "goto again;"

    def _run(self, o: op.Run) -> Iterator[str]:
        yield f"f[0] = {o.after};"
        if o.effect == "push":
            routine, values = o.args
            yield from self._push(f"cw_push(g, {self.values(routine)}, ", values)
        elif o.effect == "perform":
            slot, of, you, *given = o.args
            assert isinstance(slot, v.Const)
            more = given[0].parts if given and isinstance(given[0], v.Items) else given
            table = self._effects(str(slot.value))
            yield from self._push(f"cw_perform(g, {table}, ", v.Items([you, of, *more]))
        else:
            assert o.effect == "react"
            routine, values, limited = o.args
            call = f"cw_react(g, {self.values(routine)}, "
            yield from self._push(call, values, f", {self.values(limited)}")
        yield "return 0;"

    def _effects(self, slot: str) -> str:
        return self.values.tables.constant(tuple(self.program.effects.get(slot, ())))

    def _push(self, call: str, values: v.Value, last: str = "") -> Iterator[str]:
        """Runs a routine with these numbers, and the sets among them."""
        parts = values.parts if isinstance(values, v.Items) else None
        if parts is None or any(isinstance(part, v.Spread) for part in parts):
            raise Unsupported("a routine that takes a set of values")
        sets = [at for at, part in enumerate(parts) if self.values.is_set(part)]
        if sets and last:
            raise Unsupported("an ability that waits with a set")
        printed = self.values.all(parts)
        yield "{"
        yield from (f"  cw_set set_{at} = {printed[at]};" for at in sets)
        numbers = ", ".join("0" if at in sets else one for at, one in enumerate(printed))
        yield f"  int64_t args[] = {{{numbers}}};"
        if sets:
            yield "  int32_t depth = g->depth;"
        yield f"  {call}args, {len(parts)}{last});"
        for at in sets:
            keep = f"cw_keep(g, cw_frame_at(g, depth), {op.FRAME + at}, set_{at});"
            yield f"  if (g->depth > depth) {keep}"
        yield "}"

    def _leave(self, o: op.Leave) -> Iterator[str]:
        if o.effect == "finish":
            (why,) = o.args
            assert isinstance(why, v.Const)
            yield f"cw_finish(g, {self.word(str(why.value)) if why.value else -1});"
        else:
            yield f"cw_{o.effect}({', '.join(['g', *self.values.all(o.args)])});"
        yield "return 0;"

    def word(self, why: str) -> int:
        return self.words.setdefault(why, len(self.words))


_NONE = ("", "0", "INT64_MIN", "INT64_MAX")
_EFFECTS = (
    "reset", "move", "put", "give", "shuffle", "roll", "rest", "empty", "cancel", "vacate",
    "make_token", "leave_play", "leave_sight", "lapse", "forget",
)  # fmt: skip
_GOES_ON = ("choose", "choose_branch")  # other questions may put a frame on top
_LESS = {"end": 1, "become": 2, "need_token": 1}
"""What takes only so many of its arguments: the others are for the log."""


def _type(many: bool) -> str:
    return "cw_set" if many else "int64_t"


def _go(block: int) -> str:
    return f"NEXT; goto b{block};"


def _all_operations(body: Iterable[op.Operation]) -> Iterator[op.Operation]:
    for o in body:
        yield o
        if isinstance(o, op.When | op.ForEach):
            yield from _all_operations(o.body)


def _values(body: Iterable[op.Operation]) -> list[v.Value]:
    return [part for part in all_inside(body) if isinstance(part, v.Value)]


def _read_in(body: Iterable[op.Operation]) -> Iterator[Part]:
    """The parts that operations read, except for lines of the log."""
    for o in _all_operations(body):
        targets = (getattr(o, "target", None), getattr(o, "into", None))
        parts = () if isinstance(o, op.Log) else children(o)
        yield from (
            found
            for part in parts
            if not isinstance(part, op.Operation) and all(part is not one for one in targets)
            for found in inside(part)
        )


def by_link(program: Program) -> Mapping[tuple[int, str], str | tuple[str | None, ...]]:
    """The functions of points and rows, by these and the attribute."""
    return {(id(link.of), link.attribute): link.functions for link in program.code.links}
