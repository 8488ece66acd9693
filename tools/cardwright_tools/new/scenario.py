"""`new scenario`: a test of one definition, written by playing it once.

Each question is answered so that much happens, and what the log then says is what the scenario
expects. So it passes, and shows its author what is to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardwright.api import Rules
from cardwright.board.model import Thing
from cardwright.board.types import NUMBER
from cardwright.language.texts import Texts
from cardwright.machine import logbook, naming
from cardwright.machine.game import Game, GameError
from cardwright.machine.program import add_effect
from cardwright.pack.kinds import printed_names, slots
from cardwright.pack.manifest import FILE
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.text import Source, Span
from cardwright.source.words import did_you_mean
from cardwright_tools.new.files import told, write
from cardwright_tools.new.names import good_title
from cardwright_tools.new.yamltext import effect, scalar
from cardwright_tools.output import BROKEN, FAILED, Stop
from cardwright_tools.packs import load
from cardwright_tools.scenario_given import Placer
from cardwright_tools.scenario_play import Stage, fitting
from cardwright_tools.scenario_read import read_file
from cardwright_tools.scenario_run import rules_of
from cardwright_tools.scenario_run import run as play
from cardwright_tools.scenario_terms import Terms

MOST_ANSWERS = 40
MOST_TRIED = 12  # of the answers to one question
MOST_LINES = 8
SOME = 3
_SET_UP: dict[str, Value] = {"set-up": "yes"}


@dataclass(frozen=True, slots=True)
class Script:
    """What is done, and what came of it."""

    key: str
    words: str
    given: dict[str, Value]
    player: str
    answers: tuple[str, ...]
    log: tuple[str, ...]
    changes: int


def run(pack: Path, id: str, title: str) -> int:
    if not (pack / FILE).is_file():
        raise Stop(f"there is no pack in {pack}: a pack has a file `{FILE}`", BROKEN)
    rules, module = _rules(pack, id)
    path = pack / "scenarios" / f"{id}.yaml"
    text = "\n".join(lines(rules, id, module, title)) + "\n"
    new = {path: text}
    write(new, {}, lambda: _passes(path, pack))
    told(new, {}, f'cardwright test {pack} -k "{id}"')
    return 0


def _rules(pack: Path, id: str) -> tuple[Rules, str]:
    """The game that has the definition, and the module that it needs. Raises Stop without."""
    rules = load([pack])
    if _there(rules, id):
        return rules, ""
    names = [
        name for p in rules.packs if p.folder.resolve() == pack.resolve() for name in p.modules
    ]
    for name in names:
        more = load([pack], [name])
        if _there(more, id):
            return more, name
    known = [*rules.declared.rules, *(i for g in rules.declared.board.things.values() for i in g)]
    hint = did_you_mean(id, known) or "a rule, or the id of a definition"
    raise Stop(f"nothing is called `{id}`: {hint}", FAILED)


def _there(rules: Rules, id: str) -> bool:
    return bool(rules.declared.board.bearers(id)) or id in rules.declared.rules


def _passes(path: Path, pack: Path) -> Report:
    """What is wrong with the scenarios of a file when they are run."""
    rules_of.cache_clear()  # the pack may have changed since it was last read here
    report = Report()
    for scenario in read_file(path, report):
        result = play(scenario, pack)
        for diagnostic in result.diagnostics:
            report.add(diagnostic)
        for wrong in result.mismatches:
            report.error("CW324", f"{wrong.what}: {wrong.found}", wrong.span)
    return report


# ------------------------------------------------------------------------------ lines


def lines(rules: Rules, id: str, module: str, title: str) -> Iterator[str]:
    """The file: what was played, or, of what does nothing, what is printed on it."""
    script = played(rules, id)
    thing = next(iter(rules.declared.board.bearers(id)), None)
    name = thing.title if thing else id
    yield "# Written by `cardwright new scenario`, which played it once so that much happens."
    yield "# Compare it with the printed text; then change position, answers and expectations."
    yield ""
    named = good_title(title, f"{' '.join(name.split())}, as it is written")
    yield f"- scenario: {scalar(named)}"
    yield "  provenance: house"
    if thing is not None and thing.text:
        yield f"  # {' '.join(thing.text.split())}"
    yield from _given(script, module)
    if script is not None:
        yield from _done(script)
    yield "  expect:"
    if script is not None:
        yield from _expected(script)
    elif thing is not None:
        yield from _printed(rules, thing)


def _given(script: Script | None, module: str) -> Iterator[str]:
    given: dict[str, Value] = {"modules": [module]} if module else {}
    given |= script.given if script else {}
    if given:
        yield "  given:"
        yield from (f"    {key}: {scalar(value)}" for key, value in given.items())


def _done(script: Script) -> Iterator[str]:
    yield f"  as: {script.player}"
    yield from (f"  {line}" for line in effect(script.key, script.words))
    if script.answers:
        yield "  answers:"
        yield from (f"    - {scalar(answer)}" for answer in script.answers)


def _expected(script: Script) -> Iterator[str]:
    if not script.log:
        yield "    asked: nobody  # nothing happens: give it a position in which something does"
        return
    more = len(script.log) > MOST_LINES
    yield f"    log:  # the first {MOST_LINES} of {len(script.log)} lines" if more else "    log:"
    yield from (f"      - {scalar(line)}" for line in script.log[:MOST_LINES])


def _printed(rules: Rules, thing: Thing) -> Iterator[str]:
    """Its printed numbers and words, as claims. Raises Stop for an id that names a kind too."""
    if rules.declared.board.noun(thing.id):
        raise Stop(f"`{thing.id}` names a kind too; write its scenario by hand", FAILED)
    found = False
    for name in printed_names(rules.declared.board, thing.kind):
        value = thing.values.get(name)
        if value is not None and name not in thing.by_players and not isinstance(value, str):
            said = ["no", "yes"][value] if isinstance(value, bool) else _plain(value)
            yield f"    {name} of {thing.kind} {thing.id}: {said}"
            found = True
    if not found:
        yield f"    {thing.kind} {thing.id} is in supply: yes"


def _plain(value: object) -> str:
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value)


# ----------------------------------------------------------------------------- played


def played(rules: Rules, id: str) -> Script | None:
    """The definition's first effect, or the rule, played; None when it has none to play."""
    board, declared = rules.declared.board, rules.declared
    for thing in board.bearers(id):
        for slot in slots(board, thing.kind):
            if (thing.kind, thing.id, slot) in rules.checked.effects:
                return _best(rules, "perform", f"{slot} of {_called(rules, thing)}")
    rule = declared.rules.get(id)
    if rule is None or board.bearers(id):
        return None
    if rule.takes or id == declared.main:
        what = (
            "is the whole game"
            if id == declared.main
            else "takes " + ", ".join(parameter.name for parameter in rule.takes)
        )
        raise Stop(f"`{id}` {what}; write its scenario by hand, as docs/scenarios.md says", FAILED)
    return _best(rules, "do", id)


