"""A report as tables and lists, for a terminal, for Markdown and for a page.

Owns what is shown, in which order and in which words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardwright_tools.balance.report import RATE, Report, Usage, is_card, is_share
from cardwright_tools.balance.statistics import Compared, Estimate
from cardwright_tools.balance.versions import Change

MANY = 30  # rows of a long table, where not all are wanted
HEADS = ("", "share", "95% interval", "mean score", "95% interval")
EXPLAINED = (
    "Of a card: how often it is offered, used, and held at some time, in a game; the share of "
    "offers taken where there was another answer; and the win rate of those who used it (or held "
    "it), of the others, and the difference with its 95% interval. Rates are compared within each "
    "side, and weighted alike. A ! is more than chance among so many cards: of these, "
    f"{RATE:.0%} may be false."
)


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


def tables(report: Report, most: int = MANY) -> Iterator[Table]:
    """The tables of one version; `most` rows of the long ones, 0 for all."""
    names = report.tally.names
    yield Table("Sides", HEADS, [(report.named(n), *_side(report, n)) for n in names])
    seats = range(1, len(names) + 1)
    rows = [(str(s), *_shown(report.figures[f"share(seat {s})"], True)) for s in seats]
    yield Table("Seats", ("seat", "share", "95% interval"), rows)
    yield Table("Course of a game", ("", "mean", "95% interval"), [*_course(report)])
    cards = [one for one in report.usage if is_card(one.key)]
    if cards:
        yield _usage("Cards", cards, most, EXPLAINED)
    others = [one for one in report.usage if not is_card(one.key)]
    if others:
        note = "No alarms: who is ahead may use one more often, or have more turns."
        yield _usage("Options and ways", others, most // 2, note)
    yield from _extremes(report)


def _side(report: Report, name: str) -> tuple[str, ...]:
    share, score = (report.figures.get(f"{what}({name})") for what in ("share", "score"))
    assert share is not None
    return (*_shown(share, True), *(_shown(score, False) if score else ("", "")))


def _shown(one: Estimate, share: bool) -> tuple[str, str]:
    low, high = one.interval
    return number(one.value, share), f"{number(low, share)} to {number(high, share)}"


def number(value: float, share: bool, signed: bool = False) -> str:
    plus = "+" if signed else ""
    return format(value, f"{plus}.1%") if share else format(value, f"{plus}.2f")


COURSE = {
    "rounds": "rounds", "turns": "turns", "decisions": "decisions",
    "decisions per turn": "decisions per turn", "dead turns": "turns with nothing to decide",
    "lead changes": "changes of the lead", "comebacks": "won by one who was not ahead at half-time",
    "deficit": "most that the winner was behind",
}  # fmt: skip


def _course(report: Report) -> Iterator[tuple[str, ...]]:
    for name, words in COURSE.items():
        if name in report.figures:
            yield words, *_shown(report.figures[name], is_share(name))


def _usage(title: str, usage: Sequence[Usage], most: int, note: str) -> Table:
    rows = [row for one in usage for row in [*_usage_rows(one)][: 1 if most else None]]
    rows.sort(key=lambda row: -row[0])
    shown = [cells for _, cells in rows]
    if most and len(shown) > most:
        half = most // 2
        left = f"... {len(shown) - 2 * half} more"
        shown = [*shown[:half], (left, *[""] * 9), *shown[-half:]]
    heads = ("", "offered", "taken", "used", "held", "by", "with", "without", "difference", "95%")
    return Table(title, heads, shown, note)


def _usage_rows(one: Usage) -> Iterator[tuple[float, tuple[str, ...]]]:
    taken = "" if one.taken is None else f"{one.taken:.0%}"
    name = one.title if one.title and is_card(one.key) else one.key.partition(" ")[2]
    head = (name, f"{one.offered:.2f}", taken, f"{one.used:.2f}", f"{one.held:.2f}")
    for how, rate in one.rates.items():
        yield rate.difference.value, (*head, how, *_rates(rate, how in one.alarms))
    if not one.rates:
        yield 0.0, (*head, "", "", "", "", "")


def _rates(rate: Compared, alarm: bool) -> tuple[str, ...]:
    low, high = rate.difference.interval
    difference = number(rate.difference.value, True, True) + (" !" if alarm else "")
    return (f"{rate.with_it:.1%}", f"{rate.without:.1%}", difference, f"{low:+.0%} to {high:+.0%}")


def _extremes(report: Report) -> Iterator[Table]:
    kinds = (("never", report.never()), ("always", report.always()))
    rows = [(one.key, f"{one.offered:.2f}", when) for when, found in kinds for one in found]
    if rows:
        yield Table("Choices that are none", ("", "offered", "taken"), rows)


def change_tables(changes: Sequence[Change], most: int = MANY) -> Iterator[Table]:
    """What each version changes against the first, the surest changes first."""
    for one in changes:
        moved = [
            (n, e)
            for n, e in one.figures.items()
            if e.value or (e.error and not n.startswith("gain("))
        ]
        moved.sort(key=lambda item: (_rank(item[0]), item[1].chance))
        rows = [(name, *_changed(name, e)) for name, e in moved][: most or None]
        note = "" if rows else "Nothing has changed."
        heads = ("figure", "change", "95% interval", "")
        yield Table(f"Changes: {one.label}", heads, rows, note)


def _moved(name: str, one: Estimate) -> bool:
    return bool(one.value) or (one.error > 0 and not name.startswith("gain("))


def _rank(figure: str) -> int:
    order = ("share(", "score(", *COURSE, "gain(", "used(")
    return next((at for at, head in enumerate(order) if figure.startswith(head)), 99)


def _changed(name: str, one: Estimate) -> tuple[str, ...]:
    share = is_share(name) or name.startswith("gain(")
    low, high = (number(bound, share, True) for bound in one.interval)
    sure = "!" if one.interval[0] > 0 or one.interval[1] < 0 else ""
    return number(one.value, share, True), f"{low} to {high}", sure


def version_table(first: str, report: Report, changes: Iterable[Change]) -> Table:
    """The share of each side in each version, with its interval."""
    versions = [(first, report), *((one.label, one.report) for one in changes)]
    names = list(dict.fromkeys(name for _, r in versions for name in r.tally.names))
    rows = [(label, *(_cell(r, name) for name in names)) for label, r in versions]
    return Table("Versions", ("", *map(report.named, names)), rows)


def _cell(report: Report, name: str) -> str:
    found = report.figures.get(f"share({name})")
    return f"{found.value:.1%} ({' to '.join(f'{b:.1%}' for b in found.interval)})" if found else ""
