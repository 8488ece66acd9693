"""Expressions as English: noun phrases, conditions, numbers.

A core node is phrased by the HIR node it was lowered from. Words come from what packs declare, with
hyphens as spaces. Owns the phrasing of things, sets and conditions. Knows nothing of statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, replace

from cardwright.board.model import Field, Thing, plural
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import Declared
from cardwright.language.english.inflection import YOU, Noun, is_
from cardwright.language.english.registers import own_name
from cardwright.language.english.sets import field_name, noun, plain, quoted
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, is_several, listed, spaced, units
from cardwright.source.records import dataclass

_SIGNS = {"+": "+", "-": "-", "*": "times", "/": "/", "mod": "mod"}
_COMPARED = {"==": "", "!=": "not", "<": "less than", "<=": "at most",
             ">": "more than", ">=": "at least"}  # fmt: skip


EFFECT_PHRASES: list[Callable[[Phrases, core.Block], list[str]]] = []
"""The English of effects; set by `statements`, which knows them."""


@dataclass(slots=True)
class Phrases:
    """Phrases expressions, given the names of registers and variables.

    A variable in `values` has a value, and is called by it whatever its author's word was.
    What belongs to the `subject` of the sentence is *theirs*.
    """

    declared: Declared
    registers: dict[int, str] = field(default_factory=dict)
    variables: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    subject: str = ""

    def __call__(self, e: Expr) -> str:
        e = as_written(e)
        return _RULES[type(e)](self, e)

    def bound(self, var: int, name: str) -> Phrases:
        return replace(self, variables={**self.variables, var: name})

    def of(self, subject: str) -> Phrases:
        """Phrases for a sentence about somebody; *your* stays *your*."""
        return replace(self, subject="" if subject == YOU else subject)

    # --------------------------------------------------------------------- single things

    def thing(self, kind: str, name: str) -> str:
        found, own = self.declared.board.instance(kind, name), self.declared.board.kinds.get(kind)
        if isinstance(found, Thing):
            return found.title or spaced(name)
        if own and kind == name:  # of a kind of one piece
            return own.title or spaced(name).capitalize()
        return spaced(name)

    def possessive(self, of: Expr, what: str) -> str:
        owner = self(of)
        whose = self.whose(owner) or {"it": "its"}.get(owner, "")
        return f"{whose} {what}" if whose else f"the {what} of {owner}"

    def whose(self, owner: str) -> str:
        """`your`, `their`; empty for all others."""
        return "your" if owner == YOU else "their" if owner == self.subject else ""

    def lit(self, e: core.Lit) -> str:
        if e.type.base == "flag":
            return "yes" if e.value else "no"
        return str(e.value) if e.type.base == "number" else "none"

    def named(self, e: core.Named) -> str:
        board = self.declared.board
        return spaced(e.name) if e.owner in board.enums else self.thing(e.owner, e.name)

    def zone_of(self, e: core.ZoneOf) -> str:
        if e.player is None:
            return f"the {spaced(e.zone)}"
        return self.possessive(e.player, spaced(e.zone))

    def any_zone(self, e: hir.AnyZone) -> str:
        return f"any {spaced(e.zone)}"

    def set_of(self, e: core.SetOf) -> str:
        return listed([self(item) for item in e.items], "or")

    def reg(self, e: core.Reg) -> str:
        return self.registers.get(e.index) or self._own_word(e.word) or "it"

    def var(self, e: core.Var) -> str:
        known = self.values.get(e.index) or self._own_word(e.word)
        return known or self.variables.get(e.index, "it")

    def _own_word(self, word: str) -> str:
        """The author's own name for it, if that is more than a kind's name."""
        return own_name(word) if word and not self.declared.board.noun(word) else ""

    def get(self, e: core.Get) -> str:
        name = spaced(e.field.name)
        kept = isinstance(e.of, core.Reg | core.Var) and not e.of.word
        if kept and e.field.kind in self.declared.lasting:  # by its name, in a lasting effect
            return f"the {name}"
        return f"the {name}" if e.of is None else self.possessive(e.of, name)

    def path(self, e: hir.Path) -> str:
        last = e.steps[-1]
        return self.possessive(e.of, spaced(last.name if isinstance(last, Field) else last.kind))

    def at(self, e: core.LocationOf) -> str:
        of = e.type.of if e.type.of not in ("", "thing") else "place"
        return self.possessive(e.of, spaced(of))

    def as_kind(self, e: core.AsKind) -> str:
        return self.possessive(e.of, spaced(e.kind))

    def owner(self, e: core.Owner) -> str:
        return self.possessive(e.of, "owner")

    def position(self, e: core.Position) -> str:
        where = f" in {self(e.zone)}" if e.zone is not None else ""
        return self.possessive(e.of, "position") + where

    def call(self, e: core.Call) -> str:
        name = spaced(e.name.split(" ")[0])  # of a modified field, `cost of card`
        if not e.args:
            return f"the {name}"
        if len(e.args) == 1:
            return self.possessive(e.args[0], name)
        return f"the {name} {self._arguments(e)}"

    def _arguments(self, e: core.Call) -> str:
        """With the prepositions of the pack's own key: `presence of player on base`."""
        declared = self.declared.definitions.get(e.name)
        joins = [parameter.preposition for parameter in declared.takes] if declared else []
        return " ".join(f"{join} {self(a)}" for join, a in zip(joins, e.args, strict=False))

    def element_at(self, e: core.ElementAt) -> str:
        return f"number {self(e.position)} of {self(e.source)}"

    def top_of(self, e: core.TopOf) -> str:
        end = "bottom" if e.bottom else "top"
        if e.number is None:
            return f"the {end} of {self(e.zone)}"
        number, kind = self(e.number), self.kind(e.type.of)
        if number.isdecimal():
            return f"the {end} {kind.counted(number)} of {self(e.zone)}"
        return f"as many {kind.many} from the {end} of {self(e.zone)} as {number}"

    def after(self, e: core.After) -> str:
        return f"the player {'before' if e.back else 'after'} {self(e.of)}"

    def next(self, e: hir.Next) -> str:
        side, kind = "before" if e.back else "after", self.kind(e.type.of)
        return f"the {kind.many if e.type.many else kind.kind} {side} {self(e.of)}"

    def towards(self, e: hir.Towards) -> str:
        """`the cell north of x`, `the cells from x towards north, while the cell is empty`."""
        kind = self.kind(e.kind)
        if not e.type.many:
            return f"the {kind.kind} {self._way(e.ways)} of {self(e.of)}"
        ways = f"any {spaced(e.ways.type.of)}" if isinstance(e.ways, core.Values) else self(e.ways)
        said = f"the {kind.many} from {self(e.of)} towards {ways}"
        if e.test is None:
            return said
        test = self.bound(e.item, f"the {kind.kind}").condition(e.test)
        return f"{said} {'until' if e.until else 'while'} {test}"

    def _way(self, e: Expr) -> str:
        """`north`; of a direction that is not named here, `one step to the ... `."""
        said = self(e)
        return said if isinstance(e, core.Named) else f"in direction {said}"

    def connection(self, e: core.Connection) -> str:
        within = e.edges if e.within is None else e.within
        where = f" in {self._gone_through(within)}" if within is not None else ""
        closed = f", not through {self.noun(e.closed).plural}" if e.closed is not None else ""
        match e.op, [self(arg) for arg in e.args]:
            case "beside", [place]:
                return f"the {self.kind(e.kind).many} next to {place}"
            case "group", [place]:
                return f"the group of {place}{where}{closed}"
            case "groups", _:
                return f"the groups{where}"
            case "border", _:
                return f"the border of {self._gone_through(within)}" if within else "the border"
            case "distance", [to, place]:
                return f"the distance of {to} from {place}{where}{closed}"
        return f"the longest path{where}{closed}"

    def _gone_through(self, e: Expr) -> str:
        return self.noun(e).plural

    def largest_group(self, e: hir.LargestGroup) -> str:
        return f"the largest of {self(e.groups)}"

    def only(self, e: core.Only) -> str:
        found = self.noun(e.source)
        one_of = found.whose or found.fixed
        return f"the only one of {found.plural}" if one_of else f"the only {found.one}"

    # --------------------------------------------------------------------------- numbers

    def arith(self, e: core.Arith) -> str:
        left, right = self._operand(e.left), self._operand(e.right)
        if e.op in ("min", "max"):
            return f"the {'lower' if e.op == 'min' else 'higher'} of {left} and {right}"
        if e.op == "-" and isinstance(e.left, core.Lit) and e.left.value == 0:
            return f"-{right}"
        return f"{left} {_SIGNS[e.op]} {right}"

    def _operand(self, e: Expr) -> str:
        return f"({self(e)})" if isinstance(e, core.Arith | core.Cond) else self(e)

    def count(self, e: core.Count) -> str:
        return f"the number of {self.noun(e.source).plural}"

    def reduce(self, e: core.Reduce) -> str:
        noun = self.noun(e.source)
        body = self.bound(e.var, f"each {noun.kind}" if noun.kind else "each")(e.body)
        of = "sum of " if e.op == "sum" else f"{e.op} "
        return f"the {of}{body.removeprefix('the ')} over {noun.plural}"

    def nth(self, e: core.Nth) -> str:
        return f"the number in [{', '.join(self(i) for i in e.items)}] at {self(e.index)}"

    def line(self, e: core.LongestLine) -> str:
        return f"the longest line of {self.noun(e.source).plural} through {self(e.cell)}"

    def cond(self, e: core.Cond) -> str:
        return f"{self(e.then)} if {self(e.test)}, else {self(e.other)}"

    # ------------------------------------------------------------------------ conditions

    def condition(self, e: Expr) -> str:
        """A flag as a clause: `the cart is damaged`."""
        e = plain(e)
        if e.type.base != "flag":
            return self(e)
        match e:
            case core.Get(of=None):
                return f"“{spaced(e.field.name)}” is set"
            case core.Get(of=of, field=field) | hir.Path(of=of, steps=(*_, Field() as field)):
                return is_(self(of or e), quoted(field.name))
            case core.Call(args=(of,)) if e.name in self.declared.board.keywords:
                return f"{self(of)} has {spaced(e.name)}"
            case core.Call(args=(of,)):
                return is_(self(of), quoted(e.name))
            case core.Call():
                about = self._arguments(e).removeprefix("of ")
                return f"“{spaced(e.name)}” holds" + (f" for {about}" if about else "")
        return _RULES[type(e)](self, e)

    def adjective(self, e: hir.Adjective) -> str:
        return _RULES[type(e.test)](self, e.test)

    def owned(self, e: hir.Owned) -> str:
        return self._is_or_in(e.owner, e.who)

    def located(self, e: hir.Located) -> str:
        return self._is_or_in(e.has, e.where)

    def _is_or_in(self, has: Expr, value: Expr) -> str:
        if has.type.many and not value.type.many:
            return f"{self(value)} is one of {self(has)}"
        return is_(self(has), f"one of {self(value)}" if value.type.many else self(value))

    def near_to(self, e: hir.Nearness) -> str:
        return is_(self(e.item), self.near(e))

    def near(self, e: hir.Nearness) -> str:
        """`within 2 bands of it`, `within as many bands of it as its range`, `next to it`."""
        origin = self(e.reference)
        if not isinstance(e, hir.Within):
            return f"next to {origin}"
        ranked = e.far.of if isinstance(e.far, core.Get) and e.far.field.name == "order" else e.far
        assert ranked is not None
        number, unit = self(e.steps), self.kind(ranked.type.of)
        if number.isdecimal():
            return f"within {unit.counted(number)} of {origin}"
        return f"within as many {unit.many} of {origin} as {number}"

    def indexed(self, e: hir.Indexed) -> str:
        name = f"{spaced(e.shared.name)} of {self(e.key)}"
        return f"the {name}" if e.of is None else self.possessive(e.of, name)

    def can_be_used(self, e: hir.CanBeUsed) -> str:
        return f"the {spaced(e.slot)} of {self(e.of)} can be used"

    def descending(self, e: hir.Descending) -> str:
        return f"{self(e.of)}, highest first"

    def can_pay(self, e: hir.CanPay) -> str:
        return self._can_pay(e, "can")

    def _can_pay(self, e: hir.CanPay, can: str) -> str:
        who = self(e.player)
        return f"{who} {can} pay {self.of(who).cost(e.cost)}"

    def room_for(self, e: hir.RoomFor) -> str:
        return f"the room for {self(e.of)}"

    def at_bound(self, e: hir.AtBound) -> str:
        of = e.of.zone if isinstance(e.of, core.Contents) else e.of
        return is_(self(of), e.word)

    def cost(self, cost: hir.Cost) -> str:
        """`2 gold and 1 silver`, and what must be done."""
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
            return f"{number} of {listed(names)} in any mix"
        said = self.priced(payment.amount, names[0])
        return said if payment.stores is None else f"{said} from {self(payment.stores)}"

    def priced(self, value: Expr, name: str) -> str:
        """`2 gold`, `2 gold for each of your mines`, `gold equal to the number of ...`."""
        match value:
            case core.Arith(op="*", left=left, right=core.Count(source=source)):
                return f"{units(self(left), name)} for {self.noun(source).each}"
        return self.units(value, name)

    def units(self, amount: Expr, name: str) -> str:
        """`2 gold`, `gold equal to the number of carts`."""
        number = self(amount)
        return units(number, name) if number.isdecimal() else f"{name} equal to {number}"

    def compare(self, e: core.Compare) -> str:
        said = is_(self(e.left), self.compared(e))
        if is_several(spaced(field_name(e.left))):
            return said.replace(" is ", " are ", 1)
        return said

    def compared(self, e: core.Compare) -> str:
        """The complement of *is*: `at least 3`, `not the cart`, `none`."""
        none = isinstance(e.right, core.Lit) and e.right.type.base == "none"
        if none and e.op in ("==", "!="):
            return "none" if e.op == "==" else "something"
        return f"{_COMPARED[e.op]} {self(e.right)}".strip()

    def logic(self, e: core.Logic) -> str:
        left, right = (self._joined(part, e.op) for part in (e.left, e.right))
        return f"{left} {e.op} {right}"

    def _joined(self, e: Expr, op: str) -> str:
        said = self.condition(e)
        return f"({said})" if isinstance(e, core.Logic) and e.op != op else said

    def not_(self, e: core.Not) -> str:
        match of := as_written(e.of):
            case core.Exists():
                return self.there(of, "no")
            case hir.HowMany(low=None):
                return self.there(of, "" if of.none else "no")
            case hir.CanPay():
                return self._can_pay(of, "can't")
            case core.Forbidden():
                return f"nothing forbids {self._action(of)}"
        said_of = self.condition(of)
        if isinstance(of, core.Call) and "” holds" in said_of:
            return said_of.replace("” holds", "” does not hold", 1)
        if isinstance(of, core.Call) and of.name in self.declared.board.keywords:
            return said_of.replace(" has ", " does not have ", 1)
        verb = re.search(r" (is|are) (?!not )", said_of)
        if verb is None or isinstance(of, core.Logic | hir.HowMany):
            return f"not ({said_of})"
        return f"{said_of[: verb.end()]}not {said_of[verb.end() :]}"

    def how_many(self, e: hir.HowMany) -> str:
        return self.there(e, self.number(e))

    def number(self, e: hir.HowMany) -> str:
        """`no`, `2 or more`, `2 to 3`; "" if one is enough."""
        if e.low is None:
            return "no" if e.none else ""
        low = self(e.low)
        return f"{low} or more" if e.high is None else f"{low} to {self(e.high)}"

    def there(self, e: core.Exists | hir.HowMany, number: str = "") -> str:
        """`there are carts`, `there is no ore`, `you have 2 or more carts`."""
        noun, many = self.noun(e.source), f"{number} " if number else ""
        if noun.whose == "your":
            return f"you have {many}{noun.several}"
        return f"there {'is' if noun.many == noun.kind != '' else 'are'} {many}{noun.plural}"

    def member(self, e: core.Member) -> str:
        return f"{self(e.item)} is one of {self(e.source)}"

    def is_kind(self, e: core.IsKind) -> str:
        return is_(self(e.of), article(spaced(e.kind)))

    def is_copy(self, e: hir.IsCopy) -> str:
        return is_(self(e.item), f"a copy of {self(e.of)}")

    def design_of(self, e: core.DesignOf) -> str:
        return self.possessive(e.of, "design")

    def of_kind(self, e: hir.OfKind) -> str:
        return is_(self(e.item), article(spaced(e.kind)))

    def as_if(self, e: core.AsIf) -> str:
        return self(e.body)

    def replaceable(self, e: core.Replaceable) -> str:
        return f"something may happen instead of “{e.verb} {spaced(e.kind)}”"

    def can_change(self, e: core.CanChange) -> str:
        return "it could change something"

    def forbidden(self, e: core.Forbidden) -> str:
        return f"something forbids {self._action(e)}"

    def _action(self, e: core.Forbidden) -> str:
        if e.verb.startswith("rule "):
            return f"the rule “{spaced(e.verb.removeprefix('rule '))}”"
        if e.verb.startswith("option "):
            return f"the option “{spaced(e.verb.removeprefix('option '))}”"
        return f"{self(e.actor)} to {e.verb} {self(e.item)}"

    def all_forbidden(self, e: core.AllForbidden) -> str:
        each = self.bound(e.var, f"any of {self.noun(e.source).plural}")
        return each.forbidden(e.test)

    # ------------------------------------------------------------------------------ sets

    def several(self, e: Expr) -> str:
        return self.noun(e).plural

    def noun(self, e: Expr) -> Noun:
        return noun(self, e)

    def numbers(self, e: core.Numbers) -> str:
        return f"the numbers from {self(e.low)} to {self(e.high)}"

    def places(self, e: core.Places) -> str:
        return f"the places of {self.noun(e.source).plural}"

    def kind(self, kind: str) -> Noun:
        found = self.declared.board.kinds.get(kind)
        many = found.plural if found else plural(kind)
        return Noun(spaced(kind), spaced(many))


