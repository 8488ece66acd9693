"""CW552: cards that say *your strength*, with a modifier that applies to all players.

Nothing is reported if what is modified has no player as a parameter; if the condition or the value
asks about the player, *you* or the card itself; or if the text also mentions other players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.language import core
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.patterns import lazy_pattern
from cardwright_tools.lint.rule import Game, diagnostic, rule

_YOURS = lazy_pattern(r"\b(?:your|you)(?: [\w-]+)?", re.IGNORECASE)
_OTHERS = lazy_pattern(r"\b(?:players?|everybody|everyone|opponents?|rivals?)\b", re.IGNORECASE)


@rule(Game, "CW552")
def check(game: Game) -> Iterator[Diagnostic]:
    definitions, functions = game.rules.declared.definitions, game.rules.checked.functions
    for name, modifiers in game.rules.checked.modifiers.items():
        for modifier in modifiers if name in definitions else ():
            said = _about_you(modifier)
            players = _players(functions[name])
            if said and players and not _asks(modifier, functions[name]):
                named = definitions[name].takes[players[0]].name
                message = f"the text says “{said}”, but this applies to all players"
                help = f"add `if: {named} is you`, or correct the text"
                yield diagnostic("CW552", message, modifier.declared.pattern, help)


def _about_you(modifier: core.Modifier) -> str:
    """The words in a modifier's text that say that it is about you; "" if it mentions others."""
    text = modifier.bearer.text if modifier.bearer is not None else ""
    said = _YOURS.search(text)
    return said[0] if said and not _OTHERS.search(text) else ""


def _players(function: core.Function) -> list[int]:
    """Which parameters are players."""
    return [at for at, type in enumerate(function.takes) if type.one().of == "player"]


def _asks(modifier: core.Modifier, function: core.Function) -> bool:
    """Whether a modifier asks about a player, or about what carries it or its owner: these two come
    after the parameters of what it modifies.
    """
    number = len(function.takes)
    asked = {*_players(function), number, number + 1}
    parts = [part for part in (modifier.test, modifier.value) if part is not None]
    return any(core.mentions(part, asked) for part in parts)
