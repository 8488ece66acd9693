"""Prints the spaces of actions and observations of a program as tables of C, and the winners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.backends.native import names
from cardwright.backends.native.decision_points import Points
from cardwright.backends.native.tables import array
from cardwright.board.declarations import Field
from cardwright.program.actions import Numbering, action_space
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.observation import Column, Group, observation_space
from cardwright.program.program import Program

_BY = {"nothing": "BY_NOTHING", "thing": "BY_THING", "value": "BY_VALUE", "order": "BY_ORDER",
       "table": "BY_TABLE"}  # fmt: skip
_SEEN_BY = {"all": 0, "owner": 1}
_NOBODY = 2


class Spaces:
    """`points` has the arrays that are shared, and the functions of links."""

    def __init__(self, program: Program, points: Points) -> None:
        self.program, self.layout, self.points = program, program.layout, points
        self.tables = points.tables
        self.actions, self.seen = action_space(program), observation_space(program)

    def all(self) -> Iterator[str]:
        """The tables, after the functions and arrays that they use."""
        return self.tables.with_arrays(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from self._actions()
        yield from self._observations()
        yield from (self._won(), self._number())

    def sizes(self) -> dict[str, object]:
        seen, widest = self.seen, max((self._width(g) for g in self.seen.groups), default=1)
        return {
            "ACTIONS": self.actions.size, "OBSERVED": seen.size, "GROUP_COUNT": len(seen.groups),
            "STATE_COLUMNS": len(seen.state), "ZONES_SHOWN": len(seen.zones),
            "PLACES_SHOWN": len(seen.places), "WIDEST_ROW": widest,
            "COOPERATIVE": int(self.program.checked.cooperative),
            "PLAYER_COUNT": len(self.layout.kind("player")),
            "TOGETHER": int(self.program.checked.cooperative),
            "FIRST_HIDDEN": self.actions.hidden,
        }  # fmt: skip

    def _actions(self) -> Iterator[str]:
        yield array("int32_t", "THING_ACTION", self.actions.things)
        yield array("int32_t", "REPRESENTATIVE", self.actions.representatives)
        yield array("cw_numbering", "NUMBERING", map(self._numbering, self.actions.points))

    def _numbering(self, point: Numbering) -> str:
        tables = (point.of, point.unseen)
        of, unseen = (self.tables.numbers(t, "int32_t") if t else "0" for t in tables)
        return f"{{{_BY[point.by]}, {point.first}, {of}, {unseen}, {len(point.of)}}}"

    def _observations(self) -> Iterator[str]:
        seen, hidden = self.seen, {*self._hidden()}
        yield array("uint8_t", "MAY_HIDE", [int(i in hidden) for i in range(self.layout.count)])
        yield array("cw_column", "OF_STATE", [*map(_column, seen.state)] or ["{0}"])
        counted = [int(zone.seen_by != "nobody") for zone, _ in self.layout.zones]
        yield array("uint8_t", "ZONE_COUNTED", counted)
        yield array("int32_t", "ZONE_SHOWN", seen.zones)
        yield array("int32_t", "PLACE_SHOWN", seen.places)
        yield array("cw_copies", "GROUP", [*map(self._group, seen.groups)] or ["{0}"])

    def _hidden(self) -> Iterable[int]:
        board = self.layout.board
        for item in self.layout.items:
            if item.kind and board.root(item.kind) in ("piece", "card"):
                yield item.id

    def _group(self, group: Group) -> str:
        ids = self.tables.numbers(group.ids, "int32_t")
        each = [*map(_column, group.columns)]
        columns = self.tables.rows("cw_column", each)
        sizes = f"{len(each)}, {len(group.ids)}, {self._width(group)}, {int(group.moves)}"
        return f"{{{columns}, {ids}, {sizes}}}"

    def _width(self, group: Group) -> int:
        return group.width(self.layout.forms)

    def _number(self) -> str:
        """The number of a player by which positions are judged, as in `players/evaluation.py`."""
        declared, functions = self.program.checked.declared, self.points.out.values.functions
        name = declared.evaluate or declared.score
        cell = self.layout.cells.get(("player", name))
        value = "0" if cell is None else f"g->s[{cell} + player]"
        if name and function_name(name) in functions:
            value = f"{names.function(function_name(name))}(g, player)"
        head = "static int64_t cw_number(cw_game *g, int64_t player) {"
        return f"{head} (void)g; (void)player; return {value}; }}"

    def _won(self) -> str:
        """Who has won, as in `runtime/outcome.py`."""
        link = self.points.links.get((id(self.program), "winners"))
        head = "static cw_set cw_won(cw_game *g) {"
        if not isinstance(link, str):
            return f"{head} (void)g; return (cw_set){{0, 0}}; }}"
        call = f"{names.function(link)}(g)"
        if self.points.out.values.functions[link].many:
            return f"{head} return {call}; }}"
        one = f"int64_t one = {call}; cw_item *at = cw_scratch(g, 1); at[0] = cw_small(g, one);"
        return f"{head} {one} return (cw_set){{at, one > 0}}; }}"


def _column(column: Column) -> str:
    found: Field = column.field
    seen, refers = _SEEN_BY.get(found.seen_by, _NOBODY), int(found.type.is_thing)
    return f"{{{column.at}, {seen}, {int(bool(found.pending_for))}, {refers}}}"
