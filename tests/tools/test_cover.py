"""`cardwright cover`: which coverage points there are, and what covers them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cardwright
from cardwright.backends.python import printer
from cardwright.backends.python.blocks import BlockPrinter
from cardwright.program.control_flow import block_leaders
from cardwright.program.coverage_points import coverage_of
from cardwright.program.program import Program
from cardwright_tools.sim.playout import GameRunner

from .cover_pack import ONCE, all_points, covered, make, uncovered_points

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
LUCK = ROOT / "tests/packs/push-your-luck"
MARKET = ROOT / "tests/packs/market-flood"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make(tmp_path)


def test_there_is_a_point_for_each_outcome(pack: Path) -> None:
    found = all_points(covered(pack))
    conditions = ["first > 1", "gold of you > 2", "player is hurt", "gold of you > 0",
                  "gold of player > 5", "first is 1", "it is gift"]  # fmt: skip
    for text in conditions:
        assert {(text, "true"), (text, "false")} <= found
    assert {what for _, what in found} == {
        "runs", "true", "false", "takes yes", "takes no", "goes round", "goes past", "taken",
        "applies", "used",
    }  # fmt: skip


NESTED = """
rules:
  nested: |
    if gold of you > 5: gain 1 gold
    otherwise if gold of you > 4: gain 2 gold
    otherwise: gain 3 gold
    remove 1 deed in pile
    may "Take {gold of you * 2}": gain 4 gold
deeds:
  - id: toll
    worth: 1
    event:
      cost: 2 gold
      limit: once per game
      do: gain 5 gold
    provenance: fixture
"""


def test_a_point_has_the_texts_of_the_statements_around_it(pack: Path) -> None:
    (pack / "nested.yaml").write_text(NESTED, "utf-8")
    points = [p.point for p in covered(pack).points if "nested" in p.point.span.source.name]
    found = {one.span.text: {text.text.split("\n")[0] for text in one.around} for one in points}
    first = "gold of you > 5: gain 1 gold"
    assert found["gain 1 gold"] == {first}
    assert found["gain 2 gold"] == {first, "gold of you > 4: gain 2 gold"}
    assert found["gain 3 gold"] == {first}
    assert found["1 deed in pile"] == {"remove 1 deed in pile"}
    assert found["gain 4 gold"] == {'"Take {gold of you * 2}": gain 4 gold'}
    assert found["gain 5 gold"] == set(), "it is beside its cost and its limit"


def test_a_value_in_a_text_is_not_a_coverage_point(pack: Path) -> None:
    (pack / "nested.yaml").write_text(NESTED, "utf-8")
    assert "gold of you * 2" not in {text for text, _ in all_points(covered(pack))}


def test_a_loop_that_is_never_empty_has_one_point(pack: Path) -> None:
    loops = {text.split("\n")[0] for text, what in all_points(covered(pack)) if what == "goes past"}
    assert [loop for loop in loops if "each player" in loop or loop.startswith("player")] == []
    assert len(loops) == 2


LOOPS = """
definitions: {rounds: 6, spare: 2}
abilities:
  - {title: Longer, modify: spare, add: 1, provenance: fixture}
rules:
  others: |
    for each other player: player gains 1 gold
  asked: |
    for each other player starting with you: player may "Go": player gains 1 gold
  fixed: |
    repeat (rounds) times: gain 1 gold
  open: |
    repeat (spare) times: gain 1 gold
  some: |
    for each other player where gold of player > 3: player gains 1 gold
"""


@pytest.mark.parametrize(("fewest", "can"), [(2, {"open", "some"}),
                                            (1, {"open", "some", "others", "asked"})])  # fmt: skip
def test_only_a_loop_that_can_be_empty_has_two_points(
    pack: Path, fewest: int, can: set[str]
) -> None:
    """There are other players unless a game is for one; a constant is never 0."""
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("[2, 2]", f"[{fewest}, 2]"), "utf-8")
    (pack / "loops.yaml").write_text(LOOPS, "utf-8")
    found = [p.point for p in covered(pack).points if p.point.span.source.name.endswith("s.yaml")]
    assert {p.definition.split()[1] for p in found if p.what == "goes past"} == can
    assert len([p for p in found if p.what == "goes round"]) == 5


SWAP = """
kinds:
  berth: {is: place, holds: {barge: 1}}
  barge: {is: piece, on: berth, each player: 2}
berths: [{id: east, provenance: fixture}, {id: west, provenance: fixture}]
rules:
  trade: |
    choose 1 of your barges on berths, as mine
    choose 1 opposing barge on a berth, as theirs
    swap mine and theirs
