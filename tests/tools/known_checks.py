"""Checks that tests of repeated checks make again and again, each made once.

Responsible for what they depend on: the texts of the pack, saved or not, its folder, and from which
numbers costs are rounded.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from pathlib import Path

from cardwright.language.analysis import expression_costs
from cardwright.source.open_files import open_files
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.input_files import read_input_files
from cardwright_tools.check.shares import examiner

_SAVED: Mapping[Path, str] = {}
_COLD: dict[Hashable, Analysis] = {}
_FIRST: dict[Hashable, tuple[Analysis, int, dict[Path, bytes]]] = {}


def cold(pack: Path, texts: Mapping[Path, str] = {}) -> Analysis:
    """The report of a cold check, with unsaved texts."""
    key = _content(pack, texts)
    if key not in _COLD:
        with open_files(texts):
            _COLD[key] = analyze([pack])
    return _COLD[key]


def checked(pack: Path) -> tuple[Analysis, int]:
    """The report of a run in shares, and how many games it read completely."""
    shares = examiner.Shares(read_input_files([pack]))
    found = analyze([pack], (), shares)
    if not found.failed:
        shares.keep()
    return found, shares.full_checks


def first_checked(pack: Path) -> tuple[Analysis, int]:
    """The first such run; what it stores is there afterwards."""
    key, kept = _content(pack, _SAVED), Path(os.environ["CARDWRIGHT_CACHE"])
    if key not in _FIRST:
        assert not kept.exists()
        _FIRST[key] = *checked(pack), _bytes_in(kept)
    found, games, files = _FIRST[key]
    for file, stored in files.items():
        (kept / file).parent.mkdir(parents=True, exist_ok=True)
        (kept / file).write_bytes(stored)
    return found, games


def _content(pack: Path, texts: Mapping[Path, str]) -> Hashable:
    files, unsaved = tuple(sorted(_bytes_in(pack).items())), tuple(sorted(texts.items()))
    return pack, files, unsaved, expression_costs.UNKNOWN


def _bytes_in(folder: Path) -> dict[Path, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder): file.read_bytes() for file in files}
