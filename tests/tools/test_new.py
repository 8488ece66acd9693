"""`new`: its output passes `check`, `fmt` and `test` and can be played; existing files are kept."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.players.playout import play_to_end
from cardwright.runtime import log
from cardwright.runtime.outcome import winners
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.cli import invoke
from cardwright_tools.new import card
from cardwright_tools.new.card import CardOptions
from cardwright_tools.new.module import with_module
from cardwright_tools.new.scenario import scenario_lines
from cardwright_tools.new.trial_play import play_definition
from cardwright_tools.new.yaml_edit import add_item, effect_lines, open_for_edit, scalar
from cardwright_tools.output import Stop
from cardwright_tools.scenario.loaded_rules import clear_cache
from cardwright_tools.scenario.read import read_file
from cardwright_tools.scenario.runner import run_scenario as play
from cardwright_tools.sim.games import choice_state

Answered = Callable[..., tuple[str, dict[str, object]]]
ROOT = Path(__file__).parents[2]
TEST_PACKS = ROOT / "tests/packs"
CONTENT = ROOT / "content"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def snapshot(folder: Path) -> dict[str, bytes]:
    files = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def new(*words: str) -> None:
    assert invoke(["new", *words]) == 0


def assert_valid(pack: str) -> None:
    """Asserts that a pack has no errors and is formatted."""
    assert invoke(["check", pack]) == 0
    assert invoke(["fmt", "--check", pack]) == 0


# ------------------------------------------------------------------------------- pack


def test_a_new_pack_plays(here: Path) -> None:
    new("pack", "some/my-race", "--title", "Race: again")
    pack = "some/my-race"
    assert_valid(pack)
    assert invoke(["test", pack]) == 0
    rules = cardwright.load(pack)
    assert rules.title == "Race: again"
    won = set()
    for seed in range(20):
        game = rules.new_game(3, seed).position
        play_to_end(game, choice_state(seed))
        assert game.over
        won.update(winners(game))
    assert len(won) > 1


@pytest.mark.parametrize("required", [[], ["--requires", "expanse"]], ids=["game", "expansion"])
def test_nothing_is_reported_on_a_new_pack(
    required: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even a note, so that beginners know that later reports are about their own changes."""
    new("pack", "my-race", *required)
    capsys.readouterr()
    code = invoke(["check", "my-race", "--fail-level", "note", "--format", "compact"])
    assert (code, *capsys.readouterr()) == (0, "", "")
    assert invoke(["check", "my-race", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_an_expansion(here: Path) -> None:
    shutil.copytree(TEST_PACKS / "market", here / "market")
    new("pack", "fair", "--requires", "market")
    assert_valid("fair")
    assert [p.id for p in cardwright.load("fair").packs] == ["market", "fair"]


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["pack", "My Race"], 2, "`my-race` can"),
        (["pack", "if"], 2, "word of the language"),
        (["pack", "x", "--requires", "mraket"], 1, "did you mean `market`?"),
        (["pack", "market"], 1, "already exists"),
        (["card", "nowhere", "x"], 3, ""),
        (["card", "market", "Two Words"], 2, "`two-words` can"),
        (["card", "market", "x", "--kind", "nonsense"], 2, "known: "),
        (["card", "market", "x", "--set", "nonsense"], 2, "KEY=VALUE"),
        (["card", "market", "x", "--file", "../x.yaml"], 2, "in the pack's folder"),
        (["module", "nowhere", "x"], 3, "there is no pack"),
        (["scenario", "nowhere", "x"], 3, "there is no pack"),
        (["scenario", "market", "nonsense"], 1, "there is no `nonsense`"),
        (["scenario", "market", "game"], 1, "is the whole game"),
    ],
)
def test_usage_errors(
    words: list[str], code: int, expected: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(TEST_PACKS / "market", here / "market")
    before = snapshot(here)
    assert invoke(["new", *words]) == code
    assert expected in capsys.readouterr().err
    assert snapshot(here) == before


# ------------------------------------------------------------------------------- card


@pytest.mark.parametrize(
    ("pack", "kind"),
    [
        ("my-race", ""), ("my-race", "player"), ("mini-orbit", ""), ("ext", "tech"),
        pytest.param("expanse", "", marks=pytest.mark.soak),
        pytest.param("ext", "", marks=pytest.mark.soak),
    ],
)  # fmt: skip
def test_a_card_of_any_kind(pack: str, kind: str, here: Path) -> None:
    made = {"my-race": [], "ext": ["--requires", "expanse"]}.get(pack)
    if made is None:
        top = CONTENT if pack == "expanse" else TEST_PACKS
        shutil.copytree(top / pack, here / pack, ignore=shutil.ignore_patterns("scenarios"))
        assert invoke(["fmt", pack]) == 0
    else:
        new("pack", pack, *made)
    before = snapshot(here / pack)
    new("card", pack, "brand-new", *(["--kind", kind] if kind else []))
    assert_valid(pack)
    assert cardwright.load(pack).declared.board.things_named("brand-new")
    changed = [name for name, text in snapshot(here / pack).items() if before.get(name) != text]
    assert len(changed) == 1


def test_only_missing_required_fields_are_asked_for(here: Path) -> None:
    new("pack", "my-race")
    rules, asked = cardwright.load("my-race"), list[str]()

    def ask(words: str, value: str, read: Callable[[str], str]) -> str:
        asked.append(words)
        return read("7" if words.startswith("stride") else value)

    order = CardOptions(Path("my-race"), "x", values={"event": "gain 1 steps\ngain 2 steps"})
    made = card.card_lines(rules, "action", order, ask)
    assert asked == ["title", "stride (number)"]
    assert made == [
        "- id: x", "  title: X", "  stride: 7", "  text: What is printed on it.",
        "  event: |", "    gain 1 steps",
        "    gain 2 steps", "  provenance: house",
    ]  # fmt: skip


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def answered(
    here: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Answered:
    """Answers what `new card` asks at a terminal; the prompts, and the values of the new card."""

    def answer(pack: str, *lines: str) -> tuple[str, dict[str, object]]:
        if pack == "my-race":
            new("pack", pack)
        else:
            shutil.copytree(TEST_PACKS / pack, here / pack)
        monkeypatch.setattr("sys.stdin", Terminal("".join(f"{line}\n" for line in lines)))
        new("card", pack, "brand-new")
        (made,) = cardwright.load(pack).declared.board.things_named("brand-new")
        return capfd.readouterr().err, {**made.values, "title": made.title}

    return answer


@pytest.mark.parametrize("typed", ["arch, mole", "[arch, mole]", "arch,mole,"])
def test_a_set_is_typed_with_or_without_brackets(answered: Answered, typed: str) -> None:
    prompts, made = answered("market", "", typed, "")
    assert made["stops"] == ("arch", "mole")
    assert "[lock, arch, mole]: " in prompts


@pytest.mark.parametrize(
    ("pack", "lines", "said", "made"),
    [
        ("my-race", ["", "four", "4"], "whole number, not `four`; write `4`", {"stride": 4}),
        ("my-race", ["a\tb", "X", "4"], "a title must be one line", {"title": "X"}),
        ("market", ["", "arch", "arc", "arch"], "did you mean `arch`?", {"home": "arch"}),
        ("market", ["", "mule", "mole", ""], "did you mean `mole`?", {"stops": ("mole",)}),
        ("market", ["", "4", "mole", ""], "the id of a stall, not a number\n", {"home": "lock"}),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_refused_at_once(
    answered: Answered, pack: str, lines: list[str], said: str, made: dict[str, object]
) -> None:
    prompts, values = answered(pack, *lines)
    assert [line for line in prompts.splitlines(True) if "Error: " in line and said in line]
    assert made.items() <= values.items()


def test_an_invalid_result_is_undone(here: Path) -> None:
    new("pack", "my-race")
    before = snapshot(here)
    for wrong in ("copies=many", "event=gain 1 stepps", "event=remove"):
        assert invoke(["new", "card", "my-race", "x", "--set", wrong]) == 1
    assert invoke(["new", "card", "my-race", "tail-wind"]) == 1
    assert invoke(["new", "card", "my-race", "x", "--file", "deep/y.yaml", "--set", "event=x"]) == 1
    assert snapshot(here) == before
    assert not (here / "my-race/deep").exists()


def test_all_errors_are_reported_at_once(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new("pack", "my-race")
    line = ["new", "card", "my-race", "Wind", "--set", "strid=4", "--set", "stride=many"]
    assert invoke(line) == 2
    said = capsys.readouterr().err
    words = ("`Wind` can't be the name", "no key `strid`", "`stride` must be a whole number")
    assert [word for word in words if word not in said] == []


ITEM = ["- id: c", "  n: 1"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("xs:\n  - id: a\n\n  - id: b\n", "xs:\n  - id: a\n\n  - id: b\n\n  - id: c\n    n: 1\n"),
        ("xs:\n  - id: a\n  - id: b\n", "xs:\n  - id: a\n  - id: b\n  - id: c\n    n: 1\n"),
        ("xs:\n- id: a # one\ny: 1\n", "xs:\n- id: a # one\n- id: c\n  n: 1\ny: 1\n"),
        ("xs:\n- {id: a}", "xs:\n- {id: a}\n- id: c\n  n: 1\n"),
        ("xs:\r\n- {id: a}\r\n", "xs:\r\n- {id: a}\r\n- id: c\r\n  n: 1\r\n"),
        ("\ufeffxs:\n- {id: a}\n", "\ufeffxs:\n- {id: a}\n- id: c\n  n: 1\n"),
        ("xs:\n- id: a\n  e: |\n    q\n\n# end\n",
         "xs:\n- id: a\n  e: |\n    q\n\n- id: c\n  n: 1\n\n# end\n"),
        ("y: 1\n", "y: 1\n\nxs:\n  - id: c\n    n: 1\n"),
    ],
)  # fmt: skip
def test_the_rest_of_a_file_is_kept(text: str, wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(text.encode())
    assert add_item(open_for_edit(path), "xs", ITEM) == wanted


@pytest.mark.parametrize("text", ["xs: [{id: a}]\n", "xs: []\n", "xs:\n"])
def test_lists_that_nothing_is_added_to(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(Stop, match="another file"):
        add_item(open_for_edit(path), "xs", ITEM)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Red Fox", "Red Fox"), ("a, b's", "a, b's"), ("a: b", '"a: b"'), ("5", '"5"'),
        ("true", '"true"'), ("", '""'), ("# x", '"# x"'), (["a, b", "c"], '["a, b", c]'),
        ({"t": "x: y", "n": 3}, '{t: "x: y", n: 3}'), (False, "false"), ("say \"x\"", 'say "x"'),
    ],
)  # fmt: skip
def test_values_as_yaml(value: object, written: str) -> None:
    assert scalar(value) == written  # type: ignore[arg-type]


TITLES = [
    "a: b", "a #b", '""', "{a", "- a", "! a", "yes", "12", "a\\b", "Ünï 日本 é“q”", "a 'b' \"c\"",
    "  blanks around ", "long " * 20,
]  # fmt: skip
MORE_TITLES = [
    "a:", "#a", "it's", 'St"orm', '"a"', "''", "a}", "[a", "-a", "? a", "& a", "*a", "|", "> a",
    "% a", "@a", "`a`", "~", "a, b", "...", "---", "<<",
]  # fmt: skip


@pytest.mark.parametrize("title", [*TITLES, *MORE_TITLES])
def test_a_title_is_read_back(title: str) -> None:
    for value in (title, [title, "x"]):
        document = read(Source("a.yaml", f"title: {scalar(value)}\n"), Report())
        assert document is not None
        assert document.value == {"title": value}


@pytest.mark.parametrize(
    "title", [*TITLES, *(pytest.param(title, marks=pytest.mark.soak) for title in MORE_TITLES)]
)
def test_any_title_is_accepted(title: str, here: Path) -> None:
    new("pack", "my-race", "--title", title)
    new("card", "my-race", "dawn", "--title", title)
    new("module", "my-race", "storm", "--title", title)
    new("scenario", "my-race", "dawn", "--title", title)
    assert_valid("my-race")
    rules = cardwright.load("my-race", modules=["storm"])
    assert rules.title == title.strip()
    assert [thing.title for thing in rules.declared.board.things_named("dawn")] == [title.strip()]
    assert [module.title for module in cardwright.modules("my-race").values()] == [title.strip()]
    assert any(" is played" in line for line in log.lines(rules.new_game(2, 1).position, None))


@pytest.mark.parametrize("title", ["a\nb", "a\tb", "\x07", "a\u2028b"])
@pytest.mark.parametrize("what", ["card", "module", "scenario"])
def test_a_title_is_one_line(what: str, title: str, here: Path) -> None:
    new("pack", "my-race")
    before, id = snapshot(here), "dawn" if what != "scenario" else "turn"
    assert invoke(["new", what, "my-race", id, "--title", title]) == 2
    assert snapshot(here) == before


def test_effects_as_yaml() -> None:
    assert effect_lines("do", "gain 1 gold") == ["do: gain 1 gold"]
    assert effect_lines("do", "may: gain 1 gold") == ["do: |", "  may: gain 1 gold"]


# ----------------------------------------------------------------------------- module


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("id: p\nmain: x\n", "id: p\nmodules:\n  m: {title: M, adds: m}\nmain: x\n"),
        ("id: p\nmodules: {}\nmain: x\n", "id: p\nmodules:\n  m: {title: M, adds: m}\nmain: x\n"),
        ("id: p\nmodules: {}  # none\n", "id: p\nmodules:  # none\n  m: {title: M, adds: m}\n"),
        ("id: p\nmodules:\n  a: {adds: a}  # one\n\nmain: x\n",
         "id: p\nmodules:\n  a: {adds: a}  # one\n  m: {title: M, adds: m}\n\nmain: x\n"),
        ("id: p\nmodules:\n    a:\n        adds: a\nmain: x\n",
         "id: p\nmodules:\n    a:\n        adds: a\n    m: {title: M, adds: m}\nmain: x\n"),
        ("id: p\nmodules: {a: {adds: a}}\n",
         "id: p\nmodules: {a: {adds: a}, m: {title: M, adds: m}}\n"),
    ],
)  # fmt: skip
def test_a_module_in_a_manifest(text: str, wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(text, "utf-8")
    assert with_module(open_for_edit(path), "m", "M") == wanted


def test_a_module_has_an_effect_when_enabled(here: Path) -> None:
    new("pack", "my-race")
    new("module", "my-race", "storm")
    new("card", "my-race", "thunder", "--module", "storm")
    assert_valid("my-race")
    assert not cardwright.load("my-race").declared.board.things_named("thunder")
    rules = cardwright.load("my-race", modules=["storm"])
    assert rules.declared.board.things_named("thunder")
    assert any("Storm is played" in line for line in log.lines(rules.new_game(2, 1).position, None))
    before = snapshot(here)
    assert invoke(["new", "module", "my-race", "storm"]) == 1
    assert snapshot(here) == before
    new("scenario", "my-race", "thunder")
    assert invoke(["test", "my-race"]) == 0


# --------------------------------------------------------------------------- scenario


@pytest.mark.parametrize("pack", ["hands", "dice-engine", "market", "push-your-luck"])
def test_scenarios_of_all_definitions_pass(pack: str, tmp_path: Path) -> None:
    rules, tried = cardwright.load(TEST_PACKS / pack), 0
    board = rules.declared.board
    ids = [*rules.declared.rules, *(option.id for option in rules.declared.options)]
    ids += [id for group in board.things.values() for id in group]
    for id in ids:
        try:
            text = "\n".join(scenario_lines(rules, id, "", "", play_definition(rules, id)))
        except Stop as stop:
            assert "by hand" in stop.message  # noqa: PT017
            continue
        file = tmp_path / "one.yaml"
        file.write_text(text + "\n", "utf-8")
        for scenario in read_file(file, Report()):
            assert play(scenario, TEST_PACKS / pack).passed, text
            tried += 1
    assert tried > 2


def test_a_new_scenario_fails_when_its_card_changes(here: Path) -> None:
    new("pack", "my-race")
    new("scenario", "my-race", "muddy-path")
    assert_valid("my-race")
    words = ["test", "my-race", "-k", "muddy-path.yaml"]
    assert invoke(words) == 0
    assert invoke(["new", "scenario", "my-race", "muddy-path"]) == 1
    cards = here / "my-race/cards.yaml"
    text = cards.read_text("utf-8")
    cards.write_text(text.replace("player loses 1 step", "player loses 2 steps"), "utf-8")
    clear_cache()
    assert invoke(words) == 1
