"""CW553: state that rules read, although no rule ever changes it.

What a lasting effect takes keeps its value. If an ability reacts to a change of the state, or only
`active while` asks for it, CW519 says that abilities never apply.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Field
from cardwright.language.active import active_name
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import Key


@rule(Game, "CW553")
def check(game: Game) -> Iterator[Diagnostic]:
    changed = {key[1:3] for key in game.uses.used() if key.sort == "change"}
    events = (ability.event for ability in game.rules.checked.abilities)
    changed |= {(name, kind) for sort, name, kind in events if sort == "change"}
    read = _read(game)
    reported: set[tuple[str, str]] = set()  # a state with several cells is reported once
    for cell in _changeable(game):
        of = cell.state, cell.kind
        if of in read and of not in changed and of not in reported:
            reported.add(of)
            yield _never_changed(cell)


def _read(game: Game) -> set[tuple[str, str]]:
    """The names and kinds of the cells that something reads besides `active while`."""
    kinds = game.rules.declared.board.kinds
    active = {Key("definition", active_name(kind)) for kind in kinds}
    return {
        key[1:3] for user, key in game.uses.pairs() if key.sort == "field" and user not in active
    }


def _changeable(game: Game) -> Iterator[Field]:
    """The cells of state that only rules change."""
    board, lasting = game.rules.declared.board, game.rules.declared.lasting
    for cell in (*board.state.values(), *board.every_field()):
        if not (cell.printed or cell.is_internal or cell.kind in lasting or board.brought(cell)):
            yield cell


def _never_changed(cell: Field) -> Diagnostic:
    of = f" of {cell.kind}" if cell.kind else ""
    message = f"no rule changes `{cell.state}`{of}, so it is always what it is at first"
    help = "change it in a rule; what always stays the same is a definition or a printed field"
    return diagnostic("CW553", message, cell.span, help)
