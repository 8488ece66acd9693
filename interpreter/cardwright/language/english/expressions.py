"""Expressions as English: noun phrases, conditions, numbers.

A core node is phrased by the HIR node it was lowered from. Words come from packs' declarations,
with hyphens as spaces. Responsible for the phrasing of things, sets and conditions. Knows nothing
about statements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from cardwright.board.declarations import Field, Thing
from cardwright.board.model import plural
from cardwright.board.types import PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import Declared
from cardwright.language.english.boards import BOARDS
from cardwright.language.english.clauses import IT, YOU, embedded
from cardwright.language.english.conditions import CONDITIONS, condition
from cardwright.language.english.noun import Noun
from cardwright.language.english.noun_phrases import NONE, Number, The, number_or
from cardwright.language.english.numbers import NUMBERS
from cardwright.language.english.registers import own_name
from cardwright.language.english.sets import noun
from cardwright.language.hir import as_written
from cardwright.language.inflection import is_several, listed, spaced, units
from cardwright.source.records import dataclass

EFFECT_PHRASES: list[Callable[[Phrases, core.Block], list[str]]] = []
"""The English of effects; set by `statements`, which knows them."""

_DESCRIBING = ("ive", "able", "ible", "ous", "current")
"""The endings of words that are not nouns: a player with state `active` is *the active player*."""


@dataclass(slots=True)
class Phrases:
    """Phrases expressions, given the names of registers and variables.

    A variable in `values` is named by its value, whatever its author's word was. Things of the
    `subject` of the sentence are *theirs*; things of the `member` of a set that a test is about are
    *its*.
    """

    declared: Declared
    registers: dict[int, str] = field(default_factory=dict)
    variables: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    subject: str = ""
    member: tuple[str, str] = ("", "")  # its name, and the word for things of it: `its`
    nouns: list[Noun] = field(default_factory=list)  # all phrases made so far, the inner ones first

    def __call__(self, e: Expr) -> str:
        return self.literally(as_written(e))

    def literally(self, e: Expr) -> str:
        """A node as it is, regardless of the node it was lowered from."""
        return _RULES[type(e)](self, e)

    def condition(self, e: Expr) -> str:
        """A flag as a clause: `the cart is damaged`."""
        return condition(self, e)

    def bound(self, var: int, name: str) -> Phrases:
        return replace(self, variables={**self.variables, var: name})

    def member_of(self, var: int, noun: Noun) -> Phrases:
        """Phrases for a test on the members of a set, whose things are *theirs* or *its*."""
        name = The(noun.kind) if noun.kind else IT
        person = noun.kind == PLAYER.of
        others = (said for at, said in self.variables.items() if at != var)
        known = {*self.registers.values(), *others}
        taken = name in known or (self.subject if person else IT in known)
        whose = "" if taken else "their" if person else "its"
        return replace(self.bound(var, name), member=(name, whose))

    def of(self, subject: str) -> Phrases:
        """Phrases for a sentence about somebody; *your* stays *your*."""
        return replace(self, subject="" if subject == YOU else subject)

    # --------------------------------------------------------------------- single things

    def thing(self, kind: str, name: str) -> str:
        found, own = self.declared.board.instance(kind, name), self.declared.board.kinds.get(kind)
        if isinstance(found, Thing):
            return found.title or spaced(name)
        if own and kind == name:  # for a kind with one piece
            return own.title or spaced(name).capitalize()
        return spaced(name)

    def possessive(self, of: Expr, what: str, rest: str = "") -> str:
        owner = self(of)
        whose = self.whose(owner) or "its" * (owner == IT)
        return The(what, owner, whose=whose, rest=rest)

    def whose(self, owner: str) -> str:
        """`your`, `their`, `its`; empty for all others."""
        if owner == YOU:
            return "your"
        return "their" if owner == self.subject else self.member[1] * (owner == self.member[0])

    def lit(self, e: core.Lit) -> str:
        if e.type.base == "flag":
            return "yes" if e.value else "no"
        return number_or(str(e.value)) if e.type.base == "number" else NONE

    def named(self, e: core.Named) -> str:
        board = self.declared.board
        return spaced(e.name) if e.owner in board.enums else self.thing(e.owner, e.name)

    def zone_of(self, e: core.ZoneOf) -> str:
        if e.player is None:
            return The(spaced(e.zone))
        return self.possessive(e.player, spaced(e.zone))

    def any_zone(self, e: hir.AnyZone) -> str:
        return f"any {spaced(e.zone)}"

    def set_of(self, e: core.SetOf) -> str:
        return listed([self(item) for item in e.items], "or")

    def reg(self, e: core.Reg) -> str:
        said = self._called(e, self.registers) or self.own_word(e.word) or IT
        lasting = self.declared.lasting.get(e.type.of)
        return f"“{said}”" if lasting is not None and said == lasting.thing.title else said

    def var(self, e: core.Var) -> str:
        known = self._called(e, self.values) or self.own_word(e.word)
        return known or self._called(e, self.variables) or IT

    def _called(self, e: core.Reg | core.Var, names: Mapping[int, str]) -> str:
        """The name it was given; for a number, possibly its figures."""
        said = names.get(e.index, "")
        return number_or(said) if e.type.base == "number" else said

    def own_word(self, word: str) -> str:
        """The author's own name for it, if that says more than the kind's name."""
        return own_name(word) if word and not self.declared.board.noun(word) else ""

    def get(self, e: core.Get) -> str:
        name = spaced(e.field.name)
        kept = isinstance(e.of, core.Reg | core.Var) and not e.of.word
        if kept and e.field.kind in self.declared.lasting:  # by its name, in a lasting effect
            return The(name)
        return self.of_game(e.field) if e.of is None else self.possessive(e.of, name)

    def of_game(self, state: Field) -> str:
        """`the round`, `the active player`."""
        name = spaced(state.name)
        one_of_a_kind = state.type.base == "thing" and name.endswith(_DESCRIBING)
        return The(f"{name} {self.kind(state.type.of).kind}" if one_of_a_kind else name)

    def path(self, e: hir.Path) -> str:
        last = e.steps[-1]
        return self.possessive(e.of, spaced(last.name if isinstance(last, Field) else last.kind))

    def at(self, e: core.LocationOf) -> str:
        of = e.type.of if e.type.of not in ("", "thing") else "place"
        return self.possessive(e.of, spaced(of))

    def as_kind(self, e: core.AsKind) -> str:
        if isinstance(e.of, core.LocationOf):
            return self.possessive(e.of.of, spaced(e.kind))
        return self(e.of)

    def owner(self, e: core.Owner) -> str:
        return self.possessive(e.of, "owner")

    def position(self, e: core.Position) -> str:
        where = f" in {self(e.zone)}" if e.zone is not None else ""
        return self.possessive(e.of, "position", where)

    def call(self, e: core.Call) -> str:
        name = self._set_name(e, spaced(e.field.name if e.field is not None else e.name))
        if e.name in self.declared.board.keywords:
            name = f"{name} number"
        if not e.args:
            return The(name)
        if len(e.args) == 1:
            return self.possessive(e.args[0], name)
        (join, of), *others = self._arguments(e)
        rest = "".join(f" {join} {arg}" for join, arg in others)
        if join == "of":
            return The(name, of, whose=self.whose(of), rest=rest)
        return The(name, rest=f" {join} {of}{rest}")

    def _set_name(self, e: core.Call, name: str) -> str:
        """A set whose name is not a plural gets a noun: `the “empty” slots`."""
        known = e.type.many and e.type.base == "thing" and e.type.of in self.declared.board.kinds
        many = self.kind(e.type.of).many if known else ""
        return f"“{name}” {many}" if many and not is_several(name) and name != many else name

    def _arguments(self, e: core.Call) -> list[tuple[str, str]]:
        """The arguments with the prepositions of the pack's own key: `presence of player on
        base`.
        """
        declared = self.declared.definitions.get(e.name)
        joins = [parameter.preposition for parameter in declared.takes] if declared else []
        return [(join, self(arg)) for join, arg in zip(joins, e.args, strict=False)]

    def element_at(self, e: core.ElementAt) -> str:
        return f"number {self(e.position)} of {self(e.source)}"

    def top_of(self, e: core.TopOf) -> str:
        end = "bottom" if e.bottom else "top"
        if e.number is None:
            return The(end, self(e.zone))
        number, kind = self(e.number), self.kind(e.type.of)
        if number == "1":
            return The(f"{end} {kind.one}", self(e.zone))
        if isinstance(number, Number):
            return The(f"{end} {kind.counted(number)}", self(e.zone))
        return f"as many {kind.many} as {number} from the {end} of {self(e.zone)}"

    def after(self, e: core.After) -> str:
        return The(f"player {'before' if e.back else 'after'} {self(e.of)}")

    def only(self, e: core.Only) -> str:
        found = self.noun(e.source)
        return The(f"only one of {found.plural}" if found.of_several else f"only {found.one}")

    def indexed(self, e: hir.Indexed) -> str:
        name = f"{spaced(e.shared.name)} of {self(e.key)}"
        return The(name) if e.of is None else self.possessive(e.of, name)

    def descending(self, e: hir.Descending) -> str:
        return f"{self(e.of)}, highest first"

    def room_for(self, e: hir.RoomFor) -> str:
        return The(f"room for {self(e.of)}")

    def cost(self, cost: hir.Cost) -> str:
        """`2 gold and 1 silver`, and the actions in a cost."""
        said = EFFECT_PHRASES[0](self, cost.effects) if cost.effects else []
        return " and ".join([*map(self.paid, cost.payments), *said])

    def paid(self, payment: hir.Payment | hir.EitherPayment) -> str:
        if isinstance(payment, hir.EitherPayment):
            return " or ".join(map(self.paid, payment.ways))
        names = [spaced(found.name) for found in payment.counters]
        if payment.key is not None:
            names = [f"{names[0]} of {self(payment.key)}"]
        if len(names) > 1:
            number = self(payment.amount)
            if isinstance(number, Number):
                return f"{number} of {listed(names)} in any mix"
            return f"a mix of {listed(names)} equal to {number}"
        said = self.priced(payment.amount, names[0])
        return said if payment.stores is None else f"{said} from {self(payment.stores)}"

    def priced(self, value: Expr, name: str) -> str:
        """`2 gold`, `2 gold for each of your mines`, `gold equal to the number of ...`."""
        match value:
            case core.Arith(op="*", left=left, right=core.Count(source=source)):
                return f"{self.units(left, name)} for {self.noun(source).each}"
        return self.units(value, name)

    def units(self, amount: Expr, name: str) -> str:
        """`2 gold`, `gold equal to the number of carts`."""
        number = self(amount)
        known = isinstance(number, Number)
        return units(number, name) if known else f"{name} equal to {embedded(number)}"

    def design_of(self, e: core.DesignOf) -> str:
        return self.possessive(e.of, "design")

    def as_if(self, e: core.AsIf) -> str:
        return self(e.body)

    def several(self, e: Expr) -> str:
        return self.noun(e).plural

    def noun(self, e: Expr) -> Noun:
        self.nouns.append(found := noun(self, e))
        return found

    def numbers(self, e: core.Numbers) -> str:
        return The(f"numbers from {self(e.low)} to {self(e.high)}")

    def places(self, e: core.Places) -> str:
        return The("places", self.noun(e.source).plural)

    def kind(self, kind: str) -> Noun:
        found = self.declared.board.kinds.get(kind)
        many = found.plural if found else plural(kind)
        return Noun(spaced(kind), spaced(many))


_SETS = (
    core.Domain, core.Values, core.Contents, core.Filter, core.ArgMax, core.SortBy,
    core.StartFrom, core.Difference, core.Union, hir.Together, hir.Possessed, core.Distinct,
    hir.BestFew,
)  # fmt: skip
_RULES: dict[type[Expr], Callable[[Any, Any], str]] = {
    **CONDITIONS, **NUMBERS, **BOARDS, **dict.fromkeys(_SETS, Phrases.several),
    core.Lit: Phrases.lit, core.Named: Phrases.named, core.ZoneOf: Phrases.zone_of,
    core.SetOf: Phrases.set_of, core.Reg: Phrases.reg, core.Var: Phrases.var,
    core.Get: Phrases.get, core.LocationOf: Phrases.at, core.AsKind: Phrases.as_kind,
    core.Owner: Phrases.owner, core.Position: Phrases.position, core.Call: Phrases.call,
    core.Only: Phrases.only, core.TopOf: Phrases.top_of, core.ElementAt: Phrases.element_at,
    core.After: Phrases.after, core.Numbers: Phrases.numbers, core.Places: Phrases.places,
    core.AsIf: Phrases.as_if, hir.Path: Phrases.path, hir.AnyZone: Phrases.any_zone,
    core.DesignOf: Phrases.design_of, hir.RoomFor: Phrases.room_for, hir.Indexed: Phrases.indexed,
    hir.Descending: Phrases.descending,
}  # fmt: skip
