"""`cardwright build`: a game as files for other programs, and the meanings of their numbers.

Makes the JSON that comes with the files; `backends/native/targets.py` makes the files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.backends.native import targets
from cardwright.backends.native.compile import NoCompiler
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.printer import printed
from cardwright.backends.native.targets import Target
from cardwright.program.program import Program
from cardwright.spaces import Spaces
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.decks import with_decks
from cardwright_tools.output import CLEAN, FAILED, Stop, say
from cardwright_tools.packs import load_packs, number_of_players
from cardwright_tools.sinks import json_text


def run_build(
    pack: Path, target: Target, players: int | None, modules: Sequence[str], decks: Sequence[str],
    folder: Path, name: str, prefix: str,
) -> int:  # fmt: skip
    rules = with_decks(load_packs([pack], modules), decks)
    program = rules.program(number_of_players(rules, players))
    name = name or rules.packs[-1].id
    try:
        made = printed(program)
        found = targets.files(made.text, target, name, prefix)
    except NoCompiler as error:
        raise Stop(str(error), FAILED) from None
    except Unsupported as error:
        raise Stop(f"the native engine can't play this game: {error}", FAILED) from None
    facts = {"title": rules.title, "hashes": dict(rules.hashes), "modules": [*rules.modules]}
    described = {**facts, **meanings(program), "endings": made.words}
    found[f"{name}.json"] = json_text(described).encode() + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in found.items():
        write_atomically(folder / file, data)
        say(f"{(folder / file).as_posix()}: {len(data):,} bytes")
    return CLEAN


def meanings(program: Program) -> dict[str, object]:
    """The meanings of a compiled game's numbers: players and things by id, decision points,
    actions, the numbers of an observation, rules and routines."""
    spaces, layout = Spaces(program), program.layout
    return {
        "players": dict(zip(layout.kind("player"), spaces.players, strict=True)),
        "things": spaces.things,
        "points": spaces.points,
        "actions": spaces.actions,
        "observed": spaces.observed,
        "rules": [*program.checked.rules],
        "routines": [entry.name for entry in program.entries],
    }
