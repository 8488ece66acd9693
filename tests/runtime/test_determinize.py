"""Hidden information is redrawn, consistently with everything that the player has seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from textwrap import dedent, indent
from typing import Literal

import pytest

import cardwright
from cardwright import Game, Rules
from cardwright.players.playout import play_to_end
from cardwright.runtime.determinize import _ask_again
from cardwright.runtime.game_state import Log

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
MODULES = ("alpha", "beta", "gamma", "delta", "epsilon")
SETS = [*(pytest.param((on,), marks=pytest.mark.soak) for on in MODULES), MODULES]
LARGE = ("realm-of-magic",)  # long games, in `make soak`
FOUND = sorted(p.parent for p in (ROOT / "tests/packs").glob("*/pack.yaml"))
PACKS = [
    *(pytest.param(p, marks=pytest.mark.soak if p.name in LARGE else ()) for p in FOUND),
    "expanse",
]
SHARES = {"expanse": 0.01, "realm-of-magic": 0.003}
"""How many of a game's positions are looked at, of games that are long; else a twentieth."""


@cache
def with_modules(*on: str) -> Rules:
    return cardwright.load("doors-and-corners", modules=on)


@cache
def expanse() -> Rules:
    return cardwright.load("expanse")


def positions(rules: Rules, players: int, seed: int, share: float) -> Iterator[tuple[Game, str]]:
    """Some positions of a random game, each with one of its players."""
    game, rng = rules.new_game(players, seed), random.Random(seed)
    while game.options:
        if rng.random() < share:
            yield game, rng.choice(game.players)
        game.apply(rng.choice(game.options))
    yield game, game.players[0]


def shown(game: Game, player: str) -> tuple[object, ...]:
    """Everything a player can see, including the whole log."""
    asked = game.turn == player
    options = [(o.id, o.title, o.refers_to) for o in game.options] if asked else []
    return game.observation(player, last=None), game.log(player), options, game.turn


def kept(game: Game) -> tuple[object, ...]:
    """What a redraw must not change: the number of things at each place, owners, zone sizes."""
    position = game.position
    count = position.program.layout.count
    return sorted(position.s[:count]), [len(zone) for zone in position.z]


def check(rules: Rules, players: int, seed: int, share: float) -> None:
    for number, (game, player) in enumerate(positions(rules, players, seed, share)):
        drawn = game.determinize(player, number)
        assert shown(drawn, player) == shown(game, player)
        assert kept(drawn) == kept(game)
        again = drawn.determinize(player, number + 1)
        assert shown(again, player) == shown(game, player)
        play_to_end(drawn.copy().position.copy(), number)


