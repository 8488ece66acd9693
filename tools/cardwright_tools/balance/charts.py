"""Charts of a balance report, as SVG inside a page.

Responsible for turning numbers into shapes. Every chart has a title for screen readers, and its
numbers are in the tables too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil, floor, log10
from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright_tools.balance.report import Report
from cardwright_tools.sim.figures import Figure
from cardwright_tools.sinks import html_text

if TYPE_CHECKING:
    from cardwright_tools.balance.versions import Balance

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 306, 72, 54, 26
BASE = HEIGHT - BOTTOM  # y coordinate of the horizontal axis
# Colours that colour-blind readers can tell apart (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222", "#999933")
SHARE = "share of the wins"
Point = tuple[float, float]
Scale = Callable[[float], float]


def figures(found: Balance) -> Iterator[str]:
    """The charts, each as a figure with its caption."""
    if found.changes:
        caption = "Win shares by version, with 95% intervals"
        yield _figure(caption, _by_version(found), found.title.partition(", ")[2], SHARE)
        if len(found.changes) == 1:
            yield from _card_figure(found.changes[0].report, f" in {found.changes[0].label}")
        return
    report = found.report
    caption = "Win shares, with 95% intervals; the line is an even share"
    yield _figure(caption, _shares(report), "", SHARE)
    if report.timeline():
        caption = "Mean scores in the course of a game"
        yield _figure(caption, _timeline(report), "% of the turns", "points")
        yield _figure("Final scores", _distribution(report), "points", "games")
    yield _figure("Length of a game", _lengths(report), "decisions", "games")
    yield from _card_figure(report)


def _card_figure(report: Report, where: str = "") -> Iterator[str]:
    if any(one.rates for one in report.usage if one.subject.is_card):
        caption = (
            f"Cards{where}: the win rate with one less that without; those with an alarm are named"
        )
        yield _figure(caption, _cards(report), "used, or else held, in a game", "difference")


def _figure(caption: str, shapes: str, across: str, up: str) -> str:
    """A chart with the names of its axes."""
    said, middle = html_text(caption), (BASE + TOP) / 2
    names = _text((LEFT + WIDTH - 20) / 2, HEIGHT - 6, across)
    names += (f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">'
              f"{html_text(up)}</text>")  # fmt: skip
    return (f'<figure><figcaption>{said}</figcaption><svg role="img" aria-label="{said}" '
            f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">{shapes}{names}'
            "</svg></figure>")  # fmt: skip


# ------------------------------------------------------------------------------- shapes


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)


def _across(low: float, high: float) -> Scale:
    return _scale(low, high, LEFT, WIDTH - 20)


def _up(low: float, high: float) -> Scale:
    return _scale(low, high, BASE, TOP)


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html_text(words)}</text>'


def _line(a: Point, b: Point, colour: str = "#bbb", width: float = 1) -> str:
    return (f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" '
            f'stroke="{colour}" stroke-width="{width}"/>')  # fmt: skip


def _path(points: Sequence[Point], colour: str) -> str:
    at = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _dot(at: Point, colour: str, title: str) -> str:
    return (f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="4" fill="{colour}" '
            f'fill-opacity=".75"><title>{html_text(title)}</title></circle>')  # fmt: skip


def _axes(x: tuple[float, float], y: tuple[float, float], share: bool = False) -> str:
    across, up = _across(*x), _up(*y)
    marks = []
    for at in _ticks(*y):
        marks += [_line((LEFT, up(at)), (WIDTH - 20, up(at)), "#e5e5e5"),
                  _text(LEFT - 6, up(at) + 4, _mark(at, share), "end")]  # fmt: skip
    marks += [_text(across(at), BASE + 16, f"{at:.4g}") for at in _ticks(*x)]
    return "".join(marks)


def _ticks(low: float, high: float) -> Iterator[float]:
    """About five round numbers from `low` to `high`, in steps of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / 5 or 1.0
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1):
        yield number * step


def _mark(at: float, share: bool) -> str:
    return f"{at:.0%}" if share else f"{at:.4g}"


LETTER = 6.2  # approximate width of a letter


def _legend(report: Report, names: Sequence[str]) -> str:
    """The names with their colours, spaced by the lengths of the names."""
    titles = [report.named(name) for name in names]
    starts = [0, *accumulate(LETTER * len(title) + 32 for title in titles)]
    scale = max(1.0, starts[-1] / (WIDTH - LEFT))
    return "".join(
        f'<rect x="{LEFT + start / scale:.1f}" y="0" width="10" height="10" fill="{_colour(at)}"/>'
        + _text(LEFT + start / scale + 14, 10, title, "start")
        for at, (start, title) in enumerate(zip(starts, titles, strict=False))
    )


def _colour(at: int) -> str:
    return COLOURS[at % len(COLOURS)]


# ------------------------------------------------------------------------------- charts


def _shares(report: Report) -> str:
    names = report.tally.names
    found = [report.figures[Figure("share", name)] for name in names]
    high = max(one.interval[1] for one in found)
    up, step = _up(0, high), (WIDTH - LEFT - 20) / len(names)
    shapes = []
    for at, (name, one) in enumerate(zip(names, found, strict=True)):
        x, top = LEFT + at * step + step * 0.2, up(one.value)
        middle, (low, most) = x + step * 0.3, one.interval
        shapes += [
            f'<rect x="{x:.1f}" y="{top:.1f}" width="{step * 0.6:.1f}" '
            f'height="{up(0) - top:.1f}" fill="{_colour(at)}" fill-opacity=".7"/>',
            _line((middle, up(low)), (middle, up(most)), "#222", 2),
            _label(middle, report.named(name), step - 4),
            _text(middle + 6, top - 4, f"{one.value:.1%}", "start"),
        ]
    even = up(1 / len(names))
    return _share_axis(high) + "".join(shapes) + _line((LEFT, even), (WIDTH - 20, even), "#222")


