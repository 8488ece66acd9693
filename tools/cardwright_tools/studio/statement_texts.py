"""The whole statement around a part of a rule's text.

What stops in a statement, or marks it, knows the words that do something: `gains 1 gold` of `each
player gains 1 gold`, `ready: stop` of `if ready: stop`. People are shown the whole statement.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent

from cardwright.language.front_end.checked import Checked
from cardwright.language.syntax.ast.bases import Statement
from cardwright.language.syntax.ast.statements import Secretly, Suite
from cardwright.language.syntax.nodes import Node
from cardwright.source.memoized import memoized
from cardwright.source.text import Span


def statement_around(checked: Checked, part: Span) -> Span:
    """The innermost statement, or branch of one, that a part is in; outside of statements, the
    part itself."""
    found = [*_statements(checked, part)]
    return _trimmed(found[-1].extent if found else part)


def from_first_word(checked: Checked, part: Span) -> Span:
    """A part that is a statement without its first words, with these; any other as it is."""
    found = (one for one in _statements(checked, part) if one.span == part)
    whole = next(found, None)
    return _trimmed(whole.extent) if whole else part


def shown_text(span: Span) -> str:
    """The text of a span; its lines are as far in as they are to its first one."""
    column = span.lines[1] - 1
    return dedent(" " * column + span.text)


def _trimmed(span: Span) -> Span:
    """A span without spaces and line ends around it."""
    text = span.text
    start = span.start + len(text) - len(text.lstrip())
    return Span(span.source, start, start + len(text.strip()))


def _statements(checked: Checked, part: Span) -> Iterator[Node]:
    """The statements and branches that a part is in, from the outermost."""
    text = _text_around(checked, part)
    node: Node | None = checked.trees[text] if text else None
    while node is not None:
        if _is_whole(node):
            yield node
        within = None if isinstance(node, Secretly) else node
        node = next((one for one in _parts(within) if part.is_within(one.extent)), None)


def _parts(node: Node | None) -> Iterator[Node]:
    return (one for one in node.layout if isinstance(one, Node)) if node else iter(())


def _is_whole(node: Node) -> bool:
    return isinstance(node, Statement) or any(isinstance(one, Suite) for one in node.layout)


def _text_around(checked: Checked, part: Span) -> Span | None:
    """The text that was read with a part in it."""
    texts = _texts(checked).get(part.source.name, ())
    at = bisect_right(texts, part.start, key=lambda one: one.start) - 1
    return texts[at] if at >= 0 and part.is_within(texts[at]) else None


@memoized
def _texts(checked: Checked) -> Mapping[str, Sequence[Span]]:
    """The texts of each file, in order."""
    found: dict[str, list[Span]] = {}
    for text in sorted(checked.trees, key=lambda one: one.start):
        found.setdefault(text.source.name, []).append(text)
    return found
