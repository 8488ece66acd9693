"""The schemas of one pack: the fields of its kinds, with the words and ids that each takes.

Made from what the checker reads (`ThingBuilder.schema`, the table of keys) and narrowed to the
declared names. This module does the narrowing; it knows no kind of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from cardwright.api import every_module
from cardwright.board.declarations import LASTING, Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NONE, NUMBER, Type
from cardwright.language.declared import Declared
from cardwright.pack.board.kinds import GAME, printed_names, slots
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.forms.form import Key
from cardwright.pack.forms.form_schemas import DIALECT, form_schema, type_schema
from cardwright.pack.forms.forms import FORMS, SECTIONS
from cardwright.pack.load import load
from cardwright.pack.things.families import EACH
from cardwright.pack.things.thing_schema import thing_schema
from cardwright.pack.validation.value_types import Json, Schema
from cardwright.pack.values import PRIMITIVES, words_of_type
from cardwright.source.diagnostics import Report
from cardwright_tools.schema.comments import comment_beside
from cardwright_tools.schema.scenario_schema import scenario_schema

CARRIED = ("abilities", "options", "lasting")
"""The keys of a definition whose values are forms."""


def schemas_of(pack: Path) -> tuple[dict[str, Schema] | None, Report]:
    """The schemas of a pack with all its modules, and the report on it.

    None if there is no pack; for a pack with mistakes, the schemas of what could be read.
    """
    report = Report()
    loaded = load([pack], report, modules=every_module(pack))
    if loaded is None:
        return None, report
    maker = SchemaBuilder(loaded.declared, loaded.manifests)
    made = {"pack": maker.manifest(), "content": maker.content()}
    return made | {"scenarios": scenario_schema(loaded.declared, loaded.manifests)}, report


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


@dataclass(slots=True)
class SchemaBuilder:
    declared: Declared
    packs: Sequence[Manifest]
    link: PackBuilder = field(init=False)

    def __post_init__(self) -> None:
        self.link = PackBuilder(self.declared, Report())

    @property
    def board(self) -> Board:
        return self.declared.board

    # ------------------------------------------------------------------------- files

    def manifest(self) -> Schema:
        made = {"$schema": DIALECT, **self._form("manifest")}
        return made | {"$defs": {"module": self._form("module")}}

    def content(self) -> Schema:
        """The content schema: the built-in sections and one for each kind, and no others."""
        board = self.board
        left_out = ("manifest", "module", "thing")
        defined: dict[str, Json] = {
            name: self._form(name) for name in FORMS if name not in left_out
        }
        defined["ability"] = form_schema("ability", _reference)
        sections: dict[str, Json] = {key.name: self._section(key) for key in SECTIONS.values()}
        for name, kind in board.kinds.items():
            if board.is_a(name, LASTING):
                continue
            defined[f"kind-{name}"] = self._thing(name, whole=True)
            defined[f"part-of-{name}"] = self._thing(name, whole=False)
            if kind.plural in SECTIONS:  # `pieces` and `zones` belong to the language
                continue
            listed: Schema = {"type": "array", "title": "a list"}
            listed |= {"description": f"Definitions of the kind {name}."}
            sections[kind.plural] = listed | {"items": _reference(f"kind-{name}")}
        made: Schema = {"$schema": DIALECT, "title": "a mapping", "type": "object"}
        made |= {"description": f"A content file of {self.packs[-1].title}."}
        return made | {"properties": sections, "additionalProperties": False, "$defs": defined}

    # ------------------------------------------------------------------ the language's

    def _form(self, name: str) -> Schema:
        made = form_schema(name, _reference)
        properties = cast("dict[str, Json]", made["properties"])
        for key in FORMS[name].keys:
            properties[key.name] = self._narrowed(cast("Schema", properties[key.name]), key)
        return made

    def _section(self, key: Key) -> Schema:
        made = self._narrowed(type_schema(key.type, _reference), key)
        own = {"patch": self._targets, "extend": self._extended}.get(key.name)
        properties: Schema = {"properties": own()} if own else {}
        return made | properties | {"description": key.doc}

    def _narrowed(self, schema: Schema, key: Key) -> Schema:
        return _narrowed(schema, self._names(key.names)) if key.names else schema

    def _names(self, what: str) -> list[str]:
        """The declared names of some category."""
        board, declared = self.board, self.declared
        types = [*PRIMITIVES, *board.enums, *board.kinds]
        sets = [f"set of {name}" for name in types]
        optional = [f"{name} or none" for name in (*board.enums, *board.kinds)]
        known: Mapping[str, list[str]] = {
            "kind": [*board.kinds, "thing"],
            "type": [*types, *sets],
            "parameter": [*types, *sets, *optional],
            "zone": [*board.zones],
            "enum": [*board.enums],
            "menu": [*declared.menus],
            "rule": [*declared.rules],
            "player": [*board.things.get("player", {})],
            "counter": self._cells(NUMBER),
            "flag": self._cells(FLAG),
        }
        return known[what]

    def _cells(self, type: Type) -> list[str]:
        cells = (f for f in self.board.every_field() if not f.printed and f.type == type)
        return list(dict.fromkeys(cell.name for cell in cells))

    def _targets(self) -> dict[str, Json]:
        """The definitions of other packs, which this one may patch."""
        own = self.packs[-1].id
        found: dict[str, Json] = {}
        every = [thing for group in self.board.things.values() for thing in group.values()]
        ids = [f"{thing.pack}:{thing.id}" for thing in every]
        for thing, id in zip(every, ids, strict=True):
            if thing.pack != own and not self.board.is_a(thing.kind, LASTING):
                name = id if ids.count(id) == 1 else f"{thing.pack}:{thing.kind}/{thing.id}"
                found[name] = _reference(f"part-of-{thing.kind}")
        options = (option for option in self.declared.options if option.pack != own)
        for option in options:
            found.setdefault(f"{option.pack}:{option.id}", _reference("patched-option"))
        return found

    def _extended(self) -> dict[str, Json]:
        words = type_schema("list of word", _reference)
        enums: dict[str, Json] = dict.fromkeys(self.board.enums, words)
        named = [GAME, *self.board.kinds, *self.board.keywords]
        return enums | dict.fromkeys(named, _reference("extension"))

    # ------------------------------------------------------------------- definitions

    def _thing(self, kind: str, whole: bool) -> Schema:
        made = dict(thing_schema(kind, whole, self.link))
        # Not required here: the file may set it for all of them. `check` reports a missing one.
        needed = [k for k in cast("list[Json]", made.pop("required")) if k != "provenance"]
        common = cast("dict[str, Json]", form_schema("thing", _reference)["properties"])
        properties = dict(cast("dict[str, Json]", made["properties"]))
        properties |= {key: common[key] for key in CARRIED if key in properties}
        for name in printed_names(self.board, kind):
            if (found := self.board.field(kind, name)) is not None:
                properties[name] = self._field(cast("Schema", properties[name]), found)
        for name, title in slots(self.board, kind).items():
            properties[name] = {
                **type_schema("effect or printed", _reference),
                "description": f"{title}: what it does.",
            }
        if whole:  # a family defines the ids and fields of its members
            properties[EACH] = common[EACH]
            made |= {"if": {"required": [EACH]}, "else": {"required": needed}}
        return made | {"properties": properties, "description": f"A definition of `{kind}`."}

    def _field(self, schema: Schema, found: Field) -> Schema:
        """The schema of a field with its possible words and its author's comment as the
        description."""
        if found.type == NONE:
            return schema
        if found.type.base in ("enum", "thing"):
            schema = _narrowed(schema, [*words_of_type(found.type.one(), self.link)])
        said = f"{str(found.type).capitalize()}."
        note = comment_beside(found.span)
        return schema | {"description": f"{said} {note}" if note else said}


def _narrowed(schema: Schema, words: list[str]) -> Schema:
    """The schema restricted to these words wherever it takes a word; forms keep their own."""
    if schema.get("format") in ("word", "name"):
        return {**schema, "enum": cast("Json", words)} if words else schema
    inner = ("then", "else", "items", "additionalProperties")
    return {
        key: _narrowed(value, words) if key in inner and isinstance(value, dict) else value
        for key, value in schema.items()
    }
