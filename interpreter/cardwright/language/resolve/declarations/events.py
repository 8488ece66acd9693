"""The events that abilities react to: `after removing boat`, `changing gold`, `before turn`.
Decides what an event names (a verb's action, a change of a cell of state or a run of a rule), and
the errors for texts that name none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from cardwright.language import core
from cardwright.language.declared import Ability
from cardwright.language.resolve.diagnostics.known_names import fields_of
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.scope import Context
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import intended_event
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.parse_stop import words_of
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, nearest
from cardwright.source.text import Source, Span


class TimedEvent(NamedTuple):
    """An event, whether the ability comes before it, and the event in the author's words."""

    before: bool
    event: core.Event
    words: str


_TIMES = ("after", "before")
_DETERMINERS = frozenset({"a", "an", "the", "one", "your", "any"})
_SOMEBODY_DOES = lazy_pattern(
    r"(you|an?y? player|another player|somebody|someone|each player|players) "
    r"([a-z]+) (?:an? |one of your |\d+ )?([a-z][\w-]*)"
)
_IS_DONE = lazy_pattern(r"(?:(?:an?|the|your) )?([\w-]+) (?:is|are|was|gets) ([\w-]+)")
_BEGINS = lazy_pattern(
    r"(?:at )?(?:the )?(?:start|beginning) of (?:(?:the|your|each|an?) )?([\w-]+)"
    r"|(?:(?:an?|the|your) )?([\w-]+) (?:begins|starts)"
)
_ENDS = lazy_pattern(
    r"(?:at )?(?:the )?end of (?:(?:the|your|each|an?) )?([\w-]+)"
    r"|(?:(?:an?|the|your) )?([\w-]+) (?:ends|is over)"
)


def event_of(ability: Ability, context: Context) -> TimedEvent:
    """The event that an ability's pattern names. Raises CheckError if it names none."""
    timed = ability.kind.pattern == "timed_event"
    node = context.parser.event(ability.pattern, timed=timed)
    before = isinstance(node, ast.TimedEventText) and node.timing.kind == "BEFORE"
    event = _event(node.event if node is not None else None, ability, context)
    words = " ".join(word.text for word in node.event.tokens()) if node is not None else ""
    return TimedEvent(before, event, words)


def _event(event: ast.Event | None, ability: Ability, context: Context) -> core.Event:
    if isinstance(event, ast.RuleRun) and event.rule.text in context.declared.rules:
        return core.Event("rule", event.rule.text)
    if isinstance(event, ast.OptionUse):
        return _option_use(event, ability, context)
    if isinstance(event, ast.Change) and ability.kind.pattern in ("timed_event", "duration"):
        return core.Event("change", event.cell.text, _changing(event.cell, context))
    if isinstance(event, ast.VerbEvent):
        verb = context.parser.verbs.by_gerund[event.gerund.text]
        if verb.event:
            return core.Event("action", verb.name, _kind(event.noun, context))
        if ability.kind.hook == "forbid":
            kind = context.board.enum_noun(event.noun.text) or _kind(event.noun, context)
            return core.Event("action", verb.name, kind)
    raise _no_event(ability, context)


def names_one_rule(ability: Ability) -> bool:
    """Whether an ability's event is a single word, as the name of a rule is."""
    words = [word.text for word in words_of(ability.pattern)]
    return len([word for word in words if word not in _TIMES]) == 1


def _option_use(event: ast.OptionUse, ability: Ability, context: Context) -> core.Event:
    """The event of an option, which can only be forbidden."""
    options = [option.id for option in context.declared.options]
    if event.option.text not in options:
        message = f"there is no option `{event.option.text}`"
        raise CheckError("CW211", message, event.option.span, which(event.option.text, options))
    if ability.kind.hook != "forbid":
        message, help = "options can only be forbidden", "name a rule that the option runs"
        raise CheckError("CW228", message, event.span, help)
    return core.Event("option", event.option.text)


def duration_of(until: Ability, context: Context) -> tuple[bool, core.Event, bool]:
    """Whether a lasting effect ends before its event; the event; and whether only its owner's event
    counts.
    """
    node, rules = context.parser.duration(until.pattern), context.declared.rules
    if isinstance(node, ast.TimedEventText):
        return node.timing.kind == "BEFORE", _event(node.event, until, context), False
    if isinstance(node, ast.EndOfNextText):
        _require_rule(node.rule, rules)
        return False, core.Event("rule", node.rule.text), True
    if node is None:
        raise _no_duration(until.pattern, context)
    _require_rule(node.rule, rules)
    yours = node.whose is not None or node.edge.kind == "YOUR_NEXT"
    return node.edge.kind != "END_OF", core.Event("rule", node.rule.text), yours


