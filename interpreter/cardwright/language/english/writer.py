"""Writes the sentences of an effect: who does what to which things, and the choices for it.

A choice is phrased where its result is used. Verbs write their own sentences with these methods;
all other statements are in `statements` and `calls`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import ClassVar

from cardwright.board.declarations import Field
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.english.choices import Pick, pick
from cardwright.language.english.clauses import (
    HERE,
    YOU,
    Lines,
    Sentence,
    embedded,
    sentence_of,
    uncapitalized,
)
from cardwright.language.english.comparisons import is_plural
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun_phrases import NONE, ONE, OTHER
from cardwright.language.english.registers import author_name, taken_first, takers
from cardwright.language.inflection import article, listed, spaced
from cardwright.language.registry.verb import Verb, Verbs
from cardwright.source.records import dataclass

INDENT = "  "


@dataclass(slots=True)
class Writer:
    """Writes the statements of one effect; it tracks choices that are not phrased yet."""

    said: ClassVar[Mapping[type[Stmt], Callable[..., Lines]]] = {}  # set by `generate`
    phrases: Phrases
    verbs: Verbs
    rules: Mapping[str, core.Routine]
    picks: dict[int, Pick] = field(default_factory=dict)
    willing: str = ""  # the player who may do this or decline
    among: bool = False  # whether it is one of several players, so that *you* is written
    tail: str = ""  # the end of the sentence: how many

    def block(self, statements: Block) -> Lines:
        lines: Lines = []
        for at, statement in enumerate(statements):
            lines += self._statement(statement, statements[at + 1 :])
        return lines

    def _statement(self, s: Stmt, rest: Block) -> Lines:
        if isinstance(s, hir.VerbStatement):
            return s.english(self, rest)
        verb = self.verbs.by_statement.get(type(s))
        said = self.said[type(s)] if verb is None else verb.says
        assert said is not None
        return said(self, s, rest)

    def inside(self, statements: Block, willing: str = "") -> Lines:
        """The lines of an inner block; names bound there end there."""
        return [INDENT + line for line in self.lines_inside(statements, willing)]

    def lines_inside(self, statements: Block, willing: str = "") -> Lines:
        phrases = replace(self.phrases, registers=dict(self.phrases.registers))
        inner = replace(self, phrases=phrases, picks=dict(self.picks), willing=willing)
        return inner.block(statements)

    def name(self, reg: int, said: str) -> None:
        self.phrases.registers[reg] = said

    def called(self, register: core.Reg, rest: Block) -> str:
        name = author_name(register.index, rest)
        self.name(register.index, name or "it")
        return f" ({name})" if name else ""

    def after(self, head: str, statements: Block) -> Lines:
        """`If it is so, do this.`, or a head with lines below it."""
        return below(head, self.lines_inside(statements))

    def phrase(self, e: Expr) -> str:
        return self.phrases(e)

    def ended(self, said: str, subject: str = "") -> Sentence:
        """A sentence, with the words at its end."""
        said, self.tail = said + self.tail, ""
        return sentence_of(said, subject)

    def by(self, actor: Expr, verb: str, rest: str) -> Sentence:
        """`Remove ...`, `The player removes ...`, `You may remove ...`."""
        who = self.phrases(actor)
        if who == self.willing:
            return self.ended(f"may {verb} {rest}", who)
        if who == YOU:
            return self.ended(f"{verb} {rest}", who if self.among else "")
        return self.ended(f"{self._third(verb)} {rest}", who)

    def _third(self, verb: str) -> str:
        if verb in self.verbs.by_name:
            return self.verbs.by_name[verb].third
        return verb + ("es" if verb == "do" else "s")

    def sentence(self, verb: Verb, actor: Expr | None, **parts: str) -> str:
        """A sentence with the actor, in the verb's own words; `on here` becomes *here*."""
        if actor is not None:
            who = self.phrases(actor)
            itself = "yourself" if who == YOU else "themselves"
            if parts.get("to") == who and verb.to_self:
                return self.by(actor, verb.to_self, parts["item"])
            acted_on = {name for name in ("item", "to") if parts.get(name) == who}
            parts |= dict.fromkeys(acted_on, itself)
        pattern = verb.english
        if parts.get("to") in HERE:
            pattern = _TO.sub("{to}", pattern)
        if actor is None:
            return self.ended(pattern.format_map(parts))
        rest = pattern.removeprefix(f"{verb.name} ").format_map(parts)
        return self.by(actor, verb.name, rest)

    def action(
        self, verb: Verb, actor: Expr, items: hir.Items, rest: Block, to: str | None = None
    ) -> Lines:
        lines, parts = self.ask(items.ask, rest), {} if to is None else {"to": to}
        return [*lines, self.sentence(verb, actor, item=self.item(items.item, verb), **parts)]

    def becoming(self, verb: Verb, items: hir.Items, form: Expr | None, rest: Block) -> Lines:
        lines, what = self.ask(items.ask, rest), self.item(items.item, verb)
        does = verb.name if items.several else verb.third
        return [*lines, self.ended(f"{does} {self._form(form, several=items.several)}", what)]

    def _form(self, form: Expr | None, *, several: bool) -> str:
        if form is None:
            return f"{'themselves' if several else 'itself'} again"
        if form.type.base == "design":
            return article(self.phrases(form))
        return f"{'copies' if several else 'a copy'} of {self.phrases(form)}"

    def item(self, e: Expr, verb: Verb) -> str:
        """A fresh choice in full; a set as a whole."""
        if isinstance(e, core.Reg):
            found = self.picks.pop(e.index, None)
            return self._picked(found, verb) if found else self.phrases(e)
        noun = self.phrases.noun(e)
        return f"all {noun.plural}" if e.type.many and not noun.fixed else noun.plural

    def _picked(self, found: Pick, verb: Verb) -> str:
        self.tail = found.number.at_the_end
        return found.phrase(away=verb.changes == "location")

    def pieces(self, supply: Expr, to: Expr, actor: Expr, *, whole: bool) -> str:
        """The quantity goes with the pieces, although places are chosen."""
        noun, who = self.phrases.noun(supply), self.phrases(actor)
        if whole:
            return f"all {noun.plural}"
        if who == YOU or noun.whose != "your":
            noun.whose = ""  # their own, which goes without saying
        noun.after = [a for a in noun.after if a not in ("in supply", f"of {who}")]
        found = self.picks.get(to.index) if isinstance(to, core.Reg) else None
        if noun.fixed:
            return noun.plural
        number = found.number if found else ONE
        self.tail = number.at_the_end
        return noun.counted(number)

    def destination(self, to: Expr, actor: Expr, *, bottom: bool = False) -> str:
        found = self.picks.pop(to.index, None) if isinstance(to, core.Reg) else None
        if found is not None:
            return (found.noun.plural if found.again else found.noun.another) + found.limits
        ordered = isinstance(to, core.ZoneOf) and self._ordered(to.zone)
        end = f"the {'bottom' if bottom else 'top'} of " if ordered else ""
        return end + self.phrases.of(self.phrases(actor))(to)

    def _ordered(self, zone: str) -> bool:
        found = self.phrases.declared.board.zones.get(zone)
        return found is not None and found.ordered

    def ask(self, ask: hir.Ask, rest: Block, *, other: bool = False, apart: bool = False) -> Lines:
        if ask is None:
            return []
        if isinstance(ask, core.Let):
            return self.let(ask, rest)
        name = author_name(ask.reg, rest)
        found = pick(ask, self.phrases, name)
        if other:
            found.noun.before.insert(0, OTHER)
        if apart or ask.secret:
            return [self._chosen(ask, found, name)]
        self.picks[ask.reg] = found
        self.name(ask.reg, name or ("them" if ask.many else "it"))
        return []

    def choose(self, s: core.Choose, rest: Block) -> Lines:
        return self.ask(s, rest, apart=not self._is_taken(s, rest))

    def _is_taken(self, s: core.Choose, rest: Block) -> bool:
        """Whether a verb of the chooser takes it, so that its sentence can include the choice."""
        if author_name(s.reg, rest):
            return False
        who, taking = self.phrases(s.chooser), takers(s.reg, rest)
        return all(self.phrases(t.actor) == who for t in taking) and taken_first(s.reg, rest)

    def _chosen(self, s: core.Choose, found: Pick, name: str) -> str:
        one = f"that {found.noun.kind}" if found.noun.kind else "it"
        self.name(s.reg, name or ("those" if s.many else one))
        self.tail = found.number.at_the_end
        who, text = self.phrases(s.chooser), self.by(s.chooser, "choose", found.phrase())
        bids = who == YOU and who != self.willing and not self.among
        comma = "" if bids else ","  # `Secretly choose`, and `Secretly, the player chooses`
        return f"Secretly{comma} {uncapitalized(text)}" if s.secret else text

    def let(self, s: core.Let, rest: Block) -> Lines:
        name, value = author_name(s.reg, rest), self.phrases(s.value)
        if s.value.type.many and (not name or not self.phrases.noun(s.value).fixed):
            value = f"all {value}"
        self.name(s.reg, name or value)
        return [sentence_of(f"{name} {'are' if is_plural(name) else 'is'} {value}")] if name else []

    def priced(self, amount: Expr, counter: Field) -> str:
        return self.phrases.priced(amount, spaced(counter.name))

    def cost(self, cost: hir.Cost) -> str:
        lines = [uncapitalized(line).removesuffix(".") for line in self.block(cost.effects)]
        return " and ".join([*map(self.phrases.paid, cost.payments), *lines])

    def arguments(self, args: Sequence[Expr], names: Sequence[str]) -> str:
        """` with the cart and the town, no rival, load: 2`: numbers come with their names."""
        if len(args) == 1 and args[0].type.base == "number":
            return f" with {embedded(self.phrases(args[0]))}"
        things, named = [], []
        for arg, name in zip(args, names, strict=True):
            said = embedded(self.phrases(arg))
            if arg.type.base in ("number", "flag") and said != f"the {spaced(name)}":
                named.append(f"{spaced(name)}: {said}")
            elif said == NONE:
                named.append(f"no {spaced(name)}")
            else:
                things.append(said)
        return f" with {', '.join([listed(things)] * bool(things) + named)}" if args else ""

    def lasting(self, begun: core.Begin, rest: Block) -> str:
        """`“Boom” with iron`; introduces its author's name for it."""
        declared = self.phrases.declared.lasting[begun.effect]
        if name := author_name(begun.result, rest):
            self.name(begun.result, name)
        args = self.arguments(begun.values, [parameter.name for parameter in declared.takes])
        return f"“{declared.thing.title}”{args}"

    def shown_text(self, text: core.Text) -> str:
        """The text for players, with the meaning of each value in braces: `for (the price)
        gold`.
        """
        return text.filled(f"({self.phrases(value)})" for value in text.values)


def below(head: str, lines: Lines) -> Lines:
    """`For each town, do this.`, or a head with lines below it."""
    if len(lines) == 1 and not lines[0].endswith(":"):
        return [f"{head}, {uncapitalized(lines[0])}"]
    return [f"{head}:", *(INDENT + line for line in lines)]


_TO = re.compile(r"(on|to) \{to\}$")
"""In the words of a verb, where it goes to: *here* has no preposition."""
