"""A report as tables and lists, for a terminal, for Markdown and for a page.

Decides what is shown, in which order and in which words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardwright_tools.balance.report import RATE, Report, Usage, is_share
from cardwright_tools.balance.statistics import Compared, Estimate, false_discoveries
from cardwright_tools.balance.versions import Change
from cardwright_tools.sim.figures import Figure

MANY = 30  # rows of a long table that is shortened
MANY_NAMES = 12  # cards that a sentence lists
MORE = "more; --html and --json have all"
HEADS = ("", "share", "95% interval", "mean score", "95% interval")
EXPLAINED = (
    "For a card: how often it is offered, used, and held at some time, in a game; the share of "
    "offers taken where there was another answer; and the win rate of those who used it (or held "
    "it), of the others, and the difference with its 95% interval. Both rates are means over the "
    "sides, in which each side has the same weight: a card does not count as strong because a "
    "strong side has it. A ! marks a difference that chance alone would hardly "
    "explain among so many cards; of these, "
    f"{RATE:.0%} may be false."
)
CHANGED = (
    "A ! marks what chance alone would hardly explain among so many figures; of these, "
    f"{RATE:.0%} may be false."
)
COURSE = {
    "rounds": "", "turns": "", "decisions": "", "decisions per turn": "",
    "dead turns": "with nothing to decide", "lead changes": "",
    "comebacks": "the winner was not ahead at half-time",
    "deficit": "the winner's largest deficit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


def tables(report: Report, most: int = MANY) -> Iterator[Table]:
    """The tables of one version; long ones have `most` rows, 0 for all."""
    names = report.tally.names
    yield Table("Sides", HEADS, [(_with_id(report, n), *_side(report, n)) for n in names])
    seats = range(1, len(names) + 1)
    rows = [(str(s), *_shown(report.figures[Figure("share", seat=s)], True)) for s in seats]
    yield Table("Seats", ("seat", "share", "95% interval"), rows)
    yield Table("Course of a game", ("", "mean", "95% interval"), [*_course(report)])
    yield from _asked(report, most // 3)
    yield from card_table(report, most)
    yield from _other_table(report, most // 2)
    yield from _extremes(report)


def _with_id(report: Report, id: str) -> str:
    """The title of a side, and the id that names its figures."""
    title = report.named(id)
    return title if title == id else f"{title} ({id})"


def card_table(report: Report, most: int = MANY, new: Collection[str] = ()) -> Iterator[Table]:
    """The cards, if there are any; `new` cards and those with alarms are always included."""
    cards = [one for one in report.usage if one.subject.is_card]
    always = {*new, *(one.key for one in cards if one.alarms)}
    heads = ("", "offered", "taken", "used", "held", "by", "with", "without", "difference", "95%")
    if cards:
        have = "has" if report.alarms == 1 else "have"
        note = f"{EXPLAINED} {report.alarms} of {len(report.tally.cards)} cards {have} one."
        note += _not_listed(report)
        rows = _in_order(
            [row for one in cards for row in _card_rows(one, most, one.key in new)], most, always
        )
        yield Table("Cards", heads, rows, note)


def _not_listed(report: Report) -> str:
    """A sentence about the cards for which nothing was counted; "" if there are none."""
    keys = sorted(report.tally.cards - {one.key for one in report.usage})
    names = [report.named(key.partition(" ")[2]) for key in keys]
    more = f" and {len(names) - MANY_NAMES} more" if len(names) > MANY_NAMES else ""
    listed = ", ".join(names[:MANY_NAMES])
    return f" Never offered, used or held: {listed}{more}." if names else ""


def _other_table(report: Report, most: int) -> Iterator[Table]:
    """Options and ways, if there are any."""
    others = [one for one in report.usage if not one.subject.is_card]
    if others:
        note = "These have no !: players who are ahead may use an option more often."
        heads = ("", "offered", "taken", "used", "with", "without", "difference", "95%")
        rows = _in_order([_other_row(one) for one in others], most)
        yield Table("Options and ways", heads, rows, note)


def _side(report: Report, name: str) -> tuple[str, ...]:
    share, score = (report.figures.get(Figure(what, name)) for what in ("share", "score"))
    assert share is not None
    return (*_shown(share, True), *(_shown(score, False) if score else ("", "")))


def _shown(one: Estimate, share: bool) -> tuple[str, str]:
    low, high = one.interval
    return number(one.value, share), f"{number(low, share)} to {number(high, share)}"


def number(value: float, share: bool, signed: bool = False) -> str:
    plus = "+" if signed else ""
    return format(value, f"{plus}.1%") if share else format(value, f"{plus}.2f")


def _course(report: Report) -> Iterator[tuple[str, ...]]:
    for name, words in COURSE.items():
        if (figure := Figure(name)) in report.figures:
            said = f"{name} ({words})" if words else name
            yield said, *_shown(report.figures[figure], is_share(figure))


def _asked(report: Report, most: int) -> Iterator[Table]:
    """Which rules ask for a game's decisions."""
    found = report.asked
    whole = sum(found.values())
    rows = [(rule, f"{n:.2f}", f"{n / whole:.1%}") for rule, n in [*found.items()][: most or None]]
    if len(found) > len(rows):
        rows.append((f"... {len(found) - len(rows)} {MORE}", "", ""))
    heads = ("rule that asks", "decisions a game", "share of all")
    if rows:
        yield Table("Decisions by rule", heads, rows)


