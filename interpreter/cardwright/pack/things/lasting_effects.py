"""Builds lasting effects: `lasting:` of definitions and of packs.

Each becomes a kind with state for its parameters, and one thing of that kind, whose copies can be
in effect at the same time. Names come first (`declare_names`), so that other declarations may refer
to them; the rest (`declare_lasting`) follows with the rules. Knows nothing about what their texts
say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.board.built_in import lasting_root
from cardwright.board.declarations import BEGUN_ANEW, IN_EFFECT, LASTING, Field, Kind, Thing, Zone
from cardwright.board.model import plural
from cardwright.board.types import FLAG, UNKNOWN
from cardwright.language.declared import Ability, LastingEffect, Parameter
from cardwright.language.syntax import ast
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.duration import DURATION
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.board.type_names import declare_type
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.rules.carried_rules import declare_carried
from cardwright.pack.rules.rule_parameters import rule_parameters
from cardwright.pack.sections import Sections, entries
from cardwright.pack.things.thing_builder import ThingEntry
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import known_type
from cardwright.source.records import dataclass

COPIES = 4
"""How many of one lasting effect can be in effect at once, if nothing is written; more of one
whose card has more copies."""


@dataclass(frozen=True, slots=True)
class LastingEntry:
    """A lasting effect with its node and the definition that it is printed with."""

    thing: Thing
    node: YamlNode
    bearer: Thing | None


# Names


def declare_names(
    sections: Sections, things: Sequence[ThingEntry], builder: PackBuilder
) -> list[LastingEntry]:
    """The lasting effects, each with its kind."""
    found = [one for one in _written(sections, things, builder) if _declare_kind(one, builder)]
    if found:
        _declare_zone(builder)
        builder.board.settle()
    return found


def _written(
    sections: Sections, things: Sequence[ThingEntry], builder: PackBuilder
) -> Iterator[LastingEntry]:
    for entry in entries(sections, "lasting", builder):
        yield _entry(entry.key, entry.node, None)
    for made in things:
        for name, node in made.node.items_of("lasting") if made.first else ():
            yield _entry(name, node, made.thing)


def _entry(name: str, node: YamlNode, bearer: Thing | None) -> LastingEntry:
    title = node.text("title") or title_of(name)
    copies = node.number("at most") or COPIES
    thing = Thing(name, name, title, node.text("text"), pack=node.pack, copies=copies,
                  values={"title": title, "order": 0}, span=node.key_span)  # fmt: skip
    return LastingEntry(thing, node, bearer)


def _declare_kind(one: LastingEntry, builder: PackBuilder) -> bool:
    board, name = builder.board, one.thing.id
    help = "choose another name"
    if not declare_type(name, one.node.key_span, "lasting effect", builder, help):
        return False
    if other := board.noun(name) or board.noun(plural(name)):
        message = f"`{name}` is already a word for `{other[0]}`"
        builder.error("CW345", message, one.node.key_span, "choose another name")
        return False
    board.kinds.setdefault(LASTING, lasting_root())
    board.kinds[name] = Kind(name, LASTING, plural(name), title=one.thing.title)
    board.kinds[name].span = one.node.key_span
    board.things[name] = {name: one.thing}
    return True


def _declare_zone(builder: PackBuilder) -> None:
    zones = builder.board.zones
    if IN_EFFECT in zones:
        message = f"`{IN_EFFECT}` is the zone of lasting effects"
        builder.error("CW327", message, zones[IN_EFFECT].span, "choose another name")
    zones[IN_EFFECT] = Zone(IN_EFFECT, LASTING, each_player=True)


# Their parameters and abilities


def declare_lasting(
    found: Sequence[LastingEntry],
    usable: Sequence[tuple[Thing, YamlNode]],
    builder: PackBuilder,
) -> None:
    """Declares the state, the end and the abilities of each; all kinds are known by now.

    `usable` has the readable parts of the definitions that they are printed with.
    """
    nodes = {id(thing): node for thing, node in usable}
    for written in found:
        one = replace(written, node=_usable(written, nodes))
        if one.bearer is not None and not one.node.number("at most"):
            one.thing.copies = max(COPIES, one.bearer.copies)
        takes = tuple(rule_parameters(one.node, builder))
        for parameter, (_, node) in zip(takes, one.node.items_of("takes"), strict=True):
            _declare_cell(one.thing, parameter, node, builder)
        builder.declared.lasting[one.thing.id] = LastingEffect(
            one.thing,
            takes,
            one.node.key_span,
            _until(one, builder),
            builder.expression_span(one.node.get("while")),
            one.bearer,
            one.node.pack,
        )
        declare_carried(one.thing, one.node, builder)


def _usable(one: LastingEntry, nodes: Mapping[int, YamlNode]) -> YamlNode:
    """The readable part of a lasting effect; entries of packs themselves are validated with their
    section.
    """
    if one.bearer is None:
        return one.node
    whole = nodes.get(id(one.bearer))
    part = whole.get("lasting") if whole is not None else None
    return (part.get(one.thing.id) if part is not None else None) or one.node.with_value({})


def _declare_cell(thing: Thing, parameter: Parameter, node: YamlNode, builder: PackBuilder) -> None:
    type = known_type(parameter.type, node.span, builder) or UNKNOWN
    if type.many:
        message = "a lasting effect can't keep a set"
        builder.error("CW340", message, node.span, "use a number, a flag, an enum or a kind")
    else:
        name = parameter.name
        start = {"number": 0, "flag": False}.get(type.base)
        cell = Field(name, type.maybe(), thing.kind, start=start, span=parameter.span)
        builder.board.kinds[thing.kind].fields[name] = cell


def _until(one: LastingEntry, builder: PackBuilder) -> Ability | None:
    node = one.node.get("until")
    pattern = builder.expression_span(node)
    if node is None or pattern is None:
        return None
    if isinstance(shared_parser(VERBS).duration(pattern), ast.EndOfNextText):
        cell = Field(BEGUN_ANEW, FLAG, one.thing.kind, start=False, logged=False, span=pattern)
        builder.board.kinds[one.thing.kind].fields[BEGUN_ANEW] = cell
    return Ability(DURATION, pattern, node.key_span, bearer=one.thing, pack=node.pack)
