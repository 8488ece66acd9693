"""`play` through a pipe: answers, undo, saves and why; no input breaks it."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright.players.playout import play_to_end
from cardwright.runtime import naming
from cardwright.runtime.game import Game as Position
from cardwright_tools.cli import invoke
from cardwright_tools.play import drawing
from cardwright_tools.play.display import Display
from cardwright_tools.why import why_not

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
ORBIT = str(ROOT / "tests/packs/mini-orbit")
DICE = str(ROOT / "tests/packs/dice-engine")
TOE = str(ROOT / "tests/packs/tic-tac-toe")
RAILS = str(ROOT / "tests/packs/railways")
BIDS = str(ROOT / "tests/packs/sealed-bids")
EXPANSE = str(ROOT / "content/expanse")


class Session:
    """Plays tic-tac-toe with these input lines; returns the output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(
        self,
        *lines: str,
        pack: str = TOE,
        seat: str = "x",
        bots: str = "random",
        modules: str = "",
    ) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        words = ["play", pack, "--seat", seat, "--seed", "5", "--bots", bots, "--modules", modules]
        assert invoke(words) == 0
        return self.capsys.readouterr().out


def drawn(position: Position, player: int, width: int) -> list[str]:
    """The lines of the whole board."""
    tables = drawing.draw_board(position, player, width)
    return [line for table in tables for line in ("", *table)][1:]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    return Session(monkeypatch, capsys)


def test_the_end_of_the_input_ends_the_game(session: Session) -> None:
    assert "1  a1" in session()


def test_answers_are_given_by_number_to_the_end(session: Session) -> None:
    out = session(*["1"] * 9)
    assert "Crosses places a mark on a1" in out
    assert "The game is over. Won by:" in out


def test_programs_play_for_the_others(session: Session) -> None:
    greedy = session(*["1"] * 9, bots="greedy")
    assert greedy == session(*["1"] * 9, bots="o=greedy")
    assert greedy != session(*["1"] * 9, bots="x=greedy")


PLANS = """
kinds: {player: {state: {gold: {type: number}}}}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
rules:
  game: |
    bob does deal
    ann chooses a number from 1 to 2, as word
    bob does spin
  deal: |
    choose a number from 1 to 4, as first
    do reply
    choose a number from 1 to 4, as second
  reply: |
    ann chooses a number from 1 to 2, as word
    ann gains (word) gold
  spin: |
    choose one:
      left: do endless
      right: do endless
  endless: |
    repeat until gold of bob < 0: gain 1 gold
"""


@pytest.fixture
def plans(tmp_path: Path) -> str:
    head = "id: plans\nversion: 1.0.0\ntitle: Plans\nplayers: [2, 2]\nmain: game\nscore: gold\n"
    (tmp_path / "pack.yaml").write_text(head)
    (tmp_path / "rules.yaml").write_text(PLANS)
    return str(tmp_path)


def test_undo_gives_programs_their_plans_back(session: Session, plans: str) -> None:
    """Bob's second number was planned with the first; after the same answer, he has this plan
    again."""

    def told(*lines: str) -> list[str]:
        out = session(*lines, "log 99", "quit", pack=plans, seat="ann", bots="greedy")
        return re.findall(r"Bob chooses (\d)", out)

    assert told("1")[-2:] == told("1", "undo", "1")[-2:]


def test_a_program_that_can_only_break_the_rules_leaves_the_game_open(
    session: Session, plans: str
) -> None:
    out = session("1", "1", "undo", "quit", pack=plans, seat="ann", bots="greedy")
    assert "bob has no answer that lets the game continue" in out
    assert "Undone." in out


def test_programs_that_there_are_not_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["play", TOE, "--bots", "y=greedy"]) == 2
    assert "--bots: there is no player `y`" in capsys.readouterr().err


def test_undo_goes_back_to_the_same_question(session: Session) -> None:
    out = session("1", "undo", "quit")
    before, after = out.split("Undone.")
    assert before.count("1  a1") == 1
    assert after.count("1  a1") == 1


TABLE = """
provenance: house
enums: {suit: [red, blue]}
kinds:
  player: {state: {points: number, claim: {type: number, per: town}, wish: {type: flag, per: suit}}}
  town: {is: place}
  fate: {is: die, faces: 1 to 6}
  deed: {is: card}
pieces: {fate: 2}
players: [{id: ann}, {id: bob}]
towns: [{id: york}, {id: hull}]
deeds: [{id: gift, copies: 9}]
zones: {hand: {holds: deed, each player: true, seen by: owner}}
rules:
  game: |
    move all deeds in supply to hand of ann
    roll all fates
    set claim of hull of bob to 3
    set wish of red of bob to yes
    ann chooses a number from 1 to 2, as word
"""


