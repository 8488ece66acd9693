"""Mistakes in when and what: conditions, clauses, lines and limits (`condition`, `clause`)."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.syntax import Node
from cardwright_tools.mutate.code_spans import (
    line_spans,
    operand_span,
    span_end,
    token_end,
    token_start,
)
from cardwright_tools.mutate.mutant import Mutant, from_edit
from cardwright_tools.mutate.sources import Code, File
from cardwright_tools.mutate.yaml_entries import cut_entry

_TURNED = {"is": "is not", "are": "are not", "is not": "is", "are not": "are"}
_MODS = {"located": frozenset(), "with_no": frozenset({"_WITH", "_NO"}),
         "with_some": frozenset({"_WITH"}), "within": frozenset({"_WITHIN"}),
         "next_to": frozenset({"_NEXT_TO"}), "without": frozenset({"_WITHOUT"}),
         "of": frozenset({"_OF"})}  # fmt: skip
_TAILS = ("_COMMA_AT_MOST", "_COMMA_DIFFERENT", "_AT_RANDOM")


def conditions(file: File) -> Iterator[Mutant]:
    for code in file.code:
        for at, token in enumerate(code.laid_out):
            if token.type in ("IS", "IS_NOT", "IS_IN", "IS_NOT_IN"):
                yield from _turned(file, code, at)
            elif token.type == "_NOT":
                following = token_start(code.laid_out[at + 1])
                yield from_edit("condition", file.source, token_start(token), following, "")
            elif token.type == "_IF":
                yield from _if(file, code, at)
            elif token.type in ("_AND", "_OR"):
                other = "or" if token.type == "_AND" else "and"
                yield from_edit(
                    "condition", file.source, token_start(token), token_end(token), other
                )
        for node in code.node.walk():
            yield from _joined(file, code, node)
    yield from _keys(file)


def _turned(file: File, code: Code, at: int) -> Iterator[Mutant]:
    """`is` as `is not`, and the other way round."""
    token = code.laid_out[at]
    words = token.split()
    verb = " ".join(word for word in words if word not in ("in", "on"))
    if verb in _TURNED:
        new = " ".join([_TURNED[verb], *(word for word in words if word in ("in", "on"))])
        yield from_edit("condition", file.source, token_start(token), token_end(token), new)


def _if(file: File, code: Code, at: int) -> Iterator[Mutant]:
    first = token_start(code.laid_out[at + 1])
    last = span_end(code, at + 1, ("COLON", "_THEN_WORD"))
    text = file.source.text[first:last]
    yield from_edit("condition", file.source, first, last, f"not ({text})")
    yield from_edit("condition", file.source, first, last, "yes")


def _joined(file: File, code: Code, node: Node) -> Iterator[Mutant]:
    """A side of `and` or `or` dropped; `where ...` dropped and turned round."""
    if node.kind in ("both", "either") and len(node.nodes()) == 2:
        left, right = (operand_span(code, n.span) for n in node.nodes())
        yield from_edit("condition", file.source, left[0], right[0], "")
        yield from_edit("condition", file.source, left[1], right[1], "")
    elif node.kind == "where":
        first, last = operand_span(code, node.span)
        keyword, _ = operand_span(code, node.span, _ALL_WHERE)
        text = file.source.text[first:last]
        yield from_edit("condition", file.source, first, last, f"not ({text})")
        yield from_edit("condition", file.source, keyword - 1, last, "")


_ALL_WHERE = frozenset({"_WHERE", "_NOT", "_THERE_IS", "LPAR", "_NUMBER_OF"})


def _keys(file: File) -> Iterator[Mutant]:
    """`if:` of options and abilities."""
    for path in file.document.keys:
        if path[-1] == "if" and path in file.roles.texts:
            span = file.document.text_span(path)
            words = " ".join(span.text.removeprefix("\n").split())
            if file.document.style(path) == "plain":
                yield from_edit("condition", file.source, span.start, span.end, f"not ({words})")
            if (out := cut_entry(file.document, path)) is not None:
                yield from_edit("condition", file.source, *out, "")


def clauses(file: File) -> Iterator[Mutant]:
    for code in file.code:
        yield from _lines(file, code)
        for at, token in enumerate(code.laid_out):
            if token.type == "_THEN":
                last = span_end(code, at, ("_THEN", "_NL"))
                yield from_edit("clause", file.source, token_start(token), last, "")
            elif token.type in _TAILS or (token.type == "_PER" and _of_verb(code, at)):
                last = span_end(code, at, (*_TAILS, "_COMMA_AS", "_THEN", "_NL"))
                before = token_end(code.laid_out[at - 1])
                yield from_edit("clause", file.source, before, last, "")
        for node in code.node.walk():
            yield from _modified(file, code, node)


def _of_verb(code: Code, at: int) -> bool:
    """Whether `per` says how often, and is not the end of a limit."""
    return all(t.type != "_COMMA_AT_MOST" for t in code.laid_out[max(0, at - 4) : at])


def _lines(file: File, code: Code) -> Iterator[Mutant]:
    if code.sort != "effect":
        return
    text = file.source.text
    for first, last in line_spans(code):
        begin = text.rfind("\n", 0, first) + 1
        if text[begin:first].strip() == "":  # not after `do:` on its own line
            close = text.find("\n", last)
            yield from_edit("clause", file.source, begin, len(text) if close < 0 else close + 1, "")


def _modified(file: File, code: Code, node: Node) -> Iterator[Mutant]:
    """What narrows a phrase, dropped: `on ...`, `with ...`, `of ...`, an adjective."""
    if node.kind in _MODS:
        first, last = operand_span(code, node.span, _MODS[node.kind])
        yield from_edit("clause", file.source, first - 1, last, "")
    elif node.kind == "words" and len(node.words("NAME")) > 1:
        for word, following in zip(node.words("NAME"), node.words("NAME")[1:], strict=False):
            yield from_edit("clause", file.source, word.span.start, following.span.start, "")


def limits(file: File) -> Iterator[Mutant]:
    """`cost:` and `limit:` of options, dropped."""
    for path in file.document.keys:
        told = path[-1] in ("cost", "limit") and path in file.roles.texts
        out = cut_entry(file.document, path) if told else None
        if out is not None:
            yield from_edit("option", file.source, *out, "")
