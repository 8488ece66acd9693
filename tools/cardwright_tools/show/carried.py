"""The effects, options, abilities and lasting effects that a definition carries, in English."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.language.declared import LastingEffect
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.inflection import spaced
from cardwright.language.vocabulary.duration import DURATION
from cardwright.pack.board.kinds import slots
from cardwright_tools.show import rule_english
from cardwright_tools.show.automata import automaton_lines


def carried_lines(rules: CheckedPacks, thing: Thing) -> Iterator[str]:
    """What a definition carries; with `each`, what a kind gives to all its things."""
    checked, english = rules.checked, english_of(rules.checked)
    for (kind, id, slot), made in checked.effects.items():
        if (kind, id) == (thing.kind, thing.id):
            yield f"{slots(rules.declared.board, kind)[slot]}:"
            takes = rule_english.parameter_names(rules.declared.taken_by(kind, slot))
            names = ["you", rule_english.this_name(thing), *takes]
            yield from rule_english.indented(english.routine(made, names, checked.rules))
    for option in checked.options:
        if _carries(thing, option.declared.bearer):
            title = option.declared.title or spaced(option.declared.id)
            yield f"Option “{title}” in {rule_english.menu_name(option, rules.declared.menus)}:"
            yield from rule_english.indented(
                rule_english.option_lines(option, english, checked.rules)
            )
    for ability in checked.abilities:
        if _carries(thing, ability.bearer) and ability.declared.kind is not DURATION:
            yield from rule_english.ability_lines(ability, english, checked.rules)
    for name, modifier in rule_english.written_modifiers(checked):
        if _carries(thing, modifier.bearer):
            yield rule_english.modifier_line(name, modifier, english)
    yield from automaton_lines(rules, thing)
    for lasting in rules.declared.lasting.values():
        if lasting.bearer is thing:
            yield f"Lasting effect “{lasting.thing.title}”:"
            yield from rule_english.indented([*effect_lines(rules, lasting)])


def _carries(thing: Thing, bearer: Thing | None) -> bool:
    """Whether this definition carries a rule; a kind as a whole represents all its things."""
    if bearer is None or not thing.each:
        return bearer is thing
    return bearer.each and (bearer.kind, bearer.id) == (thing.kind, thing.id)


def effect_lines(rules: CheckedPacks, lasting: LastingEffect) -> Iterator[str]:
    """How long a lasting effect lasts, and what it does meanwhile."""
    yield from rule_english.lasting_lines(lasting, rules.checked)
    yield from carried_lines(rules, lasting.thing)
