"""The record of a checked large pack: enough to check a few changed cards again.

For each independent card: its position, its stub, what it uses and what was reported. For the
rest: a hash, and what the changed cards need to know about it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, field, replace
from typing import TYPE_CHECKING, Any

from cardwright.language.analysis.expression_costs import Costs
from cardwright.pack.stubs import Stub, StubbedFile
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright_tools.check import store
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.items import Stretch, stretches
from cardwright_tools.check.shares.outcomes import Use
from cardwright_tools.lint import effect_bounds, rule_trees
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.rule import Effects
from cardwright_tools.lint.rules import step_limits
from cardwright_tools.lint.rules.printed_texts import place_names

if TYPE_CHECKING:
    from cardwright_tools.check.analysis import Analysis
    from cardwright_tools.check.shares.examiner import Shared

HEADROOM = 4
"""The factor by which an effect's steps may grow before everything is checked again."""


@dataclass(frozen=True, slots=True)
class Item:
    """An independent card: the hash of its text, its stub, what it uses (indexes into the record's
    list), and what was reported (offsets from its beginning).
    """

    hash: str
    known: Stub
    uses: Sequence[int]
    found: Sequence[dict[str, Any]]


@dataclass(slots=True)
class File:
    """`hash` is of the whole text, `rest` of what is not plain in it, and `others` are of the
    items of lists in that. `is_emptied`: nothing is in it but plain definitions.
    """

    hash: str
    rest: str
    others: list[str]
    is_emptied: bool
    items: list[Item]


@dataclass(slots=True)
class Record:
    """`names`: titles that texts may mention. `sizes`: how many things there are of each kind."""

    files: dict[str, File]
    uses: list[Use]
    rest: GameContext
    sizes: Mapping[str, int]
    names: frozenset[str]
    titles: tuple[str, ...]
    suppressed: int
    found: list[dict[str, Any]] = field(default_factory=list)


def text_hash(text: str) -> str:
    """The hash that identifies a text."""
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def hash_outside(text: str, stretches: Sequence[Stretch]) -> str:
    """The hash of the text around some stretches."""
    ends = [0, *(end for _, end in stretches)]
    starts = [*(start for start, _ in stretches), len(text)]
    return text_hash("\0".join(text[a:b] for a, b in zip(ends, starts, strict=True)))


# Making


def make_record(analysis: Analysis, whole: Shared, sources: Mapping[str, Source]) -> Record | None:
    """The record of a game; None if a report can't be assigned to one card."""
    index: dict[Use, int] = {}
    by_file: dict[str, list[Item]] = {name: [] for name in sources}
    reported = _Reported(analysis)
    for item, outcome in sorted(zip(whole.items, whole.outcomes, strict=True), key=_start):
        uses = [index.setdefault(use, len(index)) for use in outcome.uses]
        span = item.stretch
        by_file[span.source.name].append(
            Item(text_hash(span.text), _stub(item), uses, reported.inside(item))
        )
    if reported.crossed:
        return None
    files = {name: _file(source, by_file[name]) for name, source in sources.items()}
    names = frozenset(place_names(whole.rules.declared.board))
    sizes = Costs(whole.rules.checked).things
    return Record(files, [*index], _with_headroom(whole), sizes, names, analysis.titles,
                  analysis.suppressed, reported.outside())  # fmt: skip


def _start(pair: tuple[IndependentCard, object]) -> int:
    return pair[0].stretch.start


def _file(source: Source, items: list[Item]) -> File:
    text, own = source.text, {(item.known.start, item.known.end) for item in items}
    others = [text_hash(text[low:high]) for low, high in stretches(text) if (low, high) not in own]
    known = StubbedFile(source, [item.known for item in items])
    return File(text_hash(text), hash_outside(text, sorted(own)), others, known.is_empty, items)


def _stub(item: IndependentCard) -> Stub:
    thing, stretch = item.thing, item.stretch
    return Stub(thing.kind, thing.id, thing.title, thing.copies, stretch.start, stretch.end)


def _with_headroom(whole: Shared) -> GameContext:
    """The context with headroom for the steps of printed effects, if that changes no report."""
    wider = {slot: _scaled(bound) for slot, bound in whole.rest.printed.items()}
    rest = GameContext(whole.rest.bounds, wider, whole.rest.costs, whole.rest.uses)
    unchanged = _step_limit_reports(whole, rest) == _step_limit_reports(whole, whole.rest)
    return rest if unchanged else whole.rest


