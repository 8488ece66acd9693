"""The result of `cover` as HTML: an index, and a page for each file with its text coloured.

The pages are self-contained: no scripts, fonts or pictures. All text of a pack is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.cover.result import (
    Countable,
    CoverageResult,
    Definition,
    File,
    PointResult,
    describe_uncovered,
    uncovered_in_file,
)
from cardwright_tools.output import BROKEN, Stop
from cardwright_tools.sinks import html_text

FILTER = (
    '<input type="checkbox" id="left"><label class="filter" for="left">'
    "only what is not covered</label>"
)
"""CSS rules that hide fully covered rows and lines."""

COVERED, PARTLY, NEVER = "covered", "partly", "never"
Paint = tuple[str, str]  # a state, and a note on what is missing
_PLAIN: Paint = ("", "")


def write_pages(result: CoverageResult, folder: Path) -> None:
    """Writes `index.html` and the pages. Raises Stop if the folder can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(f"{folder}: {error.strerror}", BROKEN) from None
    names = page_names(result.files)
    pages = zip(names, map(render_file, result.files), strict=True)
    for name, page in (*pages, ("index.html", render_index(result, names))):
        write_atomically(folder / name, page.encode("utf-8", "backslashreplace"), lasting=False)


def page_names(files: Sequence[File]) -> list[str]:
    """A unique file name for each page."""
    made: list[str] = []
    for number, file in enumerate(files):
        plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", file.name).strip("-.")
        name = f"{plain}.html"
        made.append(name if name not in (*made, "index.html") else f"{number}-{name}")
    return made


# --------------------------------------------------------------------------------- index


def render_index(result: CoverageResult, names: Sequence[str]) -> str:
    rows = [
        _row(file, f'<a href="{html_text(name)}">{html_text(file.name)}</a>', "file")
        for file, name in zip(result.files, names, strict=True)
    ]
    title = "Coverage of " + ", ".join(result.packs)
    total = _row(result, "all", "total")
    body = f'<p class="ran">by {html_text(result.ran_by)}</p>{FILTER}{_table([*rows, total])}'
    return _html(title, body)


def _table(rows: Sequence[str]) -> str:
    heads = "<th></th><th>points</th><th>covered</th><th>%</th><th></th>"
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _row(counted: Countable, label: str, kind: str) -> str:
    percent = counted.percent
    bar = f'<span class="bar"><span style="width:{percent:g}%"></span></span>'
    cells = f"<td>{len(counted.points)}</td><td>{counted.covered}</td><td>{percent:.1f}</td>"
    full = " full" if counted.covered == len(counted.points) and kind != "total" else ""
    return f'<tr class="{kind}{full}"><td>{label}</td>{cells}<td>{bar}</td></tr>'


# ---------------------------------------------------------------------------------- a file


def render_file(file: File) -> str:
    """One file: its definitions, the uncovered points, and its text."""
    rows = [_row(d, _link(file, d), "definition") for d in file.definitions]
    rows.append(_row(file, "all", "total"))
    legend = "".join(f'<span class="{s}">{s}</span> ' for s in (COVERED, PARTLY, NEVER))
    back = '<p><a href="index.html">all files</a></p>'
    key = f'<p class="legend">{legend}</p>'
    body = f"{back}{FILTER}{_table(rows)}{_list(file)}{key}{_text(file)}"
    return _html(file.name, body)


def _link(file: File, definition: Definition) -> str:
    head = definition.head if definition.head.source.name == file.source.name else definition.first
    return f'<a href="#{head.lines[0]}">{html_text(definition.name)}</a>'


def _list(file: File) -> str:
    items = [
        f'<li><a href="#{m.span.lines[0]}">{m.span.lines[0]}:{m.span.lines[1]}</a> '
        f"{html_text(m.words)}: <code>{html_text(m.text)}</code></li>"
        for m in uncovered_in_file(file)
    ]
    return f'<ul class="missing">{"".join(items)}</ul>' if items else ""


def _text(file: File) -> str:
    paints = character_states(file)
    lines = []
    offset = 0
    for number, line in enumerate(file.source.text.split("\n"), 1):
        blank = len(line) - len(line.lstrip())
        here = [_PLAIN] * blank + paints[offset + blank : offset + len(line)]
        state, code = worst_state(here), "".join(_pieces(line, here))
        lines.append(f'<span class="line {state}" id="{number}"><b>{number}</b>{code}\n</span>')
        offset += len(line) + 1
    return f"<pre>{''.join(lines)}</pre>"


def character_states(file: File) -> list[Paint]:
    """The state of each character and a note on what is missing; inner points are painted last."""
    paints = [_PLAIN] * (len(file.source.text) + 1)
    layers = [*_heads(file), *_spans(file)]
    for start, end, paint in sorted(layers, key=lambda layer: layer[0] - layer[1]):
        paints[start:end] = [paint] * (end - start)
    return paints


def _heads(file: File) -> Iterator[tuple[int, int, Paint]]:
    """The names of definitions, painted for everything in them."""
    for definition in file.definitions:
        head = definition.head
        if head.source.name == file.source.name:
            yield head.start, head.end, (_state(definition.found), f"{definition.percent:.1f}%")


def _spans(file: File) -> Iterator[tuple[int, int, Paint]]:
    points = sorted(file.points, key=lambda p: (p.start, p.point.span.end))
    for (start, end), group in groupby(points, key=lambda p: (p.start, p.point.span.end)):
        found = list(group)
        left = [p.point.what for p in found if not p.ran]
        yield start, end, (_state(found), describe_uncovered(left) if left else "")


def _state(found: Sequence[PointResult]) -> str:
    ran = sum(p.ran for p in found)
    return COVERED if ran == len(found) else PARTLY if ran else NEVER


def worst_state(paints: Sequence[Paint]) -> str:
    states = {state for state, _ in paints}
    return next((s for s in (NEVER, PARTLY, COVERED) if s in states), "")


def _pieces(line: str, paints: Sequence[Paint]) -> Iterator[str]:
    at = 0
    for (state, title), group in groupby(paints):
        size = len(list(group))
        text, at = html_text(line[at : at + size]), at + size
        hint = f' title="{html_text(title)}"' if title else ""
        yield f'<span class="{state}"{hint}>{text}</span>' if state else text


def _html(title: str, body: str) -> str:
    name = html_text(title)
    style = Path(__file__).with_name("style.css").read_text("utf-8")
    head = f'<meta charset="utf-8"><title>{name}</title><style>\n{style}</style>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}{view}</head>'
        f"<body><h1>{name}</h1>{body}</body></html>\n"
    )
