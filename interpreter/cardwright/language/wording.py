"""Expressions of the core tree as English: noun phrases, conditions, numbers.

Words come from what packs declare, with hyphens as spaces. Owns how a thing, a set and a
condition are said. Knows nothing of statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, replace

from cardwright.board.model import Thing, plural
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Declared
from cardwright.language.inflection import Noun, article, is_several, listed, spaced
from cardwright.source.records import dataclass
from cardwright.source.text import Span

YOU = "you"
HERE = ("here", "there")
PRONOUNS = frozenset({"you", "it", "there", "here", "this", "actor"})
_SIGNS = {"+": "+", "-": "-", "*": "times", "/": "/", "mod": "mod"}
_COMPARED = {"==": "", "!=": "not", "<": "less than", "<=": "at most",
             ">": "more than", ">=": "at least"}  # fmt: skip


@dataclass(slots=True)
class Words:
    """How things are called here: registers of the frame, variables, declared patterns.

    A variable in `values` has a value, and is called by it whatever its author's word was.
    What belongs to the `subject` of the sentence is *theirs*.
    """

    declared: Declared
    registers: dict[int, str] = field(default_factory=dict)
    variables: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    subject: str = ""

    def __call__(self, e: Expr) -> str:
        return _RULES[type(e)](self, e)

    def bound(self, var: int, name: str) -> Words:
        return replace(self, variables={**self.variables, var: name})

    def of(self, subject: str) -> Words:
        """In a sentence about somebody; what is *yours* stays so."""
        return replace(self, subject="" if subject == YOU else subject)

    # --------------------------------------------------------------------- single things

    def thing(self, kind: str, name: str) -> str:
        found, own = self.declared.board.instance(kind, name), self.declared.board.kinds.get(kind)
        if isinstance(found, Thing):
            return found.title or spaced(name)
        return (own.title if own and kind == name else "") or spaced(name)

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

    def set_of(self, e: core.SetOf) -> str:
        return listed([self(item) for item in e.items], "or")

    def reg(self, e: core.Reg) -> str:
        return self.registers.get(e.index) or self._own_word(e.span) or "it"

    def var(self, e: core.Var) -> str:
        known = self.values.get(e.index) or self._own_word(e.span)
        return known or self.variables.get(e.index, "it")

    def _own_word(self, span: Span) -> str:
        """The author's own word for it, where that is more than a kind's name."""
        word = span.text
        if not re.fullmatch(r"[a-z][a-z0-9-]*", word) or self.declared.board.noun(word):
            return ""
        return word if word in PRONOUNS else f"the {spaced(word)}"

    def get(self, e: core.Get) -> str:
        name = spaced(e.field.name)
        return f"the {name}" if e.of is None else self.possessive(_begun(e), name)

    def at(self, e: core.At) -> str:
        of = e.type.of if e.type.of not in ("", "thing") else "place"
        return self.possessive(_begun(e), spaced(of))

    def as_kind(self, e: core.AsKind) -> str:
        return self.possessive(_begun(e), spaced(e.kind))

    def owner(self, e: core.Owner) -> str:
        return self.possessive(e.of, "owner")

    def position(self, e: core.Position) -> str:
        where = f" in {self(e.zone)}" if e.zone is not None else ""
        return self.possessive(e.of, "position") + where

    def call(self, e: core.Call) -> str:
        name = spaced(e.name)
        if not e.args:
            return f"the {name}"
        if len(e.args) == 1:
            return self.possessive(e.args[0], name)
        return f"the {name} {self._arguments(e)}"

    def _arguments(self, e: core.Call) -> str:
        """With the prepositions of the pack's own key: `presence of player on base`."""
        declared, joins = self.declared.definitions.get(e.name), []
        at = declared.span.end if declared else 0
        for parameter in declared.takes if declared else ():
            word = parameter.span.source.text[at : parameter.span.start].strip()
            joins.append(word if word.isalpha() else "with")
            at = parameter.span.end
        return " ".join(f"{join} {self(a)}" for join, a in zip(joins, e.args, strict=False))

    def ends(self, e: core.Ends) -> str:
        end = "bottom" if e.bottom else "top"
        if e.number is None:
            return f"the {end} of {self(e.zone)}"
        if not e.type.many and isinstance(e.number, core.Lit):
            return f"number {e.number.value + 1} of {self(e.zone)}"
        number, kind = self(e.number), self.kind(e.type.of)
        if number.isdecimal():
            return f"the {end} {kind.counted(number)} of {self(e.zone)}"
        return f"the {end} {kind.many} of {self(e.zone)}, as many as {number}"

    def after(self, e: core.After) -> str:
        return f"the player after {self(e.of)}"

    def only(self, e: core.Only) -> str:
        noun = self.noun(e.source)
        return (
            f"the only one of {noun.plural}" if noun.whose or noun.fixed else f"the only {noun.one}"
        )

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

    def line(self, e: core.Line) -> str:
        return f"the longest line of {self.noun(e.source).plural} through {self(e.cell)}"

    def cond(self, e: core.Cond) -> str:
        return f"{self(e.then)} if {self(e.test)}, else {self(e.other)}"

    # ------------------------------------------------------------------------ conditions

    def condition(self, e: Expr) -> str:
        """A flag as a clause: `the cart is damaged`."""
        if e.type.base == "flag" and isinstance(e, core.Get):
            if e.of is None:
                return f"“{spaced(e.field.name)}” is set"
            return _is(self(_begun(e)), quoted(e.field.name))
        if e.type.base == "flag" and isinstance(e, core.Call) and len(e.args) == 1:
            return _is(self(e.args[0]), quoted(e.name))
        if e.type.base == "flag" and isinstance(e, core.Call):
            about = self._arguments(e).removeprefix("of ")
            return f"“{spaced(e.name)}” holds" + (f" for {about}" if about else "")
        return self(e)

    def compare(self, e: core.Compare) -> str:
        said = _is(self(e.left), self.compared(e))
        if isinstance(e.left, core.Get) and is_several(spaced(e.left.field.name)):
            return said.replace(" is ", " are ", 1)
        return said

    def compared(self, e: core.Compare) -> str:
        """What stands after *is*: `at least 3`, `not the cart`, `none`."""
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
        of = e.of
        if isinstance(of, core.Exists):
            return self._there(of, "no ")
        if isinstance(of, core.Forbidden):
            return f"nothing forbids {self._deed(of)}"
        said = self.condition(of)
        if isinstance(of, core.Call) and "” holds" in said:
            return said.replace("” holds", "” does not hold", 1)
        verb = re.search(r" (is|are) (?!not )", said) if not isinstance(of, core.Logic) else None
        if verb is None:
            return f"not ({said})"
        return f"{said[: verb.end()]}not {said[verb.end() :]}"

    def exists(self, e: core.Exists) -> str:
        return self._there(e)

    def _there(self, e: core.Exists, no: str = "") -> str:
        """`there are carts`, `there is no ore`, `you have carts`."""
        noun = self.noun(e.source)
        if noun.whose == "your":
            return f"you have {no}{noun.several}"
        return f"there {'is' if noun.many == noun.kind != '' else 'are'} {no}{noun.plural}"

    def member(self, e: core.Member) -> str:
        return f"{self(e.item)} is one of {self(e.source)}"

    def is_kind(self, e: core.IsKind) -> str:
        return _is(self(e.of), article(spaced(e.kind)))

    def forbidden(self, e: core.Forbidden) -> str:
        return f"something forbids {self._deed(e)}"

    def _deed(self, e: core.Forbidden) -> str:
        return f"{self(e.actor)} to {e.verb} {self(e.item)}"

    # ------------------------------------------------------------------------------ sets

    def several(self, e: Expr) -> str:
        return self.noun(e).plural

    def noun(self, e: Expr) -> Noun:
        from cardwright.language.described import noun

        return noun(self, e)

    def numbers(self, e: core.Numbers) -> str:
        return f"the numbers from {self(e.low)} to {self(e.high)}"

    def places(self, e: core.Places) -> str:
        return f"the places of {self.noun(e.source).plural}"

    def kind(self, kind: str) -> Noun:
        found = self.declared.board.kinds.get(kind)
        many = found.plural if found else plural(kind)
        return Noun(spaced(kind), spaced(many))


