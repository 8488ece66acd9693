"""Builds what is written in the language: definitions, rules, menus, options and abilities.

Owns their keys and the spans of their texts. Knows nothing of what the texts say: the language
layer parses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
from cardwright.pack.builder import PackBuilder, title_of
from cardwright.pack.forms import ABILITIES, OPERATIONS
from cardwright.pack.sections import Sections, entries
from cardwright.pack.values import PRIMITIVES, parameter_type
from cardwright.pack.yaml_node import YamlNode
from cardwright.source.text import Span

_WORD = re.compile(r"\S+")
POINTERS = frozenset({"it", "there", "this", "actor"})


def declare_rules(sections: Sections, builder: PackBuilder) -> None:
    """Declare what packs themselves have; what things carry comes with `declare_carried`."""
    for entry in entries(sections, "definitions", builder):
        _definition(entry.node, entry.key, builder)
    for entry in entries(sections, "rules", builder):
        _rule(entry.node, entry.key, builder)
    for entry in entries(sections, "menus", builder):
        _menu(entry.node, entry.key, builder)
    for entry in entries(sections, "options", builder):
        declare_option(entry.node, None, builder)
    for entry in entries(sections, "abilities", builder):
        declare_ability(entry.node, None, builder)


# Definitions


def _definition(node: YamlNode, key: str, builder: PackBuilder) -> None:
    words = _key_words(node, key)
    if not words:
        builder.error("CW346", "this key has no name", node.key_span)
        return
    name, where = words[0]
    help = f"call it something else; `modify: {name}` changes another pack's"
    if not builder.declare_name("definition", name, where, help=help):
        return
    parameters = _parameters(words[1:], dict(node.items_of("takes")), node, builder)
    body = builder.expression_span(node.get_or_self("is"))
    if parameters is None or body is None:
        builder.mark_invalid_name(name)
        return
    builder.declared.definitions[name] = Definition(name, parameters, body, where, node.pack)


def _key_words(node: YamlNode, key: str) -> list[tuple[str, Span]]:
    """The words of a key with their spans; the whole key's span if it is quoted or escaped."""
    span = node.key_span
    start = span.start + max(span.text.find(key), 0)
    exact = key in span.text
    source = span.source
    return [
        (m[0], Span(source, start + m.start(), start + m.end()) if exact else span)
        for m in _WORD.finditer(key)
    ]


def _parameters(
    words: list[tuple[str, Span]], takes: dict[str, YamlNode], node: YamlNode, builder: PackBuilder
) -> tuple[Parameter, ...] | None:
    found: dict[str, Parameter] = {}
    rest = words
    while rest:
        if rest[0][0] not in PREPOSITIONS or len(rest) < 2:
            help = "as in `name of KIND on KIND as NAME`"
            message = f"`{rest[0][0]}` can't stand here in a key"
            builder.error("CW346", message, rest[0][1], help)
            return None
        (type, where), rest = rest[1], rest[2:]
        name, named = type, where
        if rest and rest[0][0] == "as" and len(rest) > 1:
            (name, named), rest = rest[1], rest[2:]
        made = _parameter(name, named, type, where, takes, builder)
        if name in found:
            help = f"name one of them, as `{type} as other-{type}`"
            builder.error("CW328", f"two parameters are called `{name}`", named, help)
            return None
        if made is None:
            return None
        found[name] = made
    if not _all_used(takes, found, builder):
        return None
    return tuple(found.values())


def _parameter(
    name: str, named: Span, type: str, where: Span, takes: dict[str, YamlNode], builder: PackBuilder
) -> Parameter | None:
    if name != type or name in takes:
        builder.check_name(name, named)
    if type in takes:
        type, where = takes[type].word, takes[type].span
    return Parameter(name, type, named) if parameter_type(type, where, builder) else None


def _all_used(
    takes: dict[str, YamlNode], found: dict[str, Parameter], builder: PackBuilder
) -> bool:
    unused = [node for name, node in takes.items() if name not in found]
    for node in unused:
        message = f"`{node.path[-1]}` is no parameter in the key of this definition"
        builder.error("CW346", message, node.key_span, "as in `name of PARAMETER`")
    return not unused


# Rules and menus


