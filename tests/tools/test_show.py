"""`show` and generated English: every definition of the real pack has an English form."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright.language import core, hir
from cardwright.language.core import Expr, Stmt
from cardwright.language.declared import Effect
from cardwright.language.english import expressions, statements
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span
from cardwright_tools.cli import invoke
from cardwright_tools.show import partial_pack
from cardwright_tools.show.definitions import all_entries, find_entries
from cardwright_tools.show.entry import Entry
from cardwright_tools.show.partial_pack import PartialPack, read_partial
from cardwright_tools.show.rule_english import modifier_line, written_modifiers
from cardwright_tools.show.run import definition_lines, entry_lines, lookup
from cardwright_tools.show.yaml_lines import yaml_lines

from ..all_packs import sample
from ..broken.broken_packs import Case, write

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
EXPANSE = ROOT / "content/expanse"
PACKS = [EXPANSE, *sorted(p.parent for p in (ROOT / "tests/packs").glob("*/pack.yaml"))]


@cache
def rules_of(pack: Path) -> cardwright.Rules:
    return cardwright.load(pack)


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return rules_of(EXPANSE)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_everything_can_be_shown_in_full(pack: Path) -> None:
    for found in all_entries(rules_of(pack)):
        lines = list(definition_lines(found))
        assert lines[0].startswith(found.title or found.name)
        assert "{" not in " ".join(found.english)
        assert not any("  " in line.strip() for line in found.english)


@pytest.mark.parametrize("pack", sample(PACKS, 4))
def test_english_is_the_same_each_time(pack: Path) -> None:
    loaded = (rules_of(pack), cardwright.load(pack))
    first, second = ([f.english for f in all_entries(rules)] for rules in loaded)
    assert first == second


def test_everything_has_an_english_form() -> None:
    made = [c for tree in (core, hir) for c in vars(tree).values() if isinstance(c, type)]
    exprs = {c for c in made if issubclass(c, Expr)} - {Expr, core.Comprehension}
    lowered = {core.Step, core.FlatMap, core.Ray, core.TakeWhile}  # the core forms of board phrases
    assert set(expressions._RULES) == exprs - lowered
    lowered = {core.Move, core.Roll, core.Become}  # the core forms of HIR verbs
    said = {c for c in made if issubclass(c, Stmt) and not issubclass(c, hir.VerbStatement)}
    done = said - {Stmt} - lowered
    of_verbs = {verb.statement for verb in VERBS.all if verb.says is not None}
    assert {*statements.SAID, *of_verbs} == done
    assert of_verbs.isdisjoint(statements.SAID)
    verbs = {*hir.VerbStatement.__subclasses__(), *hir.Paying.__subclasses__()}
    verbs -= {verb for verb in verbs if verb.__name__ == "Paying"}  # with slots, made twice
    assert all(verb.english is not hir.VerbStatement.english for verb in verbs)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("julie-mao", "Remove up to 3 influence from tech bases, at most 1 per base."),
        ("terraforming", "For each Mars base, place 1 influence on that base."),
        ("captain-yvgeny", "Remove 1 opposing fleet from orbitals with your fleets."),
        ("franklin-degraaf", "For each Earth base, place 1 influence on that base."),
    ],
)
def test_english_of_cards(rules: cardwright.Rules, name: str, expected: str) -> None:
    (found,) = find_entries(rules, name)
    assert expected in [line.strip() for line in found.english]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("number of opposing fleets is 2", "the number of opposing fleets is 2"),
        ("number of other removable fleets < 3",
         "the number of removable other fleets is less than 3"),
    ],
)  # fmt: skip
def test_adjectives_are_used_in_conditions_too(
    rules: cardwright.Rules, condition: str, said: str
) -> None:
    text = Span(Source("", condition), 0, len(condition))
    found = ExternalTexts(rules.checked).expression(text, Report(), you=True)
    assert found is not None
    assert english_of(rules.checked).sentence(found, ["you"]) == said


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("there are bases with no influence of you", "with none of your influence"),
        ("there are bases with 3 or more influence of you", "with 3 or more of your influence"),
        ("there are bases with no influence", "with no influence"),
    ],
)
def test_how_many_of_yours_something_has(
    rules: cardwright.Rules, condition: str, said: str
) -> None:
    text = Span(Source("", condition), 0, len(condition))
    found = ExternalTexts(rules.checked).expression(text, Report(), you=True)
    assert found is not None
    assert english_of(rules.checked).sentence(found, ["you"]).endswith(said)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("-1", "subtracts 1 from it"),
        ("-1 + number of bases", "adds -1 + the number of bases to it"),
    ],
)
def test_what_only_begins_with_a_negative_number_is_added(
    rules: cardwright.Rules, value: str, said: str
) -> None:
    found = ExternalTexts(rules.checked).expression(
        Span(Source("", value), 0, len(value)), Report()
    )
    name, made = next((n, m) for n, m in written_modifiers(rules.checked) if m.operation.negative)
    assert found is not None
    assert said in modifier_line(
        name, replace(made, value=found), english_of(rules.checked), of=True
    )


def test_a_limit_is_written_with_a_flag_further_away() -> None:
    rules = cardwright.load(ROOT / "tests/packs/mini-orbit")
    effect = "remove 2 influence, each of a different destroyed"
    made = ExternalTexts(rules.checked).effect(
        "", Span(Source("", effect), 0, len(effect)), Report()
    )
    assert made is not None
    said = english_of(rules.checked).routine(made, ["you"])
    assert said == ["Remove 2 influence, at most 1 per destroyed."]


def test_a_definition_is_shown_with_its_lines_and_its_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert invoke(["show", str(EXPANSE), "julie-mao"]) == 0
    out = capsys.readouterr().out
    for part in ("Text: ", "Provenance: ", "In English", ".yaml:", "- id: julie-mao", "event: "):
        assert part in out


def test_the_title_of_an_effect_that_definitions_carry_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    galaxies = str(ROOT / "content/tiny-epic-galaxies")
    assert invoke(["show", galaxies, "artemis", "--modules", "rogue-galaxy"]) == 0
    out = capsys.readouterr().out
    assert "  Level 1:\n    The human loses 1 energy.\n" in out


def test_a_kind_disambiguates_a_name(rules: cardwright.Rules) -> None:
    both = find_entries(rules, "tycho")
    assert len(both) > 1
    assert [f.kind for f in find_entries(rules, f"{both[0].kind}/tycho")] == [both[0].kind]
    assert find_entries(rules, "expanse:tycho") == both


MARKET = ROOT / "tests/broken/base"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (["choose a town", "remove 2 boats from town", "place 1 boat on town"],
         ["Choose 1 town.", "Remove 2 boats from that town.", "Place 1 boat on that town."]),
        (["choose a town", "place 1 boat on town"], ["Place 1 boat on a town."]),
        (["choose 1 boat, as gone", "move gone to a town"],
         ["Choose 1 boat (the gone).", "Move the gone to another town."]),
        (["remove up to 2 boats, as gone", "gain (number of gone) gold"],
         ["Remove up to 2 boats (the gone).", "Gain gold equal to the number of the gone."]),
        (["remove any number of boats"], ["Remove any number of boats."]),
        (["if you can pay 2 gold: gain 1 gold"], ["If you can pay 2 gold, gain 1 gold."]),
        (["if not you can pay 2 gold: gain 1 gold"], ["If you can't pay 2 gold, gain 1 gold."]),
        (["if there are 2 to 3 boats: gain 1 gold"],
         ["If there are 2 to 3 boats, gain 1 gold."]),
        (["remove (gold of you) boats from towns"],
         ["Remove boats from towns, as many as your gold."]),
        (["if not you have 2 to 3 boats: gain 1 gold"],
         ["If you do not have 2 to 3 boats, gain 1 gold."]),
        (["if ann is not bob and gold of ann > 2: ann gains 1 gold"],
         ["If Ann is not Bob and the gold of Ann is more than 2, Ann gains 1 gold."]),
        (["choose 2 boats, at most 1 per design"], ["Choose 2 boats, at most 1 per design."]),
    ],
)  # fmt: skip
def test_english_of_effects(event: list[str], expected: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(MARKET, folder)
    lines = "".join(f"\n      {line}" for line in event)
    deed = f"deeds:\n  - id: feast\n    worth: 1\n    provenance: fixture\n    event: |{lines}\n"
    (folder / "more.yaml").write_text(deed, "utf-8")
    (found,) = find_entries(cardwright.load(folder), "feast")
    assert [line.strip() for line in found.english][1:] == expected


# ------------------------------------------------------------------- by kind, and in brief


def entries(rules: cardwright.Rules, name: str) -> list[Entry]:
    return lookup(rules, name)[1]


def show(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = invoke(["show", *words])
    return code, *capsys.readouterr()


@pytest.mark.parametrize(
    ("name", "part"),
    [
        # a set whose name is not a plural gets a noun
        ("orbit", "Choose 1 of the “row” planets where"),
        ("can-utilize", "or there are ready colonies of the player."),
        # the compared value is not repeated
        ("seeker", "players with the highest culture."),
        ("convert", "other than the first or the second (the third)"),
        ("game", "Each player, starting with the first player, does “turn”."),
        ("take-dice", "Move action dice from the cup to the pool, as many as your dice count."),
        ("reward", "If you are one of the leaders,"),
        # flags are clauses in a choice of values, too
        ("output", "0 if the ship is “at home”, else"),
        ("arrive", "If “in orbit” is yes, say"),
        ("useful", "the player can utilize if the face is utilize"),
        ("room-on-surface", "There are no non-orbiting ships of the player on the planet."),
        ("orbiter", "If you have no ships not “at home”,"),
    ],
)
def test_english_reads_like_english(name: str, part: str) -> None:
    found = entries(rules_of(ROOT / "content/tiny-epic-galaxies"), name)
    assert any(part in "\n".join(entry_lines(one)) for one in found)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("move 1 gull to skara", "Move Gull to Skara."),
        ("move 1 of gull in birka to skara", "Move Gull from Birka to Skara."),
        ("choose 1 boat, as found, then remove 1 of found", "Remove the found."),
        ("move 1 of top of deck to hand of you", "Move the top of the deck to your hand."),
        ("remove 1 of gull together with boats", "Remove 1 of Gull together with boats."),
        ("remove up to 1 of your boats", "Remove up to 1 of your boats."),
    ],
)
def test_one_of_a_single_thing_is_that_thing(effect: str, said: str, tmp_path: Path) -> None:
    more = "kinds: {bird: {is: piece, on: town}}\n"
    more += "birds: [{id: gull, title: Gull, provenance: house}]\n"
    (pack,) = write(Case("", "", more=f"{more}rules: {{much: '{effect}'}}\n"), tmp_path)
    (found,) = entries(cardwright.load(pack), "much")
    assert said in "\n".join(entry_lines(found))


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("frost-adept", "Target 1 opposing deployed creature (the chilled)."),
        ("rite-of-chains", "  Remove 2 captives from your locations."),
        ("lancer", "Adds 2 to the power of this, if this is on a cell and"),
        ("obsidian-dagger", "Your creatures with this have captor."),
        ("gate-walk", "where “fits” holds for the creature and the location (the traveller)."),
        ("captor", "Obsidian Dagger: your creatures with this have captor."),
        ("spellblade", "After the rule “resolve”, if the played is yours:"),
    ],
)
def test_english_of_battle_cards(name: str, part: str) -> None:
    (found,) = entries(rules_of(ROOT / "content/realm-of-magic"), name)
    assert part in "\n".join(entry_lines(found))


def test_what_silences_all_keywords_is_not_told_of_each() -> None:
    rules = rules_of(ROOT / "content/realm-of-magic")
    (muted,) = entries(rules, "muteness")
    assert "loses all keywords" in "\n".join(entry_lines(muted))
    assert not any("loses all" in line for line in entry_lines(*entries(rules, "keyword/flying")))


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_every_definition_is_shown_in_brief_by_its_kind(pack: Path) -> None:
    rules = rules_of(pack)
    every = list(all_entries(rules))
    by_kind = {found for kind in {f.kind for f in every} for found in entries(rules, kind)}
    assert by_kind == set(every)
    for found in every:
        lines = list(entry_lines(found))
        assert len(lines) > 1
        assert "{" not in " ".join(lines)
    assert all(f.english for f in every if f.kind in ("option", "ability", "rule", "definition"))


def test_all_abilities_are_there(rules: cardwright.Rules) -> None:
    abilities = [f for f in all_entries(rules) if f.kind == "ability"]
    assert len(abilities) == len(rules.declared.abilities) > 10


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("julie-mao", "Remove up to 3 influence from tech bases, at most 1 per base."),
        ("menu/spend-points", "“Build a fleet”"),
        ("build", "Costs 1 action point."),
        ("forbid-removing-rocinante", "Forbidden: removing a rocinante (“The Rocinante”)."),
        # what can be removed at all, if the author says so
        ("tech/total-war", "Offered if there are removable opposing fleets on orbitals with"),
        # a player who acts is named once
        ("dock-strike", "moves the visitor to another orbital within 1 band of the visitor."),
        ("sadavir-errinwright", "each player with 3 or more influence on that base removes 1 of"),
        ("blockade-of-mars", "If you are the holder of Mars, you may remove 1 influence from Mars"),
        ("the-canterbury", "That player may remove 1 of their influence from water bases."),
        (
            "eros-incident",
            "removes some of their influence from here, as many as the number of influence",
        ),
        ("loca-greiga", "Choose 1 player whose cp is more than your cp (the mark)."),
        ("gain-tech", "each tech in supply whose faction you are and whose level is the rank"),
        (
            "tycho-construction-sphere",
            "of the orbital, up to as many as the lower of 3 and the missing.",
        ),
        ("covert-op", "Swap the agent and the double."),
        ("holder", "The only player with fleets on the orbital with the highest orbital claim"),
        ("stealth-ships", "Choose 1 of your fleets other than a rocinante (the raider)."),
        ("drop-in", "The elsewhere is all orbitals other than here."),
        ("tech/scrap-ships", "Offered if there are orbitals where you have influence on bases of"),
        # flags, and definitions that are true or false
        ("reveal-bonus", "Set the bonus sector to your bonus pick."),
        ("protomolecule", "Do “clear out” with the host and the seed (remove all influence on"),
        ("un", "and “clear out” is not going on:"),
        ("un", "United Nations removes the lost."),  # who *you* is on a player's mat
        ("repair-battleship", "Mark the hull as not damaged."),
        ("take-action-card", "where you can take the action card (the picked)"),
        ("use-event", "Do the event now (if the action card is “play now”)"),
        # a short rule is described where it is called, with its arguments
        ("camina-drummer", "Do “act” with 1 (set your action points to 1; do “spend points”)."),
        ("take-score-card", "(pay cp equal to the slot cost of the picked; move the picked to"),
        ("game", "Do “take turns”."),
        # what a modifier changes, and what modifies a definition
        ("diplomats", "Adds 1 to “weight”, if the influence is a diplomat."),
        ("keep-cost", "Puppet Master: sets it to 0, if you are the player."),
        ("instead-of-moving-influence", "if its owner is United Nations and"),
        ("base/tycho", "resource: tech"),
        ("resource", "One of food, water, minerals, tech."),
        ("kind/base", "A kind of place."),
        ("kept", "Each player has one. Holds action cards."),
        ("deck", "Holds cards, ordered; the first is its top; everybody sees how many there"),
        ("kind/tech", "excludes: a tech or none. Nobody holds both; each names the other."),
        ("kind/fleet", "strength: a number, 2 by default. In half points: a scrap"),
        ("kind/battleship", "All of them have strength 4."),
        ("kind/player", "cp: a number, at least 0, 10 at first."),
        ("cp", "A number, at least 0, 10 at first."),
        ("times-chosen", "A number from 0 to 2, 0 at first. Two bonus tokens a sector, p.11."),
        ("seen-pick", "A sector or none, none at first; only its player sees it."),
        ("scorings", "scorings: state of the game"),
        ("points", "points: field of action-card"),
        ("food", "Number 1 of the 4 values of resource."),
        # whether there is one, what is none, who owns it
        ("anderson-dawes", "on Belt bases with no controller, at most 1 per base."),
        ("bobbie-draper", "If there is a target, do “drop in” with the target."),
        ("unleash", "with the lab, no kept (remove all influence on the lab)."),
        ("the-donnager", "Choose 1 orbital whose holder you are (here)."),
        ("remember-the-cant", "Take Rocinante."),
        ("offer-event", "The taker moves themselves to the bottom of the initiative."),
        ("reveal-bonus", "Clear your bonus pick."),
        # who a change affects, and who makes it
        ("puppet-master", "Sets your “keep cost” to 0."),
        ("miller", "Sets “playable” of this to no, if you have no leads."),
        ("dimitri-havelock", "if it is yours and another player does it:"),
        ("instead-of-placing-influence", "if you have no influence in supply:"),
        # the author's names for members; what belongs to the members
        ("covert-op", "influence (the x) such that there is movable influence (the y) where"),
        ("guanshiyin", "where there are action cards in their kept (the guest)."),
        ("score-base", "by their claim on the base (a tie takes the next place):"),
        # numbers
        ("might", "The sum of the power of each fleet of the player on the orbital."),
        ("slot-cost", "0/1/1/2/2, by the position of the card."),
        ("score-bases", "do “score base” with that base, first cp: 1, second cp: 0, third cp: 0."),
        ("tie-break", "else minus the initiative place of the player."),
        ("supported", "“present” holds for the player and the base, and the holder of the"),
        ("player/mcr", "pieces: 17 cubes, 3 ships and 2 battleships"),
    ],
)
def test_english_of_definitions(rules: cardwright.Rules, name: str, part: str) -> None:
    (found,) = entries(rules, name)
    assert part in "\n".join(entry_lines(found))


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("base", {"kind", "base"}),
        ("bases", {"kind", "base"}),
        ("player", {"kind", "player"}),
        ("abilities", {"ability"}),
        ("zones", {"zone"}),
        ("state", {"state"}),
    ],
)
def test_a_section_or_kind_lists_its_entries(
    rules: cardwright.Rules, word: str, kinds: set[str]
) -> None:
    found = entries(rules, word)
    assert {f.kind for f in found} == kinds
    assert len(found) > 1


def test_every_declared_name_is_shown(rules: cardwright.Rules) -> None:
    board, declared = rules.declared.board, rules.declared
    cells = [f for kind in board.kinds.values() for f in kind.fields.values() if f.span]
    words = [word for enum in board.enums.values() for word in enum.values]
    names = [
        *board.zones, *board.enums, *words,
        *(name for name, state in board.state.items() if state.span), *(f.name for f in cells),
        *(kind.name for kind in board.kinds.values() if kind.span),
        *declared.rules, *declared.definitions, *declared.menus, *(o.id for o in declared.options),
    ]  # fmt: skip
    shown = {entry.name for entry in all_entries(rules)}
    assert {*names} <= shown | board.kinds.keys()
    for name in names[::25]:  # each of them examines all of them
        assert entries(rules, name)


def test_modules_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = show(capsys, str(ROOT / "content/doors-and-corners"), "delta")
    assert code == 0
    assert "  Switched on, it adds the files in delta. It is for 3 or 4 players." in out


def test_a_modifier_of_the_pack_is_named_by_its_title() -> None:
    (found,) = entries(rules_of(ROOT / "tests/packs/battle-grid"), "space")
    assert "Huge: multiplies it by 2, if the creature is huge." in found.english


def test_a_rule_names_what_replaces_it() -> None:
    (found,) = entries(rules_of(ROOT / "content/realm-of-magic"), "slay")
    by = [line for line in found.english if line.startswith("Replaced by")]
    assert by == ["Replaced by each creature with captor:", "Replaced by Gallows Hill:"]
    assert "  Instead of the rule “slay”, if the slayer is this creature:" in found.english


def test_the_cost_of_an_option_is_shown_once(rules: cardwright.Rules) -> None:
    (found,) = entries(rules, "build")
    assert not any(line.startswith("Pay ") for line in found.english)


def test_several_names_are_shown_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = show(capsys, str(EXPANSE), "build", "julie-mao")
    assert code == 0
    assert out.startswith("Build a fleet")
    assert out.index("\n\nJulie Mao")


def test_a_pack_alone_lists_its_kinds(
    rules: cardwright.Rules, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = show(capsys, str(EXPANSE))
    assert code == 0
    rows = [line.split() for line in out.splitlines()]
    for kind in ("action-card", "rule", "ability"):
        there = [f for f in entries(rules, kind) if f.kind == kind]
        assert [str(len(there)), kind] in rows


def test_a_title_can_replace_an_id(rules: cardwright.Rules) -> None:
    assert entries(rules, "Julie Mao") == entries(rules, "julie-mao")


def test_a_root_kind_lists_its_subkinds(rules: cardwright.Rules) -> None:
    """`show PACK cards`: the pack's own kinds of card, and all cards."""
    board = rules.declared.board
    cards = {name for kind in board.below("card") for name in board.things.get(kind, {})}
    found = entries(rules, "cards")
    assert {f.name for f in found if f.kind == "kind"} == set(board.below("card")) - {"card"}
    assert cards
    assert {f.name for f in found if f.kind != "kind"} == cards
    assert "fleet" in {f.name for f in entries(rules, "piece")}


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        ([str(EXPANSE), "juliemao"], 1, "did you mean `julie-mao`?"),
        ([str(EXPANSE), "optoin"], 1, "did you mean `option`?"),
        (["nowhere", "julie-mao"], 3, "CW301"),
        ([str(ROOT / "docs")], 3, "CW301"),
    ],
)
def test_unknown_names(
    words: list[str], code: int, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, _, err = show(capsys, *words)
    assert ended == code
    assert expected in err


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("can-take", "can-take of player on card"),
        ("far-apart", "far-apart of influence from other"),
        ("two-player", "two-player"),
        ("charter", "do charter with action-card"),
        ("spend-points", "do spend-points"),
    ],
)
def test_how_a_definition_is_referred_to(rules: cardwright.Rules, name: str, written: str) -> None:
    assert any(f"  Written: {written}" in entry_lines(found) for found in entries(rules, name))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("blessed", ["Begins with: target (knight).", "Until the end of the turn."]),
        ("at-peace", ["Begins with: sacred (field).", "Until your next turn."]),
        ("foreseen", ["Begins with: prize (number).", "Until it is ended."]),
        ("vowed", ["Begins with: sealed (charm).",
                   "As long as the place of the sealed is your hand."]),
        ("indebted", ["Begins with: victim (player).", "Until the end of the scoring."]),
    ],
)  # fmt: skip
def test_how_long_an_effect_lasts(name: str, expected: list[str]) -> None:
    (found,) = find_entries(rules_of(ROOT / "tests/packs/lasting"), name)
    assert (found.kind, list(found.english[:2])) == ("lasting-effect", expected)


