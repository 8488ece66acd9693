"""`check --fix`: what is fixed, what is left alone, and that nothing else is changed."""

from __future__ import annotations

import difflib
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.source import edits
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Source
from cardwright.source.yaml_fixes import yaml_fixes
from cardwright.source.yaml_reader import read
from cardwright_tools import fix
from cardwright_tools.cli import invoke
from cardwright_tools.language_service.fix_titles import fix_title

from ..broken.broken_packs import Case, cases, write

AT_REST = [case for case in cases() if not case.rules and not case.make]
LEFT = [
    # the word is only a part of the marked text
    "an unknown printed value modified",
    # short names have to be fixed by hand
    "a room for an unknown kind",
    # a range may be meant, too
    "a family through no enum",
    # not only a misspelt word: `do` is missing, too
    "a misspelt rule as a statement",
    # two words of the language are equally near
    "none after a misspelt word",
    "you after a misspelt word",
    # keys below `lasting` have to be fixed by hand
    "a broken ability in a card's lasting effect",
    # not a typo: the author must choose the pack and version
    "a required pack that is not there",
    "a required pack of those that are shipped, misspelt",
    "an answer in no rule",
    "an automaton that nobody is",
    "a choice at the same time that is not a state",
    "a window with an unknown menu",
    # two words are equally near
    "a name like one that the loop gives",  # the declaration is wrong
    "change of nothing",
    # a limit needs a place, too: `at most` alone fixes nothing
    "a limit with a typo and without a place",
]


def check(packs: list[Path], case: Case) -> tuple[Diagnostic, ...]:
    return cardwright.examine(*packs, modules=case.modules)[1].diagnostics


def texts(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def fixed(case: Case, folder: Path) -> tuple[fix.FixResult, list[Path]]:
    packs = write(case, folder)
    return fix.fix_packs(lambda: check(packs, case), packs), packs


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("text: Act: now", 'text: "Act: now"'),
        ("  - - a b-c:  Act: now \t # why: so", '  - - a b-c:  "Act: now" \t # why: so'),
        ("text: Act:#1 #2", 'text: "Act:#1" #2'),
        ("text: 'Act': now", None),
        ("text: x" + " " * 100_000 + "y: z", 'text: "x' + " " * 100_000 + 'y: z"'),
        ("- " * 50_000 + "!: a: b", None),
    ],
    ids=lambda text: str(text)[:20],
)
def test_the_value_of_a_line_with_a_second_colon(line: str, fixed: str | None) -> None:
    source = Source("a.yaml", line)
    colon = line.rindex("Act") + 3 if "Act" in line else line.rindex(": ")
    made = yaml_fixes("CW117", source, colon)
    found = edits.apply_edits(line, made) if made else None
    assert found == fixed


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("- id: a\n  title:Muddy Path # x\n", "- id: a\n  title: Muddy Path # x\n"),
        ("a: {on:town}", "a: {on: town}"),
        ("a: {state:{}}", "a: {state: {}}"),
        ("http://example.org/a\n", None),
        ("a: |\nmay:gain 1 gold\n", None),
    ],
)
def test_the_space_after_a_colon(text: str, fixed: str | None) -> None:
    source = Source("a.yaml", text)
    key = next(
        at for word in ("title", "on", "state", "http", "may") if (at := text.find(word)) >= 0
    )
    made = yaml_fixes("CW116", source, key)
    assert (edits.apply_edits(text, made) if made else None) == fixed


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.case, marks=() if at % 3 == 0 else pytest.mark.soak)
        for at, case in enumerate(AT_REST)
    ],
)
def test_a_fix_removes_its_error_and_changes_nothing_else(case: Case, one_folder: Path) -> None:
    packs = write(case, one_folder)
    old = texts(one_folder)
    done = fix.fix_packs(lambda: check(packs, case), packs)
    new = texts(one_folder)
    changed = {name for name in old if old[name] != new[name]}
    assert changed == {Path(m.file).relative_to(one_folder).as_posix() for m in done.fixes}
    if done.fixes:
        assert not {m.code for m in done.fixes} & {d.code for d in check(packs, case)}
    for name in changed:
        assert_only_fixes_differ(old[name], new[name], done)


