"""The results of declarations, which are kept between runs: read again, they are the same trees,
and anything else in the cache is refused."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from cardwright.api import every_module
from cardwright.board.declarations import Field
from cardwright.board.types import FLAG
from cardwright.language.core.nodes import Node
from cardwright.language.declared import Ability, Effect, Option, Rule
from cardwright.language.front_end.check import check
from cardwright.language.front_end.memo import NOTHING_REQUIRED
from cardwright.language.front_end.session import Session
from cardwright.language.registry.verb import Verb
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import open_files
from cardwright.source.text import NOWHERE, Source
from cardwright_tools.check import store
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.input_files import read_input_files
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.texts import Holder, holders
from cardwright_tools.check.lints import lint_free
from cardwright_tools.check.shares import examiner
from cardwright_tools.check.stored_results import reading, trees
from cardwright_tools.check.stored_results.reading import read_results
from cardwright_tools.check.stored_results.results import Results, StoredResults
from cardwright_tools.check.stored_results.writing import stored_results
from tests.all_packs import PACKS
from tests.tools.known_checks import checked, cold, first_checked
from tests.tools.test_check_large import change, put
from tests.tools.test_check_rest import pack as pack  # the fixture

DECLARED_ELSEWHERE = (Source, Field, Verb, Rule, Effect, Option, Ability)
LEFT_OUT = {"realm-of-magic": 10, "stables": 3, "tolls": 1}
"""Results with spans in the texts of others, such as capacities, are not stored."""


def read_pack(folder: Path) -> Loaded:
    loaded = load([folder], Report(), modules=every_module(folder))
    assert loaded is not None
    return loaded


def in_json(results: StoredResults) -> StoredResults | None:
    return StoredResults.from_json(json.loads(json.dumps(results.to_json())))


def nodes() -> Iterator[type[Any]]:
    """The classes of nodes that may be in results."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(("cardwright.language.core.", "cardwright.language.hir.",
                            "cardwright.language.vocabulary.")):  # fmt: skip
            own = (one for one in vars(module).values() if isinstance(one, type))
            yield from (
                one
                for one in own
                if issubclass(one, Node) and one.__module__ == name and is_dataclass(one)
            )


def test_every_class_of_nodes_can_be_stored() -> None:
    found = [*nodes()]
    assert len(found) > 100
    for one in found:
        assert trees.node_codec_named(trees.name_of(one)).kind is one


@pytest.mark.usefixtures("cached_reads")
@pytest.mark.parametrize("folder", PACKS, ids=lambda folder: folder.name)
def test_results_are_read_as_they_would_be_found(folder: Path) -> None:
    """In files in which all lines have moved."""
    moved = {file: f"# Moved.\n{file.read_text('utf-8')}" for file in folder.rglob("*.yaml")}
    with loading():
        first, found = read_pack(folder), Results()
        check(first.declared, Report(), found.memo)
        stored = stored_results(found, first.declared, "here")
        with open_files(moved):
            now, again = read_pack(folder), Results(in_json(stored))
            expected = check(read_pack(folder).declared, Report())
    read_results(again, now.declared, ChangedNames())
    known = [one for one in holders(now.declared) if is_known(one, again)]
    left = len(holders(now.declared)) - len(known)
    assert left == LEFT_OUT.get(folder.name, 0)
    with loading():
        made = check(now.declared, Report(), again.memo)
    for part in ("rules", "effects", "options", "abilities", "modifiers", "functions"):
        assert_same(getattr(made, part), getattr(expected, part), part, set())
    assert dict(made.trees) == dict(expected.trees)


def is_known(one: Holder, results: Results) -> bool:
    known = results.memo.definitions.declared
    return results.memo.of(one) is not None or known.get(getattr(one, "name", "")) is one


def assert_same(one: Any, other: Any, path: str, seen: set[tuple[int, int]]) -> None:
    """Including what `==` ignores: origins and HIR, in which a node may refer back to itself."""
    assert type(one) is type(other), path
    if isinstance(one, dict):
        assert [*one] == [*other], path
        one, other = [*one.values()], [*other.values()]
    if isinstance(one, list | tuple):
        assert len(one) == len(other), path
        for at, pair in enumerate(zip(one, other, strict=True)):
            assert_same(*pair, f"{path}[{at}]", seen)
    elif not is_dataclass(one) or isinstance(one, DECLARED_ELSEWHERE):
        assert one == other, path
    elif (id(one), id(other)) not in seen:
        seen.add((id(one), id(other)))
        for each in fields(one):
            assert_same(getattr(one, each.name), getattr(other, each.name), f"{path}.{each.name}",
                        seen)  # fmt: skip


