"""The words that may come next in an effect or expression that is being written.

Found in the parser's tables: the tokens they accept at the end of the text.
"""

from __future__ import annotations

from cardwright.language.registry import keywords
from cardwright.language.syntax.expected_words import accepted, plain
from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.parser import Parser
from cardwright.source.records import dataclass
from cardwright.source.text import Source

_STOP = "\x00"  # no text contains it, so parsing stops here and reports what it expected


@dataclass(frozen=True, slots=True)
class Continuations:
    """Words of the language, including verbs; whether a name may come next, and whether a
    number.
    """

    words: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    name: bool = False
    number: bool = False


def continuations(parser: Parser, before: str, start: str) -> Continuations:
    """What may follow this text; empty if the text has a syntax error."""
    text = before + _STOP
    try:
        parser.tree(Source("", text).whole, start)
    except UnexpectedInput as error:
        if before[error.at :].strip():
            return Continuations()
        return _named(parser, accepted(error))
    return Continuations()


def _named(parser: Parser, terminals: list[str]) -> Continuations:
    known = keywords.KEYWORDS
    words = (plain(known[name]) for name in terminals if name in known)
    verbs = tuple(verb.name for verb in parser.verbs.all if verb.terminal in terminals)
    return Continuations(
        tuple(dict.fromkeys(word for word in words if word and word not in verbs)),
        verbs, "NAME" in terminals, "INT" in terminals,
    )  # fmt: skip
