"""Builds automata (players who are never asked), the texts that answer for them, and hints.

Responsible for the sections `automata` and `hints`. Knows nothing about what its texts say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.language.declared import Answer, Automaton
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.yaml_node import YamlNode


def declare_automata(sections: Sections, builder: PackBuilder) -> None:
    for entry in entries(sections, "automata", builder):
        _declare(entry, builder)


def declare_hints(sections: Sections, builder: PackBuilder) -> None:
    """Hints: how a player who is asked may answer. Players that follow hints ask for them."""
    for entry in entries(sections, "hints", builder):
        known = {(answer.what, answer.within): answer.span for answer in builder.declared.hints}
        for answer in _answer(entry.key, entry.node, builder):
            if (span := known.get((answer.what, answer.within))) is not None:
                notes = ((span, "first declared here"),)
                builder.error("CW328", "there is a hint for this already", answer.span, notes=notes)
            builder.declared.hints += (answer,)


def _declare(entry: Entry, builder: PackBuilder) -> None:
    node, known = entry.node, builder.declared.automata
    players = builder.board.things.get("player", {})
    if entry.key not in players:
        message, place = f"there is no player `{entry.key}`", node.key_span
        builder.defer_unknown("things", entry.key, "CW343", message, place, players)
        return
    written = node.get("answers")
    if written is None or not isinstance(written.value, dict):
        return  # a missing name, or a value that is not a mapping, has been reported
    numbers = tuple(n.value for n in node.elements_of("players") if isinstance(n.value, int))
    answers = tuple(_answers(node, builder))
    if entry.key in known:
        _extend(known[entry.key], numbers, answers, node, builder)
    else:
        known[entry.key] = Automaton(entry.key, numbers, answers, node.key_span, node.pack)


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
    answered = {(a.what, a.within): a.span for a in first.answers}
    for answer in answers:
        if (span := answered.get((answer.what, answer.within))) is not None:
            message = f"`{first.player}` has an answer for this already"
            builder.error("CW328", message, answer.span, notes=((span, "first declared here"),))
    builder.declared.automata[first.player] = replace(first, answers=(*first.answers, *answers))


def _answers(node: YamlNode, builder: PackBuilder) -> Iterator[Answer]:
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