def _begun(e: core.Get | core.At | core.AsKind) -> Expr:
    """Where a path starts that the author wrote as one step: `county of base`."""
    of = e.of
    while isinstance(of, core.Get | core.At | core.AsKind) and of.of and of.span == e.span:
        of = of.of
    assert of is not None
    return of


def _is(subject: str, rest: str) -> str:
    return f"{subject} {'are' if subject == YOU else 'is'} {rest}"


def quoted(name: str) -> str:
    """A flag's name as an adjective: in quotes where it has several words."""
    return f"“{spaced(name)}”" if "-" in name else name


_RULES: dict[type[Expr], Callable[..., str]] = {
    core.Lit: Words.lit, core.Named: Words.named, core.ZoneOf: Words.zone_of,
    core.SetOf: Words.set_of, core.Reg: Words.reg, core.Var: Words.var, core.Get: Words.get,
    core.At: Words.at, core.AsKind: Words.as_kind,
    core.Owner: Words.owner, core.Position: Words.position,
    core.Call: Words.call, core.Arith: Words.arith, core.Compare: Words.compare,
    core.Logic: Words.logic, core.Not: Words.not_, core.Cond: Words.cond,
    core.Member: Words.member, core.IsKind: Words.is_kind, core.Domain: Words.several,
    core.Values: Words.several, core.Contents: Words.several, core.Filter: Words.several,
    core.Reduce: Words.reduce, core.Best: Words.several, core.Arranged: Words.several,
    core.Rotated: Words.several, core.Only: Words.only, core.Count: Words.count,
    core.Exists: Words.exists, core.Ends: Words.ends, core.After: Words.after,
    core.Line: Words.line, core.Nth: Words.nth, core.Difference: Words.several,
    core.Joined: Words.several, core.Numbers: Words.numbers, core.Places: Words.places,
    core.Forbidden: Words.forbidden,
}  # fmt: skip
