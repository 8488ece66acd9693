"""Mistakes in how many: numbers off by one, quantifiers, comparisons (`number`, ...)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright_tools.mutate.mutant import Mutant, made
from cardwright_tools.mutate.stretch import end, start
from cardwright_tools.mutate.texts import Code, File

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
            at = start(token)
            if token.type in ("INT", "RANGE"):
                yield from _counts(file, at, end(token))
            elif token.type in ("YES", "NO_WORD"):
                other = "no" if token.type == "YES" else "yes"
                yield made("number", file.source, at, end(token), other)
    for path, role in file.roles.texts.items():
        if role == "words":
            span = file.document.text_span(path)
            yield from _counts(file, span.start, span.end)


def _counts(file: File, first: int, last: int) -> Iterator[Mutant]:
    for found in _COUNTS.finditer(file.source.text, first, last):
        for other in off_by_one(int(found[0])):
            yield made("number", file.source, found.start(), found.end(), str(other))


def comparisons(file: File) -> Iterator[Mutant]:
    """With and without the bound. `=` is left: at the edge of a range nothing would change."""
    for code in file.code:
        for token in code.tokens:
            words = " ".join(token.split())
            core = re.sub(r"^(is|are) ", "", words)
            if token.type == "COMPARE" and core in _COMPARED:
                new = words.removesuffix(core) + _COMPARED[core]
                yield made("comparison", file.source, start(token), end(token), new)


def quantifiers(file: File) -> Iterator[Mutant]:
    for code in file.code:
        for node in code.node.walk():
            if node.kind == "exactly" and node.word("INT"):
                yield made("quantifier", file.source, node.span.start, node.span.start, "up to ")
                yield made("quantifier", file.source, node.span.start, node.span.end, "all")
        for at, token in enumerate(code.tokens):
            yield from _quantifier(file, code, at, token.type)


def _quantifier(file: File, code: Code, at: int, type: str) -> Iterator[Mutant]:
    token, source = code.tokens[at], file.source
    following = start(code.tokens[at + 1]) if at + 1 < len(code.tokens) else end(token)
    if type == "_UP_TO":
        yield made("quantifier", source, start(token), following, "")
    elif type == "_OR_MORE":
        yield made("quantifier", source, end(code.tokens[at - 1]), end(token), "")
    elif type in ("EACH", "ALL"):
        yield made("quantifier", source, start(token), end(token), "1")
    elif type in ("A", "ANY", "ONE", "_ANY_NUMBER_OF"):
        yield made("quantifier", source, start(token), end(token), "each")
    elif type == "_MAY":
        yield from _may(file, code, at)


def _may(file: File, code: Code, at: int) -> Iterator[Mutant]:
    """`may do it` as `do it`; the form with a block as one that always holds."""
    rest = [t for t in code.tokens[at + 1 : at + 3] if t.type != "STRING"]
    token = code.tokens[at]
    if rest and rest[0].type == "COLON":
        yield made("quantifier", file.source, start(token), start(rest[0]), "if yes")
    elif rest:
        yield made("quantifier", file.source, start(token), start(rest[0]), "")
