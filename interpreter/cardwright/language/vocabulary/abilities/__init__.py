"""The language's kinds of abilities: one file each in this folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from cardwright.language.registry.ability import AbilityKind


def _found() -> list[AbilityKind]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return sorted((module.KIND for module in modules), key=lambda kind: (kind.rank, kind.key))


ABILITIES = {kind.key: kind for kind in _found()}
"""The kinds of abilities by the keys that identify them, in the order in which they are listed."""
