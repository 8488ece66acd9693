"""The baseline: the known warnings and notes of a pack, so that new ones stand out.

A JSON file with one entry for each, in a stable order, stored beside the pack. Entries are matched
by fingerprint. Errors never go into a baseline.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from cardwright.source.bounded_files import file_text
from cardwright.source.diagnostics import Report
from cardwright.source.plain_json import json_value
from cardwright.source.text import Source, Span
from cardwright_tools.atomic_write import write_atomically as in_one_step
from cardwright_tools.check.findings import Finding
from cardwright_tools.output import BROKEN, Stop

VERSION = 1
Entry = dict[str, str]
KEYS = ("code", "fingerprint", "message", "pack", "place")


def write_baseline(path: Path, found: Sequence[Finding]) -> int:
    """Writes the findings as a baseline; returns how many. Raises OSError."""
    entries = sorted((_entry(one) for one in found), key=lambda e: [e[k] for k in KEYS[::-1]])
    text = json.dumps({"baseline": VERSION, "known": entries}, indent=2, ensure_ascii=False)
    in_one_step(path, f"{text}\n".encode("utf-8", "backslashreplace"))
    return len(entries)


def _entry(one: Finding) -> Entry:
    said = one.diagnostic
    return dict(
        zip(KEYS, (said.code, one.fingerprint, said.message, one.pack, one.place), strict=True)
    )


def read_baseline(path: Path) -> tuple[Source, list[Entry]]:
    """The text of a baseline, and its entries. Raises Stop if it is not a baseline."""
    try:
        text = file_text(path)
        entries = _entries(json_value(text))
    except OSError as error:
        raise Stop(f"{path}: {error.strerror}", BROKEN) from None
    except ValueError:
        raise Stop(f"{path} is not a baseline; --write-baseline {path} makes one", BROKEN) from None
    return Source(path.as_posix(), text), entries


def _entries(value: object) -> list[Entry]:
    """The entries of a parsed baseline. Raises ValueError."""
    if not isinstance(value, dict) or value.get("baseline") != VERSION:
        raise ValueError("this is not a baseline of this version")
    known = value.get("known")
    if not isinstance(known, list) or not all(_is_entry(entry) for entry in known):
        raise ValueError("not a list of entries")
    return known


def _is_entry(entry: object) -> bool:
    return isinstance(entry, dict) and all(isinstance(entry.get(key), str) for key in KEYS)


def new_findings(found: Sequence[Finding], entries: Sequence[Entry]) -> list[Finding]:
    """The findings that are not in the baseline."""
    known = {entry["fingerprint"] for entry in entries}
    return [f for f in found if f.fingerprint not in known or f.diagnostic.severity == "error"]


def stale_entries(found: Sequence[Finding], source: Source, entries: Sequence[Entry],
         packs: set[str]) -> Report:  # fmt: skip
    """Notes on baseline entries of these packs that no longer occur."""
    still = {one.fingerprint for one in found}
    report = Report()
    for entry in entries:
        if entry["pack"] in packs and entry["fingerprint"] not in still:
            message = f"{entry['code']} at {entry['place']} in {entry['pack']} no longer occurs"
            help = "rewrite the baseline with --write-baseline"
            report.emit("CW604", message, _entry_span(source, entry["fingerprint"]), help)
    return report


def _entry_span(source: Source, words: str) -> Span:
    start = max(source.text.find(words), 0)
    return Span(source, start, start + len(words))
