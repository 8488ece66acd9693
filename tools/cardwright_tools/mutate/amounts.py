"""Mistakes in how many: numbers off by one, quantifiers, comparisons (`number`, ...)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright_tools.mutate.code_spans import token_end, token_start
from cardwright_tools.mutate.mutant import Mutant, from_edit
from cardwright_tools.mutate.sources import Code, File

_COMPARED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "at least": "more than", "more than": "at least",
    "at most": "fewer than", "fewer than": "at most", "less than": "at most",
}  # fmt: skip
_COUNTS = re.compile(r"\d+")


def off_by_one(number: int) -> Iterator[int]:
    yield number + 1
    if number > 0:
        yield number - 1


def numbers(file: File) -> Iterator[Mutant]:
    for code in file.code:
        for token in code.tokens:
            at = token_start(token)
            if token.type in ("INT", "RANGE"):
                yield from _counts(file, at, token_end(token))
            elif token.type in ("YES", "NO_WORD"):
                other = "no" if token.type == "YES" else "yes"
                yield from_edit("number", file.source, at, token_end(token), other)
    for path, role in file.roles.texts.items():
        if role == "words":
            span = file.document.text_span(path)
            yield from _counts(file, span.start, span.end)


def _counts(file: File, first: int, last: int) -> Iterator[Mutant]:
    for found in _COUNTS.finditer(file.source.text, first, last):
        for other in off_by_one(int(found[0])):
            yield from_edit("number", file.source, found.start(), found.end(), str(other))


def comparisons(file: File) -> Iterator[Mutant]:
    """With and without the bound. `=` is left: at the edge of a range nothing would change."""
    for code in file.code:
        for token in code.tokens:
            words = " ".join(token.split())
            core = re.sub(r"^(is|are) ", "", words)
            if token.type == "COMPARE" and core in _COMPARED:
                new = words.removesuffix(core) + _COMPARED[core]
                yield from_edit(
                    "comparison", file.source, token_start(token), token_end(token), new
                )


def quantifiers(file: File) -> Iterator[Mutant]:
    for code in file.code:
        for node in code.node.walk():
            if node.kind == "exactly" and node.word("INT"):
                yield from_edit(
                    "quantifier", file.source, node.span.start, node.span.start, "up to "
                )
                yield from_edit("quantifier", file.source, node.span.start, node.span.end, "all")
        for at, token in enumerate(code.tokens):
            yield from _quantifier(file, code, at, token.type)


def _quantifier(file: File, code: Code, at: int, type: str) -> Iterator[Mutant]:
    token, source = code.tokens[at], file.source
    following = token_start(code.tokens[at + 1]) if at + 1 < len(code.tokens) else token_end(token)
    if type == "_UP_TO":
        yield from_edit("quantifier", source, token_start(token), following, "")
    elif type == "_OR_MORE":
        yield from_edit("quantifier", source, token_end(code.tokens[at - 1]), token_end(token), "")
    elif type in ("EACH", "ALL"):
        yield from_edit("quantifier", source, token_start(token), token_end(token), "1")
    elif type in ("A", "ANY", "ONE", "_ANY_NUMBER_OF"):
        yield from_edit("quantifier", source, token_start(token), token_end(token), "each")
    elif type == "_MAY":
        yield from _may(file, code, at)


def _may(file: File, code: Code, at: int) -> Iterator[Mutant]:
    """`may do it` as `do it`; the form with a block as one that always holds."""
    rest = [t for t in code.tokens[at + 1 : at + 3] if t.type != "STRING"]
    token = code.tokens[at]
    if rest and rest[0].type == "COLON":
        yield from_edit(
            "quantifier", file.source, token_start(token), token_start(rest[0]), "if yes"
        )
    elif rest:
        yield from_edit("quantifier", file.source, token_start(token), token_start(rest[0]), "")