@pytest.mark.parametrize("pack", PACKS, ids=str)
@pytest.mark.parametrize("most", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_the_player_cannot_distinguish_it_from_the_real_game(pack: Path | str, most: bool) -> None:
    """With the largest number of players; `make soak` plays with fewer, too."""
    rules = cardwright.load(pack) if pack != "expanse" else expanse()
    for players in rules.players[-1:] if most else rules.players[:-1]:
        check(rules, players, players, SHARES.get(Path(pack).name, 0.05))


@pytest.mark.parametrize("on", SETS, ids="+".join)
def test_the_player_cannot_distinguish_it_with_any_modules(on: tuple[str, ...]) -> None:
    rules = with_modules(*on)
    check(rules, max(rules.players), len(on), 0.01)


def test_a_question_asked_again_is_the_same() -> None:
    rules = with_modules(*MODULES)
    for game, _ in positions(rules, 3, 5, 0.1):
        if game.turn:
            again = game.position.copy()
            assert again.question is not None
            assert _ask_again(again, again.question)
            assert again.question == game.position.question


def test_the_seed_decides_the_draw() -> None:
    game = expanse().new_game(4, seed=3)
    drawn = [game.determinize("un", seed).digest for seed in range(20)]
    assert len(set(drawn)) == 20
    assert game.copy().determinize("un", 7).digest == drawn[7]
    assert game.digest not in drawn


def test_every_draw_can_be_played_to_its_end() -> None:
    rules = with_modules(*MODULES)
    for number, (game, player) in enumerate(positions(rules, 3, 11, 0.01)):
        drawn, rng = game.determinize(player, number), random.Random(number)
        while drawn.options:
            drawn.apply(rng.choice(drawn.options))
        assert drawn.outcome is not None


# ------------------------------------------------------------------------- what is hidden

HANDS = """
rules:
  game: |
    move each action in supply to deck
    shuffle deck
    for each player: move top 2 of deck to hand of player
    {more}
    repeat 2 times:
      for each player: player does turn
    end the game
  turn: |
    choose 1 suit, as word
    say "On"
"""


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Game]:
    """The pack `hands` with another main rule."""

    def make(
        more: str,
        extra: str = "",
        kind: tuple[str, str] = ("", ""),
        engine: Literal["python", "native"] = "python",
    ) -> Game:
        for path in (ROOT / "tests/packs/hands").glob("*.yaml"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        board = (tmp_path / "board.yaml").read_text().replace(*kind)
        (tmp_path / "board.yaml").write_text(board)
        (tmp_path / "rules.yaml").write_text(HANDS.format(more=more) + extra)
        return cardwright.load(tmp_path).new_game(3, seed=2, engine=engine)

    return make


def inside(game: Game, zone: str) -> list[str]:
    layout = game.position.program.layout
    at = next(i for i, (z, owner) in enumerate(layout.zones)
              if layout.items[layout.zone_first + i].name == zone)  # fmt: skip
    return [layout.items[item].name for item in game.position.z[at]]


def draws(game: Game, player: str, zone: str, many: int = 60) -> set[tuple[str, ...]]:
    return {tuple(inside(game.determinize(player, seed), zone)) for seed in range(many)}


def test_only_hidden_hands_and_decks_are_redrawn(made: Callable[..., Game]) -> None:
    game = made("")
    mine, theirs = inside(game, "hand of ann"), inside(game, "hand of bob")
    assert draws(game, "ann", "hand of ann") == {tuple(mine)}
    found = draws(game, "ann", "hand of bob")
    assert len(found) > 5
    assert not any(set(mine) & set(hand) for hand in found)
    assert tuple(theirs) in draws(game, "bob", "hand of bob")


def test_a_card_seen_entering_a_hand_stays_there(made: Callable[..., Game]) -> None:
    """PublicView saw the card go from an open pile to a hand that no card has left since."""
    game = made("move top of deck to discard\n    move top of discard to hand of bob")
    known = next(line for line in game.log() if " from discard to hand of Bob" in line)
    card = next(id for id, title in game.rules.titles.items() if f" {title} from" in known)
    found = draws(game, "ann", "hand of bob")
    assert len(found) > 3
    assert all(any(name.partition("#")[0] == card for name in hand) for hand in found)


def test_a_card_put_on_the_deck_is_on_top_until_it_is_shuffled(made: Callable[..., Game]) -> None:
    put = "move top of deck to discard\n    move top of discard to deck"
    game = made(put)
    assert len({deck[0] for deck in draws(game, "ann", "deck")}) == 1
    game = made(put + "\n    shuffle deck")
    assert len({deck[0] for deck in draws(game, "ann", "deck")}) > 2


def test_a_revealed_card_is_known(made: Callable[..., Game]) -> None:
    game = made("reveal top of deck")
    assert len({deck[0] for deck in draws(game, "ann", "deck")}) == 1


def test_a_card_that_left_a_hand_unseen_may_be_the_known_one(made: Callable[..., Game]) -> None:
    """One of Bob's three cards, one of which is known to everybody, goes to the vault."""
    game = made(
        "move top of deck to discard\n    move top of discard to hand of bob\n"
        "    choose 1 action in hand of bob at random, as gone\n    move gone to vault"
    )
    known = next(line for line in game.log() if " from discard to hand of Bob" in line)
    card = next(id for id, title in game.rules.titles.items() if f" {title} from" in known)
    there = {card in {n.partition("#")[0] for n in hand} for hand in draws(game, "ann", "vault")}
    assert there == {True, False}
    assert draws(game, "bob", "vault") == {tuple(inside(game, "vault"))}


def test_a_known_top_card_goes_where_the_top_card_goes(made: Callable[..., Game]) -> None:
    """Whatever else was chosen by the rule that moved it."""
    game = made(
        "move top of deck to discard\n    move top of discard to deck\n"
        "    choose 1 other player, as lucky\n    move top of deck to hand of lucky\n    do turn"
    )
    known = inside(game, "deck")[0]
    giver, lucky = str(game.turn), game.options[0].id
    game.apply(lucky)
    (other,) = set(game.players) - {giver, lucky}
    assert all(known in hand for hand in draws(game, other, f"hand of {lucky}"))


@pytest.mark.parametrize(
    "pick",
    ["choose 1 action in hand of bob where worth of action > 5 at random, as gone\n    move gone",
     "move all actions in hand of bob where worth of action > 5"],
)  # fmt: skip
def test_what_was_picked_by_a_fact_has_it(made: Callable[..., Game], pick: str) -> None:
    """Bob's only card with this worth goes to the vault; the game has three of them."""
    found = draws(made(f"{pick} to vault"), "ann", "vault", 90)
    assert found == {("fog#1",), ("fog#2",), ("fog#3",)}


def test_what_was_chosen_in_secret_is_chosen_again() -> None:
    """Another player's bonus sector may be any that has a token left, and none if the player chose
    none."""
    game, rng, found = expanse().new_game(4, seed=1), random.Random(4), set[int]()
    layout = game.position.program.layout
    cells = [layout.cells[("player", "bonus-pick")] + p for p in layout.kind("player")]
    chosen = layout.cells[("sector", "times-chosen")]
    while game.options:
        owners = [cell for cell in cells if game.position.s[cell]]
        if owners and game.turn not in (None, layout.items[owners[0] - cells[0] + 1].name):
            for seed in range(4):
                s = game.determinize(game.turn, seed).position.s
                assert [cell for cell in cells if s[cell]] == owners
                assert s[chosen + s[owners[0]]] < 2
                found.add(s[owners[0]])
        game.apply(rng.choice(game.options))
    assert len(found) > 2


PLEDGES = """
  all-pledge: |
    for each player: player does pledge-word
  pledge-word: |
    secretly choose 1 suit, as word
    {before}
    set pledge of you to word
    {after}
  show: |
    let was be pledge of you
    reveal was
"""


@pytest.mark.parametrize("text", ["reveal pledge of ann", "ann does show", "before", "after"])
def test_a_revealed_choice_says_nothing_about_an_equal_choice_of_another_player(
    made: Callable[..., Game], text: str
) -> None:
    """All pledge the same, and Ann's pledge is revealed: from her cell, or before or after it is
    set."""
    show = {text: "if you is ann: reveal word"}
    extra = PLEDGES.format(**{at: show.get(at, 'say "So be it"') for at in ("before", "after")})
    game = made("do all-pledge" + (f"\n    {text}" if " " in text else ""), extra)
    for _ in game.players:
        game.apply("sun")
    worlds = [game.determinize("cid", seed) for seed in range(20)]
    pledges = {
        p: {w.why_with_secrets(f"pledge of {p}").value for w in worlds} for p in ("ann", "bob")
    }
    assert pledges == {"ann": {"sun"}, "bob": {"sun", "moon"}}


def test_a_change_of_a_hidden_card_is_one_of_whatever_card_is_there(
    made: Callable[..., Game],
) -> None:
    """Bob's two cards are marked: in each redraw, his two cards have a mark."""
    game = made(
        "for each action in hand of bob: add 1 to marks of action",
        kind=("fields: {worth", "state: {marks: number}, fields: {worth"),
    )
    layout, hands = game.position.program.layout, set()
    for seed in range(20):
        drawn = game.determinize("ann", seed)
        s, at = drawn.position.s, layout.cells[("action", "marks")]
        marked = {layout.items[card].name for card in layout.kind("action") if s[at + card]}
        assert marked == set(inside(drawn, "hand of bob"))
        hands.add(frozenset(marked))
    assert len(hands) > 3


def test_a_hidden_cell_may_name_another_of_the_cards_seen(made: Callable[..., Game]) -> None:
    """It named one of three cards in Bob's hand, which now lie open."""
    game = made(
        "set secret-card of ann to top of deck\n    move top of deck to hand of bob\n"
        "    move each action in hand of bob to discard"
    )
    worlds = [game.determinize("cid", seed) for seed in range(40)]
    assert {w.why_with_secrets("secret-card of ann").value for w in worlds} == {
        game.rules.titles[name.partition("#")[0]] for name in inside(game, "discard")
    }


def test_what_an_effect_worked_out_of_a_hidden_card_is_drawn_with_it(
    made: Callable[..., Game],
) -> None:
    game = made("do look", """
  look: |
    let many be worth of (top of deck)
    choose 1 suit, as word
    set gold of you to many
""")  # fmt: skip
    worth = {"spy": 1, "tax": 2, "war": 3, "peace": 4, "oath": 5, "fog": 6}
    found = set()
    for seed in range(20):
        drawn = game.determinize("cid", seed)
        drawn.apply("sun")
        gold = drawn.why_with_secrets(f"gold of {game.turn}").value
        assert gold == str(worth[inside(drawn, "deck")[0].partition("#")[0]])
        found.add(gold)
    assert len(found) > 2


def test_the_order_of_options_reveals_nothing_about_hidden_cards(made: Callable[..., Game]) -> None:
    game = made("do ask", """
  ask: |
    choose 1 action where action is not in hand of you and action is not in deck, as loot
    move loot to hand of you
""")  # fmt: skip
    orders = {(g.turn, *g.options.ids) for g in (game.rules.new_game(3, n) for n in range(30))}
    assert len({turn for turn, *_ in orders}) == len(orders) == 3


def test_a_secret_of_a_piece_is_known_to_whom_it_was_when_it_changed(
    made: Callable[..., Game],
) -> None:
    """Ann gives a guard to Bob: she knows how tired it was, and he knows how tired it is now."""
    game = made(
        "place 1 guard of ann on north\n    place 1 guard of bob on south\n"
        "    for each guard on north:\n      set tired of guard to 5\n      give guard to bob\n"
        "    for each guard on south: set tired of guard to 7",
        kind=("tired: flag", "tired: {type: number, seen by: owner}"),
    )
    tired = {p: [line[-1] for line in game.log(p) if "tired" in line] for p in game.players}
    assert tired == {"ann": ["5"], "bob": ["7"], "cid": []}
    for seed in range(9):
        drawn = game.determinize("ann", seed)
        assert (
            drawn.why_with_secrets("number of guards on north where tired of guard = 5").value
            == "1"
        )
        assert drawn.log("ann") == game.log("ann")


def test_what_can_be_chosen_in_two_ways_is_chosen_again(made: Callable[..., Game]) -> None:
    """Bob pledges by a rule of his own, which excludes nothing that he could have chosen."""
    game = made("ann does early\n    bob does late", """
  early: |
    secretly choose 1 suit, as word
    set pledge of you to word
  late: |
    secretly choose 1 suit where gold of you > 0, as word
    set pledge of you to word
""")  # fmt: skip
    game.apply("sun")
    game.apply("sun")
    worlds = [game.determinize("cid", seed) for seed in range(30)]
    pledges = {
        tuple(w.why_with_secrets(f"pledge of {p}").value for p in ("ann", "bob")) for w in worlds
    }
    assert len(pledges) == 4


MARKS = """
  mark: |
    secretly choose {many} players, as spots
    set marks of you to spots
    {{after}}
  ask: |
    for each other player: player chooses 1 suit, as word
"""


@pytest.mark.parametrize(("many", "sizes"), [("2", {2}), ("up to 3", {1, 2, 3}),
    ("1 or more", {1, 2, 3}), ("2 or more", {2, 3}), ("any number of", {1, 2, 3})])  # fmt: skip
@pytest.mark.parametrize("after", ["", "do ask"])
def test_a_set_that_was_chosen_in_secret_is_chosen_again(
    made: Callable[..., Game], many: str, sizes: set[int], after: str
) -> None:
    """The real set is one of many, whether the effect that asked is over or not."""
    marks = "marks: {type: set of player, seen by: owner}\n      "
    text = MARKS.format(many=many).format(after=after)
    game = made("ann does mark", text, kind=("pledge: {", f"{marks}pledge: {{"))
    rng = random.Random(3)
    while game.turn == "ann":
        game.apply(rng.choice(game.options))
    worlds = [game.determinize("bob", seed) for seed in range(60)]
    found = {w.why_with_secrets("marks of ann").value for w in worlds}
    assert all(shown(w, "bob") == shown(game, "bob") for w in worlds)
    assert game.why_with_secrets("marks of ann").value in found
    assert len(found) > 2
    for size in sizes:
        assert any(w.why_with_secrets("number of marks of ann").value == str(size) for w in worlds)
    assert {w.why_with_secrets("marks of ann").value for w in (game.determinize("ann", 1),)} == {
        game.why_with_secrets("marks of ann").value
    }


def with_marks(made: Callable[..., Game], mark: str, answers: int = 3) -> Game:
    """Ann has marked players in secret; she and Bob have equal amounts of gold."""
    marks = "marks: {type: set of player, seen by: owner}\n      "
    rule = f"\n  mark: |\n{indent(dedent(mark), ' ' * 4)}"
    game = made(
        "cid gains 2 gold\n    ann does mark", rule, kind=("pledge: {", f"{marks}pledge: {{")
    )
    rng = random.Random(answers)
    while game.turn == "ann":
        game.apply(rng.choice(game.options))
    return game


@pytest.mark.parametrize(
    "change", ["set marks of you to it", "add it to marks of you", "remove it from marks of you"]
)
def test_the_log_of_a_draw_is_the_same_whatever_was_chosen_in_secret(
    made: Callable[..., Game], change: str
) -> None:
    """Also for readers of its numbers."""
    mark = f"secretly choose 2 players, as it\n{change}\ncid chooses 1 suit, as word"
    games = [with_marks(made, mark, answers) for answers in range(4)]
    assert len({"\n".join(game.log("ann")) for game in games}) > 1
    logs = [[*_entries(game.determinize("bob", 1).position.log)] for game in games]
    assert logs[1:] == logs[:-1]


def _entries(log: Log) -> Iterator[Sequence[int]]:
    while log is not None:
        log, entry = log  # type: ignore[assignment]
        yield entry


def members(game: Game) -> str:
    return game.why_with_secrets("marks of ann").value.rpartition(": ")[2]


def marks_for(game: Game, player: str) -> set[str]:
    worlds = [game.determinize(player, seed) for seed in range(40)]
    assert all(shown(world, player) == shown(game, player) for world in worlds)
    return {members(world) for world in worlds}


@pytest.mark.parametrize(("many", "sizes"), [("2", {2}), ("up to 3", {1, 2})])
def test_a_set_that_was_chosen_within_limits_is_chosen_again_within_them(
    made: Callable[..., Game], many: str, sizes: set[int]
) -> None:
    """Never both Ann and Bob, who have equal amounts of gold."""
    chosen = f"secretly choose {many} players, at most 1 per gold, as spots"
    found = marks_for(with_marks(made, f"{chosen}\nset marks of you to spots\n"), "bob")
    pairs = {"Ann, Cid", "Bob, Cid"}
    assert found == (pairs if sizes == {2} else pairs | {"Ann", "Bob", "Cid", "none"})


ADDED = {
    "one by one": (
        """
        secretly choose 1 player, as spot
        add spot to marks of you
        secretly choose 1 player without marks of you, as other
        add other to marks of you
     """,
        {"Ann, Bob", "Ann, Cid", "Bob, Cid"},
    ),
    "some at once": (
        """
        secretly choose 2 players, as spots
        add spots to marks of you
     """,
        {"Ann, Bob", "Ann, Cid", "Bob, Cid"},
    ),
    "and removed": (
        """
        secretly choose 2 players, as spots
        add spots to marks of you
        secretly choose 1 marks of you, as gone
        remove gone from marks of you
     """,
        {"Ann", "Bob", "Cid"},
    ),
}


@pytest.mark.parametrize("how", ADDED)
def test_what_was_added_in_secret_is_chosen_again(made: Callable[..., Game], how: str) -> None:
    mark, expected = ADDED[how]
    game = with_marks(made, mark)
    assert marks_for(game, "bob") == expected
    assert marks_for(game, "ann") == {members(game)}


SHOWN = {
    "the set, before an addition": (
        """
        secretly choose 1 player, as spot
        add spot to marks of you
        reveal marks of you
        secretly choose 1 player without marks of you, as other
        add other to marks of you
     """,
        {"Ann, Bob", "Ann, Cid"},
    ),
    "the set, before a removal": (
        """
        secretly choose 2 players, as spots
        add spots to marks of you
        reveal marks of you
        secretly choose 1 marks of you, as gone
        remove gone from marks of you
     """,
        {"Ann", "Bob"},
    ),
    "what was added": (
        """
        secretly choose 1 player, as spot
        add spot to marks of you
        reveal spot
        secretly choose 1 player without marks of you, as other
        add other to marks of you
     """,
        {"Ann, Bob", "Ann, Cid"},
    ),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_was_revealed_of_a_set_stays(made: Callable[..., Game], what: str) -> None:
    """Members that were added or removed in secret after that are chosen again."""
    mark, expected = SHOWN[what]
    assert marks_for(with_marks(made, mark), "bob") == expected


STEPS = {
    "secret pair": "secretly choose 2 players, as {it}\nset marks of you to {it}",
    "secret addition": "secretly choose 1 player, as {it}\nadd {it} to marks of you",
    "secret removal": "secretly choose 1 player, as {it}\nremove {it} from marks of you",
    "secret new one": "secretly choose 1 player without marks of you, as {it}\n"
    "add {it} to marks of you",
    "addition": "choose 1 player, as {it}\nadd {it} to marks of you",
    "removal": "choose 1 player, as {it}\nremove {it} from marks of you",
    "new one": "choose 1 player without marks of you, as {it}\nadd {it} to marks of you",
    "old one": "choose 1 marks of you, as {it}\nremove {it} from marks of you",
}
Marks = frozenset[str]
EVERY = frozenset({"Ann", "Bob", "Cid"})


def followed(step: str, marks: Marks, seen: str) -> Iterator[Marks]:
    """The values that a set may have after a step in which this was seen; none if it could not be
    seen."""
    match step:
        case "secret pair":
            yield from (EVERY - {one} for one in EVERY)
        case "secret addition":
            yield from (marks | {one} for one in EVERY)
        case "secret removal":
            yield from (marks - {one} for one in EVERY)
        case "secret new one":
            yield from (marks | {one} for one in EVERY - marks or marks)
        case "addition":
            yield marks | {seen}
        case "removal":
            yield marks - {seen}
        case "new one" if (seen in EVERY - marks) or (not seen and marks == EVERY):
            yield marks | {seen} - {""}
        case "old one" if seen in marks or (not seen and not marks):
            yield marks - {seen}


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.soak)
                                               for n in range(4, 60))])  # fmt: skip