def assert_only_fixes_differ(old: bytes, new: bytes, done: fix.FixResult) -> None:
    """Every changed line has a fix."""
    one, other = old.decode().splitlines(True), new.decode().splitlines(True)
    lines = {m.line for m in done.fixes}
    for tag, low, high, _, _ in difflib.SequenceMatcher(None, one, other, False).get_opcodes():
        assert tag == "equal" or set(range(low + 1, high + 1)) <= lines


def test_misspelt_words_have_a_safe_fix(one_folder: Path) -> None:
    misspelt, done = [case for case in AT_REST if case.help.startswith("did you mean")], []
    for case in misspelt:
        done.append(fixed(case, one_folder)[0])
        shutil.rmtree(one_folder)
    assert len(misspelt) > 25
    assert [case.case for case, one in zip(misspelt, done, strict=True) if not one.fixes] == LEFT


def test_two_equally_near_words_are_not_fixed(tmp_path: Path) -> None:
    more = "menus: {bats: {title: A}}\nrules:\n  much: open cats\n  more: open bats\n"
    case = Case("tie", "CW211", more=f"{more}  most: open acts\n".replace("cats", "aats"))
    done, _ = fixed(case, tmp_path)
    assert not done.fixes
    assert "`acts` or `bats`" in done.remaining[0].help
    assert [edit.text for edit in done.remaining[0].fixes] == ["acts", "bats"]  # editors offer both


def test_several_mistakes_that_hide_each_other(tmp_path: Path) -> None:
    more = "rulse:\n  much: remvoe 1 baot\nmenus:\n  most: Act: now\n"
    done, packs = fixed(Case("all", "", more=more), tmp_path)
    assert not done.remaining
    text = (packs[0] / "more.yaml").read_text("utf-8")
    assert text == 'rules:\n  much: remove 1 boat\nmenus:\n  most: "Act: now"\n'


@pytest.mark.parametrize(
    ("file", "old", "new", "fixes"),
    [
        # If a declaration is wrong or missing, its uses are right.
        ("board", "  - {id: north, provenance: fixture}\n", "", []),
        ("board", "boat: {is", "baot: {is", []),
        ("board", "gold: {", "red-gold: {type: number}, blue-gold: {", []),
        ("board", "  deck: {", "  trade-deck: {holds: deed}\n  storm-deck: {", []),
        ("board", "round: {", "first-round: {type: number}\n  last-round: {", []),
        ("board", "{worth: number}", "{wroth: number}", []),
        ("board", "deed: {is: card", "dede: {is: card", []),
        # A declaration is fixed before its uses.
        ("rules", "fleet of player on town:", "fleet of plyaer on town:", ["player"]),
        # A name is not fixed while a file can't be read: it may be declared there.
        ("board", "boat: {is: piece, on: town", "bo: {is: piece, on: town, ]", []),
        # Quotes after which the file can't be read, and quotes that hide a key.
        ("board", "hand: {holds: deed", "hand: {holds:]deed", []),
        ("board", "state:\n", "state: round: \n", []),
        # A key with no space after its colon is not a text that needs quotes.
        ("board", "is: piece, on: town", "is: piece, on:town", [" "]),
        ("board", "state: {burnt: flag}", "state:burnt", []),
        ("board", "deeds:\n", "deeds:\n  - id: tax\n    title: Tax copies: 6\n", []),
    ],
)
def test_a_correct_word_is_not_changed_to_match_a_wrong_one(
    file: str, old: str, new: str, fixes: list[str], tmp_path: Path
) -> None:
    packs = write(Case("", ""), tmp_path)
    path = packs[0] / f"{file}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    before = texts(packs[0])
    done = fix.fix_packs(lambda: check(packs, Case("", "")), packs)
    assert [m.new for m in done.fixes] == fixes
    assert fixes or texts(packs[0]) == before