def _no_duration(said: Span, context: Context) -> CheckError:
    """The error for a text that names no time at which an effect can end."""
    help, where = _in_other_words(said.text, context), said
    if not help and (misspelt := context.parser.misspelt_duration(said)) is not None:
        help, where = misspelt.help, misspelt.span or said
    help = help or (
        "as in `end of RULE`, `start of your RULE`, `your next RULE`, "
        "`end of your next RULE` or `after placing KIND`"
    )
    return CheckError("CW228", "no effect can end at this time", where, help)


def _in_other_words(said: str, context: Context) -> str:
    """Help for `the beginning of your next turn`, which is `your next turn`, and `next turn`."""
    *first, rule = said.split() or [""]
    if rule not in context.declared.rules:
        said = " ".join([*first, nearest(rule, context.declared.rules) or ""])
    start = re.fullmatch(r"(?:(?:the )?(?:start|beginning) of )?((?:the |your )?next )?(.+)", said)
    whose = "your next " if start and start[1] else "start of "
    meant = f"{whose}{start[2]}" if start else said
    is_read = context.parser.duration(Source("", meant).whole) is not None
    return f"write `{meant}`" if is_read else ""


def _require_rule(rule: Word, rules: Collection[str]) -> None:
    if rule.text not in rules:
        message = f"there is no rule `{rule.text}`"
        raise CheckError("CW211", message, rule.span, which(rule.text, rules))


def _kind(word: Word, context: Context) -> str:
    """The kind of thing that a verb acts on."""
    noun = context.board.noun(word.text)
    if noun is None:
        nouns = [w for k in context.board.kinds.values() for w in (k.name, k.plural)]
        message = f"there is no kind `{word.text}`"
        raise CheckError("CW211", message, word.span, did_you_mean(word.text, nouns))
    return noun[0]


def events_of(hook: str, context: Context) -> Iterator[core.Event]:
    """The events that abilities of a sort name; each error is reported."""
    for ability in context.declared.abilities:
        if ability.kind.hook == hook:
            with suppress(CheckError):
                yield event_of(ability, context).event


def _changing(word: Word, context: Context) -> str:
    """The kind with a cell of state of this name; "" for the game's own."""
    for kind in context.board.kinds.values():
        if word.text in kind.fields and not kind.fields[word.text].printed:
            return kind.name
        if word.text in kind.indexed:
            return kind.name
    if word.text in context.board.state or word.text in context.board.indexed:
        return ""
    message = f"`{word.text}` is not a cell of state"
    raise CheckError("CW222", message, word.span, which(word.text, _cells(context)))


# ------------------------------------------------------------- what is written in its place


def _no_event(ability: Ability, context: Context) -> CheckError:
    """The error for a text that names no event."""
    words = words_of(ability.pattern)
    if ability.kind.pattern not in ("timed_event", "duration"):
        return _not_an_event(words, ability, context)
    timing = words[0].text if words else ""
    if timing not in _TIMES:
        help = _with_after(ability, ability.pattern, context) or did_you_mean(timing, _TIMES)
        for event in (replace(ability.pattern, start=word.start) for word in words[1:2]):
            help = help or _with_after(ability, event, context)
        rule = nearest(timing, context.declared.rules) if len(words) == 1 else None
        help = help or (f"write `after {rule}` or `before {rule}`" if rule else "")
        help = help or _in_place_of(words, ability, context, "after ")
        help = help or "as in `after placing KIND`"
        return CheckError("CW228", "expected `after` or `before`", ability.pattern, help)
    if not words[1:]:
        help = f"as in `{timing} placing KIND`, or name a rule"
        return CheckError("CW228", f"there is no event after `{timing}`", ability.pattern, help)
    return _not_an_event(words[1:], ability, context, f"{timing} ")


def _not_an_event(
    found: Sequence[Span], ability: Ability, context: Context, timing: str = ""
) -> CheckError:
    words = [word.text for word in found]
    said = replace(ability.pattern, start=found[0].start) if found else ability.pattern
    gerunds = [f"`{verb.gerund} KIND`" for verb in context.parser.verbs.events]
    help = _in_place_of(found, ability, context, timing)
    help = help or f"as in {', '.join(gerunds)}, or name a rule"
    verb = words[0] if words else ""
    misspelt = len(words) == 2 and verb not in context.parser.verbs.by_gerund
    event = replace(said, start=found[1].start) if verb in _TIMES and found[1:] else said
    message = f"`{' '.join(said.text.split())}` is not an event"
    return CheckError("CW228", message, found[0] if misspelt else event, help)


