"""CW537: printed texts that say how long something lasts, with lasting effects that last
differently.

Nothing is reported for texts without such words or effects that end nothing, since the duration may
be given elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.board.declarations import LASTING
from cardwright.language import core
from cardwright.language.declared import LastingEffect
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.patterns import lazy_pattern
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import Key

_ENDS = lazy_pattern(
    r"\buntil (?:the (?:end|start|beginning)|end|your next|the next)\b"
    r"|\b(?:this|during the|rest of the|rest of this) (?:turn|round)\b",
    re.IGNORECASE,
)
_TO_ITS_END = lazy_pattern(
    r"\buntil (?:the )?end of (?:the |this |your next |your )?\w+", re.IGNORECASE
)
_TO_ITS_START = lazy_pattern(
    r"\buntil (?:the (?:start|beginning) of )?(?:your|the) next \w+", re.IGNORECASE
)
_STAYS = lazy_pattern(r"\bfor good\b|\bpermanently\b|\brest of the game\b", re.IGNORECASE)


@rule(Game, "CW537")
def check(game: Game) -> Iterator[Diagnostic]:
    named = game.uses.used()
    for name, lasting in game.rules.declared.lasting.items():
        text = lasting.bearer.text if lasting.bearer else ""
        ends = _ends(lasting) or not named.isdisjoint({Key("end", name), Key("end", LASTING)})
        if (said := _ENDS.search(text)) and not ends:
            help = "write when it ends, as in `until: end of RULE`, or correct the text"
            yield _differs(f"the text says “{said[0]}”, but nothing ends `{name}`", lasting, help)
        elif (said := _STAYS.search(text)) and lasting.until is not None:
            message = f"the text says “{said[0]}”, but `{name}` has `until`"
            yield _differs(message, lasting, "remove `until`, or correct the text")
        elif said := _other_end(text, lasting, game):
            message = f"the text says “{said[0]}”, but `{name}` ends at another time"
            help = "`end of RULE` and `your next RULE` are different times; or correct the text"
            yield _differs(message, lasting, help)


def _other_end(text: str, lasting: LastingEffect, game: Game) -> re.Match[str] | None:
    """The end that the text tells, if the effect ends when something begins, or the reverse."""
    at_end, at_start = _TO_ITS_END.search(text), _TO_ITS_START.search(text)
    if (at_end is None) == (at_start is None):
        return None
    hook = _hook(lasting, game)
    return at_end if hook == "before" else at_start if hook == "after" else None


def _hook(lasting: LastingEffect, game: Game) -> str:
    """Whether an effect ends before or after a run of a rule; "" if neither."""
    for ability in game.rules.checked.abilities:
        ends = any(isinstance(s, core.End) for s in ability.routine.body)
        if lasting.until is not None and ability.declared is lasting.until and ends:
            return ability.hook
    return ""


def _ends(lasting: LastingEffect) -> bool:
    return lasting.until is not None or lasting.condition is not None


def _differs(message: str, lasting: LastingEffect, help: str) -> Diagnostic:
    return diagnostic("CW537", message, lasting.span, help)
