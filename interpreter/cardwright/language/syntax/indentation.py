"""Indentation as tokens, as the grammar expects them around blocks."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex


class Indentation(PostLex):
    """Turns the blanks after a line's end into _INDENT and _DEDENT."""

    always_accept = ("_NL", "_OR")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels: list[int] = []
        last = Token("_NL", "\n", 0, end_pos=0)
        for token in stream:
            last = token
            if token.type != "_NL":
                levels = levels or [0]
                yield token
                continue
            width = len(token.rsplit("\n", 1)[-1].split("#")[0])
            yield from self._line(token, width, levels)
        if last.type != "_NL":
            yield self._like("_NL", last)
        for _ in levels[1:]:
            yield self._like("_DEDENT", last)

    def _line(self, token: Token, width: int, levels: list[int]) -> Iterator[Token]:
        if not levels:
            levels.append(width)
            return
        yield token
        if width > levels[-1]:
            levels.append(width)
            yield self._like("_INDENT", token)
            return
        while width < levels[-1] and len(levels) > 1:
            levels.pop()
            yield self._like("_DEDENT", token)
        if width != levels[-1]:
            yield self._like("_INDENT", token)  # which no rule accepts

    @staticmethod
    def _like(kind: str, token: Token) -> Token:
        end = token.end_pos or 0
        return Token(kind, "", end, end_pos=end)