def _rule(node: YamlNode, key: str, builder: PackBuilder) -> None:
    if key.split()[1:2] and key.split()[1] in (*PREPOSITIONS, "with"):
        builder.error("CW326", f"`{key}` is not a name", node.key_span, _rule_help(key))
        builder.mark_invalid_name(key.split()[0])
        return
    help = "call it something else; in place of another pack's, `instead of:` that rule"
    if not builder.declare_name("rule", key, node.key_span, help=help):
        return
    body = builder.effect_span(node.get_or_self("do"))
    takes = _rule_parameters(node, builder)
    if body is None:
        builder.mark_invalid_name(key)
        return
    builder.declared.rules[key] = Rule(key, tuple(takes), body, node.key_span, node.pack)


def _rule_help(key: str) -> str:
    """How to write `score with base`, a rule in the form of a definition."""
    name, _, *taken = key.split()
    names = [word for word in taken if word not in (*PREPOSITIONS, "with", "and", "as")]
    takes = ", ".join(f"{word}: {word}" for word in names) or "NAME: KIND"
    return f"write `{name}: {{takes: {{{takes}}}, do: ...}}`"


def _rule_parameters(node: YamlNode, builder: PackBuilder) -> Iterator[Parameter]:
    for name, item in node.items_of("takes"):
        # Often a parameter has the name of its kind, which was checked where that is declared.
        if name != item.word:
            builder.check_name(name, item.key_span)
        if name in PRIMITIVES:
            builder.error("CW327", f"`{name}` is a type", item.key_span, "choose another name")
        elif name in POINTERS:
            message = f"`{name}` means something else where rules are reacted to"
            builder.error("CW327", message, item.key_span, "choose another name")
        parameter_type(item.word, item.span, builder)
        yield Parameter(name, " ".join(item.word.split()), item.key_span)


def _menu(node: YamlNode, key: str, builder: PackBuilder) -> None:
    help = "call it something else; `options` with this `menu` add to another pack's"
    if builder.declare_name("menu", key, node.key_span, help=help):
        title = node.text("title") if isinstance(node.value, dict) else str(node.value or "")
        builder.declared.menus[key] = Menu(key, title or title_of(key), node.key_span, node.pack)


# Options and abilities


def declare_option(node: YamlNode, bearer: Thing | None, builder: PackBuilder) -> None:
    """An option: with an `id` in a list of options, with `option` in one of abilities."""
    id = node.get("id") or node.get("option")
    if id is None or not builder.declare_name("option", id.word, id.span):
        return
    body, menu = builder.effect_span(node.get("do")), node.get("menu")
    if body is None or menu is None:
        return
    limit, limit_span = _limit(node.get("limit"))
    made = Option(
        id.word,
        menu.word,
        node.text("title") or title_of(id.word),
        body,
        id.span,
        builder.expression_span(node.get("if")),
        builder.expression_span(node.get("cost")),
        limit,
        limit_span,
        menu.span,
        bearer,
        node.pack,
    )
    builder.declared.options.append(made)


def _limit(node: YamlNode | None) -> tuple[str, Span | None]:
    """The rule that a limit names, as `turn` in `once per turn`, and the span of its name."""
    if node is None:
        return "", None
    name, span = node.word.split()[-1], node.document.text_span(node.path)
    at = span.text.rfind(name)
    if at < 0:
        return name, node.span
    return name, Span(span.source, span.start + at, span.start + at + len(name))


def declare_ability(node: YamlNode, bearer: Thing | None, builder: PackBuilder) -> None:
    """An ability of the pack itself, or of a thing."""
    if node.get("option"):
        declare_option(node, bearer, builder)
        return
    head = next((key for key in ABILITIES if node.get(key)), "")
    pattern = builder.expression_span(node.get(head))
    op = next((key for key in OPERATIONS if node.get(key)), "")
    text = node.get(op) if head == "modify" else node.get("do")
    body = builder.expression_span(text) if head == "modify" else builder.effect_span(text)
    if pattern is None or (body is None and head != "forbid"):
        return
    condition = builder.expression_span(node.get("if"))
    if condition is None and node.get("if"):
        return
    operation = op if head == "modify" else ""
    span = node.document.keys[(*node.path, head)]
    order = node.number("order") or 0
    made = Ability(head, pattern, span, condition, body, operation, bearer, node.pack, order)
    builder.declared.abilities.append(made)


def declare_carried(thing: Thing, node: YamlNode, builder: PackBuilder) -> None:
    """Declare the abilities and options of a thing."""
    for item in node.elements_of("abilities"):
        declare_ability(item, thing, builder)
    for item in node.elements_of("options"):
        declare_option(item, thing, builder)
