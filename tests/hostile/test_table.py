"""Every text in every place of a pack, every value in every place of stored files, every step in
every loop: everything that is refused is refused with a code, and the work is bounded by counts.

`table.yaml` has the cases. `make test` tries each text, place, value and loop at least once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest

import cardwright
from cardwright import SaveError
from cardwright.language.analysis.metering import LINE, MAX_OF_ANSWER
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import MAX_OF_ONE_CODE, Diagnostic
from cardwright.source.plain_json import json_value
from cardwright.source.render import render
from cardwright_tools.check.baseline import read_baseline, stale_entries
from cardwright_tools.check.store import UNREADABLE, diagnostic_from_json, diagnostic_to_json
from cardwright_tools.output import Stop
from cardwright_tools.saved_games import Answer
from cardwright_tools.scenario.run import run_tests
from cardwright_tools.sim.rows import RUN, RowFiles
from cardwright_tools.sim.run_folder import _resumed
from cardwright_tools.studio.journal import Journals, Setup, write
from cardwright_tools.studio.measurements import usage_in
from tests.broken.broken_packs import Case
from tests.broken.broken_packs import write as write_pack

from .play_cases import PACK
from .table import FORMS, game_cases, kept_cases, places, table, text, write_text_case
from .test_hostile import work
from .test_play import lines_of, played

pytestmark = pytest.mark.usefixtures("shared_packs")

SMALL, LARGE, DIGITS = 40, 1_500, 5_000  # Python reads no number of more than 4,300 digits
START, EACH = 100_000, 100
"""Calls of functions that checking the base pack takes, and at most so many for a letter."""
TEXTS, PLACES = [*table()["texts"]], [*places()]
GAMES = game_cases()
PLAYED = Path(__file__).parents[1] / "packs" / "push-your-luck"


def cases() -> Iterator[tuple[str, str, str]]:
    return ((place, words, form) for place in PLACES for words in TEXTS for form in FORMS)


def sample() -> Iterator[tuple[str, str, str]]:
    """Each place with one text and each text in one place, in one form or the other."""
    for number in range(max(len(PLACES), len(TEXTS))):
        place = PLACES[number % len(PLACES)]
        yield place, TEXTS[number % len(TEXTS)], FORMS[number // 2 % len(FORMS)]


def test_there_are_hundreds_of_different_cases(tmp_path: Path) -> None:
    written = set()
    for number, (place, words, form) in enumerate(sample()):
        pack = write_text_case(place, text(words, SMALL), form, tmp_path / str(number))
        written.add(tuple(path.read_bytes() for path in sorted(pack.rglob("*.yaml"))))
    assert len(written) == len([*sample()])
    assert len({text(words, SMALL) for words in TEXTS}) == len(TEXTS)
    assert {words for _, words, _ in sample()} == {*TEXTS}
    assert len([*cases()]) + len(GAMES) > 380


@pytest.fixture(scope="module", autouse=True)
def _warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Fills the caches of the process, so that no case is charged for them."""
    for place in PLACES:
        folder = tmp_path_factory.mktemp("warm")
        cardwright.examine(write_text_case(place, "a", FORMS[0], folder))


@pytest.mark.parametrize(("place", "words", "form"), [*sample()])
def test_a_text_in_its_place(place: str, words: str, form: str, tmp_path: Path) -> None:
    bounded(write_text_case(place, text(words, SMALL), form, tmp_path), text(words, SMALL))


@pytest.mark.soak
@pytest.mark.parametrize("size", [SMALL, LARGE, DIGITS])
@pytest.mark.parametrize("place", PLACES)
def test_every_text_in_its_place(place: str, size: int, tmp_path: Path) -> None:
    for number, words in enumerate(TEXTS):
        for form in FORMS:
            folder = tmp_path / f"{number} {form}"
            bounded(write_text_case(place, text(words, size), form, folder), text(words, size))


def bounded(pack: Path, words: str) -> None:
    """Reading it takes no more work than its size allows, and everything that is reported can be
    printed."""
    calls, report = work(pack)
    assert calls <= START + EACH * len(words.encode("utf-8", "surrogatepass"))
    tellable(report.diagnostics)
    said: list[str] = []
    if (pack / "scenarios").is_dir():
        run_tests([pack], "", said.append)
        assert said


def tellable(found: Sequence[Diagnostic]) -> None:
    assert len(found) <= MAX_OF_ONE_CODE * 2
    for one in found:
        assert one.code in CODES
        assert render(one).replace("\n", "").isprintable()


# ------------------------------------------------------------------------- what is kept


@cache
def rules() -> cardwright.Rules:
    return cardwright.load(PLAYED)


def read_save(data: str, folder: Path) -> bool:
    """Whether a save is read, or refused as all others are."""
    try:
        return rules().restore(json_value(data)).turn is not None
    except (ValueError, SaveError):
        return False


