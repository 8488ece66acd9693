"""The language's verbs: one file each in this folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from cardwright.language.registry.verb import Verb, Verbs


def _found() -> list[Verb]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return sorted((module.VERB for module in modules), key=lambda verb: (verb.rank, verb.name))


VERBS = Verbs(tuple(_found()))
