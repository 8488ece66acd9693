"""Checks everything that some printed effects lead to.

They run rules, to which players may reply, begin lasting effects, and read definitions, which may
have modifiers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from operator import attrgetter
from typing import Any

from cardwright.language import core
from cardwright.language.declared import Ability, Effect
from cardwright.language.front_end.abilities import check_ability
from cardwright.language.front_end.lasting_effects import check_lasting
from cardwright.language.front_end.modifiers import modified_function
from cardwright.language.front_end.options import check_option
from cardwright.language.front_end.routines import check_effect, check_rule
from cardwright.language.front_end.session import Session
from cardwright.language.resolve.declarations.events import event_of
from cardwright.language.resolve.errors import CheckError

DeclaredName = tuple[str, str]
"""What is named: a rule, a definition or a lasting effect; and its name."""


class ReachabilityChecker:
    """Checks effects in a session, and everything that they lead to, each once."""

    def __init__(self, session: Session) -> None:
        self._session, self._seen = session, set[DeclaredName]()
        self._checked_abilities = set[int]()  # by `id()`
        self._menus = set[str]()  # whose options were checked

    def check(self, effects: Iterable[Effect]) -> None:
        """Checks these effects, and what they lead to."""
        for effect in effects:
            self._session.query(check_effect, effect)
        trees: list[object] = [one.body for one in self._session.checked.effects.values()]
        trees += [tree for name in self._capacities for tree in self._definition(name)]
        while names := {*_names(tuple(trees))} - self._seen:
            self._seen |= names
            trees = [tree for name in sorted(names) for tree in self._check_named(*name)]

    @property
    def _capacities(self) -> Iterator[str]:
        """The definitions of room, which bound sets even if no text reads them."""
        every = self._session.context.declared.definitions.values()
        return (one.name for one in every if one.capacities)

    def _check_named(self, what: str, word: str) -> Iterator[object]:
        """Checks what has this name; yields its trees."""
        declared = self._session.context.declared
        if what == "rule":
            yield from self._rule(word)
        elif what == "definition":
            yield from self._definition(word)
        elif word in declared.lasting:
            self._session.attempt(check_lasting, declared.lasting[word])
            yield from self._abilities(self._by_lasting[word])

    def _rule(self, word: str) -> Iterator[object]:
        session, checked = self._session, self._session.checked
        session.attempt(check_rule, session.context.declared.rules[word])
        if word in checked.rules:
            yield checked.rules[word].body
        windows = self._windows[word]
        yield from self._abilities(windows)
        menus = {one.window.menu for one in windows if one.window is not None} - self._menus
        self._menus |= menus
        before = len(checked.options)
        for option in session.context.declared.options if menus else ():
            if option.menu in menus:
                session.query(check_option, option)
        yield from (option.routine.body for option in checked.options[before:])

    def _definition(self, word: str) -> Iterator[object]:
        session = self._session
        if word in session.context.declared.definitions:
            session.definitions.resolve(word)
        if word in session.definitions.functions:
            yield session.definitions.functions[word].body
        yield from self._abilities(self._modifying[word])
        for modifier in session.checked.modifiers.get(word, ()):
            yield modifier.value, modifier.test

    def _abilities(self, abilities: Iterable[Ability]) -> Iterator[object]:
        checked = self._session.checked
        before = len(checked.abilities)
        for ability in abilities:
            if id(ability) not in self._checked_abilities:
                self._checked_abilities.add(id(ability))
                self._session.query(check_ability, ability)
        yield from (one.routine.body for one in checked.abilities[before:])

    @cached_property
    def _windows(self) -> Mapping[str, Sequence[Ability]]:
        """The windows on each rule."""
        found, context = defaultdict[str, list[Ability]](list), self._session.context
        for ability in context.declared.abilities:
            if ability.window is not None:
                with suppress(CheckError):
                    found[event_of(ability, context).event.name].append(ability)
        return found

    @cached_property
    def _modifying(self) -> Mapping[str, Sequence[Ability]]:
        """The modifiers of each function."""
        found, context = defaultdict[str, list[Ability]](list), self._session.context
        for ability in context.declared.abilities:
            if ability.kind.modifies and not ability.kind.changes_keywords:
                with suppress(CheckError):
                    found[modified_function(ability, context)].append(ability)
        return found

    @cached_property
    def _by_lasting(self) -> Mapping[str, Sequence[Ability]]:
        """The abilities of each lasting effect."""
        found = defaultdict[str, list[Ability]](list)
        for ability in self._session.context.declared.abilities:
            if ability.bearer is not None:
                found[ability.bearer.kind].append(ability)
        return found


_NAMING: Mapping[type, tuple[str, Callable[[Any], str]]] = {
    core.Call: ("definition", attrgetter("name")),
    core.CallRule: ("rule", attrgetter("rule")),
    core.Begin: ("lasting", attrgetter("effect")),
}
"""The classes of nodes that name a declaration."""


def _names(tree: object) -> Iterator[DeclaredName]:
    for node in core.walk(tree):
        if (found := _NAMING.get(type(node))) is not None:
            sort, name_of = found
            yield sort, name_of(node)
