"""Which effects a card may have to be checked apart from the rest of its game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardwright.source.text import Source
from cardwright_tools.check.shares.independent import is_isolated, performing

from ..all_packs import ROOT, rules_of


@pytest.mark.parametrize(
    ("effect", "isolated"),
    [
        ("gain 2 health", True),
        ("do draw with 2", True),
        ('may "Who begins, to perform and open it?": do draw with 2', True),
        ("player does turn", False),  # it performs the events of cards
        ("perform event of fighter", False),
        ("open acts or gain 2 health", False),
        ("begin boom", False),
        ("perform or open (", False),  # which can't be read
        ("if event of fighter can be used: gain 2 health", False),
    ],
)
def test_a_card_is_isolated_if_it_runs_nothing_of_other_cards(effect: str, isolated: bool) -> None:
    declared = rules_of(ROOT / "tests/packs/card-guilds").checked.declared
    body = Source("card.yaml", effect).whole
    effects = [replace(declared.effects[0], body=body)]
    assert is_isolated(body, effects, performing(declared)) is isolated


@pytest.mark.parametrize(("pack", "isolated"), [("card-guilds", True), ("tolls", False)])
def test_a_card_with_a_cost_is_isolated_unless_a_text_asks_what_can_be_used(
    pack: str, isolated: bool
) -> None:
    declared = rules_of(ROOT / "tests/packs" / pack).checked.declared
    text = Source("card.yaml", "{cost: 1 gold, do: gain 2 health}").whole
    effects = [replace(declared.effects[0], body=text, cost=text)]
    assert is_isolated(text, effects, performing(declared)) is isolated
