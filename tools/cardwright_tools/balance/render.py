"""A balance report as text for a terminal, as Markdown, and as a self-contained page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright_tools.balance import charts
from cardwright_tools.balance.tables import (
    MANY,
    Table,
    card_table,
    change_tables,
    tables,
    version_table,
)
from cardwright_tools.output import format_table
from cardwright_tools.sinks import html_text, markdown_text

if TYPE_CHECKING:
    from cardwright_tools.balance.versions import Balance


FEW = 16  # shown changes of each of many versions: those of sides and the course


def heading(found: Balance) -> str:
    setup, games = found.report.setup, found.report.tally.games
    on = f" with {', '.join(setup.modules)}" if setup.modules else ""
    new = [one.label for one in found.changes]
    others = new[0] if len(new) == 1 else f"{len(new)} others"
    against = f" against {others}" if new else ""
    title = f"{found.title or found.label}{on}{against if not found.title else ''}"
    return (f"{title}: {games:,} games of {setup.players} players, played by "
            f"{setup.by or 'random'}, seed {setup.seed}")  # fmt: skip


def _engines(found: Balance) -> str:
    """The engines that played the games of all versions."""
    reports = [found.report, *(one.report for one in found.changes)]
    said = (", ".join(f"{what}: {name}" for what, name in r.engines.items()) for r in reports)
    return "; ".join(dict.fromkeys(said))


def _all_tables(found: Balance, most: int) -> Iterator[Table]:
    if found.changes:
        yield version_table(found.label, found.report, found.changes)
        yield from change_tables(found.changes, most and max(FEW, most // len(found.changes)))
        if len(found.changes) == 1:
            yield from _new_cards(found, most)
        return
    yield from tables(found.report, most)


def _new_cards(found: Balance, most: int) -> Iterator[Table]:
    """The cards of the new version, always including those that the old one lacks."""
    change = found.changes[0]
    new = change.report.tally.cards - found.report.tally.cards
    for table in card_table(change.report, most, new):
        yield replace(table, title=f"Cards: {change.label}")


def render_text(found: Balance) -> Iterator[str]:
    yield heading(found)
    yield _engines(found)
    for table in _all_tables(found, MANY):
        yield from ("", table.title)
        if table.rows:
            yield from format_table(table.heads, table.rows)
        if table.note:
            yield from wrap(table.note, 100)
    yield from ("", f"digest {found.report.tally.digest}")


def render_markdown(found: Balance) -> str:
    lines = [f"## {markdown_text(heading(found))}", "", markdown_text(_engines(found))]
    for table in _all_tables(found, MANY):
        lines += ["", f"### {markdown_text(table.title)}", ""]
        if table.rows:
            lines += [_row(table.heads), _row(["---"] * len(table.heads))]
            lines += [_row([markdown_text(cell) for cell in row]) for row in table.rows]
        if table.note:
            lines += ["", markdown_text(table.note)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff }
table { border-collapse: collapse; margin: .5rem 0 1rem; display: block; overflow-x: auto }
th, td { padding: .2rem .7rem .2rem 0; text-align: left; border-bottom: 1px solid #ddd;
  font-variant-numeric: tabular-nums }
figure { margin: 1rem 0 } figcaption, .note { color: #555; max-width: 60rem }
svg { max-width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: #222 }
"""


def render_html(found: Balance) -> str:
    title = html_text(heading(found))
    engines = f'<p class="note">{html_text(_engines(found))}</p>'
    parts = [f"<h1>{title}</h1>", engines, *charts.figures(found)]
    for table in _all_tables(found, 0):
        parts += [f"<h2>{html_text(table.title)}</h2>", _html_table(table)]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = (f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{title}</title><style>{STYLE}</style>")  # fmt: skip
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _html_table(table: Table) -> str:
    note = f'<p class="note">{html_text(table.note)}</p>' if table.note else ""
    if not table.rows:
        return note
    heads = "".join(f"<th>{html_text(head)}</th>" for head in table.heads)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{html_text(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    return f"<table><thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody></table>{note}"
