"""`cardwright show`: one definition, with its rules as written and in generated English.

Finds what has a name (definitions of kinds, rules, definitions, options, menus, kinds, zones)
and prints it. Knows no kind of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from cardwright.api import Rules
from cardwright.board.model import Thing
from cardwright.language import english
from cardwright.language.checker import CheckedAbility, CheckedOption
from cardwright.language.declared import Declared
from cardwright.language.nounwords import spaced
from cardwright.source.text import Source, Span
from cardwright.source.words import did_you_mean
from cardwright_tools.output import FAILED, Stop, visible
from cardwright_tools.packs import load


@dataclass(frozen=True, slots=True)
class Found:
    """Something with a name: what it is, where it stands, and its meaning in English."""

    kind: str
    name: str
    span: Span | None
    pack: str
    title: str = ""
    text: str = ""
    provenance: str = ""
    facts: tuple[str, ...] = ()
    english: tuple[str, ...] = ()


def run(pack: Path, name: str, modules: Sequence[str]) -> int:
    rules = load([pack], modules)
    found = find(rules, name)
    if not found:
        known = {f.name for f in everything(rules)}
        hint = did_you_mean(name.rpartition("/")[2], sorted(known))
        raise Stop(f"nothing is called `{name}`" + (f": {hint}" if hint else ""), FAILED)
    click.echo("\n\n".join("\n".join(map(visible, lines(one))) for one in found))
    return 0


def find(rules: Rules, name: str) -> list[Found]:
    """All that has this id or name; `KIND/ID` and `PACK:ID` say which."""
    pack, _, rest = name.rpartition(":")
    kind, _, id = rest.rpartition("/")
    return [
        f
        for f in everything(rules)
        if f.name == id and kind in ("", f.kind) and pack in ("", f.pack)
    ]


def everything(rules: Rules) -> Iterator[Found]:
    """All definitions of the packs, in a fixed order."""
    declared = rules.declared
    for group in declared.board.things.values():
        for thing in group.values():
            yield _thing(rules, thing)
    for name, rule in declared.rules.items():
        names = ["you", *(f"the {spaced(p.name)}" for p in rule.takes)]
        said = english.routine(rules.checked.rules[name], declared, names)
        yield Found("rule", name, rule.span, rule.pack, english=tuple(said))
    for name, made in declared.definitions.items():
        yield Found("definition", name, made.span, made.pack, english=_definition(rules, name))
    for option in rules.checked.options:
        own = option.declared
        if own.bearer is None:
            said = _option(option, declared)
            yield Found("option", own.id, own.span, own.pack, own.title, english=tuple(said))
    yield from _declarations(declared)


def _declarations(declared: Declared) -> Iterator[Found]:
    for name, menu in declared.menus.items():
        yield Found("menu", name, menu.span, menu.pack, menu.title)
    board = declared.board
    for kind in board.kinds.values():
        if kind.span is not None:
            yield Found("kind", kind.name, kind.span, "")
    for zone in board.zones.values():
        yield Found("zone", zone.name, zone.span, "")
    for enum in board.enums.values():
        yield Found("enum", enum.name, enum.span, "")


# --------------------------------------------------------------------- what a thing says


def _thing(rules: Rules, thing: Thing) -> Found:
    return Found(
        thing.kind, thing.id, thing.span, thing.pack, thing.title, thing.text, thing.provenance,
        tuple(_facts(rules.declared, thing)), tuple(_carried(rules, thing)),
    )  # fmt: skip


def _facts(declared: Declared, thing: Thing) -> Iterator[str]:
    """Printed values that are not as they are for all of the kind."""
    for name, found in declared.board.fields(thing.kind).items():
        if not found.printed or name in ("order", "title"):
            continue
        if name in thing.by_players:
            by = thing.by_players[name].items()
            yield f"{name}: " + "; ".join(f"{n} players: {_plain(v)}" for n, v in by)
        elif thing.values.get(name, found.default) != found.default:
            yield f"{name}: {_plain(thing.values[name])}"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value)) or "none"
    return "none" if value is None else str(value)


def _carried(rules: Rules, thing: Thing) -> Iterator[str]:
    declared, checked = rules.declared, rules.checked
    for (kind, id, slot), made in checked.effects.items():
        if (kind, id) == (thing.kind, thing.id):
            yield f"{spaced(slot).capitalize()}:"
            yield from _indented(english.routine(made, declared, ["you", "this"]))
    for option in checked.options:
        if option.declared.bearer is thing:
            yield f"Option “{option.declared.title or spaced(option.declared.id)}”:"
            yield from _indented(_option(option, declared))
    for ability in checked.abilities:
        if ability.bearer is thing:
            yield from _ability(ability, declared)
    for name in checked.modifiers:
        yield from _modifiers(rules, name, f"{thing.kind}/{thing.id}")


def _indented(lines: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _option(option: CheckedOption, declared: Declared) -> list[str]:
    names, lines = ("you", "this"), []
    if option.test is not None:
        lines.append(f"Offered if {english.sentence(option.test, declared, names)}.")
    if option.cost is not None:
        cost = english.sentence(option.cost.value, declared, names)
        lines.append(f"Costs {cost} {spaced(option.cost.field.name)}.")
    if option.limit:
        lines.append(f"At most once per {spaced(option.limit)}.")
    return lines + english.routine(option.routine, declared, names)


_HEADS = {"instead of": "Instead of", "forbid": "Forbidden:"}


def _ability(ability: CheckedAbility, declared: Declared) -> Iterator[str]:
    """`After placing ...`, `Instead of removing ...`, `Forbidden: removing ...`."""
    when = "Before" if ability.before else "After"
    head = f"{_HEADS.get(ability.type, when)} {english.event(ability.verb, ability.kind)}"
    if ability.test is not None:
        head += f", if {english.sentence(ability.test, declared, english.EVENT_NAMES)}"
    said = english.routine(ability.routine, declared, english.EVENT_NAMES)
    yield head + (":" if said else ".")
    yield from _indented(said)


def _definition(rules: Rules, name: str) -> tuple[str, ...]:
    function = rules.checked.functions[name]
    names = [f"the {spaced(p.name)}" for p in rules.declared.definitions[name].takes]
    said = english.sentence(function.body, rules.declared, parameters=names)
    return (said[:1].upper() + said[1:] + ".", *_modifiers(rules, name, None))


def _modifiers(rules: Rules, name: str, bearer: str | None) -> Iterator[str]:
    """What modifies a definition; only what this bearer carries, unless it is None."""
    declared = rules.declared
    names = [f"the {spaced(p.name)}" for p in declared.definitions[name].takes]
    for modifier in rules.checked.modifiers.get(name, ()):
        if bearer is not None and modifier.bearer != bearer:
            continue
        known = [*names, "you", "this"]
        value = english.sentence(modifier.value, declared, parameters=known)
        line = f"Modifies {spaced(name)}: {modifier.op} {value}"
        if bearer is None and modifier.bearer:
            line = f"Modified by {modifier.bearer}: {modifier.op} {value}"
        if modifier.test is not None:
            line += f", if {english.sentence(modifier.test, declared, parameters=known)}"
        yield line + "."


# -------------------------------------------------------------------------------- lines


def lines(found: Found) -> Iterator[str]:
    """The definition as lines of text."""
    head = f"{found.title} ({found.name})" if found.title else found.name
    yield f"{head}: {found.kind}" + (f" of {found.pack}" if found.pack else "")
    yield from (f"  {fact}" for fact in found.facts)
    if found.text:
        yield from ("", f"Text: {found.text}")
    if found.english:
        yield from ("", "In English, from the rules:", *(f"  {line}" for line in found.english))
    if found.provenance:
        yield from ("", f"Provenance: {found.provenance}")
    if found.span is not None:
        line, column, _, _ = found.span.lines
        yield from ("", f"{found.span.source.name}:{line}:{column}")
        yield from (f"{n:>5} | {text}".rstrip() for n, text in written(found.span))


def written(span: Span) -> Iterator[tuple[int, str]]:
    """The numbered lines of the YAML item or key in which a span stands."""
    source, first = span.source, span.lines[0]
    while first > 1 and not _begins(source, first, span.lines[0]):
        first -= 1
    indent, last = _indent(source.line(first)), source.text.count("\n") + 1
    kept: list[tuple[int, str]] = [(first, source.line(first))]
    for number in range(first + 1, last + 1):
        text = source.line(number)
        if text.strip() and _indent(text) <= indent:
            break
        kept.append((number, text))
    while not kept[-1][1].strip():
        kept.pop()
    yield from kept


def _begins(source: Source, line: int, named: int) -> bool:
    """Whether an item of a list, or the key itself, begins on this line."""
    text, own = source.line(line), source.line(named)
    if text.lstrip().startswith("- "):
        return line == named or _indent(text) < _indent(own)
    return line == named and not own.lstrip().startswith(("id:", "option:"))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