def test_worlds_drawn_are_all_that_may_be_after_any_changes_in_secret_or_not(
    made: Callable[..., Game], seed: int
) -> None:
    """A member that all saw added may have been there already; a redraw does not tell."""
    rng = random.Random(seed)
    steps = rng.choices([*STEPS], k=rng.randint(3, 6))
    texts = [STEPS[step].format(it=f"chosen-{n}") for n, step in enumerate(steps)]
    marked = "\n".join(f'say "{n}"\n{text}' for n, text in enumerate(texts))
    game = with_marks(made, f'{marked}\nsay "{len(steps)}"\n')
    said, log = list[str](), "\n".join(game.log("bob"))
    may = {Marks()}
    for n, step in enumerate(steps):
        told = log.partition(f"Ann: {n}\n")[2].partition(f"Ann: {n + 1}")[0]
        seen = told.rpartition("Ann chooses ")[2].split() if "Ann chooses " in told else [""]
        said.append(seen[0])
        may = {after for marks in may for after in followed(step, marks, seen[0])}
    expected = {", ".join(sorted(marks)) or "none" for marks in may}
    assert marks_for(game, "bob") == expected, (steps, said)


def test_a_number_that_was_added_in_secret_is_chosen_again(made: Callable[..., Game]) -> None:
    """From three additions of 0 to 2, Bob may infer the highest possible sum, and nothing else."""
    debt = ("pledge: {", "debt: {type: number, min: 0, seen by: owner}\n      pledge: {")
    game = made("repeat 3 times: ann does borrow\n    ann does repay", """
  borrow: |
    secretly choose a number from 0 to 2, as more
    add (more) to debt of you
  repay: |
    secretly choose a number from 0 to 1, as less
    subtract (less) from debt of you
""", kind=debt)  # fmt: skip
    for answer in ("2", "1", "0", "1"):
        game.apply(answer)
    worlds = [game.determinize("bob", seed) for seed in range(60)]
    assert {world.why_with_secrets("debt of ann").value for world in worlds} == {
        str(n) for n in range(7)
    }
    assert game.determinize("ann", 1).why_with_secrets("debt of ann").value == "2"


