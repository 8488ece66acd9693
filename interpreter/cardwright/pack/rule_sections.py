"""Builds everything written in the language: definitions, rules, menus, options and abilities.

Responsible for their keys and the spans of their texts. Knows nothing about what the texts say: the
language layer parses them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cardwright.board.declarations import Field, Kind, Thing
from cardwright.language.declared import (
    Ability,
    Definition,
    Menu,
    Option,
    Parameter,
    Rule,
    TypeName,
    Window,
)
from cardwright.language.inflection import article
from cardwright.language.registry.operation import OPERATIONS
from cardwright.language.syntax import ast
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder, title_of
from cardwright.pack.limits import declare_ability_limit, limit_span, limited_rule
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.values import PRIMITIVES, optional_type, parameter_type, type_name
from cardwright.pack.yaml_node import YamlNode
from cardwright.source.text import Source, Span

MOST_REPLIES, MOST_OPEN = 20, 8
"""Of a window, where nothing else is written."""
POINTERS = frozenset({"it", "there", "this", "actor"})


def declare_rules(sections: Sections, builder: PackBuilder) -> None:
    """Declares the rules of packs themselves; those that things carry come with
    `declare_carried`.
    """
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
    if not key.strip():
        builder.error("CW346", "this key does not begin with a name", node.key_span)
        return
    found, exact = _signature(node, key)
    if isinstance(found, ast.UnreadProperty):
        odd_word, help = found.unexpected, "as in `name of KIND on KIND as NAME`"
        if odd_word.text == "to":
            help = "write `on`, or `in`, `at`, `from` or `with`: `to` says where something goes"
        where, place = (odd_word, found.name) if exact else (node.key_span, node.key_span)
        if _declare_definition(found.name.text, place, builder):
            builder.error("CW346", f"unexpected `{odd_word.text}` in a key", where, help)
            builder.mark_invalid_name(found.name.text)
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
    if body is None:
        builder.mark_invalid_name(key)
        return
    builder.declared.rules[key] = Rule(key, tuple(takes), body, node.key_span, node.pack)


def _rule_help(found: ast.PropertyText) -> str:
    """How to write `score with base`, a rule that has the form of a definition."""
    takes = ", ".join(f"{one.name.text}: {one.kind.text}" for one in found.parameters)
    return f"write `{found.name.text}: {{takes: {{{takes}}}, do: ...}}`"


def rule_parameters(node: YamlNode, builder: PackBuilder) -> Iterator[Parameter]:
    for name, item in node.items_of("takes"):
        # Often a parameter has the name of its kind, which was checked where the kind is declared.
        if name != item.word:
            builder.check_name(name, item.key_span)
        if name in PRIMITIVES:
            builder.error("CW327", f"`{name}` is a type", item.key_span, "choose another name")
        elif name in POINTERS:
            message = f"`{name}` has another meaning in triggers"
            builder.error("CW327", message, item.key_span, "choose another name")
        type, optional = optional_type(item.word)
        if parameter_type(type, item.span, builder) and optional and not _may_be_none(type):
            help = f"write `{type}`; only a thing or a value of an enum can be none"
            builder.error("CW340", f"{article(str(type))} is never none", item.span, help)
        yield Parameter(name, type, item.key_span, optional=optional)


def _may_be_none(type: TypeName) -> bool:
    return type.name not in PRIMITIVES and not type.is_set


def _menu(node: YamlNode, key: str, builder: PackBuilder) -> None:
    help = "choose another name, or use `options` with this `menu` to add to the other pack's"
    if builder.declare_name("menu", key, node.key_span, help=help):
        title = node.text("title") if isinstance(node.value, dict) else str(node.value or "")
        passing = node.text("pass") if isinstance(node.value, dict) else ""
        takes = tuple(rule_parameters(node, builder))
        logged = not isinstance(node.value, dict) or node.flag("logged", True)
        title = title or title_of(key)
        made = Menu(key, title, node.key_span, node.pack, takes, passing, logged)
        builder.declared.menus[key] = made


# Options and abilities


def declare_option(node: YamlNode, bearer: Thing | None, builder: PackBuilder) -> None:
    """Declares an option: with an `id` in a list of options, with `option` in a list of
    abilities.
    """
    id = node.get("id") or node.get("option")
    if id is None or not builder.declare_name("option", id.word, id.span):
        return
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