def test_a_limit_is_no_condition_of_its_own() -> None:
    found = find_entries(rules_of(ROOT / "tests/packs/caravan"), "after-moving-camel")
    heads = {one.english[0] for one in found}
    assert heads == {"After moving a camel, if you do it:"}


def test_a_run_of_a_rule_by_the_owner_is_theirs() -> None:
    (found,) = find_entries(rules_of(ROOT / "content/realm-of-magic"), "keyword/pray")
    assert "Before your “start of turn”:" in [line.strip() for line in found.english]


def test_remaining_room_is_written_with_its_own_name() -> None:
    (found,) = find_entries(rules_of(ROOT / "tests/packs/stables"), "sack-room")
    assert found.written == "sack-room of stable"


def test_a_computed_number_of_a_keyword_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "base"
    shutil.copytree(MARKET, folder)
    tough = "keywords: {tough: {of: boat, number: adds up}}\n"
    tough += "abilities: [{grant: tough (round), to: boats}]\n"
    (folder / "more.yaml").write_text(tough, "utf-8")
    (found,) = find_entries(cardwright.load(folder), "grant-tough-round")
    assert found.english == ("Boats have tough equal to the round.",)


def test_a_card_is_shown_with_its_lasting_effects() -> None:
    (found,) = find_entries(rules_of(ROOT / "tests/packs/lasting"), "blessing")
    assert found.english == (
        "Event:",
        "  Choose 1 knight on fields (the target).",
        "  Begin “Blessed” with the target.",
        "Lasting effect “Blessed”:",
        "  Begins with: target (knight).",
        "  Until the end of the turn.",
        "  Adds 2 to “strength” of the target.",
    )