def test_a_public_addition_stays_and_the_rest_is_chosen_again(made: Callable[..., Game]) -> None:
    """Ann marks Cid in front of everybody, and another player in secret."""
    game = with_marks(made, """
        secretly choose 1 player, as spot
        set marks of you to [spot]
        choose 1 player without marks of you, as other
        add other to marks of you
     """)  # fmt: skip
    chosen = [line.split()[-1] for line in game.log("bob") if "Ann chooses " in line]
    (seen,) = {"Ann", "Bob", "Cid"}.intersection(chosen)
    found = marks_for(game, "bob")
    assert members(game) in found
    assert all(seen in marks for marks in found)
    assert len(found) == 2


def test_a_secret_number_to_which_all_saw_something_added_stays(made: Callable[..., Game]) -> None:
    """It could only have been exchanged for another player's, to which nothing was added."""
    debt = ("pledge: {", "debt: {type: number, min: 0, seen by: owner}\n      pledge: {")
    game = made("ann does borrow\n    ann does repay", """
  borrow: |
    choose a number from 1 to 2, as more
    add (more) to debt of you
  repay: |
    secretly choose a number from 0 to 1, as less
    subtract (less) from debt of you
""", kind=debt)  # fmt: skip
    game.apply("2")
    worlds = [game.determinize("bob", seed) for seed in range(20)]
    assert {world.why_with_secrets("debt of ann").value for world in worlds} == {"2"}
    game.apply("0")
    worlds = [game.determinize("bob", seed) for seed in range(20)]
    assert {world.why_with_secrets("debt of ann").value for world in worlds} == {"1", "2"}


