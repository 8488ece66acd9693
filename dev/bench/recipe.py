"""The recipe of generated cards, read from a file of templates.

Defines the shape of that file; tests/bench/many.yaml is one, and explains each part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.render import render
from cardwright.source.yaml_reader import load
from cardwright_tools.output import BROKEN, Stop

SLOT = re.compile(r"\{(([a-z-]+)2?)\}")
"""A slot of a template: its text, and its name."""

MOST_WAYS = 150  # ways to fill in a template that count for its frequency

Word = tuple[str, str]
"""The words for the effect and for the text."""


@dataclass(frozen=True, slots=True)
class Template:
    """A text and its effect, with slots in braces."""

    text: str
    do: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """`fields` and `slots` are the lists to draw from, by name; `rule` is the key of the effect.

    `chances` are indexes of effects: those that can be filled in in many ways occur more often.
    """

    manifest: str
    section: str
    rule: str
    fields: dict[str, tuple[str, ...]]
    provenance: str
    titles: tuple[tuple[str, ...], tuple[str, ...]]
    slots: dict[str, tuple[Word, ...]]
    effects: tuple[Template, ...]
    endings: tuple[Template, ...]
    chances: tuple[int, ...] = ()


def read_recipe(file: Path) -> Recipe:
    """The recipe in a file. Raises Stop, with the error and its position."""
    report = Report()
    document = load(file, str(file), report)
    if document is None:
        raise Stop("\n".join(map(render, report.diagnostics)), BROKEN)
    recipe = _recipe(_Part(str(file), document.value))
    for template in recipe.effects + recipe.endings:
        for slot, name in SLOT.findall(template.text + template.do):
            if len(recipe.slots.get(name, ())) < (1 if slot == name else 2):
                raise Stop(f"{file}: the slots have too few words for `{{{slot}}}`", BROKEN)
    return replace(recipe, chances=tuple(_chances(recipe)))


def _chances(recipe: Recipe) -> Iterator[int]:
    for at, template in enumerate(recipe.effects):
        slots = dict(SLOT.findall(template.text + template.do))
        ways = prod(len(recipe.slots[name]) for name in slots.values())
        yield from (at for _ in range(min(ways, MOST_WAYS)))


def _recipe(top: _Part) -> Recipe:
    fields, titles, slots = top.at("fields"), top.at("titles"), top.at("slots")
    return Recipe(
        manifest=top.at("manifest").word(),
        section=top.at("section").word(),
        rule=top.at("rule").word(),
        fields={name: fields.at(name).words() for name in fields.names()},
        provenance=top.at("provenance").word(),
        titles=(titles.at("first").words(), titles.at("second").words()),
        slots={name: slots.at(name).slot() for name in slots.names()},
        effects=top.at("effects").templates(),
        endings=top.at("endings").templates(),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the file; `path` is the file and the path in it. Missing parts raise Stop."""

    path: str
    value: Value

    def at(self, key: str) -> _Part:
        if not isinstance(self.value, dict) or key not in self.value:
            raise self.wrong(f"`{key}`")
        return _Part(f"{self.path}, {key}", self.value[key])

    def names(self) -> tuple[str, ...]:
        if not isinstance(self.value, dict):
            raise self.wrong("a mapping")
        return tuple(map(str, self.value))

    def word(self) -> str:
        if not isinstance(self.value, str | int):
            raise self.wrong("a text or a number")
        return str(self.value)

    def items(self) -> list[_Part]:
        if not isinstance(self.value, list) or not self.value:
            raise self.wrong("a list that is not empty")
        return [_Part(f"{self.path}, {n}", item) for n, item in enumerate(self.value, 1)]

    def words(self) -> tuple[str, ...]:
        return tuple(item.word() for item in self.items())

    def slot(self) -> tuple[Word, ...]:
        if isinstance(self.value, dict):
            return tuple((name, self.at(name).word()) for name in self.names())
        return tuple((word, word) for word in self.words())

    def templates(self) -> tuple[Template, ...]:
        parts = self.items()
        return tuple(
            Template(part.at("text").word(), part.at("do").word().strip()) for part in parts
        )

    def wrong(self, expected: str) -> Stop:
        return Stop(f"{self.path}: expected {expected}", BROKEN)
