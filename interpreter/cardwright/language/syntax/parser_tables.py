"""The tables of our grammar (LALR), stored beside it: what follows each token in each state.

`python -m dev.parser_tables` makes the file with Lark, which nothing needs afterwards; a test
checks that it is up to date. A state is one text until the parser gets there: a small pack needs
few of a thousand. The file is JSON rather than a pickle, so that reading it can't run anything.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from cardwright.language.syntax.lexer import Lexer, Terminal
from cardwright.source.records import dataclass

FILE = Path(__file__).with_name("parser_tables.json")
_STEP = re.compile(r"(\d+)([<>])(\d+)")
STARTS = ("expression_text", "effect_text", "event_text", "timed_event_text", "duration_text",
          "cost_text", "keyword_text", "limit_text", "reset_text", "type_text",
          "property_text", "question_text", "answer_text")  # fmt: skip
Row = Mapping[str, int]
"""By token: the next state, or `~rule` if that rule is complete. By symbol, after a rule: the next
state.
"""
Rule = tuple[str, str, int, Sequence[int], bool]
"""The symbol that a rule defines; the kind of node that it makes, empty for one whose parts become
parts of the node around it; how many parts it has; which of these are such rules; and whether a
single part takes the place of the node.
"""


@dataclass(frozen=True, slots=True)
class Tables:
    """`starts` and `ends` are states, by the sort of text."""

    lexer: Lexer
    rules: Sequence[Rule]
    states: Mapping[int, Row]
    starts: Mapping[str, int]
    ends: Mapping[str, int]


class _States(dict[int, Row]):
    """In a stored row, `3>59` is the state after a symbol, and `3<59` the rule that is complete
    before any of the tokens of a set: there are few such sets.
    """

    def __init__(self, rows: Sequence[str], names: Sequence[str], sets: Sequence[str]) -> None:
        super().__init__()
        self._rows, self._names = rows, names
        self._sets = [[names[int(one)] for one in some.split()] for some in sets]

    def __missing__(self, state: int) -> Row:
        found: dict[str, int] = {}
        for at, sign, number in _STEP.findall(self._rows[state]):
            if sign == ">":
                found[self._names[int(at)]] = int(number)
            else:
                found.update(dict.fromkeys(self._sets[int(at)], ~int(number)))
        self[state] = found
        return found


def load(grammar: str) -> Tables:
    """The stored tables. Raises RuntimeError if they are those of another grammar."""
    stored = json.loads(FILE.read_text("utf-8"))
    if stored["of"] != mark(grammar):
        raise RuntimeError("the parser's tables are out of date: run `python -m dev.parser_tables`")
    lexer = Lexer([Terminal(**one) for one in stored["terminals"]], stored["ignored"])
    states = _States(stored["states"], stored["names"], stored["sets"])
    return Tables(lexer, stored["rules"], states, stored["starts"], stored["ends"])


tables = cache(load)


def mark(grammar: str) -> str:
    """Identifies the grammar of tables."""
    return hashlib.sha256(grammar.encode()).hexdigest()
