"""Expectations about which decks a pack allows: `legal decks` and `illegal decks`.

Reads these keys of `expect`. The decks that a scenario is played with need not be legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.backends.core.legality import violations
from cardwright.board.declarations import Thing
from cardwright.decks import lists_of
from cardwright.language.front_end.checked import Checked
from cardwright.pack.things.list_files import list_in_mapping
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.coverage import Coverage
from cardwright.source.diagnostics import Report
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.stage import Mismatch
from cardwright_tools.scenario.terms import Terms

LEGAL = "legal decks"


@dataclass(frozen=True, slots=True)
class DeckClaim:
    """The claim that a deck is legal, or that the report about it has these `words`."""

    key: str
    deck: Thing
    words: str
    node: YamlNode
    checked: Checked
    coverage: Coverage | None

    def check(self) -> Iterator[Mismatch]:
        found = [one.message for one in violations(self.checked, self.deck, self.coverage)]
        said = " · ".join(found) or "a legal deck"
        if self.key == LEGAL and found:
            yield Mismatch(self.key, "a legal deck", said, self.node.span)
        elif self.key != LEGAL and not any(
            self.words.casefold() in one.casefold() for one in found
        ):
            yield Mismatch(self.key, self.words, said, self.node.span)


def deck_claims(key: str, node: YamlNode, checked: Checked, terms: Terms) -> Iterator[DeckClaim]:
    """The claims under a key; reports anything that can't be read."""
    for words, one in _entries(key, node, terms.report):
        deck = _deck(one, checked, terms.report)
        if deck is not None:
            yield DeckClaim(key, deck, words, one, checked, terms.program.coverage)


def _entries(key: str, node: YamlNode, report: Report) -> Iterator[tuple[str, YamlNode]]:
    if key == LEGAL:
        yield from (("", one) for one in node.elements())
    elif isinstance(node.value, dict):
        yield from node.items()
    else:
        help = "as in `illegal decks: {only 1 of a legend: {cards: {king: 2}}}`"
        report.error("CW322", "each illegal deck is after what is said of it", node.span, help)


def _deck(node: YamlNode, checked: Checked, report: Report) -> Thing | None:
    """A deck of the pack by its id, or a deck written as in a file."""
    if not isinstance(node.value, dict):
        known = lists_of(checked.board)
        if node.word not in known:
            help = did_you_mean(node.word, known) or f"known: {', '.join(known) or 'none'}"
            report.error("CW343", f"there is no deck `{node.word}`", node.span, help)
        return known.get(node.word)
    found = Report()
    values = {str(key): value for key, value in node.value.items()}
    deck, _ = list_in_mapping(values, "deck", checked.declared, found)
    for one in found.diagnostics:
        report.error(one.code, one.message, node.span, one.help)
    return None if found.failed else deck
