"""The kinds of abilities of the language, a file each: those that lie in this folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from cardwright.language.registry.ability import AbilityKind, AbilityKinds


def _found() -> list[AbilityKind]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return sorted((module.KIND for module in modules), key=lambda kind: (kind.rank, kind.key))


ABILITIES = AbilityKinds(_found())
