"""What could have come where parsing stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cardwright.language.registry import keywords
from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.parse_stop import Stop
from cardwright.source.spelling import one_of

_NAMES = {
    "NAME": "a name", "INT": "a number", "STRING": "quoted text", "_NL": "the end of the line",
    "$END": "the end", "COLON": "`:`", "LPAR": "`(`", "RPAR": "`)`", "COMMA": "`,`",
    "_INDENT": "an indented block", "LSQB": "`[`", "RSQB": "`]`", "COMPARE_LEAST": "a comparison",
    "IS": "`is`", "_THEN": "`, then`",
}  # fmt: skip
_BEGIN_VALUES = ("LPAR", "LSQB")
MOST_WORDS = 5  # the most words that are listed as expected
_COMMON = ("_OF", "_TO", "_BY", "_AND", "_OR", "_AS", "_PER", "_WHERE", "_WITH", "IN", "ON", "FROM")
"""The words that are listed first: they are the most common ones in the examples of the
reference, and most errors are about what they join.
"""


def accepted(error: UnexpectedInput) -> list[str]:
    """The terminals that could have come instead."""
    lexer, rows = error.tables.lexer, error.tables.states
    if error.kind:
        return sorted(_going_on(error))
    names = set(lexer.names) & rows[error.states[-1]].keys()
    return sorted((names | lexer.always) - lexer.ignored)


def _going_on(error: UnexpectedInput) -> Iterator[str]:
    """The terminals that can come next: simulates the parser for each, with its states alone."""
    rows, rules = error.tables.states, error.tables.rules
    first = [name for name in rows[error.states[-1]] if name.isupper()]
    waiting = [(error.states, first)]
    while waiting:
        states, names = waiting.pop()
        if states[-1] == error.end:
            yield from names
            continue
        row, complete = rows[states[-1]], dict[int, list[str]]()
        for name in filter(row.__contains__, names):
            if row[name] >= 0:
                yield name
            else:
                complete.setdefault(~row[name], []).append(name)
        for rule, same in complete.items():
            symbol, _, size, *_ = rules[rule]
            before = states[: len(states) - size]
            waiting.append(((*before, rows[before[-1]][symbol]), same))


def _vocabulary(stop: Stop) -> list[str]:
    known = [name for name in stop.accepted if name in keywords.KEYWORDS]
    known.sort(key=lambda name: _COMMON.index(name) if name in _COMMON else len(_COMMON))
    words = [plain(keywords.KEYWORDS[name]) for name in known]
    verbs = [v.name for v in stop.grammar.verbs.all if v.terminal in stop.accepted]
    return [w for w in words if w] + verbs


def spellings(stop: Stop) -> list[str]:
    """The accepted words, and the plural of one that has two forms: `times`."""
    both = [
        p for name in stop.accepted if re.search(r"\w\?$", p := keywords.KEYWORDS.get(name, ""))
    ]
    return [*(pattern.removesuffix("?") for pattern in both), *_vocabulary(stop)]


@cache
def plain(pattern: str) -> str:
    """A keyword as shown to authors: its first form, without a verb's *s*."""
    return forms(pattern)[0]


@cache
def forms(pattern: str) -> tuple[str, ...]:
    """The forms of a keyword, those without an optional letter first."""
    return tuple(dict.fromkeys(_spelled(_without_context(pattern))))


def _without_context(pattern: str) -> str:
    """A pattern without what must follow the word."""
    at = max(pattern.find("(?="), pattern.find("(?!"))
    if at < 0:
        return pattern
    end = next(end for end in range(at, len(pattern)) if _closes(pattern[at : end + 1]))
    return _without_context(pattern[:at] + pattern[end + 1 :])


def _closes(text: str) -> bool:
    return text.count("(") == text.count(")")


def _spelled(pattern: str) -> Iterator[str]:
    """The texts of a pattern of letters, optional letters, and alternatives in parentheses."""
    group = re.search(r"\(([^()]*)\)", pattern)
    if group:
        for one in group[1].split("|"):
            yield from _spelled(pattern[: group.start()] + one + pattern[group.end() :])
        return
    for one in pattern.split("|"):
        optional = re.split(r"(\w)\?", one, maxsplit=1)
        yield from ("".join(optional[::2]), "".join(optional))


def expected(stop: Stop) -> str:
    """The expected words, in short: where a name can come, the words that can begin one are left
    out.
    """
    verbs = [verb.name for verb in stop.grammar.verbs.all if verb.terminal in stop.accepted]
    hidden = _BEGIN_VALUES if "NAME" in stop.accepted else ()
    shown = [_NAMES[name] for name in stop.accepted if name in _NAMES and name not in hidden]
    if verbs:
        shown.append(f"a verb, such as {', '.join(f'`{verb}`' for verb in verbs[:3])}")
    elif not hidden:
        shown += [f"`{word}`" for word in _vocabulary(stop)][: MOST_WORDS - len(shown)]
    return f"expected {one_of(shown or ['nothing more'])}"
