"""Makes a program ready to run by the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from cardwright.backends.reference.expressions import Env
from cardwright.backends.reference.operations import run
from cardwright.backends.value_cache import ValueCache, cached_functions
from cardwright.language.front_end.checked import Checked
from cardwright.program.coverage import Coverage
from cardwright.program.emit.build import emit_program
from cardwright.program.operations import Function, Operation
from cardwright.program.program import Meter, Program
from cardwright.source.records import dataclass


def build(
    checked: Checked, players: tuple[str, ...], coverage: Coverage | None = None, size: int = 0
) -> Program:
    """The program of a checked game for these players, to be interpreted."""
    program = emit_program(checked, players, coverage, size)
    program.backend = Interpreter()
    program.backend.compile(program)
    return program


@dataclass(slots=True)
class Interpreter:
    """The parts of a program that are ready, and the values that its functions cache."""

    functions: int = 0
    cache: ValueCache = field(default_factory=ValueCache)

    def compile(self, program: Program) -> None:
        names, code = program.namespace, program.code
        names |= program.constants.values
        cache = cached_functions(program)
        for made in code.functions[self.functions :]:
            function, of = self._function(made, program), cache.get(made.name)
            names[made.name] = (
                self.cache.cached_definition(program, of, function) if of else function
            )
        program.blocks += [self._block(b, program) for b in code.blocks[len(program.blocks) :]]
        self.functions = len(code.functions)
        program.link(names)

    def function(self, program: Program, made: Function) -> Callable[..., Any]:
        return self._function(made, program)

    def steady(self, s: list[int], z: list[list[int]], work: Callable[[], Any]) -> Any:
        return self.cache.steady(s, z, work)

    def meter(self) -> Meter:
        return self.cache.work

    def _block(self, body: Sequence[Operation], program: Program) -> Callable[..., object]:
        def block(game: Any, s: list[int], z: list[list[int]], f: list[int]) -> object:
            given = run(body, self._env(program, game, s, z, f))
            return given is not None and given[0]

        return block

    def _function(self, made: Function, program: Program) -> Callable[..., Any]:
        keeps = made.name in cached_functions(program)

        def function(s: list[int], z: list[list[int]], *args: Any) -> object:
            frame, taken = (args[0], args[1:]) if made.framed else ([], args)
            env = self._env(program, None, s, z, frame)
            if made.steps and not keeps:
                self.cache.spend(made.steps)
            env.names.update(zip(made.takes, taken, strict=True))
            given = run(made.body, env)
            assert given is not None, "a function returns a value"
            return given[0]

        return function

    def _env(
        self, program: Program, game: Any, s: list[int], z: list[list[int]], f: list[int]
    ) -> Env:
        hits = program.coverage.hits if program.coverage is not None else []
        return Env(game, s, z, f, program.namespace, self.cache, hits)
