"""Lark's tables for our grammar, stored beside it: loading them takes a tenth of the time of making
them.

A state is one text until the parser gets there: a small pack needs few of a thousand.

`python -m dev.parser_tables` writes the file; a test checks that it is up to date. If the grammar
or the version of Lark differs from the file's, the tables are made anew. The file is JSON rather
than a pickle, so that reading it can't run anything.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Reduce, Shift

FILE = "parser_tables.json"
_STEP = re.compile(r"(\d+)([<>])(\d+)")
STARTS = ("expression_text", "effect_text", "event_text", "timed_event_text", "duration_text",
          "cost_text", "keyword_text", "limit_text", "reset_text", "type_text",
          "property_text", "question_text", "answer_text")  # fmt: skip


def parser(grammar: str, **settings: Any) -> Lark:
    """An LALR parser; `settings` are those that belong to no table (postlex, callbacks)."""
    kept = resources.files(__package__).joinpath(FILE)
    found = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    if found.get("of") != mark(grammar):
        return _made(grammar, **settings)
    data, memo = found["data"], {int(key): value for key, value in found["memo"].items()}
    table = data["parser"]["parser"]
    rows, table["states"] = table["states"], {}
    loaded = Lark.__new__(Lark)
    # As Lark's own stand-alone parsers load their tables.
    made: Lark = loaded._load({"data": data, "memo": memo}, **settings)
    numbers = (rule["@"] for rule in data["rules"])
    rules = dict(zip(numbers, made.rules, strict=True))
    made.parser.parser._parse_table.states = _States(rows, table["tokens"], rules)
    return made


class _States(dict[int, dict[str, tuple[object, object]]]):
    """By state, what follows each token: another state, or a complete rule."""

    def __init__(
        self, rows: Sequence[str], tokens: Mapping[str, str], rules: Mapping[int, Rule]
    ) -> None:
        super().__init__()
        self._rows, self._tokens, self._rules = rows, tokens, rules

    def __missing__(self, state: int) -> dict[str, tuple[object, object]]:
        found: dict[str, tuple[object, object]] = {}
        for token, sign, number in _STEP.findall(self._rows[state]):
            to = (Shift, int(number)) if sign == ">" else (Reduce, self._rules[int(number)])
            found[self._tokens[token]] = to
        self[state] = found
        return found


def _made(grammar: str, **settings: Any) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=[*STARTS],
        keep_all_tokens=True,
        maybe_placeholders=True,
        **settings,
    )


def mark(grammar: str) -> str:
    """Identifies the tables: a grammar and a version of Lark."""
    return hashlib.sha256(f"{lark.__version__}\n{grammar}".encode()).hexdigest()


def text(grammar: str, **settings: Any) -> str:
    """The file's content for a grammar, always the same."""
    data, memo = _made(grammar, **settings).memo_serialize([TerminalDef, Rule])
    data["options"] |= {"postlex": None, "lexer_callbacks": {}, "_plugins": {}}
    table = data["parser"]["parser"]
    _renumber(table)
    table["states"] = [_row(table["states"][state]) for state in range(len(table["states"]))]
    whole = {"of": mark(grammar), "data": data, "memo": memo}
    return json.dumps(whole, separators=(",", ":"), sort_keys=True) + "\n"


def _row(steps: Mapping[int, tuple[int, Any]]) -> str:
    return " ".join(f"{token}>{to}" if kind == 0 else f"{token}<{to['@']}"
                    for token, (kind, to) in steps.items())  # fmt: skip


def _renumber(table: dict[str, Any]) -> None:
    """Numbers symbols by name and states by their distance from the start: Lark, which iterates
    over sets, numbers them differently each time.
    """
    names, old = table["tokens"], table["states"]
    actions = {state: sorted((names[t], act) for t, act in old[state].items()) for state in old}
    order = dict.fromkeys(table["start_states"][start] for start in STARTS)
    waiting = [*order]
    for state in waiting:  # which grows meanwhile
        found = [to for _, (kind, to) in actions[state] if kind == 0 and to not in order]
        order |= dict.fromkeys(found)
        waiting += dict.fromkeys(found)
    state_of = {state: number for number, state in enumerate(order)}
    token_of = {name: number for number, name in enumerate(sorted(names.values()))}
    for ends in ("start_states", "end_states"):
        table[ends] = {start: state_of[state] for start, state in table[ends].items()}
    table["tokens"] = {number: name for name, number in token_of.items()}
    table["states"] = {
        state_of[state]: {
            token_of[name]: [kind, state_of[to] if kind == 0 else to] for name, (kind, to) in found
        }
        for state, found in actions.items()
        if state in state_of
    }
