"""Automata in English: that these players are never asked, and how their rules answer."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun_phrases import The, without_owner
from cardwright.language.inflection import article, listed, spaced
from cardwright.language.resolve.statements.answers import CHOOSE_ONE, MAY, OTHERWISE, CheckedAnswer

PASS = "pass"
_ENDS = {"first": "the first that is offered", "last": "the last that is offered"}
_ASKED = {
    MAY: "Asked whether to do something",
    CHOOSE_ONE: "Asked which of several things to do",
    OTHERWISE: "Asked anything else",
    "number": "Asked for a number",
}


def automaton_lines(rules: CheckedPacks, thing: Thing) -> Iterator[str]:
    for automaton in rules.checked.automata if thing.kind == "player" else ():
        if automaton.declared.player == thing.id:
            numbers = listed([str(n) for n in automaton.declared.players], "or")
            yield "Never asked" + (f" in games with {numbers} players" if numbers else "") + ":"
            yield from (f"  {_answer(rules, answer)}" for answer in automaton.answers)


def _answer(rules: CheckedPacks, answer: CheckedAnswer) -> str:
    """`Asked for a cart in the rule “haul”: the one with the highest load.`"""
    rule = spaced(answer.declared.within)
    within = f" in the rule “{rule}”" if rule else ""
    return f"{_asked(rules, answer.declared.what)}{within}: {_how(rules, answer)}."


def _asked(rules: CheckedPacks, what: str) -> str:
    menu = rules.declared.menus.get(what)
    if menu is not None:
        return f"In the menu “{menu.title}”"
    return _ASKED.get(what) or f"Asked for {article(spaced(what))}"


def _how(rules: CheckedPacks, answer: CheckedAnswer) -> str:
    phrases = Phrases(rules.declared, {0: "you"})
    if answer.random:
        return "at random"
    if answer.test is not None:
        return f"yes if {phrases.condition(answer.test)}, otherwise no"
    if answer.keys:
        one = The(spaced(answer.declared.what))
        said = phrases.bound(0, one)
        values = [(k.op, without_owner(said(k.body), one)) for k in answer.keys]
        return f"the one with {', then '.join(f'the {op} {value}' for op, value in values)}"
    return ", else ".join(_preferred(rules, answer, name) for name in answer.names)


def _preferred(rules: CheckedPacks, answer: CheckedAnswer, name: str) -> str:
    menu, options = rules.declared.menus.get(answer.declared.what), rules.declared.options
    if name == PASS and menu is not None:
        return "it passes"
    title = next((o.title for o in options if menu and (o.menu, o.id) == (menu.name, name)), "")
    return _ENDS.get(name) or f"“{title or spaced(name)}”"
