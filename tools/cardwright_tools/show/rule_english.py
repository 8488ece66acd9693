"""Options, abilities, modifiers and menus in generated English.

`cardwright.language.english` generates effects and expressions; this adds what surrounds them:
conditions, costs, events. Knows nothing about how lines are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardwright.board.declarations import ADDS_UP, HIGHEST, Keyword, Thing
from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.declared import LastingEffect, Menu, Parameter
from cardwright.language.english.clauses import YOU, embedded, sentence_of
from cardwright.language.english.generate import EVENT_NAMES, English
from cardwright.language.english.noun_phrases import ACTOR, Number, The
from cardwright.language.front_end.checked import Checked, CheckedAbility, CheckedOption
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.hir import conjuncts
from cardwright.language.inflection import spaced

Routines = Mapping[str, core.Routine]
NO_RULES: Routines = {}
BY, THIS, OWNER = (EVENT_NAMES.index(name) for name in (ACTOR, "this", YOU))


def indented(lines: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def parameter_names(takes: Sequence[Parameter]) -> list[str]:
    """The names of the parameters of a rule or definition, as used in a sentence."""
    return [The(spaced(p.name)) for p in takes]


def this_name(bearer: Thing | None) -> str:
    """The name of the bearer in its own rules; for each player, *you*."""
    if bearer is not None and bearer.keyword:
        return f"this {spaced(bearer.kind)}"
    if bearer is not None and bearer.each and bearer.kind == "player":
        return YOU
    return (bearer.title if bearer else "") or "this"


def menu_name(option: CheckedOption, menus: Mapping[str, Menu]) -> str:
    menu = menus[option.declared.menu]
    return f"the menu “{menu.title or spaced(menu.name)}”"


def option_lines(option: CheckedOption, english: English, rules: Routines = NO_RULES) -> list[str]:
    """`Offered if ...`, `Costs ...`, and the effect."""
    known, lines = ("you", this_name(option.declared.bearer)), []
    if option.test is not None:
        lines.append(f"Offered if {english.sentence(option.test, known)}.")
    if option.cost is not None:
        does = isinstance(option.cost.said, hir.Paying) and option.cost.said.cost.effects
        lines.append(f"Cost{':' if does else 's'} {english.cost(option.cost.said, known)}.")
    if option.limit:
        lines.append(f"At most once per {spaced(option.limit)}.")
    if (prefer := option.declared.prefer) != 1:
        lines.append(f"Hinted and searching players try it with weight {prefer}; others have 1.")
    return lines + english.routine(option.routine, known, rules)


def ability_lines(
    ability: CheckedAbility, english: English, rules: Routines = NO_RULES
) -> Iterator[str]:
    """`After placing ...`, `Instead of removing ...`, `Forbidden: removing ...`."""
    head = ability.declared.kind.english or ability.hook.capitalize()
    title = f" (“{ability.declared.title}”)" if ability.declared.title else ""
    event = english.event(ability.event)
    known = _event_names(ability.bearer, english.declared.board)
    tests = list(conjuncts(test)) if (test := _written(ability)) is not None else []
    whose = THIS if ability.bearer is not None and ability.bearer.kind == "player" else OWNER
    timed, of_rule = ability.hook in ("before", "after"), ability.event.sort == "rule"
    others = [test for test in tests if not _by_whose(test, whose)]
    if timed and of_rule and known[BY] == ACTOR and others != tests:
        own = "your" if known[whose] == YOU else f"{known[whose]}'s"
        event, tests = f"{own} “{spaced(ability.event.name)}”", others
    head = f"{head} {event}{title}"
    if tests:
        head += f", if {english.all_of(tests, names=known)}"
    said = english.routine(ability.routine, known, rules)
    yield head + (":" if said else ".")
    yield from indented(said)


def _event_names(bearer: Thing | None, board: Board) -> list[str]:
    """The names of an ability's first registers; if nobody can own its bearer, *you* are acting."""
    names = [*EVENT_NAMES]
    names[THIS] = this_name(bearer)
    if bearer is None or board.root(bearer.kind) == "place":
        names[BY] = YOU
    return names


