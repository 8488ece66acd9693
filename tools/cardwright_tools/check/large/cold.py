"""A large pack, looked at for the first time: what is not plain as ever, the plain in shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright import Rules
from cardwright.language import cost, cycles
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.language.front_end import Checked, check
from cardwright.pack.load import Loaded, load
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check import allowances, doubts
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.large.outcome import Outcome, add_mistakes, look, worst
from cardwright_tools.check.large.plain import Plain, plain
from cardwright_tools.check.large.shares import in_shares
from cardwright_tools.lints import find, steps
from cardwright_tools.lints.bounds import NOTHING, Bound
from cardwright_tools.lints.reading import Uses
from cardwright_tools.lints.rest import Rest


@dataclass(frozen=True, slots=True)
class Whole:
    """A game without an error: all that is plain with what came of it, and what the rest is."""

    examined: Examined
    rules: Rules
    items: Sequence[Plain]
    outcomes: Sequence[Outcome]
    rest: Rest


def examine(pack: Path, sources: Mapping[str, Source], least: int) -> Examined | Whole | None:
    """All there is to say of a pack; None when it is not of the sort that can be shared out."""
    report = Report()
    loaded = load([pack], report)
    if loaded is None or report.failed:
        return None
    items = plain(loaded.declared, sources)
    if len(items) < least:
        return None
    checked = _checked(loaded, items, report)
    rules = Rules(loaded, checked)
    rest = _rest(rules, report)
    outcomes = in_shares(lambda share: look(loaded, share, rest), items, _said)
    if add_mistakes(outcomes, report, loaded):
        left, allowed = allowances.apply(report, [], [pack])
        return Examined((), left.diagnostics, allowed)
    return _whole(pack, rules, items, outcomes, rest, report)


def _said(item: Plain) -> str:
    """What the effects say: like ones are looked at together."""
    return "\n".join(effect.body.text for effect in item.effects)


def _checked(loaded: Loaded, items: Sequence[Plain], report: Report) -> Checked:
    """All that is not plain."""
    effects = {id(effect) for item in items for effect in item.effects}
    others = [effect for effect in loaded.declared.effects if id(effect) not in effects]
    checked = check(replace(loaded.declared, effects=others), report)
    if not report.failed:
        cycles.find(checked, report)
        cost.find(checked, report)
    return checked


def _rest(rules: Rules, report: Report) -> Rest:
    """What is known of all that is not plain, where that is right."""
    if report.failed:
        return Rest()
    costs = cost.Costs(rules.checked)
    return Rest(
        _rules(rules) | reacting(rules, Rest()),
        costs={name: costs.of_definition(name) for name in rules.checked.functions},
    )


def reacting(rules: Rules, rest: Rest) -> dict[str, Bound]:
    """How many steps what happens may set off, where it sets off any."""
    known = steps.bounds(rules, rest)
    for verb, kind in _events(rules):
        known.events(verb, kind)
    return {n: b for n, b in known.known.items() if n.startswith("event ") and b != NOTHING}


def _rules(rules: Rules) -> dict[str, Bound]:
    """How many steps each rule takes, but for what is printed on plain definitions."""
    known = steps.bounds(rules)
    for name in rules.checked.rules:
        known.rule(name)
    return {n: b for n, b in known.known.items() if n.startswith("rule ")}


def _events(rules: Rules) -> Iterator[tuple[str, str]]:
    board = rules.declared.board
    for name in board.kinds:
        yield from ((verb.name, name) for verb in VERBS.events)
    for kind in board.kinds.values():
        yield from ((f"change {name}", kind.name) for name in kind.fields)
    yield from ((f"change {name}", "") for name in board.state)
    yield from ((f"rule {name}", "") for name in rules.checked.rules)


def _whole(
    pack: Path, rules: Rules, items: Sequence[Plain], outcomes: Sequence[Outcome], rest: Rest,
    report: Report,
) -> Whole | None:  # fmt: skip
    uses = Uses()
    for user, key in {use for outcome in outcomes for use in outcome.uses}:
        uses.add(user, iter([key]))
    events = {n: b for n, b in rest.bounds.items() if n.startswith("event ")}
    rest = replace(rest, printed=worst(outcomes), uses=uses)
    if reacting(rules, around(rest)) != events:
        return None  # what reacts performs what is printed: then no effect stands by itself
    found = find(rules, around(rest))
    for outcome in outcomes:
        _add(outcome.doubts, found)
    report.extend(doubts.of_packs(found, [pack]))
    left, allowed = allowances.apply(report, [rules], [pack])
    examined = Examined((rules.title,), left.diagnostics, allowed)
    return Whole(examined, rules, items, outcomes, rest)


def around(rest: Rest) -> Rest:
    """What is known where all that is not plain is looked at: its own bounds are worked out."""
    return replace(rest, bounds={})


def _add(found: Sequence[Diagnostic], report: Report) -> None:
    for diagnostic in found:
        report.add(diagnostic)
