"""Prints tables of lasting effects, of `all at once` blocks, of kinds and of automata."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from cardwright.backends.native.decision_points import Points
from cardwright.backends.native.tables import array
from cardwright.board.declarations import SOURCE
from cardwright.board.layout import Layout
from cardwright.program.automata import AnswerRow
from cardwright.program.decision_points import AtOnceSlots, LogPoint
from cardwright.program.lasting_effects import EffectRow
from cardwright.program.program import Program

_Row = TypeVar("_Row")
_PLAIN = ("number", "flag")  # types without none: for these, 0 is a value


class Rules:
    """`points` has the functions of rows, and the names of answers."""

    def __init__(self, program: Program, points: Points) -> None:
        self.program, self.layout, self.points = program, program.layout, points
        self.tables = points.tables

    def sizes(self) -> dict[str, object]:
        program, names = self.program, self.points.name
        return {
            "EFFECT_COUNT": len(program.lasting),
            "SOURCE_CELL": self.layout.cells.get(("", SOURCE), -1),
            "HAS_BATCHES": int(bool(program.batches)),
            "NAME_FIRST": names("first"), "NAME_LAST": names("last"), "NAME_PASS": names("pass"),
        }  # fmt: skip

    def all(self) -> Iterator[str]:
        """The tables, after the functions and arrays that they use."""
        return self.tables.with_arrays(
            chain(self._at_once(), self._effects(), self._kinds(), self._automata())
        )

    # ------------------------------------------------------------------- what happens all at once

    def _at_once(self) -> Iterator[str]:
        program, numbers = self.program, range(len(self.program.entries))
        yield array(
            "cw_batches", "BATCHES", [self._batches(program.batches.get(n, ())) for n in numbers]
        )
        yield array("int32_t", "ORDER", [program.trigger_order.get(n, 0) for n in numbers])
        routines = [entry.routine for entry in program.entries]
        sources = [-1 if r.source is None else r.source for r in routines]
        yield array("int32_t", "RESUMES", sources)

    def _batches(self, found: Sequence[AtOnceSlots]) -> str:
        each = [f"{{{b.open}, {b.active}, {b.routines}, {b.ids}}}" for b in found]
        return f"{{{self.tables.rows('cw_at_once', each)}, {len(each)}}}"

    # ------------------------------------------------------------------------- lasting effects

    def _effects(self) -> Iterator[str]:
        rows = [*self.program.lasting.values()]
        yield array("cw_effect", "EFFECTS", [self._effect(row) for row in rows] or ["{0}"])
        number = {kind: at for at, kind in enumerate(self.program.lasting)}
        of = [number.get(item.kind, -1) for item in self.layout.items]
        yield array("int32_t", "EFFECT_OF", of)

    def _effect(self, row: EffectRow) -> str:
        holds = self.points.links.get((id(row), "holds"))
        test = self.points.wrapper(str(holds), 2) if holds else "0"
        plain = [int(field.type.base in _PLAIN) for field in row.fields]
        parts = (
            self.tables.numbers(row.copies), self.tables.numbers(row.cells, "int32_t"),
            self.tables.numbers(row.things, "int32_t"), self.tables.numbers(plain, "uint8_t"),
            test, len(row.copies), len(row.cells), len(row.things), row.zone, row.source,
            row.next_begun or 0, int(row.next_begun is not None), row.weight,
        )  # fmt: skip
        return f"{{{', '.join(map(str, parts))}}}"

    # --------------------------------------------------------------------------------- kinds

    def _kinds(self) -> Iterator[str]:
        """What things become, and which are tokens; a single kind in games without either."""
        layout, board = self.layout, self.layout.board
        matters = layout.forms or any(map(board.token_of, board.kinds))
        kinds = ["", *board.kinds] if matters else [""]
        zones = [zone for zone, _ in layout.zones]
        yield array("int32_t", "DESIGN", layout.designs)
        yield array(
            "int32_t", "KIND", [kinds.index(i.kind) if matters else 0 for i in layout.items]
        )
        yield array("uint8_t", "IS_TOKEN", [int(bool(k and board.token_of(k))) for k in kinds])
        yield _matrix("MAY_BE", kinds, kinds, lambda a, b: bool(a and b) and layout.may_be(a, b))
        yield _matrix("LIVES_ON", kinds, kinds, lambda a, b: _lives_on(layout, a, b))
        yield _matrix("ZONE_HOLDS", zones, kinds, lambda z, k: bool(k) and board.is_a(k, z.holds))
        yield _matrix("HOLDS_TOKEN", zones, kinds, lambda z, k: bool(k) and board.holds_token(z, k))
        yield from self._fields(kinds)

    def _fields(self, kinds: Sequence[str]) -> Iterator[str]:
        """By kind, the cells that its things have, and where each is."""
        board, cells = self.layout.board, [*self.layout.cells]
        yield array("int32_t", "FIELD_AT", self.layout.cells.values())
        rows = []
        for kind in kinds:
            fields = board.fields(kind).values() if kind else ()
            own = [cells.index((f.kind, f.name)) for f in fields if not f.printed]
            rows.append(f"{{{self.tables.numbers(own)}, {len(own)}}}")
        yield array("cw_set", "FIELDS", rows)

    # ------------------------------------------------------------------------------- automata

    def _automata(self) -> Iterator[str]:
        program, rows, tables = self.program, list[str](), list[str]()
        players = [*program.automata]
        for player in players:
            automaton = program.automata[player]
            first = len(rows)
            rows += map(self._answers, automaton.rows)
            found = (
                None if isinstance(p, LogPoint) else automaton.row(p, self.layout)
                for p in program.points
            )  # fmt: skip
            at = [-1 if row is None else first + _index(automaton.rows, row) for row in found]
            tables.append(f"{{{', '.join(map(str, at))}}}")
        numbers = (players.index(i) if i in players else -1 for i in range(self.layout.count))
        yield array("int32_t", "AUTOMATON", numbers)
        yield f"static const int32_t ANSWER_ROW[][POINTS] = {{{', '.join(tables) or '{0}'}}};"
        yield array("cw_answers", "AUTOMATIC", rows or ["{0}"])
        for name in ("yes", "no"):
            word = self.tables.numbers([self.points.name(name)])
            yield f"static const cw_set NAMES_{name.upper()} = {{{word}, 1}};"

    def _answers(self, row: AnswerRow) -> str:
        links, wrapper = self.points.links, self.points.wrapper
        test = links.get((id(row), "test"))
        keys = [wrapper(str(name), 2) for name in links.get((id(row), "keys"), ())]
        names = [self.points.name(name) for name in row.checked.names]
        parts = (
            int(row.checked.random), wrapper(str(test), 1) if test else "0",
            self.tables.rows("cw_args_function", keys),
            self.tables.numbers(row.signs, "int32_t"), len(keys),
            f"{{{self.tables.numbers(names)}, {len(names)}}}", row.weight,
        )  # fmt: skip
        return f"{{{', '.join(map(str, parts))}}}"


def _index(rows: Sequence[AnswerRow], row: AnswerRow) -> int:
    return next(at for at, one in enumerate(rows) if one is row)


def _lives_on(layout: Layout, kind: str, where: str) -> bool:
    on = layout.board.lives_on(kind) if kind else ()
    return not on or (bool(where) and any(layout.board.is_a(where, k) for k in on))


def _matrix(
    name: str, rows: Sequence[_Row], kinds: Sequence[str], holds: Callable[[_Row, str], bool]
) -> str:
    each = (f"{{{', '.join(str(int(holds(row, kind))) for kind in kinds)}}}" for row in rows)
    return f"static const uint8_t {name}[][{len(kinds)}] = {{{', '.join(each)}}};"
