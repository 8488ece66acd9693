"""The folder of a run with rows: `run.json` describes the run, so that it can be resumed.

Decides which settings must be equal for that, and describes differences in the words of the
options.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardwright.source.plain_json import json_file
from cardwright_tools.output import BROKEN, USAGE, Stop
from cardwright_tools.sim.games import GameSetup
from cardwright_tools.sim.rows import LINES, PARQUET, RUN, RowFiles


def begin_rows(
    folder: str, sorts: Sequence[str], setup: GameSetup, hashes: Mapping[str, str], part: int,
    resume: bool,
) -> tuple[RowFiles, int]:  # fmt: skip
    """The files of a new or resumed run, and the number of games per part.

    Nothing is written before `RowFiles.begin`. Raises Stop if the folder has another run or, with
    `resume`, none.
    """
    file = Path(folder) / RUN
    form = PARQUET if find_spec("pyarrow") else LINES
    own = {**_settings(setup, hashes), "of": [*sorts]}
    if resume:
        return _resumed(folder, file, own)
    if file.exists():
        difference = _difference(_run_in(folder, file), own)
        hint = "name another folder" if difference else "continue it with --resume"
        raise Stop(f"{folder} has rows of {difference or 'this run'}; {hint}", USAGE)
    text = json.dumps({**own, "format": form, "part": part}, indent=2)
    return RowFiles(folder, form, tuple(sorts), text), part


def _run_in(folder: str, file: Path) -> dict[str, Any]:
    """The contents of `run.json`. Raises Stop if there is no run."""
    try:
        found = json_file(file)
        good = found["format"] in (LINES, PARQUET) and int(found["part"]) > 0
        if good and isinstance(found["of"], list):
            return dict(found)
    except FileNotFoundError:
        raise Stop(f"--resume: there is no run in {folder}", USAGE) from None
    except OSError as error:
        raise Stop(f"can't read {file}: {error.strerror}", BROKEN) from None
    except (ValueError, KeyError, TypeError, OverflowError):
        pass
    raise Stop(f"{file} does not belong to a run; name another folder", USAGE)


def _resumed(folder: str, file: Path, own: Mapping[str, object]) -> tuple[RowFiles, int]:
    found = _run_in(folder, file)
    if difference := _difference(found, own):
        raise Stop(f"--resume: {folder} has rows of {difference}", USAGE)
    if found["format"] == PARQUET and not find_spec("pyarrow"):
        raise Stop("--resume: its rows are Parquet: `pip install cardwright[stats]`", USAGE)
    return RowFiles(folder, found["format"], tuple(map(str, found["of"]))), int(found["part"])


OPTIONS = {
    "modules": "--modules", "players": "--players", "seed": "--seed", "by": "--players-by",
    "decks": "--deck", "wins_by": "--wins-by", "pairings": "--pairings", "divided": "--games",
    "of": "--rows-of",
}  # fmt: skip


def _difference(found: Mapping[str, object], own: Mapping[str, object]) -> str:
    """How the run that was found differs, in the words of the options; "" if it doesn't."""
    if found.get("numbered") != own.get("numbered"):
        return "a run by an earlier version of Cardwright"
    if found.get("packs") != own.get("packs"):
        return "a run with other packs, or before they were changed"
    changed = [key for key in OPTIONS if found.get(key) != own.get(key)]
    said = (f"{OPTIONS[k]} {_as_text(found.get(k))}, not {_as_text(own.get(k))}" for k in changed)
    return f"another run: {'; '.join(said)}" if changed else ""


def _as_text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(_as_text, value)) or "none"
    return str(value) or "none"


def _settings(setup: GameSetup, hashes: Mapping[str, str]) -> dict[str, object]:
    """The settings that must be equal to resume a run; the packs may have moved."""
    keys = ("modules", "players", "seed", "by", "decks", "wins_by", "pairings")
    plain = json.loads(json.dumps(asdict(setup)))
    games = setup.games if setup.pairings else 0  # otherwise games may be added
    own = {key: plain[key] for key in keys}
    return {"packs": dict(hashes), **own, "divided": games, "numbered": "from 1"}