def _by_whose(test: core.Expr, whose: int) -> bool:
    """Whether a condition says that the acting player is the owner, in the register `whose`."""
    match hir.as_written(test):
        case core.Compare(op="==", left=core.Reg(index=one), right=core.Reg(index=other)):
            return {one, other} == {BY, whose}
    return False


def _written(ability: CheckedAbility) -> core.Expr | None:
    """The condition as written: a limit adds a condition before it, that there is a use left."""
    if ability.declared.used is None or not isinstance(ability.test, core.Logic):
        return None if ability.declared.used else ability.test
    return ability.test.right if ability.declared.condition else None


def _end_of(ability: CheckedAbility, english: English) -> str:
    """When a lasting effect ends: `the end of the turn`, `your next turn`, `after placing ...`."""
    rule = ability.event.name
    if ability.event.sort != "rule":
        return f"{ability.hook} {english.event(ability.event)}"
    yours = ability.test is not None
    if isinstance(ability.test, core.Logic):
        return f"the end of your next {spaced(rule)}"
    if ability.hook == "after":
        return f"the end of {'your' if yours else 'the'} {spaced(rule)}"
    return f"your next {spaced(rule)}" if yours else f"the start of the {spaced(rule)}"


def _ends(ability: CheckedAbility) -> bool:
    return any(isinstance(statement, core.End) for statement in ability.routine.body)


def lasting_lines(lasting: LastingEffect, checked: Checked) -> Iterator[str]:
    """The parameters that a lasting effect begins with, and its duration."""
    english, condition = english_of(checked), checked.conditions.get(lasting.thing.id)
    if lasting.takes:
        takes = (f"{spaced(p.name)} ({spaced(str(p.type))})" for p in lasting.takes)
        yield f"Begins with: {', '.join(takes)}."
    if condition is not None:
        known = ("you", this_name(lasting.thing))
        yield f"As long as {english.sentence(condition, known)}."
    ends = [a for a in checked.abilities if a.declared is lasting.until and _ends(a)]
    yield from (f"Until {_end_of(ability, english)}." for ability in ends)
    if condition is None and not ends:
        yield "Until it is ended."


def written_modifiers(checked: Checked) -> Iterator[tuple[str, core.Modifier]]:
    """Each modifier with what it changes; only the first of those made by one ability."""
    seen: set[int] = set()
    for name, modifiers in checked.modifiers.items():
        for modifier in modifiers:
            if id(modifier.declared) not in seen:
                seen.add(id(modifier.declared))
                yield name, modifier


def modifier_line(name: str, made: core.Modifier, english: English, *, of: bool = False) -> str:
    """`Adds 1 to “strength”, if ...`; `of` the definition itself, `Title: adds 1, if ...`."""
    if made.whom is not None:
        return _keyword_line(name, made, english, of=of)
    bearer, declared = made.bearer, english.declared.definitions.get(name)
    takes = parameter_names(declared.takes) if declared else [The(spaced(made.of_kind))]
    known = [*takes, YOU, this_name(bearer)]
    tests = list(conjuncts(made.test)) if made.test is not None else []
    whose = None if of else _whose(tests, english, known)
    if whose is not None:
        known[0] = whose
    value = english.sentence(made.value, parameters=known)
    pattern = made.operation.english
    if made.operation.negative and isinstance(value, Number) and int(value) < 0:
        pattern, value = made.operation.negative, str(-int(value))
    if made.value.type.base == "flag" and value not in ("yes", "no"):
        pattern = "makes {name} depend only on whether {value}"
    what = pattern.format(name="it" if of else _changed(name, whose, made), value=embedded(value))
    line = f"{_carrier(made)}: {what}" if of else sentence_of(what)[:-1]
    if tests:
        line += f", if {english.all_of(tests, known)}"
    return line + "."


