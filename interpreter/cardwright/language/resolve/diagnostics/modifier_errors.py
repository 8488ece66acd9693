"""Errors for what a modifier or a cost names."""

from __future__ import annotations

from cardwright.board.model import Board
from cardwright.board.types import NUMBER
from cardwright.language.inflection import article
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Context
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span


def no_definition(name: str, span: Span, context: Context) -> CheckError:
    """The error for a name that can't be modified: a cell of state, or an unknown name."""
    board, known = context.board, context.declared.definitions
    field = board.state.get(name) or next(
        (k.fields[name] for k in board.kinds.values() if name in k.fields), None
    )
    if field is None or field.printed:
        printed = [field.name for field in board.every_field() if field.printed]
        message = f"there is no definition or printed field `{span.text}`"
        help = did_you_mean(name, [*known, *printed]) or _to_modify(name, span, board)
        if field is not None:
            help = f"write `{name} of {field.kind}`, and which of them in `if:`"
        return CheckError("CW226", message, span, help)
    what = "counter" if field.type == NUMBER else "cell of state"
    message = f"`{name}` is a {what}, which can't be modified"
    whole = f"{name} of {field.kind}" if field.kind else name
    return CheckError("CW226", message, span, f"use an effect, as in `set {whole} to ...`")


def _to_modify(name: str, span: Span, board: Board) -> str:
    """Help for the price of what has none, and for `max-gold of player`."""
    *_, last = span.text.split()
    kind = (board.noun(last) or ("", False))[0]
    own = [field.name for field in board.fields(kind).values() if field.printed] if kind else []
    if name in own:
        return f"write `{name} of {kind}`, and which of them in `if:`"
    if board.field(kind, name.removeprefix("max-")) if kind else None:
        cell = name.removeprefix("max-")
        return f"a plain number can't be modified: give `{cell}` a computed `max`, as in `3 + 0`"
    shown = [one for one in own if one not in ("title", "order", "text")]
    return f"{article(kind)} has {', '.join(f'`{one}`' for one in shown)}" if shown else ""


def no_price(span: Span, board: Board) -> CheckError:
    """The error for a cost that is not a number followed by a counter."""
    fields = [*board.fields("player").values(), *board.state.values()]
    counters = [f.name for f in fields if f.type == NUMBER and not f.printed] or ["COUNTER"]
    return CheckError("CW225", "expected a number and a counter", span, f"as in `1 {counters[0]}`")
