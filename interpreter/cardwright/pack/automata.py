"""Builds automata: players who are never asked, and the texts that answer for them.

Owns the section `automata`. Knows nothing of what its texts say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.language.declared import Answer, Automaton
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.yaml_node import YamlNode

_KEY = re.compile(r"([a-z][a-z0-9-]*)(?: in ([a-z][a-z0-9-]*))?")


def declare_automata(sections: Sections, builder: PackBuilder) -> None:
    for entry in entries(sections, "automata", builder):
        _declare(entry, builder)


def _declare(entry: Entry, builder: PackBuilder) -> None:
    node, known = entry.node, builder.declared.automata
    players = builder.board.things.get("player", {})
    if entry.key not in players:
        message, place = f"there is no player `{entry.key}`", node.key_span
        builder.defer_unknown("things", entry.key, "CW343", message, place, players)
        return
    if entry.key in known:
        notes = ((known[entry.key].span, "first declared here"),)
        message = f"`{entry.key}` is an automaton already"
        builder.error("CW328", message, node.key_span, notes=notes)
        return
    written = node.get("answers")
    if written is None or not isinstance(written.value, dict):
        return  # that they are missing, or no mapping, is reported
    numbers = tuple(n.value for n in node.elements_of("players") if isinstance(n.value, int))
    answers = tuple(_answers(node, builder))
    known[entry.key] = Automaton(entry.key, numbers, answers, node.key_span, node.pack)


def _answers(node: YamlNode, builder: PackBuilder) -> Iterator[Answer]:
    for key, item in node.items_of("answers"):
        found, text = _KEY.fullmatch(key), builder.expression_span(item)
        if found is None:
            help = "write what is chosen, as in `cart`, `may` or `cart in RULE`"
            builder.error("CW272", f"`{key}` is no question", item.key_span, help)
        elif text is not None:
            yield Answer(found[1], found[2] or "", text, item.key_span)
