"""What an editor shows within a text: inlay hints, and the colours of names and words."""

from __future__ import annotations

from typing import get_args

from lsprotocol import types

from cardwright_tools.language_server.editor import CardwrightServer, Handler
from cardwright_tools.language_service.hints import hints
from cardwright_tools.language_service.semantic import Colour, colours

COLOURS: tuple[str, ...] = get_args(Colour)
_TOKENS = {
    "verb": "function", "kind": "type", "thing": "enumMember", "rule": "method",
}  # fmt: skip
"""The protocol's names of colours, if they differ."""
LEGEND = types.SemanticTokensLegend([_TOKENS.get(name, name) for name in COLOURS], [])


def inlay_hints(ls: CardwrightServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    if (found := ls.read(params)) is None:
        return []
    project, path, rules = found
    first, last = params.range.start.line, params.range.end.line
    shown = ((ls.to.range(one.span).start, one)
             for one in hints(rules, path.as_posix(), project.place))  # fmt: skip
    return [
        types.InlayHint(where, one.text, tooltip=one.doc, padding_right=True)
        for where, one in shown
        if first <= where.line <= last
    ]


def semantic_tokens(
    ls: CardwrightServer, params: types.SemanticTokensParams
) -> types.SemanticTokens:
    data: list[int] = []
    if (opened := ls.opened(params)) is None:
        return types.SemanticTokens(data)
    line = column = 0
    for span, colour in colours(*opened):
        where = ls.to.range(span)
        if where.start.line != where.end.line:
            continue
        step = where.start.line - line
        shift = where.start.character - (0 if step else column)
        line, column = where.start.line, where.start.character
        data += [step, shift, where.end.character - column, COLOURS.index(colour), 0]
    return types.SemanticTokens(data)


HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_INLAY_HINT: inlay_hints,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: semantic_tokens,
}
