"""Declares options and abilities: those of packs, and those that things and kinds carry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cardwright.board.declarations import Field, Kind, Thing
from cardwright.language.declared import (
    Ability,
    Option,
    Window,
)
from cardwright.language.registry.operation import OPERATIONS
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.rules.rule_parameters import rule_parameters
from cardwright.pack.rules.use_limits import declare_ability_limit, limit_span, limited_rule
from cardwright.pack.sections import Entry
from cardwright.pack.validation.yaml_node import YamlNode

MOST_REPLIES, MOST_OPEN = 20, 8
"""The defaults of a window."""


def declare_option(node: YamlNode, bearer: Thing | None, builder: PackBuilder) -> None:
    """Declares an option: with an `id` in a list of options, with `option` in a list of
    abilities.
    """
    id = node.get("id") or node.get("option")
    if id is None:
        return
    builder.declare_name("option", id.word, id.span)
    body, menu = builder.effect_span(node.get("do")), node.get("menu")
    if body is None or menu is None:
        return
    limit = node.get("limit")
    made = Option(
        id.word,
        menu.word,
        node.text("title") or title_of(id.word),
        body,
        id.span,
        builder.expression_span(node.get("if")),
        builder.expression_span(node.get("cost")),
        limit.document.text_span(limit.path) if limit else None,
        menu.span,
        bearer,
        node.pack,
        _preferred(node.get("prefer")),
    )
    builder.declared.options.append(made)


def _preferred(node: YamlNode | None) -> int:
    return 1 if node is None or not isinstance(node.value, int) else node.value


def patched_option(option: Option, changes: Mapping[str, YamlNode], builder: PackBuilder) -> Option:
    """The option with the keys that a patch changes."""
    limit, menu, title = (changes.get(key) for key in ("limit", "menu", "title"))
    prefer = changes.get("prefer")
    made = replace(
        option,
        condition=builder.expression_span(changes.get("if")) or option.condition,
        cost=builder.expression_span(changes.get("cost")) or option.cost,
        body=builder.effect_span(changes.get("do")) or option.body,
        title=option.title if title is None else title.word,
        limit=option.limit if limit is None else limit.document.text_span(limit.path),
        prefer=option.prefer if prefer is None else _preferred(prefer),
    )
    return made if menu is None else replace(made, menu=menu.word, menu_span=menu.span)


def declare_ability(node: YamlNode, bearer: Thing | None, builder: PackBuilder) -> None:
    """Declares an ability of the pack itself, or of a thing."""
    if node.get("option"):
        declare_option(node, bearer, builder)
        return
    kind = next((kind for key, kind in ABILITIES.items() if node.get(key)), None)
    if kind is None or (pattern := builder.expression_span(node.get(kind.key))) is None:
        return
    operation = next((o for o in OPERATIONS if node.get(o.name)), None) if kind.modifies else None
    body = builder.effect_span(node.get("do")) if kind.does else None
    if kind.changes_keywords:
        operation, body = None, builder.expression_span(node.get(kind.whom))
    elif operation is not None:
        body = builder.expression_span(node.get(operation.name))
    condition = builder.expression_span(node.get("if"))
    needed = kind.does or kind.whom or (kind.modifies and not kind.changes_keywords)
    if (body is None and needed) or (condition is None and node.get("if")):
        return
    span, order = node.document.keys[(*node.path, kind.key)], node.number("order") or 0
    used = _use_flag(node, bearer, builder)
    window = _window(node, builder) if kind.opens else None
    if kind.opens and window is None:
        return
    made = Ability(
        kind, pattern, span, condition, body, operation, bearer, node.pack, used, order, window,
        title=node.text("title"),
    )  # fmt: skip
    builder.declared.abilities.append(made)


def _use_flag(node: YamlNode, bearer: Thing | None, builder: PackBuilder) -> Field | None:
    """The flag that records the use of an ability with a limit: each ability of a bearer has its
    own.
    """
    limit = limit_span(node)
    if limit is None:
        return None
    others = (a.used for a in builder.declared.abilities if a.bearer is bearer)
    rule = limited_rule(limit)
    number = 1 + sum(used is not None and used.resets == rule for used in others)
    return declare_ability_limit(limit, bearer.kind if bearer else "player", number, builder)


def _window(node: YamlNode, builder: PackBuilder) -> Window | None:
    """How players reply; None without a menu, which is reported as missing."""
    if (menu := node.get("menu")) is None:
        return None
    named = [(n, i.key_span, builder.expression_span(i)) for n, i in node.items_of("names")]
    return Window(
        menu.word,
        menu.span,
        builder.expression_span(node.get("asks")),
        builder.expression_span(node.get("first")),
        tuple((name, key, value) for name, key, value in named if value is not None),
        node.number("at most") or MOST_REPLIES,
        node.number("max depth") or MOST_OPEN,
        not node.flag("only if able"),
    )


def declare_kinds_abilities(found: Iterable[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    """Declares the abilities and options of kinds, which each thing of the kind carries.

    Also declares the parameters of effects that are printed on its things.
    """
    for kind, entry in found:
        for name, slot in entry.node.items_of("rules"):
            if isinstance(slot.value, dict) and (takes := tuple(rule_parameters(slot, builder))):
                builder.declared.printed_takes[(kind.name, name)] = takes
        span, pack = kind.span or entry.node.key_span, entry.node.pack
        each = Thing(kind.name, kind.name, f"this {kind.name}", pack=pack, span=span, each=True)
        declare_carried(each, entry.node, builder)


def declare_carried(thing: Thing, node: YamlNode, builder: PackBuilder) -> None:
    """Declares the abilities and options of a thing."""
    for item in node.elements_of("abilities"):
        declare_ability(item, thing, builder)
    for item in node.elements_of("options"):
        declare_option(item, thing, builder)
