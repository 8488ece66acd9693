"""Automata in English: that a player is never asked, and how their rules answer."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.api import Rules
from cardwright.board.model import Thing
from cardwright.language.english.expressions import Phrases
from cardwright.language.inflection import listed, spaced
from cardwright.language.resolve.answers import CheckedAnswer


def automaton_lines(rules: Rules, thing: Thing) -> Iterator[str]:
    for automaton in rules.checked.automata if thing.kind == "player" else ():
        if automaton.declared.player == thing.id:
            numbers = listed([str(n) for n in automaton.declared.players], "or")
            yield "Never asked" + (f" in games with {numbers} players" if numbers else "") + ":"
            yield from (f"  {_answer(rules, answer)}" for answer in automaton.answers)


def _answer(rules: Rules, answer: CheckedAnswer) -> str:
    what, rule = spaced(answer.declared.what), spaced(answer.declared.within)
    return f"{what}{f' in “{rule}”' if rule else ''}: {_how(rules, answer)}."


def _how(rules: Rules, answer: CheckedAnswer) -> str:
    phrases = Phrases(rules.declared, {0: "you"})
    if answer.random:
        return "at random"
    if answer.test is not None:
        return f"yes if {phrases.condition(answer.test)}, otherwise no"
    if answer.keys:
        one = phrases.bound(0, f"the {spaced(answer.declared.what)}")
        values = [(key.op, one(key.body).removeprefix("the ")) for key in answer.keys]
        return ", then ".join(f"the {op} {value}" for op, value in values)
    return ", otherwise ".join(spaced(name) for name in answer.names)