def test_the_table_shows_whole_hands_loose_dice_and_cells_of_a_state(
    session: Session, tmp_path: Path
) -> None:
    head = "id: table\nversion: 1.0.0\ntitle: Table\nplayers: [2, 2]\nmain: game\nscore: points\n"
    (tmp_path / "pack.yaml").write_text(head)
    (tmp_path / "game.yaml").write_text(TABLE)
    out = session("quit", pack=str(tmp_path), seat="ann")
    assert re.search(r"^Dice: fate \(\d\), fate \(\d\)$|^Dice: 2 fates \(\d\)$", out, re.M)
    assert re.search(r"^Player +points +claim +wish +hand$", out, re.M)
    assert out.count("Gift") >= 9
    assert "..." not in out
    bobs = next(line for line in out.splitlines() if line.startswith("  Bob  "))
    assert bobs.split() == ["Bob", "0", "hull", "3", "red", "yes"]


def test_undo_stops_at_the_start(session: Session) -> None:
    assert "nothing to undo" in session("undo", "quit")


def test_a_saved_game_continues_as_it_would_have(session: Session, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    straight = session("5", f"save {file}", "1", "1", "quit")
    loaded = session(f"load {file}", "1", "1", "quit")
    assert straight.splitlines()[-12:] == loaded.splitlines()[-12:]


def test_undo_works_after_loading(session: Session, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    session("5", f"save {file}", "quit")
    assert "1  a1" in session(f"load {file}", "undo", "quit").split("Undone.")[1]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("rules:", "rules:  # the same", "All 2 answers fit the changed rules."),
        ("height: 3", "height: 2", "Answer 2 of 2 no longer fits the rules: Noughts chose “b3”, "
         "which is now not offered, or is the only answer and so not asked. "
         "The game continues from before that answer."),
    ],
)  # fmt: skip
def test_a_saved_game_continues_with_changed_rules(
    session: Session, tmp_path: Path, before: str, after: str, said: str
) -> None:
    file, pack = tmp_path / "game.json", change_toe(tmp_path)
    session("4", f"save {file}", "quit", pack=str(pack))
    change_toe(tmp_path, before, after)
    out = session(f"load {file}", "undo", "1", "quit", pack=str(pack))
    assert f"\nLoaded. {said}\n" in out
    assert "Crosses places a mark on a1" in out.split("Undone.")[1]


def change_toe(tmp_path: Path, before: str = "", after: str = "") -> Path:
    """Tic-tac-toe with a change."""
    pack = shutil.copytree(TOE, tmp_path / "toe", dirs_exist_ok=True)
    board = Path(pack) / "game.yaml"
    board.write_text(board.read_text("utf-8").replace(before, after, 1), "utf-8")
    return Path(pack)


def test_a_save_without_names_says_what_it_needs(session: Session, tmp_path: Path) -> None:
    file, pack = tmp_path / "game.json", change_toe(tmp_path)
    file.write_text(json.dumps(cardwright.load(pack).new_game(2, 1).save()))
    change_toe(tmp_path, "rules:", "rules:  # the same")
    out = session(f"load {file}", "quit", pack=str(pack))
    assert "the files of `tic-tac-toe` 1.0.0 have changed; load it with the files as they" in out
    out = session(f"load {file}", "quit", pack=DICE, seat="ann")
    assert "made with different packs: `tic-tac-toe` is not loaded" in out


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1}', "{"])
def test_an_invalid_save_is_reported(session: Session, tmp_path: Path, content: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    assert str(file) in session(f"load {file}", "quit")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("99", "the answers are 1 to 9"),
        ("0", "the answers are 1 to 9"),
        ("dance", "unknown command `dance`"),
        ("load /nowhere/x", "can't read /nowhere/x"),
        ("save /nowhere/x", "can't write /nowhere/x"),
        ("save", "specify a file"),
        ("look", "write what to look at: look NAME"),
        ("look zzz", "there is no `zzz`"),
        ("look cros", "Crosses (player)"),
        ("help", "take back your last answer"),
        ("board", "Noughts"),
        ("", ""),
        ("log 0", ""),
        ("9999999999999999999999", "the answers are"),
    ],
)
def test_every_command_has_a_reply(session: Session, line: str, expected: str) -> None:
    assert expected in session(line, "quit")