CARDS = """optons:
  - {id: feast, worth: 1, event: gain 1 gold, provenance: house}
  - {id: fair, worth: 1, event: gain 1 gold, provenance: house}
"""


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("set burnt of skara to false", "set burnt of skara to no"),
        ("gain two gold", "gain 2 gold"),
        ("if round is 3\n      gain 2 gold", "if round is 3:\n      gain 2 gold"),
        ("for each town\n      gain 2 gold", "for each town:\n      gain 2 gold"),
    ],
)
def test_what_can_only_be_meant_is_fixed(line: str, fixed: str, one_folder: Path) -> None:
    case = Case("certain", "", more=f"rules:\n  much: |\n    {line}\n")
    packs = write(case, one_folder)
    fix.fix_packs(lambda: check(packs, case), packs)
    more = (one_folder / "base/more.yaml").read_text(encoding="utf-8")
    assert more == f"rules:\n  much: |\n    {fixed}\n"


def test_a_misspelt_declaration_is_not_spread(one_folder: Path) -> None:
    more = "rules:\n  fery: gain 1 gold\n  much: |\n    do ferry\n    gain 1 gold\n"
    more += "abilities:\n  - {when: after ferry, do: gain 1 gold}\n"
    case = Case("misspelt", "", more=more)
    packs = write(case, one_folder)
    fix.fix_packs(lambda: check(packs, case), packs)
    assert (one_folder / "base/more.yaml").read_text(encoding="utf-8") == more


def test_a_fix_that_causes_other_errors_is_reverted(tmp_path: Path) -> None:
    """Under `options`, cards would lack keys that all options must have."""
    done, packs = fixed(Case("all", "", more=f"{CARDS}rulse:\n  much: gain 1 gold\n"), tmp_path)
    assert [(m.old, m.new) for m in done.reverted] == [("optons", "options")]
    assert [d.code for d in done.remaining] == ["CW320"]
    text = (packs[0] / "more.yaml").read_text("utf-8")
    assert text == f"{CARDS}rules:\n  much: gain 1 gold\n"


@pytest.mark.parametrize(
    "line", ["remove 1 hand boat", "gain (number of towns within 1 gold of skara) gold"]
)
def test_a_name_of_the_game_in_the_wrong_place_is_not_misspelt(line: str, tmp_path: Path) -> None:
    """`hand` may not mean `band`, nor `gold` mean `good`."""
    more = f"extend: {{boat: {{state: {{band: flag}}}}}}\nrules:\n  much: {line}\n"
    done, _ = fixed(Case("", "", more=more), tmp_path)
    assert not done.fixes
    assert not any(d.fixes for d in done.remaining)


def test_capitals_in_names(tmp_path: Path) -> None:
    done, _ = fixed(Case("", "", more="rules:\n  much: gain 2 GOLD per Salt town\n"), tmp_path)
    assert [m.new for m in done.fixes] == ["gold", "salt"]
    done, _ = fixed(Case("", "", more="rules:\n  much: place 1 boat on Nowhere\n"), tmp_path / "b")
    assert not done.fixes


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("if round > 2: gain 1 gold\n    else: lose 1 gold", "otherwise:"),
        ("if round \u2265 2: gain 1 gold", ">= 2"),
        ("set round to round \u2013 1", "round - 1"),
        ("gain\u00a02 gold", "gain 2 gold"),
        ("may “Take it”: gain 2 gold", '"Take it":'),
        ("place 1 boat on Ribe Town", "on ribe\n"),
        ("Gain 2 gold", "gain 2 gold"),
    ],
)
def test_what_can_be_meant_in_one_way_only(wrong: str, right: str, tmp_path: Path) -> None:
    town = "{id: ribe, title: Ribe Town, isle: north, good: salt, provenance: fixture}"
    text = f"towns:\n  - {town}\nrules:\n  much: |\n    {wrong}\n"
    done, packs = fixed(Case("", "", more=text), tmp_path)
    assert not done.remaining
    assert right in (packs[0] / "more.yaml").read_text("utf-8")


