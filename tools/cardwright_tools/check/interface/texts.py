"""The rules, definitions, menus, options and abilities that texts of independent cards may name.

A name depends on all names that its texts contain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from cardwright.language.declared import (
    Ability,
    Declared,
    Definition,
    Effect,
    Option,
    Parameter,
    Rule,
    Window,
)
from cardwright.source.text import Span
from cardwright_tools.check.interface.calls import called_names, with_mark
from cardwright_tools.check.shares.scan import words

Holder = Rule | Effect | Option | Ability | Definition
Meanings = Mapping[str, Sequence[object]]
"""By name, everything that texts may mean by it."""
Dependencies = tuple[str, frozenset[str]]
"""A name, and the names that it depends on: if one of these has changed, so has this one."""
_ACTING = ("instead", "forbid")


def visible_to_all(declared: Declared) -> tuple[object, ...]:
    """What any card may see, whatever its text says, except for the board."""
    heads = [*map(_head, declared.abilities)]
    acting = [_without_bearer(one) for one in declared.abilities if is_visible_to_all(one)]
    return declared, heads, acting


def _head(one: Ability) -> tuple[object, ...]:
    bearer = one.bearer and one.bearer.kind
    return one.kind, one.pattern, one.operation, bearer, one.used, one.order, one.window


def named(declared: Declared) -> Meanings:
    """The meanings of the names of rules, definitions and menus; also abilities, by each word in
    the name of what they modify or react to, and by the lasting effect that they belong to."""
    found: dict[str, list[object]] = defaultdict(list)
    for menu in declared.menus.values():
        found[with_mark(menu.name)].append(menu)
    every: list[Holder] = [*declared.rules.values(), *declared.definitions.values()]
    for one in every:
        for name in names_of(one, declared):
            found[name].append(one)
    for ability in declared.abilities:
        for name in names_of(ability, declared):
            found[name].append(_without_bearer(ability))
    for effect in _asked_for(declared):
        found[effect.slot].append((effect.key, effect.cost))
    return found


def is_use_asked_for(declared: Declared) -> bool:
    """Whether a text may ask if a printed effect can be used."""
    spans = (span for one in holders(declared) for span in all_texts_of(one) if span)
    return any(may_ask_for_use(span.text) for span in spans)


def may_ask_for_use(text: str) -> bool:
    """Whether a text may ask `event of card can be used`: its meaning depends on the costs of all
    effects in this slot."""
    return "used" in text and "used" in _words_in(text)


def _asked_for(declared: Declared) -> Sequence[Effect]:
    """The effects with costs that texts may see without naming what bears them."""
    found = [one for one in declared.effects if one.cost is not None]
    return found if found and is_use_asked_for(declared) else ()


def _without_bearer(one: Ability) -> object:
    """An ability as texts see it: of the thing that bears it, they see only the kind."""
    return replace(one, bearer=None), one.bearer and one.bearer.kind


def options(declared: Declared) -> Meanings:
    """Options by id and menu. They are visible only to texts that name an option or its menu, or
    that run a rule to which players may reply from that menu."""
    found: dict[str, list[object]] = defaultdict(list)
    for option in declared.options:
        for name in names_of_option(option):
            found[name].append(option)
    return found


def is_visible_to_all(one: Holder) -> bool:
    """Whether any card may see the texts of a declaration."""
    return isinstance(one, Ability) and one.kind.hook in _ACTING


def names_of(one: Holder, declared: Declared) -> Iterator[str]:
    """The names by which texts refer to a declaration; for options, see `names_of_option`."""
    match one:
        case Rule():
            yield with_mark(one.name)
        case Definition():
            yield one.name
        case Ability():
            yield from _names_in(one.pattern)
            if one.bearer is not None and one.bearer.kind in declared.lasting:
                yield one.bearer.kind
        case Effect() if one.cost is not None and is_use_asked_for(declared):
            yield one.slot


def names_of_option(one: Holder) -> Sequence[str]:
    return (with_mark(one.id), with_mark(one.menu)) if isinstance(one, Option) else ()


def dependencies(declared: Declared) -> Iterator[Dependencies]:
    """The names of everything with texts, with the words of these texts."""
    for rule in declared.rules.values():
        yield with_mark(rule.name), words_of(rule)
    for one in declared.definitions.values():
        yield one.name, words_of(one)
    for option in declared.options:
        yield with_mark(option.id), frozenset([with_mark(option.menu)])
    for (_, slot), takes in declared.printed_takes.items():
        yield slot, names_of_parameters(takes)
    for effect in _asked_for(declared):
        yield effect.slot, words_of(effect)
    for ability in declared.abilities:
        for name in _names_in(ability.pattern) if ability.operation is not None else ():
            yield name, words_of(ability)
        if ability.window is not None:
            menu = frozenset([with_mark(ability.window.menu)])
            yield from ((name, menu) for name in words_of(ability))


def with_dependents(found: set[str], every: Iterable[Dependencies]) -> set[str]:
    """These names, and all names that depend on one of them."""
    every = [*every] if found else ()
    while new := {name for name, said in every if not found.isdisjoint(said)} - found:
        found = found | new
    return found


def words_of(one: Holder) -> frozenset[str]:
    """The words in the texts of a declaration, the names that they call, and the names of all else
    that these texts see: the menu, the parameters, the kind of the bearer and the slot.
    """
    said = [_words_in(span.text) for span in all_texts_of(one) if span]
    return frozenset(_names_beside(one)).union(*said)


def has_word(one: Holder, names: Set[str]) -> bool:
    """Whether one of these names is among the words of a declaration."""
    texts = (span for span in all_texts_of(one) if span)
    return any(not names.isdisjoint(_words_in(span.text)) for span in texts) or (
        not names.isdisjoint(_names_beside(one))
    )


def holders(declared: Declared) -> list[Holder]:
    """All declarations with texts, in an order that new texts don't change."""
    return [*declared.definitions.values(), *declared.rules.values(), *declared.effects,
            *declared.options, *declared.abilities]  # fmt: skip