def test_a_public_choice_stays_although_the_cell_is_secret(made: Callable[..., Game]) -> None:
    game = made("ann does vow", """
  vow: |
    choose 1 suit, as word
    set pledge of you to word
""")  # fmt: skip
    game.apply("sun")
    assert {
        game.determinize("bob", n).why_with_secrets("pledge of ann").value for n in range(9)
    } == {"sun"}


VOW = """
  vow: |
    secretly choose 1 suit, as mine
    for each other player: player does guess
    if mine is sun: add 1 to gold of you
  guess: {do: "choose 1 suit, as word"}
"""


def test_secrets_of_a_running_effect_are_redrawn(made: Callable[..., Game]) -> None:
    """One player has chosen a suit in secret; a rival can't find it out by playing on."""
    game = made("do vow", VOW)
    first = str(game.turn)
    game.apply("sun")
    rival = str(game.turn)
    for player, gold in ((first, {4}), (rival, {3, 4})):
        found = set()
        for seed in range(20):
            drawn = game.determinize(player, seed)
            drawn.apply("moon")
            drawn.apply("moon")
            found.add(drawn.why_with_secrets(f"gold of {first}").value)
        assert found == {str(n) for n in gold}


def test_it_reveals_nothing_of_the_real_game() -> None:
    rules = cardwright.load(ROOT / "tests/packs/hands")
    game = rules.new_game(3, seed=12345)
    for _ in range(6):
        game.apply(game.options[0])
    drawn = game.determinize("ann", 1)
    assert drawn.seed == 1
    assert drawn.position.answered() == []
    assert drawn.position.rng != game.position.rng
    with pytest.raises(cardwright.SaveError, match="determinized for `ann`"):
        drawn.save()
    with pytest.raises(ValueError, match="nothing to undo"):
        drawn.undo()
    read = set(game.log("ann"))
    assert {entry.text for entry in drawn.entries()} <= read
    assert not {entry.text for entry in game.entries()} <= read
    assert "determinized for ann" in repr(drawn.copy())