@pytest.mark.parametrize("written", ['"2"', "two", "'two'"])
def test_a_number_in_quotes_or_words(written: str, tmp_path: Path) -> None:
    more = f"deeds: [{{id: feast, worth: {written}, event: gain 1 gold, provenance: house}}]\n"
    done, packs = fixed(Case("all", "", more=more), tmp_path)
    assert not done.remaining
    assert (packs[0] / "more.yaml").read_text("utf-8") == more.replace(written, "2")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Gossip", "gossip"), ("Old Wives", "old-wives"), ("tax_day", "tax-day"),
        ("And", None),  # a word of the language
        ("Caf\u00e9", None),
    ],
)  # fmt: skip
def test_the_spelling_of_ids(wrong: str, right: str | None, tmp_path: Path) -> None:
    more = f"deeds: [{{id: {wrong}, worth: 1, event: gain 1 gold, provenance: house}}]\n"
    done, _ = fixed(Case("all", "", more=more), tmp_path)
    assert [m.new for m in done.fixes] == ([right] if right else [])


def test_uses_of_an_id_with_a_capital(tmp_path: Path) -> None:
    more = "towns:\n  - {id: Ribe, isle: north, good: salt, provenance: house}\n"
    more += "rules:\n  much: place 1 boat on Ribe\n"
    done, packs = fixed(Case("all", "", more=more), tmp_path)
    assert not done.remaining
    assert (packs[0] / "more.yaml").read_text("utf-8") == more.replace("Ribe", "ribe")


def test_an_id_is_not_normalized_to_one_that_is_there(tmp_path: Path) -> None:
    more = "towns:\n  - {id: Skara, isle: north, good: salt, provenance: house}\n"
    done, packs = fixed(Case("all", "", more=more), tmp_path)
    assert not done.fixes
    assert (packs[0] / "more.yaml").read_text("utf-8") == more


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("2 to 3", "[2, 3]"), ("2-3", "[2, 3]"), ("two to three", "[2, 3]"), ("[2-3]", "[2, 3]"),
        ("[1, 2, 3]", "[1, 3]"), ("{min: 2, max: 3}", "[2, 3]"),
        ("3", None), ("[1, 3, 5]", None),
    ],
)  # fmt: skip
def test_numbers_of_players(wrong: str, right: str | None, tmp_path: Path) -> None:
    case = Case("all", "", replace={"pack.yaml": {"players: [2, 3]": f"players: {wrong}"}})
    done, _ = fixed(case, tmp_path)
    assert [m.new for m in done.fixes] == ([right] if right else [])
    assert bool(done.remaining) == (right is None)


def test_yes_and_no_where_yaml_has_true_and_false(tmp_path: Path) -> None:
    more = "menus: {acts2: {title: A, logged: no}}\n"
    done, _ = fixed(Case("all", "", more=more), tmp_path)
    assert [(m.code, m.old, m.new) for m in done.fixes] == [("CW322", "no", "false")]


def test_a_section_is_fixed_if_one_of_its_cards_is_valid(tmp_path: Path) -> None:
    more = """deds:
  - {id: feast, worth: 1, event: gain 1 gold, provenance: house}
  - {id: fair, worth: none, event: gain 1 gold, provenance: house}
"""
    done, _ = fixed(Case("all", "", more=more), tmp_path)
    assert [(m.old, m.new) for m in done.fixes] == [("deds", "deeds")]
    assert [d.code for d in done.remaining] == ["CW322"]


def test_a_fix_is_kept_if_another_error_was_there_before(tmp_path: Path) -> None:
    more = "deeds:\n  - {id: feast, worth: soon, evnt: gain 1 gold, provenance: house}\n"
    done, _ = fixed(Case("all", "", more=more), tmp_path)
    assert [(m.old, m.new) for m in done.fixes] == [("evnt", "event")]
    assert [d.code for d in done.remaining] == ["CW322"]


