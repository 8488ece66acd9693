"""The lints of a game that is rechecked as its files change.

The lints of the effects printed on one definition don't depend on other effects, so after a change
of these effects only their lints run again. That is valid as long as the change doesn't affect what
lints know about the whole game: the steps of the effects in a slot, and whether anything changes
owners.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from cardwright import Rules
from cardwright.board.declarations import Thing
from cardwright.language import core
from cardwright.language.declared import Effect
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Span
from cardwright_tools.lint.effect_bounds import BoundKey, Bounds, effect_bounds
from cardwright_tools.lint.game_facts import game_facts
from cardwright_tools.lint.rule import Definitions, Effects, Game, Printed
from cardwright_tools.lint.rule_trees import NodeIndex, OwnedParts, body, index_cache, owners
from cardwright_tools.lint.run import lint
from cardwright_tools.lint.thing_names import names_by_id, place_names
from cardwright_tools.lint.uses import Key, all_printed, game_uses

Bearer = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of effects and texts that are printed on things.

    `is_value`: other values printed on these things may have changed.
    """

    effects: Sequence[Effect]
    printed: Sequence[Thing]
    is_value: bool = False

    def bearers(self, rules: Rules) -> set[Bearer]:
        ids = [(one.kind, one.id) for one in (*(e.bearer for e in self.effects), *self.printed)]
        return {rules.declared.printed_on(*one) for one in ids}

    @property
    def spans(self) -> list[Span | None]:
        """Where the change is."""
        return [*(one.body for one in self.effects), *(thing.span for thing in self.printed)]

    def after(self, before: Change) -> Change:
        """Both changes combined."""
        effects = {one.key: one for one in (*before.effects, *self.effects)}
        printed = {id(one): one for one in (*before.printed, *self.printed)}
        is_value = before.is_value or self.is_value
        return Change([*effects.values()], [*printed.values()], is_value)


@dataclass(frozen=True, slots=True)
class ValidLints:
    """The lints of all effects except those on some definitions, from before these changed.

    `performing` are the definitions with texts that may perform those of others; `ids` and `places`
    are names that texts mention.
    """

    change: Change
    found: dict[Diagnostic, None]
    bounds: Bounds
    performing: set[Bearer]
    indexes: dict[int, tuple[object, NodeIndex]]
    printed: frozenset[Key]
    places: frozenset[str]
    ids: frozenset[str]

    def may_be_mentioned(self, titles: Collection[str]) -> bool:
        """Whether other cards' texts may refer to one of these titles, or a lint mentions one."""
        said = "\n".join([*self.places, *(f"{one.message}\n{one.help}" for one in self.found)])
        names = tuple(self.places)
        return any(title in said or title.endswith(names) for title in titles)

    def depends_on(self, things: Sequence[Thing]) -> bool:
        """Whether lints of others depend on the existence of these things: texts use their
        names, or a lint mentions their number."""
        titles = {one.title for one in things}
        return (
            self.may_be_mentioned(titles)
            or any(map(self.is_referenced, things))
            or any(one.code == "CW517" for one in self.found)
        )

    def is_referenced(self, thing: Thing) -> bool:
        """Whether lints of others know this thing by its id."""
        return thing.id in self.ids or (thing.kind, thing.id) in self.performing


