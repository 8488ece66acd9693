"""A thing after a change of its values, if nothing else in the game depends on the change.

Decides when that is so: its item alone defines the thing, before and after. Texts of the language
never depend on printed values before a game begins; lints that do run again after each change.
"""

from __future__ import annotations

from dataclasses import fields, replace

from cardwright.board.declarations import LISTS, Thing
from cardwright.board.model import Board
from cardwright.language.declared import Declared, Effect
from cardwright.pack.builder import PackBuilder
from cardwright.pack.name_form import title_of
from cardwright.pack.things.families import EACH
from cardwright.pack.things.thing_builder import ThingBuilder, ThingEntry, attributed, id_namespace
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path
from cardwright_tools.check.incremental.positions import Stale


def changed_thing(
    thing: Thing, item: Path, old: Document, new: Document, declared: Declared
) -> Thing:
    """The thing as defined by the item of a new reading. Raises Stale if that has errors."""
    board, report = declared.board, Report()
    if not is_plain(thing, declared):
        raise Stale
    was, _ = thing_of_item(thing, item, old, declared, Report())
    now, _ = thing_of_item(thing, item, new, declared, report)
    if board.row_kind(thing.kind):
        was.values["order"] = now.values["order"] = thing.values["order"]
    if len(report) or now.by_players or replace(was, span=thing.span) != thing:
        raise Stale
    return now


def is_plain(thing: Thing, declared: Declared) -> bool:
    """Whether a thing affects the game only by its values and effects."""
    board = declared.board
    return not (
        board.root(thing.kind) == LISTS
        or thing.kind in declared.lasting
        or board.joined_by(thing.kind)
        or board.length_of(thing.kind)
        or any(lasting.bearer is thing for lasting in declared.lasting.values())
        or any(effect.bearer is thing and effect.used for effect in declared.effects)
    )


def thing_of_item(
    thing: Thing,
    item: Path,
    document: Document,
    declared: Declared,
    report: Report,
    any_id: bool = False,
) -> tuple[Thing, list[Effect]]:
    """Such a thing and its effects, from the item alone. Raises Stale if the thing is misplaced
    and, except for `any_id`, if the id is no name."""
    builder = PackBuilder(replace(declared, effects=[]), report)
    node = attributed(YamlNode(document, item, document.at(item), thing.pack))
    id, things = node.get("id"), ThingBuilder(builder)
    if id is None or not isinstance(id.value, str) or node.get(EACH) is not None:
        raise Stale
    made = Thing(id.word, thing.kind, title_of(id.word), pack=thing.pack, span=id.span)
    own = f"{id_namespace(declared.board, thing.kind)} definition"
    if not builder.declare_name(own, id.word, id.span) or (len(report) and not any_id):
        raise Stale
    usable = things.validator(thing.kind, whole=True).validate(node, report)
    if usable is None or (report.failed and things.own_kind(ThingEntry(made, node, first=True))):
        raise Stale
    things.fill_alone(made, usable)
    builder.report_deferred()
    return made, builder.declared.effects


def is_free(id: str, board: Board) -> bool:
    """Whether a name is free: no cell or thing has it, and it is not a plural, which files may not
    spell out."""
    is_cell = id in board.state or any(id in kind.fields for kind in board.kinds.values())
    is_thing = any(id in group for group in board.things.values())
    return board.noun(id) is None and not is_cell and not is_thing


def take_over(thing: Thing, new: Thing) -> None:
    """Gives a thing the values of the new one, which has the same id."""
    for one in fields(Thing):
        setattr(thing, one.name, getattr(new, one.name))
