"""Generated English: what checked rules do, in sentences, from the core tree.

The verbs' words come from the registry, all others from the pack. The same tree gives the
same text. What a choice picks is said where it is used, as the author wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.declared import Declared
from cardwright.language.nounwords import Noun, spaced
from cardwright.language.registry import VERBS
from cardwright.language.uses import author_name, given, is_act, nodes, takes
from cardwright.language.wording import YOU, Words

INDENT = "  "
EVENT_NAMES = ("the player who does it", "this", "it", "there", YOU)
Lines = list[str]


def routine(made: core.Routine, declared: Declared, names: Sequence[str]) -> Lines:
    """The sentences of an effect; `names` are those of its first registers."""
    words = Words(declared, dict(enumerate(names)))
    return _Telling(words, {}).block(made.body)


def sentence(
    e: Expr, declared: Declared, names: Sequence[str] = (), *, parameters: Sequence[str] = ()
) -> str:
    """An expression: a condition as a clause, anything else as a noun phrase.

    `names` are those of registers, `parameters` those of a definition.
    """
    words = Words(declared, dict(enumerate(names)), dict(enumerate(parameters)))
    return words.condition(e)


def event(verb: str, kind: str) -> str:
    """What an ability waits for: `removing miners`, `the rule turn`, `a change of gold`."""
    what, _, name = verb.partition(" ")
    if what == "change":
        return f"a change of {spaced(name)}"
    return f"{VERBS[verb].gerund} {spaced(kind)}" if verb in VERBS else f"the {what} {spaced(name)}"


@dataclass(frozen=True, slots=True)
class Pick:
    """What a choice takes: how many of what, the limits behind a comma, and how it is taken."""

    number: str
    noun: Noun
    limits: str
    again: bool
    aside: str = ""

    @property
    def said(self) -> str:
        return self.noun.counted(self.number) + self.limits + self.aside


@dataclass(slots=True)
class _Telling:
    words: Words
    picks: dict[int, Pick]

    def block(self, statements: Block) -> Lines:
        lines: Lines = []
        for at, statement in enumerate(statements):
            lines += _RULES[type(statement)](self, statement, statements[at + 1 :])
        return lines

    def inside(self, statements: Block) -> Lines:
        """The lines of a block in a block; names bound there end there."""
        words = replace(self.words, registers=dict(self.words.registers))
        return [INDENT + line for line in _Telling(words, dict(self.picks)).block(statements)]

    def name(self, reg: int, said: str) -> None:
        self.words.registers[reg] = said

    def after(self, head: str, statements: Block) -> Lines:
        """`If it is so, do this.`, or a head with lines below it."""
        lines = self.inside(statements)
        if len(lines) == 1 and not lines[0].endswith(":"):
            return [f"{head}, {_lowered(lines[0].strip())}"]
        return [f"{head}:", *lines]

    def by(self, actor: Expr, verb: str, said: str) -> str:
        """`Remove ...`, or `The player removes ...`."""
        who = self.words(actor)
        if who == YOU:
            return _sentence(said)
        return _sentence(f"{who} {VERBS[verb].third}{said.removeprefix(verb)}")

    # --------------------------------------------------------------------------- choices

    def let(self, s: core.Let, rest: Block) -> Lines:
        name, value = author_name(s.reg, rest), self.words(s.value)
        self.name(s.reg, name or (f"all {value}" if s.value.type.many else value))
        if not name or (isinstance(s.value, core.SetOf) and not s.value.items):
            return []
        return [_sentence(f"{name} is {value}")]

    def choose(self, s: core.Choose, rest: Block) -> Lines:
        pick, name = self._pick(s, s.low, s.high), author_name(s.reg, rest)
        if not name and not s.secret and self._is_taken(s, rest):
            self.picks[s.reg] = pick
            self.name(s.reg, "them" if s.many else "it")
            return []
        self.name(s.reg, name or self._known(s, pick))
        named = f", {name}" if name else ""
        text = self.by(s.chooser, "choose", f"choose {pick.said}{named}")
        return [f"Secretly, {_lowered(text)}" if s.secret else text]

    def _is_taken(self, s: core.Choose, rest: Block) -> bool:
        """Whether a verb of the one who chooses takes it, so that its sentence can say it."""
        acts = [a for a in nodes(rest) if isinstance(a, core.Act) and takes(a, s.reg, rest)]
        return bool(acts) and all(self.words(a.actor) == self.words(s.chooser) for a in acts)

    def _known(self, s: core.Choose, pick: Pick) -> str:
        if s.many:
            return "those"
        return f"that {pick.noun.kind}" if pick.noun.kind else "it"

    def _pick(self, s: core.Choose, low: Expr, high: Expr | None) -> Pick:
        number = _number(self.words(low), self.words(high) if high is not None else None)
        limits = "".join(self._limit(limit) for limit in s.limits)
        aside = " at random" if s.random else ""
        return Pick(number, self.words.noun(s.source), limits, s.again, aside)

    def said(self, e: Expr) -> str:
        """What was just picked, in full; from then on it is *it*."""
        pick = self.picks.pop(e.index, None) if isinstance(e, core.Reg) else None
        return pick.said if pick else self.words(e)

    def _limit(self, limit: core.Limit) -> str:
        key = limit.key
        per = key.type.of or (key.field.name if isinstance(key, core.Get) else "of them")
        return f", at most {self.words(limit.number)} per {spaced(per)}"

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
        of = f"each of {noun.plural}" if noun.whose or noun.fixed else f"each {noun.one}"
        return self.after(f"For {of}{aside}", s.body)

    def repeat(self, s: core.Repeat, rest: Block) -> Lines:
        ask, last = (s.body[0], s.body[-1]) if s.body else (None, None)
        if isinstance(ask, core.Choose) and ask.spent is not None and isinstance(last, core.Act):
            return self._one_by_one(ask, last, s.number)
        return [f"Repeat {self.words(s.number)} times:", *self.inside(s.body)]

    def _one_by_one(self, ask: core.Choose, act: core.Act, number: Expr) -> Lines:
        """`remove up to 3 ...`: a loop of choices that was one sentence."""
        least = ask.low.test if isinstance(ask.low, core.Cond) else None
        low = least.right if isinstance(least, core.Compare) else ask.low
        endless = isinstance(number, core.Count) and number.source == ask.source
        pick = self._pick(ask, low, None if endless else number)
        self.picks[ask.reg] = pick
        self.name(ask.reg, "it")
        return self.act(act, ())

    def if_(self, s: core.If, rest: Block) -> Lines:
        if not s.other and given(s.test, self.picks):
            return self.block(s.then)
        lines = self.after(f"If {self.words.condition(s.test)}", s.then)
        return lines + (self.after("Otherwise", s.other) if s.other else [])

    def one_of(self, s: core.OneOf, rest: Block) -> Lines:
        who = self.words(s.chooser)
        if [b.id for b in s.branches] == ["yes", "no"]:
            yes, other = (b.body for b in s.branches)
            lines = self.after(_sentence(f"{who} may do this").removesuffix("."), yes)
            return lines + (self.after("Otherwise", other) if other else [])
        head = "Choose one" if who == YOU else _sentence(f"{who} chooses one").removesuffix(".")
        return [f"{head}:", *(line for b in s.branches for line in self._branch(b))]

    def _branch(self, branch: core.Branch) -> Lines:
        when = f" (if {self.words.condition(branch.test)})" if branch.test is not None else ""
        return [f"{INDENT}- {branch.label}{when}:", *map(INDENT.__add__, self.inside(branch.body))]

    def do(self, s: core.Do, rest: Block) -> Lines:
        who = self.words(s.you)
        given = f" with {', '.join(self.words(a) for a in s.args)}" if s.args else ""
        head = "do" if who == YOU else f"{who} does"
        return [_sentence(f"{head} {spaced(s.rule)}{given}")]

    def perform(self, s: core.Perform, rest: Block) -> Lines:
        who = self.words(s.you)
        head = "perform" if who == YOU else f"{who} performs"
        return [_sentence(f"{head} the {spaced(s.slot)} of {self.words(s.of)}")]

    def open(self, s: core.Open, rest: Block) -> Lines:
        menu, who = self.words.declared.menus.get(s.menu), self.words(s.chooser)
        title = menu.title if menu and menu.title else spaced(s.menu)
        head = "choose" if who == YOU else f"{who} chooses"
        lines = [_sentence(f"{head} from the menu “{title}”")]
        return lines + (self.after("To pass", s.other) if s.other else [])

    def stop(self, s: core.Stop, rest: Block) -> Lines:
        return ["Leave the loop."]

    def end(self, s: core.End, rest: Block) -> Lines:
        return ["The game ends."]

    # ----------------------------------------------------------------------------- verbs

    def act(self, s: core.Act, rest: Block) -> Lines:
        if s.verb == "place":
            return [self._placed(s)]
        item = self.said(s.item)
        if s.to is None:
            return [self.by(s.actor, s.verb, _filled(s.verb, item=item))]
        ordered = isinstance(s.to, core.ZoneOf) and self._ordered(s.to.zone)
        end = f"the {'bottom' if s.bottom else 'top'} of " if ordered else ""
        return [self.by(s.actor, s.verb, _filled(s.verb, item=item, to=end + self._where(s.to)))]

    def _ordered(self, zone: str) -> bool:
        found = self.words.declared.board.zones.get(zone)
        return found is not None and found.ordered

    def _placed(self, s: core.Act) -> str:
        """How many is said with the pieces, though it is the places that are chosen."""
        assert s.to is not None
        noun = self.words.noun(s.item)
        own = f"of {self.words(s.actor)}"
        noun.whose, noun.after = "", [a for a in noun.after if a not in ("in supply", own)]
        pick = self.picks.get(s.to.index) if isinstance(s.to, core.Reg) else None
        item = noun.fixed or noun.counted(pick.number if pick else "1")
        said = _filled("place", item=item, to=self._where(s.to))
        return self.by(s.actor, "place", said + (pick.limits if pick else ""))

    def _where(self, to: Expr) -> str:
        pick = self.picks.pop(to.index, None) if isinstance(to, core.Reg) else None
        if pick is None:
            return self.words(to)
        return pick.noun.plural if pick.again else pick.noun.a

    def change(self, s: core.Change, rest: Block) -> Lines:
        value, name = self.words(s.value), spaced(s.field.name)
        target = f"the {name}" if s.of is None else self.words.possessive(s.of, name)
        filled = _filled(s.verb, amount=value, target=target, value=value)
        if s.verb in ("gain", "lose", "pay"):
            filled = _filled(s.verb, amount=self._amount(s.value, name))
        return [self.by(s.actor, s.verb, filled)]

    def _amount(self, value: core.Expr, name: str) -> str:
        """`2 gold`, `2 gold for each of your mines`, `gold equal to the number of ...`."""
        words = self.words(value)
        if (
            isinstance(value, core.Arith)
            and value.op == "*"
            and isinstance(value.right, core.Count)
        ):
            noun = self.words.noun(value.right.source)
            each = f"each of {noun.plural}" if noun.whose or noun.fixed else f"each {noun.one}"
            return f"{self.words(value.left)} {name} for {each}"
        return f"{words} {name}" if words.isdecimal() else f"{name} equal to {words}"

    def shuffle(self, s: core.Shuffle, rest: Block) -> Lines:
        return [_sentence(_filled("shuffle", zone=self.words(s.zone)))]

    def roll(self, s: core.Roll, rest: Block) -> Lines:
        return [_sentence(_filled("roll", item=self.words(s.die)))]

    def reveal(self, s: core.Reveal, rest: Block) -> Lines:
        return [_sentence(_filled("reveal", item=self.words(s.item)))]

    def say(self, s: core.Say, rest: Block) -> Lines:
        return [_sentence(_filled("say", text=f"“{s.text}”"))]


def _filled(verb: str, **parts: str) -> str:
    return VERBS[verb].english.format_map(parts)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _number(low: str, high: str | None) -> str:
    if high is None:
        return "any number" if low == "0" else f"{low} or more"
    if low == high:
        return low
    return f"up to {high}" if low == "0" else f"{low} to {high}"


_RULES: dict[type[Stmt], Callable[..., Lines]] = {
    core.Let: _Telling.let, core.Choose: _Telling.choose, core.ForEach: _Telling.for_each,
    core.Repeat: _Telling.repeat, core.If: _Telling.if_, core.OneOf: _Telling.one_of,
    core.Do: _Telling.do, core.Perform: _Telling.perform, core.Open: _Telling.open,
    core.Stop: _Telling.stop, core.End: _Telling.end, core.Act: _Telling.act,
    core.Change: _Telling.change, core.Shuffle: _Telling.shuffle, core.Roll: _Telling.roll,
    core.Reveal: _Telling.reveal, core.Say: _Telling.say,
}  # fmt: skip

__all__ = ["EVENT_NAMES", "routine", "sentence"]
