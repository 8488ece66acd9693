"""Help for the word under the cursor: for a name, what it is, its text, and its rules in
English; for a word of the language, how it is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from inspect import getdoc

from cardwright import Rules
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.text import Span
from cardwright_tools.show.entry import Entry
from cardwright_tools.sinks import markdown_code, markdown_fence, markdown_text


def hover_text(entry: Entry, coverage: str = "") -> str:
    """Markdown about a definition. `coverage`: how much of it runs, as Markdown."""
    return "\n\n".join(_parts(entry, coverage))


def _parts(entry: Entry, coverage: str) -> Iterator[str]:
    yield f"**{markdown_text(entry.head)}**"
    if entry.text:
        yield f"> {markdown_text(entry.text)}"
    if entry.facts:
        yield "\n".join(f"- {markdown_text(fact)}" for fact in entry.facts)
    if entry.english:
        yield "\n".join(map(_nested, entry.english))
    if entry.written:
        yield f"Written: {markdown_code(entry.written)}"
    if coverage:
        yield coverage
    if entry.provenance:
        yield f"*{markdown_text(entry.provenance)}*"


def _nested(line: str) -> str:
    """A line of a list, as far in as it is written."""
    words = line.lstrip(" ")
    return f"{line[: -len(words)]}- {markdown_text(words.removeprefix('- '))}"


def word_help(
    rules: Rules, file: str, offset: int, now: Callable[[Span], Span | None]
) -> tuple[Span, str] | None:
    """A word of the language at an offset of a file, and Markdown about it.

    `now` maps spans that were read in an earlier text to their current position.
    """
    for span, tree in rules.checked.trees.items():
        if span.source.name == file and _holds(now(span), offset):
            for node, word in _words(tree):
                if _holds(place := now(word.span), offset) and (text := _described(node, word)):
                    assert place is not None
                    return place, text
    return None


def _holds(span: Span | None, offset: int) -> bool:
    return span is not None and span.start <= offset <= span.end


def _words(node: Node) -> Iterator[tuple[Node, Word]]:
    """The words of a tree, each with its production."""
    for part in node.layout:
        if isinstance(part, Node):
            yield from _words(part)
        else:
            yield node, part


def _described(node: Node, word: Word) -> str:
    """The description of a verb, or the meaning of another keyword's production."""
    if word.kind == "VERB" and (verb := VERBS.by_form.get(word.text)):
        return f"**{verb.name}**: {markdown_text(verb.doc)}\n\n{markdown_code(verb.example)}"
    shown, meaning = examples(type(node)) if word.is_keyword else ([], "")
    return "\n\n".join([markdown_text(meaning), *map(_block, shown)]) if shown else ""


def examples(made: type[Node]) -> tuple[list[str], str]:
    """The examples and the meaning in a production's docstring: "`x and y`: Both hold."."""
    doc = (getdoc(made) or "").partition("\n\n")[0]
    found = re.fullmatch(r"((?:`[^`]+`(?:,\s+)?)+):\s+(.*)", doc, re.DOTALL)
    if not found:
        return [], ""
    return re.findall(r"`([^`]+)`", found[1]), " ".join(found[2].split())


def _block(text: str) -> str:
    lines = text.splitlines()
    fence = markdown_fence(lines)
    return "\n".join([fence, *lines, fence])