MADE = {
    ("stables", "stable"): "Room for horses: the stalls of the stable, by the bulk of each horse.",
    ("stables", "wagon"): "Room for sacks: 3.",
    ("stables", "sack"): "8 of them, without an owner.",
    ("dice-pool", "die-of-six"): "Faces: 1 to 6.",
    ("dice-pool", "sword-die"): "Faces: miss, miss, hit, hit, critical.",
    ("railways", "track"): "Each joins two cities.",
    ("menagerie", "hound"): "Tokens: they are created in play, at most 4 at once.",
    (
        "amazons",
        "cell",
    ): "A grid of 5 columns and 5 rows; next to each cell are the eight around it, diagonally too.",
    ("orchard", "crows"): "With 1 player: ann and flock.",
    ("orchard-harvest", "crow-king"): "It needs crows.",
    ("dice-pool", "roll-pool"): "  Roll the weak again.",
    ("regatta", "regatta"): "The score is the points of a player.",
    ("lighthouse", "lighthouse"): "All win if the lamp is at least 6; else all lose.",
    ("pirate-bay", "pirate"): "  In the menu “Orders”: “Raid”, else “Launch a ship”, else “Sail”, "
    "else it passes.",
}


@pytest.mark.parametrize(("pack", "name"), MADE)
def test_all_that_is_declared_of_a_kind_is_said(pack: str, name: str) -> None:
    rules = rules_of(ROOT / "tests/packs" / pack)
    lines = [line for found in find_entries(rules, name) for line in found.english]
    assert MADE[pack, name] in lines


