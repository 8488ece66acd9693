"""How accurate the lints of printed texts are: false alarms, and injected errors found.

    python -m tests.lints.accuracy --seed 1 tests/lints/holdout/spice-isles/held-out.yaml

Each argument is a pack, or one file of a pack. Prints a table for docs/measurements.md: how many
cards have a text and rules, how often the lints report the unchanged cards, and how many errors of
each kind were injected into texts and rules, and found.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.api import every_module
from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Span
from cardwright_tools.lint import rule_trees, thing_names
from cardwright_tools.lint.game_facts import game_facts
from cardwright_tools.lint.rule import Game, Printed
from cardwright_tools.lint.rule_facts import RuleFacts, gather_rule_facts
from cardwright_tools.lint.rules import durations, printed_texts
from cardwright_tools.lint.uses import game_uses

from .injected_errors import CardText, InjectedError, NameGroups, errors_in_rules, errors_in_text

Key = tuple[str, str]
Findings = Counter[tuple[str, str]]  # how often each code and message occurs
_SCENARIOS = shutil.ignore_patterns("scenarios")
MAX_PER_CARD = 2
"""The most errors of one kind to inject into one card."""


@dataclass(frozen=True, slots=True)
class Injection:
    """An injected error, and where: in the text of a card, or in a part of its rules."""

    card: Key
    slip: InjectedError
    span: Span | None = None  # None: in the text

    @property
    def row(self) -> tuple[str, str]:
        return self.slip.kind, "rules" if self.span else "text"


@dataclass(slots=True)
class Accuracy:
    """The counts; `made` and `found` by kind of error and side."""

    cards: int
    alarms: Counter[str]
    made: Counter[tuple[str, str]]
    found: Counter[tuple[str, str]]


# ------------------------------------------------------------------------------- the cards


def load(pack: Path) -> Rules | None:
    """A pack with all its modules; None if it has errors."""
    rules, report = cardwright.examine(pack, modules=every_module(pack))
    return None if report.failed else rules


def cards(rules: Rules, part: Path) -> dict[Key, tuple[Thing, RuleFacts]]:
    """The definitions in a file or folder that have both a text and rules of their own."""
    things = rules.declared.board.things
    found = {}
    for (kind, id), meant in gather_rule_facts(
        rules, list(rule_trees.owners(rules.checked)), game_facts(rules.checked)
    ).items():
        thing = things.get(kind, {}).get(id)
        if thing and thing.text and meant.texts + meant.asked and _within(thing, part):
            found[kind, id] = thing, meant
    return found


def _within(thing: Thing, part: Path) -> bool:
    return thing.span is not None and Path(thing.span.source.name).resolve().is_relative_to(part)


def findings(rules: Rules, of: Sequence[Key]) -> dict[Key, Findings]:
    """What the lints report on each of these cards: codes and messages."""
    owned: dict[Key, list[tuple[rule_trees.Owner, tuple[rule_trees.Part, ...]]]] = {
        key: [] for key in of
    }
    for owner, parts in rule_trees.owners(rules.checked):
        if owner.bearer in owned:
            owned[owner.bearer].append((owner, parts))
    found_now = {}
    for key, among in owned.items():
        found = printed_texts.check(Printed(rules, among, game_facts(rules.checked)))
        found_now[key] = Counter((d.code, d.message) for d in found)
    for key, d in _durations(rules):
        if key in found_now:
            found_now[key][d.code, d.message] += 1
    rule_trees.clear_indexes()
    return found_now


def _durations(rules: Rules) -> Iterator[tuple[Key, Diagnostic]]:
    """What is reported on lasting effects, with the cards that have them."""
    effects = rules.declared.lasting.values()
    bearers = {one.span: (one.bearer.kind, one.bearer.id) for one in effects if one.bearer}
    for d in durations.check(Game(rules, game_uses(rules), ())):
        if d.span in bearers:
            yield bearers[d.span], d


# -------------------------------------------------------------------------- injected errors


def inject(board: Board, found: dict[Key, tuple[Thing, RuleFacts]], seed: int) -> list[Injection]:
    """Some errors of each kind for each card, drawn with the seed."""
    rng = random.Random(seed)
    ids, titles, pieces = _ids(board), _titles(board), _pieces(board)
    made = []
    for key, (thing, meant) in found.items():
        made += [Injection(key, s) for s in errors_in_text(CardText(thing.text, titles, pieces))]
        for span in (*meant.texts, *meant.asked):
            text = CardText(_unquoted(span), ids, pieces)
            made += [Injection(key, s, span) for s in errors_in_rules(text)]
    rng.shuffle(made)
    return list(_limited(made))


def _unquoted(span: Span) -> str:
    """The text with quoted text and comments replaced by spaces."""
    return re.sub(r'"[^"\n]*"|#[^\n]*', lambda found: " " * len(found[0]), span.text)


def _limited(made: list[Injection]) -> Iterator[Injection]:
    taken: Counter[object] = Counter()
    for one in made:
        taken[one.card, one.row] += 1
        if taken[one.card, one.row] <= MAX_PER_CARD:
            yield one


def _ids(board: Board) -> NameGroups:
    enums = [enum.values for enum in board.enums.values()]
    places = [tuple(t.id for t in board.things.get(k, {}).values()) for k in board.below("place")]
    return (*map(tuple, enums), *places)


def _titles(board: Board) -> NameGroups:
    names = thing_names.names_by_id(board)
    return tuple(tuple(names[id].lower() for id in group) for group in _ids(board))


def _pieces(board: Board) -> NameGroups:
    kinds = [board.kinds[k] for k in board.below("piece") if k not in ("piece", "die")]
    return tuple(kind.name for kind in kinds), tuple(kind.plural or "" for kind in kinds)


# ---------------------------------------------------------------------------- measuring


def measure(part: Path, seed: int) -> Accuracy:
    """Measures a pack, or a file in one. Raises PackError if the pack has errors."""
    part = part.resolve()
    pack = next(f for f in (part, *part.parents) if (f / "pack.yaml").is_file())
    rules = cardwright.load(pack, modules=every_module(pack))
    found = cards(rules, part)
    baseline = findings(rules, list(found))
    result = Accuracy(len(found), Counter(), Counter(), Counter())
    for found_now in baseline.values():
        result.alarms.update(code for code, _ in found_now.elements())
    made = inject(rules.declared.board, found, seed)
    for batch in _batches(made):
        for one, found_now in _findings_with_errors(pack, rules, batch):
            result.made[one.row] += 1
            result.found[one.row] += bool(found_now - baseline[one.card])
    return result


def _batches(made: list[Injection]) -> Iterator[list[Injection]]:
    """Batches of one side with one error per card, so that findings can be told apart by card."""
    for inside in (True, False):
        rest = [one for one in made if (one.span is None) is inside]
        while rest:
            batch = list({one.card: one for one in reversed(rest)}.values())
            yield batch
            rest = [one for one in rest if one not in batch]


def _findings_with_errors(
    pack: Path, rules: Rules, batch: list[Injection]
) -> Iterator[tuple[Injection, Findings]]:
    """The findings for each card with its error; errors that prevent loading are left out."""
    if batch[0].span is None:
        yield from _with_texts(rules, batch)
    elif (changed := _with_rules(pack, rules, batch)) is not None:
        found_now = findings(changed, [one.card for one in batch])
        yield from ((one, found_now[one.card]) for one in batch)
    elif len(batch) > 1:
        half = len(batch) // 2
        yield from _findings_with_errors(pack, rules, batch[:half])
        yield from _findings_with_errors(pack, rules, batch[half:])


def _with_texts(rules: Rules, batch: list[Injection]) -> list[tuple[Injection, Findings]]:
    """Checks the same game with these texts on the cards, then restores them."""
    things = {one.card: rules.declared.board.things[one.card[0]][one.card[1]] for one in batch}
    before = {key: thing.text for key, thing in things.items()}
    for one in batch:
        text, slip = before[one.card], one.slip
        things[one.card].text = text[: slip.start] + slip.new + text[slip.end :]
    found_now = findings(rules, list(things))
    for key, thing in things.items():
        thing.text = before[key]
    return [(one, found_now[one.card]) for one in batch]


def _with_rules(pack: Path, rules: Rules, batch: list[Injection]) -> Rules | None:
    """The game with these rules on the cards, loaded from a copy; None if it has errors."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for manifest in rules.packs:  # required packs are beside it
            own = manifest.folder
            shutil.copytree(own, home / own.name, ignore=_SCENARIOS)
        for file, edits in _edits(batch).items():
            _edit(home / file.relative_to(pack.parent), edits)
        return load(home / pack.name)


