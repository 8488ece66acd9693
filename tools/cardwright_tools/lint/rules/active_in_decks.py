"""CW550: cards whose abilities apply in a deck, too.

Reported for a kind that says nowhere where its abilities apply, if cards of it go to a pile that
players don't see, and an ability never asks about its own card.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.language.declared import Ability
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.kind_moves import Moves
from cardwright_tools.lint.rule import Game, diagnostic, rule


@rule(Game, "CW550")
def check(game: Game) -> Iterator[Diagnostic]:
    board, checked = game.rules.declared.board, game.rules.checked
    moves = Moves(board, game.uses)
    for kind in dict.fromkeys(_unconfined(checked, board)):
        piles = [zone.name for zone in board.zones.values()
                 if zone.ordered and zone.seen_by != "all" and board.is_a(kind, zone.holds)
                 and zone.name in moves.of(kind, "move")]  # fmt: skip
        if piles:
            message = f"abilities of {board.kinds[kind].plural} also apply in `{piles[0]}`"
            help = "write in the kind where they apply: `active in: ZONE`, `active on: PLACES`"
            yield diagnostic("CW550", message, board.kinds[kind].span, help)


def _unconfined(checked: Checked, board: Board) -> Iterator[str]:
    """The kinds of cards that don't say where they apply, if an ability doesn't, either."""
    modifiers = (one.declared for some in checked.modifiers.values() for one in some)
    for ability in (*(one.declared for one in checked.abilities), *modifiers):
        if ability.bearer is None or ability.implied:
            continue
        kind = ability.bearer.kind
        is_everywhere = board.root(kind) == "card" and not _is_confined(kind, board)
        if is_everywhere and not _asks_about_itself(ability, checked):
            yield kind


def _is_confined(kind: str, board: Board) -> bool:
    kinds = (board.kinds[one] for one in board.ancestors(kind))
    return any(one.active_in or one.active_on or one.active_while for one in kinds)


def _asks_about_itself(ability: Ability, checked: Checked) -> bool:
    """Whether its condition or its effect says `this`; a window says whom it asks."""
    if ability.window is not None:
        return True
    texts = [one for one in (ability.condition, ability.body) if one and "this" in one.text]
    trees = (checked.trees.get(one) for one in texts)
    return any(word.text == "this" for tree in trees if tree for word in tree.tokens())