_RULES: dict[type[Expr], Callable[..., str]] = {
    core.Lit: Phrases.lit, core.Named: Phrases.named, core.ZoneOf: Phrases.zone_of,
    core.SetOf: Phrases.set_of, core.Reg: Phrases.reg, core.Var: Phrases.var, core.Get: Phrases.get,
    core.LocationOf: Phrases.at, core.AsKind: Phrases.as_kind,
    core.Owner: Phrases.owner, core.Position: Phrases.position,
    core.Call: Phrases.call, core.Arith: Phrases.arith, core.Compare: Phrases.compare,
    core.Logic: Phrases.logic, hir.AllOf: Phrases.logic, core.Not: Phrases.not_,
    core.Cond: Phrases.cond,
    core.Member: Phrases.member, core.IsKind: Phrases.is_kind, core.Domain: Phrases.several,
    core.Values: Phrases.several, core.Contents: Phrases.several, core.Filter: Phrases.several,
    core.Reduce: Phrases.reduce, core.ArgMax: Phrases.several, core.SortBy: Phrases.several,
    core.StartFrom: Phrases.several, core.Only: Phrases.only, core.Count: Phrases.count,
    core.Exists: Phrases.there, core.TopOf: Phrases.top_of,
    core.ElementAt: Phrases.element_at, core.After: Phrases.after,
    core.LongestLine: Phrases.line, core.Nth: Phrases.nth, core.Difference: Phrases.several,
    core.Union: Phrases.several, hir.Together: Phrases.several,
    core.Numbers: Phrases.numbers, core.Places: Phrases.places,
    core.Forbidden: Phrases.forbidden, core.AllForbidden: Phrases.all_forbidden,
    core.Replaceable: Phrases.replaceable, core.CanChange: Phrases.can_change,
    core.AsIf: Phrases.as_if,
    hir.Path: Phrases.path, hir.Adjective: Phrases.adjective, hir.Shows: Phrases.adjective,
    hir.Owned: Phrases.owned,
    hir.OwnedOrFree: Phrases.owned, hir.Located: Phrases.located, hir.AnyZone: Phrases.any_zone,
    hir.OfKind: Phrases.of_kind, hir.Within: Phrases.near_to, hir.Adjacent: Phrases.near_to,
    hir.Neighbouring: Phrases.near_to, hir.Possessed: Phrases.several,
    hir.IsCopy: Phrases.is_copy, core.DesignOf: Phrases.design_of,
    core.Distinct: Phrases.several,
    hir.RoomFor: Phrases.room_for, hir.AtBound: Phrases.at_bound,
    hir.InOrder: Phrases.compare, hir.BestFew: Phrases.several,
    hir.Joined: Phrases.near_to, hir.Next: Phrases.next, hir.Towards: Phrases.towards,
    hir.LargestGroup: Phrases.largest_group, core.Connection: Phrases.connection,
    hir.IsNot: Phrases.not_, hir.HowMany: Phrases.how_many, hir.CanPay: Phrases.can_pay,
    hir.CanBeUsed: Phrases.can_be_used, hir.Indexed: Phrases.indexed,
    hir.Descending: Phrases.descending,
}  # fmt: skip
