"""Statements as English: what an effect does, in sentences.

A choice is phrased where its result is used. Verbs write their own sentences with the helpers here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from cardwright.board.model import Field
from cardwright.board.types import PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.english.choices import Pick, pick
from cardwright.language.english.clauses import (
    HERE,
    YOU,
    Lines,
    Sentence,
    given,
    lowered,
    sentence_of,
)
from cardwright.language.english.conditions import is_plural
from cardwright.language.english.expressions import EFFECT_PHRASES, Phrases
from cardwright.language.english.nouns import NONE, ONE, OTHER, Noun, Number
from cardwright.language.english.registers import author_name, taken_first, takers
from cardwright.language.inflection import article, listed, spaced
from cardwright.language.registry.verb import Verb
from cardwright.source.records import dataclass

INDENT = "  "
NOBODY = -1  # a register that no effect uses
SHORT, LONGEST = 2, 110  # sentences and characters of a rule that is described where it is called


@dataclass(slots=True)
class Writer:
    """Writes the statements of one effect; it tracks choices that are not phrased yet."""

    phrases: Phrases
    verbs: Mapping[str, Verb]
    rules: Mapping[str, core.Routine]
    picks: dict[int, Pick] = field(default_factory=dict)
    willing: str = ""  # who may do this or decline
    among: bool = False  # among several players, so that *you* is written
    tail: str = ""  # what comes at the end of the sentence: how many

    def block(self, statements: Block) -> Lines:
        lines: Lines = []
        for at, statement in enumerate(statements):
            lines += self._statement(statement, statements[at + 1 :])
        return lines

    def _statement(self, s: Stmt, rest: Block) -> Lines:
        if isinstance(s, hir.VerbStatement):
            return s.english(self, rest)
        return _RULES[type(s)](self, s, rest)

    def inside(self, statements: Block, willing: str = "") -> Lines:
        """The lines of a block in a block; names bound there end there."""
        return [INDENT + line for line in self._lines_inside(statements, willing)]

    def _lines_inside(self, statements: Block, willing: str = "") -> Lines:
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
        return _below(head, self._lines_inside(statements))

    # ------------------------------------------------------------------- sentences of verbs

    def phrase(self, e: Expr) -> str:
        return self.phrases(e)

    def ended(self, said: str, subject: str = "") -> Sentence:
        """A sentence, with what is said at its end."""
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
        if verb in self.verbs:
            return self.verbs[verb].third
        return verb + ("es" if verb == "do" else "s")

    def sentence(self, verb: Verb, actor: Expr | None, **parts: str) -> str:
        """A sentence with the actor, in the verb's own words; `on here` becomes *here*."""
        if actor is not None:
            who = self.phrases(actor)
            itself = "yourself" if who == YOU else "themselves"
            if parts.get("to") == who and verb.name == "give":
                return self.by(actor, "take", parts["item"])
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
        return [*lines, self.sentence(verb, actor, item=self._item(items.item, verb), **parts)]

    def becoming(self, verb: Verb, items: hir.Items, form: Expr | None, rest: Block) -> Lines:
        lines, what = self.ask(items.ask, rest), self._item(items.item, verb)
        does = verb.name if items.several else verb.third
        return [*lines, self.ended(f"{does} {self._form(form, several=items.several)}", what)]

    def _form(self, form: Expr | None, *, several: bool) -> str:
        if form is None:
            return f"{'themselves' if several else 'itself'} again"
        if form.type.base == "design":
            return article(self.phrases(form))
        return f"{'copies' if several else 'a copy'} of {self.phrases(form)}"

    def _item(self, e: Expr, verb: Verb) -> str:
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
        """The quantity goes with the pieces, although it is the places that are chosen."""
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

    # --------------------------------------------------------------------------- choices

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
        return f"Secretly{comma} {lowered(text)}" if s.secret else text

    def let(self, s: core.Let, rest: Block) -> Lines:
        name, value = author_name(s.reg, rest), self.phrases(s.value)
        if s.value.type.many and (not name or not self.phrases.noun(s.value).fixed):
            value = f"all {value}"
        self.name(s.reg, name or value)
        return [sentence_of(f"{name} {'are' if is_plural(name) else 'is'} {value}")] if name else []

    # ------------------------------------------------------------------------- structure

    def for_each(self, s: core.ForEach, rest: Block) -> Lines:
        noun, name = self.phrases.noun(s.source), author_name(s.reg, s.body)
        self.name(s.reg, name or f"that {noun.kind or 'one'}")
        speaker = replace(self, among=self.among or s.source.type.one() == PLAYER)
        lines, one = speaker._lines_inside(s.body), f"that {noun.kind}"
        match lines:
            case [Sentence(subject=subject) as said] if subject == one and not name:
                return [sentence_of(said.predicate, noun.each_who)]
        return _below(f"For {noun.each}{f' ({name})' * bool(name)}", lines)

    def rank(self, s: hir.Rank, rest: Block) -> Lines:
        """`Rank the players with the highest gold first:`, with a line for each rank."""
        noun, name = self.phrases.noun(s.source), author_name(s.reg, (s,))
        self.name(s.reg, name or f"that {noun.kind or 'one'}")
        keys = ", then ".join(self._rank_key(key, noun, s.keys) for key in s.keys)
        ties = self._split(s.split, s) if s.split else _TIES[s.ties]
        lines = [f"Rank {noun.plural} by {keys}{ties}:"]
        for line in s.lines:
            names = " and ".join(f"{n.alone} {hir.RANKS[n.rank - 1]}".strip() for n in line.ranks)
            lines += [INDENT + said for said in self.after(f"For {names} place", line.body)]
        other = self.after("For all others", s.other) if s.other else []
        return lines + [INDENT + said for said in other]

    def _split(self, split: hir.RankSplit, s: hir.Rank) -> str:
        """` (places are worth 5, 3 and 1; ties split theirs, rounded down, as the prize)`."""
        name = author_name(split.reg, (s,)) or "what they get"
        self.name(split.reg, name)
        worth = listed([self.phrases(value) for value in split.values])
        return f" (places are worth {worth}; ties split theirs, rounded down, as {name})"

    def choose_at_once(self, s: hir.ChooseAtOnce, rest: Block) -> Lines:
        """`Secretly and at the same time, each player chooses 1 card (their bid).`

        Who is asked reads `Secretly choose 1 card (your bid)`.
        """
        if self.phrases(s.choice.chooser) == YOU:
            asked = pick(s.choice, self.phrases, f"your {spaced(s.field.name)}")
            return [f"Secretly choose {asked.phrase()}."]
        noun = self.phrases.noun(s.source)
        self.name(s.reg, f"that {noun.kind}")
        said = pick(s.choice, self.phrases, f"their {spaced(s.field.name)}").phrase()
        return [f"Secretly and at the same time, {noun.each} chooses {said}."]

    def _rank_key(self, key: hir.RankKey, noun: Noun, keys: tuple[hir.RankKey, ...]) -> str:
        said = self.phrases.member_of(key.var, noun)(key.body)
        plain = all(one.op == "highest" for one in keys)
        return said if plain else f"{said}, {key.op} first"

    def repeat(self, s: core.Repeat, rest: Block) -> Lines:
        number = self.phrases(s.number)
        times = f"{number} times" if isinstance(number, Number) else f"as many times as {number}"
        return [f"Repeat {times}:", *self.inside(s.body)]

    def repeat_until(self, s: hir.RepeatUntil, rest: Block) -> Lines:
        word = "while" if s.is_while else "until"
        return [f"Repeat {word} {self.phrases.condition(s.test)}:", *self.inside(s.body)]

    def change_by_key(self, s: hir.ChangeByKey, rest: Block) -> Lines:
        """As of one cell, by the key's own words."""
        name = f"{s.cell.shared.name} of {self.phrases(s.cell.key)}"
        return self.change(replace(s.change, field=replace(s.change.field, name=name)), rest)

    def once_per(self, s: hir.OncePer, rest: Block) -> Lines:
        return [f"At most once per {spaced(s.used.resets)}:", *self.inside(s.body)]

    def if_(self, s: core.If, rest: Block) -> Lines:
        lines = self.after(f"If {self.phrases.condition(s.test)}", s.then)
        return lines + (self.after("Otherwise", s.other) if s.other else [])

    def may(self, s: hir.May, rest: Block) -> Lines:
        """`You may remove 1 cart.`; for more than a sentence, `You may do this:`."""
        who = self.phrases(s.chooser)
        plain, willing = self._lines_inside(s.body), self._lines_inside(s.body, who)
        said = sentence_of("may do this", who).removesuffix(".")
        lines = [f"{said}:", *(INDENT + line for line in plain)]
        if len(plain) == 1 and willing != plain:
            lines = willing
        return lines + (self.after("Otherwise", s.other) if s.other else [])

    def one_of(self, s: core.OneOf, rest: Block) -> Lines:
        head = self.by(s.chooser, "choose", "one").removesuffix(".")
        return [f"{head}:", *(line for b in s.branches for line in self._branch(b))]

    def _branch(self, branch: core.Branch) -> Lines:
        when = f" (if {self.phrases.condition(branch.test)})" if branch.test is not None else ""
        lines = [INDENT + line for line in self.inside(branch.body)]
        if branch.label or when or len(lines) > 1:
            label = self.shown_text(branch.label) or spaced(branch.id).capitalize()
            return [f"{INDENT}- {label}{when}:", *lines]
        return [f"{INDENT}- {line.strip()}" for line in lines]

    def do(self, s: core.CallRule, rest: Block) -> Lines:
        takes = self.phrases.declared.rules[s.rule].takes
        args = self._given(s.args, [parameter.name for parameter in takes])
        return [self.by(s.you, "do", f"“{spaced(s.rule)}”{args}{self._called(s)}")]

    def _given(self, args: Sequence[Expr], names: Sequence[str]) -> str:
        """` with the cart and the town, no rival, load: 2`: numbers are called by their names."""
        if len(args) == 1 and args[0].type.base == "number":
            return f" with {given(self.phrases(args[0]))}"
        things, named = [], []
        for arg, name in zip(args, names, strict=True):
            said = given(self.phrases(arg))
            if arg.type.base in ("number", "flag") and said != f"the {spaced(name)}":
                named.append(f"{spaced(name)}: {said}")
            elif said == NONE:
                named.append(f"no {spaced(name)}")
            else:
                things.append(said)
        return f" with {', '.join([listed(things)] * bool(things) + named)}" if args else ""

    def _called(self, s: core.CallRule) -> str:
        """What a short rule does, with the names of its arguments."""
        made = self.rules.get(s.rule)
        if made is None:
            return ""
        names = dict(enumerate(map(self.phrases, (s.you, *s.args))))
        lines = Writer(Phrases(self.phrases.declared, names), self.verbs, {}).block(made.hir)
        said = "; ".join(lowered(line).removesuffix(".") for line in lines)
        plain = "(" not in said and not any(line.endswith(":") for line in lines)
        short = len(lines) <= SHORT and len(said) <= LONGEST and plain
        return f" ({said})" if short else ""

    def perform(self, s: core.Perform, rest: Block) -> Lines:
        takes = self.phrases.declared.taken_by(s.of.type.of, s.slot)
        args = self._given(s.args, [parameter.name for parameter in takes])
        return [self.by(s.you, "perform", f"the {spaced(s.slot)} of {self.phrases(s.of)}{args}")]

    def open(self, s: core.OpenMenu, rest: Block) -> Lines:
        who = self.phrases(s.chooser)
        lines: Lines = [self.by(s.chooser, "choose", f"from {self._menu_with(s)}")]
        passes = f"If {who} {'pass' if who == YOU else 'passes'}"
        return lines + (self.after(passes, s.other) if s.other else [])

    def _menu_with(self, s: core.OpenMenu) -> str:
        takes = self.phrases.declared.menus[s.menu].takes
        return self._menu(s.menu) + self._given(s.args, [parameter.name for parameter in takes])

    def _menu(self, name: str) -> str:
        menu = self.phrases.declared.menus.get(name)
        return f"the menu “{menu.title if menu and menu.title else spaced(name)}”"

    def open_until_pass(self, s: hir.OpenUntilPass, rest: Block) -> Lines:
        who = self.phrases(s.opened.chooser)
        passes = f"until {who} {'pass' if who == YOU else 'passes'}"
        menu = self._menu_with(s.opened)
        return [self.by(s.opened.chooser, "choose", f"from {menu}, again and again {passes}")]

    def do_nothing(self, s: hir.DoNothing, rest: Block) -> Lines:
        return ["Do nothing."]

    def stop(self, s: core.Break, rest: Block) -> Lines:
        return ["Leave the loop."]

    def end(self, s: core.EndGame, rest: Block) -> Lines:
        return [f"The game ends: “{self.shown_text(s.said.text)}”." if s.said else "The game ends."]

    def at_once(self, s: core.AtOnce, rest: Block) -> Lines:
        order = f" ({self.phrases(s.chooser)} orders what reacts)" if s.chooser else ""
        return [f"All at once{order}:", *self.inside(s.body)]

    def cancel(self, s: core.Cancel, rest: Block) -> Lines:
        return [self.by(s.actor, "cancel", "what is replied to")]

    def window(self, s: hir.Window, rest: Block) -> Lines:
        who, first = self.phrases.noun(s.asks).plural, self.phrases(s.first)
        pairs = zip(s.cells, s.values, strict=True)
        named = [f"{spaced(cell.name)} is {self.phrases(value)}" for cell, value in pairs]
        lines = [f"Meanwhile, {' and '.join(named)}."] if named else []
        head = f"In turn, until all have passed, {who} may reply from {self._menu(s.menu)}"
        return [f"{head}; first {first}.", *lines]

    # -------------------------------------------------------- what verbs do in the core's words

    def change(self, s: core.Assign, rest: Block) -> Lines:
        phrases = self.phrases.of(self.phrases(s.actor))
        value, name = phrases(s.value), spaced(s.field.name)
        if isinstance(s.value, core.SetOf):
            value = listed([phrases(item) for item in s.value.items]) or "nothing"
        if s.op == "=" and isinstance(s.value, core.Lit) and s.value.type.base == "flag":
            return [self._flag(s, name, value == "yes")]
        target = phrases.of_game(s.field) if s.of is None else phrases.possessive(s.of, name)
        verb = self.verbs[s.verb]
        if s.op == "=" and s.field.type.base == "flag":
            of = f" of {phrases(s.of)}" if s.of is not None else ""
            said = f"“{name}”{of} to whether {phrases.condition(s.value)}"
            return [self.by(s.actor, "set", said)]
        if s.op == "=" and value == NONE:
            return [self.by(s.actor, "clear", target)]
        if s.field.type.many and s.op == "-":
            return [self.by(s.actor, "remove", f"{value} from {target}")]
        amount = phrases.priced(s.value, name) if "{target}" not in verb.english else given(value)
        if value == target and s.op == "-":
            amount = f"all {target}"
        return [self.sentence(verb, s.actor, amount=amount, target=target, value=value)]

    def _flag(self, s: core.Assign, name: str, value: bool) -> str:
        """`Mark the cart as damaged.`; a flag of the game is `set` or `cleared`."""
        if s.of is None:
            return self.by(s.actor, "set" if value else "clear", f"“{name}”")
        return self.by(s.actor, "mark", f"{self.phrases(s.of)} as {'' if value else 'not '}{name}")

    def priced(self, amount: Expr, counter: Field) -> str:
        return self.phrases.priced(amount, spaced(counter.name))

    def cost(self, cost: hir.Cost) -> str:
        lines = [lowered(line).removesuffix(".") for line in self.block(cost.effects)]
        return " and ".join([*map(self.phrases.paid, cost.payments), *lines])

    def begin(self, s: core.Begin, rest: Block) -> Lines:
        lasting = self.phrases.declared.lasting[s.effect]
        args = self._given(s.values, [parameter.name for parameter in lasting.takes])
        if name := author_name(s.result, rest):
            self.name(s.result, name)
        effect = f"“{lasting.thing.title}”{args}"
        return [self.sentence(self.verbs["begin"], s.actor, effect=effect)]

    def end_effect(self, s: core.End, rest: Block) -> Lines:
        return [self.sentence(self.verbs["end"], None, item=self.phrases(s.item))]

    def shuffle(self, s: core.Shuffle, rest: Block) -> Lines:
        return [self.sentence(self.verbs["shuffle"], None, zone=self.phrases(s.zone))]

    def reveal(self, s: core.Reveal, rest: Block) -> Lines:
        return [
            self.sentence(self.verbs["reveal"], None, item=self._item(s.item, self.verbs["reveal"]))
        ]

    def say(self, s: core.Say, rest: Block) -> Lines:
        return [self.sentence(self.verbs["say"], s.actor, text=f"“{self.shown_text(s.text)}”")]

    def shown_text(self, text: core.Text) -> str:
        """Words for players, with what each value in braces is: `for (the price) gold`."""
        return text.filled(f"({self.phrases(value)})" for value in text.values)


