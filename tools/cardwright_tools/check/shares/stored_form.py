"""Whether what was read from the cache has the form of a stored game, and may be used as one.

A file in the cache folder may contain anything. Says nothing about diagnostics, which are read one
by one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from operator import le, lt
from typing import Any

from cardwright.source.patterns import lazy_pattern
from cardwright_tools.check.shares.surrounding_text import HASH_LENGTH

MOST = 10**15
"""The highest number."""
FILES, CARDS, USE_SETS, NUMBER, MARK = 0, 2, 4, -2, -1
"""Where these are in a stored game; the number is that of sets of uses in the whole game."""
_SURROGATE = lazy_pattern("[\ud800-\udfff]")
Form = Callable[[Any], bool]


def is_stored_game(data: Any) -> bool:
    """Whether all values have their types, all indexes exist, and each file has its cards."""
    if not _has(data, _GAME) or data[FILES].keys() != data[CARDS].keys():
        return False
    cards = [columns for _, *columns in data[CARDS].values()]
    return (
        _exist(_all_in(columns[_USES] for columns in cards), data[USE_SETS])
        and _exist(_all_in(columns[_STEPS] for columns in cards), data[6])
        and _exist(_all_in(data[USE_SETS]), data[3])
        and _exist(_all_in(data[6]), data[5])
    )


def _has(data: Any, forms: Sequence[Form]) -> bool:
    is_row = isinstance(data, list) and len(data) == len(forms)
    return is_row and all(form(one) for form, one in zip(forms, data, strict=True))


def _exist(indexes: Iterable[int], some: list[object]) -> bool:
    return all(0 <= at < len(some) for at in {*indexes})


_all_in = chain.from_iterable


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
    return lambda data: (isinstance(data, dict) and _are_texts(data)
                         and all(map(form, data.values())))  # fmt: skip


def _row(*forms: Form) -> Form:
    return lambda data: _has(data, forms)


def _mapping(data: Any) -> bool:
    return isinstance(data, dict)


_COLUMNS, _USES, _STEPS = 9, 6, 7
MAY_BE_SINGLE = frozenset([0, 3, 8])
"""The columns that have a value once if it is that of all cards."""


def _cards(data: Any) -> bool:
    """The cards of each file, one after another: a text of their hashes, then columns: the kind, id
    and title of each, its copies, where it starts and ends, the indexes of its uses and its steps,
    and its diagnostics. There are thousands of cards, so the columns of all files are looked at
    together.
    """
    if not isinstance(data, dict) or not _are_texts(data) or not all(map(_columns, data.values())):
        return False
    of_files = [columns for _, *columns in data.values()]
    columns = [[*_all_in(some)] for some in zip(*of_files, strict=True)] or [[]] * _COLUMNS
    return (
        _are_texts([*_all_in(columns[:3])])
        and _are_numbers(columns[3])
        and _are(int, _all_in(columns[4:-1]))
        and _are(list, columns[-1])
        and _are(dict, _all_in(columns[-1]))
        and all(_follow(*of_file[4:_USES]) for of_file in of_files)
    )


def _columns(data: Any) -> bool:
    """The hashes of cards, and columns of the same length, or with a single value."""
    if not isinstance(data, list) or [*map(type, data)] != [str, *[list] * _COLUMNS]:
        return False
    number, rest = divmod(len(data[0]), HASH_LENGTH)
    return (
        not rest
        and data[0].isascii()
        and all(
            len(one) == number or (len(one) == 1 <= number and at in MAY_BE_SINGLE)
            for at, one in enumerate(data[1:])
        )
    )


def _index_lists(data: Any) -> bool:
    return isinstance(data, list) and _are(list, data) and _are(int, _all_in(data))


def _texts(data: Any) -> bool:
    return isinstance(data, list) and _are_texts(data)


def _are(kind: type, values: Iterable[Any]) -> bool:
    return {*map(type, values)} <= {kind}


def _are_texts(values: Collection[Any]) -> bool:
    return _are(str, values) and _text("".join(values))


def _are_numbers(values: Collection[Any]) -> bool:
    return _are(int, values) and -MOST <= min(values, default=0) <= max(values, default=0) <= MOST


def _follow(starts: list[int], ends: list[int]) -> bool:
    """Whether each range has a length, and begins where the one before has ended, or later."""
    is_in_order = all(map(lt, starts, ends)) and all(map(le, [0, *ends], starts))
    return is_in_order and max(ends, default=0) <= MOST


_FILE = _row(_text, _text, _flag, _texts)
_KEY = _row(_text, _text, _text, _text)
_BOUND = _row(_number, _optional(_number), _number, _number, _number, _flag)
_EVENT = _row(_text, _text, _text)
_SEEN = _row(_text, *[_map(_text)] * 4)
_FACTS = _row(_flag, _texts, _list(_row(_text, _text, _number)))
_GAME: tuple[Form, ...] = (
    _map(_FILE), _texts, _cards, _list(_row(_KEY, _KEY)), _index_lists,
    _list(_row(_text, _BOUND)), _index_lists, _texts, _number, _text, _SEEN, _text, _map(_BOUND),
    _list(_row(_EVENT, _BOUND)), _map(_number), _FACTS, _optional(_list(_mapping)),
    _map(_number), _number, _text,
)  # fmt: skip
