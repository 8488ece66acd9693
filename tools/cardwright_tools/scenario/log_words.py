"""The words of the log that scenarios expect: whether lines have them, as often as they are listed.

Also finds words that no line can have, with which `log without` would always hold. Every word in
the files of the rules may be in a line: titles and texts that are said come from there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cardwright.board.declarations import Kind, Thing, Zone
from cardwright.board.model import plural
from cardwright.language.declared import Ability, Declared, Menu, Option, Rule
from cardwright.language.inflection import singular, spaced
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Source
from cardwright_tools.scenario.stage import Mismatch
from cardwright_tools.scenario.terms import Terms

_PHRASES = """
again agrees an and are at begins cancels card chooses chosen declines dice die down ends face from
game in is it itself more no nobody none nothing of on or out pass piece place player random supply
the their themselves thing to turns up uses vanishes with within yes
"""
"""The words that lines have besides those of verbs."""
_KEY = "words of the log"


def check_log(key: str, words: Sequence[YamlNode], lines: Sequence[str]) -> Iterator[Mismatch]:
    """Compares lines with the entries of `log`, of which equal ones need a line each, or of `log
    without`."""
    lower = [spaced(line.casefold()) for line in lines]
    wanted = Counter(map(_expected, words))
    listed = Counter[str]()
    for one in words:
        text = _expected(one)
        found = sum(text in line for line in lower)
        listed[text] += 1
        if key != "log" and found:
            yield Mismatch(key, f"no `{one.value}`", "such a line", one.span)
        elif key == "log" and found == listed[text] - 1:  # those that are missing are told once
            yield Mismatch(key, *_lines_missing(one, wanted[text], found), one.span)


def _expected(word: YamlNode) -> str:
    return spaced(str(word.value).casefold())


def _lines_missing(word: YamlNode, wanted: int, found: int) -> tuple[str, str]:
    """What was expected and what was found."""
    several = wanted > 1
    said = f"{wanted} lines with `{word.value}`" if several else f"a line with `{word.value}`"
    return said, f"only {found}" if several and found else "no such line"


def check_log_words(terms: Terms, node: YamlNode) -> None:
    """Reports words of an entry of `log without` that no line can have."""
    known = {*known_words(terms), *words_in(_around(node))}
    joined = " ".join(known)
    for word in words_in(node.word):
        if word not in joined:  # it may be a part, such as `advance` of `advances`
            help, said = did_you_mean(word, known), f"no line of the log can have the word `{word}`"
            terms.report.error("CW343", said, node.span, help)


def words_in(text: str) -> set[str]:
    return {*re.findall(r"[^\W\d_]+", text.casefold())}


def _around(node: YamlNode) -> str:
    """The rest of the scenario file: its effects may say something, too."""
    text = node.span.source.text
    return f"{text[: node.span.start]} {text[node.span.end :]}"


def known_words(terms: Terms) -> frozenset[str]:
    memo = terms.program.memo
    if _KEY not in memo:
        memo[_KEY] = frozenset(_all_words(terms))
    known = memo[_KEY]
    assert isinstance(known, frozenset)
    return known


def _all_words(terms: Terms) -> Iterator[str]:
    declared = terms.program.checked.declared
    for source in _sources(declared):
        for word in words_in(source.text):
            yield from (word, plural(word), singular(word))
    for verb in VERBS.all:
        yield from words_in(" ".join((*verb.forms, verb.log)))
    for item in terms.program.layout.items:
        yield from words_in(terms.name(item.id))
    yield from words_in(_PHRASES)


def _sources(declared: Declared) -> set[Source]:
    """The files of the rules."""
    board = declared.board
    of_board: list[Kind | Thing | Zone] = [*board.kinds.values(), *board.zones.values()]
    of_board += [thing for group in board.things.values() for thing in group.values()]
    of_rules: list[Rule | Menu | Option | Ability] = [
        *declared.rules.values(),
        *declared.menus.values(),
        *declared.options,
    ]
    of_rules += declared.abilities
    spans = [one.span for one in (*of_board, *of_rules)]
    return {span.source for span in spans if span is not None}