_TIES = {
    hir.SHARE: "", hir.NEXT: " (a tie takes the next place)",
    hir.LAST: " (a tie takes the last of its places)", hir.DENSE: " (no place is left out)",
}  # fmt: skip


def _below(head: str, lines: Lines) -> Lines:
    """`For each town, do this.`, or a head with lines below it."""
    if len(lines) == 1 and not lines[0].endswith(":"):
        return [f"{head}, {lowered(lines[0])}"]
    return [f"{head}:", *(INDENT + line for line in lines)]


_TO = re.compile(r"(on|to) \{to\}$")
"""In the words of a verb, where it goes to: *here* has no preposition."""


_RULES: dict[type[Stmt], Callable[..., Lines]] = {
    core.Let: Writer.let, core.Choose: Writer.choose, core.ForEach: Writer.for_each,
    core.Repeat: Writer.repeat, core.If: Writer.if_, core.OneOf: Writer.one_of,
    core.CallRule: Writer.do, core.Perform: Writer.perform, core.OpenMenu: Writer.open,
    core.Break: Writer.stop, core.EndGame: Writer.end, core.Assign: Writer.change,
    core.Begin: Writer.begin, core.End: Writer.end_effect,
    core.Shuffle: Writer.shuffle, core.Reveal: Writer.reveal, core.Say: Writer.say,
    hir.RepeatUntil: Writer.repeat_until, hir.OpenUntilPass: Writer.open_until_pass,
    core.Cancel: Writer.cancel, core.AtOnce: Writer.at_once, hir.Window: Writer.window,
    hir.DoNothing: Writer.do_nothing, hir.OncePer: Writer.once_per,
    hir.ChangeByKey: Writer.change_by_key, hir.May: Writer.may,
    hir.Distributed: Writer.for_each, hir.Rank: Writer.rank,
    hir.ChooseAtOnce: Writer.choose_at_once,
}  # fmt: skip


def _effect_phrases(phrases: Phrases, effects: Block) -> Lines:
    """What a condition says must be done, as parts of its sentence, which has the actor."""
    known = replace(phrases, registers={**phrases.registers, NOBODY: YOU})
    acts = tuple(
        replace(s, actor=core.Reg(PLAYER, s.span, NOBODY))
        if isinstance(s, hir.VerbStatement)
        else s
        for s in effects
    )
    lines = Writer(known, {}, {}).block(acts)
    return [lowered(line).removesuffix(".") for line in lines]


EFFECT_PHRASES.append(_effect_phrases)
