"""CW553: state that rules read, although no rule ever changes it.

What a lasting effect takes keeps its value. If an ability reacts to a change of the state, or only
`active while` asks for it, CW519 says that abilities never apply.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Field
from cardwright.language import core
from cardwright.language.active import active_name
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import Key


@rule(Game, "CW553")
def check(game: Game) -> Iterator[Diagnostic]:
    used = game.uses.used()
    reported: set[tuple[str, str]] = set()  # a state with several cells is reported once
    for cell in _changeable(game):
        of = cell.state, cell.kind
        seems_fixed = Key("field", *of) in used and Key("change", *of) not in used
        if seems_fixed and of not in reported and _is_asked_for(cell, game):
            reported.add(of)
            yield _never_changed(cell)


def _changeable(game: Game) -> Iterator[Field]:
    """The cells of state that only rules change."""
    board, lasting = game.rules.declared.board, game.rules.declared.lasting
    for cell in (*board.state.values(), *board.every_field()):
        if not (cell.printed or cell.is_internal or cell.kind in lasting or board.brought(cell)):
            yield cell


def _is_asked_for(cell: Field, game: Game) -> bool:
    """Whether something reads a cell besides `active while`, and nothing reacts to its changes."""
    key, kinds = Key("field", cell.state, cell.kind), game.rules.declared.board.kinds
    active = {Key("definition", active_name(kind)) for kind in kinds}
    is_read = any(key in keys for user, keys in game.uses.of.items() if user not in active)
    change = core.Event("change", cell.state, cell.kind)
    return is_read and all(one.event != change for one in game.rules.checked.abilities)


def _never_changed(cell: Field) -> Diagnostic:
    of = f" of {cell.kind}" if cell.kind else ""
    message = f"no rule changes `{cell.state}`{of}, so it always keeps its initial value"
    help = "change it in a rule; what always stays the same is a definition or a printed field"
    return diagnostic("CW553", message, cell.span, help)
