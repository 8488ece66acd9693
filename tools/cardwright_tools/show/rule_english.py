"""What options, abilities, modifiers and menus say, in generated English.

Effects and expressions are told by `cardwright.language.english`; this puts them together with
what stands around them: conditions, costs, events. Knows nothing of how lines are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardwright.board.model import Thing
from cardwright.language import core, english
from cardwright.language.declared import Declared, Parameter
from cardwright.language.front_end import CheckedAbility, CheckedOption
from cardwright.language.inflection import spaced, units

Routines = Mapping[str, core.Routine]
NO_RULES: Routines = {}


def indented(lines: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def parameter_names(takes: Sequence[Parameter]) -> list[str]:
    """How the parameters of a rule or a definition are called in a sentence."""
    return [f"the {spaced(p.name)}" for p in takes]


def sentence(said: str) -> str:
    return said[:1].upper() + said[1:] + "."


def this_name(bearer: Thing | None) -> str:
    """What the thing that carries a rule is called in it."""
    return (bearer.title if bearer else "") or "this"


def option_lines(
    option: CheckedOption, declared: Declared, rules: Routines = NO_RULES
) -> list[str]:
    """`Offered if ...`, `Costs ...`, and what it does."""
    known, lines = ("you", this_name(option.declared.bearer)), []
    done = english.routine(option.routine, declared, known, rules)
    if option.test is not None:
        lines.append(f"Offered if {english.sentence(option.test, declared, known)}.")
    if option.cost is not None:
        value = english.sentence(option.cost.value, declared, known)
        cost = f"{units(value, spaced(option.cost.field.name))}."
        lines.append(f"Costs {cost}")
        # The effect begins with the payment, which has been said.
        done = done[1:] if done[:1] == [f"Pay {cost}"] else done
    if option.limit:
        lines.append(f"At most once per {spaced(option.limit)}.")
    return lines + done


def ability_lines(
    ability: CheckedAbility, declared: Declared, rules: Routines = NO_RULES
) -> Iterator[str]:
    """`After placing ...`, `Instead of removing ...`, `Forbidden: removing ...`."""
    head = ability.declared.kind.english or ability.hook.capitalize()
    head = f"{head} {english.event(ability.verb, ability.kind, declared)}"
    actor, _, *others = english.EVENT_NAMES
    known = (actor, this_name(ability.bearer), *others)
    if ability.test is not None:
        head += f", if {english.sentence(ability.test, declared, known)}"
    said = english.routine(ability.routine, declared, known, rules)
    yield head + (":" if said else ".")
    yield from indented(said)


def modifier_line(name: str, made: core.Modifier, declared: Declared, *, of: bool = False) -> str:
    """`Adds 1 to “strength”, if ...`; `of` the definition itself, `Title: adds 1, if ...`."""
    bearer = made.bearer
    known = [*parameter_names(declared.definitions[name].takes), "you", this_name(bearer)]
    value = english.sentence(made.value, declared, parameters=known)
    said = made.operation.english
    if made.operation.negative and value.startswith("-"):
        said, value = made.operation.negative, value.removeprefix("-")
    what = said.format(name="it" if of else f"“{spaced(name)}”", value=value)
    line = f"{this_name(bearer) if bearer else 'The pack'}: {what}" if of else sentence(what)[:-1]
    if made.test is not None:
        line += f", if {english.sentence(made.test, declared, parameters=known)}"
    return line + "."


def menu_line(name: str, options: Sequence[CheckedOption]) -> str:
    """What a menu offers, by the titles of its options."""
    own = [o.declared for o in options if o.declared.menu == name]
    titles = dict.fromkeys(o.title or spaced(o.id) for o in own)
    return f"Offers {', '.join(f'“{title}”' for title in titles)}." if titles else "Offers nothing."
