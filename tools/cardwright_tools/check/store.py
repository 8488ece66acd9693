"""The cache folder of `check`, and diagnostics as JSON.

It is in the user's cache folder, if there is one. Entries that can't be read or written are treated
as missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cardwright
import cardwright_tools
from cardwright.source.bounded_files import file_bytes
from cardwright.source.cache_folder import cache_folder, make_private
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit
from cardwright.source.plain_json import json_value
from cardwright.source.text import Source, Span
from cardwright_tools.atomic_write import write_atomically

MOST_KEPT = 300


def folder() -> Path | None:
    """The cache folder of `check`; None if caching is off."""
    return cache_folder("check")


def cache_key(packs: Sequence[Path], modules: Sequence[str], *more: str) -> str:
    """A cache key: the program's version, the current folder, the packs and further words."""
    digest = hashlib.sha256(_program_version())
    digest.update(json.dumps([str(Path.cwd()), [*map(str, packs)], [*modules], *more]).encode())
    return digest.hexdigest()


def text_key(query: str, text: bytes) -> str:
    """A cache key for what follows from a text alone."""
    digest = hashlib.sha256(_program_version() + f"{query}\0".encode())
    digest.update(text)
    return digest.hexdigest()


@cache
def _program_version() -> bytes:
    """The version of this program, from the sizes and times of its own files and of those that
    read YAML."""
    roots = [*cardwright.__path__, *cardwright_tools.__path__]
    files = sorted(path for root in roots for path in _files_below(root))
    files += ((path, os.stat(path)) for path in _yaml_readers())
    own = [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in files]
    return hashlib.sha256(
        "\n".join([sys.version, *own]).encode("utf-8", "surrogateescape")
    ).digest()


def _yaml_readers() -> Iterator[str]:
    """The files of the package and of the extension that read YAML, which take long to import."""
    for name in ("ruamel.yaml", "_ruamel_yaml"):
        found = find_spec(name)
        if found and found.origin and os.path.isabs(found.origin):
            yield found.origin


def _files_below(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """All files except compiled ones, by paths as text: there are a thousand, on every start."""
    for entry in os.scandir(folder):
        if entry.name == "__pycache__":  # other processes may be writing there
            continue
        if entry.is_dir():
            yield from _files_below(entry.path)
        else:
            yield entry.path, entry.stat()


# Files


def load(key: str) -> Any:
    """The entry for a key; None if there is none that can be read as it was stored."""
    home = folder()
    try:
        data = file_bytes(home / f"{key}.json") if home else b""
        first = data.find(b"\n") + 1
        is_whole = data[:first] == _mark(key, memoryview(data)[first:])
        return json_value(data[first:]) if is_whole else None
    except (OSError, ValueError):
        return None


def marked(key: str, entry: bytes) -> bytes:
    """An entry after a mark that shows that it belongs to this key and is complete."""
    return _mark(key, entry) + entry


def _mark(key: str, entry: bytes | memoryview) -> bytes:
    mark = hashlib.sha256(f"{key}\n".encode())
    mark.update(entry)
    return mark.hexdigest().encode() + b"\n"


def save(key: str, data: object, default: Callable[[Any], object] | None = None) -> None:
    """Stores an entry, if it can be written and read again; `default` is that of `json.dumps`."""
    home = folder()
    if home is None:
        return
    entry = json.dumps(data, separators=(",", ":"), default=default).encode()
    with contextlib.suppress(OSError):
        make_private(home)
        written = marked(key, entry)
        write_atomically(home / f"{key}.json", written, lasting=False, read_again=True)
        _evict(home)


def _evict(home: Path) -> None:
    """Deletes the oldest entries if there are many, and leftovers of interrupted runs."""
    files = sorted(home.glob("*.*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_KEPT:]:
        path.unlink(missing_ok=True)


# Diagnostics


UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, OverflowError, OSError)
"""The errors raised for malformed data."""


def diagnostic_to_json(one: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain values for JSON."""
    notes = [[_span_to_json(span), text] for span, text in one.notes]
    fixes = [[_span_to_json(fix.span), fix.text] for fix in one.fixes]
    return {"code": one.code, "message": one.message, "span": _span_to_json(one.span),
            "help": one.help, "severity": one.severity, "notes": notes, "fixes": fixes}  # fmt: skip


def diagnostic_from_json(data: dict[str, Any], sources: dict[str, Source]) -> Diagnostic:
    """A diagnostic from plain values; missing texts are read into `sources`.

    Raises the errors in `UNREADABLE`.
    """
    code, severity = CODES[data["code"]].code, data["severity"]
    if severity not in ("error", "warning", "note"):
        raise ValueError(severity)
    spans = [(_span_from_json(where, sources), _text(text)) for where, text in data["notes"]]
    notes = tuple((span, text) for span, text in spans if span)
    edits = [(_span_from_json(where, sources), _text(text)) for where, text in data["fixes"]]
    fixes = tuple(Edit(span, text) for span, text in edits if span)
    return Diagnostic(code, _text(data["message"]), _span_from_json(data["span"], sources),
                      _text(data["help"]), severity, notes, fixes)  # fmt: skip


def _text(value: object) -> str:
    """Raises TypeError for anything but a text, and ValueError for one with lone surrogates."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    value.encode()
    return value


def _span_to_json(span: Span | None) -> list[Any] | None:
    return [span.source.name, span.start, span.end, bool(span.source.text)] if span else None


def _span_from_json(where: list[Any] | None, sources: dict[str, Source]) -> Span | None:
    if where is None:
        return None
    name, start, end, shown = where
    if not shown:
        return _span(Source(_text(name), ""), start, end)
    if name not in sources:
        path = Path(name)
        data = file_bytes(path) if path.is_file() else b""
        sources[name] = Source(name, data.decode("utf-8", errors="replace"))
    return _span(sources[name], start, end)


def _span(source: Source, start: object, end: object) -> Span:
    """Raises ValueError for a position outside the text."""
    match start, end:
        case int(), int() if 0 <= start <= end <= len(source.text) + 1:
            return Span(source, start, end)
    raise ValueError(f"{source.name} has no place {start} to {end}")
