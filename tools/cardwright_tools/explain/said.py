"""What options, abilities, modifiers, menus and declarations say, in generated English.

Effects and expressions are told by `cardwright.language.english`; this puts them together with
what stands around them: conditions, costs, events. Knows nothing of how lines are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.model import Field, Kind, Zone
from cardwright.language import core, english
from cardwright.language.checker import CheckedAbility, CheckedOption
from cardwright.language.declared import Declared, Parameter
from cardwright.language.nounwords import spaced

_HEADS = {"instead of": "Instead of", "forbid": "Forbidden:"}
_SEEN = {"owner": "its owner sees them", "nobody": "nobody sees them",
         "count": "everybody sees how many there are"}  # fmt: skip


def indented(lines: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def names(takes: Sequence[Parameter]) -> list[str]:
    """How the parameters of a rule or a definition are called in a sentence."""
    return [f"the {spaced(p.name)}" for p in takes]


def sentence(said: str) -> str:
    return said[:1].upper() + said[1:] + "."


def option(option: CheckedOption, declared: Declared) -> list[str]:
    """`Offered if ...`, `Costs ...`, and what it does."""
    known, lines = ("you", "this"), []
    done = english.routine(option.routine, declared, known)
    if option.test is not None:
        lines.append(f"Offered if {english.sentence(option.test, declared, known)}.")
    if option.cost is not None:
        value = english.sentence(option.cost.value, declared, known)
        cost = f"{value} {spaced(option.cost.field.name)}."
        lines.append(f"Costs {cost}")
        # The effect begins with the payment, which has been said.
        done = done[1:] if done[:1] == [f"Pay {cost}"] else done
    if option.limit:
        lines.append(f"At most once per {spaced(option.limit)}.")
    return lines + done


def ability(ability: CheckedAbility, declared: Declared) -> Iterator[str]:
    """`After placing ...`, `Instead of removing ...`, `Forbidden: removing ...`."""
    when = "Before" if ability.before else "After"
    head = f"{_HEADS.get(ability.type, when)} {english.event(ability.verb, ability.kind)}"
    if ability.test is not None:
        head += f", if {english.sentence(ability.test, declared, english.EVENT_NAMES)}"
    said = english.routine(ability.routine, declared, english.EVENT_NAMES)
    yield head + (":" if said else ".")
    yield from indented(said)


def modifier(name: str, made: core.Modifier, declared: Declared, by: str = "") -> str:
    """`Modifies ...`, or `Modified by ...` when the definition itself is told."""
    known = [*names(declared.definitions[name].takes), "you", "this"]
    head = f"Modified by {by}" if by else f"Modifies {spaced(name)}"
    line = f"{head}: {made.op} {english.sentence(made.value, declared, parameters=known)}"
    if made.test is not None:
        line += f", if {english.sentence(made.test, declared, parameters=known)}"
    return line + "."


def menu(name: str, options: Sequence[CheckedOption]) -> str:
    """What a menu offers, by the titles of its options."""
    own = [o.declared for o in options if o.declared.menu == name]
    titles = dict.fromkeys(o.title or spaced(o.id) for o in own)
    return f"Offers {', '.join(f'“{title}”' for title in titles)}." if titles else "Offers nothing."


# ------------------------------------------------------------------------- declarations


def kind(kind: Kind) -> Iterator[str]:
    """What it is, where it stands, and what its things have."""
    where = f", on {' or '.join(map(spaced, kind.on))}" if kind.on else ""
    if kind.parent:
        yield sentence(f"a kind of {spaced(kind.parent)}{where}")
    if kind.each_player:
        yield f"Each player has {kind.each_player}."
    for head, printed in (("Printed", True), ("Changes in play", False)):
        cells = [f for f in kind.fields.values() if f.printed == printed and f.span is not None]
        if cells:
            yield f"{head}: {', '.join(map(cell, cells))}."


def cell(found: Field) -> str:
    """A field or a state with its type and bounds."""
    low = f", at least {found.low}" if found.low is not None else ""
    high = f", at most {found.high}" if found.high is not None else ""
    return f"{spaced(found.name)} ({found.type}{low}{high})"


def zone(zone: Zone) -> str:
    each = "Each player has one. " if zone.each_player else ""
    order = " in order" if zone.ordered else ""
    seen = f"; {_SEEN[zone.seen_by]}" if zone.seen_by in _SEEN else ""
    return f"{each}Holds things of the kind {spaced(zone.holds)}{order}{seen}."
