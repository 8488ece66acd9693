"""Builds the program of a game from checked rules; a backend prepares it to run."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import LASTING
from cardwright.board.layout import Layout
from cardwright.board.layout_builder import build_layout
from cardwright.board.transformations import Change
from cardwright.language import core
from cardwright.language.analysis.heavy_expressions import heavy_expressions
from cardwright.language.analysis.loop_guards import LoopGuards
from cardwright.language.analysis.metering import metering
from cardwright.language.analysis.placed_only import placed_parameters
from cardwright.language.front_end.checked import Checked
from cardwright.language.registry.movement import To
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.constants import Constants
from cardwright.program.coverage import Coverage
from cardwright.program.emit.appearances import hidden_things, index_appearances
from cardwright.program.emit.code import Code
from cardwright.program.emit.definitions import emit_definitions, emit_prohibitions
from cardwright.program.emit.effects import (
    collect_automata,
    collect_effects,
    collect_lasting,
    emit_winners,
    vanishing_point,
)
from cardwright.program.emit.menus import collect_menus
from cardwright.program.emit.routines import emit_routines, emit_trigger_rows
from cardwright.program.program import Program


def emit_program(
    checked: Checked, players: tuple[str, ...], coverage: Coverage | None = None, size: int = 0
) -> Program:
    """The program of a checked game for these players; `checked` must be free of errors.

    `size` is the number of players that it is for, if it differs from their number.

    With `coverage`, which belongs to `checked`, games of the program record there which points run.
    """
    layout = build_layout(checked.board, players, kinds_becoming(checked), size)
    constants = _constants(checked, layout)
    program = Program(checked, layout, coverage, constants, Code(constants))
    constants.hidden_readers = program.hidden_readers
    _describe(program)
    if any(VERBS.to(event.verb) is To.NOWHERE for event in constants.replaced):
        program.targeted = len(layout.start)
        layout.start.append(0)
    emit_prohibitions(program)
    emit_definitions(program)
    emit_winners(program)
    collect_lasting(program)
    program.vanishing = vanishing_point(program)
    collect_automata(program)
    collect_menus(program)
    index_appearances(program)
    collect_effects(program)
    program.rule(checked.declared.main)
    emit_routines(program)
    emit_trigger_rows(program)
    _enter_options(program)
    return program


def _constants(checked: Checked, layout: Layout) -> Constants:
    made = Constants(layout, metering(checked))
    made.transferable = transferable_kinds(checked)
    made.heavy = heavy_expressions(checked)
    made.placed = placed_parameters(checked) if layout.placed else frozenset()
    made.guards = LoopGuards(checked)
    made.replaced = frozenset(a.event for a in checked.abilities if a.hook == "instead")
    return made


def _describe(program: Program) -> None:
    """Notes which things and zones need attention: those that are hidden, stacked or followed."""
    layout = program.layout
    program.cards = frozenset(layout.kind("card"))
    program.stacked_on = frozenset(stacked_on(layout))
    program.stacks, program.deepest = bool(program.stacked_on), 2 + len(program.stacked_on)
    program.follow_zones = program.cards.union(layout.kind(LASTING))
    program.owners = layout.owner
    program.hides = frozenset(hidden_things(layout))
    zones = enumerate(layout.zones, layout.zone_first)
    program.open_zones = frozenset(id for id, (zone, _) in zones if zone.seen_by == "all")
    program.faces, program.at_rest = _face_cells(layout), _resting_places(layout)
    program.at_once = any(isinstance(s, core.AtOnce) for s in _statements(program.checked))


def _enter_options(program: Program) -> None:
    """Gives the rows of menus the blocks at which their routines begin."""
    for rows in program.menus.values():
        for row in rows:
            entry = program.entries[row.routine]
            row.entry, row.registers = entry.block, entry.registers


def emit_more(program: Program, routine: core.Routine) -> int:
    """Emits an additional routine from outside the packs; returns its entry number."""
    program.identity = ""
    number = program.routine(("added", len(program.entries)), routine)
    emit_routines(program)
    emit_trigger_rows(program)
    return number


def transferable_kinds(checked: Checked) -> frozenset[str]:
    """The kinds whose things can change their owner."""
    acts = (s for s in _statements(checked) if isinstance(s, core.Move))
    board = checked.board
    changing = {*board.below("card"), *board.below(LASTING)}
    given = {a.kind for a in acts if a.movement.to is To.PLAYER}
    tokens = {kind for kind in board.kinds if board.token_of(kind)}
    return frozenset(given | tokens | changing)


def stacked_on(layout: Layout) -> Iterator[int]:
    """Pieces and cards that something may be on."""
    board = layout.board
    on = {k for kind in board.kinds for k in board.lives_on(kind)}
    for kind in on:
        if board.root(kind) in ("piece", "card"):
            yield from layout.possible(kind)


def kinds_becoming(checked: Checked) -> frozenset[Change]:
    """The kinds whose things become others, each with the kinds that they become."""
    found = [
        (s.item.type.of, s.form.type.of)
        for s in _statements(checked)
        if isinstance(s, core.Become | core.Move) and s.form is not None
    ]
    return frozenset(found)


def _statements(checked: Checked) -> Iterator[core.Stmt]:
    routines = [
        *checked.rules.values(),
        *checked.effects.values(),
        *(o.routine for o in checked.options),
        *(a.routine for a in checked.abilities),
    ]
    return (s for r in routines for s in core.statements(r.body))


def _face_cells(layout: Layout) -> dict[int, int]:
    """The cell of the face of each die."""
    found: dict[int, int] = {}
    for item in layout.items:
        face = layout.board.field(item.kind, "face") if item.kind in layout.board.kinds else None
        if face is not None and face.faces:
            found[item.id] = layout.cells[(face.kind, face.name)] + item.id
    return found


def _resting_places(layout: Layout) -> frozenset[int]:
    """The supply, and the zones in which dice are at rest."""
    zones = (layout.zone_first + n for n, (zone, _) in enumerate(layout.zones) if zone.at_rest)
    return frozenset((0, *zones))