def test_why_explains_a_missing_place(session: Session) -> None:
    out = session("1", "why a1", "quit")
    assert "a1: there are marks on it" in out


def test_why_has_no_words_of_a_compiler_and_help_names_a_value_of_the_game(
    session: Session,
) -> None:
    out = session("help", "why round", "why won of pink", "quit", pack=EXPANSE, seat="un")
    example = re.search(r"behind a value: why (.+)", out)
    assert example
    assert "declare it" not in out
    assert "error[" not in out
    assert cardwright.load(EXPANSE).new_game(2, 5).why(example[1]).value


def test_why_of_a_menu_and_of_a_limit() -> None:
    """In random games, `why` always has a reason, and never names an offered answer."""
    rules = cardwright.load(ORBIT)
    for seed in range(5):
        game = rules.new_game(3, seed).position
        rng = seed
        while game.question is not None:
            labels = {m.name for m in why_not.missing_answers(game)}
            assert all(m.reason for m in why_not.missing_answers(game))
            assert "" not in labels
            assert why_not.missing_lines(game)
            rng, _ = play_to_end(game, rng, 1)


@pytest.mark.parametrize("pack", [ORBIT, EXPANSE])
def test_the_board_fits_a_hundred_columns(pack: str) -> None:
    rules = cardwright.load(pack)
    game = rules.new_game(max(rules.players), 1).position
    rng = 1
    for _ in range(12):
        lines = drawn(game, game.program.layout.kind("player")[0], 100)
        assert lines
        assert max(map(len, lines)) <= 100
        rng, _ = play_to_end(game, rng, 25)


def test_hidden_things_are_not_drawn() -> None:
    rules = cardwright.load(str(ROOT / "tests/packs/hands"))
    game = rules.new_game(max(rules.players), 1).position
    me, other = game.program.layout.kind("player")[:2]
    for _ in range(20):
        mine = drawn(game, me, 100)
        twin = game.copy()
        for index, (zone, owner) in enumerate(game.program.layout.zones):
            if zone.seen_by == "owner" and owner == other:
                twin.z[index].reverse()
        assert drawn(twin, me, 100) == mine
        play_to_end(game, 5, 1)


# ------------------------------------------------------------------- what a new user ran into


def endless(folder: Path, others: str = "do dig") -> str:
    """A pack in which digging never ends; `others` is the effect of both of Bob's options."""
    (folder / "pack.yaml").write_text(
        "id: pits\nversion: 1.0.0\ntitle: Pits\nplayers: [2, 2]\nmain: game\n", "utf-8"
    )
    (folder / "game.yaml").write_text(
        """
kinds: {player: {state: {gold: {type: number, start: 0, max: 5}}}}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
menus: {acts: {title: Act}}
options:
  - {id: dig, menu: acts, title: Dig, if: you is ann, do: do dig, provenance: house}
  - {id: rest, menu: acts, title: Rest, if: you is ann, do: gain 1 gold, provenance: house}
  - {id: sleep, menu: acts, title: Sleep, if: you is bob, do: OTHERS, provenance: house}
  - {id: wake, menu: acts, title: Wake, if: you is bob, do: OTHERS, provenance: house}
rules:
  game: |
    ann does turn
    ann does turn
    bob does turn
    ann does turn
  turn: open acts
  dig: |
    if gold of you < 9: do dig
""".replace("OTHERS", others),
        "utf-8",
    )
    return str(folder)


def test_an_answer_that_never_ends_leaves_the_session_open(
    session: Session, tmp_path: Path
) -> None:
    saved = tmp_path / "game.json"
    lines = ("2", "1", "undo", "2", f"save {saved}", "1", "2", "2", "quit")
    out = session(*lines, pack=endless(tmp_path, "gain 1 gold"), seat="ann")
    first, after = out.split("Undone.")
    assert "error[CW402]: more than 200 rules run inside each other: " in first
    assert "this answer can't be carried out; the game is as it was before it" in first
    assert "give another answer; `undo`" in first
    assert first.count("Ann gains 1 gold") == 1
    assert "Saved to" in after
    assert after.count("can't be carried out") == 1
    assert "Bob gains 1 gold" in after
    assert "The game is over" in after


