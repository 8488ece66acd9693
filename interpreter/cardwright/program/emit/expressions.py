"""Expressions as values: those of boards and prohibitions, in addition to values and sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from cardwright.board.layout import SEATS, Layout
from cardwright.language import core
from cardwright.language.registry.movement import To
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program import board_tables
from cardwright.program import values as v
from cardwright.program.emit.set_emitter import SetEmitter
from cardwright.program.emit.value_emitter import Rules
from cardwright.program.hidden_reads import reads_hidden


class Emitter(SetEmitter):
    """Turns core expressions into values for one layout."""

    def after(self, e: core.After) -> v.Value:
        seats = self.layout.zone_id(SEATS) - self.layout.zone_first
        function = "seat_before" if e.back else "next_seat"
        return v.call(function, v.Zone(v.Const(seats)), self(e.of))

    def step(self, e: core.Step) -> v.Value:
        return self._along(board_tables.steps, e, "if_in_game")

    def ray(self, e: core.Ray) -> v.Value:
        return self._along(board_tables.rays, e, "in_game_ray")

    def _along(
        self, made: Callable[[Layout, str], Sequence[object]], e: core.Step | core.Ray, there: str
    ) -> v.Value:
        """The entry of a table by direction for a place; if the text states the direction, from the
        table for it. The function `there` leaves out places that have left the game.
        """
        way = self(e.way)
        if isinstance(way, v.Const) and isinstance(way.value, int):
            of: v.Value = v.Table(self.constants.row(made, e.kind, way.value))
        else:
            of = v.Entry(v.Table(self.constants.table(made, e.kind)), way)
        found = v.Entry(of, self(e.of))
        if not self.constants.can_leave_game(e.kind):
            return found
        return v.call(there, v.STATE, found, v.Table(self.constants.gone()))

    def connection(self, e: core.Connection) -> v.Value:
        """A call of the function with the connection's name; see `networks`."""
        args = [self(arg) for arg in e.args]
        if e.op == "path" and e.edges is not None:
            edges, ends, closed = self._edges(e)
            ranks = v.Table(self.constants.table(board_tables.ranks, e.edges.type.of))
            return v.call("longest_path", edges, ends, ranks, closed, *self._lengths(e))
        if e.op == "distance" and (lengths := self._lengths(e)):
            unreachable_distance = v.Const(board_tables.unreachable_distance(self.layout, e.kind))
            within = self.sized(e.within) if e.within is not None else v.Const(None)
            return v.call("way", *args, within, *self._edges(e), *lengths, unreachable_distance)
        if e.op in ("group", "groups", "border", "distance"):
            args.append(self.sized(e.within) if e.within is not None else v.Const(None))
        near = v.Table(self.constants.table(board_tables.near, e.kind)) if e.edges is None else None
        args.append(near or v.call("network", *self._edges(e)))
        if e.op == "distance":
            args.append(v.Const(board_tables.unreachable_distance(self.layout, e.kind)))
        return v.call(e.op, *args)

    def _lengths(self, e: core.Connection) -> list[v.Value]:
        """The lengths of edges, if they have any."""
        if e.edges is None or not self.layout.board.has_lengths(e.kind):
            return []
        return [v.Table(self.constants.table(board_tables.lengths, e.kind))]

    def _edges(self, e: core.Connection) -> tuple[v.Value, v.Value, v.Value]:
        """The edges, the places they join, and the places where paths end."""
        assert e.edges is not None
        closed = self(e.closed) if e.closed is not None else v.Const(())
        ends = v.Table(self.constants.table(board_tables.ends, e.kind))
        return self.sized(e.edges), ends, closed

    def line(self, e: core.LongestLine) -> v.Value:
        table = v.Table(self.constants.table(board_tables.lines, e.kind))
        return v.call("longest_line", self.sized(e.source), self(e.cell), table)

    def forbidden(self, e: core.Forbidden) -> v.Value:
        """Tests every prohibition that can match; see `definitions`."""
        leaves = VERBS.to(e.event.verb) is To.SUPPLY
        place = v.Cell(self(e.item)) if leaves else v.Const(0)
        there = self(e.to) if e.to is not None else place
        args = [self(arg) for arg in e.args]
        tests: list[v.Value] = [
            v.Invoke(function, [self(e.actor), self(e.item), there, *args])
            for function, by_place in self._prohibitions(e)
            if e.to is not None or leaves or not by_place
        ]
        return v.any_of(tests)

    def all_forbidden(self, e: core.AllForbidden) -> v.Value:
        """For places, only if a prohibition depends on the place: otherwise all places are
        alike.
        """
        found = self._prohibitions(e.test)
        of_place = core.is_variable(e.test.to, e.var)
        if not found or (of_place and not any(by_place for _, by_place in found)):
            return self.forbidden(replace(e.test, to=None))
        return self(e.expanded())

    def _prohibitions(self, e: core.Forbidden) -> list[tuple[str, bool]]:
        """The functions of prohibitions that can match, and whether they depend on the place."""
        board, kind = self.layout.board, e.event.kind
        known = self.constants.forbids.get(e.event.of_any_kind, {})
        return [
            (function, by_place)
            for function, (own, by_place, of_room) in known.items()
            if not (of_room and e.fits) and (kind == own or board.related(kind, own))
        ]

    def replaceable(self, e: core.Replaceable) -> v.Value:
        board, kind = self.layout.board, e.event.kind
        found = (other.kind for other in self.constants.replaced if other.verb == e.event.verb)
        return v.Const(int(any(board.related(kind, k) for k in found)))

    def can_change(self, e: core.CanChange) -> v.Value:
        if reads_hidden(e.of, self.layout.board, self.constants.hidden_readers):
            return v.Const(1)
        return self(e.of)

    rules: ClassVar[Rules] = {
        **SetEmitter.rules,
        core.After: after, core.LongestLine: line, core.Forbidden: forbidden,
        core.AllForbidden: all_forbidden, core.Step: step, core.Ray: ray,
        core.Connection: connection, core.Replaceable: replaceable, core.CanChange: can_change,
    }  # fmt: skip
