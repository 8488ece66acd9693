"""`new scenario`: a test of one definition, recorded by playing it once (`trial_play`).

The scenario expects what the log says then and the values that have changed, so it passes and shows
its author what to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright.api import available_modules
from cardwright.board.declarations import IN_EFFECT, Thing
from cardwright.games import Rules
from cardwright.pack.board.kinds import printed_names
from cardwright.pack.files.modules import with_needed
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.real_paths import real_path
from cardwright.source.spelling import did_you_mean
from cardwright_tools.new.files import print_written, write_files
from cardwright_tools.new.layout import laid_out
from cardwright_tools.new.names import valid_title
from cardwright_tools.new.trial_play import Playthrough, option_of, play_definition
from cardwright_tools.new.yaml_edit import effect_lines, scalar
from cardwright_tools.output import FAILED, Stop, say
from cardwright_tools.packs import load_packs, require_pack
from cardwright_tools.scenario.loaded_rules import clear_cache
from cardwright_tools.scenario.read import read_file
from cardwright_tools.scenario.runner import only_choices
from cardwright_tools.scenario.runner import run_scenario as play

MOST_LINES = 8


def new_scenario(pack: Path, id: str, title: str) -> int:
    new, script = added_scenario(pack, id, title)
    print_written(new, {}, f'cardwright test {pack} -k "{id}"')
    if warning := untested(script):
        say(f"note: {warning}", err=True)
    return 0


def added_scenario(pack: Path, id: str, title: str) -> tuple[dict[Path, str], Playthrough | None]:
    """Writes the scenario; returns the new file and the playthrough. Raises Stop."""
    require_pack(pack)
    rules, module = _rules(pack, id)
    path = pack / "scenarios" / f"{id}.yaml"
    script = play_definition(rules, id)
    text = "\n".join(scenario_lines(rules, id, module, title, script)) + "\n"
    new = {path: laid_out(text, rules.declared.board)}
    write_files(new, {}, lambda: _passes(path, pack))
    return new, script


def untested(script: Playthrough | None) -> str:
    """A note for the author of a scenario that does not test its definition's effect."""
    if script is None:
        return "nothing on it can be played: the scenario tests only what is printed on it"
    if only_choices(script.log):
        return ("nothing happened when it was played, so the scenario tests nothing yet: "
                "give it a position in which something does")  # fmt: skip
    return ""


def _rules(pack: Path, id: str) -> tuple[Rules, str]:
    """The game with the definition, and the module that it needs. Raises Stop if there is none."""
    rules = load_packs([pack])
    if _has_definition(rules, id):
        return rules, ""
    names = [
        name for p in rules.packs if real_path(p.folder) == real_path(pack) for name in p.modules
    ]
    for name in names:
        more = load_packs([pack], with_needed([name], available_modules(pack)))
        if _has_definition(more, id):
            return more, name
    known = [*rules.declared.rules, *(option.id for option in rules.declared.options)]
    known += [id for things in rules.declared.board.things.values() for id in things]
    hint = did_you_mean(id, known) or "a rule, an option, or the id of a definition"
    raise Stop(f"there is no `{id}`: {hint}", FAILED)


def _has_definition(rules: Rules, id: str) -> bool:
    declared = rules.declared
    named = bool(declared.board.things_named(id)) or id in declared.rules
    return named or any(option.id == id for option in declared.options)


def _passes(path: Path, pack: Path) -> Report:
    """The report on running the scenarios of a file."""
    clear_cache()  # the pack may have changed since it was last read here
    report = Report()
    for scenario in read_file(path, report):
        result = play(scenario, pack)
        for diagnostic in result.diagnostics:
            report.add(diagnostic)
        for wrong in result.mismatches:
            report.error("CW324", f"{wrong.what}: {wrong.found}", wrong.span)
    return report


# ------------------------------------------------------------------------------ lines


def scenario_lines(
    rules: Rules, id: str, module: str, title: str, playthrough: Playthrough | None
) -> Iterator[str]:
    """The file: the playthrough or, if there is no effect, the printed values."""
    thing = next(iter(rules.declared.board.things_named(id)), None)
    option = option_of(rules, id)
    name = thing.title if thing else (option.title if option else "") or id
    yield "# Written by Cardwright, with the answers that change most."
    yield "# Compare it with the printed text; then change position, answers and expectations."
    yield ""
    named = valid_title(title, f"{' '.join(name.split())}, as it is written")
    yield f"- scenario: {scalar(named)}"
    yield "  provenance: house"
    if thing is not None and thing.text:
        yield f"  # {' '.join(thing.text.split())}"
    yield from _given(playthrough, rules.modules if module else ())
    if playthrough is not None:
        yield from _done(playthrough)
    yield "  expect:"
    if playthrough is not None:
        yield from _expected(playthrough)
    elif thing is not None:
        yield from _printed(rules, thing)


def _given(playthrough: Playthrough | None, modules: Sequence[str]) -> Iterator[str]:
    given: dict[str, Value] = {"modules": [*modules]} if modules else {}
    given |= playthrough.given if playthrough else {}
    if given:
        yield "  given:"
        yield from (f"    {key}: {scalar(value)}" for key, value in given.items())


def _done(playthrough: Playthrough) -> Iterator[str]:
    yield f"  as: {playthrough.player}"
    yield from (
        f"  {line}" for line in effect_lines(playthrough.action.key, playthrough.action.words)
    )
    if playthrough.answers:
        yield "  answers:"
        yield from (f"    - {scalar(answer)}" for answer in playthrough.answers)


def _about(log: Sequence[str]) -> str:
    """A note on these lines for the reader."""
    if only_choices(log):
        return "  # nothing happens but the choice: give it a position in which something does"
    return f"  # the first {MOST_LINES} of {len(log)} lines" if len(log) > MOST_LINES else ""


def _expected(playthrough: Playthrough) -> Iterator[str]:
    if not playthrough.log:
        said = "nothing happens: give it a position in which something does"
        yield f"    asked: {playthrough.asked}  # {said}"
        return
    yield from (f"    {line}" for line in playthrough.values)
    is_long = len(playthrough.log) > MOST_LINES  # otherwise, the log says what was moved
    shown = (one for one in playthrough.contents if is_long or one.startswith(f"{IN_EFFECT}: "))
    yield from (f"    {line}" for line in shown)
    yield f"    log:{_about(playthrough.log)}"
    yield from (f"      - {scalar(line)}" for line in playthrough.log[:MOST_LINES])


def _printed(rules: Rules, thing: Thing) -> Iterator[str]:
    """The printed numbers and words as claims. Raises Stop for an id that is also a kind."""
    if rules.declared.board.noun(thing.id):
        raise Stop(f"`{thing.id}` is also the name of a kind; write its scenario by hand", FAILED)
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
