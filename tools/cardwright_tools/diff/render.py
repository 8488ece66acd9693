"""Renders a difference as text, as Markdown for a pull request, and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from difflib import SequenceMatcher

from cardwright_tools.diff.compare import Change, Detail, Difference
from cardwright_tools.sinks import json_text, markdown_code, markdown_fence, markdown_text

MAX_PAIRS = 40_000
ORDER = ("added", "removed", "renamed", "changed")
NOTHING = "no rule, value or text changed"
UNSEEN = "the wording is the same but now means something else"


def heading(found: Difference) -> str:
    """`A Race 1.0.0 → 1.1.0`."""
    old, new = found.old.manifest, found.new.manifest
    before = "" if (old.id, old.title) == (new.id, new.title) else f"{new.title} "
    return f"{old.title} {old.version} → {before}{new.version}"


def count_changes(found: Difference) -> str:
    """`3 changed, 1 added`."""
    counts = {what: sum(c.what == what for c in found.changes) for what in ORDER}
    return ", ".join(f"{n} {what}" for what, n in counts.items() if n) or NOTHING


def change_title(change: Change) -> str:
    """`card one-card (One Card)`."""
    name = change.name if change.name.startswith(change.group) else f"{change.group} {change.name}"
    name += f" ({change.title})" if change.title else ""
    return name + (f", was {change.was}" if change.was else "")


# ------------------------------------------------------------------------------- text


def render_text(found: Difference) -> Iterator[str]:
    yield heading(found)
    yield from (f"note: {note}" for note in found.notes)
    for change in found.changes:
        yield ""
        place = f"   {change.place}" if change.place else ""
        module = f", module {change.module}" if change.module else ""
        yield f"{change.what} {change_title(change)}{module}{place}"
        for detail in change.details:
            yield from (f"  {line}" for line in render_detail(detail))
        if change.text and any(d.is_rule for d in change.details) and not _has_text(change):
            yield f"  text: {change.text}"
        yield from (f"  note: {note}" for note in change.notes)
    yield from ("", count_changes(found))


def _has_text(change: Change) -> bool:
    return any(detail.key == "text" for detail in change.details)


def render_detail(detail: Detail) -> Iterator[str]:
    if not detail.is_rule:
        key = f"{detail.key}: " if detail.key else ""
        one_line = len(detail.old) + len(detail.new) < 60
        if not detail.old or not detail.new:
            yield f"{key}{detail.new}" if detail.new else f"{key}{detail.old} → nothing"
        elif one_line:
            yield f"{key}{detail.old} → {detail.new}"
        else:
            yield from (f"{key}{detail.old}", f"{' ' * (len(key) - 2)}→ {detail.new}")
        return
    yield f"{detail.key or 'rule'}:"
    if detail.old == detail.new:
        yield f"  {UNSEEN}"
    else:
        yield from (f"  {line}" for line in diff_lines(_lines(detail.old), _lines(detail.new)))
    if not detail.same and (detail.old_english or detail.new_english):
        yield "  in English:"
        yield from (f"  {line}" for line in diff_lines(detail.old_english, detail.new_english))


def diff_lines(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """All lines of both, removed ones with `-` and added ones with `+`."""
    found: list[str] = []
    # With thousands of equal lines, all pairs would be compared again and again.
    matcher = SequenceMatcher(None, old, new, autojunk=len(old) * len(new) > MAX_PAIRS)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            found += [f"  {line}" for line in old[a:b]]
        else:
            found += [*(f"- {line}" for line in old[a:b]), *(f"+ {line}" for line in new[c:d])]
    return found


def _lines(written: str) -> list[str]:
    return written.split("\n") if written else []


# --------------------------------------------------------------------------- Markdown


def render_markdown(found: Difference) -> Iterator[str]:
    yield from (f"## {markdown_text(heading(found))}", "", f"{count_changes(found)}.")
    for note in found.notes:
        yield from ("", f"> {markdown_text(note)}")
    for what in ORDER:
        changes = [change for change in found.changes if change.what == what]
        if changes:
            yield from ("", f"### {what.capitalize()}")
        for change in changes:
            yield from _section(change)


def _section(change: Change) -> Iterator[str]:
    title = f" {markdown_text(change.title)}" if change.title else ""
    was = f", was {markdown_code(change.was)}" if change.was else ""
    where = f", module {markdown_code(change.module)}" if change.module else ""
    yield from (
        "",
        f"#### {markdown_code(change.name)}{title} ({markdown_text(change.group)}{where}){was}",
        "",
    )
    for detail in change.details:
        yield from _item(detail)
    if change.text and any(d.is_rule for d in change.details) and not _has_text(change):
        yield f"- text: {markdown_text(change.text)}"
    yield from (f"- **{markdown_text(note)}**" for note in change.notes)


def _item(detail: Detail) -> Iterator[str]:
    if not detail.is_rule:
        old = markdown_code(detail.old) if detail.old else "nothing"
        new = markdown_code(detail.new) if detail.new else "nothing"
        only_new = not detail.old and detail.new
        yield f"- {markdown_text(detail.key)}: " + (new if only_new else f"{old} → {new}")
        return
    yield from (f"- {markdown_text(detail.key or 'rule')}:", "")
    yield from _block(_lines(detail.old), _lines(detail.new))
    if not detail.same and (detail.old_english or detail.new_english):
        yield from ("", "  In English:", "")
        yield from _block(detail.old_english, detail.new_english)
    yield ""


def _block(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    lines = diff_lines(old, new)
    fence = markdown_fence(lines)
    yield from (f"  {fence}diff", *(f"  {line}" for line in lines), f"  {fence}")


# ------------------------------------------------------------------------------- JSON


def render_json(found: Difference) -> Iterator[str]:
    sides = {
        name: {"id": v.manifest.id, "version": v.manifest.version, "title": v.manifest.title}
        for name, v in (("old", found.old), ("new", found.new))
    }
    changes = [asdict(change) for change in found.changes]
    made = {**sides, "notes": found.notes, "changes": changes}
    yield json_text(made)


FORMATS: dict[str, Callable[[Difference], Iterator[str]]] = {
    "text": render_text,
    "json": render_json,
    "markdown": render_markdown,
}
