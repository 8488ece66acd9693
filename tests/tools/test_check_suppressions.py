"""Suppressions in content: where they apply, what they need, and when they are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.source.diagnostics import Report

from .check_fixtures import CONTENT, ODD, PLAYERS, found_in, lines, odd_words, odd_words_of, pack

ALLOW = f"# cardwright: allow {ODD} because it is old"
LINES = "".join(f"  more-{n}: {{}}\n" for n in range(40))


@pytest.fixture(autouse=True)
def lints(monkeypatch: pytest.MonkeyPatch) -> None:
    odd_words(monkeypatch)


# A file of the pack; the diagnostics, by code and line; how many are suppressed.
CASES = {
    "none": ("menus: {odd-a: {}}\n", [(ODD, 1)], 0),
    "on the line": (f"menus: {{odd-a: {{}}}}  {ALLOW}\n", [], 1),
    "on the line before": (f"{ALLOW}\nmenus: {{odd-a: {{}}}}\n", [], 1),
    "over an empty line and a comment": (f"{ALLOW}\n\n# so\nmenus: {{odd-a: {{}}}}\n", [], 1),
    "not on the line after": (f"menus:\n  odd-a: {{}}\n  b: {{}}  {ALLOW}\n",
                              [(ODD, 2), ("CW601", 3)], 0),
    "not behind a line for the next": (f"menus:\n  b: {{}}  {ALLOW}\n  odd-a: {{}}\n",
                                       [("CW601", 2), (ODD, 3)], 0),
    "two on one line": (f"menus: {{odd-a: {{}}, odd-b: {{}}}}  {ALLOW}\n", [], 2),
    "another code": (f"menus: {{strange-a: {{}}}}  {ALLOW}\n", [("CW599", 1), ("CW601", 1)], 0),
    "several codes": ("menus: {odd-a: {title: strange-a}}  "
                      "# cardwright: allow CW598, CW599 because they are\n", [], 2),
    "one of several in vain": ("menus: {odd-a: {}}  "
                               "# cardwright: allow CW598 CW599 because they are\n",
                               [("CW601", 1)], 1),
    "in the block of an effect": (f"rules:\n  r: |\n    say \"odd-a\"  {ALLOW}\n", [], 1),
    "before a line of a block": (f"rules:\n  r: |\n    {ALLOW}\n    say \"odd-a\"\n", [], 1),
    "on the head of a block": (f"rules:\n  r: |  {ALLOW}\n    say \"odd-a\"\n",
                               [("CW601", 2), (ODD, 3)], 0),
    "in quotes": (f'menus: {{b: {{title: "odd-a {ALLOW}"}}}}\n', [(ODD, 1)], 0),
    "no reason": ("menus: {odd-a: {}}  # cardwright: allow CW598\n", [(ODD, 1), ("CW602", 1)], 0),
    "an empty reason": ("menus: {odd-a: {}}  # cardwright: allow CW598 because\n",
                        [(ODD, 1), ("CW602", 1)], 0),
    "another word": ("menus: {odd-a: {}}  # cardwright: permit CW598 because so\n",
                     [(ODD, 1), ("CW602", 1)], 0),
    "no such code": ("menus: {odd-a: {}}  # cardwright: allow CW999 because so\n",
                     [(ODD, 1), ("CW602", 1)], 0),
    "an error": ("menus: {b: {}}  # cardwright: allow CW211 because so\n", [("CW603", 1)], 0),
    "an allowance": (f"# cardwright: allow CW601 because so\nmenus: {{b: {{}}}}  {ALLOW}\n",
                     [("CW602", 1), ("CW601", 2)], 0),
    "without the colon": ("menus: {odd-a: {}}  # cardwright allow CW598 because so\n",
                          [(ODD, 1), ("CW602", 1)], 0),
    "a comment about us": ("menus: {odd-a: {}}  # cardwright checks it\n", [(ODD, 1)], 0),
    "glued": ("menus: {odd-a: {}}  #cardwright:allow CW598 because so\n", [], 1),
    "lines that end as on Windows": (f"{ALLOW}\r\nmenus: {{odd-a: {{}}}}\r\n", [], 1),
    "at the end of the file": (f"menus: {{b: {{}}}}\n{ALLOW}", [("CW601", 2)], 0),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "suppressed"), CASES.values(), ids=CASES)
def test_a_suppression(
    text: str, expected: list[tuple[str, int]], suppressed: int, tmp_path: Path
) -> None:
    examined = found_in(pack(tmp_path / "one", words=text))
    assert sorted(lines(examined.found)) == sorted(expected)
    assert examined.suppressed == suppressed


def test_an_error_cannot_be_suppressed(tmp_path: Path) -> None:
    text = "# cardwright: allow CW211 because so\nrules: {odd-r: do nothing-known}\n"
    examined = found_in(pack(tmp_path / "one", words=text))
    assert lines(examined.found) == [("CW603", 1), ("CW211", 2)]
    assert examined.titles == ()


def test_suppressions_are_not_reported_unless_lints_ran(tmp_path: Path) -> None:
    text = f"menus: {{b: {{}}}}  {ALLOW}\nrules: {{r: do nothing-known}}\n"
    assert lines(found_in(pack(tmp_path / "one", words=text)).found) == [("CW211", 2)]


def test_the_suggested_suppression_is_valid(tmp_path: Path) -> None:
    """Following the help of CW602 gives a valid suppression."""
    (found,) = found_in(pack(tmp_path / "one", words="menus: {b: {}}  # cardwright: x\n")).found
    words = found.help.split("`")[1].replace("...", "so")
    examined = found_in(pack(tmp_path / "two", words=f"menus: {{b: {{}}}}  {words}\n"))
    assert lines(examined.found) == [("CW601", 1)]


# The message and the help for each suppression. `odd-a` is on line 3.
SAID = {
    "a line too early": (f"menus:\n  b: {{}}  {ALLOW}\n  odd-a: {{}}\n",
                         "CW598 occurs on line 3, but this only applies to line 2",
                         "the end of line 3"),
    "a line too late": (f"menus:\n  b: {{}}\n  odd-a: {{}}\n  c: {{}}  {ALLOW}\n",
                        "CW598 occurs on line 3, but this only applies to line 4", "above that"),
    "before a definition": (f"{ALLOW}\nmenus:\n  odd-a: {{}}\n",
                            "CW598 occurs on line 3, but this only applies to line 2", "line 3"),
    "far away": (f"menus:\n  b: {{}}\n  odd-a: {{}}\n{LINES}  c: {{}}  {ALLOW}\n",
                 "unused suppression of CW598", "remove it"),
    "nowhere": (f"menus:\n  b: {{}}  {ALLOW}\n",
                "unused suppression of CW598", "remove it"),
    "already allowed": (f"menus:\n  b: {{}}  {ALLOW}\n  odd-a: {{}}  {ALLOW}\n",
                        "unused suppression of CW598", "remove"),
    "no reason": ("menus:\n  b: {}  # cardwright: allow CW530\n",
                  "this suppression has no reason, so it has no effect", "allow CW530 because"),
    "two codes": ("menus:\n  b: {}  # cardwright: allow CW530, CW531\n",
                  "this suppression has no reason, so it has no effect", "CW530, CW531 because"),
    "no colon": ("menus:\n  b: {}  # cardwright allow CW505 because so\n",
                 "this suppression lacks its colon, so it has no effect",
                 "`# cardwright: allow CW505 because ...`"),
    "unreadable": ("menus:\n  b: {}  # cardwright: x\n",
                   "malformed suppression, so it has no effect", "allow CW531 because"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message", "help"), SAID.values(), ids=SAID)
def test_a_wrong_suppression_is_reported(
    text: str, message: str, help: str, tmp_path: Path
) -> None:
    found = found_in(pack(tmp_path / "one", words=text)).found
    (said,) = [d for d in found if d.code in ("CW601", "CW602")]
    assert said.message == message
    assert help in said.help


@pytest.mark.parametrize("line", [1, 2])
def test_a_warning_about_two_lines_can_be_suppressed_at_either(
    line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both(rules: cardwright.Rules) -> Report:
        own, beside = (d.span for d in odd_words_of(rules).diagnostics)
        report = Report()
        report.emit(ODD, "they differ", own, notes=((beside, "the rules"),) if beside else ())
        return report

    monkeypatch.setattr("cardwright_tools.lint.run_lints", both)
    lines = ["menus: {odd-a: {}}", "zones: {odd-b: {holds: card}}"]
    lines[line - 1] += f"  {ALLOW}"
    examined = found_in(pack(tmp_path / "one", words="\n".join(lines)))
    assert examined.found == ()
    assert examined.suppressed == 1


# Which lint results are reported at all


CID = "  - {id: cid, provenance: public}\n"
PLAYABLE = "players: [2, 3]\nmain"
MODULES = "modules:\n  east: {adds: [east]}\n  west: {adds: [west]}\n"
APART = MODULES.replace("[east]", "[east], players: [2, 2]").replace(
    "[west]", "[west], players: [3, 3]"
)


def with_modules(folder: Path, modules: str) -> Path:
    """A pack for two or three players, with an odd word in itself and in each module."""
    files = {f"{name}__words": f"menus: {{odd-{name}: {{}}}}\n" for name in ("east", "west")}
    content = CONTENT.replace(PLAYERS, PLAYERS + CID) + "menus: {odd-home: {}}\n"
    made = pack(folder, content, modules, **files)
    manifest = made / "pack.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("players: [2, 2]\nmain", PLAYABLE))
    return made


@pytest.mark.parametrize("modules", [MODULES, APART], ids=["together", "apart"])
def test_each_file_of_a_module_is_linted(modules: str, tmp_path: Path) -> None:
    found = found_in(with_modules(tmp_path / "one", modules)).found
    assert [d.message for d in found] == [f"`odd-{w}` is odd" for w in ("home", "east", "west")]


@pytest.mark.parametrize("modules", [MODULES, APART], ids=["together", "apart"])
def test_what_a_module_fixes_is_not_reported(
    modules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example, a definition of the pack that only a module uses."""
    monkeypatch.setattr(
        "cardwright_tools.lint.run_lints",
        lambda rules: Report() if "east" in rules.modules else odd_words_of(rules),
    )
    found = found_in(with_modules(tmp_path / "one", modules)).found
    output = ["`odd-west` is odd"] if modules is APART else []
    assert [d.message for d in found] == output


def test_a_pack_that_is_only_required_is_not_linted(tmp_path: Path) -> None:
    pack(tmp_path / "base", CONTENT + "menus: {odd-a: {}}\n")
    more = pack(tmp_path / "more", "menus: {odd-b: {}}\n", 'requires: {base: "1.0.0"}\n')
    manifest = (more / "pack.yaml").read_text("utf-8").replace("main: game\nwinners: players\n", "")
    (more / "pack.yaml").write_text(manifest, "utf-8")
    assert [d.message for d in found_in(more).found] == ["`odd-b` is odd"]
    both = found_in(more, tmp_path / "base")
    assert [d.message for d in both.found] == ["`odd-a` is odd", "`odd-b` is odd"]
