"""Prints a program as one text of C, with the hand-written part that all programs share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import resources

from cardwright.backends.native.decision_points import Points
from cardwright.backends.native.frames import choices_of, frames_of
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.operations import Operations
from cardwright.backends.native.rules import Rules
from cardwright.backends.native.spaces import Spaces
from cardwright.backends.native.tables import array
from cardwright.board.declarations import Zone
from cardwright.board.layout import SEATS, Layout
from cardwright.language.analysis.metering import LINE, MAX_OF_ANSWER, MAX_OF_GAME, SHUFFLED
from cardwright.program.decision_points import BranchPoint, MenuPoint
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.source.records import dataclass

MOST_SET_MEMBERS = 63  # the most members of a set in a cell
_RUNTIME = ("sets", "networks", "paths", "state", "choices", "lasting", "menus", "automata")
_INTERFACE = ("game", "actions", "batch", "ahead")
_SEEN_BY = {"all": 0, "owner": 1}


@dataclass(frozen=True, slots=True)
class Printed:
    """A program as C, and the texts of the reasons why its games end, by their numbers there."""

    text: str
    words: Sequence[str]


def printed(program: Program) -> Printed:
    """The program as C. Raises Unsupported if a part can't be expressed there."""
    printer = _Printer(program)
    return Printed(printer.text(), [*printer.out.words])


def text_of(program: Program) -> str:
    """Only the text."""
    return printed(program).text


def runtime(name: str) -> str:
    return (resources.files("cardwright.backends.native") / "runtime" / name).read_text("utf-8")


def lists_of(program: Program) -> int:
    """The number of lists of things in a state."""
    return len([*_capacities(program)])


