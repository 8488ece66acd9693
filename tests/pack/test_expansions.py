"""Two expansions that don't know each other: their order makes no difference."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright import Rules
from cardwright.api import every_module
from cardwright.backends.core.evaluate import Env, evaluate
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.players.playout import play_to_end
from cardwright.program.emit.value_emitter import function_name
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright.runtime.save import SaveError, save
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.packs import number_of_players
from cardwright_tools.sim.games import GameSetup, choice_state
from cardwright_tools.sim.run import simulate
from dev.invariants import Invariants, play_checked
from dev.soak import module_combinations

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
MARKET, TOKENS, FLOOD = (PACKS / name for name in ("market", "market-tokens", "market-flood"))
ORDERS = [
    (TOKENS, FLOOD), (FLOOD, TOKENS), (MARKET, FLOOD, TOKENS), (TOKENS, MARKET, FLOOD),
    (FLOOD, TOKENS, MARKET),
]  # fmt: skip
TIDES = ("neap-tide", "spring-tide")


@cache
def digest_of(packs: tuple[Path, ...], modules: tuple[str, ...] = (), games: int = 8) -> str:
    order = GameSetup(tuple(str(pack) for pack in packs), modules, 3, 7)
    tally = simulate(order, games)
    assert not tally.failed
    return tally.digest


def named(packs: Sequence[Path]) -> str:
    return " ".join(pack.name for pack in packs)


# Orders


@pytest.mark.parametrize("packs", ORDERS[1:], ids=named)
@pytest.mark.parametrize("modules", [(), TIDES], ids=["plain", "tides"])
def test_games_are_the_same_in_any_order(packs: tuple[Path, ...], modules: tuple[str, ...]) -> None:
    assert digest_of(packs, modules) == digest_of(ORDERS[0], modules)


def test_different_games_have_different_digests() -> None:
    found = [digest_of(packs) for packs in ((MARKET,), (TOKENS,), (FLOOD,), ORDERS[0])]
    found.append(digest_of(ORDERS[0], TIDES))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("packs", ORDERS[1:], ids=named)
def test_declarations_are_the_same_in_any_order(packs: Sequence[Path]) -> None:
    first, other = (cardwright.load(*folders).declared for folders in (ORDERS[0], packs))
    assert first.board.things == other.board.things
    assert list(first.board.things["stall"]) == list(other.board.things["stall"])
    assert [e.values for e in first.board.enums.values()] == [
        e.values for e in other.board.enums.values()
    ]
    for name, kind in first.board.kinds.items():
        assert list(kind.fields.items()) == list(other.board.kinds[name].fields.items())
        assert kind.gone_when == other.board.kinds[name].gone_when
    assert [(a.kind, a.pattern.text, a.pack) for a in first.abilities] == [
        (a.kind, a.pattern.text, a.pack) for a in other.abilities
    ]
    assert list(first.rules) == list(other.rules)
    assert list(first.options) == list(other.options)


@pytest.mark.parametrize(
    ("pack", "tokens", "floods"), [(MARKET, 0, 0), (TOKENS, 1, 0), (FLOOD, 0, 1)]
)
def test_each_is_a_game_by_itself(pack: Path, tokens: int, floods: int) -> None:
    board = cardwright.load(pack).declared.board
    assert ("tokens" in board.kinds["player"].fields) == bool(tokens)
    assert ("flooded" in board.kinds["stall"].fields) == bool(floods)
    assert len(board.enums["ware"].values) == 2 + 2 * tokens
    assert digest_of((pack,), games=4)


# Packs that disagree with one of them


def third_pack(folder: Path, text: str, requires: str = "market: 1") -> Path:
    pack = folder / "third"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        f"id: third\nversion: 1\ntitle: Third\nplayers: [2, 4]\nrequires: {{{requires}}}\n",
        encoding="utf-8",
    )
    (pack / "third.yaml").write_text(text, encoding="utf-8")
    return pack


def found_in(*packs: Path, modules: Sequence[str] = ()) -> list[Diagnostic]:
    rules, report = cardwright.examine(*packs, modules=modules)
    assert (rules is None) == bool(report.diagnostics)
    return list(report.diagnostics)


CONFLICTS = {
    "one thing patched": (
        "patch:\n  arch:\n    price: 9\n", TOKENS, "CW351", "price", (3, 5), ["market:arch"],
    ),
    "one rule replaced": (
        "abilities:\n  - {instead of: clean, do: gain 1 coins}\n", FLOOD, "CW309", "clean",
        (2, 18), ["clean"],
    ),
    "one counter": (
        "extend:\n  player:\n    state: {tokens: number}\n", TOKENS, "CW328", "tokens",
        (3, 13), ["tokens"],
    ),
    "one word": ("extend:\n  ware: [salt]\n", TOKENS, "CW328", "salt", (2, 10), ["salt"]),
    "one thing": (
        "stalls:\n  - {id: bazaar, district: canal, ware: fish, provenance: fixture}\n",
        TOKENS, "CW328", "bazaar", (2, 10), ["bazaar"],
    ),
    "one kind gone in two ways": (
        "extend:\n  stall: {state: {wet: flag}, gone when: wet}\n", FLOOD, "CW309", "wet",
        (2, 42), ["stall", "flooded"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFLICTS)
@pytest.mark.parametrize("first", [True, False])
def test_a_conflict_names_packs_and_place(name: str, first: bool, tmp_path: Path) -> None:
    text, other, code, at, (line, column), said = CONFLICTS[name]
    pack = third_pack(tmp_path, text)
    modules = ("spring-tide",) if other == FLOOD else ()
    packs = (pack, other) if first else (other, pack)
    (diagnostic,) = found_in(*packs, modules=modules)
    assert diagnostic.code == code
    span = diagnostic.span
    assert span is not None
    assert span.text == at
    assert span.source.name == str(pack / "third.yaml")
    assert span.lines[:2] == (line, column)
    for words in said:
        assert f"`{words}`" in diagnostic.message or f"{words}`" in diagnostic.message
    if code in ("CW309", "CW351"):
        assert "`third`" in diagnostic.message
        assert f"`{other.name}`" in diagnostic.message
        assert other.name in diagnostic.notes[0][0].source.name


@pytest.mark.parametrize("name", ["one thing patched", "one rule replaced"])
def test_a_pack_that_requires_the_other_wins(name: str, tmp_path: Path) -> None:
    text, other, *_ = CONFLICTS[name]
    pack = third_pack(tmp_path, text, f"{other.name}: 1, market: 1")
    modules = ("spring-tide",) if other == FLOOD else ()
    assert found_in(pack, other, modules=modules) == []
    things = cardwright.load(pack, other).declared.board.things
    assert things["stall"]["arch"].values["price"] == (9 if other == TOKENS else 2)


@pytest.mark.parametrize(
    "text",
    ["abilities:\n  - {instead of: clean, if: day is 3, do: gain 1 coins}\n",
     "abilities:\n  - {instead of: clean, order: 1, do: gain 1 coins}\n",
     "abilities:\n  - {when: after clean, do: gain 1 coins}\n",
     "abilities:\n  - {instead of: turn, do: gain 1 coins}\n",
     "patch:\n  arch: {title: The Arch}\n"],
)  # fmt: skip
def test_no_conflict(text: str, tmp_path: Path) -> None:
    assert found_in(third_pack(tmp_path, text), TOKENS, FLOOD, modules=["spring-tide"]) == []


# Modules and numbers of players


@pytest.mark.parametrize(
    ("modules", "players"),
    [((), range(2, 5)), (("spring-tide",), range(3, 5)), (("neap-tide",), range(2, 4)),
     (("market-flood:neap-tide",), range(2, 4)), (TIDES, range(3, 4))],
)  # fmt: skip
def test_the_numbers_of_players(modules: Sequence[str], players: range) -> None:
    rules = cardwright.load(FLOOD, modules=modules)
    assert rules.players == players
    assert number_of_players(rules, None) == players[-1]
    for count in players:
        assert rules.new_game(count, 1).position.question is not None


@pytest.mark.parametrize(
    ("modules", "players", "said"),
    [(("spring-tide",), 2, r"^Spring Tide \(module spring-tide\) is for 3 to 4 players, not 2$"),
     (("neap-tide",), 4, r"^Neap Tide \(module neap-tide\) is for 2 to 3 players, not 4$"),
     (TIDES, 2, r"^Spring Tide \(module spring-tide\) is for 3 to 4 players, not 2$"),
     ((), 5, r" is for 2 to 4 players, not 5$")],
)  # fmt: skip
def test_a_game_for_others_is_refused(modules: Sequence[str], players: int, said: str) -> None:
    rules = cardwright.load(FLOOD, modules=modules)
    with pytest.raises(ValueError, match=said):
        rules.program(players)
    with pytest.raises(ValueError, match=said):
        rules.new_game(players, 1)


@pytest.mark.parametrize(
    ("pack", "modules", "players"),
    [("orchard", (), [2, 3, 4]), ("orchard", ("crows",), [1]), ("orchard-harvest", (), [2, 3]),
     ("orchard-harvest", ("crows",), [1]), ("orchard-harvest", ("crows", "crow-king"), [1])],
)  # fmt: skip
def test_a_module_can_add_a_number_of_players(
    pack: str, modules: Sequence[str], players: list[int]
) -> None:
    rules = cardwright.load(PACKS / pack, modules=modules)
    assert [*rules.players] == players
    names = {*rules.new_game(players[0], 1).players}
    assert names == ({"ann", "flock"} if modules else {"ann", "bob"})


def test_what_a_module_needs_of_a_required_pack_is_found() -> None:
    harvest = PACKS / "orchard-harvest"
    assert every_module(harvest) == ("crow-king", "crows")
    assert module_combinations([str(harvest)]) == [("crows",), ("crow-king", "crows")]
    rules = cardwright.load(PACKS / "orchard", modules=["crows"])
    assert rules.refusal(2) == "Crows (module crows) is for 1 player, not 2"


# Copies, saves and invariants


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))]
)
@pytest.mark.parametrize("modules", [(), ("spring-tide",), TIDES], ids=len)
def test_invariants_copies_and_saves_hold(modules: Sequence[str], seed: int) -> None:
    rules = cardwright.load(FLOOD, TOKENS, modules=modules)
    for players in rules.players if seed else rules.players[-1:]:  # fewer in `make soak`
        invariants = Invariants(rules.program(players))
        game, deep = rules.new_game(players, seed).position, 1 if seed else 6
        given, faults = play_checked(rules, invariants, game, choice_state(seed), deep=deep)
        assert faults == []
        assert game.over
        assert given > 20
        assert [*pieces_on_removed_places(game)] == []


def pieces_on_removed_places(game: Game) -> list[str]:
    """Pieces on places that have been removed from the game."""
    layout = game.program.layout
    flags = {i.id: layout.board.gone_when(i.kind) for i in layout.items if i.kind == "stall"}
    gone = {
        id for id, flag in flags.items() if flag and game.s[layout.cells[("stall", flag.name)] + id]
    }
    return [layout.items[p].name for p in layout.kind("piece") if game.s[p] in gone]


def played(rules: Rules, seed: int = 4) -> Game:
    game = rules.new_game(3, seed).position
    play_to_end(game, choice_state(seed), 25)
    return game


def test_a_save_remembers_modules() -> None:
    rules = cardwright.load(TOKENS, FLOOD, modules=["spring-tide"])
    game = played(rules)
    data = json.loads(json.dumps(save(game, rules)))
    assert data["modules"] == ["spring-tide"]
    assert rules.restore(data).digest == digest(game)
    again = cardwright.load(FLOOD, TOKENS, modules=["spring-tide"])
    assert again.restore(data).digest == digest(game)


@pytest.mark.parametrize("modules", [(), ("neap-tide",), TIDES], ids=len)
def test_a_save_of_other_modules_is_refused(modules: Sequence[str]) -> None:
    data = save(played(rules := cardwright.load(FLOOD, modules=["spring-tide"])), rules)
    with pytest.raises(SaveError, match="modules were"):
        cardwright.load(FLOOD, modules=modules).restore(data)


def test_a_save_names_each_module_once() -> None:
    data = save(played(rules := cardwright.load(FLOOD, modules=["spring-tide"])), rules)
    for same in (["market-flood:spring-tide"], ["spring-tide", "spring-tide"]):
        assert cardwright.load(FLOOD, modules=same).restore(data).position.answers


def test_a_save_of_other_packs_is_refused() -> None:
    data = save(played(rules := cardwright.load(FLOOD, TOKENS)), rules)
    with pytest.raises(SaveError, match="`market-tokens` is not loaded"):
        cardwright.load(FLOOD).restore(data)


# The evaluator compared with compiled code, with places that are gone


def test_definitions_with_places_out_of_the_game() -> None:
    rules = cardwright.load(FLOOD, TOKENS)
    program, chance = rules.program(3), random.Random(5)
    layout = program.layout
    flags = [layout.cells[("stall", "flooded")] + stall for stall in layout.kind("stall")]
    seen = set()
    for seed in range(40):
        game = Game(program, seed)
        play_to_end(game, choice_state(seed), chance.randrange(40))
        for flag in flags:
            game.s[flag] = int(chance.random() < 0.4)
        for function in rules.checked.functions.values():
            for _ in range(6):
                args = [chance.choice(_values(type, program)) for type in function.takes]
                typed = zip(function.takes, args, strict=True)
                taken = tuple(core.Lit(type, function.span, arg) for type, arg in typed)
                body = core.Call(function.body.type, function.span, function.name, taken)
                plain = evaluate(body, Env(program, game.s, game.z))
                compiled = program.namespace[function_name(function.name)](game.s, game.z, *args)  # type: ignore[operator]
                found = tuple(compiled) if isinstance(compiled, list | tuple) else int(compiled)
                assert found == plain, f"{function.name} {args}"
                if function.name == "dry-stalls":
                    assert found == sum(not game.s[flag] for flag in flags)
                    seen.add(found)
    assert len(seen) > 4


def _values(type: Type, program: cardwright.program.program.Program) -> Sequence[int]:
    return range(4) if type.base == "number" else (0, *program.layout.kind(type.of))