def all_texts_of(one: Holder) -> Iterable[Span | None]:
    """All texts of a declaration."""
    match one:
        case Rule():
            return (one.body,)
        case Definition():
            limits = (span for held in one.capacities for span in (held.most, held.size))
            return (one.body, *limits)
        case Option():
            return one.body, one.condition, one.cost, one.limit
        case Effect():
            return one.body, one.cost, _limit_of(one)
        case Ability():
            asked = _texts_of_window(one.window) if one.window else ()
            return one.body, one.condition, _limit_of(one), *asked


def _limit_of(one: Effect | Ability) -> Span | None:
    return one.used.span if one.used else None


def _texts_of_window(window: Window) -> Iterable[Span | None]:
    return window.asks, window.first, *(span for _, *pair in window.names for span in pair)


def _names_beside(one: Holder) -> Iterator[str]:
    """The names of what the texts of a declaration see without naming it."""
    match one:
        case Rule() | Definition():
            yield from names_of_parameters(one.takes)
        case Option():
            yield with_mark(one.menu)
        case Effect():
            yield one.slot
        case Ability():
            yield from _names_in(one.pattern)
            if one.window is not None:
                yield with_mark(one.window.menu)
    if isinstance(one, Definition):
        yield from (one.bounds, one.keyword, one.gives.name if one.gives else "")
    elif not isinstance(one, Rule) and one.bearer is not None:
        yield one.bearer.kind


def names_of_parameters(takes: Iterable[Parameter]) -> frozenset[str]:
    """The names of parameters, which no kind, player or place may have, and of their types."""
    return frozenset(name for one in takes for name in (one.name, one.type.name))


@lru_cache(5_000)  # which a server asks for after each change
def _words_in(text: str) -> frozenset[str]:
    """The words of a text, the names that they negate (`unburnt`, `non-burnt`), and those that it
    calls."""
    forms = (
        form
        for word in words(text)
        for form in (word, word.removeprefix("un"), word.removeprefix("non-"))
    )
    return frozenset([*forms, *called_names(text)])


def _names_in(pattern: Span) -> Iterator[str]:
    """The names in the pattern of an ability, where those of rules stand alone."""
    for word in _words_in(pattern.text):
        yield from (word, with_mark(word))