@pytest.mark.parametrize(
    ("more", "now"),
    [
        ("rules:\n\tmuch: gain 1 gold\n\tmost: stop\n",
         "rules:\n  much: gain 1 gold\n  most: stop\n"),
        ("deeds:\n\t- id: feast\n\t  worth: 1\n\t  provenance: house\n",
         "deeds:\n  - id: feast\n    worth: 1\n    provenance: house\n"),
        ("rules:\n\tmuch: |\n\t\tgain 1 gold\n", "rules:\n  much: |\n    gain 1 gold\n"),
        ("deeds:\n\t- id: feast\n\t\tworth: 1\n", "deeds:\n  - id: feast\n    worth: 1\n"),
        ("rules:\n    much: gain 1 gold\n\tmost: stop\n",
         "rules:\n    much: gain 1 gold\n    most: stop\n"),
        # In or below the entry before it?
        ("rules:\n  much: {do: stop}\n  most:\n    do: |\n      gain 1 gold\n\t\tlimit: stop\n",
         None),
    ],
)  # fmt: skip
def test_tabs_that_indent(more: str, now: str | None, tmp_path: Path) -> None:
    _, packs = fixed(Case("tabs", "", more=more), tmp_path)
    assert (packs[0] / "more.yaml").read_text("utf-8") == (now or more)


def test_line_ends_and_byte_order_marks_are_kept(tmp_path: Path) -> None:
    packs = write(Case("all", ""), tmp_path)
    path = packs[0] / "more.yaml"
    path.write_bytes("\ufeffrulse:\r\n  much: gain 1 gold  # ü\r\n".encode())
    fix.fix_packs(lambda: check(packs, Case("", "")), packs)
    assert path.read_bytes() == "\ufeffrules:\r\n  much: gain 1 gold  # ü\r\n".encode()


def test_a_file_saved_since_the_check_is_left_alone(tmp_path: Path) -> None:
    packs = write(Case("all", "", more="rulse: {}\n"), tmp_path)
    found = check(packs, Case("", ""))
    (packs[0] / "more.yaml").write_text("rulse: {}  # more\n", "utf-8")
    assert fix.apply_fixes(found) == ()


def test_a_file_saved_during_a_fix_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = write(Case("all", "", more="rulse: {}\n"), tmp_path)
    original = edits.apply_edits

    def slow(*words: Any) -> str:
        (packs[0] / "more.yaml").write_text("theirs: {}\n", "utf-8")
        return original(*words)

    monkeypatch.setattr(edits, "apply_edits", slow)
    assert not fix.fix_packs(lambda: check(packs, Case("", "")), packs).fixes
    assert (packs[0] / "more.yaml").read_text("utf-8") == "theirs: {}\n"


def test_required_packs_are_left_alone(tmp_path: Path) -> None:
    add = {"../more/pack.yaml": "id: more\nversion: 1.0.0\ntitle: More\nplayers: [2, 3]\n"
           'requires: {base: ">=1"}\n'}  # fmt: skip
    case = Case("two", "", more="rulse: {}\n", add=add, load=("more",))
    before = Case("two", "", more="rulse: {}\n").more
    done, packs = fixed(case, tmp_path)
    assert packs[0].name == "more"
    assert not done.fixes
    assert (tmp_path / "base" / "more.yaml").read_text("utf-8") == before


def test_changed_only_limits_fixes(tmp_path: Path) -> None:
    files = {"kept.yaml": "rulse: {}\n", "edited.yaml": "rulse: {}\n"}
    (pack,) = write(Case("all", "", add=files), tmp_path)
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run(["git", *who, *words], cwd=pack, check=True, capture_output=True, timeout=60)
    (pack / "edited.yaml").write_text("rulse:\n  much: gain 1 gold\n", "utf-8")
    (pack / "new.yaml").write_text("rulse:\n  more: gain 2 gold\n", "utf-8")
    assert invoke(["check", str(pack), "--fix", "--changed-only"]) == 0
    texts = {path.name: path.read_text("utf-8") for path in pack.glob("*.yaml")}
    assert texts["kept.yaml"] == "rulse: {}\n"
    assert texts["edited.yaml"] == "rules:\n  much: gain 1 gold\n"
    assert texts["new.yaml"] == "rules:\n  more: gain 2 gold\n"


