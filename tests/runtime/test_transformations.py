"""Things that become others, and tokens: how they are named, seen, copied, saved and explained."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.board.transformations import possible_kinds
from cardwright.runtime import naming, transformations
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright.runtime.log import lines
from cardwright.runtime.why import why

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
PACK = ROOT / "tests/packs/menagerie"
RED, BLUE = 1, 2


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACK)


@pytest.fixture
def game(rules: Rules) -> Game:
    return Game(rules.program(2), 1)


def thing(game: Game, kind: str, name: str, copy: int = 0) -> int:
    return game.program.layout.named(kind, name) + copy


def put(game: Game, item: int, valley: str, owner: int) -> int:
    game.own(item, owner)
    game.move(item, thing(game, "valley", valley), 1)
    return item


def disguised(game: Game) -> int:
    """A changeling of Red that has become a griffin, and a griffin of Blue."""
    item = put(game, thing(game, "beast", "changeling"), "north", RED)
    griffin = put(game, thing(game, "beast", "griffin"), "north", BLUE)
    game.become(item, griffin, RED, become_point(game))
    return item


def become_point(game: Game) -> int:
    points = game.program.points
    return next(p.index for p in points if getattr(p, "verb", "") == "become")


def test_it_is_named_by_both_and_old_lines_by_itself(game: Game) -> None:
    item = disguised(game)
    assert naming.name_of(game, item) == "changeling as griffin"
    assert naming.title_of(game, item) == "Changeling as Griffin"
    assert lines(game, None, 1) == ["Changeling becomes a Griffin"]


def test_it_is_itself_again_in_supply_and_in_a_cage(game: Game) -> None:
    for place in (0, game.program.layout.zone_id("cage", RED)):
        item = disguised(game)
        game.move(item, place, 1)
        game.leave_play(item)
        assert naming.title_of(game, item) == "Changeling"
        assert game.z[len(game.program.layout.zones)] == []


def test_nothing_becomes_what_can_not_be_where_it_is(game: Game) -> None:
    den = put(game, thing(game, "beast", "burrower"), "north", RED)
    game.become(den, thing(game, "lair", "burrow"), RED, become_point(game))
    guest = thing(game, "beast", "troll")
    game.move(guest, den, 1)
    game.become(guest, thing(game, "lair", "burrow"), RED, become_point(game))
    assert game.program.layout.form(game.s, den).kind == "lair"
    assert game.program.layout.form(game.s, guest).kind == "beast"  # no lair in a lair


def test_cells_of_a_kind_begin_anew(game: Game) -> None:
    layout = game.program.layout
    egg = layout.kind("egg")[0]
    put(game, egg, "north", RED)
    warmth, wounds = layout.cells[("egg", "warmth")], layout.cells[("beast", "wounds")]
    game.s[warmth + egg], game.s[wounds + egg] = 2, 3
    game.become(egg, thing(game, "beast", "dragon"), RED, become_point(game))
    assert (game.s[warmth + egg], game.s[wounds + egg]) == (0, 3)


def test_a_copy_is_independent(game: Game) -> None:
    item = disguised(game)
    other = game.copy()
    game.become(item, 0, RED, become_point(game))
    assert naming.title_of(other, item) == "Changeling as Griffin"
    changed = len(game.program.layout.zones)
    assert other.z[changed] == [item]
    assert game.z[changed] == []


def test_which_of_two_equal_tokens_it_is_does_not_count(rules: Rules) -> None:
    """Two positions that differ only in which echo copies which thing have the same digest."""

    def position(first: str, second: str) -> str:
        game = Game(rules.program(2), 1)
        echoes = game.program.layout.kind("echo")
        for echo, name in zip(echoes, (first, second), strict=True):
            transformations.make_token(game, echo, RED, thing(game, "beast", name))
            put(game, echo, "north", RED)
        return digest(game)

    assert position("troll", "griffin") == position("griffin", "troll")
    assert position("troll", "griffin") != position("troll", "troll")


def test_a_restored_game_continues_in_the_same_way(rules: Rules) -> None:
    for seed in range(20):
        game, chance = rules.new_game(3, seed), random.Random(seed)
        while game.options:
            game.apply(chance.choice(game.options))
            if game.position.z[len(game.position.program.layout.zones)]:
                break
        again = rules.restore(json.loads(json.dumps(game.save())))
        assert again.digest == game.digest


def test_why_says_on_what_a_value_is_printed(rules: Rules) -> None:
    game = rules.new_game(2, 1)
    disguised(game.position)
    tree = why(game.position, "power of changeling")
    assert (tree.value, tree.note) == ("3", "printed on Griffin")


def test_a_determinized_game_keeps_what_things_have_become(rules: Rules) -> None:
    game = rules.new_game(2, 1)
    item = disguised(game.position)
    for name in ("troll", "bear"):
        cage = game.position.program.layout.zone_id("cage", BLUE)
        game.position.move(thing(game.position, "beast", name), cage, 1)
    for seed in range(5):
        drawn = game.determinize("red", seed)
        assert naming.title_of(drawn.position, item) == "Changeling as Griffin"
        assert drawn.observation("red") == game.observation("red")


def test_a_game_in_which_nothing_becomes_another_is_laid_out_without_designs() -> None:
    program = cardwright.load(ROOT / "tests/packs/lasting").program(2)
    layout = program.layout
    assert (layout.forms, layout.becomes) == (0, {})
    assert layout.in_effect == len(layout.zones)
    assert len(Game(program, 1).z) == len(layout.zones) + 1


def test_possible_kinds_follow_each_other(rules: Rules) -> None:
    board = rules.declared.board
    found = possible_kinds(board, [("egg", "hound"), ("hound", "ring")])
    assert found == {
        "egg": frozenset({"egg", "hound", "ring"}),
        "hound": frozenset({"hound", "ring"}),
    }


def test_what_lies_on_places_and_things_is_listed(rules: Rules) -> None:
    program = rules.program(2)
    layout = program.layout
    item, egg = layout.kind("beast")[:2]
    game = Game(program, 1)
    cage = layout.zone_id("cage", RED)
    for held, where in ((item, layout.kind("valley")[0]), (egg, item), (egg, cage), (item, 0)):
        game.move(held, where, 1)
        assert game.z[layout.placed] == layout.placed_things(game.s)
        assert (held in game.z[layout.placed]) == (where not in (cage, 0))


def test_lasting_effects_are_listed_and_a_modifier_finds_them() -> None:
    rules = cardwright.load(ROOT / "tests/packs/lasting")
    for seed in range(5):
        game, chance = rules.new_game(2, seed), random.Random(seed)
        layout, some = game.position.program.layout, 0
        while game.options:
            game.apply(chance.choice(game.options))
            listed = game.position.z[layout.in_effect]
            assert listed == layout.lasting(game.position.s)
            some += len(listed)
        assert some
