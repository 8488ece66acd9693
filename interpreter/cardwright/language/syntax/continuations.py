"""The words that may come next in an effect or expression that is being written.

Found in the parser's tables: the tokens they accept at the end of the text.
"""

from __future__ import annotations

from cardwright.language.registry import keywords
from cardwright.language.syntax.expected_words import accepted, forms
from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.parser import Parser
from cardwright.source.records import dataclass
from cardwright.source.text import Source

_TESTS = {"IS": ("is", "are"), "IS_NOT": ("is not", "are not"), "COMPARE_LEAST": ("at least",),
          "COMPARE_MOST": ("at most",)}  # fmt: skip
"""The words of terminals that compare."""
_STOP = "\x00"  # no text contains it, so parsing stops here and reports what it expected


@dataclass(frozen=True, slots=True)
class Continuations:
    """Words of the language, including verbs; whether a name may come next, whether a number, and
    whether a gerund: `placing`. `first` are those that are meant most often: *you* where a
    condition may begin, and after it the verbs that agree with it.
    """

    words: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    name: bool = False
    number: bool = False
    first: tuple[str, ...] = ()
    gerund: bool = False


def continuations(parser: Parser, before: str, start: str) -> Continuations:
    """What may follow this text; empty if the text has a syntax error."""
    text = before + _STOP
    try:
        parser.tree(Source("", text).whole, start)
    except UnexpectedInput as error:
        if before[error.at :].strip():
            return Continuations()
        return _named(parser, accepted(error), _is_after_you(parser, before))
    return Continuations()


def _is_after_you(parser: Parser, before: str) -> bool:
    said = [before[one.start : one.end] for one in parser.tokens(before)]
    return said[-1:] == ["you"]


def _named(parser: Parser, terminals: list[str], after_you: bool) -> Continuations:
    known = keywords.KEYWORDS
    every = [_TESTS[name] for name in terminals if name in _TESTS]
    every += [forms(known[name]) for name in terminals if name in known]
    words = [word for some in every for word in some]
    if after_you:
        words = [word for word in words if word not in keywords.FOR_OTHERS]
    first = [word for word in words if after_you and word in keywords.FOR_OTHERS.values()]
    if "_THERE_IS" in terminals:
        first.append("you")
    verbs = tuple(verb.name for verb in parser.verbs.all if verb.terminal in terminals)
    return Continuations(
        tuple(dict.fromkeys(word for word in words if word not in (*verbs, *first))),
        verbs, "NAME" in terminals, "INT" in terminals, tuple(first), "GERUND" in terminals,
    )  # fmt: skip
