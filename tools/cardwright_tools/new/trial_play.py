"""Plays a definition once: its effect, a rule, or an option of a menu.

Each question gets the answer that changes most. Decides what is played and how questions are
answered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardwright.backends.game_errors import GameError
from cardwright.backends.python.build import add_effect
from cardwright.board.declarations import Thing
from cardwright.games import Rules
from cardwright.language.declared import Option, Rule
from cardwright.language.external_texts import ExternalTexts
from cardwright.pack.board.kinds import slots
from cardwright.program.decision_points import MenuPoint
from cardwright.runtime import log as game_log
from cardwright.runtime import naming, questions
from cardwright.runtime.game import Game
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span
from cardwright_tools.new.changed_contents import changed_contents
from cardwright_tools.new.changed_values import changed_values
from cardwright_tools.new.positions import SET_UP, Given, candidate_positions, stage_position
from cardwright_tools.output import FAILED, Stop
from cardwright_tools.scenario.answer_words import matching_answers
from cardwright_tools.scenario.stage import Stage

MOST_ANSWERS = 40
MOST_TRIED = 12  # answers tried per question


@dataclass(frozen=True, slots=True)
class Action:
    """What to play: the key and text of an effect, and the option to take at its menu."""

    key: str
    words: str
    option: Option | None = None

    @property
    def text(self) -> str:
        """The effect as parsed: rules and printed effects with their keyword."""
        return self.words if self.option else f"{self.key} {self.words}"


@dataclass(frozen=True, slots=True)
class Playthrough:
    """What was played in which position, and the result: the lines of the log, and those of
    `expect` about values, and about places and zones, that changed. `asked`: the player who is
    asked then."""

    action: Action
    given: Given
    player: str
    answers: tuple[str, ...]
    log: tuple[str, ...]
    values: tuple[str, ...]
    contents: tuple[str, ...]
    asked: str
    changes: int


def play_definition(rules: Rules, id: str) -> Playthrough | None:
    """A playthrough of the definition; None if it has no effect.

    It plays the first effect, else the rule or option of this name, else an option that it carries.
    """
    bearers = rules.declared.board.things_named(id)
    for thing in bearers:
        for slot in slots(rules.declared.board, thing.kind):
            given = rules.declared.taken_by(thing.kind, slot)
            if (thing.kind, thing.id, slot) in rules.checked.effects and not given:
                _require_in_game(rules, thing)
                return _best_playthrough(
                    rules, Action("perform", f"{slot} of {_called(rules, thing)}")
                )
    rule, option = rules.declared.rules.get(id), option_of(rules, id)
    if option is not None and (rule is None or not _is_whole(rules, rule)):
        playthrough = _first_effective(rules, Action("do", f"open {option.menu}", option))
        if playthrough is None and not bearers:
            raise _handwriting_stop(option)
        return playthrough
    if rule is None or bearers:
        return None
    if not _is_whole(rules, rule):
        main = id == rules.declared.main
        takes = "takes " + ", ".join(parameter.name for parameter in rule.takes)
        what = "is the whole game" if main else takes
        raise Stop(f"`{id}` {what}; write its scenario by hand, as docs/scenarios.md says", FAILED)
    return _best_playthrough(rules, Action("do", id))


def _require_in_game(rules: Rules, thing: Thing) -> None:
    """Raises Stop for a definition that is only there if a player brings it."""
    if (thing.kind, thing.id) not in rules.program(max(rules.players)).layout.by_name:
        why = f"`{thing.id}` is only in a game if a player's deck has it"
        raise Stop(f"{why}; write its scenario by hand, with `decks`", FAILED)


def option_of(rules: Rules, id: str) -> Option | None:
    """The option with this id, or the first one of the thing with this id."""
    found = [o for o in rules.declared.options if o.id == id]
    found += [o for o in rules.declared.options if o.bearer and o.bearer.id == id]
    return found[0] if found else None


def _is_whole(rules: Rules, rule: Rule) -> bool:
    """Whether a rule can be played by its name alone."""
    return not rule.takes and rule.name != rules.declared.main


def _called(rules: Rules, thing: Thing) -> str:
    several = len(rules.declared.board.things_named(thing.id)) > 1
    return f"{thing.kind} {thing.id}" if several else thing.id


def _handwriting_stop(option: Option) -> Stop:
    """The message on how to write a scenario for an option by hand."""
    how = f"`do: open {option.menu}`, then `answers: [{option.id}]`"
    what = f"`{option.id}` is not offered in any position tried"
    return Stop(f"{what}; give one and write its scenario by hand: {how}", FAILED)


def _best_playthrough(rules: Rules, action: Action) -> Playthrough:
    """Raises Stop if it can't be played in any of the positions."""
    found = _first_effective(rules, action)
    if found is None:
        raise Stop(
            f"`{action.words}` can't be played by itself; write its scenario by hand", FAILED
        )
    return found


