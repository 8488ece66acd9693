"""Files that are written and read again: each input is the content of such a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from cardwright.decks import lists_of
from cardwright.source.plain_json import json_value
from cardwright_tools.check import cache, store
from cardwright_tools.check.baseline import new_findings, read_baseline, stale_entries
from cardwright_tools.check.filter import filter_findings
from cardwright_tools.check.formats import FORMATS, render_report
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.output import Stop
from cardwright_tools.saved_games import Answer
from cardwright_tools.schema.editor_settings import write_settings
from cardwright_tools.sim.rows import LINES, RUN, RowFiles
from cardwright_tools.sim.run_folder import _resumed
from cardwright_tools.sim.tally import Tally
from cardwright_tools.studio import journal
from cardwright_tools.studio.measurements import usage_in
from cardwright_tools.studio.messages import BadMessage
from dev.fuzz.inputs import ROOT, Read, reported_texts, rules, steers

KEY = "0" * 64
OF_RUN = {"packs": {"p": "h"}, "modules": [], "players": 2, "seed": 1, "by": "random"}


def reads_baseline(folder: Path) -> Read:
    file = folder / "baseline.json"

    def read(data: bytes) -> Iterator[str]:
        file.write_bytes(data)
        source, entries = read_baseline(file)
        yield from reported_texts(stale_entries([], source, entries, {"p"}))
        new_findings([], entries)

    return _or_refuses(read)


def reads_report(folder: Path) -> Read:
    """The input is a cached report, well formed but wrong; its length selects an output format."""
    home = store.folder()
    assert home is not None
    home.mkdir(parents=True, exist_ok=True)
    forms = [replace(CheckOptions((folder,)), output_format=one) for one in FORMATS]

    def read(data: bytes) -> Iterator[str]:
        entry = data.decode("utf-8", "replace").replace("ROOT", ROOT.as_posix())
        (home / f"{KEY}.json").write_bytes(store.marked(KEY, entry.encode()))
        found = cache._read(KEY)
        if found is None:
            return
        options = forms[len(data) % len(forms)]
        shown = render_report(found, filter_findings(found, options), options)
        shown.encode()
        if steers(shown):
            yield f"{options.output_format} could steer a terminal: {shown!r}"

    return read


def reads_journal(folder: Path) -> Read:
    file = folder / "kept.jsonl"

    def read(data: bytes) -> Iterator[str]:
        file.write_bytes(data)
        try:
            found = journal._read(file)
        except (ValueError, BadMessage):
            return
        journal._line([[one.player, one.option, one.title] for one in found.answers])
        journal.write(file, len(found.answers), Answer("a", "b", "c"))
        again = journal._read(file)
        if again.setup != found.setup or len(again.answers) != len(found.answers) + 1:
            yield "an answer is lost"

    return read


def reads_rows(folder: Path) -> Read:
    """The input is the rows of a run's games."""
    files = RowFiles(str(folder), LINES)

    def read(data: bytes) -> Iterator[str]:
        files.path("games", 0).write_bytes(data)
        tally = Tally()
        for one in files.outcomes(0):
            tally.add(one)
        yield from ()

    return _or_refuses(read)


def reads_run(folder: Path) -> Read:
    """The input is the `run.json` of a run."""
    file = folder / RUN

    def read(data: bytes) -> Iterator[str]:
        file.write_bytes(data)
        files, part = _resumed(str(folder), file, OF_RUN)
        if part < 1 or files.form not in (LINES, "parquet"):
            yield f"a run in parts of {part}, in the form {files.form!r}"

    return _or_refuses(read)


def reads_usage(folder: Path) -> Read:
    """The input is a report of `balance`, as the studio shows it beside cards."""
    file = folder / "balance.json"

    def read(data: bytes) -> Iterator[str]:
        file.write_bytes(data)
        json.dumps([asdict(one) for one in usage_in(file).values()], allow_nan=False)
        yield from ()

    return _or_refuses(read)


def reads_settings(folder: Path) -> Read:
    """The input is an editor's settings, of which only our part may change."""
    file, mapped = folder / "settings.json", {"./a.json": ["b.yaml"]}

    def read(data: bytes) -> Iterator[str]:
        file.write_bytes(data)
        changed = write_settings(file, mapped)
        after = json_value(file.read_bytes())
        if write_settings(file, mapped):
            yield "settings change twice"
        before: Any = json_value(data) if changed and data.decode().strip() else {}
        if changed and repr(_others(before)) != repr(_others(after)):
            yield "other settings have changed"

    return _or_refuses(read)


def _others(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key != "yaml.schemas"}


def reads_deck(folder: Path) -> Read:
    """The input is a player's own deck, as a program passes it."""
    played = rules("card-guilds")
    known = lists_of(played.declared.board)

    def read(data: bytes) -> Iterator[str]:
        try:
            deck = json_value(data)
            brought = played.with_decks({"ann": deck})
        except ValueError:
            return
        if "ann" not in brought.decks or (isinstance(deck, str) and deck not in known):
            yield "a deck is lost"

    return read


def _or_refuses(read: Read) -> Read:
    """A reader that may also end with a message for people."""

    def reads(data: bytes) -> Iterator[str]:
        with suppress(Stop):
            yield from read(data)

    return reads


STORED_FILES: dict[str, Callable[[Path], Read]] = {
    "baseline-file": reads_baseline, "report": reads_report, "journal": reads_journal,
    "rows": reads_rows, "run": reads_run, "usage": reads_usage, "settings": reads_settings,
    "deck": reads_deck,
}  # fmt: skip
