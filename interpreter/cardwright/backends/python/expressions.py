"""Expressions as Python `ast`: those of boards and prohibitions, with all of values and sets."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from cardwright.backends.python.nodes import Node, any_of, call, const, index, name
from cardwright.backends.python.set_emitter import SetEmitter
from cardwright.backends.python.value_emitter import Rules
from cardwright.board.layout import SEATS
from cardwright.language import core
from cardwright.program import board_tables
from cardwright.program.hidden_reads import looks_at_hidden


class Emitter(SetEmitter):
    """Turns core expressions into Python expressions for one layout."""

    def after(self, e: core.After) -> Node:
        seats = self.layout.zone_id(SEATS) - self.layout.zone_first
        function = "seat_before" if e.back else "next_seat"
        return call(function, index(name("z"), const(seats)), self(e.of))

    def step(self, e: core.Step) -> Node:
        table = name(self.constants.table(board_tables.steps, e.kind))
        found = index(index(table, self(e.way)), self(e.of))
        if not self.constants.can_leave_game(e.kind):
            return found
        return call("if_in_game", name("s"), found, name(self.constants.gone()))

    def ray(self, e: core.Ray) -> Node:
        table = name(self.constants.table(board_tables.rays, e.kind))
        found = index(index(table, self(e.way)), self(e.of))
        if not self.constants.can_leave_game(e.kind):
            return found
        return call("in_game_ray", name("s"), found, name(self.constants.gone()))

    def connection(self, e: core.Connection) -> Node:
        """A call of the function that is called as the connection is; see `networks`."""
        args = [self(arg) for arg in e.args]
        if e.op == "path" and e.edges is not None:
            edges, ends, closed = self._edges(e)
            ranks = name(self.constants.table(board_tables.ranks, e.edges.type.of))
            return call("longest_path", edges, ends, ranks, closed, *self._lengths(e))
        if e.op == "distance" and (lengths := self._lengths(e)):
            no_way = const(board_tables.no_way(self.layout, e.kind))
            within = self.sized(e.within) if e.within is not None else const(None)
            return call("way", *args, within, *self._edges(e), *lengths, no_way)
        if e.op in ("group", "groups", "border", "distance"):
            args.append(self.sized(e.within) if e.within is not None else const(None))
        near = name(self.constants.table(board_tables.near, e.kind)) if e.edges is None else None
        args.append(near or call("web", *self._edges(e)))
        if e.op == "distance":
            args.append(const(board_tables.no_way(self.layout, e.kind)))
        return call(e.op, *args)

    def _lengths(self, e: core.Connection) -> list[Node]:
        """The lengths of edges, if they have any."""
        if e.edges is None or not self.layout.board.has_lengths(e.kind):
            return []
        return [name(self.constants.table(board_tables.lengths, e.kind))]

    def _edges(self, e: core.Connection) -> tuple[Node, Node, Node]:
        """The edges, what they join, and the places where one may not go on."""
        assert e.edges is not None
        closed = self(e.closed) if e.closed is not None else const(())
        ends = name(self.constants.table(board_tables.ends, e.kind))
        return self.sized(e.edges), ends, closed

    def line(self, e: core.LongestLine) -> Node:
        table = name(self.constants.table(board_tables.lines, e.kind))
        return call("longest_line", self.sized(e.source), self(e.cell), table)

    def forbidden(self, e: core.Forbidden) -> Node:
        """Tests every prohibition that can match; see `definitions`."""
        if e.to is not None:
            there = self(e.to)
        else:
            there = index(name("s"), self(e.item)) if e.verb == "remove" else const(0)
        args = [self(arg) for arg in e.args]
        tests: list[Node] = [
            call(function, name("s"), name("z"), self(e.actor), self(e.item), there, *args)
            for function, by_place in self._prohibitions(e)
            if e.to is not None or e.verb == "remove" or not by_place
        ]
        return any_of(tests)

    def all_forbidden(self, e: core.AllForbidden) -> Node:
        """Of places, only if a prohibition asks about them: otherwise one is like the other."""
        found = self._prohibitions(e.test)
        of_place = isinstance(e.test.to, core.Var) and e.test.to.index == e.var
        if not found or (of_place and not any(by_place for _, by_place in found)):
            return self.forbidden(replace(e.test, to=None))
        return self(e.expanded())

    def _prohibitions(self, e: core.Forbidden) -> list[tuple[str, bool]]:
        """The functions of prohibitions that can match, and whether they ask for the place."""
        functions, board = self.constants.values.get(f"forbids {e.verb}", {}), self.layout.board
        assert isinstance(functions, dict)
        return [
            (function, by_place)
            for function, (kind, by_place, of_room) in functions.items()
            if not (of_room and e.fits)
            and (e.kind == kind or board.is_a(e.kind, kind) or board.is_a(kind, e.kind))
        ]

    def replaceable(self, e: core.Replaceable) -> Node:
        board = self.layout.board
        found = (kind for verb, kind in self.constants.replaced if verb == e.verb)
        return const(int(any(board.is_a(e.kind, k) or board.is_a(k, e.kind) for k in found)))

    def can_change(self, e: core.CanChange) -> Node:
        if looks_at_hidden(e.of, self.layout.board, self.constants.telling):
            return const(1)
        return self(e.of)

    rules: ClassVar[Rules] = {
        **SetEmitter.rules,
        core.After: after, core.LongestLine: line, core.Forbidden: forbidden,
        core.AllForbidden: all_forbidden, core.Step: step, core.Ray: ray,
        core.Connection: connection, core.Replaceable: replaceable, core.CanChange: can_change,
    }  # fmt: skip
