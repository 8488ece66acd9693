"""Shortens the log for people: adjacent lines that say the same about several things become one,
and choices are left out if the same player's next line names them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from cardwright.language.inflection import listed
from cardwright.runtime.log_phrases import Choice, Payment, Sentence

SHOWN = 6


def fold_lines(lines: Sequence[str]) -> Iterator[str]:
    """`moves a, b and c to box` for lines that differ only in the thing, `moves 4 carts to box` or
    `x (4 times)` if equal."""
    for _, run in groupby(_without_named_choices(lines), key=_frame):
        alike = [*run]
        things = list(dict.fromkeys(one.thing for one in alike if isinstance(one, Sentence)))
        first = alike[0]
        if isinstance(first, Sentence) and (len(things) > 1 or (first.many and len(alike) > 1)):
            yield f"{first.head}{_several(alike)}{first.tail}"
        else:
            yield first if len(alike) == 1 else f"{first} ({len(alike)} times)"


def _without_named_choices(lines: Sequence[str]) -> list[str]:
    """Drops `Ann chooses Rome` if the line after Ann's choices says that she moves to Rome.

    A payment in between does not matter, unless it names Rome itself.
    """
    kept: list[str] = []
    after = paid = ""
    for line in reversed(lines):
        if isinstance(line, Payment):
            paid = line
        elif not isinstance(line, Choice):
            after, paid = line, ""
        elif _names(after, line) or _names(paid, line):
            continue
        kept.append(line)
    return kept[::-1]


def _names(line: str, choice: Choice) -> bool:
    """Whether a line about the player names the choice; for a die, a face that is a word."""
    if not line.startswith(f"{choice.who} "):
        return False
    own = re.fullmatch(rf"an? (?:{re.escape(choice.who)} )?(.*)", choice.chosen)
    words = rf"an? {re.escape(own[1])}" if own else re.escape(choice.chosen)
    if own and (face := re.search(r"\((\D+)\)$", own[1])):
        words = re.escape(face[1])
    return re.search(rf"(?<!\w){words}(?!\w)", line.removeprefix(choice.who)) is not None


def _frame(line: str) -> tuple[str, ...]:
    return (line.head, line.tail) if isinstance(line, Sentence) else (line,)


def _several(lines: Sequence[str]) -> str:
    """The things in their order; equal ones are counted."""
    runs = groupby((one.thing, one.many) for one in lines if isinstance(one, Sentence))
    counted = [(thing, len([*run])) for thing, run in runs]
    words = [_counted(*thing, many) for thing, many in counted]
    more = [f"{sum(many for _, many in counted[SHOWN:])} more"] if counted[SHOWN:] else []
    return listed(words[:SHOWN] + more)


def _counted(thing: str, called: str, many: int) -> str:
    """`a cart`, `2 carts`; `Storm (2 times)` for what has a name of its own."""
    if many == 1:
        return thing
    return f"{many} {called}" if called else f"{thing} ({many} times)"