def read_known(data: str, folder: Path) -> bool:
    file = folder / "baseline.json"
    file.write_text(data, "utf-8")
    try:
        source, entries = read_baseline(file)
    except Stop:
        return False
    tellable(stale_entries((), source, entries, {entry["pack"] for entry in entries}).diagnostics)
    return True


def read_diagnostic(data: str, folder: Path) -> bool:
    try:
        found = diagnostic_from_json(json_value(data), {})
    except UNREADABLE:
        return False
    tellable([found])
    return True


def read_journal(data: str, folder: Path) -> bool:
    file = folder / "game.jsonl"
    file.write_text(data + "\n", "utf-8")
    write(file, 0, Answer("ida", "go", "Go"))
    found = [*Journals(folder).stored_games()]
    assert all(isinstance(one.setup.players, int) for one in found)
    return bool(found)


def read_run(data: str, folder: Path) -> bool:
    file = folder / RUN
    file.write_text(data, "utf-8")
    try:
        files, part = _resumed(str(folder), file, {"seed": 1, "packs": {}, "of": []})
    except Stop:
        return False
    assert isinstance(files, RowFiles)
    assert part > 0
    return True


def read_rows(data: str, folder: Path) -> bool:
    files = RowFiles(str(folder), "jsonl")
    files.path("games", 0).write_text(data + "\n", "utf-8")
    try:
        return len(files.outcomes(0)) == 1
    except Stop:
        return False


def read_usage(data: str, folder: Path) -> bool:
    file = folder / "report.json"
    file.write_text(data, "utf-8")
    try:
        return bool(usage_in(file))
    except Stop:
        return False


def a_save() -> object:
    game = rules().new_game(2, 1)
    for _ in range(3):
        game.apply(game.options[0])
    return game.save()


def a_diagnostic() -> object:
    _, report = cardwright.examine(PLAYED, modules=["no such"])
    return diagnostic_to_json(report.diagnostics[0])


def a_row() -> object:
    words = {"code": None, "where": None, "winners": "ida", "winning seats": "1", "digest": "d"}
    return {"game": 0, "seed": 1, "turns": 3, "rounds": 1, "decisions": 3, **words,
            "reason": "", "group": "", "score ida": 1}  # fmt: skip


RATE = {"with": 0.5, "without": 0.5, "difference": {"low": 0.0, "high": 0.1}}
USAGE = {"used": 0.5, "held": 0.5, "kept": 0.5, "taken": None, "win_rates": {"used": RATE}}
ENTRY = {"code": "CW501", "fingerprint": "f", "message": "m", "pack": "p", "place": "x"}
KEPT: dict[str, tuple[Callable[[str, Path], bool], Callable[[], object]]] = {
    "save": (read_save, a_save),
    "baseline": (read_known, lambda: {"baseline": 1, "known": [ENTRY]}),
    "diagnostic": (read_diagnostic, a_diagnostic),
    "journal": (read_journal, lambda: {**asdict(Setup(2, 1)), "keys": {"ida": "key"}}),
    "run": (read_run, lambda: {"format": "jsonl", "part": 1, "of": [], "packs": {}, "seed": 1}),
    "rows": (read_rows, a_row),
    "usage": (read_usage, lambda: {"usage": {"card a": USAGE}}),
}


@pytest.mark.parametrize("kind", KEPT)
@pytest.mark.parametrize("size", [SMALL, pytest.param(200_000, marks=pytest.mark.soak)])
def test_a_stored_file_is_read_or_refused(kind: str, size: int, tmp_path: Path) -> None:
    read, good = KEPT[kind]
    assert read(json.dumps(good()), tmp_path)
    for _, data in kept_cases(kind, good(), size):
        read(data, tmp_path)


# ---------------------------------------------------------------------------------- games


def game_sample() -> Iterator[object]:
    steps = len(table()["steps"])
    for number, name in enumerate(GAMES):
        loop, step = divmod(number, steps)
        in_suite = step % len(table()["loops"]) == loop
        yield pytest.param(name, id=name, marks=() if in_suite else (pytest.mark.soak,))


@pytest.mark.parametrize("name", [*game_sample()])
def test_a_game_without_end_ends(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = MAX_OF_ANSWER // 200
    monkeypatch.setattr("cardwright.runtime.game.MAX_OF_ANSWER", most)
    monkeypatch.setattr("cardwright.runtime.game.MAX_OF_GAME", 3 * most)
    (base,) = write_pack(Case(name, ""), tmp_path)
    (base / "pack.yaml").write_text(PACK, "utf-8")
    (base / "more.yaml").write_text(GAMES[name], "utf-8")
    game, error = played(cardwright.load(base).program(2))
    assert error.code == "CW401"
    assert most < game.work < 5 * most
    assert lines_of(game) <= game.work // LINE + 1
