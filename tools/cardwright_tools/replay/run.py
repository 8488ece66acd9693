"""`cardwright replay`: plays stored games on other rules and reports where they first differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from cardwright import GameError, Rules
from cardwright.runtime.save import Plain, Saved, SaveError, contents
from cardwright_tools.diff.compare import Change, Difference, compare_versions
from cardwright_tools.diff.entries import read_version
from cardwright_tools.diff.render import change_title, render_detail
from cardwright_tools.diff.side import Side, pack_folder
from cardwright_tools.output import BROKEN, CLEAN, FAILED, Stop, say
from cardwright_tools.packs import check_same_game, load_packs
from cardwright_tools.replay.compare import Divergence, first_difference, suspected_changes
from cardwright_tools.replay.trace import (
    Trace,
    answer_title,
    player_titles,
    replayed,
    trace_in,
)
from cardwright_tools.saved_games import saved_game
from cardwright_tools.sinks import json_text

MOST_BLAMED = 5


@dataclass(frozen=True, slots=True)
class Replay:
    """The result for a game: where it differs, and the changes that may be the reason.

    `now_won` is None if the game did not end with these answers. `before`: the last answer that is
    the same: whose, to which question, and which; `answer` is its title. `titles`: of the players,
    by id.
    """

    name: str
    decisions: int
    divergence: Divergence | None = None
    player: str = ""
    won: tuple[str, ...] = ()
    now_won: tuple[str, ...] | None = None
    before: tuple[str, str, str] | None = None
    answer: str = ""
    changes: tuple[Change, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


def run_replay(saves: Sequence[Path], new: Side, old: Side | None, as_json: bool) -> int:
    """Replays the games and prints the results; returns the exit code."""
    with ExitStack() as folders:
        now = folders.enter_context(pack_folder(new))
        before = folders.enter_context(pack_folder(old)) if old else None
        difference = _difference(before, now) if before else None
        found = [_replayed(save, now, before, difference) for save in saves]
    if as_json:
        say(json_text([_plain(one) for one in found]))
    else:
        for one in found:
            for line in _lines(one, old is not None):
                say(line)
        if old is None and any(one.divergence for one in found):
            say("name the old rules to see which change causes it: --from OLD, such as main:PACK")
    return FAILED if any(one.divergence for one in found) else CLEAN


def _difference(old: Path, new: Path) -> Difference | None:
    versions = [read_version(folder)[0] for folder in (old, new)]
    before, after = versions
    return compare_versions(before, after) if before and after else None


def _replayed(save: Path, new: Path, old: Path | None, difference: Difference | None) -> Replay:
    try:
        data = saved_game(save)
        saved = contents(data)
        modules = _modules(data)
        rules = load_packs([new], modules)
        check_same_game(save.as_posix(), _pack_ids(data), rules)
        before, earlier = _before(data, saved, old, modules)
        after = replayed(rules, saved, [answer for _, answer, _ in before.steps])
    except OSError as error:
        raise Stop(f"can't read {save}: {error.strerror}", BROKEN) from None
    except (SaveError, ValueError, GameError) as error:
        raise Stop(f"{save}: {error}", BROKEN) from None
    found = first_difference(before, after)
    if found is None:
        return Replay(save.as_posix(), len(before.steps), None, "", before.won, before.won)
    answers = [answer for _, answer, _ in before.steps]
    plays = [(one, saved, answers) for one in (earlier, rules) if one is not None]
    changes = suspected_changes(found, difference, plays) if difference else ()
    asked = before.steps[found.step][0] if found.step < len(before.steps) else ""
    now_won = after.won if after.games[-1].turn is None else None
    last = _answered_before(found.step, after)
    said = answer_title(after.games[found.step - 1], last[2]) if last else ""
    return Replay(save.as_posix(), len(before.steps), found, asked, before.won, now_won,
                  last, said, changes, player_titles(after.games[-1]))  # fmt: skip


def _answered_before(step: int, trace: Trace) -> tuple[str, str, str] | None:
    """The answer before a decision: whose, to which question, and which."""
    if not 0 < step <= min(len(trace.steps), len(trace.games)):
        return None
    question = trace.games[step - 1].question
    player, answer, _ = trace.steps[step - 1]
    return player, question.prompt if question else "", answer


def _pack_ids(data: Mapping[str, Plain]) -> list[str]:
    found = data.get("packs", [])
    packs = found if isinstance(found, list) else []
    return [str(one["id"]) for one in packs if isinstance(one, dict) and "id" in one]


def _modules(data: Mapping[str, Plain]) -> tuple[str, ...]:
    found = data.get("modules", [])
    return tuple(map(str, found)) if isinstance(found, list) else ()


def _before(
    data: Mapping[str, Plain], saved: Saved, old: Path | None, modules: Sequence[str]
) -> tuple[Trace, Rules | None]:
    """The game as it was stored, or else as played on the old rules."""
    rules = load_packs([old], modules) if old else None
    if (trace := trace_in(data)) is not None:
        return trace, rules
    if rules is None:
        raise SaveError("it has only its answers; name the rules that it was played on: --from OLD")
    trace = replayed(rules, saved, saved.answers)
    if trace.stuck:
        raise SaveError(f"it was not played on these rules: {trace.stuck}")
    return trace, rules


# ------------------------------------------------------------------------------- output


def _lines(one: Replay, compared: bool) -> Iterator[str]:
    found = one.divergence
    if found is None:
        yield f"{one.name}: the same, {one.decisions} decisions"
        return
    titles = {"": "nobody", **one.titles}
    who = f" ({titles.get(one.player, one.player)})" if one.player else ""
    yield f"{one.name}: differs from decision {found.step + 1} of {one.decisions}{who}"
    yield f"  was: {found.was}"
    yield f"  now: {found.now}"
    if one.before:
        player, question, _ = one.before
        yield f"  after: {titles.get(player, player)} chose {one.answer} ({question})"
    if one.now_won is not None and one.now_won != one.won:
        was, now = (", ".join(titles.get(id, id) for id in won or ("",))
                    for won in (one.won, one.now_won))  # fmt: skip
        yield f"  won by: {was} → {now}"
    for change in one.changes[:MOST_BLAMED]:
        yield f"  because of: {change.what} {change_title(change)}   {change.place}"
        for detail in change.details:
            yield from (f"    {line}" for line in render_detail(detail))
    if len(one.changes) > MOST_BLAMED:
        yield f"  ... or one of {len(one.changes) - MOST_BLAMED} more changes that ran there"
    if not one.changes and compared:
        yield "  no changed definition ran just before"


def _plain(one: Replay) -> dict[str, object]:
    found = one.divergence
    return {
        "save": one.name,
        "decisions": one.decisions,
        "same": found is None,
        "decision": found.step + 1 if found else None,
        "was": found.was if found else None,
        "now": found.now if found else None,
        "won": [*one.won],
        "now_won": None if one.now_won is None else [*one.now_won],
        "after": dict(zip(("player", "question", "answer"), one.before, strict=True))
        if one.before
        else None,
        "because_of": [
            {"what": c.what, "definition": f"{c.group} {c.name}", "place": c.place}
            for c in one.changes
        ],
    }
