"""Builds automata (players who are never asked), the texts that answer for them, and hints.

Responsible for the sections `automata` and `hints`. Knows nothing about what its texts say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.language.declared import Answer, Automaton
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import AUTOMATA, PackBuilder
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.spelling import nearest


def declare_automata(sections: Sections, builder: PackBuilder) -> None:
    for entry in entries(sections, "automata", builder):
        _declare(entry, builder)


def declare_hints(sections: Sections, builder: PackBuilder) -> None:
    """Hints: how a player who is asked may answer. Players that follow hints ask for them."""
    for entry in entries(sections, "hints", builder):
        more = tuple(_answer(entry.key, entry.node, builder))
        _refuse_answered(more, builder.declared.hints, "there is a hint for this already", builder)
        builder.declared.hints += more


def _declare(entry: Entry, builder: PackBuilder) -> None:
    node, known, player = entry.node, builder.declared.automata, entry.key
    players = builder.board.things.get("player", {})
    if player not in players:
        message, place = f"there is no player `{player}`", node.key_span
        builder.defer_unknown("things", player, "CW343", message, place, players)
        builder.mark_incomplete(AUTOMATA)
        if (meant := nearest(player, players)) is None:
            return
        player = meant  # whose answers are checked
    written = node.get("answers")
    if written is None or not isinstance(written.value, dict):
        builder.mark_incomplete(AUTOMATA)
        return  # a missing name, or a value that is not a mapping, has been reported
    numbers = tuple(n.value for n in node.elements_of("players") if isinstance(n.value, int))
    answers = tuple(_answers(node, builder))
    if player in known:
        _extend(known[player], numbers, answers, node, builder)
    else:
        _refuse_answered(answers, (), _twice(player), builder)
        known[player] = Automaton(player, numbers, answers, node.key_span, node.pack)


def _extend(
    first: Automaton,
    numbers: tuple[int, ...],
    answers: tuple[Answer, ...],
    node: YamlNode,
    builder: PackBuilder,
) -> None:
    """Answers that another file, module or pack adds, for questions that had none."""
    if numbers != () and numbers != first.players:
        notes = ((first.span, "first declared here"),)
        message = f"`{first.player}` is already an automaton, for other numbers of players"
        builder.error("CW328", message, node.key_span, "leave out its `players`", notes)
    _refuse_answered(answers, first.answers, _twice(first.player), builder)
    builder.declared.automata[first.player] = replace(first, answers=(*first.answers, *answers))


def _refuse_answered(
    answers: Sequence[Answer], known: Sequence[Answer], message: str, builder: PackBuilder
) -> None:
    """Reports answers to questions that have one: `boat` and `boat ` are the same question."""
    spans = {(one.what, one.within): one.span for one in known}
    for answer in answers:
        first = spans.setdefault((answer.what, answer.within), answer.span)
        if first is not answer.span:
            notes = ((first, "first declared here"),)
            builder.error("CW328", message, answer.span, notes=notes)


def _twice(player: str) -> str:
    return f"`{player}` has an answer for this already"


def _answers(node: YamlNode, builder: PackBuilder) -> Iterator[Answer]:
    """None if they are missing or not a mapping, which has been reported."""
    for key, item in node.items_of("answers"):
        yield from _answer(key, item, builder)


def _answer(key: str, item: YamlNode, builder: PackBuilder) -> Iterator[Answer]:
    """The answer for a key; none if it has an error, which is reported."""
    found, text = shared_parser(VERBS).question(key), builder.expression_span(item)
    if found is None:
        help = "write what is chosen, as in `cart`, `may` or `cart in RULE`"
        builder.error("CW272", f"`{key}` is not a question", item.key_span, help)
    elif text is not None:
        within = found.within.text if found.within is not None else ""
        yield Answer(found.what.text, within, text, item.key_span)