def _called(rules: Rules, thing: Thing) -> str:
    several = len(rules.declared.board.bearers(thing.id)) > 1
    return f"{thing.kind} {thing.id}" if several else thing.id


def _best(rules: Rules, key: str, words: str) -> Script:
    """In the first position in which something happens, or else in one in which it can be played.

    Tried are the game's own set-up, an empty board, and one where everybody has some of all.
    """
    ways: tuple[dict[str, Value], ...] = (_SET_UP, {}, _counters(rules))
    found = [s for given in ways if (s := _script(rules, key, words, given)) is not None]
    useful = [script for script in found if script.changes]
    useful += [script for script in found if script.log]
    useful += [script for script in found if not script.given]
    if not useful:
        raise Stop(f"`{words}` can't be played by itself; write its scenario by hand", FAILED)
    return useful[0]


def _counters(rules: Rules) -> dict[str, Value]:
    """A few of each counter of the players."""
    program = rules.program(max(rules.players))
    names = [naming.player_name(program, p) for p in program.layout.kind("player")]
    fields = rules.declared.board.fields("player").values()
    numbers = [f for f in fields if not f.printed and f.type == NUMBER]
    some = {f.name: min(max(f.low or 0, SOME), SOME if f.high is None else f.high) for f in numbers}
    return {name: dict.fromkeys(names, value) for name, value in some.items()}


def _script(rules: Rules, key: str, words: str, given: dict[str, Value]) -> Script | None:
    """What happens; None when the effect breaks off or asks too much."""
    program = rules.program(max(rules.players))
    game = Stage(program, 1, start=given == _SET_UP)
    players, report = program.layout.kind("player"), Report()
    if given != _SET_UP:
        Placer(game, Terms(program, report)).seat(players)
        for name, values in given.items():
            cell = program.layout.cells[("player", name)]
            assert isinstance(values, dict)
            for player, value in zip(players, values.values(), strict=True):
                assert isinstance(value, int)
                game.s[cell + player] = value
    text = Source("", f"{key} {words}")
    routine = Texts(rules.checked).effect("scenario", Span(text, 0, len(text.text)), report)
    if routine is None or game.over:
        return None
    before, depth, cells = len(logbook.lines(game, None)), len(game.frames), game.s[:]
    try:
        game.perform_added(add_effect(program, routine), players[0])
        answers = _answered(game, depth, cells)
    except GameError:
        return None
    if answers is None:
        return None
    log = tuple(dict.fromkeys(line.strip() for line in logbook.lines(game, None)[before:]))
    who = naming.player_name(program, players[0])
    return Script(key, words, given, who, answers, log, _changes(game, cells))


def _answered(game: Game, depth: int, before: list[int]) -> tuple[str, ...] | None:
    """Answers that can be said, as long as the effect itself asks; those that change most.

    `before` are the cells as they were. None when there are none, or too many are needed.
    """
    given: list[str] = []
    while _asks(game, depth):
        ways = {name: _ahead(game, name, depth, before) for name in _sayable(game)[:MOST_TRIED]}
        if not ways or len(given) == MOST_ANSWERS:
            return None
        given.append(max(ways, key=lambda name: ways[name]))  # of several the first
        _say(game, given[-1])
    return tuple(given)


def _asks(game: Game, depth: int) -> bool:
    return game.question is not None and len(game.frames) > depth


def _sayable(game: Game) -> list[str]:
    offered = naming.answers(game)
    return [name for name in offered if fitting(name, offered) == [offered.index(name)]]


def _say(game: Game, name: str) -> None:
    game.answer(naming.answers(game).index(name))


def _ahead(game: Game, name: str, depth: int, before: list[int]) -> int:
    """How many cells are changed in the end, when first answers follow this one."""
    game = game.copy()
    try:
        _say(game, name)
        for _ in range(MOST_ANSWERS):
            if not (_asks(game, depth) and (names := _sayable(game))):
                break
            _say(game, names[0])
    except GameError:
        return -1
    return _changes(game, before)


def _changes(game: Game, before: list[int]) -> int:
    return sum(now != then for now, then in zip(game.s, before, strict=True))