def test_after_an_edit_only_what_it_concerns_is_checked(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_checked(pack)
    looked_at: list[str] = []
    before = Session._outcome

    def outcome(session: Session, check_one: Any, declared: Any) -> Any:
        looked_at.append(getattr(declared, "name", ""))
        return before(session, check_one, declared)

    monkeypatch.setattr(Session, "_outcome", outcome)
    change(pack, "more.yaml", "gift: gain 3", "gift: gain 4")
    found, full_checks = checked(pack)
    assert (full_checks, [name for name in looked_at if name]) == (0, ["gift"])
    assert found == cold(pack)


def test_what_a_definition_required_is_forgotten_with_it(pack: Path) -> None:
    late = "definitions:\n  late: if during game then 2 else 1\n"
    change(pack, "more.yaml", "definitions:\n", late)
    loaded, found = read_pack(pack), Results()
    check(loaded.declared, Report(), found.memo)
    change(pack, "more.yaml", late, "definitions:\n")
    now, again = read_pack(pack), Results(stored_results(found, loaded.declared, "here"))
    read_results(again, now.declared, ChangedNames(["late"]))
    check(now.declared, Report(), again.memo)
    assert found.memo.required != NOTHING_REQUIRED
    assert again.memo.required == NOTHING_REQUIRED


SECRET = "luck: {type: number, seen by: owner}"
TELLING = 'rules:\n  tell: say "{luck of ann}"\n  show: reveal luck of you\n'


@pytest.mark.parametrize("town", ["town: {is: place,", "town: {is: place, holds: {boat: 2},"])
def test_what_had_no_lints_is_linted_again_if_other_facts_are_known(pack: Path, town: str) -> None:
    change(pack, "board.yaml", "town: {is: place,", town)
    change(pack, "board.yaml", "state: {gold:", f"state: {{{SECRET}, gold:")
    change(pack, "more.yaml", "rules:\n", TELLING)
    assert checked(pack)[0] == cold(pack)
    change(pack, "more.yaml", "reveal luck of you", "gain 1 gold")
    found, full_checks = checked(pack)
    assert (found, full_checks) == (cold(pack), 0)
    assert "CW545" in {one.code for one in found.found}


@pytest.fixture
def key(pack: Path, tmp_path: Path) -> str:
    """The key of the stored results of a pack, a rule of which has changed since."""
    first_checked(pack)
    change(pack, "more.yaml", "gift: gain 3", "gift: gain 4")
    (file,) = (tmp_path / "kept").rglob("*-results.json")
    return file.stem


@pytest.mark.parametrize("number", [20, pytest.param(500, marks=pytest.mark.soak)])
def test_results_with_a_value_of_another_form_are_ignored(
    pack: Path, key: str, number: int
) -> None:
    whole, places, text = cold(pack), random.Random(1), json.dumps(store.load(key))
    for _ in range(number):
        record = json.loads(text)
        put(record, [[None]], places)
        store.save(key, record)
        assert analyze([pack], (), examiner.Shares(read_input_files([pack]))) == whole


@pytest.mark.parametrize("number", [20, pytest.param(500, marks=pytest.mark.soak)])
def test_results_with_other_names_and_numbers_raise_no_error(
    pack: Path, key: str, number: int
) -> None:
    """Nobody can tell them from results of other texts, but they must not stop the check."""
    places, text = random.Random(2), json.dumps(store.load(key))
    for _ in range(number):
        record = json.loads(text)
        put_like(record, places)
        store.save(key, record)
        assert analyze([pack], (), examiner.Shares(read_input_files([pack]))).titles


def put_like(record: Any, places: random.Random) -> None:
    """Replaces some values of a record by others of the same type."""
    leaves = [*_leaves(record)]
    for inner, at in places.sample(leaves, 5):
        own = inner[at]
        others = [one[place] for one, place in leaves if type(one[place]) is type(own)]
        inner[at] = places.choice(others)


def _leaves(one: Any) -> Iterator[tuple[Any, Any]]:
    for at, inner in [*one.items()] if isinstance(one, dict) else [*enumerate(one)]:
        if isinstance(inner, list | dict):
            yield from _leaves(inner)
        else:
            yield one, at


@pytest.mark.parametrize(
    "name", ["core.nodes.field", "front_end.check.partial", "core.x.y", "", "a.b"]
)
def test_only_classes_of_nodes_are_made(name: str) -> None:
    with pytest.raises(store.UNREADABLE):
        trees.node_codec_named(name)


@pytest.mark.parametrize("at", range(8))
def test_results_with_more_entries_than_games_have_are_refused(
    at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint_free, "MOST_ENTRIES", 6)
    lints: list[Any] = ["", [[]], [[]], {"a": 1}, {"a": 1}]
    record: list[Any] = ["here", [""], {"a": ""}, {"a": ""}, [], lints]
    assert StoredResults.from_json(record)
    part, place = (record, lints)[at % 2], at // 2 + 1
    part[place] = type(part[place])(enumerate("abcdefg"))
    assert StoredResults.from_json(record) is None


def test_nodes_are_counted_each_time_that_they_are_met() -> None:
    """Each `and` contains the one before it twice: a few lines stand for a gigantic tree."""
    names = ["core.values.Logic", "core.values.Lit"]
    others = [*map(trees.node_codec_named, names), FLAG]
    data: Any = [1, 2, 0, 1]
    for at in range(60):
        data = [0, 2, 0, "and", data, 60 - at]
    reader = trees.TreeReader(None, [NOWHERE], others)
    reader.tree(data)
    assert reader.size == 2**61 - 1


def test_results_with_more_nodes_than_such_texts_have_are_forgotten(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, found = read_pack(pack), Results()
    check(loaded.declared, Report(), found.memo)
    stored = stored_results(found, loaded.declared, "here")
    for few, is_known in ((10_000, True), (-10_000, False)):
        monkeypatch.setattr(reading, "FEW_NODES", few)
        again = Results(stored)
        read_results(again, loaded.declared, ChangedNames())
        known = again.memo.outcomes or again.memo.definitions.functions or again.memo.signature
        assert bool(known) == is_known
