"""Prints the blocks of a program as functions of the game, its state, its zones and the frame.

A block that only one other leads to is printed inside that one: a game steps from function to
function, and each step costs time. A function begins where a question is asked, and where a routine
continues after another one: those are the points at which a game can stop.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field

from cardwright.backends.python import printer
from cardwright.program import operations as op
from cardwright.program.control_flow import final_target
from cardwright.program.program import Program
from cardwright.source.records import dataclass

_DEEPEST = 20  # the most nested blocks


@dataclass(slots=True)
class BlockPrinter:
    """The printer for one file; `leaders` are the blocks of the program that are functions."""

    program: Program
    leaders: Collection[int]
    _waiting: list[int] = field(default_factory=list)
    _depth: int = 0

    def printed(self, numbers: Iterable[int]) -> Iterator[ast.FunctionDef]:
        """Functions for these blocks, and for blocks that would be nested too deeply in them."""
        self._waiting = [number for number in numbers if number in self.leaders]
        while self._waiting:
            number = self._waiting.pop()
            yield printer.define(f"b{number}", "gszf", self._block(number))

    def _block(self, number: int) -> list[ast.stmt]:
        block = self.program.code.blocks[number]
        return [*printer.body(block[:-1]), *(s for last in block[-1:] for s in self._end(last))]

    def _end(self, last: op.Operation) -> list[ast.stmt]:
        """The statements for where a block continues."""
        match last:
            case op.Goto():
                found = self._to(last.block)
            case op.Branch():
                found = self._branch(last)
            case op.Run():
                found = [_position(last.after), ast.Expr(printer.of_game(last.effect, last.args))]
            case op.Leave():
                found = [ast.Expr(printer.of_game(last.effect, last.args))]
            case op.Ask():
                found = [_ask(last)]
            case _:
                return printer.body([last])
        return [printer.located(statement, last.span) for statement in found]

    def _to(self, number: int) -> list[ast.stmt]:
        """A jump to a block: its number for the next step, or its own statements."""
        number = final_target(self.program, number)
        match self.program.code.blocks[number]:
            case [op.Leave() as last]:
                return self._end(last)
            case [op.Ask() as last]:
                return [_position(number), *self._end(last)]
        if number in self.leaders:
            return [_position(number)]
        if self._depth == _DEEPEST:
            self._waiting.append(number)
            return [_position(number)]
        self._depth += 1
        found = self._block(number)
        self._depth -= 1
        return found

    def _branch(self, o: op.Branch) -> list[ast.stmt]:
        test, yes, no = printer.value(o.test), self._to(o.yes), self._to(o.no)
        match yes, no:
            case [ast.Assign(value=then) as one], [ast.Assign(value=other)]:
                one.value = ast.IfExp(test, then, other)
                return [one]
        return [ast.If(test, yes, no)]


def _position(number: int) -> ast.stmt:
    return printer.store("f", 0, ast.Constant(number))


def _ask(o: op.Ask) -> ast.stmt:
    given = *(printer.named(one) for one in "szf"), ast.Constant(o.point)
    return ast.Return(printer.called_on_game(o.effect, given))
