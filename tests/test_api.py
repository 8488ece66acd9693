"""The public API of `import cardwright`."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Reference, Rules
from cardwright.pack.files.pack_search import shipped

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[1]
PACKS = ROOT / "tests/packs"


@pytest.fixture(scope="module")
def hands() -> Rules:
    return cardwright.load(PACKS / "hands")


@pytest.fixture(params=["python", "native"])
def game(hands: Rules, request: pytest.FixtureRequest) -> Game:
    if request.param == "native" and shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    game = hands.new_game(players=2, seed=1, engine=request.param)
    assert game.engine == request.param
    return game


def test_all_exported_names_exist() -> None:
    assert dir(cardwright) == sorted(cardwright.__all__)
    assert all(getattr(cardwright, name) is not None for name in cardwright.__all__)
    assert cardwright.__version__ == version("cardwright")
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        cardwright.lode  # noqa: B018


def test_importing_it_reads_no_packs_and_no_grammar() -> None:
    code = "import cardwright, sys; print([m for m in ('lark', 'ruamel.yaml') if m in sys.modules])"
    words = [sys.executable, "-c", code]
    run = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"


PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def promised(about: str) -> set[str]:
    """The names in the rows of the page's tables that begin with this."""
    rows = (line for line in PAGE.splitlines() if line.startswith(f"| `{about}"))
    return {name for row in rows for code in re.findall("`(.*?)`", row)
            for name in re.findall(r"(?:^\w+\.)?(\w+)", code)[:1]}  # fmt: skip


def test_objects_list_what_the_page_promises(hands: Rules, game: Game) -> None:
    rows = {"Rules": hands, "game.": game, "seat.": game.seat(game.turn),
            "game.options": game.options, "game.question": game.question}  # fmt: skip
    for about, one in rows.items():
        names = {name for name in dir(one) if not name.startswith("__")}
        assert names
        of_sequences = {"count", "index"}
        assert names <= promised(about) | promised(f"{about.lower()}.") | of_sequences, about
        assert "object at 0x" not in repr(one)
    assert {name for name in dir(game.options[0]) if name[0] != "_"} <= promised("game.options")


def test_the_page_names_what_is_exported() -> None:
    assert [name for name in cardwright.__all__ if not re.search(rf"\b{name}\b", PAGE)] == []


def test_numbers_of_games_say_how_many_there_are() -> None:
    spaces = cardwright.load(PACKS / "tic-tac-toe").spaces(2)
    assert repr(spaces) == "<Spaces of games with x, o: 11 actions, 37 observed numbers>"


# --------------------------------------------------------------------------------- packs