def _whose(tests: list[core.Expr], english: English, known: Sequence[str]) -> str | None:
    """Whose value a modifier changes; removes the test that says so, as in `player is you`."""
    for test in tests:
        match hir.as_written(test):
            case core.Compare(op="==", left=left, right=right) if _is_first(left):
                if not core.mentions(right, {0}):
                    tests.remove(test)
                    return english.sentence(right, parameters=known)
    return None


def _is_first(e: core.Expr) -> bool:
    found = hir.as_written(e)
    return isinstance(found, core.Var) and found.index == 0


def _changed(name: str, whose: str | None, made: core.Modifier) -> str:
    """`“weight”`, `your “keep cost”`, `the power of this`, `“power of creature”`."""
    first = spaced(made.printed.name if made.printed is not None else name)
    if whose is None:
        return f"“{first} of {made.of_kind}”" if made.of_kind else f"“{first}”"
    if whose == YOU:
        return f"your “{first}”"
    return f"the {first} of {whose}" if made.of_kind else f"“{first}” of {whose}"


def _carrier(made: core.Modifier) -> str:
    """The source of a modifier: a card or a keyword; for the pack's own, its title."""
    bearer = made.bearer
    if bearer is not None and bearer.keyword:
        return spaced(bearer.keyword).capitalize()
    return (bearer.title or "this") if bearer else made.declared.title or "The pack"


def _keyword_line(name: str, made: core.Modifier, english: English, *, of: bool) -> str:
    """`Your carts have sturdy 2, if ...`; `of` the keyword itself, `Title: your carts have ...`."""
    assert made.whom is not None
    known = ["it", "you", this_name(made.bearer)]
    whom = english.sentence(made.whom, parameters=known)
    number = english.sentence(made.number, parameters=known) if made.number is not None else ""
    pattern = re.sub(r"\[(\w+)\|(\w+)\]", r"\2" if made.whom.type.many else r"\1",
                     made.declared.kind.english)  # fmt: skip
    line = pattern.format(whom=whom, keyword=f"{spaced(name)} {_equal(number)}".rstrip())
    if made.condition is not None:
        line += f", if {english.sentence(made.condition, parameters=known)}"
    return f"{_carrier(made)}: {line}." if of else sentence_of(line)


def _equal(number: str) -> str:
    """`2`, or `equal to the number of carts`."""
    return number if number.isdecimal() or not number else f"equal to {number}"


def keyword_line(keyword: Keyword, board: Board) -> str:
    """The kind that a keyword belongs to, and how its numbers are combined."""
    said = f"A keyword of {spaced(board.kinds[keyword.kind].plural)}."
    how = {ADDS_UP: " Its numbers add up.", HIGHEST: " The highest of its numbers counts."}
    return said + how.get(keyword.number, "")


def printed_keywords(thing: Thing, board: Board) -> Iterator[tuple[Keyword, str]]:
    """The keywords that are printed on a definition or on its kind: `tough 2`."""
    for keyword in board.keywords_of(thing.kind):
        name = keyword.printed.name
        value = thing.values.get(name) or board.value(thing.kind, name)
        if value:
            title = keyword.title.lower()
            yield keyword, f"{title} {value}" if keyword.number else title


def menu_lines(menu: Menu, options: Sequence[CheckedOption]) -> Iterator[str]:
    """What opens a menu, and the titles of its options."""
    if menu.takes:
        takes = (f"{spaced(p.name)} ({spaced(str(p.type))})" for p in menu.takes)
        yield f"Opened with: {', '.join(takes)}."
    own = [o.declared for o in options if o.declared.menu == menu.name]
    titles = dict.fromkeys(o.title or spaced(o.id) for o in own)
    yield f"Offers {', '.join(f'“{title}”' for title in titles)}." if titles else "Offers nothing."
    if menu.passing:
        yield f"Passing is called “{menu.passing}”."