def _scaled(bound: Bound) -> Bound:
    most = HEADROOM * max(bound.stretch, 1)
    return Bound(HEADROOM * bound.all, most, most, most, most, bound.endless)


def _step_limit_reports(whole: Shared, rest: GameContext) -> list[Diagnostic]:
    known = effect_bounds.effect_bounds(whole.rules, replace(rest, bounds={}))
    effects = Effects(whole.rules, rule_trees.owners(whole.rules.checked), known)
    return list(step_limits.check(effects))


class _Reported:
    """The reports by position. `crossed`: one of them is about two cards."""

    def __init__(self, analysis: Analysis) -> None:
        self.left = dict.fromkeys(analysis.found)
        self.by_file: dict[str, list[Diagnostic]] = {}
        self.crossed = False
        for diagnostic in self.left:
            if diagnostic.span:
                self.by_file.setdefault(diagnostic.span.source.name, []).append(diagnostic)

    def inside(self, item: IndependentCard) -> list[dict[str, Any]]:
        """The reports in a card, with offsets from its beginning."""
        span = item.stretch
        found = [d for d in self.by_file.get(span.source.name, ()) if _inside(d.span, span)]
        for diagnostic in found:
            del self.left[diagnostic]
            self.crossed |= any(not _inside(note, span) for note, _ in diagnostic.notes)
            self.crossed |= diagnostic.code < "CW510" or diagnostic.code > "CW600"
        return [shifted(store.diagnostic_to_json(diagnostic), -span.start) for diagnostic in found]

    def outside(self) -> list[dict[str, Any]]:
        """The reports on the rest."""
        return [store.diagnostic_to_json(diagnostic) for diagnostic in self.left]


def _inside(span: Span | None, stretch: Span) -> bool:
    if span is None or span.source.name != stretch.source.name:
        return False
    return stretch.start <= span.start and span.end <= stretch.end


def shifted(diagnostic: dict[str, Any], by: int) -> dict[str, Any]:
    """A diagnostic as JSON, moved within its file."""

    def place(where: list[Any]) -> list[Any]:
        return [where[0], where[1] + by, where[2] + by, where[3]]

    moved = {
        what: [[place(where), text] for where, text in diagnostic[what]]
        for what in ("notes", "fixes")
    }
    return {**diagnostic, "span": place(diagnostic["span"]), **moved}


# As JSON


def to_json(record: Record) -> dict[str, Any]:
    """The record as plain values for JSON."""
    rest = record.rest
    return {
        "files": {name: _file_to_list(file) for name, file in record.files.items()},
        "uses": record.uses,
        "bounds": {name: astuple(bound) for name, bound in rest.bounds.items()},
        "printed": {name: astuple(bound) for name, bound in rest.printed.items()},
        "costs": rest.costs, "sizes": record.sizes, "names": sorted(record.names),
        "titles": record.titles, "allowed": record.suppressed, "found": record.found,
    }  # fmt: skip


def _file_to_list(file: File) -> list[Any]:
    return [file.hash, file.rest, file.others, file.is_emptied, [*map(_item_to_list, file.items)]]


def _item_to_list(item: Item) -> list[Any]:
    known = item.known
    return [item.hash, known.kind, known.id, known.title, known.copies, known.start, known.end,
            item.uses, item.found]  # fmt: skip


def from_json(data: Any) -> Record | None:
    """The record from plain values; None if they are not a record."""
    try:
        return _record(data)
    except store.UNREADABLE:
        return None


def _record(data: dict[str, Any]) -> Record:
    rest = GameContext(_bounds(data["bounds"]), _bounds(data["printed"]), data["costs"])
    files = {name: _file_from_list(*file) for name, file in data["files"].items()}
    uses = [(tuple(user), tuple(key)) for user, key in data["uses"]]
    return Record(files, uses, rest, data["sizes"], frozenset(data["names"]),
                  tuple(data["titles"]), data["allowed"], data["found"])  # fmt: skip


def _file_from_list(
    hash: str, rest: str, others: list[str], is_emptied: bool, items: list[Any]
) -> File:
    return File(hash, rest, others, is_emptied, [*_items_from_list(items)])


def _bounds(data: dict[str, Any]) -> dict[str, Bound]:
    return {name: Bound(*numbers) for name, numbers in data.items()}


def _items_from_list(data: list[Any]) -> Iterator[Item]:
    for hash, kind, id, title, copies, start, end, uses, found in data:
        yield Item(hash, Stub(kind, id, title, copies, start, end), uses, found)