def test_the_command_names_a_character_that_is_not_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack,) = write(Case("all", "", more="rules:\n  much: gain\u00a01 gold\n"), tmp_path)
    assert invoke(["check", str(pack), "--fix"]) == 0
    assert "fixed CW201: U+00A0 is now a space" in capsys.readouterr().out


def test_the_command_lists_its_fixes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack,) = write(Case("all", "", more="rulse:\n  much: gain 1 gold\n"), tmp_path)
    assert invoke(["check", str(pack), "--fix"]) == 0
    said = capsys.readouterr().out
    assert "more.yaml:1:1: fixed CW320: `rulse` is now `rules`" in said
    assert invoke(["check", str(pack), "--fix"]) == 0
    assert "fixed" not in capsys.readouterr().out


def test_the_command_lists_reverted_fixes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack,) = write(Case("all", "", more=CARDS), tmp_path)
    assert invoke(["check", str(pack), "--fix", "--select", "CW320"]) == 1
    said = capsys.readouterr().out
    assert "more.yaml:1:1: not fixed CW320: with `options` instead of `optons`" in said
    assert (pack / "more.yaml").read_text("utf-8") == CARDS


@pytest.mark.parametrize(("deep", "fixes"), [(30, 1), (50, 0)])
def test_deeply_nested_text_is_not_read_again_for_its_tabs(deep: int, fixes: int) -> None:
    """With a hundred thousand brackets, that would take a minute."""
    report = Report()
    read(Source("a.yaml", f"a:\n\tb: {'[' * deep}{']' * deep}\n"), report)
    assert [(one.code, len(one.fixes)) for one in report.diagnostics] == [("CW111", fixes)]


@pytest.mark.parametrize(("said", "fixes"), [
    ("each player gains 2 steppsShoe", []),
    ("each player gains 2 Gold", ["gold"]),
    ("Gain 2 gold", ["gain"]),
    ("gain 2 gold on North Gate", ["north-gate"]),
    ("gain 2 gold on north_gate", ["north-gate"]),
    ("gain 2 gold on south_gate", []),
])  # fmt: skip
def test_a_word_is_only_normalized_to_one_that_is_known(
    said: str, fixes: list[str], tmp_path: Path
) -> None:
    (tmp_path / "pack.yaml").write_text(
        "id: gold\nversion: 1.0.0\ntitle: Gold\nplayers: [1, 1]\nmain: game\n"
    )
    (tmp_path / "rules.yaml").write_text(
        "provenance: fixture\n"
        "kinds: {player: {state: {gold: number}}, gate: {is: place}}\n"
        "players: [{id: ann}]\ngates: [{id: north-gate}]\n"
        f"rules:\n  game: |\n    {said}\n"
    )
    [found] = [one for one in cardwright.examine(tmp_path)[1].diagnostics
               if one.severity == "error"]  # fmt: skip
    assert [one.text for one in found.fixes] == fixes


@pytest.mark.parametrize(
    ("before", "after", "title"),
    [
        ("shufle", "shuffle", "Write `shuffle` instead of `shufle`"),
        ("\tgain", "    gain", "Replace tabs with spaces"),
        ("\t", "  ", "Replace tabs with spaces"),
        ("  ", "", "Remove the spaces"),
        (" odd", "", "Remove `odd`"),
        ("", "provenance: ours", "Write `provenance: ours`"),
    ],
)
def test_editors_say_what_a_fix_does(before: str, after: str, title: str) -> None:
    edit = edits.Edit(Source("game.yaml", before).whole, after)
    assert fix_title(edit) == title
    assert fix_title(edit, quote="") == title.replace("`", "")
