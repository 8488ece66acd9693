"""Facts about all rules of a game that the lints of a single effect depend on.

Effects that are linted apart from the game need these facts from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.analysis.set_sizes import any_effect_transfers_ownership
from cardwright.language.core import Block
from cardwright.language.front_end.checked import Checked
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright_tools.lint.rule_trees import body, node_index, owners

Asked = tuple[str, str, int]
"""The kind and the name of a flag, and a number in a definition or modifier that tests it."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """`transfers`: whether some effect may give something to another player; `revealed`: the states
    and zones that rules reveal to everybody; `asked`: the numbers in the definitions and modifiers
    that test a flag."""

    transfers: bool = False
    revealed: frozenset[str] = frozenset()
    asked: frozenset[Asked] = frozenset()

    @classmethod
    def of(cls, checked: Checked, transfers: bool | None = None) -> GameFacts:
        """The facts about these rules. `transfers`: whether any effect of the whole game may give
        something to another player; needed if the game has effects besides these."""
        revealed = (name for made in checked.rules.values() for name in revealed_in(made.body))
        if transfers is None:
            transfers = any_effect_transfers_ownership(checked)
        return cls(transfers, frozenset(revealed), frozenset(_numbers_by_flag(checked)))

    @classmethod
    def from_json(cls, transfers: bool, revealed: list[str], asked: list[Asked]) -> GameFacts:
        return cls(
            transfers,
            frozenset(revealed),
            frozenset((kind, name, number) for kind, name, number in asked),
        )

    def differing(self, other: GameFacts) -> set[str]:
        """The names of the states and zones about which other facts are known."""
        return {name for _, name, _ in self.asked ^ other.asked} | (self.revealed ^ other.revealed)


@memoized
def game_facts(checked: Checked) -> GameFacts:
    """The facts about all rules of a game that is checked as a whole."""
    return GameFacts.of(checked)


def revealed_in(block: Block) -> Iterator[str]:
    """The states and zones that are revealed to everybody, one by one or in a loop."""
    for s in core.statements(block):
        shown: object = s.item if isinstance(s, core.Reveal) else None
        if isinstance(s, core.ForEach) and any(isinstance(i, core.Reveal) for i in s.body):
            shown = s.source
        for node in core.walk(shown):
            if isinstance(node, core.Get):
                yield node.field.name
            elif isinstance(node, core.ZoneOf):
                yield node.zone


def _numbers_by_flag(checked: Checked) -> Iterator[Asked]:
    for owner, parts in owners(checked):
        if owner.what in ("definition", "modifier"):
            indexes = [node_index(body(part)) for part in parts]
            numbers = {node.value for index in indexes for node in index.of_types(core.Lit)}
            cells = (node.field for index in indexes for node in index.of_types(core.Get))
            for cell in cells:
                if cell.type == FLAG and not cell.printed:
                    yield from ((cell.kind, cell.name, number) for number in numbers)
