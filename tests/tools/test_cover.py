"""`cover`: which places there are, what marks them, and how the result is told."""

from __future__ import annotations

import ast
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cardwright
from cardwright.machine.coverage import RAN
from cardwright.machine.places import places_of
from cardwright.machine.program import Program
from cardwright_tools.cli import invoke
from cardwright_tools.cover.page import page_names
from cardwright_tools.cover.result import File, Result, missing
from cardwright_tools.cover.run import Wanted, cover
from cardwright_tools.playout import Table

ROOT = Path(__file__).parents[2]
LUCK = ROOT / "tests/packs/push-your-luck"
MARKET = ROOT / "tests/packs/market-flood"

PACK = """
id: small
version: 1.0.0
title: Small
players: [2, 2]
main: game
modules: {more: {title: More, adds: more}}
"""
BOARD = """
kinds:
  player: {state: {gold: {type: number, start: 3, min: 0}, hurt: flag}}
  deed: {is: card, fields: {worth: number}, rules: {event: {title: Event}}}
players:
  - {id: red, title: Red, provenance: fixture}
  - {id: blue, title: Blue, provenance: fixture}
zones:
  pile: {holds: deed, ordered: true}
deeds:
  - {id: gift, worth: 1, event: gain 1 gold, provenance: fixture}
  - {id: "theft", worth: 2, event: lose 1 gold, provenance: fixture}
definitions:
  wealth of player: if player is hurt then 0 else gold of player
  unread: 7
rules:
  game: |
    do try with 1
    end the game
  try:
    takes: {first: number}
    do: |
      if first > 1 and gold of you > 2: gain 1 gold
      for each deed in pile: perform event of deed
      for each player: player gains 1 gold
      may "<b>Take & go</b>": gain 1 gold
      repeat (first) times:
        lose 1 gold
  never: lose 2 gold
menus:
  buy: {title: Buy}
options:
  - id: bread
    menu: buy
    title: Bread
    if: gold of you > 0
    cost: 1 gold
    do: set hurt of you to no
    provenance: fixture
abilities:
  - {title: Rich, modify: wealth of player, if: gold of player > 5, add: 1, provenance: fixture}
  - {title: Poor, modify: wealth of player, at least: 0, provenance: fixture}
  - {title: Watch, when: after try, if: first is 1, do: gain 1 gold, provenance: fixture}
  - {title: No gifts, forbid: moving deed, if: it is gift, provenance: fixture}
"""
MORE = """
rules:
  extra: gain 4 gold
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "more").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, "utf-8")
    (folder / "board.yaml").write_text(BOARD, "utf-8")
    (folder / "more/more.yaml").write_text(MORE, "utf-8")
    (folder / "scenarios").mkdir()
    return folder


def covered(pack: Path, scenarios: str = "", games: int = 0, jobs: int = 1) -> Result:
    (pack / "scenarios/some.yaml").write_text(scenarios or "[]", "utf-8")
    return cover(Wanted((pack,), bool(scenarios), games, (), 1, jobs))


def open_places(result: Result) -> set[tuple[str, str]]:
    """What is missing: the text, and what must happen there."""
    return {(p.place.span.text.strip(), p.place.what) for p in result.places if not p.ran}


def all_places(result: Result) -> set[tuple[str, str]]:
    return {(p.place.span.text.strip(), p.place.what) for p in result.places}


ONCE = "- {scenario: once, given: {pile: [gift]}, as: red, do: do try with 1, answers: ['yes']}\n"


# ------------------------------------------------------------------------------ the places


def test_there_is_a_place_for_each_way_things_can_go(pack: Path) -> None:
    found = all_places(covered(pack))
    conditions = ["first > 1", "gold of you > 2", "player is hurt", "gold of you > 0",
                  "gold of player > 5", "first is 1", "it is gift"]  # fmt: skip
    for text in conditions:
        assert {(text, "true"), (text, "false")} <= found
    assert {what for _, what in found} == {
        "runs", "true", "false", "takes yes", "takes no", "goes round", "goes past", "taken",
        "applies", "used",
    }  # fmt: skip


def test_a_loop_that_is_never_empty_need_not_be(pack: Path) -> None:
    loops = {text.split("\n")[0] for text, what in all_places(covered(pack)) if what == "goes past"}
    assert [loop for loop in loops if "each player" in loop or loop.startswith("player")] == []
    assert len(loops) == 2


def test_places_do_not_depend_on_what_is_run(pack: Path) -> None:
    none, some = covered(pack), covered(pack, ONCE, games=2)
    assert all_places(none) == all_places(some)
    assert none.covered == 0
    assert 0 < some.covered < len(some.places)


def test_modules_count_though_nothing_switches_them_on(pack: Path) -> None:
    result = covered(pack, ONCE)
    assert ("gain 4 gold", "runs") in open_places(result)
    on = "- {scenario: on, given: {modules: [more]}, do: do extra}\n"
    assert ("gain 4 gold", "runs") not in open_places(covered(pack, on))


# --------------------------------------------------------------------------- what is marked


def test_a_scenario_marks_what_it_runs_and_nothing_else(pack: Path) -> None:
    left = open_places(covered(pack, ONCE))
    assert ("first > 1", "true") in left
    assert ("first > 1", "false") not in left
    assert {("gold of you > 2", "true"), ("gold of you > 2", "false")} <= left  # not asked
    assert {what for _, what in left if what.startswith("takes")} == {"takes no"}
    assert ("gain 1 gold", "runs") in left  # the one after `if`
    assert ("lose 2 gold", "runs") in left
    assert [what for text, what in left if text.startswith("first is")] == ["false"]
    assert ("bread", "taken") in left


def test_what_is_expected_marks_definitions_and_modifiers(pack: Path) -> None:
    ask = "- {scenario: ask, given: {gold: {red: 6}}, expect: {wealth of red: 7}}\n"
    left = open_places(covered(pack, ask))
    assert ("unread", "used") in left
    assert ("wealth", "used") not in left
    assert ("gold of player > 5", "false") in left
    assert ("gold of player > 5", "true") not in left
    assert ("player is hurt", "true") in left
    assert [what for text, what in left if text.startswith("wealth of player")] == []


def test_compiled_definitions_mark_as_expected_ones_do(pack: Path) -> None:
    used = "- {scenario: use, given: {gold: {red: 6}}, as: red, do: gain (wealth of red) gold}\n"
    ask = "- {scenario: ask, given: {gold: {red: 6}}, expect: {wealth of red: 7}}\n"
    assert open_places(covered(pack, used)) == open_places(covered(pack, ask))


def test_options_and_prohibitions(pack: Path) -> None:
    buy = "- {scenario: buy, as: red, do: open buy}\n"
    move = "- {scenario: move, given: {pile: [gift, theft]}, do: move each deed in pile to pile}\n"
    left = open_places(covered(pack, buy))
    assert ("bread", "taken") not in left
    assert ("gold of you > 0", "false") in left
    left = open_places(covered(pack, move))
    assert {("it is gift", "true"), ("it is gift", "false")}.isdisjoint(left)


def test_a_loop_without_anything_and_the_other_way(pack: Path) -> None:
    empty = "- {scenario: none, as: red, do: do try with 0, answers: ['no']}\n"
    left = open_places(covered(pack, ONCE + empty))
    assert {what for _, what in left} & {"goes round", "goes past"} == set()
    assert {what for _, what in left if what.startswith("takes")} == set()


def test_games_mark_too_and_jobs_change_nothing(pack: Path) -> None:
    alone, together = covered(pack, ONCE, 21), covered(pack, ONCE, 21, jobs=2)
    assert ("end the game", "runs") not in {
        (text, what) for text, what in open_places(alone) if what == "runs"
    }
    assert alone.record() == together.record()
    assert alone.games == 42  # without the module and with it


# ------------------------------------------------------------------------ without any marks


def emitted(program: Program) -> list[str]:
    functions = [ast.dump(made) for made, _ in program.code.functions]
    return functions + [ast.dump(s) for block in program.code.blocks for s in block]


def test_a_program_without_marks_has_nothing_of_them() -> None:
    rules = cardwright.load(LUCK)
    plain, marked = rules.program(2), rules.marked().program(2)
    assert not {RAN, "seen", "noted"} & set(plain.names)
    assert not any(f"id='{RAN}'" in text or "'seen'" in text for text in emitted(plain))
    assert any(f"id='{RAN}'" in text for text in emitted(marked))
    assert rules.marks is None
    assert emitted(cardwright.load(LUCK).program(2)) == emitted(plain)


def test_marked_games_go_as_others_do() -> None:
    rules = cardwright.load(MARKET)
    marked = rules.marked()
    for players in rules.players:
        plain, noting = (Table(r, players, 5) for r in (rules, marked))
        for index in range(3):
            ours, theirs = plain.play(index)[0], noting.play(index)[0]
            assert getattr(ours, "digest", ours) == getattr(theirs, "digest", theirs)
    assert marked.marks is not None
    assert sum(marked.marks.ran) > 0


def test_every_place_of_the_packs_here_has_words_and_a_definition() -> None:
    for folder in sorted((ROOT / "tests/packs").iterdir()):
        for place in places_of(cardwright.load(folder).checked).places:
            assert place.definition
            assert place.span.text.strip()


# ------------------------------------------------------------------------------- the result


def test_percentages_are_rounded_down(pack: Path) -> None:
    result = covered(pack, ONCE)
    assert result.percent <= result.covered * 100 / len(result.places)
    assert result.falls_short(result.covered * 100 / len(result.places) + 0.01)
    assert not result.falls_short(result.percent)


def test_what_lies_in_something_missing_is_not_listed_again(pack: Path) -> None:
    found = {d.name: missing(d) for f in covered(pack, ONCE).files for d in f.definitions}
    assert [m.words for m in found["rule never"]] == ["nothing of rule never runs"]
    assert [m.words for m in found["definition wealth"]] == ["nothing of definition wealth runs"]
    words = [m.words for m in found["rule try"]]
    assert "never asked" in words
    assert "never takes no" in words


def run(capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    code = invoke(["cover", *line])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_tells_where(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    code, out, err = run(capsys, str(pack), "--tests")
    assert (code, err) == (0, "")
    lines = (pack / "board.yaml").read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "never:" in text)
    assert f"board.yaml:{line}:3 nothing of rule never runs" in out
    assert "covered" in out.splitlines()[-1]


def test_the_threshold(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    assert run(capsys, str(pack), "--tests", "--fail-under", "10")[0] == 0
    code, _, err = run(capsys, str(pack), "--tests", "--fail-under", "99.5")
    assert (code, err) == (1, "less than 99.5 % is covered\n")


def test_json(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    code, out, _ = run(capsys, str(pack), "--tests", "--json", "-")
    found = json.loads(out)
    assert code == 0
    assert found["scenarios"] == 1
    assert found["places"] == sum(f["places"] for f in found["files"])
    left = [m for f in found["files"] for d in f["definitions"] for m in d["missing"]]
    assert len(left) == found["places"] - found["covered"]
    assert {"what", "words", "line", "column", "end_line", "end_column", "text"} == set(left[0])


def test_a_failing_scenario_is_told_and_fails(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = "- {scenario: wrong, as: red, do: gain 1 gold, expect: {gold: {red: +2}}}\n"
    (pack / "scenarios/some.yaml").write_text(wrong, "utf-8")
    code, _, err = run(capsys, str(pack), "--tests")
    assert code == 1
    assert "some.yaml:1:4 fails: wrong" in err


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (("nowhere",), 3, "CW301"),
        (("{pack}", "--sim", "1", "--players", "3"), 2, "is for 2 players"),
        (("{pack}", "--sim", "1", "--players", "two"), 2, "no number of players"),
        (("{pack}", "--json", "nowhere/x.json"), 3, "no such folder"),
        (("{pack}", "--tests", "--html", "{pack}/pack.yaml/x"), 3, "pack.yaml/x"),
    ],
)
def test_wrong_lines(
    line: tuple[str, ...], code: int, words: str, pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _, err = run(capsys, *(word.replace("{pack}", str(pack)) for word in line))
    assert (found, words in err) == (code, True), err


def test_a_pack_with_mistakes(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "more/more.yaml").write_text("rules: {extra: gian 4 gold}\n", "utf-8")
    code, _, err = run(capsys, str(pack), "--tests")
    assert code == 1
    assert "gian" in err


# --------------------------------------------------------------------------------- the pages


class Reader(HTMLParser):
    """The text of a page's `pre`, its links, and whether each tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text, self.links, self.ids = "", [], set()
        self.states: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {k: v or "" for k, v in attrs}
        self.links += [found["href"]] if "href" in found else []
        self.ids |= {found["id"]} if "id" in found else set()
        if tag != "meta":
            self.open.append(tag)
        self.states.append((found.get("class", ""), found.get("title", "")))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "pre" in self.open and "b" not in self.open:
            self.text += data


def test_pages_have_the_text_and_escape_it(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "scenarios/some.yaml").write_text(ONCE, "utf-8")
    html = tmp_path / "html"
    assert run(capsys, str(pack), "--tests", "--html", str(html))[0] == 0
    index = Reader((html / "index.html").read_text("utf-8"))
    assert index.open == []
    assert {*index.links} == {p.name for p in html.iterdir()} - {"index.html"}
    page = Reader(next(html.glob("*board*")).read_text("utf-8"))
    assert page.open == []
    assert page.text.rstrip("\n") == BOARD.rstrip("\n")
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.ids
    assert {"covered", "partly", "never"} <= {state for state, _ in page.states}
    assert ("never", "never asked") in page.states


def test_two_files_never_share_a_page() -> None:
    source = places_of(cardwright.load(LUCK).checked).places[0].span.source
    names = page_names([File(name, source, ()) for name in ("a/b.yaml", "a-b.yaml", "index")])
    assert len({*names, "index.html"}) == 4
