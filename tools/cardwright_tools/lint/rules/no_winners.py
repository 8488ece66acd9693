"""CW540: games that nobody can win."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Source, Span
from cardwright_tools.lint.rule import Game, diagnostic, rule


@rule(Game, "CW540")
def check(game: Game) -> Iterator[Diagnostic]:
    declared = game.rules.declared
    if game.rules.checked.winners is None:
        score = declared.score or "PROPERTY"
        help = f"add it to pack.yaml, as in `winners: top players by {score} of player`"
        span = declared.main_span or Span(Source("pack.yaml", ""), 0, 0)
        message = "nobody can win: no pack sets `winners`"
        yield diagnostic("CW540", message, span, help)
