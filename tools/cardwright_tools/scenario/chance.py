"""The next random outcomes in a scenario: `given: {rolls: [6, 2], draws: [fox]}`.

Assigns them to rolls and draws. Everything that is not given stays random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from cardwright.board.types import Type
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright_tools.scenario.terms import Terms


class ImpossibleOutcome(Exception):
    """The next given outcome can't occur; it has been reported."""


@dataclass(slots=True)
class Chance:
    """`rolls` and `draws` are those that are left; if there are none, `terms` is not needed."""

    terms: Terms | None
    rolls: list[YamlNode]
    draws: list[YamlNode]

    def rolled(self, die: int, faces: Sequence[int]) -> int | None:
        """The next face of a die, or None if none is given. Raises ImpossibleOutcome."""
        if not self.rolls or self.terms is None:
            return None
        board, kind = self.terms.program.board, self.terms.program.layout.items[die].kind
        return self._next(self.rolls, faces, board.fields(kind)["face"].type.one(), "rolled")

    def drawn(self, options: Sequence[int], type: Type) -> int | None:
        """The next thing or value to draw, or None if none is given.

        Raises ImpossibleOutcome.
        """
        if not self.draws:
            return None
        return self._next(self.draws, options, type.one(), "drawn")

    def named(self, names: Sequence[str]) -> int | None:
        """The next answer that is named by a word, such as an option; None if none is given.

        Raises ImpossibleOutcome.
        """
        if not self.draws:
            return None
        node = self.draws.pop(0)
        if node.word not in names:
            self._refuse(node, names, "drawn")
        return names.index(node.word)

    def _next(self, given: list[YamlNode], options: Sequence[int], type: Type, done: str) -> int:
        assert self.terms is not None
        node = given.pop(0)
        can = [self.terms.to_text(option, type) for option in options]
        if type.is_thing and not self.terms.names_one(node.word, type):
            self._refuse(node, can, done)
        expected = self.terms.value(node, type)
        if expected is None:
            raise ImpossibleOutcome
        same = (o for o in options if self.terms.same(expected, o, type, node.word))
        found = next(same, None)
        if found is None:
            self._refuse(node, can, done)
        return found

    def _refuse(self, node: YamlNode, options: Sequence[str], done: str) -> NoReturn:
        assert self.terms is not None
        message, can = f"`{node.word}` can't be {done} here", ", ".join(dict.fromkeys(options))
        self.terms.report.error("CW324", message, node.span, f"it is one of {can}")
        raise ImpossibleOutcome

    def report_left(self) -> None:
        """Reports outcomes that were not used."""
        for given, done in ((self.rolls, "rolled"), (self.draws, "drawn")):
            if given and self.terms is not None:
                message = f"this is never {done}: nothing more comes up at random"
                help = "remove it; what players choose is given in `answers`"
                self.terms.report.error("CW324", message, given[0].span, help)