def test_a_number_that_was_chosen_in_secret_and_added_to_is_chosen_again(
    made: Callable[..., Game],
) -> None:
    """What all saw added is known, but not the number it was added to."""
    debt = ("pledge: {", "debt: {type: number, min: 0, seen by: owner}\n      pledge: {")
    game = made("ann does borrow\n    ann does repay", """
  borrow: |
    secretly choose a number from 1 to 3, as bid
    set debt of you to bid
  repay: |
    choose a number from 1 to 2, as more
    add (more) to debt of you
""", kind=debt)  # fmt: skip
    game.apply("2")
    game.apply("1")
    worlds = [game.determinize("bob", seed) for seed in range(20)]
    assert {world.why_with_secrets("debt of ann").value for world in worlds} == {"2", "3", "4"}


LUCK = "secretly choose a number from 1 to 3 at random, as luck\n"
OF_THE_GAME: dict[str, tuple[str, str, set[str]]] = {
    "drawn at random": ("number", LUCK + "set secret to luck", {"1", "2", "3"}),
    "worked out from what was drawn": (
        "number", LUCK + "set secret to 2 * luck + 1", {"3", "5", "7"}),
    "changed by rules since": (
        "number", LUCK + "set secret to luck\nadd 5 to secret\nsubtract 1 from secret",
        {"5", "6", "7"}),
    "drawn in two steps": (
        "number",
        LUCK + "set secret to luck\nsecretly choose a number from 1 to 2 at random, as more\n"
        "add (10 * more) to secret",
        {"11", "12", "13", "21", "22", "23"}),
    "within bounds": (
        "{type: number, max: 4}",
        LUCK + "set secret to luck\nsecretly choose a number from 1 to 2 at random, as more\n"
        "add (more) to secret",
        {"2", "3", "4"}),
    "worked out from what was so then": (
        "number", LUCK + "set secret to luck * gold of ann\nset gold of ann to 1", {"3", "6", "9"}),
    "drawn from what could be drawn then": (
        "number", "secretly choose a number from 1 to gold of ann at random, as luck\n"
        "set gold of ann to 0\nset secret to 10 * luck", {"10", "20", "30"}),
    "worked out from two draws": (
        "number", LUCK + "secretly choose a number from 1 to 2 at random, as more\n"
        "set secret to luck + 10 * more * gold of ann\nset gold of ann to 0",
        {"31", "32", "33", "61", "62", "63"}),
    "of two draws one was shown": (
        "number", LUCK + "secretly choose a number from 2 to 3 at random, as more\n"
        "set secret to luck + 10 * (more - more)\nreveal more", {"1", "2", "3"}),
    "worked out of somebody else": (
        "number", LUCK + "choose 1 player at random, as rival\nset gold of rival to 5\n"
        "set secret to luck * gold of rival\nset gold of rival to 0", {"5", "10", "15"}),
    "worked out for some": (
        "number", LUCK + "set secret to if gold of ann > 2 then luck else 9\nset gold of ann to 0",
        {"1", "2", "3"}),
    "a player": ("player", "secretly choose 1 player at random, as spy\nset secret to spy",
                 {"Ann", "Bob", "Cid"}),
    "a suit": ("suit", "secretly choose 1 suit at random, as sign\nset secret to sign",
               {"moon", "sun"}),
}  # fmt: skip