def test_a_thing_with_keywords_is_not_said_to_have_no_rules() -> None:
    kept = rules_of(ROOT / "tests/packs/keywords")
    (tortoise,), (wolf,) = find_entries(kept, "tortoise"), find_entries(kept, "wolf")
    assert "Its only rules are those of its keywords." in definition_lines(tortoise)
    assert "  No rules but its keywords; printed values:" in entry_lines(tortoise)
    assert "It has no rules of its own." in definition_lines(wolf)
    assert "  No rules; printed values:" in entry_lines(wolf)


# ------------------------------------------------------------------- packs with errors

LUCK = ROOT / "tests/packs/push-your-luck"
SHOWN = [
    # the text, its replacement, what is shown, and a line of it
    ("gain (worth", "gian (worth", "dig", "  Do “bank”."),
    ("gain (worth", "gian (worth", "doomed", "Written: doomed"),
    ("number of perils in trail", "nubmer of perils in trail", "bank", "Written: do bank"),
    ("mask, badge: sun", "mask, badge: snu", "disc", "  badge: sun"),
    ("gain (worth", "gian (worth", "relic", "  Printed:"),
]
NOT_SHOWN = [
    # the same, and what is reported
    ("gain (worth", "gian (worth", "bank", "did you mean `gain`?"),
    ("number of perils in trail", "nubmer of perils in trail", "found", "`nubmer`"),
    ("number of perils in trail", "nubmer of perils in trail", "doomed", "`nubmer`"),
    ("number of perils in trail", "nubmer of perils in trail", "dig", "`nubmer`"),
    ("mask, badge: sun", "mask, badge: snu", "mask", "did you mean `sun`?"),
    ("relic: {is: card", "relic: {is: crad", "bank", "did you mean `card`?"),
    ("relic: {is: card", "relic: {is: {card", "bank", "CW1"),
    ("gain (worth", "gian (worth", "bnak", "did you mean `bank`?"),
    ("rules:\n", "abilities:\n  - title: Joy\n    when: after bank\n    do: gian 1 point\nrules:\n",
     "after-bank", "did you mean `gain`?"),
]  # fmt: skip


