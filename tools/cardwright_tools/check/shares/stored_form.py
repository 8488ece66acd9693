"""Whether what was read from the cache has the form of a stored game, and may be used as one.

A file in the cache folder may contain anything. Says nothing about diagnostics, which are read one
by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

MOST = 10**15
"""The highest number."""
_SURROGATE = re.compile("[\ud800-\udfff]")
Form = Callable[[Any], bool]


def is_stored_game(data: Any) -> bool:
    """Whether all values have their types, and all indexes exist."""
    if not _has(data, _GAME):
        return False
    cards = [card for some in data[2].values() for card in some.values()]
    return (
        _exist((card[1] for card in cards), data[4])
        and _exist((at for card in cards for at in card[2]), data[5])
        and _exist((at for some in data[4] for at in some), data[3])
    )


def _has(data: Any, forms: Sequence[Form]) -> bool:
    is_row = isinstance(data, list) and len(data) == len(forms)
    return is_row and all(form(one) for form, one in zip(forms, data, strict=True))


def _exist(indexes: Iterable[int], some: list[object]) -> bool:
    return all(0 <= at < len(some) for at in {*indexes})


def _text(data: Any) -> bool:
    return isinstance(data, str) and (data.isascii() or not _SURROGATE.search(data))


def _number(data: Any) -> bool:
    return type(data) is int and -MOST <= data <= MOST


def _flag(data: Any) -> bool:
    return isinstance(data, bool)


def _optional(form: Form) -> Form:
    return lambda data: data is None or form(data)


def _list(form: Form) -> Form:
    return lambda data: isinstance(data, list) and all(map(form, data))


def _map(form: Form) -> Form:
    return lambda data: (isinstance(data, dict) and all(map(_text, data))
                         and all(map(form, data.values())))  # fmt: skip


def _row(*forms: Form) -> Form:
    return lambda data: _has(data, forms)


def _mapping(data: Any) -> bool:
    return isinstance(data, dict)


def _cards(data: Any) -> bool:
    """The cards of a file, one after another."""
    if not _map(_card)(data):
        return False
    places = [(0, 0), *((card[0][4], card[0][5]) for card in data.values())]
    return all(one[1] <= other[0] < other[1] for one, other in pairwise(places))


def _card(data: Any) -> bool:
    """A stub, the index of its uses, the indexes of its steps, and diagnostics. Of these there are
    thousands, so their values are not looked at one by one."""
    if _types(data) != [list, int, list, list] or _types(data[0]) != [str, str, str, int, int, int]:
        return False
    (*texts, copies, start, end), uses, steps, found = data
    numbers = (copies, start, end, uses, *steps)
    return ({*map(type, numbers)} == {int} and min(numbers) >= -MOST and max(numbers) <= MOST
            and _text("".join(texts)) and all(map(_mapping, found)))  # fmt: skip


def _types(data: Any) -> list[type]:
    return [*map(type, data)] if isinstance(data, list) else []


_FILE = _row(_text, _text, _flag, _list(_text))
_KEY = _row(_text, _text, _text, _text)
_BOUND = _row(_number, _optional(_number), _number, _number, _number, _flag)
_EVENT = _row(_text, _text, _text)
_SEEN = _row(_text, _map(_text), _map(_text), _map(_text))
_FACTS = _row(_flag, _list(_text), _list(_row(_text, _text, _list(_number))))
_GAME: tuple[Form, ...] = (
    _map(_FILE), _list(_text), _map(_cards), _list(_row(_KEY, _KEY)), _list(_list(_number)),
    _list(_row(_text, _BOUND)), _list(_text), _number, _text, _SEEN, _text, _map(_BOUND),
    _list(_row(_EVENT, _BOUND)), _map(_number), _FACTS, _optional(_list(_mapping)),
)  # fmt: skip
