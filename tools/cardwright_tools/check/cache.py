"""What `check` found, kept by the content of all files it depends on: the same is told at once.

Kept as JSON in the user's cache folder (`$CARDWRIGHT_CACHE`, else `$XDG_CACHE_HOME/cardwright`;
empty: nothing is kept). What can't be read or written there is as if it were not there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import lark
import ruamel.yaml

import cardwright
import cardwright_tools
from cardwright.language.declared import Declared
from cardwright.pack import requires
from cardwright.pack.folders import content_files
from cardwright.pack.linking import Link
from cardwright.pack.manifest import FILE
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Source, Span
from cardwright_tools.check.examine import Examined

MOST_KEPT = 300
Packs = Sequence[Path]


def kept(packs: Packs, modules: Sequence[str], make: Callable[[], Examined]) -> Examined:
    """What was found the last time these files were looked at, else what `make` finds."""
    home = _home()
    if home is None:
        return make()
    key = _key(packs, modules)
    file = home / f"{key}.json"
    found = _read(file)
    if found is None:
        found = make()
        # Not what was found while files changed, nor what depends on a pack's neighbours.
        if _key(packs, modules) == key and not any(d.code == "CW304" for d in found.found):
            _write(file, found)
    return found


def _home() -> Path | None:
    chosen = os.environ.get("CARDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen) / "check" if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cardwright" / "check"


# The key


def _key(packs: Packs, modules: Sequence[str]) -> str:
    digest = hashlib.sha256(_program().encode())
    digest.update(json.dumps([str(Path.cwd()), [*map(str, packs)], [*modules]]).encode())
    for folder in dict.fromkeys(_folders(packs)):
        report = Report()
        for path in _files(folder, report):
            data = path.read_bytes() if path.is_file() else b""
            digest.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
        digest.update(repr([(d.code, d.message) for d in report.diagnostics]).encode())
    return digest.hexdigest()


def _folders(packs: Packs) -> list[Path]:
    """The folders of these packs and of those they require, together and each by itself."""
    folders = [*packs]
    for asked in (packs, *([pack] for pack in packs)):
        found = requires.gather(asked, requires.beside(asked), Link(Declared(), Report()))
        folders += [pack.folder for pack in found.values()]
    return folders


def _files(folder: Path, report: Report) -> Iterator[Path]:
    yield folder / FILE
    if folder.is_dir():
        yield from (folder / path for path in content_files(folder, report))


@cache
def _program() -> str:
    """Which program looks: its own files, by size and time."""
    roots = [*cardwright.__path__, *cardwright_tools.__path__]
    files = sorted(path for root in roots for path in Path(root).rglob("*") if path.is_file())
    stats = [(path, path.stat()) for path in files if path.suffix != ".pyc"]
    own = [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in stats]
    return "\n".join([sys.version, lark.__version__, ruamel.yaml.__version__, *own])


# The files


def _read(file: Path) -> Examined | None:
    try:
        data = json.loads(file.read_text("utf-8"))
        sources: dict[str, Source] = {}
        found = [_diagnostic(one, sources) for one in data["found"]]
        return Examined(tuple(map(str, data["titles"])), tuple(found), int(data["allowed"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _write(file: Path, found: Examined) -> None:
    told = [_plain(one) for one in found.found]
    data = {"titles": found.titles, "allowed": found.allowed, "found": told}
    draft = file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.write_text(json.dumps(data), "utf-8")
        draft.replace(file)
        _forget(file.parent)


def _forget(home: Path) -> None:
    """The oldest, when there are many."""
    files = sorted(home.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_KEPT:]:
        path.unlink(missing_ok=True)


def _plain(one: Diagnostic) -> dict[str, Any]:
    notes = [[_where(span), text] for span, text in one.notes]
    return {"code": one.code, "message": one.message, "span": _where(one.span),
            "help": one.help, "severity": one.severity, "notes": notes}  # fmt: skip


def _diagnostic(data: dict[str, Any], sources: dict[str, Source]) -> Diagnostic:
    spans = [(_span(where, sources), str(text)) for where, text in data["notes"]]
    notes = tuple((span, text) for span, text in spans if span)
    return Diagnostic(str(data["code"]), str(data["message"]), _span(data["span"], sources),
                      str(data["help"]), data["severity"], notes)  # fmt: skip


def _where(span: Span | None) -> list[Any] | None:
    return [span.source.name, span.start, span.end] if span else None


def _span(where: list[Any] | None, sources: dict[str, Source]) -> Span | None:
    if where is None:
        return None
    name, start, end = where
    if name not in sources:
        path = Path(name)
        data = path.read_bytes() if path.is_file() else b""
        sources[name] = Source(name, data.decode("utf-8", errors="replace"))
    return Span(sources[name], int(start), int(end))
