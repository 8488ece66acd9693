"""Lints: their reports on a small pack with one suspicious addition, and on our packs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import cardwright
from cardwright.api import every_module
from cardwright.language.analysis.metering import BLOCK, LINE
from cardwright.source.codes import CODES
from cardwright_tools.check.analyze import analyze
from cardwright_tools.lint import effect_bounds, run_lints
from cardwright_tools.lint.game_facts import game_facts
from cardwright_tools.lint.rule import Effects, Game
from cardwright_tools.lint.rule_trees import owners
from cardwright_tools.lint.run import RULES
from cardwright_tools.lint.uses import game_uses

from ..broken.broken_packs import BASE, Case, write
from ..broken.test_broken_packs import place

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "lints" / "cases.yaml"
CASES = [Case(**{"code": "", **entry}) for entry in YAML(typ="safe").load(FILE.read_text("utf-8"))]
LINTS = {code for code in CODES if "CW500" < code < "CW600"}


def findings(packs: list[Path], folder: Path) -> list[tuple[str, str, str, str]]:
    rules, report = cardwright.examine(*packs)
    assert rules is not None, [d.message for d in report.diagnostics]
    found = run_lints(rules).diagnostics
    return [(d.code, place(d, folder), d.message, d.help) for d in found]


@pytest.fixture(scope="module")
def baseline(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str, str, str]]:
    """The reports on the unchanged small pack, which exists to be broken, not to be played."""
    folder = tmp_path_factory.mktemp("usual")
    return set(findings(write(Case("usual", ""), folder), folder))


@pytest.mark.parametrize("case", [pytest.param(case, id=case.case) for case in CASES])
def test_reports(case: Case, one_folder: Path, baseline: set[tuple[str, str, str, str]]) -> None:
    found = [one for one in findings(write(case, one_folder), one_folder) if one not in baseline]
    assert [one[:2] for one in found] == ([(case.code, case.at)] if case.at else []), found
    for _, _, message, help in found:
        assert case.says in message
        assert case.help in help
        assert help


@pytest.mark.parametrize("event", ["", "event: gain 2 gold, "])
def test_digits_that_are_too_many_for_a_number(event: str, one_folder: Path) -> None:
    """Python reads no number with more than 4,300 digits."""
    text = f"Worth {'9' * 5_000} gold, {'9' * 5_000}/{'9' * 5_000}."
    deed = f"deeds: [{{id: odd, worth: 1, {event}provenance: p, text: '{text}'}}]\n"
    found = findings(write(Case("digits", "", more=deed), one_folder), one_folder)
    assert not [message for _, _, message, _ in found if "999" in message]


def test_each_code_has_its_lint() -> None:
    """Its examples are on the page of the code and are run with all others."""
    declared = [code for rule in RULES for code in rule.codes]
    assert set(declared) == LINTS
    assert len({(rule.reads, code) for rule in RULES for code in rule.codes}) == len(declared)


def test_a_lint_reports_only_its_own_codes() -> None:
    """On the small pack with all suspicious additions at once."""
    rules, _ = cardwright.examine(BASE)
    assert rules is not None
    used, bounds = game_uses(rules), effect_bounds.effect_bounds(rules)
    things = [one for group in rules.declared.board.things.values() for one in group.values()]
    subject = (
        Game(rules, used, things),
        Effects(rules, list(owners(rules.checked)), bounds, game_facts(rules.checked)),
    )
    for rule in RULES:
        assert {found.code for one in subject for found in rule(one)} <= set(rule.codes)


def test_each_lint_has_a_severity_and_confidence() -> None:
    assert {CODES[code].severity for code in LINTS} == {"warning", "note"}


def test_our_game_has_no_warnings() -> None:
    rules = cardwright.load(ROOT / "content" / "expanse")
    assert [d.message for d in run_lints(rules).diagnostics] == []


def test_our_expansion_has_no_warnings() -> None:
    folder = ROOT / "content" / "doors-and-corners"
    rules = cardwright.load(folder, modules=every_module(folder))
    assert [d.message for d in run_lints(rules).diagnostics] == []


def test_the_suppression_in_the_docs_is_valid(tmp_path: Path) -> None:
    """The example of docs/check.md, as a card of the small pack."""
    docs = (ROOT / "docs" / "check.md").read_text("utf-8")
    (card,) = re.findall(r"```yaml\n(- id: .*?)```", docs, re.S)
    own = card.replace("points: 4", "worth: 4\n  provenance: fixture")
    for text, codes in ((own, set()), (own.split("  # cardwright")[0] + "\n", {"CW531"})):
        more = "deeds:\n" + text.replace("token", "gold").replace("golds", "gold")
        packs = write(Case("docs", "", more=more), tmp_path / str(len(codes)))
        found = [d for d in analyze(packs).found if d.span and "more" in d.span.source.name]
        assert {d.code for d in found} == codes


# The bound on steps


def bound(text: str, one_folder: Path) -> effect_bounds.Bound:
    packs = write(Case("steps", "", more=f"rules:\n  much: |\n{text}"), one_folder)
    return effect_bounds.effect_bounds(cardwright.load(*packs)).rule("much")


def test_steps_of_loops_multiply(one_folder: Path) -> None:
    text = "    repeat 10 times:\n      repeat 10 times:\n        add 1 to round\n"
    found = bound(text, one_folder)
    assert found.all == found.stretch == BLOCK + 10 * (BLOCK + 10 * LINE)


def test_a_question_ends_a_stretch(one_folder: Path) -> None:
    text = "    repeat 10 times:\n      choose a town, as here\n      remove all boats on here\n"
    found = bound(text, one_folder)
    assert found.stretch < found.all


def test_the_worse_branch_counts(one_folder: Path) -> None:
    text = "    if round = 1: gain 1 gold\n    otherwise: repeat 7 times: gain 1 gold\n"
    assert bound(text, one_folder).all == BLOCK + BLOCK + 7 * LINE


def test_triggered_effects_count(one_folder: Path) -> None:
    more = "    remove a boat\n"
    # The small pack pays its owner for a boat that is removed.
    assert bound(more, one_folder).all > 2 * LINE


def test_recursion_is_endless(one_folder: Path) -> None:
    assert bound("    if round < 2: do much\n", one_folder).endless


def test_the_base_pack_exists() -> None:
    assert BASE.is_dir()
