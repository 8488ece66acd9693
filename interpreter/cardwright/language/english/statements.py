"""Statements as English: loops, conditions, ranks, choices between alternatives.

Calls of rules and changes of state are in `calls`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.board.types import PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block, Stmt
from cardwright.language.english import calls
from cardwright.language.english.choices import pick
from cardwright.language.english.clauses import (
    YOU,
    Lines,
    Sentence,
    sentence_of,
    uncapitalized,
)
from cardwright.language.english.expressions import EFFECT_PHRASES, Phrases
from cardwright.language.english.noun import Noun
from cardwright.language.english.noun_phrases import Number
from cardwright.language.english.registers import author_name
from cardwright.language.english.writer import INDENT, Writer, below
from cardwright.language.inflection import listed, spaced
from cardwright.language.registry import keywords
from cardwright.language.registry.verb import Verbs

NOBODY = -1  # not a register of any effect


def for_each(writer: Writer, s: core.ForEach, rest: Block) -> Lines:
    noun, name = writer.phrases.noun(s.source), author_name(s.reg, s.body)
    writer.name(s.reg, name or f"that {noun.kind or 'one'}")
    speaker = replace(writer, among=writer.among or s.source.type.one() == PLAYER)
    lines, one = speaker.lines_inside(s.body), f"that {noun.kind}"
    match lines:
        case [Sentence(subject=subject) as said] if subject == one and not name:
            return [sentence_of(said.predicate, noun.each_who)]
    return below(f"For {noun.each}{f' ({name})' * bool(name)}", lines)


def rank(writer: Writer, s: hir.Rank, rest: Block) -> Lines:
    """`Rank the players with the highest gold first:`, with a line for each rank."""
    noun, name = writer.phrases.noun(s.source), author_name(s.reg, (s,))
    writer.name(s.reg, name or f"that {noun.kind or 'one'}")
    keys = ", then ".join(_rank_key(writer, key, noun, s.keys) for key in s.keys)
    ties = _split(writer, s.split, s) if s.split else _TIES[s.ties]
    lines = [f"Rank {noun.plural} by {keys}{ties}:"]
    for line in s.lines:
        names = " and ".join(f"{n.alone} {keywords.RANKS[n.rank - 1]}".strip() for n in line.ranks)
        lines += [INDENT + said for said in writer.after(f"For {names} place", line.body)]
    other = writer.after("For all others", s.other) if s.other else []
    return lines + [INDENT + said for said in other]


def _split(writer: Writer, split: hir.RankSplit, s: hir.Rank) -> str:
    """` (places are worth 5, 3 and 1; ties split theirs, rounded down, as the prize)`."""
    name = author_name(split.reg, (s,)) or "what they get"
    writer.name(split.reg, name)
    worth = listed([writer.phrases(value) for value in split.values])
    return f" (places are worth {worth}; ties split theirs, rounded down, as {name})"


def _rank_key(writer: Writer, key: hir.RankKey, noun: Noun, keys: tuple[hir.RankKey, ...]) -> str:
    said = writer.phrases.member_of(key.var, noun)(key.body)
    plain = all(one.op == "highest" for one in keys)
    return said if plain else f"{said}, {key.op} first"


def simultaneous_choice(writer: Writer, s: hir.SimultaneousChoice, rest: Block) -> Lines:
    """`Secretly and at the same time, each player chooses 1 card (their bid).`

    A player who is asked reads `Secretly choose 1 card (your bid)`.
    """
    if writer.phrases(s.choice.chooser) == YOU:
        asked = pick(s.choice, writer.phrases, f"your {spaced(s.field.name)}")
        return [f"Secretly choose {asked.phrase()}."]
    noun = writer.phrases.noun(s.source)
    writer.name(s.reg, f"that {noun.kind}")
    said = pick(s.choice, writer.phrases, f"their {spaced(s.field.name)}").phrase()
    return [f"Secretly and at the same time, {noun.each} chooses {said}."]


def repeat(writer: Writer, s: core.Repeat, rest: Block) -> Lines:
    number = writer.phrases(s.number)
    times = f"{number} times" if isinstance(number, Number) else f"as many times as {number}"
    return [f"Repeat {times}:", *writer.inside(s.body)]


def repeat_until(writer: Writer, s: hir.RepeatUntil, rest: Block) -> Lines:
    word = "while" if s.is_while else "until"
    return [f"Repeat {word} {writer.phrases.condition(s.test)}:", *writer.inside(s.body)]


def once_per(writer: Writer, s: hir.OncePer, rest: Block) -> Lines:
    return [f"At most once per {spaced(s.used.resets)}:", *writer.inside(s.body)]


def if_(writer: Writer, s: core.If, rest: Block) -> Lines:
    lines = writer.after(f"If {writer.phrases.condition(s.test)}", s.then)
    return lines + (writer.after("Otherwise", s.other) if s.other else [])


def may(writer: Writer, s: hir.May, rest: Block) -> Lines:
    """`You may remove 1 cart.`; for more than a sentence, `You may do this:`."""
    who = writer.phrases(s.chooser)
    plain, willing = writer.lines_inside(s.body), writer.lines_inside(s.body, who)
    said = sentence_of("may do this", who).removesuffix(".")
    lines = [f"{said}:", *(INDENT + line for line in plain)]
    if len(plain) == 1 and willing != plain:
        lines = willing
    return lines + (writer.after("Otherwise", s.other) if s.other else [])


def one_of(writer: Writer, s: core.OneOf, rest: Block) -> Lines:
    head = writer.by(s.chooser, "choose", "one").removesuffix(".")
    return [f"{head}:", *(line for b in s.branches for line in _branch(writer, b))]


def _branch(writer: Writer, branch: core.Branch) -> Lines:
    when = f" (if {writer.phrases.condition(branch.test)})" if branch.test is not None else ""
    lines = [INDENT + line for line in writer.inside(branch.body)]
    if branch.label or when or len(lines) > 1:
        label = writer.shown_text(branch.label) or spaced(branch.id).capitalize()
        return [f"{INDENT}- {label}{when}:", *lines]
    return [f"{INDENT}- {line.strip()}" for line in lines]


def at_once(writer: Writer, s: core.AtOnce, rest: Block) -> Lines:
    order = f" ({writer.phrases(s.chooser)} orders what reacts)" if s.chooser else ""
    return [f"All at once{order}:", *writer.inside(s.body)]


def do_nothing(writer: Writer, s: hir.DoNothing, rest: Block) -> Lines:
    return ["Do nothing."]


def stop(writer: Writer, s: core.Break, rest: Block) -> Lines:
    return ["Leave the loop."]


def end(writer: Writer, s: core.EndGame, rest: Block) -> Lines:
    return [f"The game ends: “{writer.shown_text(s.said.text)}”." if s.said else "The game ends."]


def cancel(writer: Writer, s: core.Cancel, rest: Block) -> Lines:
    return [writer.by(s.actor, "cancel", "what is replied to")]


_TIES = {
    hir.SHARE: "", hir.NEXT: " (a tie takes the next place)",
    hir.LAST: " (a tie takes the last of its places)", hir.DENSE: " (no place is left out)",
}  # fmt: skip


SAID: dict[type[Stmt], Callable[..., Lines]] = {
    core.Let: Writer.let, core.Choose: Writer.choose, core.ForEach: for_each,
    core.Repeat: repeat, core.If: if_, core.OneOf: one_of,
    core.CallRule: calls.do, core.Perform: calls.perform, core.OpenMenu: calls.open,
    core.Break: stop, core.EndGame: end, core.Assign: calls.change,
    hir.RepeatUntil: repeat_until, hir.OpenUntilPass: calls.open_until_pass,
    core.Cancel: cancel, core.AtOnce: at_once, hir.Window: calls.window,
    hir.DoNothing: do_nothing, hir.OncePer: once_per,
    hir.ChangeByKey: calls.change_by_key, hir.May: may,
    hir.Distributed: for_each, hir.OtherwiseIf: if_, hir.PaidFirst: if_, hir.Inserted: Writer.let,
    hir.Rank: rank,
    hir.SimultaneousChoice: simultaneous_choice,
}  # fmt: skip
"""What says each class of statement; see `Writer`."""


def _effect_phrases(phrases: Phrases, effects: Block) -> Lines:
    """The actions of a condition, as parts of its sentence, which has the actor."""
    known = replace(phrases, registers={**phrases.registers, NOBODY: YOU})
    acts = tuple(
        replace(s, actor=core.Reg(PLAYER, s.span, NOBODY))
        if isinstance(s, hir.VerbStatement)
        else s
        for s in effects
    )
    lines = Writer(known, Verbs(()), {}).block(acts)
    return [uncapitalized(line).removesuffix(".") for line in lines]


EFFECT_PHRASES.append(_effect_phrases)
