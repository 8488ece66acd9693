"""The names that a text of code knows besides the declarations of packs, by its place in YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from cardwright import Rules
from cardwright.board.declarations import Thing
from cardwright.language import core
from cardwright.language.external_texts import NO_NAMES, ExternalTexts
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.text import Source
from cardwright_tools.language_service.code_texts import EVENTS
from cardwright_tools.language_service.name_filter import NOTHING_MORE, InScope
from cardwright_tools.language_service.yaml_cursor import ITEM, YamlCursor


def scope_at(place: YamlCursor, rules: Rules) -> InScope:
    """What is known at a place: parameters of a rule, a definition, a printed effect or a menu,
    what carries the text, and the names that its event gives."""
    declared, (section, *below) = rules.declared, place.path
    name = below[0] if below else ""
    if section == "rules" and name in declared.rules:
        return InScope(declared.rules[name].takes)
    if section == "definitions":
        known = declared.definitions.get(shared_parser(VERBS).defined(name))
        return InScope(known.takes) if known else NOTHING_MORE
    kind = next((k.name for k in declared.board.kinds.values() if k.plural == section), "")
    carrier = kind if kind and name == ITEM else ""
    if place.path[-3:-1] == ("abilities", ITEM):
        return _in_ability(place, carrier, rules)
    if place.path[-3:-1] == ("options", ITEM):
        menu = declared.menus.get(place.beside.get("menu", ""))
        return InScope(menu.takes if menu else (), carrier)
    if carrier and len(below) > 1:
        return InScope(declared.taken_by(kind, below[1]), kind)
    return NOTHING_MORE


def _in_ability(place: YamlCursor, carrier: str, rules: Rules) -> InScope:
    """What an ability knows, which also may be one of a lasting effect."""
    key = place.path[-1]
    if key in ABILITIES:
        return InScope(forbids=ABILITIES[key].hook == "forbid")
    bearer = next(iter(rules.declared.board.things.get(carrier, {}).values()), None)
    lasting = rules.declared.lasting.get(_below("lasting", place.path))
    bearer = lasting.thing if lasting else bearer
    head = next((one for one in place.beside if one in ABILITIES), "")
    names = _at_event(head, place.beside.get(head, ""), bearer, rules)
    return InScope(lasting.takes if lasting else (), bearer.kind if bearer else "", names)


def _below(key: str, path: Sequence[str]) -> str:
    """What comes after a key in a path."""
    return next((after for one, after in pairwise(path) if one == key), "")


def _at_event(head: str, event: str, bearer: Thing | None, rules: Rules) -> Mapping[str, core.Expr]:
    """The names that an ability with this key and event gives to what it reacts to."""
    kind = ABILITIES.get(head)
    if kind is None or f"{kind.pattern}_text" not in EVENTS:
        return NO_NAMES
    names = ExternalTexts(rules.checked).names_at_event(kind, Source("", event).whole, bearer)
    return {name: value for name, value in names.items() if name != "you"}