def _in_place_of(found: Sequence[Span], ability: Ability, context: Context, timing: str) -> str:
    """What to write in place of words that are not an event; "" if nothing is known."""
    words = [word.text for word in found]
    verb = words[0] if words else ""
    said = replace(ability.pattern, start=found[0].start) if found else ability.pattern
    text = " ".join(said.text.split())
    gerunds = [one.gerund for one in context.parser.verbs.events]
    return (
        _option(words, ability, context)
        or _unchangeable(words, ability, context)
        or _like_a_rule(words, context, timing)
        or _too_specific(words, context, timing)
        or _rephrased(text, ability, context, timing)
        or _too_much(words, ability, context, timing)
        or _done_by_rule(verb, context, timing)
        or _played(verb, timing)
        or _of_other_games(verb, words[1:], context, timing)
        or did_you_mean(verb, [*gerunds, *context.declared.rules])
    )


def _of_other_games(gerund: str, words: Sequence[str], context: Context, timing: str) -> str:
    """Help for `destroying boat`, `gaining gold` and `rolling dice`."""
    of = next((word for word in words if word not in _DETERMINERS and not word.isdigit()), "")
    verbs, cell = context.parser.verbs, "" if context.board.noun(of) else _cell_named(of, context)
    return intended_event(gerund, cell or of, verbs, timing, cell=cell)


def _done_by_rule(gerund: str, context: Context, timing: str) -> str:
    """Help for `landing`, if there is a rule `land`."""
    stem = gerund.removesuffix("ing")
    stems = [stem, f"{stem}e", stem[:-1]] if stem != gerund else []
    found = next((one for one in stems if one in context.declared.rules), "")
    return f"write `{timing}{found}`" if found else ""


def _played(gerund: str, timing: str) -> str:
    """Help for `playing deed`, where no rule has a name like that."""
    if gerund not in ("playing", "using", "activating", "resolving"):
        return ""
    return f"let a rule do it, and name that rule, as in `{timing}RULE`"


def _option(words: list[str], ability: Ability, context: Context) -> str:
    """Help for an option, which is not an event: the rule that it runs may be one."""
    if len(words) != 1 or words[0] not in {option.id for option in context.declared.options}:
        return ""
    if ability.kind.hook == "forbid":
        return f"this is an option: write `option {words[0]}`"
    return "this is an option: name a rule that it does"


def _unchangeable(words: list[str], ability: Ability, context: Context) -> str:
    """Help for `forbid: changing lit` and `forbid: losing gold`."""
    verb = context.parser.verbs.by_gerund.get(words[0]) if words else None
    changes = words[:1] == ["changing"] or (verb is not None and verb.changes == "state")
    if not changes or ability.kind.pattern == "timed_event":
        return ""
    return "only `when` can react to changes: let a rule make the change, and name that rule"


def _like_a_rule(words: list[str], context: Context, timing: str) -> str:
    """Help for `playing card`, if a rule `play-card` or `play-a-card` does it."""
    if len(words) != 2 or not words[0].endswith("ing"):
        return ""
    stem, kind = words[0].removesuffix("ing"), words[1]
    parts = {name: {*name.split("-")} for name in context.declared.rules}
    found = [n for n, said in parts.items() if kind in said and said & {stem, f"{stem}e"}]
    return f"write `{timing}{found[0]}`" if found else ""


def _cell_named(word: str, context: Context) -> str:
    """The state that a word names: `coin` for `coins`, and for a misspelt one; "" if none."""
    cells = _cells(context)
    return word if word in cells else nearest(word, cells) or ""


def _cells(context: Context) -> list[str]:
    """The names of all state: of things of each kind, and of the game."""
    board = context.board
    of_kinds = (fields_of(kind.name, board) for kind in board.kinds.values())
    names = [*chain(*of_kinds), *board.state, *board.indexed]
    printed = {
        name for kind in board.kinds.values() for name, f in kind.fields.items() if f.printed
    }
    return [name for name in dict.fromkeys(names) if name not in printed and " " not in name]


def _only_kind(event: str, words: list[str], context: Context) -> str:
    """Help for `move to harbour`, `moving to harbour`: an event has a kind, and no place."""
    if words[1:2] not in (["to"], ["on"], ["in"], ["into"], ["onto"], ["from"]):
        return ""
    zone, kind, there = context.board.zones.get(words[-1]), "KIND", words[-1]
    if zone is not None:
        kind, there = zone.holds, f"in {zone.name}{' of you' if zone.each_player else ''}"
    return f"write `{event} {kind}`, and where in `if:`, as in `if: there is {there}`"