@dataclass(slots=True)
class Lints:
    """The lints of `rules`: found on first use, except for those still `valid`."""

    rules: Rules
    valid: ValidLints | None = None
    _bounds: Bounds | None = None
    _of_effects: dict[Diagnostic, None] = field(default_factory=dict)
    _performing: set[Bearer] = field(default_factory=set)
    _indexes: dict[int, tuple[object, NodeIndex]] = field(default_factory=dict)
    _printed: frozenset[Key] = frozenset()
    _all: Report | None = None

    def without(self, change: Change, valid: ValidLints | None) -> ValidLints | None:
        """The lints that stay valid after a further change; None if nothing has been linted yet."""
        if self._all is None or self._bounds is None:
            return None
        bearers, found = change.bearers(self.rules), valid.found if valid else self._of_effects
        bearers = (
            bearers - valid.change.bearers(self.rules) if valid else bearers | self._performing
        )
        with index_cache(self._indexes):
            gone = {*_in(self.rules, _of(self.rules, bearers), self._bounds)}
        found = {one: None for one in found if one not in gone}
        named = names_by_id(self.rules.declared.board)
        places, ids = frozenset(place_names(self.rules.declared.board)), frozenset(named)
        change = change.after(valid.change) if valid else change
        return ValidLints(change, found, self._bounds, self._performing, self._indexes,
                          self._printed, places, ids)  # fmt: skip

    def all(self) -> Report:
        """All lints, as from `run_lints`."""
        if self._all is None:
            every = owners(self.rules.checked)
            self._indexes = self.valid.indexes if self.valid else {}
            with index_cache(self._indexes):
                self._all = self._found(every)
            trees = {id(body(part)) for _, parts in every for part in parts}
            self._indexes = {one: index for one, index in self._indexes.items() if one in trees}
            self.valid = None
        return self._all

    def _found(self, every: OwnedParts) -> Report:
        rules, report = self.rules, Report()
        self._bounds = _carried(self.valid, rules) if self.valid else None
        if self.valid and self._bounds:
            self._of_effects = self._changed(self.valid, self._bounds)
        else:
            self._bounds = effect_bounds(rules)
            self._of_effects = dict.fromkeys(_in(rules, every, self._bounds))
            self._performing = _performing(every, self._bounds, rules)
        for one in self._of_effects:
            report.add(one)
        groups = rules.declared.board.things.values()
        things = [thing for group in groups for thing in group.values()]
        is_same = self.valid and not self.valid.change.is_value
        self._printed = (
            self.valid.printed if self.valid and is_same else all_printed(rules.declared.board)
        )
        uses = game_uses(rules, self._printed)
        report.extend(lint(Definitions(things, rules.packs), Game(rules, uses, things)))
        return report

    def _changed(self, valid: ValidLints, bounds: Bounds) -> dict[Diagnostic, None]:
        """The lints that are still valid, and those of the changed effects."""
        rules, bearers = self.rules, valid.change.bearers(self.rules)
        now = _performing(_of(rules, bearers), bounds, rules)
        self._performing = (valid.performing - bearers) | now
        return valid.found | dict.fromkeys(
            _in(rules, _of(rules, bearers | valid.performing), bounds)
        )


def _carried(valid: ValidLints, rules: Rules) -> Bounds | None:
    """The old bounds, if they are valid for these rules; otherwise None."""
    made, old = effect_bounds(rules), valid.bounds
    made.known |= old.known
    made.routines |= old.routines
    made.bodies |= old.bodies
    names: set[BoundKey] = {("slot", effect.slot) for effect in valid.change.effects}
    for name in names:
        if name in old.known and made.recompute(name) != old.known[name]:
            return None
    return made


def _in(rules: Rules, some: OwnedParts, bounds: Bounds) -> Sequence[Diagnostic]:
    facts = game_facts(rules.checked)
    return lint(Effects(rules, some, bounds, facts), Printed(rules, some, facts)).diagnostics


def _of(rules: Rules, bearers: set[Bearer]) -> OwnedParts:
    """The effects printed on these definitions."""
    lasting, printed_on = rules.declared.lasting, rules.declared.printed_on
    return [
        pair
        for pair in owners(rules.checked)
        for own in [pair[0].bearer]
        if (printed_on(*own) if own[0] in lasting else own) in bearers
    ]


def _performing(some: OwnedParts, bounds: Bounds, rules: Rules) -> set[Bearer]:
    """The definitions with texts that may perform those of others, which lints then read."""
    return {
        rules.declared.printed_on(*owner.bearer)
        for owner, parts in some
        if owner.bearer[1]
        if any(isinstance(part, core.Routine) and bounds.performs(part) for part in parts)
    }
