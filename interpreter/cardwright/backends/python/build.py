"""Builds the program of a game, ready to run as Python."""

from __future__ import annotations

from cardwright.backends.python.compile import PythonBackend
from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.program.coverage import Coverage
from cardwright.program.emit.build import emit_more, emit_program
from cardwright.program.program import Program


def build(
    checked: Checked, players: tuple[str, ...], coverage: Coverage | None = None, size: int = 0
) -> Program:
    """Compiles a checked game for these players; see `emit_program`."""
    program = emit_program(checked, players, coverage, size)
    program.backend = PythonBackend()
    program.backend.compile(program)
    return program


def add_effect(program: Program, routine: core.Routine) -> int:
    """Compiles an additional routine from outside the packs; returns its entry number."""
    number = emit_more(program, routine)
    assert program.backend is not None
    program.backend.compile(program)
    return number
