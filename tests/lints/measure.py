"""How good the lints of printed texts are: false alarms, and slips found, of packs of cards.

    python -m tests.lints.measure --seed 1 tests/lints/unseen/spice-isles/held-out.yaml

Each argument is a pack, or one file of a pack. Prints a table for docs/lints.md: how many cards
have a text and rules, how often the lints say something of them as they are, and how many slips
were made of each kind, in the text and in the rules, and found.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.board.model import Board, Thing
from cardwright.source.text import Span
from cardwright_tools.lint import rule_trees, step_bounds
from cardwright_tools.lint.rule import Effects
from cardwright_tools.lint.rule_facts import RuleFacts, gather_rule_facts
from cardwright_tools.lint.rules import printed_texts

from .slips import Slip, Words, Written, in_rules, in_text

Key = tuple[str, str]
Told = Counter[tuple[str, str]]  # how often each code and message
_SCENARIOS = shutil.ignore_patterns("scenarios")
MOST = 2
"""So many slips at most of one kind in one card."""


@dataclass(frozen=True, slots=True)
class Made:
    """A slip, and where: in the text of a card, or in a stretch of its rules."""

    card: Key
    slip: Slip
    span: Span | None = None  # None: in the text

    @property
    def row(self) -> tuple[str, str]:
        return self.slip.kind, "rules" if self.span else "text"


@dataclass(slots=True)
class Measured:
    """What came out; `made` and `found` by kind of slip and side."""

    cards: int
    alarms: Counter[str]
    made: Counter[tuple[str, str]]
    found: Counter[tuple[str, str]]


# ------------------------------------------------------------------------------- the cards


def load(pack: Path) -> Rules | None:
    """A pack with all its modules; None when it has a mistake."""
    rules, report = cardwright.examine(pack, modules=list(cardwright.modules(pack)))
    return None if report.failed else rules


def cards(rules: Rules, part: Path) -> dict[Key, tuple[Thing, RuleFacts]]:
    """The definitions with a text and rules of their own that stand in a file, or a folder."""
    things = rules.declared.board.things
    found = {}
    for (kind, id), meant in gather_rule_facts(
        rules, list(rule_trees.owners(rules.checked))
    ).items():
        thing = things.get(kind, {}).get(id)
        if thing and thing.text and meant.texts + meant.asked and _within(thing, part):
            found[kind, id] = thing, meant
    return found


def _within(thing: Thing, part: Path) -> bool:
    return thing.span is not None and Path(thing.span.source.name).resolve().is_relative_to(part)


def said(rules: Rules, of: Sequence[Key]) -> dict[Key, Told]:
    """What the lints say of each of these cards: codes and messages."""
    owned: dict[Key, list[tuple[rule_trees.Owner, tuple[rule_trees.Part, ...]]]] = {
        key: [] for key in of
    }
    for owner, parts in rule_trees.owners(rules.checked):
        if owner.bearer in owned:
            owned[owner.bearer].append((owner, parts))
    bounds, told = step_bounds.step_bounds(rules), {}
    for key, among in owned.items():
        found = printed_texts.check(Effects(rules, among, bounds))
        told[key] = Counter((d.code, d.message) for d in found)
    rule_trees.clear_indexes()
    return told


# ------------------------------------------------------------------------------- the slips


def slips(board: Board, found: dict[Key, tuple[Thing, RuleFacts]], seed: int) -> list[Made]:
    """Some of each kind in each card, drawn with the seed."""
    rng = random.Random(seed)
    ids, titles, pieces = _ids(board), _titles(board), _pieces(board)
    made = []
    for key, (thing, meant) in found.items():
        made += [Made(key, s) for s in in_text(Written(thing.text, titles, pieces))]
        for span, text in meant.all_texts():
            made += [Made(key, s, span) for s in in_rules(Written(text, ids, pieces))]
    rng.shuffle(made)
    return list(_some(made))


def _some(made: list[Made]) -> Iterator[Made]:
    taken: Counter[object] = Counter()
    for one in made:
        taken[one.card, one.row] += 1
        if taken[one.card, one.row] <= MOST:
            yield one


def _ids(board: Board) -> Words:
    enums = [enum.values for enum in board.enums.values()]
    places = [tuple(t.id for t in board.things.get(k, {}).values()) for k in board.below("place")]
    return (*map(tuple, enums), *places)


def _titles(board: Board) -> Words:
    names = printed_texts.names_by_id(board)
    return tuple(tuple(names[id].lower() for id in group) for group in _ids(board))


def _pieces(board: Board) -> Words:
    kinds = [board.kinds[k] for k in board.below("piece") if k not in ("piece", "die")]
    return tuple(kind.name for kind in kinds), tuple(kind.plural or "" for kind in kinds)


# ----------------------------------------------------------------------------- measuring


def measure(part: Path, seed: int) -> Measured:
    """Of a pack, or a file in one. Raises PackError when the pack has a mistake."""
    part = part.resolve()
    pack = next(f for f in (part, *part.parents) if (f / "pack.yaml").is_file())
    rules = cardwright.load(pack, modules=list(cardwright.modules(pack)))
    found = cards(rules, part)
    usual = said(rules, list(found))
    result = Measured(len(found), Counter(), Counter(), Counter())
    for told in usual.values():
        result.alarms.update(code for code, _ in told.elements())
    made = slips(rules.declared.board, found, seed)
    for batch in _one_a_card(made):
        for one, told in _told(pack, rules, batch):
            result.made[one.row] += 1
            result.found[one.row] += bool(told - usual[one.card])
    return result


def _one_a_card(made: list[Made]) -> Iterator[list[Made]]:
    """In batches of one side, with one slip in each card: what is said of a card is its own."""
    for inside in (True, False):
        rest = [one for one in made if (one.span is None) is inside]
        while rest:
            batch = list({one.card: one for one in reversed(rest)}.values())
            yield batch
            rest = [one for one in rest if one not in batch]


def _told(pack: Path, rules: Rules, batch: list[Made]) -> Iterator[tuple[Made, Told]]:
    """What is said of each card with its slip; slips that don't play are left out."""
    if batch[0].span is None:
        yield from _with_texts(rules, batch)
    elif (slipped := _with_rules(pack, rules, batch)) is not None:
        told = said(slipped, [one.card for one in batch])
        yield from ((one, told[one.card]) for one in batch)
    elif len(batch) > 1:
        half = len(batch) // 2
        yield from _told(pack, rules, batch[:half])
        yield from _told(pack, rules, batch[half:])


