"""Calls and changes as English: rules that are run, menus that are opened, state that is set."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core, hir
from cardwright.language.core import Block
from cardwright.language.english.clauses import (
    YOU,
    Lines,
    embedded,
    uncapitalized,
)
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun_phrases import NONE
from cardwright.language.english.writer import Writer
from cardwright.language.inflection import listed, spaced

# the most sentences and characters of a rule that is described where it is called
SHORT, LONGEST = 2, 110


def do(writer: Writer, s: core.CallRule, rest: Block) -> Lines:
    takes = writer.phrases.declared.rules[s.rule].takes
    args = writer.arguments(s.args, [parameter.name for parameter in takes])
    return [writer.by(s.you, "do", f"“{spaced(s.rule)}”{args}{_called(writer, s)}")]


def _called(writer: Writer, s: core.CallRule) -> str:
    """The effect of a short rule, with the names of its arguments."""
    made = writer.rules.get(s.rule)
    if made is None:
        return ""
    names = dict(enumerate(map(writer.phrases, (s.you, *s.args))))
    lines = Writer(Phrases(writer.phrases.declared, names), writer.verbs, {}).block(made.hir)
    said = "; ".join(uncapitalized(line).removesuffix(".") for line in lines)
    plain = "(" not in said and not any(line.endswith(":") for line in lines)
    short = len(lines) <= SHORT and len(said) <= LONGEST and plain
    return f" ({said})" if short and said else ""


def perform(writer: Writer, s: core.Perform, rest: Block) -> Lines:
    takes = writer.phrases.declared.taken_by(s.of.type.of, s.slot)
    args = writer.arguments(s.args, [parameter.name for parameter in takes])
    return [writer.by(s.you, "perform", f"the {spaced(s.slot)} of {writer.phrases(s.of)}{args}")]


def open(writer: Writer, s: core.OpenMenu, rest: Block) -> Lines:
    who = writer.phrases(s.chooser)
    lines: Lines = [writer.by(s.chooser, "choose", f"from {_menu_with(writer, s)}")]
    passes = f"If {who} {'pass' if who == YOU else 'passes'}"
    return lines + (writer.after(passes, s.other) if s.other else [])


def _menu_with(writer: Writer, s: core.OpenMenu) -> str:
    takes = writer.phrases.declared.menus[s.menu].takes
    return _menu(writer, s.menu) + writer.arguments(s.args, [parameter.name for parameter in takes])


def _menu(writer: Writer, name: str) -> str:
    menu = writer.phrases.declared.menus.get(name)
    return f"the menu “{menu.title if menu and menu.title else spaced(name)}”"


def open_until_pass(writer: Writer, s: hir.OpenUntilPass, rest: Block) -> Lines:
    who = writer.phrases(s.opened.chooser)
    passes = f"until {who} {'pass' if who == YOU else 'passes'}"
    menu = _menu_with(writer, s.opened)
    return [writer.by(s.opened.chooser, "choose", f"from {menu}, again and again {passes}")]


def window(writer: Writer, s: hir.Window, rest: Block) -> Lines:
    who, first = writer.phrases.noun(s.asks).plural, writer.phrases(s.first)
    pairs = zip(s.cells, s.values, strict=True)
    named = [f"{spaced(cell.name)} is {writer.phrases(value)}" for cell, value in pairs]
    lines = [f"Meanwhile, {' and '.join(named)}."] if named else []
    head = f"In turn, until all have passed, {who} may reply from {_menu(writer, s.menu)}"
    return [f"{head}; first {first}.", *lines]


def change(writer: Writer, s: core.Assign, rest: Block) -> Lines:
    phrases = writer.phrases.of(writer.phrases(s.actor))
    value, name = phrases(s.value), spaced(s.field.name)
    if isinstance(s.value, core.SetOf):
        value = listed([phrases(item) for item in s.value.items]) or "nothing"
    if s.op == "=" and isinstance(s.value, core.Lit) and s.value.type.base == "flag":
        return [_flag(writer, s, name, value == "yes")]
    target = phrases.of_game(s.field) if s.of is None else phrases.possessive(s.of, name)
    verb = writer.verbs.by_name[s.verb]
    if s.op == "=" and s.field.type.base == "flag":
        of = f" of {phrases(s.of)}" if s.of is not None else ""
        said = f"“{name}”{of} to whether {phrases.condition(s.value)}"
        return [writer.by(s.actor, "set", said)]
    if s.op == "=" and value == NONE:
        return [writer.by(s.actor, "clear", target)]
    if s.field.type.many and s.op == "-":
        return [writer.by(s.actor, "remove", f"{value} from {target}")]
    amount = phrases.priced(s.value, name) if "{target}" not in verb.english else embedded(value)
    if value == target and s.op == "-":
        itself = "{target}" in verb.english  # `subtract gold of you from gold of you`
        amount, target = (target, "itself") if itself else (f"all {target}", target)
    return [writer.sentence(verb, s.actor, amount=amount, target=target, value=value)]


def _flag(writer: Writer, s: core.Assign, name: str, value: bool) -> str:
    """`Mark the cart as damaged.`; a flag of the game is `set` or `cleared`."""
    if s.of is None:
        return writer.by(s.actor, "set" if value else "clear", f"“{name}”")
    return writer.by(s.actor, "mark", f"{writer.phrases(s.of)} as {'' if value else 'not '}{name}")


def change_by_key(writer: Writer, s: hir.ChangeByKey, rest: Block) -> Lines:
    """A change of one of several cells, in words like those for a single cell."""
    name = f"{s.cell.shared.name} of {writer.phrases(s.cell.key)}"
    return change(writer, replace(s.change, field=replace(s.change.field, name=name)), rest)
