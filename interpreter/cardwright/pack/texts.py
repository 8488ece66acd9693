"""What packs declare in the language: definitions, rules, menus, options and abilities.

Owns where each text stands. The texts themselves are read by the language layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.model import Thing
from cardwright.language.declared import (
    PREPOSITIONS,
    Ability,
    Definition,
    Menu,
    Option,
    Parameter,
    Rule,
)
from cardwright.pack.linking import Link, title_of
from cardwright.pack.sections import Sections, entries
from cardwright.pack.spot import Spot
from cardwright.pack.values import PLAIN, parameter_type
from cardwright.source.text import Span

_WORD = re.compile(r"\S+")
POINTERS = frozenset({"it", "there", "this", "actor"})
_TYPES = {"modify": "modify", "when": "when", "instead of": "instead of", "forbid": "forbid"}
_OPERATIONS = {"set": "set", "add": "add", "multiply": "multiply",
               "at least": "at least", "at most": "at most"}  # fmt: skip


def declare(sections: Sections, link: Link) -> None:
    """All but what things carry."""
    for entry in entries(sections, "definitions", link):
        _definition(entry.spot, entry.key, link)
    for entry in entries(sections, "rules", link):
        _rule(entry.spot, entry.key, link)
    for entry in entries(sections, "menus", link):
        _menu(entry.spot, entry.key, link)
    for entry in entries(sections, "options", link):
        option(entry.spot, None, link)
    for entry in entries(sections, "abilities", link):
        ability(entry.spot, None, link)


# Definitions


def _definition(spot: Spot, key: str, link: Link) -> None:
    words = _words(spot, key)
    if not words:
        link.report.error("CW346", "this key has no name", spot.name)
        return
    name, where = words[0]
    help = f"call it something else; `modify: {name}` changes another pack's"
    if not link.declare("definition", name, where, help=help):
        return
    long = isinstance(spot.value, dict)
    takes = dict(spot.entries("takes")) if long else {}
    parameters = _parameters(words[1:], takes, spot, link)
    body = link.expression(spot.get("is") if long else spot) if spot.value is not None else None
    if parameters is None or body is None:
        link.odd(name)
        return
    link.declared.definitions[name] = Definition(name, parameters, body, where, spot.pack)


def _words(spot: Spot, key: str) -> list[tuple[str, Span]]:
    """The words of a key, each with its place where the key is written as it is read."""
    span = spot.name
    start = span.start + max(span.text.find(key), 0)
    exact = key in span.text
    source = span.source
    return [
        (m[0], Span(source, start + m.start(), start + m.end()) if exact else span)
        for m in _WORD.finditer(key)
    ]


def _parameters(
    words: list[tuple[str, Span]], takes: dict[str, Spot], spot: Spot, link: Link
) -> tuple[Parameter, ...] | None:
    found: dict[str, Parameter] = {}
    rest = words
    while rest:
        if rest[0][0] not in PREPOSITIONS or len(rest) < 2:
            help = "as in `name of KIND on KIND as NAME`"
            message = f"`{rest[0][0]}` can't stand here in a key"
            link.report.error("CW346", message, rest[0][1], help)
            return None
        (preposition, _), (type, where), *rest = rest
        name, named = type, where
        if rest and rest[0][0] == "as" and len(rest) > 1:
            (name, named), rest = rest[1], rest[2:]
        made = _parameter(name, named, type, where, takes, link)
        if name in found:
            help = f"name one of them, as `{type} as other-{type}`"
            link.report.error("CW328", f"two parameters are called `{name}`", named, help)
            return None
        if made is None:
            return None
        found[name] = replace(made, preposition=preposition)
    if not _all_used(takes, found, link):
        return None
    return tuple(found.values())


def _parameter(
    name: str, named: Span, type: str, where: Span, takes: dict[str, Spot], link: Link
) -> Parameter | None:
    if name != type or name in takes:
        link.well_named(name, named)
    if type in takes:
        type, where = takes[type].word, takes[type].span
    return Parameter(name, type, named) if parameter_type(type, where, link) else None


def _all_used(takes: dict[str, Spot], found: dict[str, Parameter], link: Link) -> bool:
    unused = [spot for name, spot in takes.items() if name not in found]
    for spot in unused:
        message = f"`{spot.path[-1]}` is no parameter in the key of this definition"
        link.report.error("CW346", message, spot.name, "as in `name of PARAMETER`")
    return not unused


# Rules and menus


def _rule(spot: Spot, key: str, link: Link) -> None:
    if key.split()[1:2] and key.split()[1] in (*PREPOSITIONS, "with"):
        link.report.error("CW326", f"`{key}` is not a name", spot.name, _rule_help(key))
        link.odd(key.split()[0])
        return
    help = "call it something else; in place of another pack's, `instead of:` that rule"
    if not link.declare("rule", key, spot.name, help=help):
        return
    long = isinstance(spot.value, dict)
    body = link.effect(spot.get("do") if long else spot) if spot.value is not None else None
    takes = _takes(spot, link)
    if body is None:
        link.odd(key)
        return
    link.declared.rules[key] = Rule(key, tuple(takes), body, spot.name, spot.pack)


def _rule_help(key: str) -> str:
    """For `score with base`, written as definitions are."""
    name, _, *taken = key.split()
    names = [word for word in taken if word not in (*PREPOSITIONS, "with", "and", "as")]
    takes = ", ".join(f"{word}: {word}" for word in names) or "NAME: KIND"
    return f"write `{name}: {{takes: {{{takes}}}, do: ...}}`"


def _takes(spot: Spot, link: Link) -> Iterator[Parameter]:
    for name, item in spot.entries("takes"):
        # Often a parameter has the name of its kind, which was looked at there.
        if name != item.word:
            link.well_named(name, item.name)
        if name in PLAIN:
            link.report.error("CW327", f"`{name}` is a type", item.name, "choose another name")
        elif name in POINTERS:
            message = f"`{name}` means something else where rules are reacted to"
            link.report.error("CW327", message, item.name, "choose another name")
        parameter_type(item.word, item.span, link)
        yield Parameter(name, " ".join(item.word.split()), item.name)


def _menu(spot: Spot, key: str, link: Link) -> None:
    help = "call it something else; `options` with this `menu` add to another pack's"
    if link.declare("menu", key, spot.name, help=help):
        title = spot.text("title") if isinstance(spot.value, dict) else str(spot.value or "")
        link.declared.menus[key] = Menu(key, title or title_of(key), spot.name, spot.pack)


# Options and abilities


def option(spot: Spot, bearer: Thing | None, link: Link) -> None:
    """An option with its `id`, or carried among abilities and told by `option`."""
    id = spot.get("id") or spot.get("option")
    if id is None or not link.declare("option", id.word, id.span):
        return
    body, menu = link.effect(spot.get("do")), spot.get("menu")
    if body is None or menu is None:
        return
    limit, limit_span = _limit(spot.get("limit"))
    made = Option(
        id.word,
        menu.word,
        spot.text("title") or title_of(id.word),
        body,
        id.span,
        link.expression(spot.get("if")),
        link.expression(spot.get("cost")),
        limit,
        limit_span,
        menu.span,
        bearer,
        spot.pack,
    )
    link.declared.options.append(made)


def _limit(spot: Spot | None) -> tuple[str, Span | None]:
    """`once per turn` names the rule `turn`."""
    if spot is None:
        return "", None
    name, span = spot.word.split()[-1], spot.document.text_span(spot.path)
    at = span.text.rfind(name)
    if at < 0:
        return name, spot.span
    return name, Span(span.source, span.start + at, span.start + at + len(name))


def ability(spot: Spot, bearer: Thing | None, link: Link) -> None:
    """An ability of the pack itself, or of a definition."""
    if spot.get("option"):
        option(spot, bearer, link)
        return
    head = next((key for key in _TYPES if spot.get(key)), "")
    pattern = link.expression(spot.get(head))
    op = next((key for key in _OPERATIONS if spot.get(key)), "")
    text = spot.get(op) if head == "modify" else spot.get("do")
    body = link.expression(text) if head == "modify" else link.effect(text)
    if pattern is None or (body is None and head != "forbid"):
        return
    condition = link.expression(spot.get("if"))
    if condition is None and spot.get("if"):
        return
    operation = _OPERATIONS[op] if head == "modify" else ""
    span = spot.document.keys[(*spot.path, head)]
    order = spot.number("order") or 0
    made = Ability(
        _TYPES[head], pattern, span, condition, body, operation, bearer, spot.pack, order
    )
    link.declared.abilities.append(made)


def carried(thing: Thing, spot: Spot, link: Link) -> None:
    """The abilities and options of a definition."""
    for item in spot.listed("abilities"):
        ability(item, thing, link)
    for item in spot.listed("options"):
        option(item, thing, link)
