"""The names that disabled modules declare, so that an unknown word can be explained.

Looks into files that were not loaded. They are read only if some word is unknown, and errors in
them are not reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.files.manifest import Manifest, modules_adding
from cardwright.pack.files.pack_files import content_files
from cardwright.pack.forms.forms import SECTIONS
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Value
from cardwright.source.yaml_reader import load

NAME_CODES = frozenset({"CW211", "CW212", "CW214", "CW222", "CW226", "CW228", "CW320", "CW321",
                        "CW340", "CW342", "CW343", "CW350"})  # fmt: skip
"""The codes for a word that names nothing."""
PLAYERS = "players"
"""The section of the kind that every game has."""


def mention_disabled_modules(
    report: Report, packs: Sequence[Manifest], modules: Collection[str]
) -> Report:
    """The report, with help at each unknown word that a disabled module declares."""
    if not any(d.code in NAME_CODES for d in report.diagnostics):
        return report
    disabled, helpful = _disabled_names(packs, modules), Report()
    for one in report.diagnostics:
        words = one.span.text.split() if one.span and one.code in NAME_CODES else []
        where = next((disabled[word] for word in words if word in disabled), "")
        helpful.add(_turned_off(one, where) if where else one)
    return helpful


def _turned_off(unknown: Diagnostic, where: str) -> Diagnostic:
    """The error without the edits for a misspelt word, which it is not."""
    return replace(unknown, help=f"it is in {where}, which is turned off", fixes=())


def _disabled_names(packs: Sequence[Manifest], modules: Collection[str]) -> dict[str, str]:
    """The names that only disabled modules declare, with the module."""
    files = [(pack, path) for pack in packs for path in content_files(pack.folder, Report())]
    off, on = {}, []
    for pack, path in files:
        parts = modules_adding(path, pack)
        if not parts or any(part in pack.switched_on(modules) for part in parts):
            on.append((pack, path))
        else:
            where = f"the module `{parts[0].name}` of `{pack.id}`"
            off.update({name: where for name in _names_in(pack, path) if name not in off})
    known = {name for pack, path in on for name in _names_in(pack, path)} if off else set()
    return {name: where for name, where in off.items() if name not in known | {PLAYERS}}


def _names_in(pack: Manifest, path: PurePath) -> Iterator[str]:
    document = load(pack.folder / path, path.as_posix(), Report())
    return _declared_names(document.value if document else None)


def _declared_names(value: Value) -> Iterator[str]:
    for section, held in value.items() if isinstance(value, dict) else ():
        if isinstance(held, dict) and section not in ("patch", "extend", "pieces"):
            named = shared_parser(VERBS).defined if section == "definitions" else str
            yield from (named(str(key)) for key in held)
        if isinstance(held, dict) and section in ("kinds", "extend", "enums"):
            yield from _declared_in(held)
        if isinstance(held, list):
            yield from () if section in SECTIONS else (str(section),)
            entries = (entry for entry in held if isinstance(entry, dict))
            yield from (str(entry["id"]) for entry in entries if "id" in entry)


def _declared_in(held: dict[str | int, Value]) -> Iterator[str]:
    """The words of enums, and the fields and state of kinds."""
    for one in held.values():
        words = one if isinstance(one, list) else []
        cells = [one.get(key) for key in ("fields", "state")] if isinstance(one, dict) else []
        yield from (str(word) for word in words)
        yield from (str(name) for cell in cells if isinstance(cell, dict) for name in cell)
