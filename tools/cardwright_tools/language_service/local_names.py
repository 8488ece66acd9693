"""Names that a text of code gives to what it chooses, computes or goes through.

They are known in this text only. A word that packs declare is none of them, since it may mean that.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from cardwright import Rules
from cardwright.language.syntax.nodes import Node, Word
from cardwright.language.syntax.one_line import TEXTS, words
from cardwright.source.text import Span
from cardwright_tools.sinks import markdown_code


@dataclass(frozen=True, slots=True)
class LocalName:
    """A name with its places in its text, of which `given` gives it; `here` is one of them."""

    word: str
    given: Span
    here: Span
    places: Sequence[Span]

    @property
    def help(self) -> str:
        """Markdown about it: the line that gives it."""
        text, start = self.given.source.text, self.given.start
        line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
        return f"**{self.word}** is a name that this text gives:\n\n{markdown_code(line.strip())}"


def local_name_at(
    rules: Rules,
    file: str,
    offset: int,
    now: Callable[[Span], Span | None],
    declared: Container[str],
) -> LocalName | None:
    """The name of this sort at an offset of a file.

    `now` maps spans that were read in an earlier text to their current position.
    """
    for span, tree in rules.checked.trees.items():
        if span.source.name == file and _holds(now(span), offset):
            for given in tree.bound_names():
                if given.text not in declared and (found := _found(given, tree, offset, now)):
                    return found
    return None


def _found(
    given: Word, tree: Node, offset: int, now: Callable[[Span], Span | None]
) -> LocalName | None:
    same = (one.span for one in words(tree) if one.text == given.text and one.kind not in TEXTS)
    places = [place for span in same if (place := now(span)) is not None]
    here = next((one for one in places if _holds(one, offset)), None)
    first = now(given.span)
    return LocalName(given.text, first, here, places) if first and here else None


def _holds(span: Span | None, offset: int) -> bool:
    return span is not None and span.start <= offset <= span.end
