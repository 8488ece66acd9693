"""The rules that scenarios are played with: each combination of modules is loaded once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from cardwright.api import PackError
from cardwright.games import Rules
from cardwright.language.external_texts import ExternalTexts
from cardwright_tools.packs import load

Loader = Callable[[Path, tuple[str, ...]], Rules]


def load_rules(folder: Path, modules: tuple[str, ...] = ()) -> Rules:
    """Raises PackError."""
    found = _loaded(folder, modules)
    if isinstance(found, PackError):
        raise found.with_traceback(None)
    return found


@cache
def _loaded(folder: Path, modules: tuple[str, ...]) -> Rules | PackError:
    """The rules, or what is wrong with them, cached for further scenarios."""
    try:
        return load(folder, modules=modules)
    except PackError as error:
        return error


@cache
def texts_of(folder: Path, modules: tuple[str, ...]) -> ExternalTexts:
    return ExternalTexts(load_rules(folder, modules).checked)


def clear_cache() -> None:
    """Clears the caches, so that changed packs are read again."""
    _loaded.cache_clear()
    texts_of.cache_clear()
