"""Finds the first decision at which two plays differ, and the changed definition that ran there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from cardwright import Game, Rules
from cardwright.runtime.save import Saved
from cardwright_tools.diff.compare import Change, Difference
from cardwright_tools.replay.trace import (
    Trace,
    answer_title,
    full_log,
    player_titles,
    replayed,
)


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first decision that differs: its number, from 0, and how it differs."""

    step: int
    was: str
    now: str


def first_difference(old: Trace, new: Trace) -> Divergence | None:
    """Where the new play first differs; None if it is the same until the end."""
    asked, logged = _differing(old.steps, new.steps), _differing(old.lines, new.lines)
    if asked is None and logged is None and not new.stuck:
        return None
    at = len(new.steps) if asked is None else asked
    line = None if logged is None else _step_of_line(new.games, logged)
    if logged is not None and line is not None and line <= at:
        return Divergence(line, _at(old.lines, logged), _at(new.lines, logged))
    return Divergence(at, *(_asked(one, at, new.games[at]) for one in (old, new)))


def _differing(old: Sequence[object], new: Sequence[object]) -> int | None:
    pairs = enumerate(zip_longest(old, new))
    return next((at for at, (a, b) in pairs if a != b), None)


def _step_of_line(games: Sequence[Game], line: int) -> int:
    """The decision before which a line of the log was written."""
    return bisect_right(games, line, key=lambda game: len(full_log(game)))


def _at(lines: Sequence[str], at: int) -> str:
    return lines[at] if at < len(lines) else "nothing more"


def _asked(trace: Trace, at: int, now: Game) -> str:
    """The player and the question; `now` is the position in which the new rules ask it."""
    if at >= len(trace.steps):
        return trace.stuck or "the game is over"
    player, answer, _ = trace.steps[at]
    who = player_titles(now).get(player, player)
    if not trace.games:
        return f"{who} chooses {answer_title(now, answer)}"
    options = trace.games[at].options
    stuck = "" if answer in options.ids else f", and `{answer}` is no longer one"
    return f"{who} has {len(options)} options: {', '.join(options.titles)}{stuck}"


# -------------------------------------------------------------------------------- blame


def suspected_changes(
    found: Divergence, difference: Difference, plays: Sequence[tuple[Rules, Saved, Sequence[str]]]
) -> tuple[Change, ...]:
    """The changes whose definition ran, or was named, just before two plays began to differ.

    `plays`: the rules of each version, with the ids of the answers that they share.
    """
    ran = {name for play in plays for name in _ran(*play, found.step)}
    said = _plain_words(f"{found.was} {found.now}")
    sure = [one for one in difference.changes if _is_rule(one) and _has_run(one, ran)]
    named = [one for one in difference.changes if _is_named(one, said)]
    return tuple(sure or named or [one for one in difference.changes if _has_run(one, ran)])


def _ran(rules: Rules, saved: Saved, answers: Sequence[str], step: int) -> Iterator[str]:
    """The definitions that ran between the previous decision and this one."""
    marked = rules.marked()
    assert marked.marks is not None
    hits, before = marked.marks.hits, replayed(marked, saved, [*answers[: max(0, step - 1)]])
    if step:
        hits[:] = [0] * len(hits)
        game = before.games[-1]
        if game.turn is not None and answers[step - 1 : step]:
            replay_answer(game, answers[step - 1])
    points = marked.marks.points
    yield from (point.definition for point, hit in zip(points, hits, strict=True) if hit)


def replay_answer(game: Game, answer: str) -> None:
    """Gives an answer and computes the next question, since that runs definitions too."""
    if answer in game.options.ids:
        game.apply(answer)
        list(game.options.ids)


def _has_run(change: Change, ran: Collection[str]) -> bool:
    if change.group == "ability":
        return any(change.name.startswith(one) for one in ran)
    names = {f"{change.group} {name}" for name in (change.name, change.was) if name}
    return bool(names & {*ran})


def _is_rule(change: Change) -> bool:
    """Whether the rules or numbers have changed, and not only the wording."""
    return any((d.is_rule and not d.same) or d.key not in ("text", "title") for d in change.details)


def _is_named(change: Change, said: str) -> bool:
    words = (_plain_words(word) for word in (change.title, change.name))
    return any(word and word in said for word in words)


def _plain_words(text: str) -> str:
    """The text with ids and the titles made from them written in the same way."""
    return text.replace("-", " ").lower()
