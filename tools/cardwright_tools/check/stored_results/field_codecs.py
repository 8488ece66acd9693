"""How the values in the fields of nodes are stored as JSON: by their types.

A node is a list, or a number if it occurred before; a span in a text is a number, and so is a
symbol, which is declared elsewhere. Reading checks the type of each value, since a file in the
cache may contain anything; it raises one of `store.UNREADABLE`.
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

    def span(self, one: Span) -> int:
        """The number of a span in the texts of the declaration."""

    def symbol(self, one: object) -> int:
        """The number of a class of nodes, or of something that is declared elsewhere."""

    def declared(self, one: object) -> int:
        """0 for the declaration itself."""

    def node(self, one: object) -> Any:
        """A node as a list, or its number if it was written before."""


class Reader(Protocol):
    """What numbers stand for: `spans` and `symbols`; `own` is the declaration itself."""

    own: object
    spans: Sequence[Span]
    symbols: Sequence[object]

    def node(self, data: Any) -> Any:
        """The node that was stored."""


class Codec(NamedTuple):
    """How the values of a type are written and read."""

    write: Callable[[Any, Writer], Any]
    read: Callable[[Any, Reader], Any]


@cache
def codec_of(annotation: str) -> Codec:
    """The codec for the type of a field."""
    return _NAMED.get(annotation) or _codec(ast.parse(annotation, mode="eval").body)


def _codec(type: ast.expr) -> Codec:
    match type:
        case ast.BinOp():
            return _union([*_alternatives(type)])
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, last])):
            if isinstance(last, ast.Constant):
                return _sequence(_codec(one))
            return _pair(_codec(one), _codec(last))
    name = _name(type)
    if name in _ALIASES:
        return codec_of(_ALIASES[name])
    return _NAMED.get(name) or _node(_class(name))


def _union(types: Sequence[ast.expr]) -> Codec:
    """The codec for a union of these types, one of which may be None."""
    some = [one for one in types if not isinstance(one, ast.Constant)]
    found = [_name(one) for one in some if isinstance(one, ast.Name | ast.Attribute)]
    if len(some) == 1:
        one = _codec(some[0])
    elif {*found} <= _SYMBOLS.keys():
        one = _symbol(*(_SYMBOLS[name] for name in found))
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
    """The class of nodes with this name; `object` if it is declared elsewhere."""
    found = getattr(core, name, None) or getattr(hir, name, object)
    if not isinstance(found, type):
        raise TypeError(f"there is no codec for {name}")
    return found


def _scalar(kind: type[Any]) -> Codec:
    def read(data: Any, _: Reader) -> Any:
        if data.__class__ is not kind:
            raise TypeError(f"{data!r} is not of type {kind.__name__}")
        return data

    return Codec(lambda value, _: value, read)


def read_number(data: Any, _: Reader) -> int:
    """A number no larger than texts can have. Raises TypeError for anything else."""
    if data.__class__ is not int or not -MAX_NUMBER <= data <= MAX_NUMBER:
        raise TypeError(f"{data!r} is not a number")
    return int(data)


def read_span(data: Any, reader: Reader) -> Span:
    """Raises TypeError or LookupError if there is no such span."""
    if data < 0:
        raise LookupError(data)
    found: Span = reader.spans[data]
    return found


def _symbol(*kinds: type[Any]) -> Codec:
    def read(data: Any, reader: Reader) -> Any:
        found = reader.symbols[data]
        if data < 0 or not isinstance(found, kinds):
            raise TypeError(f"{type(found).__name__} is not one of {kinds}")
        return found

    return Codec(lambda value, writer: writer.symbol(value), read)


def _node(*kinds: type[Any]) -> Codec:
    def read(data: Any, reader: Reader) -> Any:
        found = reader.node(data)
        if not isinstance(found, kinds):
            raise TypeError(f"{type(found).__name__} is not one of {kinds}")
        return found

    return Codec(lambda value, writer: writer.node(value), read)


def _optional(codec: Codec) -> Codec:
    write, read = codec
    return Codec(
        lambda value, writer: None if value is None else write(value, writer),
        lambda data, reader: None if data is None else read(data, reader),
    )


def _sequence(codec: Codec) -> Codec:
    write, read = codec
    return Codec(
        lambda values, writer: [write(value, writer) for value in values],
        lambda data, reader: tuple([read(one, reader) for one in _list(data)]),
    )


def _pair(*codecs: Codec) -> Codec:
    def write(values: Any, writer: Writer) -> Any:
        return [codec.write(value, writer) for codec, value in zip(codecs, values, strict=True)]

    def read(data: Any, reader: Reader) -> Any:
        return tuple([codec.read(one, reader) for codec, one in zip(codecs, data, strict=True)])

    return Codec(write, read)


def _list(data: Any) -> list[Any]:
    if data.__class__ is not list:
        raise TypeError(f"{data!r} is not a list")
    return data


def _read_event(data: Any, _: Reader) -> core.Event:
    sort, name, kind = data
    if not {*map(type, data)} <= {str}:
        raise TypeError(f"{data!r} is not an event")
    return core.Event(sort, name, kind)


_SYMBOLS = {one.__name__: one for one in (Type, Field, Location, Verb, Operation, Movement)}
_ALIASES = {"Block": "tuple[Stmt, ...]", "Ask": "Choose | Let | None", "Step": "Field | Location",
            "object": "nodes.Node | None"}  # fmt: skip
_DECLARED = Codec(
    lambda value, writer: writer.declared(value),
    lambda _, reader: reader.own,
)
_NAMED = {
    "str": _scalar(str),
    "Hook": _scalar(str),
    "bool": _scalar(bool),
    "int": Codec(lambda value, _: value, read_number),
    "Span": Codec(lambda value, writer: writer.span(value), read_span),
    "Event": Codec(lambda value, _: [*value], _read_event),
    **dict.fromkeys(("Origin", "Option", "Ability"), _DECLARED),
    **{name: _symbol(kind) for name, kind in _SYMBOLS.items()},
}
