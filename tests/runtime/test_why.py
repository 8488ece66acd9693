"""Explanations of values: the root has the right value, and hidden information stays hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules, Tree
from cardwright.backends.core.evaluate import Env, evaluate
from cardwright.board.declarations import Field
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.runtime import naming
from cardwright.runtime.format_value import format_value
from cardwright.runtime.provenance_rules import Explainer
from cardwright.runtime.why import why
from cardwright.source.text import Source, Span
from dev.noninterference import disguise

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
SPAN = Span(Source("", ""), 0, 0)
MAX_ASKED = 12  # definitions asked at a position
PACKS = ["tests/packs/hands", "tests/packs/mini-orbit", "tests/packs/battle-grid",
         "tests/packs/push-your-luck", "tests/packs/thicket",
         "content/expanse", "content/doors-and-corners"]  # fmt: skip


@cache
def rules_of(pack: str) -> Rules:
    on = [name for name, m in cardwright.modules(ROOT / pack).items() if m.players is None]
    return cardwright.load(ROOT / pack, modules=on)


def positions(pack: str, count: int) -> Iterator[tuple[Game, random.Random]]:
    rules, rng = rules_of(pack), random.Random(pack)
    for seed in range(count):
        game = rules.new_game(max(rules.players), seed).position
        for _ in range(rng.randrange(5, 150)):
            if game.question is not None:
                game.answer(rng.randrange(len(game.question.answers)))
        yield game, rng


def questions(game: Game, rng: random.Random) -> Iterator[core.Expr]:
    """Every definition and every cell, with random arguments."""
    program = game.program
    functions = [*program.checked.functions.values()]
    for function in rng.sample(functions, min(len(functions), MAX_ASKED)):
        args = tuple(core.Lit(t, SPAN, rng.choice(values(t, game))) for t in function.takes)
        yield core.Call(function.body.type, SPAN, function.name, args)
    for kind in program.board.kinds.values():
        things = program.layout.kind(kind.name)
        for field in kind.fields.values():
            if things and field.type.base != "text":
                of = core.Lit(Type("thing", kind.name), SPAN, rng.choice(things))
                yield core.Get(field.type, SPAN, field, of)
    yield from through_places(game, rng)
    for zone, owner in program.layout.zones:
        of = core.Lit(Type("thing", "player"), SPAN, owner) if owner else None
        inside = core.ZoneOf(Type("zone", zone.holds), SPAN, zone.name, of)
        held = core.Contents(Type("thing", zone.holds).set(), SPAN, inside)
        yield core.Count(Type("number"), SPAN, held)
        yield core.TopOf(Type("thing", zone.holds), SPAN, inside, False, None)


def through_places(game: Game, rng: random.Random) -> Iterator[core.Expr]:
    """Properties found through the place of a thing: of one thing, and of all that have it."""
    layout, number = game.program.layout, Type("number")
    place, piece = Type("thing", "place"), Type("thing", "piece")
    domain, var = core.Domain(piece.set(), SPAN, "piece", False), core.Var(piece, SPAN, 50)
    for of in [core.Lit(piece, SPAN, i) for i in layout.kind("piece")[:3]] + [var]:
        there = core.LocationOf(place, SPAN, of)
        found = [core.Get(f.type, SPAN, f, there) for f in place_fields(game)]
        found += [core.IsKind(Type("flag"), SPAN, there, k) for k in place_kinds(game)]
        for kind in place_kinds(game):
            at = core.Lit(place, SPAN, rng.choice(layout.kind(kind)))
            found += [core.Compare(Type("flag"), SPAN, "==", there, at)]
        for e in found:
            if of is not var:
                yield e
            elif e.type.base in ("flag", "number"):
                yield core.Reduce(number, SPAN, "sum", 50, domain, e)
                held = core.Filter(piece.set(), SPAN, 50, domain, e)
                yield from (held, core.Count(number, SPAN, held))


def place_kinds(game: Game) -> list[str]:
    board = game.program.board
    return [k for k in board.kinds if board.root(k) == "place" and game.program.layout.kind(k)]


def place_fields(game: Game) -> list[Field]:
    kinds = [game.program.board.kinds[k] for k in place_kinds(game)]
    return [f for kind in kinds for f in kind.fields.values() if f.type.base != "text"]


def values(type: Type, game: Game) -> list[int]:
    if type.base == "number":
        return [0, 1, 2, 3]
    if type.base == "flag":
        return [0, 1]
    if type.base == "enum":
        return [*range(1, len(game.program.board.enums[type.of].values) + 1)]
    return [*game.program.layout.kind(type.of)] or [0]


@pytest.mark.parametrize("pack", PACKS)
def test_the_root_has_the_value_and_every_tree_can_be_made(pack: str) -> None:
    for game, rng in positions(pack, 2):
        for expr in questions(game, rng):
            tree = Explainer(game, None, every=True).explain(expr, 4, {})
            found = evaluate(expr, Env(game.program, game.s, game.z))
            assert tree.value == format_value(game, found, expr.type)
            assert tree.words


@pytest.mark.parametrize("pack", PACKS)
def test_hidden_information_changes_no_tree(pack: str) -> None:
    """A player gets the same tree in every position that looks the same to that player."""
    for game, rng in positions(pack, 2):
        player = rng.choice(game.program.layout.kind("player"))
        others = [disguise(game, player, rng) for _ in range(2)]
        for expr in questions(game, rng):
            tree = Explainer(game, player, every=True).explain(expr, 3, {})
            for other in others:
                assert Explainer(other, player, every=True).explain(expr, 3, {}) == tree


def test_the_disguise_changes_hidden_information() -> None:
    """Shows that the previous test can fail: with full information, the trees differ."""
    differ = 0
    for game, rng in positions("content/expanse", 4):
        other = disguise(game, 1, rng)
        for expr in questions(game, rng):
            trees = [Explainer(one, None).explain(expr, 1, {}) for one in (game, other)]
            differ += trees[0] != trees[1]
            if trees[0] != trees[1]:
                assert "hidden" in str(Explainer(game, 1).explain(expr, 1, {}))
    assert differ


def test_most_definitions_are_shown_to_players() -> None:
    """Hiding everything would be safe, too, but this game's rules seldom read hidden things."""
    hidden = total = 0
    for game, rng in positions("content/expanse", 3):
        for expr in questions(game, rng):
            if isinstance(expr, core.Call):
                hidden += Explainer(game, 1).explain(expr, 0, {}).value == "hidden"
                total += 1
    assert total > 30
    assert hidden < total / 10


