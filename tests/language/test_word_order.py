"""The order of a noun phrase's parts in docs/reference.md: every selection of them means all of
them."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright
from cardwright.language import core
from cardwright.language.hir import conjuncts

ROOT = Path(__file__).parents[2]
PACK = ROOT / "tests" / "packs" / "corner-cases"
PARTS = {
    "adjectives": "walled",
    "KIND": "towns",
    "as name": "as spot",
    "of X": "of north",
    "within N KIND of X": "within 1 shire of south",
    "next to X": "next to north",
    "in X": "in south",
    "with ...|where ...": "where keeper of {} is player",
}
NAMES_ONLY = {"KIND", "as name"}


def documented() -> list[str]:
    """The parts in the order of the page, without the determiner."""
    text = (ROOT / "docs" / "reference.md").read_text("utf-8")
    found = re.search(r"^- The order is\s+`\[[^]]*\] ([^`]*)`", text, re.M)
    assert found is not None
    return re.findall(r"\[([^]]*)\]|(KIND)", found[1])


def phrases() -> Iterator[tuple[str, int]]:
    """Each selection of parts as a phrase, with the number of its conditions."""
    for text, number in with_where():
        yield text, number
        yield re.sub("where .*", "with carts", text), number


def with_where() -> Iterator[tuple[str, int]]:
    for chosen in itertools.product((False, True), repeat=len(PARTS)):
        parts = [part for part, taken in zip(PARTS, chosen, strict=True) if taken or part == "KIND"]
        member = "spot" if "as name" in parts else "town"
        text = " ".join(PARTS[part] for part in parts).format(member)
        yield text, len(set(parts) - NAMES_ONLY)


def test_the_page_has_these_parts_in_this_order() -> None:
    assert [first or second for first, second in documented()] == list(PARTS)


def test_each_choice_of_parts_is_one_set_with_as_many_conditions(tmp_path: Path) -> None:
    pack, found = shutil.copytree(PACK, tmp_path / PACK.name), [*phrases()]
    lines = [f"  total-{n} of player: number of {text}" for n, (text, _) in enumerate(found)]
    (pack / "more.yaml").write_text("\n".join(["definitions:", *lines]), "utf-8")
    functions = cardwright.load(pack).checked.functions
    for n, (text, number) in enumerate(found):
        body = functions[f"total-{n}"].body
        assert isinstance(body, core.Count), text
        assert _conditions(body.source) == number, text


def _conditions(source: core.Expr) -> int:
    """How many conditions narrow the set of all things of a kind."""
    if isinstance(source, core.Filter):
        return len([*conjuncts(source.test)]) + _conditions(source.source)
    assert isinstance(source, core.Domain)
    return 0


@pytest.mark.parametrize("order", ["as other of north", "of north as other"])
def test_the_name_may_come_before_or_after_of(order: str, tmp_path: Path) -> None:
    pack = shutil.copytree(PACK, tmp_path / PACK.name)
    rule = (
        f"rules:\n  inspect: |\n    for each of towns {order}:\n      set keeper of other to you\n"
    )
    (pack / "more.yaml").write_text(rule, "utf-8")
    assert "inspect" in cardwright.load(pack).checked.rules
