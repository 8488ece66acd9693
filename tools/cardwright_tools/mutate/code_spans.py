"""Stretches of code that the syntax tree alone does not tell: where a part really begins.

The tree keeps words, not every keyword; here a part is stretched over those that begin it and
over the brackets around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lark import Token

from cardwright.source.text import Span
from cardwright_tools.mutate.sources import Code

BEGIN = frozenset({
    "_NOT", "_THERE_IS", "_NO", "_NUMBER_OF", "_SUM_OF", "_LONGEST_LINE_OF", "_NTH", "_ONLY",
    "_FOREMOST", "_EVERYTHING_IN", "_PLAYER_AFTER", "_NUMBERS_FROM", "_UP_TO", "_THE",
    "_ANY_NUMBER_OF", "_IF", "LPAR", "_OF",
})  # fmt: skip
"""Keywords with which an expression begins and which are not in its span."""


def token_start(token: Token) -> int:
    return token.start_pos or 0


def token_end(token: Token) -> int:
    return token_start(token) + len(token)


def operand_span(code: Code, span: Span, begin: Collection[str] = BEGIN) -> tuple[int, int]:
    """The stretch of an operand, with the keywords before it and its closing brackets."""
    tokens = code.tokens
    first = next((i for i, t in enumerate(tokens) if token_start(t) >= span.start), 0)
    while first > 0 and tokens[first - 1].type in begin:
        first -= 1
    last = max((i for i, t in enumerate(tokens) if token_end(t) <= span.end), default=first)
    depth = sum((t.type == "LPAR") - (t.type == "RPAR") for t in tokens[first : last + 1])
    while depth > 0 and last + 1 < len(tokens) and tokens[last + 1].type == "RPAR":
        last, depth = last + 1, depth - 1
    return token_start(tokens[first]), token_end(tokens[last])


def span_end(code: Code, at: int, stop: Collection[str]) -> int:
    """Where the text ends that goes from a token to the next of these, outside of brackets."""
    depth = 0
    for before, token in zip(code.laid_out[at:], code.laid_out[at + 1 :], strict=False):
        depth += (token.type in ("LPAR", "LSQB")) - (token.type in ("RPAR", "RSQB"))
        if depth < 0 or (depth == 0 and token.type in stop):
            return token_end(before)
    return token_end(next(t for t in reversed(code.laid_out) if t.type not in ("_NL", "_DEDENT")))


def line_spans(code: Code) -> Iterator[tuple[int, int]]:
    """Each line of an effect with the block below it, from its first word to its last."""
    tokens = code.laid_out
    at = 0
    while at < len(tokens):
        if tokens[at].type in ("_NL", "_INDENT", "_DEDENT"):
            at += 1
            continue
        yield token_start(tokens[at]), _last(code, at)
        while at < len(tokens) and tokens[at].type != "_NL":
            at += 1


def _last(code: Code, at: int) -> int:
    depth, found = 0, 0
    for token in code.laid_out[at:]:
        if token.type in ("_INDENT", "_DEDENT"):
            depth += 1 if token.type == "_INDENT" else -1
            if depth < 1:
                break
        elif token.type == "_NL":
            following = code.laid_out[code.laid_out.index(token) + 1 :]
            if depth == 0 and (not following or following[0].type != "_INDENT"):
                break
        else:
            found = token_end(token)
    return found
