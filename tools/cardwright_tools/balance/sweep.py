"""Varies a printed number of a pack: one version of the game for each value.

Decides what can be varied: a number printed on a definition, or a definition that is just a number.
Each version adds a pack that changes the number, so that the original pack stays untouched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright import Rules
from cardwright.board.declarations import Thing
from cardwright.board.types import NUMBER
from cardwright.language import core
from cardwright.source.spelling import did_you_mean
from cardwright_tools.balance.versions import Version
from cardwright_tools.output import USAGE, Stop, say
from cardwright_tools.sim.games import GameSetup

MOST = 50
_NUMBER = r"(-?[0-9]{1,15})"
_ONE, _RANGE = re.compile(rf"{_NUMBER}\Z"), re.compile(rf"{_NUMBER}\.\.{_NUMBER}\Z")
PACK = """\
id: {id}
version: 1.0.0
title: A version
players: [{fewest}, {most}]
requires: {{{base}: {version}}}
modules: {{}}
"""


@dataclass(frozen=True, slots=True)
class SweptNumber:
    """A number of a pack and its values, the printed one first; `patch` changes the number and
    has a placeholder for the value."""

    name: str
    patch: str
    values: tuple[int, ...]


def read_varied(words: str, rules: Rules) -> SweptNumber:
    """The number that `price of castle = 1..5` or `hand-size = 3..7` varies. Raises Stop if it
    is unknown."""
    name, sign, values = (part.strip() for part in words.partition("="))
    if not sign:
        raise Stop(f"`{words}`: write FIELD of ID = VALUES, as in `price of castle = 1..5`, or "
                   "DEFINITION = VALUES, as in `hand-size = 3..7`", USAGE)  # fmt: skip
    field, of, id = (part.strip() for part in name.partition(" of "))
    title, written, patch = _printed(field, id, rules) if of else _constant(name, rules)
    varied = tuple(dict.fromkeys((written, *_values(values, words))))
    if len(varied) == 1:
        raise Stop(f"`{words}`: {written} is what is printed; write another value", USAGE)
    if min(varied) < 0 <= min((written, *(_numbers(field, rules) if of else ()))):
        usual = f"no printed `{field}` is negative" if of else f"`{name}` is {written}"
        say(f"note: {usual}; the rules may not be written for {min(varied)}", err=True)
    return SweptNumber(title, patch, varied)


def _printed(field: str, id: str, rules: Rules) -> tuple[str, int, str]:
    """The name, the number and the patch for a number printed on a definition."""
    thing = _thing(id, rules)
    printed = thing.values.get(field)
    if not _is_number(printed):
        numbers = [k for k, v in thing.values.items() if _is_number(v)]
        hint = did_you_mean(field, numbers) or f"its numbers: {', '.join(numbers) or 'none'}"
        raise Stop(f"`{id}` has no number `{field}` printed on it; {hint}", USAGE)
    target = f"{thing.pack or rules.packs[-1].id}:{thing.kind}/{thing.id}"
    patch = f"patch:\n  {target}: {{{field}: VALUE}}\n"
    return f"{field} of {thing.title or thing.id}", int(str(printed)), patch


def _numbers(field: str, rules: Rules) -> Iterator[int]:
    """The values of this field on all definitions."""
    things = (t for group in rules.declared.board.things.values() for t in group.values())
    found = (thing.values.get(field) for thing in things)
    yield from (int(str(one)) for one in found if _is_number(one))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _constant(name: str, rules: Rules) -> tuple[str, int, str]:
    """The name, the number and the patch for an unmodified definition that is just a number."""
    written = {
        name: function.body.value
        for name, function in rules.checked.functions.items()
        if isinstance(function.body, core.Lit) and function.body.type == NUMBER
    }
    known = [one for one in written if one not in rules.checked.modifiers]
    if name not in known:
        names = ", ".join(f"`{one}`" for one in known)
        there = f"definitions that are numbers: {names}" if known else "this game has none"
        raise Stop(f"no definition `{name}` is a plain number; {did_you_mean(name, known) or there}"
                   "; for a number on a card, write FIELD of ID", USAGE)  # fmt: skip
    ability = f"{{modify: {name}, set: VALUE, provenance: house}}"
    return name, written[name], f"abilities:\n  - {ability}\n"


def _thing(id: str, rules: Rules) -> Thing:
    groups = rules.declared.board.things.values()
    found = [group[id] for group in groups if id in group]
    if len(found) != 1:
        known = [id for group in groups for id in group]
        hint = did_you_mean(id, known) or "an id is what a definition has as `id`"
        several = "more than one" if found else "no"
        raise Stop(f"there is {several} definition `{id}`; {hint}", USAGE)
    return found[0]


def _values(words: str, whole: str) -> Iterator[int]:
    for part in words.split(","):
        if span := _RANGE.match(part.strip()):
            low, high = int(span[1]), int(span[2])
            if not low <= high < low + MOST:
                raise Stop(f"`{whole}`: a range goes up, over at most {MOST} values", USAGE)
            yield from range(low, high + 1)
        elif one := _ONE.match(part.strip()):
            yield int(one[1])
        else:
            raise Stop(f"`{whole}`: values are whole numbers, as in `1,2,4` or `1..5`", USAGE)


def versions_of(
    varied: SweptNumber, rules: Rules, setup: GameSetup, into: Path
) -> Sequence[Version]:
    """A version for each value, the printed one first."""
    first, *others = varied.values
    found = [Version(f"{first} (printed)", setup)]
    for value in others:
        folder = _patch(varied, value, rules, into / f"value-{len(found)}")
        packs = (*setup.packs, folder.as_posix())
        found.append(Version(str(value), replace(setup, packs=packs)))
    return found


def _patch(varied: SweptNumber, value: int, rules: Rules, folder: Path) -> Path:
    """A pack that changes the number."""
    folder.mkdir(parents=True)
    base = rules.packs[-1]
    head = PACK.format(id=folder.name, base=base.id, version=base.version,
                       fewest=min(rules.players), most=max(rules.players))  # fmt: skip
    (folder / "pack.yaml").write_text(head)
    (folder / "patch.yaml").write_text(varied.patch.replace("VALUE", str(value)))
    return folder