@pytest.fixture
def orbit() -> Game:
    return rules_of("tests/packs/mini-orbit").new_game(3, 1).position


def test_an_error_is_reported_with_its_position(orbit: Game) -> None:
    with pytest.raises(cardwright.WhyError) as error:
        why(orbit, "owner of nobody-at-all")
    (expected,) = error.value.report.diagnostics
    assert expected.code == "CW211"
    assert expected.span is not None
    assert expected.span.text == "nobody-at-all"


def test_you_is_the_player_who_asks(orbit: Game) -> None:
    for player in orbit.program.layout.kind("player"):
        assert why(orbit, "you", player).value == naming.title(orbit.program, player)


def depth(tree: Tree) -> int:
    return 1 + max(map(depth, tree.children), default=0)


def test_depth_is_limited_and_cuts_are_marked() -> None:
    game = rules_of("content/expanse").new_game(4, 1).position
    whole = why(game, "controller of africa", depth=20)
    cut = why(game, "controller of africa", depth=2)
    assert depth(whole) > depth(cut) == 4
    assert whole.value == cut.value
    flat = why(game, "controller of africa", depth=0)
    assert [child.words for child in flat.children] == ["..."]


def test_a_question_without_an_expression() -> None:
    game = rules_of("tests/packs/hands").new_game(2, 1)
    with pytest.raises(cardwright.WhyError, match=r"(?s)CW202.*enter an expression"):
        game.why(" ")


def test_a_question_is_no_longer_than_a_text_of_a_pack() -> None:
    """Players of a hosted game can ask them, too."""
    game = rules_of("tests/packs/hands").new_game(2, 1)
    assert game.why("1" + " " * 19_999).value == "1"
    with pytest.raises(cardwright.WhyError, match=r"CW324.*at most 20,000 characters") as refused:
        game.why("a " * 500_000)
    assert len(str(refused.value)) < 500
