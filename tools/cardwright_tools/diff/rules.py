"""A rule of a pack: as written, in generated English, and what it means.

Finds the checked form of what stands at a place in a file. A rule that did not check means
its own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import dedent

from cardwright.language import core
from cardwright.language.declared import Ability
from cardwright.language.front_end import Checked, CheckedAbility, CheckedOption
from cardwright.pack.forms import ABILITIES
from cardwright.pack.spot import Spot
from cardwright.source.text import Span
from cardwright_tools.diff.normal_form import normal_form
from cardwright_tools.show import rule_english

_APART = ("title", "text", "provenance")
Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    written: str
    english: Lines
    meaning: object

    def same(self, other: Rule) -> bool:
        """Where one of them did not check, by their words."""
        if isinstance(self.meaning, str) or isinstance(other.meaning, str):
            return self.written.split() == other.written.split()
        return self.meaning == other.meaning


@dataclass(slots=True)
class Rules:
    """The rules of a checked game, by their names and by where they are written."""

    checked: Checked
    _options: dict[str, CheckedOption] = field(init=False)
    _events: dict[tuple[str, int], CheckedAbility] = field(init=False)
    _modifiers: dict[tuple[str, int], Ability] = field(init=False)

    def __post_init__(self) -> None:
        declared = self.checked.declared
        self._options = {option.declared.id: option for option in self.checked.options}
        self._events = {_at(ability.span): ability for ability in self.checked.abilities}
        self._modifiers = {_at(a.span): a for a in declared.abilities if a.type == "modify"}

    # ------------------------------------------------------------------------- effects

    def rule(self, name: str, spot: Spot | None) -> Rule:
        declared = self.checked.declared.rules.get(name)
        names = ["you", *rule_english.parameter_names(declared.takes if declared else ())]
        return self._effect(self.checked.rules.get(name), spot, names)

    def effect(self, kind: str, id: str, slot: str, spot: Spot) -> Rule:
        return self._effect(self.checked.effects.get((kind, id, slot)), spot, ["you", "this"])

    def _effect(self, made: core.Routine | None, spot: Spot | None, names: Sequence[str]) -> Rule:
        written = _written(spot)
        if made is None:
            return Rule(written, (), " ".join(written.split()))
        lines = self.checked.english.routine(made, names)
        return Rule(written, tuple(lines), normal_form(made))

    def definition(self, name: str, spot: Spot | None) -> Rule:
        written, made = _written(spot), self.checked.functions.get(name)
        if made is None:
            return Rule(written, (), " ".join(written.split()))
        names = rule_english.parameter_names(self.checked.declared.definitions[name].takes)
        said = self.checked.english.sentence(made.body, parameters=names)
        line = rule_english.sentence(said)
        return Rule(written, (line,), normal_form(made.body))

    # ----------------------------------------------------------------------- abilities

    def ability(self, spot: Spot) -> tuple[str, Rule]:
        """What tells it from others, and the rule."""
        head = next((key for key in ABILITIES if spot.get(key)), "id")
        pattern = " ".join(spot.text(head).split())
        key = f"option {pattern}" if head in ("option", "id") else f"{head} {pattern}"
        written = "\n".join(_keys(spot))
        if head in ("option", "id"):
            lines, means = self._option(pattern)
        elif head == "modify":
            lines, means = self._modifier(spot, pattern)
        else:
            lines, means = self._event(spot, head)
        return key, Rule(written, lines, means or " ".join(written.split()))

    def _option(self, id: str) -> tuple[Lines, object]:
        option = self._options.get(id)
        if option is None:
            return (), None
        lines = rule_english.option_lines(option, self.checked.english)
        parts = (option.test, option.cost, option.limit, option.declared.menu, option.routine)
        return tuple(lines), normal_form(parts)

    def _event(self, spot: Spot, head: str) -> tuple[Lines, object]:
        ability = self._events.get(_at(spot.document.keys[(*spot.path, head)]))
        if ability is None:
            return (), None
        lines = tuple(rule_english.ability_lines(ability, self.checked.english))
        event = (ability.type, ability.verb, ability.kind, ability.before)
        return lines, normal_form((event, spot.number("order"), ability.test, ability.routine))

    def _modifier(self, spot: Spot, pattern: str) -> tuple[Lines, object]:
        declared = self._modifiers.get(_at(spot.document.keys[(*spot.path, "modify")]))
        name = pattern.partition(" ")[0]
        made = next(
            (m for m in self.checked.modifiers.get(name, ()) if m.declared is declared), None
        )
        if made is None:
            return (), None
        line = rule_english.modifier_line(name, made, self.checked.english)
        return (line,), normal_form((name, made.op, made.test, made.value))


def _at(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def _written(spot: Spot | None) -> str:
    """The text of an effect, without the indentation that its file gives it."""
    return dedent(spot.word).strip("\n").rstrip() if spot else ""


def _keys(spot: Spot) -> list[str]:
    """An ability's keys that are rules, a line each or an indented block."""
    lines: list[str] = []
    for key, item in spot.items():
        text = _written(item).split("\n")
        if key in _APART:
            continue
        lines += [f"{key}: {text[0]}"] if len(text) == 1 else [f"{key}:", *(f"  {x}" for x in text)]
    return lines
