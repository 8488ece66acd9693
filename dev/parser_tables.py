"""Writes the parser's tables after a change of the grammar: `python -m dev.parser_tables`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click
import lark
from lark import Lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

from cardwright.language.syntax.indentation import END, with_blocks
from cardwright.language.syntax.lexer import ALWAYS, Token
from cardwright.language.syntax.parser import grammar
from cardwright.language.syntax.parser_tables import FILE, STARTS, mark
from cardwright.language.vocabulary.verbs import VERBS
from dev.terminals import first_letters, first_words, phrases

SHIFT = 0
"""The kind of a step to another state; after any other one, a rule is complete."""
Tokens = tuple[int, ...]
Row = Mapping[int, tuple[int, int]]
"""By token or symbol: the kind of step, and the state or the rule."""


class Blocks(PostLex):
    """Indentation in a text, for Lark."""

    always_accept = ALWAYS

    def __init__(self, text: str = "") -> None:
        self.text = text

    def process(self, stream: Iterator[lark.Token]) -> Iterator[lark.Token]:
        found = (Token(one.type, one.start_pos or 0, one.end_pos or 0) for one in stream)
        for kind, start, end in with_blocks(found, self.text, len(self.text)):
            if kind != END:
                yield lark.Token(kind, self.text[start:end], start, end_pos=end)


def lark_parser(grammar: str, blocks: Blocks) -> Lark:
    """Lark's own parser."""
    return Lark(grammar, parser="lalr", lexer="contextual", start=[*STARTS], keep_all_tokens=True,
                postlex=blocks)  # fmt: skip


def text(grammar: str) -> str:
    """The file's content for a grammar, always the same."""
    made = lark_parser(grammar, Blocks())
    data, _ = made.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    rules = {rule["@"]: number for number, rule in enumerate(data["rules"])}
    _renumber(table, rules)
    sets = _token_sets(table["states"].values())
    whole = {
        "of": mark(grammar),
        "terminals": [_terminal(one) for one in sorted(made.terminals, key=_order)],
        "ignored": made.lexer_conf.ignore,
        "rules": [_rule(one) for one in made.rules],
        "names": [table["tokens"][number] for number in range(len(table["tokens"]))],
        "sets": [" ".join(map(str, tokens)) for tokens in sets],
        "states": [_row(table["states"][state], sets) for state in range(len(table["states"]))],
        "starts": table["start_states"],
        "ends": table["end_states"],
    }
    return json.dumps(whole, separators=(",", ":"), sort_keys=True) + "\n"


def _order(one: TerminalDef) -> tuple[int, int, int, str]:
    """The order in which Lark tries terminals."""
    return -one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name


def _terminal(one: TerminalDef) -> dict[str, Any]:
    """A `Terminal` of the stored tables."""
    pattern = one.pattern.to_regexp()
    words, whole = sorted(first_words(pattern)), [text.split() for text in sorted(phrases(pattern))]
    return {
        "name": one.name,
        "pattern": "" if whole else pattern,
        "words": words,
        "letters": "" if words else "".join(sorted(first_letters(pattern) or ())),
        "phrases": {word: [more for first, *more in whole if first == word] for word in words},
    }


def _rule(rule: Rule) -> tuple[str, str, int, list[int], bool]:
    """A `Rule` of the stored tables; those whose name begins with `_` make no nodes."""
    symbol = str(rule.origin.name)
    inner = [at for at, part in enumerate(rule.expansion)
             if not part.is_term and part.name.startswith("_")]  # fmt: skip
    kind = str(rule.alias or symbol)
    return symbol, "" if kind.startswith("_") else kind, len(rule.expansion), inner, bool(
        rule.options.expand1 and not rule.alias
    )  # fmt: skip


def _token_sets(rows: Iterable[Row]) -> dict[Tokens, int]:
    """The sets of tokens before which a rule is complete, with their numbers."""
    found = sorted({tokens for row in rows for tokens in _before(row).values()})
    return {tokens: number for number, tokens in enumerate(found)}


def _before(row: Row) -> dict[int, Tokens]:
    """The tokens before which each rule is complete."""
    found: dict[int, Tokens] = {}
    for token, (kind, rule) in row.items():
        if kind != SHIFT:
            found[rule] = (*found.get(rule, ()), token)
    return found


def _row(row: Row, sets: Mapping[Tokens, int]) -> str:
    shifts = [f"{token}>{to}" for token, (kind, to) in row.items() if kind == SHIFT]
    return " ".join([*shifts, *(f"{sets[some]}<{rule}" for rule, some in _before(row).items())])


def _renumber(table: dict[str, Any], rules: Mapping[int, int]) -> None:
    """Numbers symbols by name and states by their distance from the start: Lark, which iterates
    over sets, numbers them differently each time.
    """
    names, old = table["tokens"], table["states"]
    actions = {
        state: sorted(
            (names[t], (kind, to if kind == SHIFT else rules[to["@"]]))
            for t, (kind, to) in row.items()
        )
        for state, row in old.items()
    }
    order = dict.fromkeys(table["start_states"][start] for start in STARTS)
    waiting = [*order]
    for state in waiting:  # which grows meanwhile
        found = [to for _, (kind, to) in actions[state] if kind == SHIFT and to not in order]
        order |= dict.fromkeys(found)
        waiting += dict.fromkeys(found)
    state_of = {state: number for number, state in enumerate(order)}
    token_of = {name: number for number, name in enumerate(sorted(names.values()))}
    for ends in ("start_states", "end_states"):
        table[ends] = {start: state_of[state] for start, state in table[ends].items()}
    table["tokens"] = {number: name for name, number in token_of.items()}
    table["states"] = {
        state_of[state]: {
            token_of[name]: (kind, state_of[to] if kind == SHIFT else to)
            for name, (kind, to) in found
        }
        for state, found in actions.items()
        if state in state_of
    }


@click.command(help=__doc__)
def main() -> None:
    FILE.write_text(text(grammar(VERBS)), "utf-8")


if __name__ == "__main__":
    main()