def _first_effective(rules: Rules, action: Action) -> Playthrough | None:
    """A playthrough in the first position where something happens, or else any playthrough."""
    found: list[Playthrough] = []
    for given in candidate_positions(rules, action.option.bearer if action.option else None):
        playthrough = _play_in(rules, action, given)
        if playthrough is not None and playthrough.changes:
            return _smallest(rules, playthrough)
        found += [playthrough] if playthrough is not None else []
    return min(found, key=lambda one: (not one.log, SET_UP in one.given), default=None)


def _smallest(rules: Rules, playthrough: Playthrough) -> Playthrough:
    """The same playthrough without unneeded givens."""
    for key in playthrough.given if SET_UP not in playthrough.given else ():
        given = {k: value for k, value in playthrough.given.items() if k != key}
        if _play_in(rules, playthrough.action, given) == replace(playthrough, given=given):
            playthrough = replace(playthrough, given=given)
    return playthrough


def _play_in(rules: Rules, action: Action, given: Given) -> Playthrough | None:
    """The playthrough; None if the effect fails, asks too many questions or can't start."""
    game = stage_position(rules, given)
    if game is None or game.over:
        return None
    you = game.program.layout.kind("player")[0]
    before, depth, began = len(game_log.lines(game, None)), len(game.frames), game.copy()
    try:
        _perform(rules, game, action.text)
        chosen = _chosen(rules, game, action, given)
        answers = None if chosen is None else _choose_answers(game, depth, began.s)
    except GameError:
        return None
    if chosen is None or answers is None:
        return None
    log = tuple(line.strip() for line in game_log.lines(game, None)[before:])
    values, contents = changed_values(began, game, by=True), changed_contents(began, game)
    who, changes = naming.player_name(game.program, you), _changes(game, began.s)
    answered = (*chosen, *answers)
    said = tuple(values), tuple(contents), _asked(game)
    return Playthrough(action, given, who, answered, log, *said, changes)


def _asked(game: Game) -> str:
    return naming.player_name(game.program, game.question.player) if game.question else "nobody"


def _perform(rules: Rules, game: Stage, words: str) -> None:
    """Raises GameError, even for an effect with errors."""
    text, report = Source("", words), Report()
    routine = ExternalTexts(rules.checked).effect("scenario", Span(text, 0, len(words)), report)
    if routine is None:
        raise GameError(report.diagnostics[0].code, report.diagnostics[0].message, ())
    game.perform_added(add_effect(game.program, routine), game.program.layout.kind("player")[0])


def _chosen(rules: Rules, game: Stage, action: Action, given: Given) -> tuple[str, ...] | None:
    """The answers that take the option; empty if it is the only one offered.

    None if it can't be taken.
    """
    if action.option is None:
        return ()
    offered = _offered(game, action.option)
    if len(offered) == 1 and offered[0] in _sayable(game):
        _give_answer(game, offered[0])
        return (offered[0],)
    return () if not offered and _is_alone(rules, action, given) else None


def _offered(game: Game, option: Option) -> list[str]:
    """The answers at a menu that take the option."""
    site = game.program.points[game.question.site] if game.question else None
    if game.question is None or not isinstance(site, MenuPoint) or site.menu.name != option.menu:
        return []
    names = zip(game.question.answers, questions.answers(game), strict=True)
    return [name for i, name in names if i >= 0 and site.rows[i].declared.id == option.id]


def _is_alone(rules: Rules, action: Action, given: Given) -> bool:
    """Whether the option is the only one, so that it is taken without a question."""
    game = stage_position(rules, given)
    assert game is not None
    assert action.option is not None
    _perform(rules, game, f'{action.words} or say "pass"')
    return bool(_offered(game, action.option)) and len(questions.answers(game)) == 2


def _choose_answers(game: Game, depth: int, before: list[int]) -> tuple[str, ...] | None:
    """The expressible answers that change most, as long as the effect itself asks.

    `before` are the cells before the effect. None if a question can't be answered, or there are too
    many.
    """
    given: list[str] = []
    while _asks(game, depth):
        ways = {name: _lookahead(game, name, depth, before) for name in _sayable(game)[:MOST_TRIED]}
        if not ways or len(given) == MOST_ANSWERS:
            return None
        given.append(max(ways, key=lambda name: ways[name]))  # the first of several
        _give_answer(game, given[-1])
    return tuple(given)


def _asks(game: Game, depth: int) -> bool:
    return game.question is not None and len(game.frames) > depth


def _sayable(game: Game) -> list[str]:
    offered = questions.answers(game)
    return [name for name in offered if matching_answers(name, offered) == [offered.index(name)]]


def _give_answer(game: Game, name: str) -> None:
    game.answer(questions.answers(game).index(name))


def _lookahead(game: Game, name: str, depth: int, before: list[int]) -> int:
    """How many cells change if this answer is followed by first answers."""
    game = game.copy()
    try:
        _give_answer(game, name)
        for _ in range(MOST_ANSWERS):
            if not (_asks(game, depth) and (names := _sayable(game))):
                break
            _give_answer(game, names[0])
    except GameError:
        return -1
    return _changes(game, before)


def _changes(game: Game, before: list[int]) -> int:
    return sum(now != then for now, then in zip(game.s, before, strict=True))
