"""`cardwright build`: a game as files for other programs, and what their numbers stand for.

Owns the JSON that goes with them; the files themselves are made by `backends/native/targets.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.backends.native import targets
from cardwright.backends.native.compile import NoCompiler
from cardwright.backends.native.names import Unsupported
from cardwright.backends.native.targets import Target
from cardwright.program.actions import action_space
from cardwright.program.decision_points import ChoicePoint, MenuPoint, Point
from cardwright.program.observation import observation_space
from cardwright.program.program import Program
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
        found = targets.files(program, target, name, prefix)
    except NoCompiler as error:
        raise Stop(str(error), FAILED) from None
    except Unsupported as error:
        raise Stop(f"the native engine can't play this game: {error}", FAILED) from None
    facts = {"title": rules.title, "hashes": dict(rules.hashes), "modules": [*rules.modules]}
    found[f"{name}.json"] = json_text({**facts, **meanings(program)}).encode() + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in found.items():
        write_atomically(folder / file, data)
        say(f"{(folder / file).as_posix()}: {len(data):,} bytes")
    return CLEAN


def meanings(program: Program) -> dict[str, object]:
    """What the numbers of a compiled game stand for: players and things by id, decision points,
    actions, and the numbers of an observation."""
    layout = program.layout
    return {
        "players": {item: layout.items[item].name for item in layout.kind("player")},
        "things": [item.name for item in layout.items],
        "questions": [*map(_question, program.points)],
        "actions": [*action_space(program).names],
        "observation": [*observation_space(program).names],
    }


def _question(point: Point) -> str:
    """The rule that asks, and for which choice."""
    match point:
        case ChoicePoint():
            return f"{point.routine}: {point.type}"
        case MenuPoint():
            return f"{point.routine}: {point.menu.title}"
    return point.routine
