"""Compiles a program to Python functions, one file of its packs at a time, when the first function
of that file is called: a game that is played in C may need none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache, partial
from itertools import islice
from typing import Any

from cardwright.backends import intrinsics, networks
from cardwright.backends.python import printer
from cardwright.backends.python.blocks import BlockPrinter
from cardwright.backends.value_cache import ValueCache, cached_functions
from cardwright.program import operations as op
from cardwright.program.control_flow import block_leaders
from cardwright.program.emit.code import Link
from cardwright.program.program import BlockFunction, Meter, Program
from cardwright.source.garbage_collection import without_collection
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Compiled = Callable[..., Any]
TOGETHER = 500
"""Functions that are compiled at once."""


@dataclass(slots=True)
class PythonBackend:
    """The parts of a program that are ready, and the values that its functions cache."""

    functions: int = 0
    cache: ValueCache = field(default_factory=ValueCache)
    links: dict[str, list[Link]] = field(default_factory=dict)  # by function

    def compile(self, program: Program) -> None:
        """Prepares new code: stubs compile it on the first call."""
        names, code, files = program.namespace, program.code, dict[str, _File]()
        names |= self._given(program)
        leaders_of = cache(partial(block_leaders, program, len(program.blocks)))

        def file_of(span: Span) -> _File:
            name = span.source.name
            return files.setdefault(name, _File(name, self, program, leaders_of))

        for function in code.functions[self.functions :]:
            names[function.name] = file_of(function.span).function(function)
        for number in range(len(program.blocks), len(code.blocks)):
            program.blocks.append(file_of(code.spans[number]).block(number))
        self.functions = len(code.functions)
        for link in code.links[program.linked :]:
            for name in filter(None, link.names):
                self.links.setdefault(name, []).append(link)
        program.link(names)

    def function(self, program: Program, made: op.Function) -> Compiled:
        return _compiled([printer.function(made)], made.span.source.name, program)[made.name]

    def steady(self, s: list[int], z: list[list[int]], work: Callable[[], Any]) -> Any:
        return self.cache.steady(s, z, work)

    def meter(self) -> Meter:
        return self.cache.work

    def _given(self, program: Program) -> dict[str, object]:
        """The names that printed code uses: primitives, constants, and functions that count and
        record.
        """
        found: dict[str, object] = {"within": self.cache.within}
        found |= {"spend": self.cache.spend, "counted": self.cache.counted}
        for module in (intrinsics, networks):
            found |= {n: getattr(module, n) for n in dir(module) if not n.startswith("_")}
        if program.coverage is not None:
            found |= printer.coverage_helpers(program.coverage.hits)
        return found | program.constants.values


@dataclass(slots=True)
class _File:
    """The functions from one file of a pack: one module, compiled on the first call of one of
    them.
    """

    name: str
    backend: PythonBackend
    program: Program
    leaders: Callable[[], Collection[int]]
    functions: list[op.Function] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    made: Mapping[str, Compiled] = field(default_factory=dict)

    def function(self, function: op.Function) -> Compiled:
        """A stub for a function, replaced when it is called."""
        self.functions.append(function)

        def first(*args: Any) -> Any:
            return self._made()[function.name](*args)

        return first

    def block(self, number: int) -> BlockFunction:
        """A stub for a block, replaced when it is run, also in copies of the program."""
        self.blocks.append(number)

        def first(game: Any, *args: Any) -> object:
            block = self._made()[f"b{number}"]
            if game.program.blocks[number] is first:
                game.program.blocks[number] = block
            return block(game, *args)

        return first

    def _made(self) -> Mapping[str, Compiled]:
        if not self.made:
            cache, names = cached_functions(self.program), self.program.namespace
            with without_collection():
                found = _compiled(self._printed(cache), self.name, self.program)
            for name in cache.keys() & found.keys():
                found[name] = self.backend.cache.cached_definition(
                    self.program, cache[name], found[name]
                )
            for function in self.functions:
                names[function.name] = found[function.name]
                for link in self.backend.links.get(function.name, ()):
                    link.set(names)
            self.made = found
        return self.made

    def _printed(self, cache: Mapping[str, str]) -> Iterator[ast.stmt]:
        yield from (printer.function(f, counts=f.name not in cache) for f in self.functions)
        yield from BlockPrinter(self.program, self.leaders()).printed(self.blocks)


def _compiled(printed: Iterable[ast.stmt], file: str, program: Program) -> dict[str, Compiled]:
    """Modules with the name of a pack's file, so that a traceback shows the line of the pack.

    A tree takes many times the memory of the compiled code, so there is never one of all code.
    """
    found, left = dict[str, Compiled](), iter(printed)
    while some := [*islice(left, TOGETHER)]:
        module = ast.Module(some, [])
        printer.locate(module)
        made = compile(module, file or "<pack>", "exec")
        exec(made, program.namespace, found)  # our own ast, never a pack's text
    return found
