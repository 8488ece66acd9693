"""Compiles a program to Python functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import field
from typing import Any

from cardwright.backends import intrinsics, networks
from cardwright.backends.kept_values import KeptValues, kept_functions
from cardwright.backends.python import printer
from cardwright.program.operations import Function
from cardwright.program.program import Meter, Program
from cardwright.source.records import dataclass


@dataclass(slots=True)
class PythonBackend:
    """How much of a program is compiled, and the values that its functions keep."""

    functions: int = 0
    blocks: int = 0
    kept: KeptValues = field(default_factory=KeptValues)

    def compile(self, program: Program) -> None:
        """Compiles new code; the functions and blocks of one YAML file become one module.

        The module has the file's name, so that a traceback shows the line of the pack.
        """
        names = program.namespace
        names |= self._given(program)
        for file, functions in self._modules(program).items():
            tree = ast.fix_missing_locations(ast.Module(functions, []))
            exec(compile(tree, file or "<pack>", "exec"), names)  # our own ast, never a pack's text
        new = {function.name for function in program.code.functions[self.functions :]}
        self.kept.keep_definitions(program, names, new)
        numbers = range(self.blocks, len(program.code.blocks))
        program.blocks += [names[f"b{number}"] for number in numbers]  # type: ignore[misc]
        self.functions, self.blocks = len(program.code.functions), len(program.code.blocks)
        program.link(names)

    def function(self, program: Program, made: Function) -> Callable[..., Any]:
        names: dict[str, Any] = {}
        tree = ast.fix_missing_locations(ast.Module([printer.function(made)], []))
        exec(compile(tree, made.span.source.name or "<pack>", "exec"), program.namespace, names)
        return names[made.name]  # type: ignore[no-any-return]

    def steady(self, s: list[int], z: list[list[int]], work: Callable[[], Any]) -> Any:
        return self.kept.steady(s, z, work)

    def meter(self) -> Meter:
        return self.kept.work

    def _given(self, program: Program) -> dict[str, object]:
        """What printed code calls: primitives, constants, and what counts and records."""
        found: dict[str, object] = {"within": self.kept.within}
        found |= {"spend": self.kept.spend, "counted": self.kept.counted}
        for module in (intrinsics, networks):
            found |= {n: getattr(module, n) for n in dir(module) if not n.startswith("_")}
        if program.coverage is not None:
            found |= printer.coverage_helpers(program.coverage.hits)
        return found | program.constants.values

    def _modules(self, program: Program) -> dict[str, list[ast.stmt]]:
        """By file: what is new."""
        code, first = program.code, self.blocks
        modules: dict[str, list[ast.stmt]] = {}
        kept = kept_functions(program)
        for function in code.functions[self.functions :]:
            printed = printer.function(function, counts=function.name not in kept)
            modules.setdefault(function.span.source.name, []).append(printed)
        new = zip(code.blocks[first:], code.spans[first:], strict=True)
        for number, (body, span) in enumerate(new, first):
            modules.setdefault(span.source.name, []).append(printer.block(number, body))
        return modules