def broken(folder: Path, old: str, new: str) -> Path:
    """The pack with an error."""
    pack = Path(shutil.copytree(LUCK, folder / LUCK.name))
    text = (pack / "game.yaml").read_text("utf-8")
    assert old in text
    (pack / "game.yaml").write_text(text.replace(old, new), "utf-8")
    return pack


@pytest.mark.parametrize(("old", "new", "name", "line"), SHOWN)
def test_what_has_no_errors_is_shown_in_a_pack_with_errors(
    old: str, new: str, name: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["show", str(broken(tmp_path, old, new)), name]) == 1
    said = capsys.readouterr()
    assert line in said.out.split("\n")
    assert said.err.startswith("cardwright: the pack has errors")


@pytest.mark.parametrize(("old", "new", "name", "words"), NOT_SHOWN)
def test_what_has_errors_or_needs_what_has_some_is_not_shown(
    old: str, new: str, name: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["show", str(broken(tmp_path, old, new)), name]) != 0
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err


@pytest.mark.parametrize("pack", sample(PACKS, 8))
def test_each_entry_without_errors_can_be_shown_wherever_one_is(pack: Path, tmp_path: Path) -> None:
    """A word in each file in turn is misspelt."""
    copy = Path(shutil.copytree(pack, tmp_path / pack.name))
    for number, file in enumerate(sorted(copy.glob("*.yaml"))):
        text = file.read_text("utf-8")
        words = [*re.finditer(r"[a-z]{4,}", text)]
        word = words[number * 37 % len(words)]
        file.write_text(f"{text[: word.start()]}xyzzy{text[word.end() :]}", "utf-8")
        partly = read_partial(copy) or PartialPack(rules_of(pack), [])
        file.write_text(text, "utf-8")
        partial_pack = [one for one in all_entries(partly.rules) if partly.is_sound(one)]
        assert all([*entry_lines(one)] for one in partial_pack)
        assert partial_pack


