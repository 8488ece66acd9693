"""Declares definitions, rules and menus, and what packs themselves say in the language.

Responsible for their keys and the spans of their texts. Knows nothing about what the texts say: the
language layer parses them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardwright.language.declared import (
    Definition,
    Menu,
    Parameter,
    Rule,
    TypeName,
)
from cardwright.language.syntax import ast
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.rules.carried_rules import declare_ability, declare_option
from cardwright.pack.rules.rule_parameters import has_unread_parameters, rule_parameters
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import parameter_type, type_name
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Source, Span

_CALL = lazy_pattern(r"([a-z][\w-]*) ?\(([^()]*)\)")
"""A key in the form of other languages: `strength(player)`."""


def declare_rules(sections: Sections, builder: PackBuilder) -> None:
    """Declares the rules of packs themselves; those that things carry come with
    `declare_carried`.
    """
    for entry in entries(sections, "definitions", builder):
        _definition(entry, builder)
    for entry in entries(sections, "rules", builder):
        _rule(entry.node, entry.key, builder)
    for entry in entries(sections, "menus", builder):
        _menu(entry.node, entry.key, builder)
    for entry in entries(sections, "options", builder):
        declare_option(entry.node, None, builder)
    for entry in entries(sections, "abilities", builder):
        declare_ability(entry.node, None, builder)


# Definitions


def _definition(entry: Entry, builder: PackBuilder) -> None:
    node, key = entry.node, entry.key
    if not key.strip():
        builder.error("CW346", "this key does not begin with a name", node.key_span)
        return
    found, exact = _signature(node, key)
    if isinstance(found, ast.UnreadProperty):
        _refuse_unread(found, node, exact, builder)
        return
    if (odd := _uncallable(found)) is not None:
        help = f"write `on {odd.kind.text}`, or `in`, `at`, `from` or `with` in place of `on`"
        message = "only the first parameter can follow `of`"
        builder.error("CW346", message, odd.span if exact else node.key_span, help)
        builder.mark_invalid_name(found.name.text)
        return
    name, where = found.name.text, found.name.span if exact else node.key_span
    if not _declare_definition(name, where, builder):
        return
    if (call := _CALL.fullmatch(name)) is not None:
        builder.mark_invalid_name(call[1])
        return
    if not entry.is_complete:
        _mark_untyped(found, builder)
    parameters = _parameters(found, exact, node, builder)
    body = builder.expression_span(node.get_or_self("is"))
    if parameters is None or body is None:
        builder.mark_invalid_name(name)
        return
    gives, deep = node.get("gives"), node.number("max depth") or 0
    type = type_name(gives.word) if gives else None
    if type and gives and not parameter_type(type, gives.span, builder):
        type = None
    made = Definition(name, parameters, body, where, node.pack, deep=deep, gives=type, key=key)
    builder.declared.definitions[name] = made


def _mark_untyped(found: ast.PropertyText, builder: PackBuilder) -> None:
    """Notes the parameters whose types may be in a misspelt `takes`."""
    board = builder.board
    for word in (one.kind.text for one in found.parameters):
        if word not in board.kinds and word not in board.enums:
            builder.mark_invalid_name(word)


def _refuse_unread(
    found: ast.UnreadProperty, node: YamlNode, exact: bool, builder: PackBuilder
) -> None:
    """Declares the name of a definition whose parameters can't be read, and reports that."""
    odd_word, help = found.unexpected, "as in `name of KIND on KIND as NAME`"
    if odd_word.text == "to":
        help = "write `on`, or `in`, `at`, `from` or `with`: `to` says where something goes"
    where, place = (odd_word, found.name) if exact else (node.key_span, node.key_span)
    if _declare_definition(found.name.text, place, builder):
        builder.error("CW346", f"unexpected `{odd_word.text}` in a key", where, help)
        builder.mark_invalid_name(found.name.text)


def _uncallable(found: ast.PropertyText) -> ast.Parameter | None:
    """The first parameter for which no expression could be given."""
    return next((p for p in found.parameters[1:] if p.preposition == "of"), None)


def _declare_definition(name: str, where: Span, builder: PackBuilder) -> bool:
    help = f"choose another name, or use `modify: {name}` to change the other pack's"
    return builder.declare_name("definition", name, where, help=help)


