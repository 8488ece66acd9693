"""The result of `mutate` on a terminal and as JSON, and one mutant in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cardwright.source.printable import printable
from cardwright_tools.mutate.mutant import KINDS, shown_lines
from cardwright_tools.mutate.trials import Outcome, Trial
from cardwright_tools.output import format_table, terminal_width

HEADS = ("mistake", "kind", "made", "check", "test", "left", "%")
VERSION = 1


@dataclass(frozen=True)
class Score:
    """The outcomes of some mutants. Equivalent ones are not counted."""

    tried: tuple[Trial, ...]

    def number(self, *outcomes: Outcome) -> int:
        return sum(one.outcome in outcomes for one in self.tried)

    @cached_property
    def made(self) -> int:
        """How many mutants count: neither equivalent nor timed out."""
        return self.number("check", "test", "survived")

    @property
    def percent(self) -> float:
        return 100 * self.number("check", "test") / self.made if self.made else 100.0

    @property
    def scenario_percent(self) -> float:
        """The percentage caught by the scenarios, of the mutants that `check` did not catch."""
        rest = self.number("test", "survived")
        return 100 * self.number("test") / rest if rest else 100.0

    def of_kind(self, kind: str) -> Score:
        return Score(tuple(one for one in self.tried if one.mutant.kind == kind))


def report_lines(score: Score, pack: str) -> Iterator[str]:
    """The table, the survivors, the undecided ones, and the total."""
    kinds = [kind for kind in KINDS if score.of_kind(kind).tried]
    rows = [_row(KINDS[kind], kind, score.of_kind(kind)) for kind in kinds]
    yield from format_table(HEADS, [*rows, _row("all", "", score)], terminal_width())
    heads = {"survived": "survived", "late": "ran out of time", "crash": "bugs in cardwright"}
    for outcome, head in heads.items():
        found = [one for one in score.tried if one.outcome == outcome]
        yield from ["", f"{head}:"] if found else []
        for one in found:
            yield from _survivor_lines(one, pack)
    yield ""
    yield from _total_lines(score)


def _row(words: str, kind: str, score: Score) -> tuple[str, ...]:
    numbers = score.made, score.number("check"), score.number("test"), score.number("survived")
    return (words, kind, *map(str, numbers), f"{score.percent:.1f}")


def _survivor_lines(one: Trial, pack: str) -> Iterator[str]:
    mutant = one.mutant
    yield f"{pack}/{mutant.file}:{mutant.line}:{mutant.column} {mutant.id} {KINDS[mutant.kind]}"
    before, after = shown_lines(mutant.before, mutant.after)
    yield printable(f"  before  {before}")
    yield printable(f"  after   {after}")
    if one.outcome in ("crash", "late"):
        yield printable(
            f"  {one.by}: {one.details.strip().splitlines()[-1] if one.details else ''}"
        )


def _total_lines(score: Score) -> Iterator[str]:
    yield (
        f"{score.made} mistakes: {score.number('check')} caught by check, "
        f"{score.number('test')} by tests ({score.scenario_percent:.1f}% of the rest), "
        f"{score.number('survived')} survived; {score.percent:.1f}% caught"
    )
    uncounted: dict[Outcome, str] = {"same": "changed nothing", "late": "ran out of time"}
    for outcome, words in uncounted.items():
        if number := score.number(outcome):
            yield f"{number} {words} and are not counted"


def to_json(score: Score, pack: str, seed: int) -> dict[str, object]:
    """The totals by kind, and every mutant with its outcome."""
    return {
        "mutate": VERSION,
        "pack": pack,
        "seed": seed,
        "all": _sums(score),
        "kinds": {kind: _sums(score.of_kind(kind)) for kind in KINDS if score.of_kind(kind).tried},
        "mutants": [_mutant(one) for one in score.tried],
    }


def _sums(score: Score) -> dict[str, object]:
    numbers: dict[str, object] = {name: score.number(name) for name in _OUTCOMES}
    return {"made": score.made, **numbers, "percent": round(score.percent, 2)}


_OUTCOMES: tuple[Outcome, ...] = ("check", "test", "survived", "same", "late", "crash")


def _mutant(one: Trial) -> dict[str, object]:
    mutant = one.mutant
    return {
        "id": mutant.id,
        "kind": mutant.kind,
        "file": mutant.file,
        "line": mutant.line,
        "column": mutant.column,
        "before": mutant.before,
        "after": mutant.after,
        "outcome": one.outcome,
        "by": one.by,
    }


def mutant_lines(one: Trial, diff: Sequence[str]) -> Iterator[str]:
    """One mutant: its change, its outcome, and the full output."""
    said = {
        "check": "caught by check",
        "test": "caught by a test",
        "survived": "survived check and all tests",
        "same": "changes nothing: the linked game is the same",
        "late": "ran out of time",
        "crash": "made cardwright crash, which is a bug in cardwright",
    }
    yield from map(printable, diff)
    yield ""
    yield f"{one.mutant.id} {KINDS[one.mutant.kind]}: {said[one.outcome]}"
    yield from map(printable, one.details.splitlines())
