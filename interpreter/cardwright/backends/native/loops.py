"""Prints loops over sets into the code that uses them: counting and searching builds no set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from cardwright.backends.native import names
from cardwright.backends.native.ranges import Range, Ranges
from cardwright.program import values as v
from cardwright.program.hoisting import is_long, memberships

FUSED = ("count", "some", "sum", "only", "first", "highest", "lowest")
Body = Callable[[], str]


def plain(e: v.Value) -> v.Value:
    """The value without a copy: a set that is only read need not be a separate one."""
    while isinstance(e, v.Call) and e.name == "fixed":
        e = e.args[0]
    return e


class Loops:
    """`Values` is a printer of all values; this is its part for loops."""

    def __init__(self, constants: Mapping[str, object], things: int, cells: int) -> None:
        self.ranges, self.cells = Ranges(constants, things), cells
        self._count = 0
        # by test: its marks, and the tested value
        self._marked: dict[int, tuple[str, v.Value]] = {}

    def __call__(self, e: v.Value) -> str:
        raise NotImplementedError

    def uses_scratch(self, *parts: v.Value) -> bool:
        raise NotImplementedError

    def all(self, values: Iterable[v.Value]) -> list[str]:
        return [self(value) for value in values]

    def fresh(self, letter: str) -> str:
        """An unused name."""
        self._count += 1
        return f"{letter}_{self._count}"

    @contextmanager
    def _ranged(self, name: str, found: Range | None) -> Iterator[None]:
        """The range of a loop's variable, while the loop is printed."""
        before = self.ranges.names
        self.ranges.names = {n: r for n, r in before.items() if n != name}
        if found is not None:
            self.ranges.names[name] = found
        yield
        self.ranges.names = before

    # -------------------------------------------------------------------------------- loops

    def loops(
        self, loops: Sequence[v.Loop], body: Body, within: Sequence[v.Value], stop: str = ""
    ) -> str:
        """Nested loops around a statement, until `stop` is set.

        `within` are the values in the statement.
        """
        if not loops:
            return body()
        loop, *inner = loops
        more = [value for one in inner for value in (one.source, *one.tests)]
        return self._loop(
            loop, lambda: self.loops(inner, body, within, stop), [*within, *more], stop
        )

    def _loop(self, loop: v.Loop, body: Body, within: Sequence[v.Value], stop: str) -> str:
        var, source = names.name(loop.var), plain(loop.source)
        within = (*within, *loop.tests)
        if isinstance(source, v.Collect):
            return self._inner(loop, source, lambda: self._tested(loop, body), within, stop)
        marks = self._marks(loop) if is_long(source) else ""
        of = self(source)
        with self._ranged(loop.var, self.ranges.members(source)):
            tested = self._tested(loop, body)
        around = self.each(var, of, tested, self.uses_scratch(*within), stop)
        return f"{{ {marks}{around} }}" if marks else around

    def _tested(self, loop: v.Loop, body: Body) -> str:
        tests = " && ".join(self.all(loop.tests))
        return f"if ({tests}) {{ {body()} }}" if tests else body()

    def _inner(
        self, loop: v.Loop, of: v.Collect, body: Body, within: Sequence[v.Value], stop: str
    ) -> str:
        """A loop over the results of another one: the name may be that of a loop inside."""
        var, one = names.name(loop.var), self.fresh("n")

        def each() -> str:
            given, found = self(of.each), self.ranges.of(of.each)
            with self._ranged(loop.var, found):
                inner = f"{{ int64_t {var} = {one}; (void){var}; {body()} }}"
            return f"int64_t {one} = {given}; {inner}"

        return self.loops(of.loops, each, (*within, of.each), stop)

    def _marks(self, loop: v.Loop) -> str:
        """Before a loop, marks the members of sets that its tests use."""
        found, text = dict[object, str](), ""
        for one in memberships(loop.tests):
            if one.key not in found:
                found[one.key] = marks = self.fresh("m")
                text += self._marking(marks, (one.members,), one.member)
            self._marked[id(one.test)] = found[one.key], one.item
        return text

    def _marking(self, marks: str, loops: Sequence[v.Loop], member: v.Value) -> str:
        """Marks the results of a loop; its last tests without a jump, if none of them might
        fail.
        """
        *outer, last = loops

        def body() -> str:
            if last.tests and (sure := self._sure(v.And(last.tests))):
                return f"cw_mark_if(g, &{marks}, {self(member)}, {sure});"
            return self._tested(last, lambda: f"cw_mark(g, &{marks}, {self(member)});")

        all_of = self.loops((*outer, v.Loop(last.var, last.source)), body, (member, *last.tests))
        return f"cw_marks {marks}; memset(&{marks}, 0, sizeof {marks}); {all_of} "

    def marked(self, e: v.Value) -> str:
        """The members of a set as marks; the set of a loop's results is never built."""
        of = plain(e)
        if not isinstance(of, v.Collect):
            return f"cw_allowed({self(of)})"
        marks = self.fresh("m")
        return f"({{ {self._marking(marks, of.loops, of.each)}{marks}; }})"

    def each(self, var: str, source: str, body: str, scratch: bool, stop: str = "") -> str:
        """A loop around a statement, which leaves nothing in the scratch memory."""
        of, at, top = self.fresh("s"), self.fresh("i"), self.fresh("top")
        more = f" && !{stop}" if stop else ""
        before = f"int32_t {top} = g->w->top; " if scratch else ""
        after = f" g->w->top = {top};" if scratch else ""
        head = f"for (int32_t {at} = 0; {at} < {of}.n{more}; {at}++)"
        body = f"int64_t {var} = {of}.at[{at}]; (void){var}; {body}{after}"
        return f"{{ cw_set {of} = {source}; {before}{head} {{ {body} }} }}"

    # ------------------------------------------------------------------------ what uses them

    def collect(self, e: v.Collect) -> str:
        """Members of one set have space in advance; the number of results of nested loops is not
        known.
        """
        if len(e.loops) == 1 and not isinstance(plain(e.loops[0].source), v.Collect):
            return self._collect_some(e, e.loops[0])
        bottom = self.fresh("b")
        loops = self.loops(e.loops, lambda: f"cw_push_down(g, {self(e.each)});", (e.each,))
        return f"({{ int32_t {bottom} = g->w->bottom; {loops} cw_constructed(g, {bottom}); }})"

    def _collect_some(self, e: v.Collect, loop: v.Loop) -> str:
        var, of, into, n = names.name(loop.var), self.fresh("s"), self.fresh("o"), self.fresh("n")
        source = plain(loop.source)
        marks = self._marks(loop) if is_long(source) else ""
        found = self(source)
        with self._ranged(loop.var, self.ranges.members(source)):
            added = self._small(e.each)
            sure = self._sure(v.And(loop.tests)) if marks and isinstance(e.each, v.Var) else ""
            body = (
                f"{into}[{n}] = {added}; {n} += {sure};"
                if sure
                else self._tested(loop, lambda: f"{into}[{n}++] = {added};")
            )
        loops = self.each(var, of, body, self.uses_scratch(e.each, *loop.tests))
        room = f"cw_item *{into} = cw_scratch(g, {of}.n); int32_t {n} = 0;"
        return f"({{ cw_set {of} = {found}; {room} {marks}{loops} (cw_set){{{into}, {n}}}; }})"

    def _sure(self, e: v.Value) -> str:
        """A test without jumps, which could not be predicted; "" if a part of it might fail."""
        match e:
            case v.And() | v.Or():
                parts = [self._sure(test) for test in e.tests]
                return f"({(' & ' if isinstance(e, v.And) else ' | ').join(parts)})" * all(parts)
            case v.Not():
                return f"(!{part})" if (part := self._sure(e.of)) else ""
            case v.Exists() if id(e) in self._marked:
                marks, item = self._marked[id(e)]
                known = self.ranges.is_below(item, self.ranges.things)
                return f"{marks}.in[{self(item)}]" if known else ""
            case v.Compare() if self.ranges.of(e.left) and self.ranges.of(e.right):
                return self(e)
            case v.Cell() if self.ranges.is_below(e.at, self.cells):
                return f"({self(e)} != 0)"
        return ""

    def _small(self, e: v.Value) -> str:
        """A number as a member of a set."""
        own = self.ranges.of(e) is not None or isinstance(e, v.Var)
        return f"(cw_item){self(e)}" if own else f"cw_small(g, {self(e)})"

    def exists(self, e: v.Exists) -> str:
        if id(e) in self._marked:
            marks, item = self._marked[id(e)]
            return f"cw_held_at(&{marks}, {self(item)})"
        there = self.fresh("is")
        loops = self.loops((e.loop,), lambda: f"{there} = 1;", (), there)
        return f"({{ int {there} = 0; {loops} {there}; }})"

    def is_among(self, item: v.Value, of: v.Collect) -> str:
        """Whether a number is in a set that is never built."""
        one, there = self.fresh("n"), self.fresh("is")
        found = self(item)
        loops = self.loops(
            of.loops, lambda: f"if ({self(of.each)} == {one}) {there} = 1;", (of.each,), there
        )
        return f"({{ int64_t {one} = {found}; int {there} = 0; {loops} {there}; }})"

    def fused(self, name: str, of: v.Collect) -> str:
        """The result of calculating over a set that is never built."""
        n, one = self.fresh("n"), self.fresh("m")
        gives = {"only": f"({n} == 1 ? {one} : 0)", "count": n, "some": n}.get(name, one)
        body = {
            "count": f"{n}++;",
            "some": f"{n} = 1;",
            "sum": f"{one} += EACH;",
            "only": f"{one} = EACH; {n}++;",
            "first": f"{one} = EACH; {n} = 1;",
        }.get(name, f"int64_t x = EACH; if (!{n}++ || x {_BETTER.get(name)} {one}) {one} = x;")
        made = self.loops(
            of.loops,
            lambda: body.replace("EACH", self(of.each)) if "EACH" in body else body,
            (of.each,),
            n if name in ("some", "first") else "",
        )
        return f"({{ int64_t {n} = 0, {one} = 0; (void){n}; (void){one}; {made} {gives}; }})"

    def keyed(self, e: v.Call) -> str:
        """A primitive that takes a number for each member."""
        source, key, *more = e.args
        assert isinstance(key, v.Key)
        of, keys, at, top = (self.fresh(letter) for letter in ("s", "k", "i", "top"))
        var, rest = names.name(key.var), "".join(f", {arg}" for arg in self.all(more))
        found = self(source)
        with self._ranged(key.var, self.ranges.members(plain(source))):
            body = self(key.body)
        return (
            f"({{ cw_set {of} = {found}; int64_t *{keys} = cw_keys(g, {of}.n); "
            f"int32_t {top} = g->w->top; for (int32_t {at} = 0; {at} < {of}.n; {at}++) "
            f"{{ int64_t {var} = {of}.at[{at}]; (void){var}; {keys}[{at}] = {body}; "
            f"g->w->top = {top}; }} cw_{e.name}(g, {of}, {keys}{rest}); }})"
        )


_BETTER = {"lowest": "<", "highest": ">"}