def test_shipped_packs_are_named_by_id(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    packs = cardwright.shipped_packs()
    assert {"expanse", "doors-and-corners"} <= set(packs)
    assert cardwright.find_pack("expanse") == packs["expanse"]
    assert "alpha" in cardwright.modules("doors-and-corners")
    for id in packs:
        assert cardwright.load(id).packs[-1].id == id


def test_a_folder_takes_precedence_over_an_id(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("expanse").symlink_to(PACKS / "hands")
    assert cardwright.load("expanse").title == "Hands"
    _, report = cardwright.examine("expense")
    assert [d.code for d in report.diagnostics] == ["CW301"]
    assert shipped() is not None


@pytest.mark.parametrize(("name", "meant"), [("my/regattta", "my/regatta"), ("regata", "regatta")])
def test_a_misspelt_folder_has_a_suggestion(
    name: str, meant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / meant
    folder.mkdir(parents=True)
    (folder / "pack.yaml").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cardwright.PackError, match=f"did you mean `{meant}`"):
        cardwright.load(name)


def test_a_folder_that_is_not_a_pack_is_reported() -> None:
    with pytest.raises(ValueError, match="name a pack"):
        cardwright.load()


def test_one_module_may_be_named_by_itself() -> None:
    assert cardwright.load("doors-and-corners", modules="alpha").modules == ("alpha",)


def test_a_report_shows_its_codes_and_no_record_shows_a_whole_file() -> None:
    rules, report = cardwright.examine("doors-and-corners", modules=["alpa"])
    assert (rules, repr(report)) == (None, "<Report: CW308>")
    assert "adds: alpha" not in repr(report.diagnostics)
    assert "Span" not in repr(cardwright.load("doors-and-corners").packs)
    assert "Yaml" not in repr(cardwright.modules("doors-and-corners"))
    assert repr(cardwright.Report()) == "<Report: no problems>"


# --------------------------------------------------------------------------------- a game


def test_a_question_has_options_with_ids_titles_and_what_they_are_about(game: Game) -> None:
    assert game.turn in game.players
    assert game.question == cardwright.Question(game.turn, "Turn: Secretly choose 1 suit")
    assert [(o.id, o.title) for o in game.options] == [("sun", "Sun"), ("moon", "Moon")]
    assert game.options[0].refers_to == Reference("suit", "sun")
    game.apply("sun")
    assert [o.refers_to for o in game.options if o.id in ("steal", "pass")] == [None, None]
    game.apply("play")
    mine = {
        row["name"]
        for row in game.observation(game.turn)["zones"][f"hand of {game.turn}"]["things"]
    }  # type: ignore[index,call-overload,union-attr]
    assert {o.refers_to.id for o in game.options if o.refers_to} == mine
    assert {o.refers_to.place for o in game.options if o.refers_to} == {f"hand of {game.turn}"}


def test_options_are_numbered(game: Game) -> None:
    with pytest.raises(TypeError, match=r"`'sun'` is not a number; an id is in `options.ids`, and"):
        game.options["sun"]  # type: ignore[call-overload]


def test_what_holds_compiled_rules_says_how_to_send_a_game(game: Game) -> None:
    held = (game.rules, game, game.seat(game.players[0]), game.options, game.options[0])
    for one in held:
        with pytest.raises(TypeError, match=r"can't be pickled: send `game.save\(\)` and the"):
            pickle.dumps(one)
    assert copy.deepcopy([*held[2:]])[2] == game.options[0]


def test_an_illegal_option_is_refused_and_changes_nothing(game: Game) -> None:
    before, old = game.digest, game.options[0]
    with pytest.raises(ValueError, match="did you mean `moon`"):
        game.apply("mon")
    assert game.digest == before
    game.apply(old)
    for wrong in (old, 0, None):
        with pytest.raises(ValueError, match="is not an option of this question"):
            game.apply(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="did you mean `ann`"):
        game.observation("anna")
    with pytest.raises(ValueError, match="no player `0`; the players are ann, bob"):
        game.log(0)  # type: ignore[arg-type]


def test_a_finished_game_asks_nothing(game: Game) -> None:
    while game.options:
        game.apply(game.options[0])
    with pytest.raises(ValueError, match="the game is over"):
        game.apply("moon")


def test_anything_but_a_whole_number_is_refused(hands: Rules) -> None:
    for players, seed in ((2, "a"), ("2", 1), (2, None)):
        with pytest.raises(TypeError, match="is a whole number, not"):
            hands.new_game(players, seed)  # type: ignore[arg-type]


def test_options_of_a_game_fit_its_copies(game: Game) -> None:
    option, other = game.options[1], game.copy()
    assert option == other.options[1] != other.options[0]
    assert game.options[:1] == (game.options[0],)
    other.apply(option)
    assert other.digest != game.digest
    game.apply("moon")
    assert game.digest == other.digest


def test_a_long_game_can_be_copied_as_python_copies() -> None:
    game, chance = cardwright.load("expanse").new_game(4, 1), random.Random(1)
    while game.options:
        game.apply(chance.choice(game.options))
    assert copy.deepcopy(game).digest == copy.copy(game).digest == game.digest


def test_undo_goes_back_to_the_start_and_no_further(hands: Rules) -> None:
    game, chance, digests = hands.new_game(3, 5), random.Random(5), []
    while game.options:
        digests.append(game.digest)
        game.apply(chance.choice(game.options))
    assert len(digests) > 10
    while digests:
        game.undo()
        assert game.digest == digests.pop()
    with pytest.raises(ValueError, match="nothing to undo"):
        game.undo()


@pytest.mark.filterwarnings("ignore:Python plays this game")
def test_an_endless_effect_leaves_the_game_unchanged(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "id: deep\nversion: 1.0.0\ntitle: Deep\nplayers: [1, 1]\nmain: game\nwinners: players\n"
    )
    (tmp_path / "game.yaml").write_text(
        "enums: {way: [up, down]}\nplayers: [{id: ann, title: Ann, provenance: house}]\n"
        "kinds: {player: {state: {gold: {type: number, start: 1}}}}\nrules:\n  game: |\n"
        "    for each player:\n      choose 1 way, as way\n"
        "      repeat 41 times: set gold of player to 2 * gold of player\n"
    )
    rules, said = cardwright.load(tmp_path), []
    for engine in ("python", "auto", "native"):
        game = rules.new_game(1, 1, engine=engine)  # type: ignore[arg-type]
        before = game.digest
        with pytest.raises(cardwright.GameError) as error:
            game.apply("up")
        assert game.digest == before
        assert game.turn == "ann"
        said.append((error.value.code, str(error.value), error.value.where))
    assert said[0] == said[1] == said[2]


def test_the_outcome_has_winners_scores_and_ranks() -> None:
    rules = cardwright.load("expanse")
    for seed in range(4):
        game, chance = rules.new_game(4, seed), random.Random(seed)
        while game.options:
            assert game.outcome is None
            game.apply(chance.choice(game.options))
        outcome = game.outcome
        assert outcome is not None
        assert (game.turn, game.question, len(game.options)) == (None, None, 0)
        assert list(outcome.winners) == game.observation()["winners"]
        assert {p for p, place in outcome.ranks.items() if place == 1} == set(outcome.winners)
        others = sorted((p for p in game.players if p not in outcome.winners),
                        key=lambda p: outcome.ranks[p])  # fmt: skip
        scores = [outcome.scores[p] or 0 for p in others]
        assert scores == sorted(scores, reverse=True)


def test_a_save_goes_through_json_and_can_be_undone(hands: Rules) -> None:
    game = hands.new_game(2, 3)
    for _ in range(5):
        game.apply(game.options[0])
    again = hands.restore(json.loads(json.dumps(game.save())))
    assert again.digest == game.digest
    again.undo()
    game.undo()
    assert again.digest == game.digest


def test_why_shows_only_what_its_player_may_know(game: Game) -> None:
    assert str(game.why("gold of ann")) == "gold of Ann = 3"
    assert game.why("pledge of ann", player="bob").value == "hidden"
    with pytest.raises(cardwright.WhyError):
        game.why("gold off ann")
    with pytest.raises(cardwright.WhyError, match="the players are ann, bob"):
        game.why("gold of pink")
