"""Definitions, checked when first needed, so that they may call each other in any order."""

from __future__ import annotations

from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER, Type, enum, thing
from cardwright.language import core
from cardwright.language.problems import Problem
from cardwright.language.scope import Counter, Scope, World
from cardwright.source.text import Span


def named_type(name: str, board: Board) -> Type:
    """The type that a parameter's word stands for."""
    if name == "number":
        return NUMBER
    if name == "flag":
        return FLAG
    if name in board.enums:
        return enum(name)
    if name.startswith("set of "):
        return named_type(name.removeprefix("set of ").strip(), board).set()
    if name in board.kinds:
        return thing(name)
    noun = board.noun(name)
    return thing(noun[0]).set() if noun else thing("thing")


class Definitions:
    """The checked definitions of one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.functions: dict[str, core.Function] = {}
        self._open: list[str] = []
        self._broken: set[str] = set()
        world.definitions = self

    def check_all(self) -> None:
        for name in self.world.declared.definitions:
            self.check(name)

    def check(self, name: str) -> core.Function | None:
        if name in self.functions or name in self._broken:
            return self.functions.get(name)
        declared = self.world.declared.definitions[name]
        if name in self._open:
            circle = " → ".join([*self._open[self._open.index(name) :], name])
            raise Problem("CW216", f"`{name}` is defined by itself: {circle}", declared.body)
        self._open.append(name)
        try:
            self.functions[name] = self._check(name)
        except Problem as problem:
            self._broken.add(name)
            report_problem(problem, self.world)
        finally:
            self._open.pop()
        return self.functions.get(name)

    def _check(self, name: str) -> core.Function:
        from cardwright.language.expressions import expression

        declared = self.world.declared.definitions[name]
        scope = Scope(self.world, Counter())
        takes = []
        for parameter in declared.takes:
            type = named_type(parameter.type, self.world.board)
            # What is asked of none is none: an argument may be none, whatever its kind.
            var = core.Var(type.maybe(), parameter.span, scope.counter.variable())
            scope.names[parameter.name] = var
            takes.append(type)
        node = self.world.parser.expression(declared.body, self.world.report)
        if node is None:
            raise Broken(declared.body)
        body = expression(node.parts[0], scope)
        return core.Function(name, tuple(takes), body, declared.span)


def report_problem(problem: Problem, world: World) -> None:
    if problem.code:
        world.report.error(problem.code, problem.message, problem.span, problem.help)


class Broken(Problem):
    """The text did not parse; that was reported already."""

    def __init__(self, span: Span) -> None:
        super().__init__("", "", span)


def type_of(name: str, world: World, span: Span) -> Type:
    found = world.definitions.check(name)
    if found is None:
        raise Broken(span)
    return found.body.type


def known_type(name: str, world: World) -> Type | None:
    if name in world.definitions._open:
        return None
    found = world.definitions.check(name)
    return found.body.type if found else None