"""


def test_room_for_what_is_swapped_is_no_condition_of_the_author(pack: Path) -> None:
    (pack / "swap.yaml").write_text(SWAP, "utf-8")
    points = [one.point for one in covered(pack).points]
    assert not {p.what for p in points if p.span.text in ("mine", "theirs")}


def test_points_do_not_depend_on_what_is_run(pack: Path) -> None:
    none, some = covered(pack), covered(pack, ONCE, games=2)
    assert all_points(none) == all_points(some)
    assert none.covered == 0
    assert 0 < some.covered < len(some.points)


def test_modules_count_even_if_nothing_enables_them(pack: Path) -> None:
    result = covered(pack, ONCE)
    assert ("gain 4 gold", "runs") in uncovered_points(result)
    on = "- {scenario: on, given: {modules: [more]}, do: do extra, expect: {over: no}}\n"
    assert ("gain 4 gold", "runs") not in uncovered_points(covered(pack, on))


# --------------------------------------------------------------------------- what is marked


def test_a_scenario_covers_exactly_what_it_runs(pack: Path) -> None:
    left = uncovered_points(covered(pack, ONCE))
    assert ("first > 1", "true") in left
    assert ("first > 1", "false") not in left
    assert {("gold of you > 2", "true"), ("gold of you > 2", "false")} <= left  # not asked
    assert {what for _, what in left if what.startswith("takes")} == {"takes no"}
    assert ("gain 1 gold", "runs") in left  # the one after `if`
    assert ("lose 2 gold", "runs") in left
    assert [what for text, what in left if text.startswith("first is")] == ["false"]
    assert ("bread", "taken") in left


def test_expectations_cover_definitions_and_modifiers(pack: Path) -> None:
    ask = "- {scenario: ask, given: {gold: {red: 6}}, expect: {wealth of red: 7}}\n"
    left = uncovered_points(covered(pack, ask))
    assert ("unread", "used") in left
    assert ("wealth", "used") not in left
    assert ("gold of player > 5", "false") in left
    assert ("gold of player > 5", "true") not in left
    assert ("player is hurt", "true") in left
    assert [what for text, what in left if text.startswith("wealth of player")] == []


def test_compiled_definitions_cover_the_same_as_expectations(pack: Path) -> None:
    used = (
        "- {scenario: use, given: {gold: {red: 6}}, as: red, do: gain (wealth of red) gold, "
        "expect: {gold: {red: +7}}}\n"
    )
    ask = "- {scenario: ask, given: {gold: {red: 6}}, expect: {wealth of red: 7}}\n"
    assert uncovered_points(covered(pack, used)) == uncovered_points(covered(pack, ask))


def test_options_and_prohibitions(pack: Path) -> None:
    buy = "- {scenario: buy, as: red, do: open buy, expect: {over: no}}\n"
    move = (
        "- {scenario: move, given: {pile: [gift, theft]}, do: move each deed in pile to pile, "
        "expect: {over: no}}\n"
    )
    left = uncovered_points(covered(pack, buy))
    assert ("bread", "taken") not in left
    assert ("gold of you > 0", "false") in left
    left = uncovered_points(covered(pack, move))
    assert {("it is gift", "true"), ("it is gift", "false")}.isdisjoint(left)


def test_empty_and_non_empty_loops(pack: Path) -> None:
    empty = "- {scenario: none, as: red, do: do try with 0, answers: ['no']}\n"
    left = uncovered_points(covered(pack, ONCE + empty))
    assert {what for _, what in left} & {"goes round", "goes past"} == set()
    assert {what for _, what in left if what.startswith("takes")} == set()


def test_games_add_to_the_coverage_for_any_number_of_jobs(pack: Path) -> None:
    alone, together = covered(pack, ONCE, 21), covered(pack, ONCE, 21, jobs=2)
    assert ("end the game", "runs") not in {
        (text, what) for text, what in uncovered_points(alone) if what == "runs"
    }
    assert alone.to_json() == together.to_json()
    assert alone.games == 42  # without the module and with it


# ------------------------------------------------------------------------ without any marks


def emitted(program: Program) -> list[str]:
    functions = [ast.dump(printer.function(made)) for made in program.code.functions]
    blocks = BlockPrinter(program, block_leaders(program)).printed(range(len(program.code.blocks)))
    return functions + [ast.dump(block) for block in blocks]


def test_a_program_without_coverage_has_no_instrumentation() -> None:
    rules = cardwright.load(LUCK)
    plain, marked = rules.program(2), rules.marked().program(2)
    assert not {"C", "observed", "reached"} & set(plain.namespace)
    assert not any("id='C'" in text or "'observed'" in text for text in emitted(plain))
    assert any("id='C'" in text for text in emitted(marked))
    assert rules.marks is None
    assert emitted(cardwright.load(LUCK).program(2)) == emitted(plain)


def test_coverage_does_not_change_a_game() -> None:
    rules = cardwright.load(MARKET)
    marked = rules.marked()
    for players in rules.players:
        plain, noting = (GameRunner(r, players, 5) for r in (rules, marked))
        for index in range(3):
            ours, theirs = plain.play(index)[0], noting.play(index)[0]
            assert getattr(ours, "digest", ours) == getattr(theirs, "digest", theirs)
    assert marked.marks is not None
    assert sum(marked.marks.hits) > 0


def test_every_point_has_a_description_and_a_definition() -> None:
    for folder in sorted((ROOT / "tests/packs").iterdir()):
        for point in coverage_of(cardwright.load(folder).checked).points:
            assert point.definition
            assert point.span.text.strip()
