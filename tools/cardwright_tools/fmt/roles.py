"""The roles of values in a pack's file: which texts are code, and the order of keys.

Read from the table of keys (`pack.forms`) and, for things, from their kind. Knows nothing about
layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cardwright.board.model import Board
from cardwright.language.vocabulary.abilities import ABILITIES as KINDS
from cardwright.pack.forms.forms import FORMS, SECTIONS
from cardwright.pack.forms.rule_forms import ABILITIES
from cardwright.pack.things.families import EACH
from cardwright.source.document import Document, Path, Value

Role: TypeAlias = Literal["effect", "expression", "answer", "words"]
"""`words`: a text that is none of the others, in which all whitespace is equivalent."""

_HEADS = frozenset(key for key, kind in KINDS.items() if kind.pattern != "things")
_WORDS = _HEADS | {"cost", "limit", "until"}
_REST = "*"  # the position in an order of keys that it does not name
_TOLD = ("title", "text")
_OPTION = ("menu", *_TOLD, "if", "cost", "limit", "prefer", "do", "provenance")


def _order_of_ability(form: str) -> tuple[str, ...]:
    """First what is printed, then the keys in the order of their table, and the provenance last."""
    keys = (key.name for key in FORMS[form].keys if key.name not in (*_TOLD, "provenance"))
    return (*_TOLD, *keys, "provenance")


ORDERS: dict[str, tuple[str, ...]] = {
    "kind": ("is", "title", "plural", "on", "ordered", "grid", "faces", "each player", "fields",
             "state", "values", "rules", "active in", "active on", "active while", "gone when",
             "face down when", "hides when", "seen by", "options", "abilities"),
    "zone": ("holds", "ordered", "each player", "seen by", "title"),
    "manifest": ("id", "version", "title", "players", "requires", "modules", "seats", "main",
                 "score", "evaluate", "winners"),
    "option": ("id", *_OPTION),
    "carried-option": ("option", *_OPTION),
    "patched-option": _OPTION,
    "keyword": ("of", "number", *_TOLD, _REST, "options", "abilities"),
} | {kind.name: _order_of_ability(kind.name) for kind in KINDS.values()}  # fmt: skip
"""Orders of keys that differ from the table of keys."""


@dataclass(slots=True)
class Roles:
    """The roles of texts and the order of a mapping's keys, by path."""

    texts: dict[Path, Role] = field(default_factory=dict)
    orders: dict[Path, tuple[str, ...]] = field(default_factory=dict)

    def rank(self, path: Path, key: str | int) -> int:
        """The position of a key in its mapping; 0 for all if there is no order."""
        order = self.orders.get(path)
        if order is None:
            return 0
        return order.index(str(key) if key in order else _REST)


def manifest_roles(document: Document) -> Roles:
    roles = Roles()
    _walk("manifest", (), document.value, roles)
    return roles


def content_roles(document: Document, board: Board) -> Roles:
    """The roles in a content file; `board` knows the kinds."""
    roles, top = Roles(), document.value
    plurals = {kind.plural: kind.name for kind in board.kinds.values()}
    for name, value in top.items() if isinstance(top, dict) else ():
        if name == "patch":
            _patches(value, board, roles)
        elif name in SECTIONS:
            _walk(SECTIONS[str(name)].type, (name,), value, roles)
        elif name in plurals:
            for path, thing in _items((name,), value):
                _thing(path, thing, plurals[str(name)], board, roles)
    return roles


def _items(path: Path, value: Value) -> Iterator[tuple[Path, Value]]:
    pairs = enumerate(value) if isinstance(value, list) else ()
    yield from (((*path, index), item) for index, item in pairs)


def _patches(value: Value, board: Board, roles: Roles) -> None:
    """Adds patches: `PACK:ID` or `PACK:KIND/ID` with the changed keys of a definition."""
    for target, changed in value.items() if isinstance(value, dict) else ():
        kind, _, name = str(target).rpartition(":")[2].rpartition("/")
        named = [kind] if kind in board.kinds else []
        kinds = named or [k for k, things in board.things.items() if name in things]
        for found in kinds[:1]:
            _thing(("patch", target), changed, found, board, roles)
        if not kinds:
            _walk("patched-option", ("patch", target), changed, roles)


def _thing(path: Path, value: Value, kind: str, board: Board, roles: Roles) -> None:
    slots = [slot for k in board.ancestors(kind) for slot in board.kinds[k].rules]
    facts = [name for name in board.fields(kind) if name not in ("title", "text")]
    _walk("thing", path, value, roles)
    head = ("id", EACH, "title", *facts, _REST, "copies", "players", "pieces", "text")
    roles.orders[path] = (*head, *slots, "lasting", "options", "abilities", "provenance")
    for slot in slots:
        if isinstance(value, dict) and slot in value:
            _walk("effect or printed", (*path, slot), value[slot], roles)


def _walk(type: str, path: Path, value: Value, roles: Roles) -> None:
    """Walks a value according to its type."""
    if type.startswith("map of "):
        for key, item in value.items() if isinstance(value, dict) else ():
            _walk(type.removeprefix("map of "), (*path, key), item, roles)
    elif " or " in type:
        short, _, long = type.partition(" or ")
        _walk(long if isinstance(value, dict | list) else short, path, value, roles)
    elif type.startswith("list of "):
        for below, item in _items(path, value):
            _walk(type.removeprefix("list of "), below, item, roles)
    elif type in ("effect", "expression", "limit"):
        if isinstance(value, str):
            roles.texts[path] = _role(type, path)
    elif isinstance(value, dict):
        _form(type, path, value, roles)


def _role(type: str, path: Path) -> Role:
    named = path[0] in ("definitions", "rules")
    if path[0] in ("automata", "hints"):
        return "answer"
    if path[-1] in _WORDS and not named:
        return "words"
    return "effect" if type == "effect" else "expression"


def _form(type: str, path: Path, value: dict[str | int, Value], roles: Roles) -> None:
    if type == "ability":
        type = next((form for head, form in ABILITIES.items() if head in value), "")
    if type not in FORMS:
        return
    keys = {key.name: key.type for key in FORMS[type].keys}
    roles.orders[path] = (*ORDERS.get(type, tuple(keys)), _REST)
    for key, item in value.items():
        if key in keys:
            _walk(keys[str(key)], (*path, key), item, roles)
