"""A rule of a pack: as written, in generated English, and its meaning.

Finds the checked form of the rule at a position in a file. The meaning of a rule with errors is its
own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import dedent

from cardwright.language import core
from cardwright.language.english.clauses import sentence_of
from cardwright.language.front_end.checked import Checked, CheckedAbility, CheckedOption
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.syntax.formatter import Formatter
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.abilities import ABILITIES as KINDS
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.forms.rule_forms import ABILITIES
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span
from cardwright_tools.diff.normal_form import normal_form
from cardwright_tools.show import rule_english

FACTS = ("title", "provenance", "prefer")
"""Keys of options and abilities that are no part of their rules."""
_FORMATTER = Formatter(Parser(VERBS))
Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    written: str
    english: Lines
    meaning: object

    def same(self, other: Rule) -> bool:
        """Compares the meanings or, if one rule has errors, the words."""
        if isinstance(self.meaning, str) or isinstance(other.meaning, str):
            return self.written.split() == other.written.split()
        return self.meaning == other.meaning


@dataclass(slots=True)
class Rules:
    """The rules of a checked game, by name and by position."""

    checked: Checked
    _options: dict[str, CheckedOption] = field(init=False)
    _events: dict[tuple[str, int], CheckedAbility] = field(init=False)
    _modifiers: dict[tuple[str, int], tuple[str, core.Modifier]] = field(init=False)

    def __post_init__(self) -> None:
        self._options = {option.declared.id: option for option in self.checked.options}
        self._events = {_at(ability.span): ability for ability in self.checked.abilities}
        found = self.checked.modifiers.items()
        self._modifiers = {_at(m.declared.span): (name, m) for name, ms in found for m in ms}

    # ------------------------------------------------------------------------- effects

    def rule(self, name: str, node: YamlNode | None) -> Rule:
        declared = self.checked.declared.rules.get(name)
        names = ["you", *rule_english.parameter_names(declared.takes if declared else ())]
        return self._effect(self.checked.rules.get(name), node, names)

    def effect(self, kind: str, id: str, slot: str, node: YamlNode) -> Rule:
        takes = rule_english.parameter_names(self.checked.declared.taken_by(kind, slot))
        made = self.checked.effects.get((kind, id, slot))
        if made is not None and not made.span.is_within(node.span):
            made = None  # it belongs to another rule with the same id
        return self._effect(made, node, ["you", "this", *takes])

    def _effect(
        self, made: core.Routine | None, node: YamlNode | None, names: Sequence[str]
    ) -> Rule:
        written = _written(node)
        if made is None:
            return Rule(written, (), " ".join(written.split()))
        lines = english_of(self.checked).routine(made, names)
        return Rule(written, tuple(lines), normal_form(made))

    def definition(self, name: str, node: YamlNode | None) -> Rule:
        written, made = _written(node), self.checked.functions.get(name)
        if made is None:
            return Rule(written, (), " ".join(written.split()))
        names = rule_english.parameter_names(self.checked.declared.definitions[name].takes)
        said = english_of(self.checked).sentence(made.body, parameters=names)
        line = sentence_of(said)
        return Rule(written, (line,), normal_form(made.body))

    # ----------------------------------------------------------------------- abilities

    def ability(self, node: YamlNode) -> tuple[str, Rule]:
        """The identity of an ability, and its rule."""
        head = next((key for key in ABILITIES if node.get(key)), "id")
        pattern = _pattern(node.text(head))
        key = f"option {pattern}" if head in ("option", "id") else f"{head} {pattern}"
        written = "\n".join(_keys(node))
        if head in ("option", "id"):
            lines, means = self._option(pattern, node)
        elif KINDS[head].modifies:
            lines, means = self._modifier(node, head)
        else:
            lines, means = self._event(node, head)
        return key, Rule(written, lines, means or " ".join(written.split()))

    def _option(self, id: str, node: YamlNode) -> tuple[Lines, object]:
        option = self._options.get(id)
        if option is None or not option.declared.span.is_within(node.span):
            return (), None
        lines = rule_english.option_lines(option, english_of(self.checked))
        cost = option.cost and option.cost.said
        parts = (option.test, cost, option.limit, option.declared.menu, option.routine)
        return tuple(lines), normal_form(parts)

    def _event(self, node: YamlNode, head: str) -> tuple[Lines, object]:
        ability = self._events.get(_at(node.document.keys[(*node.path, head)]))
        if ability is None:
            return (), None
        lines = tuple(rule_english.ability_lines(ability, english_of(self.checked)))
        return lines, normal_form(
            (ability.hook, ability.event, node.number("order"), ability.test, ability.routine)
        )

    def _modifier(self, node: YamlNode, head: str) -> tuple[Lines, object]:
        found = self._modifiers.get(_at(node.document.keys[(*node.path, head)]))
        if found is None:
            return (), None
        name, made = found
        line = rule_english.modifier_line(name, made, english_of(self.checked))
        return (line,), normal_form((name, made.operation.name, made.test, made.value))


def _pattern(text: str) -> str:
    """The subject of an ability in normal form, the same for all ways to write it."""
    made = _FORMATTER.format(Source("", text).whole, "expression", Report())
    return " ".join((made.text if made else text).split())


def _at(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def _written(node: YamlNode | None) -> str:
    """The text of an effect, without its indentation in the file."""
    return dedent(node.word).strip("\n").rstrip() if node else ""


def _keys(node: YamlNode) -> list[str]:
    """The keys of an ability that are rules, each as a line or an indented block."""
    lines: list[str] = []
    for key, item in node.items():
        text = _written(item).split("\n")
        if key in (*FACTS, "text"):
            continue
        lines += [f"{key}: {text[0]}"] if len(text) == 1 else [f"{key}:", *(f"  {x}" for x in text)]
    return lines
