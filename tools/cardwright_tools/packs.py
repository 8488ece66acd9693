"""Loads packs for commands; if there are errors, prints them and ends the command."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import cardwright
from cardwright import api
from cardwright.pack.files.pack_files import FILE, scenario_files
from cardwright.source import budget
from cardwright.source.diagnostics import Report
from cardwright.source.spelling import did_you_mean
from cardwright_tools.output import BROKEN, FAILED, UNREADABLE, USAGE, Stop, say
from cardwright_tools.same_errors import rendered

if TYPE_CHECKING:
    from cardwright.games import Rules
    from cardwright.pack.loaded import Loaded
    from cardwright.source.diagnostics import Diagnostic


def is_too_much_work(loaded: Loaded, report: Report) -> bool:
    """Whether the texts of packs exceed the work that `check` does, which is then reported.

    If there are other errors, nothing is reported, since the texts are only checked without them.
    """
    if loaded.text_length <= budget.MAX_CHECKED:
        return False
    from cardwright_tools.check.shares.examiner import is_too_much  # late: it loads the lints

    return is_too_much(loaded, report)


def examine(*folders: Path, modules: Collection[str] = ()) -> tuple[Rules | None, Report]:
    """Like `cardwright.examine`, but also refuses what `check` refuses as too much work."""
    return api.examine(*folders, modules=modules, refused=is_too_much_work)


def load(*folders: Path, modules: Collection[str] = ()) -> Rules:
    """Like `cardwright.load`. Raises PackError."""
    rules, report = examine(*folders, modules=modules)
    if rules is None:
        raise cardwright.PackError(report)
    return rules


def require_pack(folder: Path, label: str = "", hint: str = "") -> None:
    """Raises Stop if there is no pack in a folder, which the message calls `label`."""
    if not (folder / FILE).is_file():
        help = f"a pack needs a file `{FILE}`{hint}"
        raise Stop(f"there is no pack in {label or folder}: {help}", BROKEN)


def load_packs(folders: Sequence[Path], modules: Sequence[str] = ()) -> Rules:
    """The rules of the packs. If there are errors, prints them and raises Stop."""
    try:
        return load(*folders, modules=modules)
    except cardwright.PackError as error:
        refuse(error, folders, modules)


def refuse(
    error: cardwright.PackError, folders: Sequence[Path] = (), modules: Sequence[str] = ()
) -> NoReturn:
    """Prints the errors and raises Stop."""
    _check_modules(folders, modules)
    print_errors(error.report.diagnostics)
    raise Stop("", exit_code(error.report.diagnostics)) from None


def _check_modules(folders: Sequence[Path], modules: Sequence[str]) -> None:
    """Raises Stop for modules that none of the packs has, since that is not an error of theirs."""
    with suppress(cardwright.PackError):
        known = [name for folder in folders for name in cardwright.modules(folder)]
        for name in modules:
            if name not in known:
                there = f"there are {', '.join(known)}" if known else "the pack has none"
                hint = did_you_mean(name, known) or there
                raise Stop(f"--modules: there is no module `{name}`; {hint}", USAGE)


def print_errors(found: Iterable[Diagnostic]) -> None:
    """Prints errors on standard error, in the format of `check`."""
    for _, text in rendered(found):
        say(f"{text}\n", err=True)


def all_scenario_files(pack: Path) -> list[Path]:
    """The scenario files of a pack. Prints an error and raises Stop if there are too many."""
    report = Report()
    found = scenario_files(pack, report)
    if report.failed:
        print_errors(report.diagnostics)
        raise Stop("", FAILED)
    return found


def exit_code(found: Sequence[Diagnostic]) -> int:
    """3 if a pack can't be read at all, 1 if it has errors, otherwise 0."""
    if any(d.code in UNREADABLE for d in found):
        return BROKEN
    return FAILED if any(d.severity == "error" for d in found) else 0


def check_same_game(name: str, ids: Collection[str], other: Rules) -> None:
    """Raises Stop if a game, with packs of these ids, has no pack in common with another one."""
    found = [pack.id for pack in other.packs]
    if ids and not {*ids} & {*found}:
        raise Stop(f"{name} is of the game `{', '.join(ids)}`, and not of {other.title} "
                   f"(`{', '.join(found)}`); compare versions of one game, by the `id` of its "
                   "pack", USAGE)  # fmt: skip


def number_of_players(rules: Rules, asked: int | None) -> int:
    """The requested number, or the highest. Raises Stop if the game does not allow it."""
    allowed = rules.players
    if asked is None:
        return max(allowed)
    if refusal := rules.refusal(asked):
        raise Stop(refusal, USAGE)
    return asked