def _signature(node: YamlNode, key: str) -> tuple[ast.PropertyText | ast.UnreadProperty, bool]:
    """A key as parsed by the grammar, and whether its spans are those of the file.

    A key that is quoted or escaped has no exact positions in it.
    """
    span = node.key_span
    at = span.text.find(key)
    text = Source("", key).whole
    if at >= 0:
        text = Span(span.source, span.start + at, span.start + at + len(key))
    return shared_parser(VERBS).property(text), at >= 0


def _parameters(
    signature: ast.PropertyText, exact: bool, node: YamlNode, builder: PackBuilder
) -> tuple[Parameter, ...] | None:
    takes = dict(node.items_of("takes"))
    found: dict[str, Parameter] = {}
    for written in signature.parameters:
        made = _parameter(written, None if exact else node.key_span, takes, builder)
        if written.name.text in found:
            kind = written.kind.text
            help = f"give one a name, as in `{kind} as other-{kind}`"
            where = written.name.span if exact else node.key_span
            message = f"two parameters are named `{written.name.text}`"
            builder.error("CW328", message, where, help)
            return None
        if made is None:
            return None
        found[made.name] = made
    return tuple(found.values()) if _all_used(takes, found, builder) else None


def _parameter(
    written: ast.Parameter, whole: Span | None, takes: dict[str, YamlNode], builder: PackBuilder
) -> Parameter | None:
    """A parameter of a definition; `whole` is the position for a key without exact ones."""
    name, named = written.name.text, whole or written.name.span
    kind, where = written.kind.text, whole or written.kind.span
    if name != kind or name in takes:
        builder.check_name(name, named)
    type = TypeName(kind)
    if kind in takes:
        type, where = type_name(takes[kind].word), takes[kind].span
    if not parameter_type(type, where, builder):
        return None
    return Parameter(name, type, named, written.preposition)


def _all_used(
    takes: dict[str, YamlNode], found: dict[str, Parameter], builder: PackBuilder
) -> bool:
    unused = [node for name, node in takes.items() if name not in found]
    for node in unused:
        message = f"`{node.path[-1]}` is not a parameter in the key of this definition"
        builder.error("CW346", message, node.key_span, "as in `name of PARAMETER`")
    return not unused


# Rules and menus


def _rule(node: YamlNode, key: str, builder: PackBuilder) -> None:
    if (call := _CALL.fullmatch(key)) is not None:
        help = _with_takes(call[1], dict.fromkeys(re.findall(r"[\w-]+", call[2]), "KIND"))
        builder.error("CW326", f"`{key}` is not a valid name", node.key_span, help)
        builder.mark_invalid_name(call[1])
        return
    found = _signature(node, key)[0] if " " in key else None
    if isinstance(found, ast.PropertyText) and found.parameters:
        builder.error("CW326", f"`{key}` is not a valid name", node.key_span, _rule_help(found))
        builder.mark_invalid_name(found.name.text)
        return
    help = "choose another name, or use `instead of:` to replace the other pack's"
    if not builder.declare_name("rule", key, node.key_span, help=help):
        return
    body = builder.effect_span(node.get_or_self("do"))
    takes = rule_parameters(node, builder)
    if body is None or has_unread_parameters(node):
        builder.mark_invalid_name(key)
        return
    builder.declared.rules[key] = Rule(key, tuple(takes), body, node.key_span, node.pack)


def _rule_help(found: ast.PropertyText) -> str:
    """How to write `score with base`, a rule that has the form of a definition."""
    takes = {one.name.text: one.kind.text for one in found.parameters}
    return _with_takes(found.name.text, takes)


def _with_takes(rule: str, takes: Mapping[str, str]) -> str:
    """How to write a rule that takes these, with their kinds."""
    said = ", ".join(f"{name}: {kind}" for name, kind in takes.items())
    return f"write `{rule}: {{takes: {{{said}}}, do: ...}}`"


def _menu(node: YamlNode, key: str, builder: PackBuilder) -> None:
    help = "choose another name, or use `options` with this `menu` to add to the other pack's"
    if has_unread_parameters(node):
        builder.mark_invalid_name(key)
    elif builder.declare_name("menu", key, node.key_span, help=help):
        title = node.text("title") if isinstance(node.value, dict) else str(node.value or "")
        passing = node.text("pass") if isinstance(node.value, dict) else ""
        takes = tuple(rule_parameters(node, builder))
        logged = not isinstance(node.value, dict) or node.flag("logged", True)
        title = title or title_of(key)
        made = Menu(key, title, node.key_span, node.pack, takes, passing, logged)
        builder.declared.menus[key] = made


# Options and abilities
