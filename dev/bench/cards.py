"""Cards drawn from a recipe: the same seed and number give the same card on every machine.

An *edition* of a card has the same name and fields, but another effect and text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from cardwright.runtime.rng import below, seeded, step
from dev.bench.recipe import SLOT, Recipe, Template, Word

STRIDE = 7919  # a prime, so that neighbours in a file have very different titles
ENDED = 3, 5  # three of five single-line effects have an ending
WIDEST = 100  # the most characters for two statements on one line
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Card:
    """The parts that a person would write; `fields` are in their YAML form."""

    id: str
    title: str
    fields: dict[str, str]
    text: str
    do: str


class Dice:
    """Random draws, all derived from one seed."""

    def __init__(self, *numbers: int) -> None:
        self._state = 0
        for number in numbers:
            self._state = step(seeded(self._state + number))[1]

    def below(self, limit: int) -> int:
        self._state, drawn = below(self._state, limit)
        return drawn

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def draw_card(recipe: Recipe, seed: int, number: int, edition: int = 0) -> Card:
    """The card of this number, from 0."""
    title, dice = _title(recipe, seed, number), Dice(seed, number)
    fields = {name: dice.one_of(values) for name, values in recipe.fields.items()}
    first = dice.one_of(recipe.chances)
    template = recipe.effects[(first + edition) % len(recipe.effects)]
    if "\n" not in template.do and dice.below(ENDED[1]) < ENDED[0]:
        template = _together(template, dice.one_of(recipe.endings))
    text, do = _filled(template, recipe, dice)
    return Card("-".join(title.lower().split()), title, fields, text, do)


def _title(recipe: Recipe, seed: int, number: int) -> str:
    """Two words, followed by a number once all pairs have been used."""
    firsts, seconds = recipe.titles
    pairs = len(firsts) * len(seconds)
    round, pair = number // pairs, (number * STRIDE + seed) % pairs
    words = [firsts[pair // len(seconds)], seconds[pair % len(seconds)]]
    return " ".join([*words, *([str(round + 1)] if round else [])])


def _together(first: Template, then: Template) -> Template:
    """One effect after the other, on one line if both are short sentences."""
    do = f"{first.do}, then {then.do}"
    if len(do) > WIDEST or "\n" in then.do or ":" in do:
        do = f"{first.do}\n{then.do}"
    return Template(f"{first.text} {then.text}", do)


def _filled(template: Template, recipe: Recipe, dice: Dice) -> tuple[str, str]:
    """Text and effect. Slots for the same list, such as `{a}` and `{a2}`, get different words."""
    drawn: dict[str, Word] = {}
    for slot, name in dict.fromkeys(SLOT.findall(template.do + template.text)):
        taken = [word for other, word in drawn.items() if other.rstrip("2") == name]
        drawn[slot] = dice.one_of([word for word in recipe.slots[name] if word not in taken])
    return (
        SLOT.sub(lambda match: drawn[match[1]][1], template.text),
        SLOT.sub(lambda match: drawn[match[1]][0], template.do),
    )
