"""Explains a value: the tree of definitions and modifiers behind an expression.

Responsible for the step from an author's text to that tree, which `provenance` builds.
"""

from __future__ import annotations

from cardwright.backends.recursion_limit import deep_calls
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.external_texts import ExternalTexts
from cardwright.pack.validation.value_types import MAX_TEXT_LENGTH
from cardwright.runtime.explanation import Tree
from cardwright.runtime.game import Game
from cardwright.runtime.provenance import DEPTH
from cardwright.runtime.provenance_rules import Explainer
from cardwright.source.diagnostics import Report
from cardwright.source.reported import ReportedError
from cardwright.source.text import Source, Span


class WhyError(ReportedError, ValueError):
    """A text that is not a valid expression; `report` says why."""


def why(
    game: Game,
    text: str,
    player: int | None = None,
    *,
    you: int = 0,
    depth: int = DEPTH,
    every: bool = False,
) -> Tree:
    """The tree behind the value of an expression, in which *you* is the player.

    A player (0: a spectator) sees only what they may know; without one, everything is shown, and
    `you` may say who *you* is. `every`: also modifiers that do not apply now. Raises WhyError if
    it is not an expression, and GameError if its value never ends.
    """
    report, span = Report(), Source("expression", text[:MAX_TEXT_LENGTH]).whole
    texts = ExternalTexts(game.program.checked)
    you = you if player is None else player
    if len(text) > MAX_TEXT_LENGTH:
        message = f"text can have at most {MAX_TEXT_LENGTH:,} characters"
        report.error("CW324", message, Span(span.source, 0, 0))
    if not text.strip():
        report.error(
            "CW202", "there is no expression", span, "enter an expression, such as `1 + 1`"
        )
    expr = None if report.failed else texts.expression(span, report, you=bool(you))
    if expr is None:
        raise WhyError(_as_effect(span, texts) or report)
    shown = _with_contents(expr, game)
    with deep_calls():
        return Explainer(game, player, every).explain(shown, depth, {0: ("you", you)})


def _with_contents(expr: core.Expr, game: Game) -> core.Expr:
    """The contents of a zone in place of the zone, whose value is only its name."""
    if expr.type.base != "zone" or expr.type.many:
        return expr
    zone = game.program.checked.board.zones.get(expr.type.of)
    held = thing(zone.holds if zone else "player").set()
    return core.Contents(held, expr.span, expr)


def _as_effect(text: Span, texts: ExternalTexts) -> Report | None:
    """The error for a text that is an effect; None if it is none."""
    report = Report()
    if not text.text.strip() or texts.resolved_effect(text, Report()) is None:
        return None
    message = f"`{text.text.strip()}` is an effect, not a value"
    report.error("CW201", message, text, "ask about a number, a thing or a condition")
    return report