class Looked(list[Effect]):
    """Counts how often it is iterated over."""

    times = 0

    def __iter__(self) -> Iterator[Effect]:
        self.times += 1
        return super().__iter__()


def test_of_many_entries_each_is_looked_at_once_however_many_errors_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither all effects for each of them, nor its lints for each error."""
    partly = read_partial(broken(tmp_path, *SHOWN[0][:2]))
    assert partly is not None
    partly = replace(partly, errors=[*partly.errors] * 9)
    effects, looked = Looked(partly.rules.declared.effects), list[Span]()

    def counted(span: Span) -> Iterator[tuple[int, str]]:
        looked.append(span)
        return yaml_lines(span)

    monkeypatch.setattr(partly.rules.declared, "effects", effects)
    monkeypatch.setattr(partial_pack, "yaml_lines", counted)
    entries = [*all_entries(partly.rules)]
    found = [partly.is_sound(one) for one in entries]
    assert {*found} == {True, False}
    assert effects.times == 1
    assert len(looked) <= len(entries)


def test_all_lines_of_an_ability_are_shown_whatever_key_comes_first() -> None:
    (found,) = find_entries(rules_of(ROOT / "tests/packs/duel"), "before-resolve")
    lines = [*definition_lines(found)]
    assert lines[-6].endswith("- title: Replies")
    assert lines[-1].endswith("max depth: 3")


@pytest.mark.parametrize(
    ("text", "word", "lines"),
    [
        ("towns:\n  -\n    id: york\n    title: York\n  - {id: hull}\n", "york", [3, 4]),
        ("towns:\n  - {id: hull, title: Hull,\n  isle: north}\n", "hull", [2, 3]),
        ("rules:\n  turn: |\n    say hi\n\n  # A second one.\n  rest: do turn\n", "turn", [2, 3]),
        ("rules: {turn: do rest, rest: do turn}\n", "turn", [1]),
    ],
)
def test_the_lines_of_a_definition_are_those_of_its_yaml(
    text: str, word: str, lines: list[int]
) -> None:
    source = Source("towns.yaml", text)
    at = text.index(word)
    found = [number for number, _ in yaml_lines(Span(source, at, at + len(word)))]
    assert found == lines
