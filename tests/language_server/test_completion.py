"""What is offered at a cursor: in order, without repetition, and nothing that can't be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.language.vocabulary.verbs import VERBS
from tests.language_server.offers import EXPANSE, PACKS, checked, offered

GERUNDS = [verb.gerund for verb in VERBS.events]
LASTING = PACKS / "lasting"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("abilities:\n- {when: |}", ["after", "before"]),
        ("abilities:\n- {when: after |}", [*GERUNDS, "changing", "act"]),
        ("abilities:\n- when: after |", [*GERUNDS, "changing", "act"]),
        ("abilities:\n- {when: after placing |}", ["action-card", "band", "base"]),
        ("abilities:\n- {when: after changing |}", ["action-points", "active"]),
        ("abilities:\n- {instead of: |}", [*GERUNDS, "act"]),
        ("abilities:\n- {forbid: option |}", ["annexation", "bombardment"]),
        ("abilities:\n- {modify: |}", ["band", "bonus-first"]),
        ("abilities:\n- {modify: presence |}", ["of"]),
        ("abilities:\n- {modify: presence of |}", ["player"]),
        ("abilities:\n- {modify: presence of player |}", ["on"]),
        ("abilities:\n- modify: presence of player on |", ["base"]),
        ("abilities:\n- {modify: points of |}", ["action-card"]),
        ("abilities:\n- {|}", ["modify", "when", "instead of", "forbid"]),
        ("abilities:\n- |", ["modify", "when", "instead of", "forbid"]),
        ("abilities:\n- {when: after turn, |}", ["do", "title"]),
        ("abilities:\n- when: after turn\n  |", ["do", "title"]),
        ("abilities:\n- {when: after act, if: |}", ["you", "actor", "amount"]),
        ("abilities:\n- {when: after removing fleet, if: |}", ["you", "actor", "fleet", "it"]),
        ("abilities:\n- when: after act\n  if: |", ["you", "actor", "amount"]),
        ("abilities:\n- {when: after act,\n   if: |}", ["you", "actor", "amount"]),
        ("abilities:\n- {title: x,\n   when: after act, if: |}", ["you", "actor", "amount"]),
        ("abilities:\n- {when: after act,\n   |}", ["do", "title"]),
        ("abilities:\n- {when: after act, do:\nrules:\n  x: each o|", ["player", "players"]),
        ("techs:\n- abilities: [{when: after turn, if: |}]", ["you", "actor", "this"]),
        ("rules:\n  x: each o|", ["player", "players"]),
        ("rules:\n  x: each other |", ["player", "players"]),
        ("rules:\n  x: each player |", ["choose", "place"]),
        # Calls that take nothing come first.
        ("rules:\n  x: do |", ["build-one", "critical-reward", "deal-deck"]),
        ("options:\n- {limit: |}", ["once per"]),
        ("options:\n- {limit: once per |}", ["act", "build-one"]),
        ("lasting:\n  x: {until: end of |}", ["act", "build-one"]),
    ],
)
def test_what_may_come_next_comes_first(text: str, first: list[str]) -> None:
    assert offered(EXPANSE, text)[: len(first)] == first


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules:\n  x: each |", {"other", "opposing", "friendly"}),
        ("rules:\n  x: choose 1 |", {"other", "opposing"}),
        ("rules:\n  x: remove up to 2 |", {"other", "opposing"}),
        ("abilities:\n- {forbid: |}", {"choosing", "option"}),
        ("rules:\n  x: gain |", {"a"}),  # other packs have kinds, too
        # The language's own names, and what compares.
        ("rules:\n  x: move all action-cards in kept of |", {"you"}),
        ("rules:\n  x: choose 1 action-card in |", {"supply"}),
        ("action-cards:\n- event: move |", {"this"}),
        ("abilities:\n- {when: after act, if: you |}", {"is", "is not", "at least", "at most"}),
    ],
)
def test_offers_these_too(text: str, words: set[str]) -> None:
    assert words <= {*offered(EXPANSE, text)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("abilities:\n- {when: after |}", {"choosing", "option", "base"}),
        ("abilities:\n- {instead of: |}", {"choosing", "option", "changing"}),
        ("abilities:\n- {when: after turn, |}", {"when", "forbid", "set", "menu"}),
        ("rules:\n  x: do |", {"other"}),
        ("rules:\n  x: move 1 fleet to a |", {"other", "opposing", "friendly"}),  # a place
        ("rules:\n  x: gain 2 |", {"other"}),
        ("rules:\n  x: move |", {"this"}),  # nothing carries this rule
    ],
)
def test_does_not_offer_what_can_not_be_right(text: str, words: set[str]) -> None:
    assert words.isdisjoint(offered(EXPANSE, text))


PLAYERS = ["un", "mcr", "opa", "protogen"]
DECKS = ["hammers", "shadows", "purses"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("- given: {players: [|]}", PLAYERS),
        ("- given: {cp: {|}}", PLAYERS),
        ("- given:\n    cp:\n      |", PLAYERS),
        ("- given: {cp: {un: 3, |}}", PLAYERS[1:]),
        ("- given: {europa: {un: |}}", ["influence", "cube", "cubes"]),
        ("- given: {kept: {un: [|]}}", ["paolo-cortazar"]),
        ("- answers: [|]", ["move", "influence", "build"]),
        ("- answers:\n  - |", ["move", "influence", "build"]),
        ("- answers:\n  - offers: [|]", ["move", "influence", "build"]),
        ("- perform: |", ["event of paolo-cortazar"]),
        ("- steps: [{perform: |}]", ["event of paolo-cortazar"]),
        ("- expect: {winners: [|]}", PLAYERS),
    ],
)
def test_scenarios_offer_who_and_what_can_be_where(text: str, first: list[str]) -> None:
    assert offered(EXPANSE, text, "scenarios/new.yaml")[: len(first)] == first


@pytest.mark.parametrize(
    ("pack", "text", "found"),
    [
        ("granary", "- given: {modules: [|]}", ["good-years"]),
        ("granary", "- given:\n    modules:\n      - |", ["good-years"]),
        ("market", "- given: {modules: [|]}", []),
        ("market-flood", "- given: {modules: [|]}", ["spring-tide", "neap-tide"]),
        ("card-guilds", "- given: {decks: {|}}", ["ann", "bob", "cid"]),
        ("card-guilds", "- given: {decks: {ann: |}}", DECKS),
        ("card-guilds", "- expect: {legal decks: [|]}", DECKS),
        ("card-guilds", "- expect: {illegal decks: {At most 1 copy: |}}", DECKS),
        ("market", "- given: {decks: {anna: |}}", []),
    ],
)
def test_scenarios_offer_modules_and_decks(pack: str, text: str, found: list[str]) -> None:
    assert offered(PACKS / pack, text, "scenarios/new.yaml") == found


def test_scenarios_offer_no_state_of_the_language_itself() -> None:
    found = offered(LASTING, "- given: {|}", "scenarios/new.yaml")
    assert "coins" in found
    assert "set-up" in found
    assert [name for name in found if " " in name] == []


def test_a_place_that_shares_its_name_offers_the_pieces_of_both() -> None:
    found = offered(EXPANSE, "- given: {ceres: {un: [|]}}", "scenarios/new.yaml")
    assert {"cube", "ship", "nothing"} <= {*found}


@pytest.mark.parametrize(
    ("pack", "text", "sort"),
    [(EXPANSE, "rules:\n  x: do |", "rules"), (EXPANSE, "rules:\n  x: open |", "menus"),
     (EXPANSE, "rules:\n  x: each player does |", "rules"),
     (EXPANSE, "rules:\n  x: each player opens |", "menus"),
     (LASTING, "rules:\n  x: begin |", "lasting")],
)  # fmt: skip
def test_after_a_word_that_calls_one_sort_of_declaration_all_of_it_in_the_pack_come_first(
    pack: Path, text: str, sort: str
) -> None:
    called = {*getattr(checked(pack).rules[pack].declared, sort)}
    assert called
    assert {*offered(pack, text)[: len(called)]} == called


def test_an_ability_of_a_lasting_effect_knows_what_the_effect_takes() -> None:
    text = (
        "charms:\n- id: truce\n  lasting:\n    at-peace:\n      abilities:\n"
        "      - {instead of: moving knight, if: |}"
    )
    assert {"sacred", "it", "there", "actor", "this"} <= {*offered(LASTING, text)[:9]}


@pytest.mark.parametrize(
    "text",
    ["abilities:\n- {if: |}", "abilities:\n- {|}", "rules:\n  x: each other |",
     "abilities:\n- {when: after turn, if: |}"],
)  # fmt: skip
def test_nothing_is_offered_twice(text: str) -> None:
    found = offered(EXPANSE, text)
    assert len(found) == len({*found}) > 0
