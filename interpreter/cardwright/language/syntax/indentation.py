"""Indentation as tokens, as the grammar expects them around blocks."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.syntax.lexer import Token

END = "$END"
ODD_INDENT = "_ODD_INDENT"
"""For an indentation that matches no earlier line. No rule accepts it."""


def with_blocks(tokens: Iterator[Token], text: str, end: int) -> Iterator[Token]:
    """The tokens with _INDENT and _DEDENT for the blanks after a line's end, and with $END.

    Blanks and comments at the `end` are not a line: their indentation means nothing.
    """
    levels: list[int] = []
    last = Token("_NL", 0, 0)
    for token in tokens:
        last = token
        if token.kind != "_NL":
            levels = levels or [0]
            yield token
            continue
        if token.end < end:
            width = len(text[token.start : token.end].rsplit("\n", 1)[-1])
            yield from _line(token, width, levels)
        elif levels:
            yield token
    for kind in ["_NL"] * (last.kind != "_NL") + ["_DEDENT"] * len(levels[1:]):
        last = _after(last, kind)
        yield last
    yield Token(END, last.start, last.start)


def _line(token: Token, width: int, levels: list[int]) -> Iterator[Token]:
    if not levels:
        levels.append(width)
        return
    yield token
    if width > levels[-1]:
        levels.append(width)
        yield _after(token, "_INDENT")
        return
    while width < levels[-1] and len(levels) > 1:
        levels.pop()
        yield _after(token, "_DEDENT")
    if width != levels[-1]:
        yield _after(token, ODD_INDENT)


def _after(token: Token, kind: str) -> Token:
    return Token(kind, token.end, token.end)
