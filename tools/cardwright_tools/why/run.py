"""`cardwright why`: explains a value or a missing answer in a position.

Responsible for reaching the position (in a seeded game, a save or a scenario) and for printing
trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.backends.game_errors import GameError
from cardwright.board.layout import SEATS
from cardwright.games import Rules
from cardwright.players.playout import play_to_end
from cardwright.runtime import naming, questions
from cardwright.runtime.explanation import Tree
from cardwright.runtime.game import Game
from cardwright.runtime.save import SaveError
from cardwright.runtime.why import WhyError, why
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.numerals import whole_number
from cardwright_tools.decks import with_decks
from cardwright_tools.output import BROKEN, FAILED, USAGE, Stop, say
from cardwright_tools.packs import all_scenario_files, load_packs, number_of_players, print_errors
from cardwright_tools.saved_games import restore_game, saved_game
from cardwright_tools.scenario.read import read_file
from cardwright_tools.sim.games import choice_state
from cardwright_tools.sinks import json_text
from cardwright_tools.why import why_not

if TYPE_CHECKING:
    from cardwright_tools.scenario.read import Scenario

CLOSED = "to ask at a question, end a scenario there: `expect: {offers only: [...]}`"
NOTHING_YET = "with --given, no steps are run: remove it if the scenario ends at a question"


@dataclass(frozen=True, slots=True)
class PositionSource:
    """Where the position comes from: a save, a scenario, or answers in a seeded game."""

    players: int | None = None
    seed: int = 1
    after: int = 0
    answers: tuple[str, ...] = ()
    save: Path | None = None
    scenario: str = ""
    given: bool = False
    decks: tuple[str, ...] = ()

    def check(self, modules: Sequence[str]) -> None:
        """Raises Stop if options contradict each other, so that none is ignored silently."""
        played = self.after or self.answers or self.players or self.decks
        if self.scenario and (self.save or played or modules):
            raise Stop("--scenario already says who plays what; remove the other options", USAGE)
        if self.save and played:
            raise Stop("--save already says who plays and what was answered", USAGE)
        if self.given and not self.scenario:
            raise Stop("--given needs a scenario; name it with --scenario", USAGE)


@dataclass(frozen=True, slots=True)
class WhyOptions:
    """The value or answer to explain, the player to explain it to, and the output options."""

    expression: str = ""
    answer: str | None = None
    player: str = ""
    depth: int = 4
    every: bool = False
    json: bool = False


def run_why(pack: Path, modules: Sequence[str], place: PositionSource, options: WhyOptions) -> int:
    if bool(options.expression) == (options.answer is not None):
        raise Stop("give an EXPRESSION or --not ANSWER", USAGE)
    place.check(modules)
    game, you = load_position(pack, modules, place)
    player = _player(game, options.player) if options.player else None
    try:
        return _print_why(game, player, you, place, options)
    except WhyError as error:
        print_errors(error.report.diagnostics)
        raise Stop("", FAILED) from None
    except GameError as error:
        raise Stop(f"[{error.code}] {error}", FAILED) from None


def _print_why(
    game: Game, player: int | None, you: int, place: PositionSource, options: WhyOptions
) -> int:
    if options.answer is None:
        trees = [_tree(game, player, you, options)]
    else:
        trees = why_not.why_not_trees(game, options.answer, player, options.depth)
    if options.answer is not None and place.scenario and game.question is None:
        trees.append(Tree(NOTHING_YET if place.given else CLOSED))
    if options.json:
        say(json_text([tree_to_json(t) for t in trees]))
    else:
        for line in (line for tree in trees for line in tree.lines()):
            say(line)
    return 0


def _tree(game: Game, player: int | None, you: int, options: WhyOptions) -> Tree:
    """The explanation. In a scenario, *you* is its player, with full information. Raises
    WhyError and GameError."""
    depth, every = options.depth, options.every
    return why(game, options.expression, player, you=you, depth=depth, every=every)


def _player(game: Game, word: str) -> int:
    names = {naming.player_name(game.program, p): p for p in game.program.layout.kind("player")}
    found = {name.casefold(): player for name, player in names.items()}.get(word.casefold())
    if found is None:
        raise Stop(f"there is no player `{word}` here; the players are {', '.join(names)}", USAGE)
    return found


# ---------------------------------------------------------------------------- positions


def load_position(pack: Path, modules: Sequence[str], place: PositionSource) -> tuple[Game, int]:
    """The game in the position, and the default for *you* (0: nobody).

    Raises Stop if the position can't be reached.
    """
    if place.scenario:
        return _of_scenario(pack, place)
    return _played(pack, modules, place), 0


def _played(pack: Path, modules: Sequence[str], place: PositionSource) -> Game:
    rules = load_packs([pack], modules)
    if place.save is not None:
        return _restored(rules, place.save)
    rules = with_decks(rules, place.decks)
    game = rules.new_game(number_of_players(rules, place.players), place.seed).position
    try:
        for answer in place.answers:
            _give(game, answer)
        play_to_end(game, choice_state(place.seed), place.after)
    except GameError as error:
        raise Stop(f"[{error.code}] {error.described}", FAILED) from None
    return game


def _give(game: Game, answer: str) -> None:
    """Gives an answer, by name or by its number from 1."""
    if game.question is None:
        raise Stop(f"the game is over before the answer `{answer}`", USAGE)
    names = questions.answers(game)
    if answer in names:
        game.answer(names.index(answer))
    elif (number := whole_number(answer)) is not None and 1 <= number <= len(names):
        game.answer(number - 1)
    else:
        raise Stop(f"`{answer}` is not an answer; the answers are {', '.join(names)}", USAGE)


def _restored(rules: Rules, file: Path) -> Game:
    try:
        game, fit = restore_game(rules, saved_game(file))
    except OSError as error:
        raise Stop(f"can't read {file}: {error.strerror}", BROKEN) from None
    except SaveError as error:
        raise Stop(f"{file}: {error}", BROKEN) from None
    if fit:
        say(f"{file}: {fit}", err=True)
    return game.position


def _of_scenario(pack: Path, place: PositionSource) -> tuple[Game, int]:
    """The position at the end (or beginning) of a scenario, and its player."""
    from cardwright_tools.scenario.runner import stage_scenario

    found = _scenario(pack, place.scenario)
    result, game = stage_scenario(found, pack, steps=not place.given)
    if game is None:
        print_errors(result.diagnostics)
        raise Stop(result.crash.rstrip(), FAILED)
    return game, _you(game, found, place.given)


def _scenario(pack: Path, title: str) -> Scenario:
    """The only scenario with these words in its title. Raises Stop."""
    files, words = all_scenario_files(pack), title.casefold().split()
    with loading():
        every = [one for file in files for one in read_file(file, Report())]
    found = [s for s in every if all(word in s.title.casefold() for word in words)]
    exact = [s for s in found if s.title.casefold() == title.casefold()]
    found = exact or found
    if len(found) != 1:
        titles = "".join(f"\n  {s.title} ({s.where})" for s in found[:10])
        raise Stop(f"{len(found)} scenarios of {pack} match `{title}`{titles}", USAGE)
    return found[0]


def _you(game: Game, scenario: Scenario, given: bool) -> int:
    """Who *you* is: `as` of the last step (with --given, the first), or the first player."""
    steps = scenario.steps[:1] if given else scenario.steps[-1:]
    said = next((str(step.you.value) for step in steps if step.you is not None), "")
    layout = game.program.layout
    seats = game.z[layout.zone_id(SEATS) - layout.zone_first]
    names = {naming.player_name(game.program, p): p for p in seats}
    return names.get(said, seats[0])


# ------------------------------------------------------------------------------ printed


def tree_to_json(tree: Tree) -> dict[str, object]:
    """The tree as plain values, for JSON."""
    found: dict[str, object] = {"words": tree.words, "value": tree.value, "note": tree.note}
    if tree.span is not None and tree.location:
        line, column, _, _ = tree.span.lines
        found |= {"file": tree.span.source.name, "line": line, "column": column}
    return found | {"children": [tree_to_json(child) for child in tree.children]}
