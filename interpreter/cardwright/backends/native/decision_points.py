"""Prints decision points and the rows of menus as tables of C."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.backends.native import names
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.operations import Operations, by_link
from cardwright.program.decision_points import (
    BranchPoint,
    ChoiceLimit,
    ChoicePoint,
    MenuPoint,
    OptionRow,
    Point,
    TriggerPoint,
    rows_in_play,
)
from cardwright.program.shapes import taken

_MOST_GIVEN = 14  # the most arguments with which a menu may be opened


class Points:
    def __init__(self, out: Operations, lists: int) -> None:
        self.out, self.lists = out, lists
        self.program, self.tables = out.program, out.values.tables
        self.links = by_link(out.program)
        self.names: dict[str, int] = {}  # the names of answers that automata may use
        # by function, the wrapper that calls it with the values of a row
        self.wrappers: dict[str, str] = {}

    def all(self) -> str:
        points = self.program.points
        found = [f"  [{at}] = {{{one}}}" for at, p in enumerate(points) if (one := self._point(p))]
        inner = ",\n".join(found) or "  {0}"
        return f"static const cw_point POINT[POINTS] = {{\n{inner}\n}};"

    def name(self, of: str) -> int:
        return self.names.setdefault(of, len(self.names))

    def heads(self) -> list[str]:
        return [f"static cw_of_args with_{names.name(name)};" for name in self.wrappers]

    def _point(self, point: Point) -> str:
        match point:
            case ChoicePoint():
                fields = [*self._choice(point)]
            case BranchPoint():
                fields = [*self._branch(point)]
            case TriggerPoint():
                fields = [*self._trigger(point)]
            case MenuPoint():
                fields = [*self._menu(point)]
            case _:
                fields = []
        return ", ".join(fields)

    def _chooser(self, point: Point) -> str:
        return f".chooser = {self._function(self.links[id(point), 'chooser'])}"

    def _function(self, name: str | tuple[str | None, ...] | None) -> str:
        assert name is None or isinstance(name, str)
        return names.function(name) if name else "0"

    def _functions(self, point: object, attribute: str) -> tuple[str, int]:
        """A table of functions, and its size."""
        found = self.links.get((id(point), attribute), ())
        each = [self._function(one) for one in found]
        return self.tables.rows("cw_frame_function", each) if each else "0", len(each)

    def _choice(self, p: ChoicePoint) -> Iterator[str]:
        yield f".kind = CHOICE, {self._chooser(p)}, .ask = {p.ask}, .done = {p.done}"
        for at in ("source", "chosen", "low", "high", "result", "needed", "spent", "weight"):
            yield f".{at} = {getattr(p, at)}"
        for at in ("many", "again", "random", "interchangeable", "ordered"):
            yield f".{at} = {int(getattr(p, at))}"
        if p.limits:
            each = [self._limit(limit) for limit in p.limits]
            yield f".limits = {self.tables.rows('cw_limit', each)}, .limit_count = {len(each)}"

    def _limit(self, limit: ChoiceLimit) -> str:
        number, key = (self._function(self.links[id(limit), at]) for at in ("number", "key"))
        return f"{{{number}, {key}, {int(limit.varies)}}}"

    def _branch(self, p: BranchPoint) -> Iterator[str]:
        yield f".kind = BRANCH, {self._chooser(p)}, .done = {p.after}"
        tests, count = self._functions(p, "tests")
        blocks = self.tables.numbers(p.blocks, "int32_t")
        yield f".tests = {tests}, .test_count = {count}, .blocks = {blocks}"
        yield f".names = {self.tables.numbers([*map(self.name, p.ids)], 'int32_t')}"

    def _menu(self, p: MenuPoint) -> Iterator[str]:
        yield f".kind = MENU, {self._chooser(p)}, .done = {p.done}, .passed = {p.passed}"
        yield f".can_pass = {int(p.can_pass)}, .always = {int(p.always)}"
        given, given_count = self._functions(p, "arguments")
        needed, needed_count = self._functions(p, "needed")
        if given_count > _MOST_GIVEN:
            raise Unsupported(f"a menu that is opened with {given_count} values")
        yield f".tests = {given}, .test_count = {given_count}"
        yield f".needs = {needed}, .need_count = {needed_count}"
        yield self._rows(p, 2 + given_count)
        listed = {*rows_in_play(p.rows, self.program.layout.forms).lists}
        lists = self.tables.numbers([int(at in listed) for at in range(self.lists)], "uint8_t")
        yield f".lists = {lists}"

    def _rows(self, p: MenuPoint, takes: int) -> str:
        rows = [self._row(row, takes) for row in p.rows]
        return f".rows = {self.tables.rows('cw_row', rows)}, .row_count = {len(rows)}"

    def _trigger(self, p: TriggerPoint) -> Iterator[str]:
        batch, found = p.waiting, [f"{{{r}, {this}, {row}}}" for (r, this), row in p.found.items()]
        yield f".kind = TRIGGER, {self._chooser(p)}, .done = {p.done}, {self._rows(p, 2)}"
        yield f".waiting = {{{batch.open}, {batch.active}, {batch.routines}, {batch.ids}}}"
        yield f".found = {self.tables.rows('cw_trigger', found)}, .found_count = {len(found)}"

    def _row(self, row: OptionRow, takes: int) -> str:
        tests = [self._wrapped(row, at, takes) for at in ("test", "payable")]
        where, name = int(row.where is None), self.name(row.declared.id)
        looks = "{0, 0}"
        if row.designs is not None and self.program.layout.forms:
            looks = self.tables.members(row.designs).partition(")")[2]
        parts = (*tests, row.this, row.limit_cell, row.routine, where, name, row.weight, looks)
        return f"{{{', '.join(map(str, parts))}}}"

    def _wrapped(self, row: OptionRow, attribute: str, takes: int) -> str:
        name = self.links.get((id(row), attribute))
        if name is None:
            return "0"
        assert isinstance(name, str)
        return self.wrapper(name, takes)

    def wrapper(self, name: str, takes: int) -> str:
        """A function that takes numbers, as one that takes an array of them."""
        made = self.out.values.functions[name]
        if len(made.takes) > takes or "set" in taken(made).values():
            raise Unsupported("an option that takes sets")
        wrapped = f"with_{names.name(name)}"
        args = ", ".join(["g", *(f"a[{at}]" for at in range(len(made.takes)))])
        self.wrappers[name] = (
            f"static int64_t {wrapped}(cw_game *g, const int64_t *a) "
            f"{{ (void)a; return {names.function(name)}({args}); }}"
        )
        return wrapped