def test_others_who_can_only_break_the_game_leave_it(session: Session, tmp_path: Path) -> None:
    out = session("2", "2", "1", "undo", "quit", pack=endless(tmp_path), seat="ann")
    assert "bob's answer `Sleep` can't be carried out" in out
    assert "bob's answer `Wake` can't be carried out" in out
    assert "bob has no answer that lets the game continue; `undo`" in out
    assert "it is not your turn; `undo`" in out
    assert "Undone." in out


@pytest.mark.parametrize("content", [b"", b"[1]", b"not a save", b"\xff\xfe\x00"])
def test_anything_but_a_save_is_not_loaded(
    session: Session, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    out = session(f"load {file}", "1", "quit")
    assert f"{file}: this is not a saved game; expected a file that `save` has written" in out
    assert "Expecting value" not in out
    assert "Crosses places" in out


def test_a_file_to_load_is_asked_for(session: Session, tmp_path: Path) -> None:
    out = session("load", f"load {tmp_path}", f"load {tmp_path / 'none'}", "quit")
    assert "specify a file that `save` has written: load FILE" in out
    assert f"can't read {tmp_path}: Is a directory; expected a file that `save` has written" in out
    assert f"can't read {tmp_path / 'none'}: No such file" in out


def test_log_shows_the_lines_that_were_left_out(session: Session) -> None:
    """At the start of a large game, more happens than is shown at first."""
    out = session("log", "quit", pack=EXPANSE, seat="un")
    game = cardwright.load("expanse").new_game(4, 5)
    begin = game.log("un")[0][:30]
    news, asked = out.split("  1  ", 1)
    assert re.search(r"\.\.\. \d+ lines before; `log` shows them", news)
    assert begin not in news
    assert begin in asked


def test_dice_show_their_faces_and_only_a_changed_board_is_drawn_again(session: Session) -> None:
    out = session("1", "1", "quit", pack=DICE, seat="ann")
    assert re.search(r"> Ann .* (energy|culture|travel)", out)
    assert out.count("> Ann ") == 1


LOADED = """
kinds:
  port: {is: place}
  boat: {is: piece, on: port, each player: 1}
  crate: {is: piece, on: boat, each player: 2}
players: [{id: ann, title: Ann, provenance: house}]
ports: [{id: quay, title: Quay, provenance: house}]
rules:
  game: |
    for each player:
      player places 1 boat on quay
      choose 1 boat, as hull
      player places 2 crates on hull
    choose a number from 1 to 2, as answer
"""


def test_homes_of_players_who_do_not_take_part_are_not_drawn() -> None:
    game = cardwright.load(str(ROOT / "content/tiny-epic-galaxies")).new_game(2, 1).position
    lines = drawn(game, game.program.layout.kind("player")[0], 100)
    assert [line.split()[0] for line in lines if " Galaxy " in line] == ["Red", "Green"]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("kind", ["orbital", "base"])
def test_all_places_of_a_shared_board_are_drawn(players: int, kind: str) -> None:
    """Even one that is the home of a player who does not take part, or has that player's name."""
    game = cardwright.load(EXPANSE).new_game(players, 1).position
    places = [naming.title(game.program, place) for place in game.program.layout.kind(kind)]
    tables = drawing.draw_board(game, game.program.layout.kind("player")[0], 100)
    rows = next(lines[2:] for lines in tables if lines[0].startswith(kind.capitalize()))
    assert [re.split("  +", line)[0] for line in rows] == places
    assert "Thoth" in places


def test_what_stands_on_a_piece_is_drawn_with_it(tmp_path: Path) -> None:
    board = drawn(written(tmp_path, LOADED).position, 1, 100)
    assert "Quay   ann: boat with ann: 2 crates" in board


DICE_ROW = """
kinds: {die: {is: die, plural: dice, faces: 1 to 6, each player: 2}}
players: [{id: ann, title: Ann, provenance: house}]
rules:
  game: |
    roll all your dice
    choose 1 of your dice, as first "Which comes first?"
    choose 1 of your dice where die is not first, as other-one "Which comes then?"
    choose a number from 1 to 2, as answer
"""


def test_a_die_that_is_asked_about_shows_its_face_even_if_it_is_the_only_one(
    tmp_path: Path, session: Session
) -> None:
    """Things that need no place are listed without one, and are not counted in supply as well."""
    written(tmp_path, DICE_ROW.replace("roll all your", "for each player: player rolls all their"))
    out = session("1", "quit", pack=str(tmp_path), seat="ann")
    assert re.search(r"1  Ann die \(\d\)\n", out)
    assert "in supply" not in out


HEDGE = """
kinds:
  creature:
    is: card
    active in: field
    fields: {power: number}
    state: {tired: flag}
  soldier: {is: creature, token: 4, values: {power: 1}}
keywords: {swift: {of: creature}, armour: {of: creature, number: adds up}}
zones: {field: {holds: creature, each player: true}}
players: [{id: ann, title: Ann, provenance: house}]
creatures:
  - {id: bear, title: Bear, power: 3, keywords: [armour 1], provenance: house}
  - id: smith
    title: Smith
    power: 1
    abilities:
      - {grant: armour 2, to: creatures in field of you}
      - {modify: power of creature, if: creature is bear, add: 2}
    provenance: house
  - {id: scout, title: Scout, power: 1, keywords: [swift], provenance: house}
rules:
  game: |
    for each player:
      move bear to field of player
      move smith to field of player
      move scout to field of player
      player creates 2 soldiers in field of player
      set tired of smith to yes
      scout becomes a copy of bear
      player does ask
  ask: choose 1 creature in field of you, as hero "Who?"
"""


def test_values_are_shown_as_they_are_now(tmp_path: Path, session: Session) -> None:
    """Of a copy, of things that modifiers change, and with the keywords that abilities grant."""
    game = written(tmp_path, HEDGE)
    board = drawn(game.position, 1, 200)
    named = "Bear (power 5, armour 3), Smith (tired, armour 2), Scout as Bear (armour 3)"
    assert f"{named}, 2 soldiers (armour 2)" in board[-1]
    out = session("look scout", "quit", pack=str(tmp_path), seat="ann")
    assert "1  Bear  (power 5 · armour 3)" in out
    assert "2  Smith  (power 1 · armour 2)" in out
    assert "3  Scout as Bear  (power 3 · armour 3)" in out
    assert "Scout (creature): power 1 · swift" in out


def written(folder: Path, rules: str, score: str = "") -> cardwright.Game:
    """A game for one player with these rules, written into a folder."""
    manifest = "id: load\nversion: 1.0.0\ntitle: Load\nplayers: [1, 1]\nmain: game\n"
    manifest += f"score: {score}\n" if score else ""
    (folder / "pack.yaml").write_text(manifest)
    (folder / "game.yaml").write_text(rules)
    return cardwright.load(folder).new_game(1, seed=1)


@pytest.mark.parametrize("width", [30, 100])
def test_a_table_that_is_too_wide_is_written_in_paragraphs(width: int) -> None:
    game = cardwright.load(EXPANSE).new_game(4, seed=1)
    lines = drawn(game.position, 1, width)
    assert any("cp: " in line for line in lines) == (width == 30)


def test_the_ends_of_a_road_are_named_and_a_place_lists_what_is_there(session: Session) -> None:
    out = session("look gh", "look dover", pack=RAILS, seat="red")
    assert "Gh (track): goole, hull" in out
    assert "Dover (city): Cd, De, Ad, Dg" in out


def test_what_is_chosen_at_the_same_time_has_no_column_of_its_own(session: Session) -> None:
    out = session("quit", pack=BIDS, seat="ann")
    assert re.search(r"Player +gold +points +bid +stake", out)
    assert "chosen" not in out
    assert "Auction: Secretly choose a number from 0 to your gold (your bid)" in out


# ------------------------------------------------------------------------ dice and tracks

GALAXIES = str(ROOT / "content/tiny-epic-galaxies")


def test_a_table_of_dice_fits_into_eighty_columns(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answers = ["1", "1", "1", "1", "2", "1", "1", "1", "1", "1"]
    out = session(*answers, pack=GALAXIES, seat="red", bots="greedy")
    assert max(map(len, out.splitlines())) <= 80
    assert re.search(r"^Pool  +(move|energy|culture|diplomacy|economy|utilize),", out, re.M)
    assert re.search(r"^Slot +there +track +yields +length +worth", out, re.M)
    assert re.search(r"^Player +total +energy", out, re.M)
    assert re.search(r"^Red Galaxy +red: (2 scouts|scout)", out, re.M)


def test_texts_of_what_can_be_chosen_are_shown_to_their_end(session: Session) -> None:
    rogue = session("quit", pack=GALAXIES, seat="red", modules="rogue-galaxy")
    assert "   1  Artemis (beginner): " in rogue
    assert re.search(r"^ {6}\S.*any\s+mix\.$", rogue, re.M)
    out = session("1", "1", "2", "1", "1", "quit", pack=GALAXIES, seat="green")
    assert "1  Leandra  (diplomacy · energy · length 1 · worth 1): Advance 1 ship on an" in out


OFFERS = """
kinds:
  player: {state: {coins: {type: number, start: 0}}}
  stall: {is: place}
  cart: {is: piece, on: stall, fields: {weight: {type: number, default: 1}}}
  heavy-cart: {is: cart, values: {weight: 7}}
players: [{id: ann, title: Ann, provenance: house}]
stalls: [{id: east, title: East, provenance: house}, {id: west, title: West, provenance: house}]
carts: [{id: barrow, title: Barrow, provenance: house}]
heavy-carts: [{id: wagon, title: Wagon, provenance: house}]
definitions: {fortune of player: 10 * coins of player}
rules:
  game: |
    place barrow on east
    place wagon on west
    ann does offer
    ann does offer
  offer: |
    may "Take a coin": gain 1 coins
"""


def test_who_may_do_something_answers_yes_or_no_and_sees_their_score(
    session: Session, tmp_path: Path
) -> None:
    written(tmp_path, OFFERS, score="fortune")
    out = session("1", "quit", pack=str(tmp_path), seat="ann")
    assert "Offer: Take a coin?\n   1  Yes\n   2  No\n" in out
    assert "Ann chooses “Take a coin”" in out
    assert re.findall(r"Player +fortune +coins\n.*\n> Ann +(\d+) +(\d+)", out) == [
        ("0", "0"),
        ("10", "1"),
    ]
    assert re.search(r"East +Barrow\n *West +Wagon +7", out), "what kinds differ in is drawn"


SECRETS = """
kinds:
  gem: {is: card, fields: {worth: number}}
zones: {purse: {holds: gem, each player: true, seen by: owner}}
players: [{id: ann, title: Ann, provenance: house}, {id: bob, title: Bob, provenance: house}]
gems: [{id: ruby, worth: 5, provenance: house}, {id: opal, worth: 3, provenance: house}]
definitions: {riches of player: sum of worth of gem over gems in purse of player}
rules:
  game: |
    move ruby to purse of ann
    move opal to purse of bob
    choose a number from 1 to 2, as answer
"""


def test_a_score_that_comes_from_secrets_is_not_shown(tmp_path: Path, session: Session) -> None:
    manifest = "id: load\nversion: 1.0.0\ntitle: Load\nplayers: [2, 2]\nmain: game\n"
    (tmp_path / "pack.yaml").write_text(manifest + "score: riches\n")
    (tmp_path / "game.yaml").write_text(SECRETS)
    out = session("quit", pack=str(tmp_path), seat="ann")
    assert re.search(r"Player +riches +purse", out)
    assert re.search(r"^> Ann +5 +Ruby", out, re.M)
    assert re.search(r"^  Bob +1$", out, re.M)


def test_only_tables_that_changed_are_drawn_again(session: Session) -> None:
    def drawn_slots(*lines: str) -> int:
        out = session("1", "1", *lines, pack=GALAXIES, seat="red", bots="greedy")
        return len(re.findall("^Slot +there", out, re.M))

    before = drawn_slots()
    assert drawn_slots("1") == before  # a die is chosen
    assert drawn_slots("1", "board") == before + 1


TRACKS = """
kinds:
  player: {fields: {goal: number}, state: {coins: {type: number, start: 3, shown out of: goal}}}
  road: {is: place, fields: {length: number}}
  cart: {is: piece, on: road, each player: 1, state: {step: {type: number, shown out of: way}}}
players: [{id: ann, title: Ann, goal: 8, provenance: house}]
roads: [{id: long-road, length: 4, provenance: house}, {id: square, length: 0, provenance: house}]
definitions:
  way of cart: length of place of cart
rules:
  game: |
    ann places 1 cart on long-road
    repeat 9 times:
      choose one:
        on: for each cart: add 1 to step of cart
        off: move 1 cart to square
"""


def test_a_number_is_shown_with_what_it_is_out_of(tmp_path: Path) -> None:
    game = written(tmp_path, TRACKS)
    assert "ann: cart (step 0/4)" in "\n".join(drawn(game.position, 1, 100))
    game.apply("on")
    board = "\n".join(drawn(game.position, 1, 100))
    assert "ann: cart (step 1/4)" in board
    assert re.search(r"> Ann +3/8", board)
    game.apply("off")
    board = "\n".join(drawn(game.position, 1, 100))
    assert re.search(r"ann: cart \(step \d+\)", board)  # nothing to count up to


BEASTS = """
kinds:
  player: {}
  den: {is: place}
  beast:
    is: piece
    on: den
    fields: {might: {type: number, default: 0, on boards: true}, age: number}
players: [{id: ann, provenance: house}]
dens: [{id: cave, provenance: house}]
beasts: [{id: bear, might: 6, age: 3, provenance: house}, {id: vole, age: 1, provenance: house}]
rules:
  game: |
    move all beasts in supply to cave
    ann chooses a number from 1 to 2, as word
abilities:
  - {modify: age of beast, if: beast is vole, add: 1, provenance: house}
"""


def test_what_is_for_boards_is_always_shown_there_and_all_else_where_it_has_changed(
    tmp_path: Path,
) -> None:
    board = "\n".join(drawn(written(tmp_path, BEASTS).position, 1, 100))
    assert "Bear (might 6), Vole (age 2)" in board


CHIEFS = """
kinds:
  player: {}
  den: {is: place}
  beast:
    is: piece
    on: [den, beast]
    active on: [den, beast]
    fields: {might: {type: number, default: 0, on boards: true}}
    abilities: [{modify: might of beast, if: this is chief and beast is not chief, add: 1}]
zones:
  lair: {holds: beast, seen by: count}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
dens: [{id: cave, provenance: house}]
beasts:
  - {id: chief, might: 3, provenance: house}
  - {id: vole, provenance: house}
  - {id: bear, provenance: house}
rules:
  game: |
    move bear to lair
    move chief to cave
    move vole to cave
    ann chooses a number from 1 to 2, as word
    move vole to bear
    ann chooses a number from 1 to 2, as other
"""


def test_values_are_shown_though_somebody_hides_what_might_change_them(tmp_path: Path) -> None:
    """Cards in a hand change nothing, unless something on a card there might."""
    game = written(tmp_path, CHIEFS)
    assert "Chief (might 3), Vole (might 1)" in "\n".join(drawn(game.position, 1, 100))
    assert game.seat("ann").why("might of vole").value == "1"
    game.apply("1")
    assert game.seat("ann").why("might of chief").value == "hidden"


HOLES = """
kinds:
  player: {{}}
  cell: {{is: place, grid: {{width: 3, height: 3, neighbours: {neighbours}, without: [{without}]}}}}
  pawn: {{is: piece, on: cell, each player: 3}}
players: [{{id: ann, provenance: house}}]
rules:
  game: |
    ann places 1 pawn on c3
    ann places 1 pawn on a2
    ann places 1 pawn on b1
    ann chooses a number from 1 to 2, as word
"""


@pytest.mark.parametrize(
    ("neighbours", "without", "board"),
    [
        (
            4, "a1, b2, a3",
            ["   3       .  ann",
             "   2  ann      .",
             "   1      ann  .",
             "       a   b   c"],
        ),
        (
            6, "a1, b2, a3",
            ["   3       .  ann",
             "   2    ann      .",
             "   1      ann  .",
             "       a   b   c"],
        ),
        (
            8, "",
            ["   3   .   .  ann",
             "   2  ann  .   .",
             "   1   .  ann  .",
             "       a   b   c"],
        ),
    ],
)  # fmt: skip
def test_cells_of_a_grid_are_drawn_where_they_are(
    tmp_path: Path, neighbours: int, without: str, board: list[str]
) -> None:
    """With cells left out, and with the even rows of hexagons shifted east by half a cell."""
    rules = HOLES.format(neighbours=neighbours, without=without)
    assert drawn(written(tmp_path, rules).position, 1, 80)[:4] == board


CASTLES = """
kinds:
  player: {}
  field: {is: place, grid: {width: 2, height: 1, neighbours: 4}}
  pit: {is: place, grid: {width: 2, height: 1, neighbours: 4}}
  castle: {is: piece, on: field, state: {gold: {type: number, min: 0}}}
  guard: {is: piece, on: [castle, pit], each player: 2}
players: [{id: ann, provenance: house}]
castles: [{id: york, provenance: house}]
rules:
  game: |
    move york to field b1
    add 2 to gold of york
    ann places 2 guards on york
    ann chooses a number from 1 to 2, as word
    move 1 guard of ann to pit a1
    ann chooses a number from 1 to 2, as word
"""


def test_the_contents_of_the_cells_of_a_grid_are_listed_below_it(tmp_path: Path) -> None:
    """Things with a name, and things that carry others; not what is in an empty grid beside
    another."""
    game = written(tmp_path, CASTLES)
    board = drawn(game.position, 1, 80)
    assert "b1      York (gold 2) with ann: 2 guards" in board
    assert sum(line.split() == ["a", "b"] for line in board) == 1
    game.apply("1")
    assert sum(line.split() == ["a", "b"] for line in drawn(game.position, 1, 80)) == 2


TROOPS = """
kinds:
  player: {}
  camp: {is: place}
  troop: {is: piece, on: camp, fields: {strength: {type: number, default: 1}}}
  scout: {is: troop, each player: 2, values: {strength: 2}}
  general: {is: troop, each player: 1, values: {strength: 6}, title: The general}
  sundial: {is: piece, on: camp, state: {turned: flag}}
  omen: {is: piece, on: camp, state: {hidden: {type: flag, start: true}}, face down when: hidden}
pieces: {sundial: 1, omen: 1}
players: [{id: ann, provenance: house}]
camps: [{id: ford, provenance: house}]
rules:
  game: |
    move 1 sundial to ford
    set turned of sundial to yes
    ann chooses a number from 1 to 2, as word
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("general", ["The general (troop): strength 6"]),
        ("the gen", ["The general (troop): strength 6"]),
        ("scouts", ["Scout (troop): strength 2"]),
        ("troop", ["Scout (troop): strength 2", "The general (troop): strength 6"]),
        ("sundial", ["Sundial (piece): turned · on Ford"]),
        ("omen", ["Omen (piece)"]),
        ("marshal", ["there is no `marshal`"]),
    ],
)
def test_pieces_without_definitions_are_found(
    session: Session, tmp_path: Path, words: str, said: list[str]
) -> None:
    """A kind with the printed values of all its pieces; the only piece of a kind with its place."""
    written(tmp_path, TROOPS)
    out = session(f"look {words}", "quit", pack=str(tmp_path), seat="ann")
    assert [line.strip() for line in out.splitlines()][-len(said) - 1 :] == ["2  2", *said]


def test_a_drawing_shows_nothing_hidden() -> None:
    """The board comes from a game in which the hidden cards of others are redrawn."""
    game = cardwright.load(ROOT / "tests" / "packs" / "hands").new_game(3, 5)
    drawn = {
        tuple(Display(game.rules, game, you)._seen.s) == tuple(game.position.s)
        for you in game.players
    }
    assert drawn == {False}


FROST = """
provenance: fixture
kinds: {player: {}, trick: {is: card, rules: {event: {title: Event}}}, tree: {is: place}}
players: [{id: ann}, {id: bob}]
trees: [{id: oak}]
tricks:
  - id: frost
    title: Frost
    copies: 3
    event: begin freeze
    lasting:
      freeze: {title: Frost, until: your next turn}
zones:
  deck: {holds: trick, ordered: true, seen by: count}
  hand: {holds: trick, each player: true}
menus: {deeds: {pass: Stop}}
options: [{id: nap, menu: deeds, do: say "Zzz"}, {id: sit, menu: deeds, do: say "Ah"}]
rules:
  game: |
    move all tricks in supply to deck
    ann moves top of deck to hand of ann
    ann does turn
  turn: open deeds
"""


def test_why_not_is_about_the_cards_that_can_be_seen_and_no_lasting_effect(
    session: Session, tmp_path: Path
) -> None:
    head = "id: cold\nversion: 1.0.0\ntitle: Cold\nplayers: [2, 2]\nmain: game\n"
    (tmp_path / "pack.yaml").write_text(head)
    (tmp_path / "rules.yaml").write_text(FROST)
    out = session("why not frost", "quit", pack=str(tmp_path), seat="ann")
    said = [line.strip() for line in out.splitlines() if "Frost is" in line or "can't see" in line]
    assert said == ["Frost is in Hand of Ann, which this question doesn't include"]