Row = tuple[float, str, tuple[str, ...]]
"""The difference in win rate, by which rows are sorted; the key of the subject; the cells."""


def _in_order(rows: list[Row], most: int, always: Collection[str] = ()) -> list[tuple[str, ...]]:
    """The cells of rows; if there are too many, of the first, the last and those in `always`."""
    rows.sort(key=lambda row: -row[0])
    half = most // 2
    if not most or len(rows) <= 2 * half:
        return [cells for _, _, cells in rows]
    middle = rows[half : len(rows) - half]
    kept = [row for row in middle if row[1] in always]
    left = (f"... {len(middle) - len(kept)} {MORE}", *[""] * (len(rows[0][2]) - 1))
    cells = [cells for _, _, cells in (*rows[:half], *kept, *rows[-half:])]
    return [*cells[:-half], *([left] if len(kept) < len(middle) else []), *cells[-half:]]


def _card_rows(one: Usage, most: int, new: bool) -> list[Row]:
    """A row for each comparison; only the one with an alarm or the first in a short table."""
    name = (one.subject.title or one.subject.id) + (" (new)" if new else "")
    head = (name, *_counts(one), f"{one.held:.2f}")
    rates = sorted(one.rates.items(), key=lambda found: found[0] not in one.alarms)
    rows = [
        (rate.difference.value, one.key, (*head, how, *_rates(rate, how in one.alarms)))
        for how, rate in rates
    ]
    return rows[: 1 if most else None] or [(0.0, one.key, (*head, *[""] * 5))]


def _other_row(one: Usage) -> Row:
    """The row of an option or a way, named as in conditions."""
    name = f"{one.subject.title} ({one.key})" if one.subject.title else one.key
    rate = next(iter(one.rates.values()), None)
    cells = _rates(rate, False) if rate else ("",) * 4
    return rate.difference.value if rate else 0.0, one.key, (name, *_counts(one), *cells)


def _counts(one: Usage) -> tuple[str, ...]:
    taken = "" if one.taken is None else f"{one.taken:.0%}"
    return f"{one.offered:.2f}", taken, f"{one.used:.2f}"


def _rates(rate: Compared, alarm: bool) -> tuple[str, ...]:
    low, high = rate.difference.interval
    difference = number(rate.difference.value, True, True) + (" !" if alarm else "")
    return (f"{rate.with_it:.1%}", f"{rate.without:.1%}", difference, f"{low:+.0%} to {high:+.0%}")


def _extremes(report: Report) -> Iterator[Table]:
    kinds = (("never", report.never()), ("always", report.always()))
    rows = [(one.key, f"{one.offered:.2f}", when) for when, found in kinds for one in found]
    if rows:
        yield Table("Never or always taken", ("", "offered", "taken"), rows)


def change_tables(changes: Sequence[Change], most: int = MANY) -> Iterator[Table]:
    """The changes of each version: sides, the course, and the most certain ones."""
    for one in changes:
        moved = [(n, e) for n, e in one.figures.items() if _moved(n, e)]
        sure = {n for family in (True, False) for n in _sure(moved, family)}
        moved.sort(key=lambda item: (_rank(item[0]), _of_card(item[0]) and item[1].chance))
        shown = moved[: most or None]
        shown += [item for item in moved[len(shown) :] if item[0] in sure]
        rows = [(str(name), *_changed(name, e, name in sure)) for name, e in shown]
        if len(moved) > len(rows):
            rows.append((f"... {len(moved) - len(rows)} {MORE}", "", "", ""))
        heads = ("figure", "change", "95% interval", "")
        note = CHANGED if rows else "Nothing has changed."
        yield Table(f"Changes: {one.label}", heads, rows, note)


def _moved(figure: Figure, one: Estimate) -> bool:
    return bool(one.value) or (one.error > 0 and figure.what != "gain")


def _of_card(figure: Figure) -> bool:
    return figure.what in ("gain", "used")


def _sure(moved: Sequence[tuple[Figure, Estimate]], of_cards: bool) -> list[Figure]:
    """Which figures, either of the whole game or of cards, have changed significantly."""
    family = [(name, e.chance) for name, e in moved if _of_card(name) == of_cards]
    significant = false_discoveries([chance for _, chance in family], RATE)
    return [name for (name, _), holds in zip(family, significant, strict=True) if holds]


def _rank(figure: Figure) -> int:
    """The position of a figure in the list: sides first, then the course, seats and cards."""
    order = ("share", "score", *COURSE, "seat", "gain", "used")
    return order.index("seat" if figure.seat else figure.what)


def _changed(figure: Figure, one: Estimate, sure: bool) -> tuple[str, ...]:
    share = is_share(figure) or figure.what == "gain"
    low, high = (number(bound, share, True) for bound in one.interval)
    return number(one.value, share, True), f"{low} to {high}", "!" if sure else ""


def version_table(first: str, report: Report, changes: Iterable[Change]) -> Table:
    """The share of each side in each version, with its interval."""
    versions = [(first, report), *((one.label, one.report) for one in changes)]
    names = list(dict.fromkeys(name for _, r in versions for name in r.tally.names))
    rows = [(label, *(_cell(r, name) for name in names)) for label, r in versions]
    return Table("Versions", ("", *map(report.named, names)), rows)


def _cell(report: Report, name: str) -> str:
    found = report.figures.get(Figure("share", name))
    return f"{found.value:.1%} ({' to '.join(f'{b:.1%}' for b in found.interval)})" if found else ""
