"""CW542 and CW543: what is taken from where nothing ever is, and cancelled where nothing can be."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.rule_trees import body, node_index, owners
from cardwright_tools.lint.uses import ANYWHERE


@rule(Game, "CW542")
def zones(game: Game) -> Iterator[Diagnostic]:
    """Zones that rules draw or choose from, and into which none of them puts anything."""
    used = game.uses.live()
    reached = {key[3] for some in game.uses.of.values() for key in some if key[0] == "move"}
    for zone in game.rules.declared.board.zones.values():
        there = reached & {zone.name, ANYWHERE} or zone.holds == "player"
        if zone.span is not None and ("drawn", zone.name) in used and not there:
            message = f"no rule puts anything into `{zone.name}`, so it is always empty"
            help = f"as in `move all {game.rules.declared.board.kinds[zone.holds].plural} in supply"
            owner = " of player" if zone.each_player else ""
            yield diagnostic("CW542", message, zone.span, f"{help} to {zone.name}{owner}`")


@rule(Game, "CW543")
def cancelling(game: Game) -> Iterator[Diagnostic]:
    """`cancel it`, where no window opens before anything."""
    checked = game.rules.checked
    windows = (ability.routine.window for ability in checked.abilities)
    if any(window is not None and window.goes_on is not None for window in windows):
        return
    for _, parts in owners(checked):
        for part in parts:
            for found in node_index(body(part)).of_types(core.Cancel):
                message = "this cancels nothing, for no window opens before an event"
                help = "write `window: before ...`: what it comes after has happened already"
                yield diagnostic("CW543", message, found.span, help)
