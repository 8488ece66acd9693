"""Games that are exported as scenarios: what these expect, that they pass, and when they fail."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright_tools.cli import invoke
from cardwright_tools.scenario.loaded_rules import clear_cache
from cardwright_tools.scenario.run import run_tests
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.scenario_runs import scenario_of

PACKS = Path(__file__).parents[1] / "packs"


def exported(pack: Path, length: int, seed: int = 5) -> str:
    """A random game of the smallest number of players, after so many answers, as a scenario."""
    rules, rng = cardwright.load(pack), random.Random(1)
    setup = Setup(min(rules.players), seed)
    game, options = rules.new_game(setup.players, seed), list[str]()
    while game.turn is not None and len(options) < length:
        options.append(rng.choice(list(game.options)).id)
        game.apply(options[-1])
    return scenario_of(game, setup, options, "As played")


def passes(pack: Path, scenario: str) -> bool:
    made = pack / "scenarios" / "played.yaml"
    made.parent.mkdir(exist_ok=True)
    made.write_text(scenario, "utf-8")
    clear_cache()
    return run_tests([made]) == 0


EXPECTED = {
    "market": ["arch: {anna: 1 cart, bert: 1 cart}", "mole: {anna: 2 carts}", "deck: nothing",
               "done: [delivery, inspection, rounds]"],
    "hands": ["north: {bob: 1 guard, nobody: 1 banner}", "hand: {ann: nothing, bob: [fog, spy]}"],
    "menagerie": ["dell: {red: 1 egg, blue: [burrow, 2 eggs, ember]}",
                  "cage: {red: [1 red egg], blue: nothing}"],
    "stables": ["barn: 1 barrow", "shed: {bob: 1 tethered dray}"],
    "push-your-luck": ["kept: {ida: [chart, crescent, disc, mask], jon: [chart, 2 crescent, "
                       "2 mask]}"],
    "caravan": ["ford: nothing", "inn: {ada: [1 camel, 1 scout], ben: 1 scout}"],
    "hedge-duel": ["field: {ann: [bear with damage 1, scout], bob: [scout, tired bear]}"],
    "keywords": ["in-effect: {red: nothing, blue: [netted with victim red]}"],
    "card-guilds": ["fallen:\n      ann: [smith, sutler, forge-master, recruit, smith, recruit]"],
    "dice-engine": [], "outposts": [], "lasting": [], "corner-cases": [], "railways": [],
}  # fmt: skip


LENGTHS = {"hedge-duel": 25, "keywords": 25, "card-guilds": 40}


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_on_places_and_in_zones_is_expected(tmp_path: Path, name: str) -> None:
    pack = Path(shutil.copytree(PACKS / name, tmp_path / name))
    scenario = exported(pack, LENGTHS.get(name, 15))
    assert [one for one in EXPECTED[name] if f"\n    {one}\n" not in scenario] == []
    assert passes(pack, scenario)
    assert invoke(["fmt", "--check", str(pack / "scenarios" / "played.yaml")]) == 0


def test_a_game_in_which_the_cards_are_elsewhere_is_another_one(tmp_path: Path) -> None:
    """Although values, and the last lines of the log, are the same."""
    pack = Path(shutil.copytree(PACKS / "push-your-luck", tmp_path / "push-your-luck"))
    scenario = exported(pack, 6)
    assert passes(pack, scenario)
    text, old = (pack / "game.yaml").read_text("utf-8"), "move relic to kept of you"
    assert old in text
    (pack / "game.yaml").write_text(text.replace(old, "move relic to lost"), "utf-8")
    assert not passes(pack, scenario)
    assert passes(pack, re.sub(r"    (trail|lost|kept): .*\n", "", scenario))
