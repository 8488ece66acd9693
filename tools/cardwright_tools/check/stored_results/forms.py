"""How the values in the fields of nodes are stored as JSON: by their types.

A node is a list, or a number if it was met before; a place in a text, and what is declared
elsewhere, are numbers. Reading checks the type of each value, since a file in the cache may contain
anything; it raises one of `store.UNREADABLE`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from cardwright.board.declarations import Field
from cardwright.board.property_paths import Location
from cardwright.board.types import Type
from cardwright.language import core, hir
from cardwright.language.registry.movement import Movement
from cardwright.language.registry.operation import Operation
from cardwright.language.registry.verb import Verb
from cardwright.source.text import Span

MAX_NUMBER = 10**15


class Writer(Protocol):
    """Its methods raise LookupError for what can't be stored."""

    def place(self, one: Span) -> int:
        """The number of a place in the texts of the declaration."""

    def elsewhere(self, one: object) -> int:
        """The number of something that is declared elsewhere."""

    def declared(self, one: object) -> int:
        """0 for the declaration itself."""

    def node(self, one: object) -> Any:
        """A node as a list, or its number if it was written before."""


class Reader(Protocol):
    """`places` and `others` are what these numbers stand for, and `own` is the declaration."""

    own: object
    places: Sequence[Span]
    others: Sequence[object]

    def node(self, data: Any) -> Any:
        """The node that was stored."""


class Form(NamedTuple):
    """How the values of a type are written and read."""

    write: Callable[[Any, Writer], Any]
    read: Callable[[Any, Reader], Any]


@cache
def form_of(annotation: str) -> Form:
    """The form for the type of a field."""
    return _NAMED.get(annotation) or _form(ast.parse(annotation, mode="eval").body)


def _form(type: ast.expr) -> Form:
    match type:
        case ast.BinOp():
            return _union([*_alternatives(type)])
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, last])):
            if isinstance(last, ast.Constant):
                return _sequence(_form(one))
            return _pair(_form(one), _form(last))
    name = _name(type)
    if name in _ALIASES:
        return form_of(_ALIASES[name])
    return _NAMED.get(name) or _node(_class(name))


def _union(types: Sequence[ast.expr]) -> Form:
    """The form for one of these types, at most one of which is none."""
    some = [one for one in types if not isinstance(one, ast.Constant)]
    found = [_name(one) for one in some if isinstance(one, ast.Name | ast.Attribute)]
    if len(some) == 1:
        one = _form(some[0])
    elif {*found} <= _ELSEWHERE.keys():
        one = _elsewhere(*(_ELSEWHERE[name] for name in found))
    else:
        one = _node(*map(_class, found))
    return one if len(some) == len(types) else _optional(one)


def _alternatives(type: ast.expr) -> Iterator[ast.expr]:
    if isinstance(type, ast.BinOp):
        yield from (*_alternatives(type.left), *_alternatives(type.right))
    else:
        yield type


def _name(type: ast.expr) -> str:
    """The name of a type, without that of its module."""
    return type.attr if isinstance(type, ast.Attribute) else ast.unparse(type)


def _class(name: str) -> type[Any]:
    """The class of nodes with a name; any, for those that are declared elsewhere."""
    found = getattr(core, name, None) or getattr(hir, name, object)
    if not isinstance(found, type):
        raise TypeError(f"there is no form for {name}")
    return found


def _scalar(kind: type[Any]) -> Form:
    def read(data: Any, _: Reader) -> Any:
        if data.__class__ is not kind:
            raise TypeError(f"{data!r} is not of type {kind.__name__}")
        return data

    return Form(lambda value, _: value, read)


def read_number(data: Any, _: Reader) -> int:
    """Raises TypeError for anything but a number of a size that texts can have."""
    if data.__class__ is not int or not -MAX_NUMBER <= data <= MAX_NUMBER:
        raise TypeError(f"{data!r} is not a number")
    return int(data)


def read_place(data: Any, reader: Reader) -> Span:
    """Raises TypeError or LookupError if there is no such place."""
    if data < 0:
        raise LookupError(data)
    found: Span = reader.places[data]
    return found


def _elsewhere(*kinds: type[Any]) -> Form:
    def read(data: Any, reader: Reader) -> Any:
        found = reader.others[data]
        if data < 0 or not isinstance(found, kinds):
            raise TypeError(f"{type(found).__name__} is not one of {kinds}")
        return found

    return Form(lambda value, writer: writer.elsewhere(value), read)


def _node(*kinds: type[Any]) -> Form:
    def read(data: Any, reader: Reader) -> Any:
        found = reader.node(data)
        if not isinstance(found, kinds):
            raise TypeError(f"{type(found).__name__} is not one of {kinds}")
        return found

    return Form(lambda value, writer: writer.node(value), read)


def _optional(form: Form) -> Form:
    write, read = form
    return Form(
        lambda value, writer: None if value is None else write(value, writer),
        lambda data, reader: None if data is None else read(data, reader),
    )


def _sequence(form: Form) -> Form:
    write, read = form
    return Form(
        lambda values, writer: [write(value, writer) for value in values],
        lambda data, reader: tuple([read(one, reader) for one in _list(data)]),
    )


def _pair(*forms: Form) -> Form:
    def write(values: Any, writer: Writer) -> Any:
        return [form.write(value, writer) for form, value in zip(forms, values, strict=True)]

    def read(data: Any, reader: Reader) -> Any:
        return tuple([form.read(one, reader) for form, one in zip(forms, data, strict=True)])

    return Form(write, read)


def _list(data: Any) -> list[Any]:
    if data.__class__ is not list:
        raise TypeError(f"{data!r} is not a list")
    return data


def _read_event(data: Any, _: Reader) -> core.Event:
    sort, name, kind = data
    if not {*map(type, data)} <= {str}:
        raise TypeError(f"{data!r} is not an event")
    return core.Event(sort, name, kind)


_ELSEWHERE = {one.__name__: one for one in (Type, Field, Location, Verb, Operation, Movement)}
_ALIASES = {"Block": "tuple[Stmt, ...]", "Ask": "Choose | Let | None", "Step": "Field | Location",
            "object": "nodes.Node | None"}  # fmt: skip
_DECLARED = Form(
    lambda value, writer: writer.declared(value),
    lambda _, reader: reader.own,
)
_NAMED = {
    "str": _scalar(str),
    "Hook": _scalar(str),
    "bool": _scalar(bool),
    "int": Form(lambda value, _: value, read_number),
    "Span": Form(lambda value, writer: writer.place(value), read_place),
    "Event": Form(lambda value, _: [*value], _read_event),
    **dict.fromkeys(("Origin", "Option", "Ability"), _DECLARED),
    **{name: _elsewhere(kind) for name, kind in _ELSEWHERE.items()},
}