@pytest.mark.parametrize("how", OF_THE_GAME)
def test_what_the_game_itself_keeps_secret_is_drawn_again(
    made: Callable[..., Game], how: str
) -> None:
    type, rule, expected = OF_THE_GAME[how]
    assert secrets(made, type, rule) == expected


KNOWN = {
    "what all saw drawn": "choose a number from 1 to 3 at random, as luck\nset secret to luck",
    "what is worked out from that": (
        "choose a number from 1 to 3 at random, as luck\nset secret to luck + 1"),
    "what was revealed": LUCK + "set secret to luck\nreveal secret",
    "what the choice tells": LUCK + "set secret to luck + 1\nreveal luck",
    "what was worked out": "set secret to 2 * 3\nadd 1 to secret",
}  # fmt: skip


@pytest.mark.parametrize("what", KNOWN)
def test_what_all_know_of_the_game_stays(made: Callable[..., Game], what: str) -> None:
    assert len(secrets(made, "number", KNOWN[what])) == 1


def test_a_number_is_known_as_far_as_it_was_revealed(made: Callable[..., Game]) -> None:
    since = "secretly choose a number from 1 to 3 at random, as more\nadd (10 * more) to secret"
    found = secrets(made, "number", f"{LUCK}set secret to luck\nreveal secret\n{since}")
    assert len(found) == 3
    assert len({int(number) % 10 for number in found}) == 1


def secrets(
    made: Callable[..., Game], type: str, rule: str, engine: Literal["python", "native"] = "python"
) -> set[str]:
    """The game's secret state in worlds redrawn for Bob after a rule."""
    more = type if type.startswith("{") else f"{{type: {type}}}"
    state = f"state:\n  secret: {more[:-1]}, seen by: nobody}}\n  round:"
    game = made(indent(rule, "    ").strip(), kind=("state:\n  round:", state), engine=engine)
    return {
        str(game.determinize("bob", seed).why_with_secrets("secret").value) for seed in range(60)
    }


@pytest.mark.soak
def test_a_native_game_is_redrawn_like_one_in_python(made: Callable[..., Game]) -> None:
    type, rule, expected = OF_THE_GAME["worked out from what was so then"]
    assert secrets(made, type, rule, "native") == expected