class _Printer:
    def __init__(self, program: Program) -> None:
        self.program, self.layout = program, program.layout
        self.frames = frames_of(program)
        self.out = Operations(program, self.frames)
        self.tables = self.out.values.tables
        self.capacities = [*_capacities(program)]
        self.points = Points(self.out, len(self.capacities))
        self.rules, self.spaces = Rules(program, self.points), Spaces(program, self.points)
        refuse(program)

    def text(self) -> str:
        functions = self.program.code.functions
        heads = [f"{self.out.head(made)};" for made in functions]
        bodies = [self.out.function(made) for made in functions]
        routines = [self.out.routine(at) for at in range(len(self.program.entries))]
        points, table = self.points.all(), self._routine_table()
        board = [*self._board(), *self.rules.all(), *self.spaces.all()]
        parts = [
            runtime("cardwright.h"), *self._sizes(), runtime("types.h"), *self._early(), *heads,
            *self.points.heads(), *self.tables.text,
            *board, *(runtime(f"{name}.h") for name in _RUNTIME),
            *bodies, *self.points.wrappers.values(), *routines, points, table,
            *(runtime(f"{name}.h") for name in _INTERFACE),
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

    # -------------------------------------------------------------------------------- sizes

    def _sizes(self) -> Iterator[str]:
        """The sizes of arrays."""
        layout, program = self.layout, self.program
        largest = max(frame.size for frame in self.frames)
        main = self.out.word(program.checked.declared.main)
        sizes = {
            "CELLS": len(layout.start), "LISTS": len(self.capacities),
            "LISTED": sum(self.capacities), "ITEMS": layout.count, "ROUTINES": len(self.frames),
            "POINTS": max(1, len(program.points)), "ANSWERS": self._most_answers(),
            "STACK": 4096 + 12 * largest, "SCRATCH": 1 << 18, "ZONE_FIRST": layout.zone_first,
            "ZONES": len(layout.zones), "OWNERS": layout.owner, "FORMS": layout.forms,
            "PLACED": layout.placed, "IN_EFFECT": layout.in_effect,
            "FIRST_EFFECT": layout._first_effect, "STACKS": int(program.stacks),
            "DEEPEST": program.deepest,
            "MAY_LIE_DOWN": int(layout.face_down is not None), "HIDES": int(bool(program.hides)),
            "SEATS": layout.zone_id(SEATS),
            "MAIN": program.rule(program.checked.declared.main), "MAIN_NAME": main,
            "RULES": max(1, len(program.checked.rules)),
            "SEATED": 1 + max(layout.kind("player"), default=0),
            "NOT_ENDED": "INT32_MIN", "LINE": LINE, "SHUFFLED": SHUFFLED,
            "MAX_OF_ANSWER": f"INT64_C({MAX_OF_ANSWER})",
            "MAX_OF_GAME": f"INT64_C({MAX_OF_GAME})",
        }  # fmt: skip
        sizes |= {"RECURSIVE": max(1, len(self.out.recursive)), **self.rules.sizes()}
        sizes |= self.spaces.sizes()
        yield from (f"#define {name} {value}" for name, value in sizes.items())

    def _most_answers(self) -> int:
        most = 64
        for number, frame in enumerate(self.frames):
            for choice in choices_of(self.program, number):
                most = max(most, 1 + frame.most[choice.source - FRAME])
        for point in self.program.points:
            if isinstance(point, MenuPoint):
                most = max(most, 1 + len(point.rows))
            elif isinstance(point, BranchPoint):
                most = max(most, len(point.ids))
        return most

    # --------------------------------------------------------------------------- the tables

    def _early(self) -> Iterator[str]:
        """Declarations that inline functions read."""
        starts = [sum(self.capacities[:at]) for at in range(len(self.capacities))]
        yield array("int32_t", "LIST_AT", starts)
        yield array("int32_t", "LIST_CAPACITY", self.capacities)

    def _board(self) -> Iterator[str]:
        layout, program, count = self.layout, self.program, self.layout.count
        zones = [zone for zone, _ in layout.zones]
        yield array("int64_t", "START", layout.start)
        yield array("cw_item", "PLAYERS", layout.kind("player"))
        yield array("uint8_t", "ZONE_ORDERED", [int(zone.ordered) for zone in zones])
        yield array("uint8_t", "ZONE_SEEN", [_SEEN_BY.get(zone.seen_by, 2) for zone in zones])
        yield array("int32_t", "ZONE_OWNER", [owner for _, owner in layout.zones])
        yield array("uint8_t", "FOLLOWS_ZONE", _bits(program.follow_zones, count))
        yield array("uint8_t", "AT_REST", _bits(program.at_rest, count))
        yield array("int32_t", "FACE", [program.faces.get(id, -1) for id in range(count)])
        yield from self._face_down()
        yield "typedef struct { int32_t kind; const int32_t *cells; int32_t n; } cw_look;"
        yield from self.tables.with_arrays(self._looks())
        yield "typedef struct { int32_t is_one, cancelled, about; } cw_window;"
        windows = [self._window(number) for number in range(len(program.entries))]
        yield array("cw_window", "WINDOW", windows)

    def _face_down(self) -> Iterator[str]:
        faces, count = self.layout.face_down, self.layout.count
        nothing = [0] * count
        yield array("int32_t", "FACE_DOWN", faces.own if faces else nothing)
        yield array("int32_t", "HIDING", faces.hiding if faces else nothing)
        yield array("uint8_t", "SECRET", _bits(faces.secret if faces else (), count))
        backs = sorted({*faces.backs}) if faces else []
        yield array("int32_t", "BACK", [backs.index(b) for b in faces.backs] if faces else nothing)

    def _looks(self) -> Iterator[str]:
        looks = []
        for look in self.program.appearances:
            kind, cells = look or (-1, ())
            looks.append(f"{{{kind}, {self.tables.numbers(cells, 'int32_t')}, {len(cells)}}}")
        yield array("cw_look", "LOOK", looks)

    def _window(self, number: int) -> str:
        window = self.program.windows.get(number)
        if window is None:
            return "{0, -1, -1}"
        cancelled = -1 if window.resume_block is None else window.cancelled
        return f"{{1, {cancelled}, {-1 if window.about is None else window.about}}}"

    def _routine_table(self) -> str:
        rows = []
        for number, (frame, entry) in enumerate(
            zip(self.frames, self.program.entries, strict=True)
        ):
            registers = range(max(1, frame.registers))
            sets = self.tables.numbers([frame.starts.get(r, 0) for r in registers], "int32_t")
            most = self.tables.numbers([frame.most.get(r, 0) for r in registers], "int32_t")
            sizes = f"{entry.block}, {frame.registers}, {frame.size}"
            rows.append(f"  {{routine_{number}, {sizes}, {sets}, {most}}}")
        inner = ",\n".join(rows)
        return f"static const cw_routine ROUTINE[ROUTINES] = {{\n{inner}\n}};"


def _bits(those: Iterable[int], count: int) -> list[int]:
    found = {*those}
    return [int(id in found) for id in range(count)]


def _capacities(program: Program) -> Iterator[int]:
    """The most things in each list."""
    layout = program.layout
    counted: dict[str, int] = {}
    for zone, _ in layout.zones:
        if zone.holds not in counted:
            counted[zone.holds] = _most_in(layout, zone)
        yield counted[zone.holds]
    yield from [layout.count] * (bool(layout.forms) + bool(layout.placed) + bool(layout.in_effect))


def _most_in(layout: Layout, zone: Zone) -> int:
    those = [i for i in layout.items if i.kind and i.kind in layout.board.kinds]
    return sum(layout.may_be(item.kind, zone.holds) for item in those) or layout.count


def refuse(program: Program) -> None:
    """Raises Unsupported for limits that concern the program as a whole."""
    board = program.board
    kept = (
        f for f in (*board.every_field(), *board.state.values()) if f.type.many and not f.printed
    )
    for field in kept:
        if len(program.layout.members(field.type)) > MOST_SET_MEMBERS:
            raise Unsupported(f"the set `{field.name}` of more than {MOST_SET_MEMBERS} members")
    if program.coverage is not None:
        raise Unsupported("coverage")
