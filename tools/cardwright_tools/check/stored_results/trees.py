"""Trees of checked texts as JSON: reading it can't run anything but the constructors of nodes.

A node is a list: the number of its class, then its fields. Keyword-only fields come last, and those
at the end that have their default values are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from cardwright.language import core
from cardwright.language.core.nodes import Node
from cardwright.language.front_end.checked import CheckedAbility, CheckedCost, CheckedOption
from cardwright.source.text import Span
from cardwright_tools.check.stored_results.field_codecs import Codec, codec_of

_PACKAGE = "cardwright.language."
_MODULES = tuple(
    _PACKAGE + module for module in ("core.", "hir.", "vocabulary.", "front_end.checked.")
)
_RECORDS = (core.Routine, core.Modifier, core.Function, core.WindowFrame, CheckedOption,
            CheckedAbility, CheckedCost)  # fmt: skip


class NodeCodec(NamedTuple):
    """How nodes of a class are stored: `names` and `codecs` are of the positional fields, in the
    order of the constructor; `named` are the keyword-only fields, with their defaults.
    """

    kind: type[Any]
    names: Sequence[str]
    codecs: Sequence[Codec]
    named: Sequence[tuple[str, Codec, object]]


@cache
def node_codec_of(kind: Any) -> NodeCodec:
    """Raises TypeError for anything but a class of nodes."""
    if not issubclass(kind, (Node, *_RECORDS)):
        raise TypeError(f"{kind!r} is not a class of nodes")
    every = [(one, codec_of(str(one.type))) for one in fields(kind)]
    own = [(one.name, codec) for one, codec in every if not one.kw_only]
    named = [(one.name, codec, one.default) for one, codec in every if one.kw_only]
    return NodeCodec(kind, [name for name, _ in own], [codec for _, codec in own], named)


def node_codec_named(name: str) -> NodeCodec:
    """The codec for the class that was stored under a name. Raises LookupError, AttributeError or
    TypeError if there is none."""
    module, _, own = (_PACKAGE + name).rpartition(".")
    if not f"{module}.".startswith(_MODULES):
        raise LookupError(name)
    return node_codec_of(getattr(sys.modules[module], own))


def name_of(kind: type[Any]) -> str:
    return f"{kind.__module__.removeprefix(_PACKAGE)}.{kind.__qualname__}"


class TreeWriter:
    """Writes the result of one declaration, which has these texts. `number` gives the number of a
    symbol, and raises LookupError if that can't be stored."""

    def __init__(self, own: object, texts: Sequence[Span], number: Callable[[object], int]) -> None:
        self._own, self._texts, self.symbol = own, texts, number
        self.spans: dict[tuple[int, int, int], int] = {}
        self._known: dict[int, int] = {}

    def span(self, one: Span) -> int:
        for at, text in enumerate(self._texts):
            is_there = text.source is one.source or not (text.source.name or one.source.name)
            if is_there and text.start <= one.start <= one.end <= text.end:
                span = at, one.start - text.start, one.end - text.start
                return self.spans.setdefault(span, len(self.spans))
        raise LookupError("a span in the text of something else")

    def declared(self, one: object) -> int:
        if one is not self._own:
            raise LookupError("another declaration")
        return 0

    def node(self, one: Any) -> Any:
        if (known := self._known.get(id(one))) is not None:
            return known
        self._known[id(one)] = len(self._known)  # the result keeps the id from being reused
        node = node_codec_of(one.__class__)
        pairs = zip(node.names, node.codecs, strict=True)
        own = [codec.write(getattr(one, name), self) for name, codec in pairs]
        named = [*node.named]
        while named and getattr(one, named[-1][0]) == named[-1][2]:
            named.pop()
        others = [codec.write(getattr(one, name), self) for name, codec, _ in named]
        return [self.symbol(node.kind), *own, *others]


class TreeReader:
    """Reads the result of one declaration, with these spans in its texts. `symbols`: the codecs of
    classes, and what is declared elsewhere; `size`: how many nodes were read, where a node counts
    each time that it occurs. Raises one of `store.UNREADABLE`."""

    def __init__(self, own: object, spans: Sequence[Span], symbols: Sequence[Any]) -> None:
        self.own, self.spans, self.symbols = own, spans, symbols
        self._known: list[tuple[object, int]] = []
        self.size = 0
        self._later: list[tuple[object, str, int]] = []

    def tree(self, data: Any) -> Any:
        """A tree, in which a node may refer back to one that contains it."""
        made = self.node(data)
        for one, name, number in self._later:
            object.__setattr__(one, name, self._known[number][0])
        self._later.clear()
        return made

    def node(self, data: Any) -> Any:
        if data.__class__ is int:
            return self._again(data)
        known, before = self._known, self.size
        number = len(known)
        known.append(_UNREAD)
        kind, _, codecs, named = self.symbols[data[0]]
        values = data[1 : 1 + len(codecs)]
        made = kind(*[read(value, self) for (_, read), value in zip(codecs, values, strict=True)])
        self.size += 1
        known[number] = made, self.size - before
        if len(data) > 1 + len(codecs):
            self._complete(made, named, data[1 + len(codecs) :])
        return made

    def _complete(
        self, made: object, named: Sequence[tuple[str, Codec, object]], values: Sequence[Any]
    ) -> None:
        """Sets the keyword-only fields, which may refer to nodes that contain this one."""
        if len(values) > len(named):
            raise ValueError(f"{len(values)} values for {len(named)} fields")
        for (name, codec, _), value in zip(named, values, strict=False):
            if self._is_unread(value):
                self._later.append((made, name, value))
            else:
                object.__setattr__(made, name, codec.read(value, self))

    def _is_unread(self, data: Any) -> bool:
        """Whether the data is the number of a node that is being read."""
        is_number = data.__class__ is int and 0 <= data < len(self._known)
        return is_number and self._known[data] is _UNREAD

    def _again(self, number: int) -> object:
        """A node that was read before."""
        if number < 0 or self._known[number] is _UNREAD:
            raise ValueError(number)
        found, size = self._known[number]
        self.size += size
        return found


_UNREAD: tuple[object, int] = object(), 0
