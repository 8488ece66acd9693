"""Generated English: what checked rules do, in sentences, from the core tree.

The verbs' words come from the registry, all others from the pack. The same tree gives the
same text. What a choice picks is said where it is used, as the author wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from cardwright.board.types import PLAYER
from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.declared import Declared
from cardwright.language.inflection import Noun, article, spaced, units
from cardwright.language.picks import Pick, another, counted, pick
from cardwright.language.sentences import (
    Lines,
    each,
    filled,
    lowered,
    sentence_of,
    shorter,
    swapped,
    third,
)
from cardwright.language.uses import author_name, given, is_act, nodes, taken_first, takes
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.language.wording import YOU, Words
from cardwright.source.records import dataclass

INDENT = "  "
SHORT, LONGEST = 2, 110  # sentences and letters of a rule that is said where it is called
EVENT_NAMES = ("the player who does it", "this", "it", "there", YOU)


def routine(
    made: core.Routine,
    declared: Declared,
    names: Sequence[str],
    rules: Mapping[str, core.Routine] | None = None,
) -> Lines:
    """The sentences of an effect; `names` are those of its first registers.

    With `rules`, what a short rule does is said where it is called.
    """
    words = Words(declared, dict(enumerate(names)))
    return _Telling(words, {}, rules or {}).block(made.body)


def sentence(
    e: Expr, declared: Declared, names: Sequence[str] = (), *, parameters: Sequence[str] = ()
) -> str:
    """An expression: a condition as a clause, anything else as a noun phrase.

    `names` are those of registers, `parameters` those of a definition.
    """
    words = Words(declared, dict(enumerate(names)), dict(enumerate(parameters)))
    return words.condition(e)


def event(verb: str, kind: str, declared: Declared | None = None) -> str:
    """What an ability waits for: `removing a miner`, `the rule turn`, `a change of gold`."""
    what, _, name = verb.partition(" ")
    if what == "change":
        return f"a change of {spaced(name)}"
    if verb not in VERBS.by_name:
        return f"the {what} {spaced(name)}"
    found = declared.board.kinds.get(kind) if declared else None
    if found is None or found.plural == kind:
        return f"{VERBS.by_name[verb].gerund} {spaced(kind)}"
    return f"{VERBS.by_name[verb].gerund} {found.title or article(spaced(kind))}"


@dataclass(slots=True)
class _Telling:
    words: Words
    picks: dict[int, Pick]
    rules: Mapping[str, core.Routine] = field(default_factory=dict)
    willing: str = ""  # who may do what is told, or leave it
    among: bool = False  # of several players, so that *you* is said

    def block(self, statements: Block) -> Lines:
        lines: Lines = []
        for at, statement in enumerate(statements):
            lines += _RULES[type(statement)](self, statement, statements[at + 1 :])
        return lines

    def inside(self, statements: Block, willing: str = "") -> Lines:
        """The lines of a block in a block; names bound there end there."""
        words = replace(self.words, registers=dict(self.words.registers))
        inner = _Telling(words, dict(self.picks), self.rules, willing, self.among)
        return [INDENT + line for line in inner.block(statements)]

    def name(self, reg: int, said: str) -> None:
        self.words.registers[reg] = said

    def after(self, head: str, statements: Block) -> Lines:
        """`If it is so, do this.`, or a head with lines below it."""
        lines = self.inside(statements)
        if len(lines) == 1 and not lines[0].endswith(":"):
            return [f"{head}, {lowered(lines[0].strip())}"]
        return [f"{head}:", *lines]

    def by(self, actor: Expr, verb: str, rest: str) -> str:
        """`Remove ...`, `The player removes ...`, `You may remove ...`."""
        who = self.words(actor)
        if who == self.willing:
            return sentence_of(f"{who} may {verb} {rest}")
        if who == YOU:
            return sentence_of(f"you {verb} {rest}" if self.among else f"{verb} {rest}")
        return sentence_of(f"{who} {third(verb)} {rest}")

    # --------------------------------------------------------------------------- choices

    def let(self, s: core.Let, rest: Block) -> Lines:
        name, value = author_name(s.reg, rest), self.words(s.value)
        self.name(s.reg, name or (f"all {value}" if s.value.type.many else value))
        if not name or (isinstance(s.value, core.SetOf) and not s.value.items):
            return []
        return [sentence_of(f"{name} is {value}")]

    def choose(self, s: core.Choose, rest: Block) -> Lines:
        pick, name = self._pick(s, s.low, s.high), author_name(s.reg, rest)
        if not name and not s.secret and self._is_taken(s, rest):
            self.picks[s.reg] = pick
            self.name(s.reg, "them" if s.many else "it")
            return []
        self.name(s.reg, name or self._known(s, pick))
        named = f" ({name})" if name else ""
        text = self.by(s.chooser, "choose", f"{pick.said()}{named}")
        return [f"Secretly, {lowered(text)}" if s.secret else text]

    def _is_taken(self, s: core.Choose, rest: Block) -> bool:
        """Whether a verb of the one who chooses takes it, so that its sentence can say it."""
        acts = [a for a in nodes(rest) if isinstance(a, core.Act) and takes(a, s.reg, rest)]
        same = all(self.words(a.actor) == self.words(s.chooser) for a in acts)
        return same and taken_first(s.reg, rest)

    def _known(self, s: core.Choose, pick: Pick) -> str:
        if s.many:
            return "those"
        return f"that {pick.noun.kind}" if pick.noun.kind else "it"

    def _pick(self, s: core.Choose, low: Expr, high: Expr | None) -> Pick:
        return pick(s, low, high, self.words)

    def said(self, e: Expr, verb: str = "") -> str:
        """What was just picked, in full; from then on it is *it*."""
        pick = self.picks.pop(e.index, None) if isinstance(e, core.Reg) else None
        return pick.said(verb) if pick else self.words(e)

    # ------------------------------------------------------------------------- structure

    def for_each(self, s: core.ForEach, rest: Block) -> Lines:
        source = s.source
        if isinstance(source, core.Reg) and is_act(s.body, s.reg):
            self.name(s.reg, self.words(source))
            if source.index in self.picks:
                self.picks[s.reg] = self.picks.pop(source.index)
            return self.block(s.body)
        picked = isinstance(source, core.Reg) and source.index in self.picks
        noun = Noun(fixed=self.said(source)) if picked else self.words.noun(source)
        name = author_name(s.reg, s.body)
        self.name(s.reg, name or f"that {noun.kind or 'one'}")
        aside = f" ({name})" if name else ""
        telling = replace(self, among=self.among or s.source.type.one() == PLAYER)
        lines = telling.after(f"For {each(noun)}{aside}", s.body)
        return shorter(lines, each(noun), f"that {noun.kind}")

    def repeat(self, s: core.Repeat, rest: Block) -> Lines:
        ask, last = (s.body[0], s.body[-1]) if s.body else (None, None)
        if isinstance(ask, core.Choose) and ask.spent is not None and isinstance(last, core.Act):
            return self._one_by_one(ask, last, s.number, _gathered(s.body, rest))
        number = self.words(s.number)
        times = f"{number} times" if number.isdecimal() else f"as many times as {number}"
        return [f"Repeat {times}:", *self.inside(s.body)]

    def _one_by_one(self, ask: core.Choose, act: core.Act, number: Expr, name: str) -> Lines:
        """`remove up to 3 ..., as gone`: a loop of choices that was one sentence."""
        least = ask.low.test if isinstance(ask.low, core.Cond) else None
        low = least.right if isinstance(least, core.Compare) else ask.low
        endless = isinstance(number, core.Count) and number.source == ask.source
        pick = self._pick(ask, low, None if endless else number)
        aside = f"{pick.aside} ({name})" if name else pick.aside
        self.picks[ask.reg] = replace(pick, aside=aside)
        self.name(ask.reg, "it")
        return self.act(act, ())

    def if_(self, s: core.If, rest: Block) -> Lines:
        if not s.other and given(s.test, self.picks):
            return self.block(s.then)
        if (both := swapped(s)) is not None:
            first, second, actor = both
            return [self.by(actor, "swap", f"{self.words(first)} and {self.words(second)}")]
        lines = self.after(f"If {self.words.condition(s.test)}", s.then)
        return lines + (self.after("Otherwise", s.other) if s.other else [])

    def one_of(self, s: core.OneOf, rest: Block) -> Lines:
        who = self.words(s.chooser)
        if [b.id for b in s.branches] == ["yes", "no"]:
            yes, other = (b.body for b in s.branches)
            return self._may(who, yes) + (self.after("Otherwise", other) if other else [])
        head = "Choose one" if who == YOU else sentence_of(f"{who} chooses one").removesuffix(".")
        return [f"{head}:", *(line for b in s.branches for line in self._branch(b))]

    def _may(self, who: str, body: Block) -> Lines:
        """`You may remove 1 cart.`; of more than a sentence, `You may do this:`."""
        plain, willing = self.inside(body), self.inside(body, who)
        if len(plain) == 1 and willing != plain:
            return [willing[0].strip()]
        return [sentence_of(f"{who} may do this").removesuffix(".") + ":", *plain]

    def _branch(self, branch: core.Branch) -> Lines:
        when = f" (if {self.words.condition(branch.test)})" if branch.test is not None else ""
        return [f"{INDENT}- {branch.label}{when}:", *map(INDENT.__add__, self.inside(branch.body))]

    def do(self, s: core.Do, rest: Block) -> Lines:
        given = f" with {', '.join(self.words(a) for a in s.args)}" if s.args else ""
        return [self.by(s.you, "do", f"“{spaced(s.rule)}”{given}{self._called(s)}")]

    def _called(self, s: core.Do) -> str:
        """What a rule of a sentence or two does, with the names of what it is given."""
        made = self.rules.get(s.rule)
        if made is None:
            return ""
        words = Words(self.words.declared, dict(enumerate(map(self.words, (s.you, *s.args)))))
        told = _Telling(words, {}).block(made.body)
        said = "; ".join(lowered(line.removesuffix(".")) for line in told)
        short = len(told) <= SHORT and len(said) <= LONGEST and not re.search(r"[(:]", said)
        return f" ({said})" if short else ""

    def perform(self, s: core.Perform, rest: Block) -> Lines:
        return [self.by(s.you, "perform", f"the {spaced(s.slot)} of {self.words(s.of)}")]

    def open(self, s: core.Open, rest: Block) -> Lines:
        menu, who = self.words.declared.menus.get(s.menu), self.words(s.chooser)
        title = menu.title if menu and menu.title else spaced(s.menu)
        lines = [self.by(s.chooser, "choose", f"from the menu “{title}”")]
        passes = f"If {who} {'pass' if who == YOU else 'passes'}"
        return lines + (self.after(passes, s.other) if s.other else [])

    def stop(self, s: core.Stop, rest: Block) -> Lines:
        return ["Leave the loop."]

    def end(self, s: core.End, rest: Block) -> Lines:
        return ["The game ends."]

    # ----------------------------------------------------------------------------- verbs

    def act(self, s: core.Act, rest: Block) -> Lines:
        if s.verb == "place":
            return [self._placed(s)]
        item = self.said(s.item, s.verb)
        if s.to is None:
            return [self.by(s.actor, s.verb, filled(s.verb, item=item))]
        ordered = isinstance(s.to, core.ZoneOf) and self._ordered(s.to.zone)
        end = f"the {'bottom' if s.bottom else 'top'} of " if ordered else ""
        return [self.by(s.actor, s.verb, filled(s.verb, item=item, to=end + self._where(s)))]

    def _ordered(self, zone: str) -> bool:
        found = self.words.declared.board.zones.get(zone)
        return found is not None and found.ordered

    def _placed(self, s: core.Act) -> str:
        """How many is said with the pieces, though it is the places that are chosen."""
        assert s.to is not None
        noun = self.words.noun(s.item)
        own, mine = f"of {self.words(s.actor)}", self.words(s.actor) == YOU
        noun.whose = "" if mine or noun.whose != "your" else noun.whose  # another's, told by name
        noun.after = [a for a in noun.after if a not in ("in supply", own)]
        pick = self.picks.get(s.to.index) if isinstance(s.to, core.Reg) else None
        item = noun.fixed or counted(noun, pick.number if pick else "1")
        said = filled("place", item=item, to=self._where(s))
        return self.by(s.actor, "place", said + (pick.limits if pick else ""))

    def _where(self, s: core.Act) -> str:
        to = s.to
        assert to is not None
        pick = self.picks.pop(to.index, None) if isinstance(to, core.Reg) else None
        if pick is None:
            return self.words.of(self.words(s.actor))(to)
        return pick.noun.plural if pick.again else another(pick.noun)

    def change(self, s: core.Change, rest: Block) -> Lines:
        words = self.words.of(self.words(s.actor))
        value, name = words(s.value), spaced(s.field.name)
        if s.verb == "set" and isinstance(s.value, core.Lit) and s.value.type.base == "flag":
            return [self._flag(s, name, value == "yes")]
        if s.verb in ("gain", "lose", "pay"):
            return [self.by(s.actor, s.verb, self._amount(s.value, name, words))]
        target = f"the {name}" if s.of is None else words.possessive(s.of, name)
        said = filled(s.verb, amount=value, target=target, value=value)
        return [self.by(s.actor, s.verb, said)]

    def _flag(self, s: core.Change, name: str, value: bool) -> str:
        """`Mark the cart as damaged.`; a flag of the game is set or cleared."""
        if s.of is None:
            return self.by(s.actor, "set" if value else "clear", f"“{name}”")
        return self.by(s.actor, "mark", f"{self.words(s.of)} as {'' if value else 'not '}{name}")

    def _amount(self, value: core.Expr, name: str, words: Words) -> str:
        """`2 gold`, `2 gold for each of your mines`, `gold equal to the number of ...`."""
        if (
            isinstance(value, core.Arith)
            and value.op == "*"
            and isinstance(value.right, core.Count)
        ):
            noun = words.noun(value.right.source)
            return f"{units(words(value.left), name)} for {each(noun)}"
        said = words(value)
        return units(said, name) if said.isdecimal() else f"{name} equal to {said}"

    def shuffle(self, s: core.Shuffle, rest: Block) -> Lines:
        return [self._plain("shuffle", zone=self.words(s.zone))]

    def roll(self, s: core.Roll, rest: Block) -> Lines:
        return [self._plain("roll", item=self.words(s.die))]

    def reveal(self, s: core.Reveal, rest: Block) -> Lines:
        return [self._plain("reveal", item=self.words(s.item))]

    def _plain(self, verb: str, **parts: str) -> str:
        return sentence_of(f"{verb} {filled(verb, **parts)}")

    def say(self, s: core.Say, rest: Block) -> Lines:
        return [self._plain("say", text=f"“{s.text}”")]


def _gathered(body: Block, rest: Block) -> str:
    """The author's name for the set in which a loop gathers what it takes, if it is used."""
    gathers = (s for s in body if isinstance(s, core.Let) and isinstance(s.value, core.Joined))
    return next((author_name(s.reg, rest) for s in gathers), "")


_RULES: dict[type[Stmt], Callable[..., Lines]] = {
    core.Let: _Telling.let, core.Choose: _Telling.choose, core.ForEach: _Telling.for_each,
    core.Repeat: _Telling.repeat, core.If: _Telling.if_, core.OneOf: _Telling.one_of,
    core.Do: _Telling.do, core.Perform: _Telling.perform, core.Open: _Telling.open,
    core.Stop: _Telling.stop, core.End: _Telling.end, core.Act: _Telling.act,
    core.Change: _Telling.change, core.Shuffle: _Telling.shuffle, core.Roll: _Telling.roll,
    core.Reveal: _Telling.reveal, core.Say: _Telling.say,
}  # fmt: skip

__all__ = ["EVENT_NAMES", "routine", "sentence"]
