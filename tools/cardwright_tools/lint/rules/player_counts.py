"""CW518: content for a number of players with which the game can't be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardwright.pack.files.manifest import Manifest
from cardwright.pack.files.player_counts import numbers_of_games
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Span
from cardwright_tools.lint.rule import Definitions, Game, diagnostic, rule

_Numbered = tuple[str, Sequence[int], Span | None]


@rule(Definitions, "CW518")
def check(some: Definitions) -> Iterator[Diagnostic]:
    return _outside(some.packs, ((thing.id, thing.players, thing.span) for thing in some.things))


@rule(Game, "CW518")
def check_zones(game: Game) -> Iterator[Diagnostic]:
    declared = game.rules.declared
    zones = ((zone.name, zone.players, zone.span) for zone in declared.board.zones.values())
    automata = ((one.player, one.players, one.span) for one in declared.automata.values())
    return _outside(game.rules.packs, (*zones, *automata))


def _outside(packs: Sequence[Manifest], some: Iterable[_Numbered]) -> Iterator[Diagnostic]:
    low, high, known = numbers_of_games(packs)
    for name, numbers, where in some:
        if left := [number for number in numbers if number not in known]:
            message = f"`{name}` is for {left[0]} players, but there is no game for {left[0]}"
            span = f"{low} to {high}" if low < high else low
            help = f"games have {span} players; list each player count here"
            yield diagnostic("CW518", message, where, help)