def _with_texts(rules: Rules, batch: list[Made]) -> list[tuple[Made, Told]]:
    """The same game with other texts on these cards, for as long as it is looked at."""
    things = {one.card: rules.declared.board.things[one.card[0]][one.card[1]] for one in batch}
    before = {key: thing.text for key, thing in things.items()}
    for one in batch:
        text, slip = before[one.card], one.slip
        things[one.card].text = text[: slip.start] + slip.new + text[slip.end :]
    told = said(rules, list(things))
    for key, thing in things.items():
        thing.text = before[key]
    return [(one, told[one.card]) for one in batch]


def _with_rules(pack: Path, rules: Rules, batch: list[Made]) -> Rules | None:
    """The game with other rules on these cards, read from a copy; None where it has a mistake."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for manifest in rules.packs:  # those that it requires lie beside it
            own = manifest.folder
            shutil.copytree(own, home / own.name, ignore=_SCENARIOS)
        for file, edits in _edits(batch).items():
            _edit(home / file.relative_to(pack.parent), edits)
        return load(home / pack.name)


def _edits(batch: list[Made]) -> dict[Path, list[tuple[int, int, str]]]:
    """By file, what is written between which offsets."""
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


# ------------------------------------------------------------------------------- telling


def table(columns: dict[str, Measured]) -> str:
    """As Markdown: false alarms first, then the slips found of those made."""
    head = ["", *columns]
    alarms = [f"{sum(m.alarms.values())} of {m.cards}" for m in columns.values()]
    rows = [head, ["---"] * len(head), ["false alarms, of cards", *alarms]]
    kinds = list(dict.fromkeys(row for m in columns.values() for row in sorted(m.made)))
    for row in kinds:
        cells = [f"{m.found[row]} of {m.made[row]}" for m in columns.values()]
        rows.append([f"{row[0]}, in the {row[1]}", *cells])
    total = [f"{m.found.total()} of {m.made.total()}" for m in columns.values()]
    rows.append(["all slips", *total])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    read = argparse.ArgumentParser(description="False alarms, and slips found.")
    read.add_argument("parts", nargs="+", type=Path, help="a pack, or a file of a pack")
    read.add_argument("--seed", type=int, default=1)
    asked = read.parse_args()
    print(table({part.stem: measure(part, asked.seed) for part in asked.parts}))


if __name__ == "__main__":
    main()
