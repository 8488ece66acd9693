"""Everything in a pack that has a name, with its meaning in generated English.

Defines what is an entry (things, rules, definitions, menus, options, abilities, and the entries of
`declarations`) and how it is found by name. Knows no kind of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from cardwright.board.declarations import LASTING, Keyword, Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.language import core
from cardwright.language.declared import Ability, Declared, LastingEffect, Rule
from cardwright.language.english.clauses import sentence_of
from cardwright.language.front_end.checked import CheckedAbility, CheckedOption
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.inflection import listed, spaced
from cardwright.source.spelling import did_you_mean
from cardwright_tools.output import FAILED, Stop
from cardwright_tools.show import lists, rule_english
from cardwright_tools.show.carried import carried_lines, effect_lines
from cardwright_tools.show.declarations import declared_entries, describe_value
from cardwright_tools.show.entry import Entry

SECTIONS = {
    "kinds": "kind", "fields": "field", "zones": "zone", "enums": "enum", "words": "word",
    "definitions": "definition", "keywords": "keyword", "rules": "rule", "menus": "menu",
    "options": "option", "abilities": "ability", "lasting": LASTING, "modules": "module",
}  # fmt: skip
"""Sections of packs, and the kind of their entries."""


def find_entries(rules: CheckedPacks, name: str) -> list[Entry]:
    """All entries with this id, name or title; `KIND/ID` and `PACK:ID` are more specific.

    A field is shown only if nothing else has its name, since most are named after their type.
    """
    pack, _, rest = name.rpartition(":")
    kind, _, id = rest.rpartition("/")
    found = [
        f
        for f in all_entries(rules)
        if f.name == id and kind in ("", f.kind, f.bearer) and pack in ("", f.pack)
    ]
    found = found if kind else [f for f in found if f.kind != "field"] or found
    return found or [f for f in all_entries(rules) if f.title == name]


def entries_of_kind(rules: CheckedPacks, kind: str) -> list[Entry]:
    """A kind with its subkinds and all their definitions: `card` returns all cards."""
    every, board = list(all_entries(rules)), rules.declared.board
    kinds = board.below(kind) if kind in board.kinds else (kind,)
    own = [f for f in every if f.kind == "kind" and f.name in kinds]
    return own + [f for f in every if f.kind in kinds]


def section_kind(rules: CheckedPacks, word: str) -> str:
    """The kind of the entries in a section such as `bases` or `rules`; "" if it is not a
    section."""
    noun = rules.declared.board.noun(word)
    return SECTIONS.get(word) or (noun[0] if noun else "")


def unknown_name(rules: CheckedPacks, name: str) -> Stop:
    """The message for an unknown name, with the nearest known one, or word for several."""
    known = {*SECTIONS, *(word for one in all_entries(rules) for word in (one.name, one.kind))}
    hint = did_you_mean(name.rpartition("/")[2], sorted(known))
    return Stop(f"there is no `{name}`" + (f": {hint}" if hint else ""), FAILED)


def all_entries(rules: CheckedPacks) -> Iterator[Entry]:
    """All definitions of the packs, in a fixed order."""
    declared = rules.declared
    for group in declared.board.things.values():
        for thing in group.values():
            yield _thing(rules, thing)
    yield from (_rule(rules, rule) for rule in declared.rules.values())
    for name, keyword in declared.board.keywords.items():
        meaning = partial(_keyword, rules, keyword)
        yield Entry("keyword", name, keyword.span, keyword.pack, keyword.title, keyword.text,
                    meaning=meaning)  # fmt: skip
    for name, defined in declared.definitions.items():
        if not defined.keyword:
            meaning = partial(_definition, rules, name)
            written = defined.key or defined.signature
            yield Entry("definition", name, defined.span, defined.pack, meaning=meaning,
                        written=written)  # fmt: skip
    yield from (_option(rules, option) for option in rules.checked.options)
    yield from _abilities(rules)
    for name, menu in declared.menus.items():
        meaning = partial(rule_english.menu_lines, menu, rules.checked.options)
        yield Entry("menu", name, menu.span, menu.pack, menu.title, meaning=meaning)
    yield from declared_entries(rules)


def _rule(rules: CheckedPacks, rule: Rule) -> Entry:
    checked = rules.checked
    names = ["you", *rule_english.parameter_names(rule.takes)]

    def meaning() -> Iterator[str]:
        yield from english_of(checked).routine(checked.rules[rule.name], names, checked.rules)
        yield from _replacements(rules, rule.name)

    given = ", ".join(parameter.name for parameter in rule.takes)
    written = f"do {rule.name} with {given}" if given else f"do {rule.name}"
    return Entry("rule", rule.name, rule.span, rule.pack, meaning=meaning, written=written)


def _replacements(rules: CheckedPacks, rule: str) -> Iterator[str]:
    """What happens instead of a rule, and the card, keyword, pack or module that says so."""
    checked = rules.checked
    for ability in checked.abilities:
        if ability.hook == "instead" and ability.event == core.Event("rule", rule):
            yield f"Replaced by {_source_of(ability)}:"
            yield from rule_english.indented(
                [*rule_english.ability_lines(ability, english_of(checked), checked.rules)]
            )


def _source_of(ability: CheckedAbility) -> str:
    """`Bobbie Draper`, `each creature`, or the pack if nothing carries the ability."""
    bearer = ability.bearer
    if bearer is None:
        return ability.declared.pack
    if bearer.keyword:
        return f"each {spaced(bearer.kind)} with {spaced(bearer.keyword)}"
    return f"each {spaced(bearer.kind)}" if bearer.each else rule_english.this_name(bearer)


def _option(rules: CheckedPacks, option: CheckedOption) -> Entry:
    own = option.declared

    def meaning() -> Iterator[str]:
        yield sentence_of(f"in {rule_english.menu_name(option, rules.declared.menus)}")
        yield from rule_english.option_lines(option, english_of(rules.checked), rules.checked.rules)

    bearer = own.bearer.id if own.bearer else ""
    return Entry("option", own.id, own.span, own.pack, own.title, meaning=meaning, bearer=bearer)


def _abilities(rules: CheckedPacks) -> Iterator[Entry]:
    checked = {id(ability.declared): ability for ability in rules.checked.abilities}
    for own in rules.declared.abilities:
        meaning = partial(_ability, rules, own, checked)
        bearer = own.bearer.id if own.bearer else ""
        yield Entry("ability", own.name, own.span, own.pack, meaning=meaning, bearer=bearer)


def _ability(
    rules: CheckedPacks, own: Ability, checked: Mapping[int, CheckedAbility]
) -> Iterator[str]:
    english = english_of(rules.checked)
    if not own.kind.modifies:
        yield from rule_english.ability_lines(checked[id(own)], english, rules.checked.rules)
        return
    for name, modifier in rule_english.written_modifiers(rules.checked):
        if modifier.declared is own:
            yield rule_english.modifier_line(name, modifier, english)


# --------------------------------------------------------------------- what a thing says


def _thing(rules: CheckedPacks, thing: Thing) -> Entry:
    if (lasting := rules.declared.lasting.get(thing.kind)) is not None:
        return _lasting(rules, lasting)
    return Entry(
        thing.kind, thing.id, thing.span, thing.pack, thing.title, thing.text, thing.provenance,
        tuple(_facts(rules.declared, thing)), partial(carried_lines, rules, thing),
        has_keywords=any(rule_english.printed_keywords(thing, rules.declared.board)),
    )  # fmt: skip


def _lasting(rules: CheckedPacks, lasting: LastingEffect) -> Entry:
    thing, takes = lasting.thing, ", ".join(p.name for p in lasting.takes)
    bearer = lasting.bearer.id if lasting.bearer else ""
    return Entry(
        LASTING, thing.id, thing.span, thing.pack, thing.title, thing.text,
        meaning=partial(effect_lines, rules, lasting), bearer=bearer,
        written=f"begin {thing.id} with {takes}" if takes else f"begin {thing.id}",
    )  # fmt: skip


def _facts(declared: Declared, thing: Thing) -> Iterator[str]:
    """Keywords, and printed values that are not shared by the whole kind."""
    for keyword, printed in rule_english.printed_keywords(thing, declared.board):
        yield f"{printed}: {keyword.text}" if keyword.text else printed
    yield from lists.facts(thing)
    counted = declared.board.token_of(thing.kind) or lists.is_brought(declared.board, thing)
    if thing.copies > 1 and not counted:
        yield f"{thing.copies} copies"
    if thing.players:
        yield f"only with {listed([str(number) for number in thing.players], 'or')} players"
    if thing.pieces:
        kinds = declared.board.kinds
        names = ((n, kind if n == 1 else kinds[kind].plural) for kind, n in thing.pieces.items())
        pieces = [f"{number} {spaced(name)}" for number, name in names]
        yield f"pieces: {listed(pieces)}"
    for name, found in declared.board.fields(thing.kind).items():
        if not found.printed or name in ("order", "title"):
            continue
        if name in thing.by_players:
            by = thing.by_players[name].items()
            yield f"{name}: " + "; ".join(f"{n} players: {describe_value(v)}" for n, v in by)
        elif thing.values.get(name, found.default) != found.default:
            yield f"{name}: {describe_value(thing.values[name])}"


def _definition(rules: CheckedPacks, name: str) -> Iterator[str]:
    english, function = english_of(rules.checked), rules.checked.functions[name]
    names = rule_english.parameter_names(rules.declared.definitions[name].takes)
    yield sentence_of(english.sentence(function.body, parameters=names))
    yield from _modifier_lines(rules, name)


def _modifier_lines(rules: CheckedPacks, name: str) -> Iterator[str]:
    """The modifiers of a definition, each with its source."""
    english, seen = english_of(rules.checked), set[int]()
    for made in rules.checked.modifiers.get(name, ()):
        # what silences all keywords isn't listed for each of them
        if id(made.declared) not in seen and not made.declared.kind.silences:
            seen.add(id(made.declared))
            yield rule_english.modifier_line(name, made, english, of=True)


def _keyword(rules: CheckedPacks, keyword: Keyword) -> Iterator[str]:
    yield rule_english.keyword_line(keyword, rules.declared.board)
    bearer = Thing(keyword.name, keyword.kind, each=True)
    yield from carried_lines(rules, bearer)
    yield from _modifier_lines(rules, keyword.name)