def _too_specific(words: list[str], context: Context, timing: str) -> str:
    """Help for `removing boat on skara`, and for `removing`."""
    known = context.parser.verbs.by_gerund.get(words[0]) if words else None
    if words[:1] != ["changing"] and (known is None or not known.event):
        return ""
    if placed := _only_kind(f"{timing}{words[0]}", words, context):
        return placed
    if len(words) == 1:
        return f"add a kind, as in `{words[0]} KIND`"
    return "name only the kind; put which one and whose in `if:`" if len(words) > 2 else ""


def _too_much(words: list[str], ability: Ability, context: Context, timing: str) -> str:
    """Help for a time where there can be none, as in `after removing boat`, and for `remove boat`,
    `doing turn`.
    """
    verbs = context.parser.verbs
    first, kind = [*words, *("", "KIND")[len(words) :]][:2]
    if first in _TIMES and len(words) > 1:
        return f"write `{timing}{' '.join(words[1:])}`, without `{first}`"
    if first in verbs.by_form and verbs.by_form[first].event:
        gerund = verbs.by_form[first].gerund
        placed = _only_kind(f"{timing}{gerund}", words, context)
        return placed or f"write `{timing}{gerund} {kind}`"
    if first in verbs.by_gerund and verbs.by_gerund[first].forbidden:
        return f"choices can only be forbidden; `target` is a choice with `targeting {kind}`"
    if kind in verbs.by_gerund and verbs.by_gerund[kind].event:
        event = f"{timing}{' '.join(words[1:])}"
        return f"write `{event}`, and who does it in `if:`, as in `if: actor is you`"
    if found := next((word for word in words if word in context.declared.rules), ""):
        whose = ", and whose in `if:`" if first == found else ""
        return f"write `{timing}{found}`{_if_yours(words, ability) or whose}"
    return ""


def _with_after(ability: Ability, event: Span, context: Context) -> str:
    """Help for `placing boat`, `end of turn` and `boat is placed` without `after`."""
    text, node = event.text, context.parser.event(event, timed=False)
    if node is None:
        return _rephrased(text, ability, context, "after ")
    rule = node.event.rule.text if isinstance(node.event, ast.RuleRun) else ""
    known = not rule or rule in context.declared.rules
    return f"write `after {text}` or `before {text}`" if known else ""


def _rephrased(text: str, ability: Ability, context: Context, timing: str) -> str:
    """What to write for `a boat is removed`, `at the end of the turn`."""
    for pattern, when in ((_ENDS, "after "), (_BEGINS, "before ")):
        if found := pattern.fullmatch(text):
            rule, start = found[1] or found[2], when if timing else ""
            named = rule if rule in context.declared.rules else "RULE"
            more = "" if named == rule else ", naming a rule"
            return f"write `{start}{named}`{more}{_if_yours(text.split(), ability)}"
    if done := _IS_DONE.fullmatch(text):
        return _gerund(done[2], done[1], context, timing)
    does = _SOMEBODY_DOES.fullmatch(text)
    known = context.parser.verbs.by_form.get(does[2]) if does else None
    if does is None or known is None or not known.event:
        return _of_other_games(known.gerund, [does[3]], context, timing) if known and does else ""
    return f"write `{timing}{known.gerund} {does[3]}`{_if_done_by(does[1], ability)}"


def _if_done_by(who: str, ability: Ability) -> str:
    """Help for *you*, and *another player*; in the pack's own abilities, *you* is whoever acts."""
    actors = {"you": ", and `if: actor is you`", "another player": ", and `if: actor is not you`"}
    return actors.get(who, "") if ability.bearer else ""


def _if_yours(words: Collection[str], ability: Ability) -> str:
    """Help for *your turn*; in the pack's own abilities, *you* is whoever acts."""
    return ", and `if: actor is you`" if "your" in words and ability.bearer else ""


def _gerund(participle: str, kind: str, context: Context, timing: str) -> str:
    """`removing boat` for a boat that is removed."""
    verbs = context.parser.verbs
    known = next((verb for verb in verbs.events if verb.past == participle), None)
    if known is not None:
        return f"write `{timing}{known.gerund} {kind}`"
    stem = re.sub(r"(?:ed|d|en|n)$", "", participle)
    return _of_other_games(f"{stem}ing", [kind], context, timing)
