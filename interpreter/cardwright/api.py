"""The entry point of the library: loads and checks packs.

Responsible for the steps from folders to `Rules`. Knows nothing about how packs are read and
effects checked, nor about games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from cardwright.checking import check_loaded
from cardwright.games import Rules
from cardwright.language.declared import Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Module, modules_of
from cardwright.pack.files.modules import with_needed
from cardwright.pack.files.pack_search import beside, find_pack
from cardwright.pack.files.requires import gather
from cardwright.pack.load import load as load_packs
from cardwright.pack.loaded import Loaded
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage_collection import without_collection
from cardwright.source.reported import ReportedError


class PackError(ReportedError):
    """Packs that can't be played; `report` has every error found."""


Refusal = Callable[[Loaded, Report], bool]
"""Whether the texts of packs that were read are not to be checked; if so, the report says why."""


def examine(
    *packs: str | Path, modules: Collection[str] = (), refused: Refusal = lambda *_: False
) -> tuple[Rules | None, Report]:
    """The rules of these packs, or None, and the report; errors in packs raise nothing."""
    if not packs:
        raise ValueError("name a pack to load")
    names = [modules] if isinstance(modules, str) else modules
    with without_collection(), loading():
        report = Report()
        loaded = load_packs([find_pack(pack) for pack in packs], report, modules=names)
        if loaded is None or refused(loaded, report):
            return None, report
        return examine_loaded(loaded, report, names)


def examine_loaded(
    loaded: Loaded, report: Report, modules: Collection[str]
) -> tuple[Rules | None, Report]:
    """The rules of packs that were read, and the report with the errors in their texts."""
    checked, report = check_loaded(loaded, report, modules)
    return (Rules(loaded, checked, modules) if checked is not None else None), report


def modules(pack: str | Path) -> Mapping[str, Module]:
    """The modules of a pack, by name; empty if there is no pack."""
    return modules_of(find_pack(pack))


def available_modules(*packs: str | Path) -> Mapping[str, Module]:
    """The modules of packs and of all packs that these require, by name."""
    folders, builder = [find_pack(pack) for pack in packs], PackBuilder(Declared(), Report())
    found = gather(folders, beside(folders), builder).values()
    return {name: module for pack in found for name, module in pack.modules.items()}


def every_module(pack: str | Path) -> tuple[str, ...]:
    """All modules of a pack, and those modules of required packs that they need, in order."""
    own = modules(pack)
    return with_needed(own, available_modules(pack)) if own else ()


def load(*packs: str | Path, modules: Collection[str] = ()) -> Rules:
    """The rules of these packs, with some of their modules switched on.

    A pack is named by its folder or, if it comes with Cardwright, by its id. Raises PackError if
    they have errors.
    """
    rules, report = examine(*packs, modules=modules)
    if rules is None:
        raise PackError(report)
    return rules