def _share_axis(high: float) -> str:
    up = _up(0, high)
    marks = (_text(LEFT - 6, up(mark) + 4, f"{mark:.0%}", "end") for mark in _ticks(0, high))
    return "".join(marks)


def _label(x: float, words: str, width: float) -> str:
    """A name below a bar, on up to two lines if it is too long, and cut after that."""
    most = max(3, int(width / LETTER))
    first, *more = wrap(words, most, break_long_words=False) or [""]
    if not more:
        return _text(x, BASE + 16, first)
    rest = " ".join(more)
    second = rest if len(rest) <= most else f"{rest[: most - 1].rstrip()}…"
    lines = _text(x, BASE + 16, first) + _text(x, BASE + 30, second)
    return f"<g><title>{html_text(words)}</title>{lines}</g>"


def _timeline(report: Report) -> str:
    lines = report.timeline()
    values = [value for line in lines.values() for value in line]
    y, periods = (min(values), max(values) * 1.1), len(next(iter(lines.values()))) - 1
    across, up = _across(0, 100), _up(*y)
    drawn = (
        _path([(across(100 * p / periods), up(v)) for p, v in enumerate(line)], _colour(at))
        for at, line in enumerate(lines.values())
    )
    return _axes((0, 100), y) + "".join(drawn) + _legend(report, [*lines])


def _distribution(report: Report) -> str:
    scores = {name: report.tally.of("score", name) for name in report.tally.names}
    return _counts(report, scores)


def _lengths(report: Report) -> str:
    return _counts(report, {"": report.tally.of("length", "decisions")})


def _counts(report: Report, counts: Mapping[str, Mapping[int, int]]) -> str:
    """Lines that show how many games have each number, in at most 30 steps."""
    numbers = [n for found in counts.values() for n in found]
    low, high = min(numbers), max(numbers)
    step = max(1, -(-(high - low + 1) // 30))
    bins = {name: _binned(found, low, step) for name, found in counts.items()}
    most = max(n for found in bins.values() for n in found.values())
    x, y = (low, max(high, low + 1)), (0, most * 1.1)
    across, up = _across(*x), _up(*y)
    drawn = [
        _path([(across(n), up(found[n])) for n in range(low, high + 1, step)], _colour(at))
        for at, found in enumerate(bins.values())
    ]
    named = [name for name in counts if name]
    return _axes(x, y) + "".join(drawn) + (_legend(report, named) if named else "")


def _binned(found: Mapping[int, int], low: int, step: int) -> Counter[int]:
    bins = Counter[int]()
    for number, games in found.items():
        bins[low + (number - low) // step * step] += games
    return bins


def _cards(report: Report) -> str:
    cards = [
        (one, rate)
        for one in report.usage
        if one.subject.is_card and (rate := one.rates.get("used") or one.rates.get("held"))
    ]
    gains = [rate.difference.value for _, rate in cards]
    x, y = (
        (0, max(one.used or one.held for one, _ in cards)),
        (min(0, *gains, 0), max(0, *gains, 0)),
    )
    across, up = _across(*x), _up(*y)
    shapes = [_axes(x, y, share=True), _line((LEFT, up(0)), (WIDTH - 20, up(0)), "#222")]
    for one, rate in cards:
        gain = rate.difference.value
        title = f"{one.subject.title or one.key}: {gain:+.1%}"
        at = (across(one.used or one.held), up(gain))
        shapes.append(_dot(at, COLOURS[1] if one.alarms else COLOURS[0], title))
        if one.alarms:
            shapes.append(_text(at[0] + 7, at[1] + 4, one.subject.title or one.key, "start"))
    return "".join(shapes)


def _in_order(versions: list[tuple[str, Report]]) -> list[tuple[str, Report]]:
    """The versions, ordered by number if their labels are numbers."""
    numbers = [label.split()[0] for label, _ in versions if label.split()]
    if len(numbers) == len(versions) and all(n.lstrip("-").isdecimal() for n in numbers):
        return sorted(versions, key=lambda one: int(one[0].split()[0]))
    return versions


def _by_version(found: Balance) -> str:
    versions = _in_order(
        [(found.label, found.report), *((c.label, c.report) for c in found.changes)]
    )
    labels, reports = [label for label, _ in versions], [report for _, report in versions]
    names = list(dict.fromkeys(name for report in reports for name in report.tally.names))
    shares = {n: [r.figures.get(Figure("share", n)) for r in reports] for n in names}
    high = max(one.interval[1] for line in shares.values() for one in line if one)
    width, up = (WIDTH - LEFT - 20) / len(labels), _up(0, high)
    middles = [LEFT + width * (at + 0.5) for at in range(len(labels))]
    shapes = [_share_axis(high), _legend(found.report, names)]
    for at, line in enumerate(shares.values()):
        known = [(x, one) for x, one in zip(middles, line, strict=True) if one]
        shapes.append(_path([(x, up(one.value)) for x, one in known], _colour(at)))
        for x, one in known:
            low, most = one.interval
            shapes += [_line((x, up(low)), (x, up(most)), _colour(at)),
                       _dot((x, up(one.value)), _colour(at), f"{one.value:.1%}")]  # fmt: skip
    shapes += [_label(x, words, width - 4) for x, words in zip(middles, labels, strict=True)]
    return "".join(shapes)
