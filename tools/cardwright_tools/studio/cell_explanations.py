"""Explains a number on the board that somebody clicks on.

Maps an element of a view to a cell of the state. Only cells that the player sees are found.
"""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.language import core
from cardwright.runtime import naming, visibility
from cardwright.runtime.explanation import Tree
from cardwright.runtime.game import Game
from cardwright.runtime.provenance import DEPTH
from cardwright.runtime.provenance_rules import Explainer
from cardwright.source.records import dataclass
from cardwright.source.text import NOWHERE
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.messages import Message, text_of


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a thing, or of the game itself if `item` is 0."""

    field: Field
    item: int

    def value(self, game: Game) -> int:
        return game.s[game.program.layout.cells[self.field.kind, self.field.name] + self.item]

    def words(self, game: Game) -> str:
        return naming.value(game.program, self.field.type, self.value(game), naming.own_title)


def cell_of(game: Game, player: int, message: Message) -> Cell:
    """The cell that a message names (kind, name, field), if the player sees it. Raises
    RequestError.
    """
    board, name = game.program.board, text_of(message, "field")
    kind, thing = text_of(message, "kind"), text_of(message, "name")
    items = _called(game, player, kind, thing) if kind else [0]
    cells = []
    for item in items:
        own = board.fields(game.program.layout.form(game.s, item).kind) if kind else board.state
        found = own.get(name)
        if found and not found.printed and visibility.shows_cell(game, found, item, player):
            cells.append(Cell(found, item))
    if not cells:
        raise RequestError(f"nothing here has `{name}`")
    alike = [one for one in cells if one.value(game) == message.get("value")]
    return (alike or cells)[0]


def _called(game: Game, player: int, kind: str, name: str) -> list[int]:
    program = game.program
    if kind not in program.board.kinds:
        return []
    every = [i for i in visibility.members(program, kind) if visibility.sees(game, i, player)]
    names = ((item, naming.name_of(game, item)) for item in every)
    return [item for item, own in names if name in (own, f"{kind} {own}")]


def explained(game: Game, player: int, cell: Cell) -> Tree:
    """The explanation of a cell, as far as the player may know it."""
    it = core.Var(cell.field.type, NOWHERE, 0) if cell.item else None
    expr = core.Get(cell.field.type, NOWHERE, cell.field, it)
    title = naming.title(game.program, cell.item, game) if cell.item else ""
    bound = {0: (title, cell.item)} if cell.item else {}
    return Explainer(game, player).explain(expr, DEPTH, {0: ("you", player)}, bound)