def _edits(batch: list[Injection]) -> dict[Path, list[tuple[int, int, str]]]:
    """By file, the replacements as start, end and new text."""
    found: dict[Path, list[tuple[int, int, str]]] = {}
    for one in batch:
        if one.span is not None:
            at, slip = one.span.start, one.slip
            file = Path(one.span.source.name).resolve()
            found.setdefault(file, []).append((at + slip.start, at + slip.end, slip.new))
    return found


def _edit(file: Path, edits: list[tuple[int, int, str]]) -> None:
    text = file.read_text("utf-8")
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    file.write_text(text, "utf-8")


# ---------------------------------------------------------------------------- reporting


def table(columns: dict[str, Accuracy]) -> str:
    """A Markdown table: false alarms first, then the injected errors that were found."""
    head = ["", *columns]
    alarms = [f"{sum(m.alarms.values())} of {m.cards}" for m in columns.values()]
    rows = [head, ["---"] * len(head), ["false alarms, of cards", *alarms]]
    kinds = list(dict.fromkeys(row for m in columns.values() for row in sorted(m.made)))
    for row in kinds:
        cells = [f"{m.found[row]} of {m.made[row]}" for m in columns.values()]
        rows.append([f"{row[0]}, in the {row[1]}", *cells])
    total = [f"{m.found.total()} of {m.made.total()}" for m in columns.values()]
    rows.append(["all injected errors", *total])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    read = argparse.ArgumentParser(description="False alarms, and injected errors found.")
    read.add_argument("parts", nargs="+", type=Path, help="a pack, or a file of a pack")
    read.add_argument("--seed", type=int, default=1)
    asked = read.parse_args()
    print(table({part.stem: measure(part, asked.seed) for part in asked.parts}))


if __name__ == "__main__":
    main()
