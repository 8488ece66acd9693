"""Declarations that are new in a pack, with names that its texts may contain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

_TYPES = (
    "number", "flag", "mood", "good", "{type: number, default: 2}", "{type: mood, default: calm}",
    "{type: flag, default: true}", *(f"{{type: {one}, optional: true}}" for one in (
        "town", "good", "number",
    )),
)  # fmt: skip
_STATES = (
    "number", "flag", "mood", "{type: number, start: 2, max: 9}", "{type: town, start: skara}",
)  # fmt: skip
_PARENTS = ("card", "deed", "boat", "town", "piece", "place")
_EDITS: Sequence[tuple[str, str, str]] = (
    ("more.yaml", "[calm,", "[calm, {a},"),
    ("more.yaml", "[calm, tense]", "[tense, {a}]"),
    ("more.yaml", "enums:\n", "enums:\n  {a}: [{b}, {c}]\n"),
    ("more.yaml", "enums:\n", "kinds:\n  {a}: {{is: {parent}}}\nenums:\n"),
    ("more.yaml", "enums:\n", "kinds:\n  {a}: {{is: {parent}, fields: {{{b}: {type}}}}}\nenums:\n"),
    ("more.yaml", "enums:\n",
     "kinds:\n  {a}: {{is: card, rules: {{{b}: {{title: X}}}}}}\nenums:\n"),
    ("more.yaml", "enums:\n", "kinds:\n  {a}: {{is: card, plural: {b}}}\nenums:\n"),
    ("more.yaml", "rules:\n", "rules:\n  {a}: gain 1 gold\n"),
    ("more.yaml", "rules:\n", "rules:\n  {a}: {{takes: {{{b}: mood}}, do: gain 1 gold}}\n"),
    ("more.yaml", "definitions:\n", "definitions:\n  {a} of player: gold of player > 2\n"),
    ("more.yaml", "definitions:\n", "definitions:\n  {a} of town: burnt of town\n"),
    ("more.yaml", "definitions:\n", "definitions:\n  {a}: 2\n"),
    ("more.yaml", "definitions:\n", "definitions:\n  {a}: towns where good of it is {b}\n"),
    ("board.yaml", "{worth: number,", "{{{a}: {type}, worth: number,"),
    ("board.yaml", "{worth: number, like: good}", "{{worth: number, like: {a}}}"),
    ("board.yaml", "rules: {event: {title: Event}}",
     "values: {{worth: 3}}, rules: {{event: {{title: Y}}}}"),
    ("board.yaml", "fields: {good: good}", "fields: {{good: good, {a}: {type}}}"),
    ("board.yaml", "state: {burnt: flag}", "state: {{burnt: flag, {a}: {state}}}"),
    ("board.yaml", "state: {gold:", "state: {{{a}: {state}, gold:"),
    ("board.yaml", "[salt, silk]", "[silk, salt, {a}]"),
    ("board.yaml", "[salt, silk]", "[salt, {a}]"),
    ("board.yaml", "zones:\n", "zones:\n  {a}: {{holds: {parent}}}\n"),
    ("board.yaml", "zones:\n", "state:\n  {a}: {state}\nzones:\n"),
    ("board.yaml", "towns:\n", "towns:\n  - {{id: {a}, good: salt, provenance: fixture}}\n"),
    ("board.yaml", "id: birka,", "id: birka, title: {a} {b},"),
    ("board.yaml", "abilities:\n", "abilities:\n  - modify: {a} of player\n    add: 1\n"),
    ("board.yaml", "abilities:\n", "abilities:\n  - forbid: {a}\n"),
    ("pack.yaml", "[2, 2]", "[2, 3]"),
)  # fmt: skip


def declarations(pack: Path, seed: int, number: int) -> Iterator[tuple[Path, str]]:
    """Files with their new texts, each change by itself."""
    random = Random(seed)
    texts = {file: file.read_text("utf-8") for file in sorted(pack.glob("*.yaml"))}
    words = sorted({word.lower() for text in texts.values() for word in _words(text)})
    for _ in range(number):
        name, old, new = random.choice(_EDITS)
        a, b, c = random.sample([*words, "fame", "more-fame"], 3)
        made = new.format(
            a=a, b=b, c=c, type=random.choice(_TYPES), state=random.choice(_STATES),
            parent=random.choice(_PARENTS),
        )  # fmt: skip
        text = texts[pack / name]
        assert old in text, old
        yield pack / name, text.replace(old, made, 1)


def _words(text: str) -> list[str]:
    """Words and parts of them, as they occur or in the singular."""
    found = re.findall(r"[A-Za-z][A-Za-z-]+", text)
    return [*found, *(word[:-1] for word in found if word.endswith("s")), "un" + found[0]]
