"""Decks on the command line, and the examples in docs/decks.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import cardwright
from cardwright_tools.cli import invoke

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
PACK = str(ROOT / "tests/packs/card-guilds")
PAGE = ROOT / "docs/decks.md"
MINE = "title: Mine\nguild: smiths\ncaptain: brand\ncards: {smith: 3, recruit: 3, archer: 3}\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE)
    return file


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    file = tmp_path / "bad.yaml"
    file.write_text(MINE.replace("archer: 3", "cutpurse: 1"))
    return file


def test_sim_plays_with_chosen_decks(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sim", PACK, "--players", "2", "--games", "4", "--json", "-"]
    digests = set()
    for decks in ([], ["ann=purses"], ["ann=purses", f"bob={mine}"], ["purses"]):
        given = [part for deck in decks for part in ("--deck", deck)]
        assert invoke([*words, *given]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found.get("decks", []) == decks
        digests.add(found["digest"])
    assert len(digests) == 4


def test_workers_play_with_the_same_decks(capsys: pytest.CaptureFixture[str]) -> None:
    digests = set()
    for jobs in ("1", "2"):
        words = ["sim", PACK, "--players", "2", "--games", "8", "--deck", "bob=purses"]
        assert invoke([*words, "--jobs", jobs, "--json", "-"]) == 0
        digests.add(json.loads(capsys.readouterr().out)["digest"])
    assert len(digests) == 1


def test_every_pairing_is_played_equally_often(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for jobs in ("1", "2"):
        words = ["sim", PACK, "--players", "2", "--games", "12", "--pairings", "--jobs", jobs]
        assert invoke([*words, "--json", "-"]) == 0
        result = json.loads(capsys.readouterr().out)
        found.append((result["digest"], result["by_deck"], result["pairings"]))
    assert found[0] == found[1]
    _, by_deck, pairings = found[0]
    assert [(one["decks"], one["games"]) for one in pairings] == [
        (["hammers", "shadows"], 4),
        (["purses", "hammers"], 4),
        (["shadows", "purses"], 4),
    ]
    assert {id: one["games"] for id, one in by_deck.items()} == dict.fromkeys(by_deck, 8)
    assert set(by_deck) == {"hammers", "shadows", "purses"}
    assert sum(one["wins"] for one in by_deck.values()) == 12


def test_pairings_print_the_wins_by_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["sim", PACK, "--players", "2", "--games", "6", "--pairings"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^deck +games +wins +share", said, re.M)
    assert re.search(r"^Hammers +4 ", said, re.M)
    hands = str(ROOT / "tests/packs/hands")
    assert invoke(["sim", hands, "--games", "6", "--pairings"]) == 2
    assert "the pack has no decks" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["sim", "play", "why"])
def test_what_cannot_be_brought_ends_a_command(
    command: str, bad: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["round"] if command == "why" else []
    assert invoke([command, PACK, *more, "--deck", "ann=purse"]) == 2
    assert "did you mean `purses`" in capsys.readouterr().err
    assert invoke([command, PACK, *more, "--deck", f"ann={bad}"]) == 1
    said = capsys.readouterr().err
    assert "CW352" in said
    assert "`cutpurse` can't be in `bad`: Fighters are free, or of the deck's guild." in said


def test_check_says_what_is_wrong_in_a_file(
    mine: Path, bad: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["check", PACK, "--deck", str(mine)]) == 0
    assert "no problems" in capsys.readouterr().out
    words = ["check", PACK, "--deck", str(mine), "--deck", str(bad), "--format", "json"]
    assert invoke(words) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(one["code"], Path(one["file"]).name, one["line"]) for one in found] == [
        ("CW352", "bad.yaml", 1),
        ("CW352", "bad.yaml", 4),
    ]
    assert found[0]["help"] == "add 1"


def test_check_says_it_of_all_lists_of_a_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pack.yaml", "game.yaml", "play.yaml", "cards.yaml"):
        text = (ROOT / "tests/packs/card-guilds" / name).read_text("utf-8")
        text = text.replace("recruit: 3,", "recruit: 4,")
        (tmp_path / name).write_text(text, "utf-8")
    assert invoke(["check", str(tmp_path), "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in found] == ["CW352", "CW352"]
    assert "`hammers` has 4 copies of `recruit`" in found[0]["message"]
    assert "`shadows` has 4 copies of `recruit`" in found[1]["message"]


def test_show_says_what_is_in_a_list_and_when_it_is_legal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert invoke(["show", PACK, "purses"]) == 0
    assert "8 cards: 3 archer, 2 sutler, 3 cutpurse" in capsys.readouterr().out
    assert invoke(["show", PACK, "deck-list"]) == 0
    said = capsys.readouterr().out
    assert "Names 8 to 12 fighters, at most 3 of each; they are its player's." in said
    assert "Its captain comes with it." in said
    assert "There is only 1 of a legend. (" in said
    assert invoke(["show", PACK, "recruit"]) == 0
    assert "copies" not in capsys.readouterr().out


def test_new_writes_a_legal_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("pack.yaml", "game.yaml", "play.yaml", "cards.yaml"):
        text = (ROOT / "tests/packs/card-guilds" / name).read_text("utf-8")
        (tmp_path / name).write_text(text, "utf-8")
    words = ["new", "card", str(tmp_path), "--kind", "deck-list", "--yes"]
    assert invoke([*words, "mine"]) == 0
    assert invoke([*words, "thine", "--set", "cards={archer: 3, smith: 3, recruit: 2}"]) == 0
    decks = cardwright.load(tmp_path).declared.board.things["deck-list"]
    assert decks["mine"].cards == decks["hammers"].cards
    assert decks["thine"].cards == {"archer": 3, "smith": 3, "recruit": 2}


def test_a_patch_replaces_all_cards(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "id: more\nversion: 1.0.0\ntitle: More\nplayers: [2, 3]\nrequires: {card-guilds: '*'}\n"
    )
    (tmp_path / "more.yaml").write_text(
        "patch:\n  hammers: {cards: {smith: 3, archer: 3, recruit: 2}}\n"
        "fighters:\n  - {id: page, cost: 1, blow: 1, provenance: house}\n"
        "decks:\n  - id: pages\n    guild: thieves\n    captain: vesper\n"
        "    cards: {page: 3, recruit: 3, archer: 2}\n    provenance: house\n"
    )
    rules = cardwright.load(PACK, tmp_path)
    decks = rules.declared.board.things["deck-list"]
    assert decks["hammers"].cards == {"smith": 3, "archer": 3, "recruit": 2}
    game = rules.new_game(2, 1, decks={"ann": "pages"})
    assert game.why_with_secrets("number of pages of ann").value == "3"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("hand: {ann: [smith]}", "`smith` is in no deck of this scenario"),
        ("hand: {ann: [smit]}", "`smit` is neither a kind nor the id"),
        ("decks: {ann: purse}", "did you mean `purses`"),
        ("decks: {dan: purses}", "there is no player `dan`"),
        ("decks: purses", "`decks` says who brings which"),
        (
            "decks: {ann: {guild: thieves, captain: vesper, cards: {arche: 2}}}",
            "`archer`?",
        ),
    ],
)
def test_what_a_scenario_cannot_have(
    lines: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scenario(
        tmp_path,
        f"given:\n    players: [ann, bob]\n    {lines}\n"
        + ("" if "decks" in lines else "    decks: {ann: purses, bob: shadows}\n"),
    )
    assert invoke(["test", str(file)]) != 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("do: draw with 1", ""),
        ("perform: event of forge-master", "`forge-master` is in no deck of this scenario"),
        ("expect: {number of smiths in fallen of ann: 0}", ""),
        ("expect: {legal decks: purses}", ""),
        ("expect: {legal decks: purse}", "did you mean `purses`"),
        ("expect: {illegal decks: purses}", "after what is said of it"),
        ("expect: {illegal decks: {at most: purses}}", "a legal deck"),
        ("expect: {legal decks: {guild: free, captain: vesper, cards: {archer: 2}}}", "has 2"),
    ],
)
def test_what_a_scenario_says_of_decks(
    lines: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = "given: {players: [ann, bob], decks: {ann: purses, bob: shadows}}\n  "
    code = invoke(["test", str(scenario(tmp_path, given + lines + "\n"))])
    said = capsys.readouterr().out
    assert (code == 0) == (not words), said
    assert words in said


def scenario(folder: Path, text: str) -> Path:
    """The pack with one scenario."""
    for name in ("pack.yaml", "game.yaml", "play.yaml", "cards.yaml"):
        found = (ROOT / "tests/packs/card-guilds" / name).read_text("utf-8")
        (folder / name).write_text(found, "utf-8")
    (folder / "scenarios").mkdir()
    text = text if "expect" in text else text + "  expect: {health: {bob: 12}}\n"
    (folder / "scenarios/one.yaml").write_text("- scenario: a case\n  provenance: house\n  " + text)
    return folder


# The page


def files() -> dict[str, str]:
    """The files of the page, by name."""
    return dict(
        re.findall(r"```yaml\n# (\S+\.yaml)[^\n]*\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    )


@pytest.fixture
def fights(tmp_path: Path) -> Path:
    folder = tmp_path / "pit-fights"
    folder.mkdir()
    for name, text in files().items():
        (tmp_path if name == "my-deck.yaml" else folder).joinpath(name).write_text(text, "utf-8")
    return folder


def test_the_game_of_the_page(fights: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(files()) == {"pack.yaml", "game.yaml", "my-deck.yaml"}
    deck = fights.parent / "my-deck.yaml"
    assert invoke(["check", str(fights), "--deck", str(deck)]) == 0
    assert "no problems" in capsys.readouterr().out
    rules = cardwright.load(fights)
    game = rules.new_game(2, seed=1, decks={"north": deck, "south": "pack-of-wolves"})
    assert game.outcome is not None
    assert len(game.observation()["zones"]["pit of north"]["things"]) == 4  # type: ignore[index, call-overload, arg-type]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("brawler: 2", "old-wolf: 2", "At most 1 copy of each hero."),
        ("brawler: 2", "crow: 2", "Each fighter is free or of the deck's clan."),
        ("fang", "feather", "The banner is of the deck's clan."),
        ("wolf-cub: 2", "wolf-cub: 1", "At least 2 fighters are of the deck's clan."),
    ],
)
def test_the_rules_of_the_page_are_kept(fights: Path, old: str, new: str, words: str) -> None:
    deck = fights.parent / "my-deck.yaml"
    text = deck.read_text("utf-8")
    assert old in text
    deck.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=re.escape(words)):
        cardwright.load(fights).new_game(2, seed=1, decks={"north": deck})
