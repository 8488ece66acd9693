"""The packs that an editor has open."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.language_server import workspace
from cardwright_tools.language_server.convert import Converter
from cardwright_tools.language_server.editor import CardwrightServer
from cardwright_tools.language_service.project import Project

PACK = Path(__file__).parents[1] / "packs" / "hands"


@pytest.fixture(autouse=True)
def nothing_is_checked_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, some time may pass between two lines of a test."""
    monkeypatch.setattr(workspace._Debounced, "restart", lambda self: None)


def test_garbage_is_not_looked_for_in_a_pack_after_each_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 10,000 cards, this would take seconds."""
    kept: list[str] = []
    monkeypatch.setattr(workspace, "freeze_all", lambda: kept.append("all"))
    packs, file = workspace.OpenPacks(lambda *found: None), PACK / "rules.yaml"
    assert packs.project(file) is not None
    assert kept == ["all"]
    packs.opened(file, f"{file.read_text('utf-8')}\n# edited\n")
    assert packs.project(file) is not None
    assert kept == ["all"]
    packs.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The codes of the problems that a server was last told about each file."""
    found: dict[str, list[str]] = {}

    def published(server: object, params: types.PublishDiagnosticsParams) -> None:
        found[Path(params.uri).name] = [str(one.code) for one in params.diagnostics]

    monkeypatch.setattr(CardwrightServer, "to", Converter(PositionCodec()))
    monkeypatch.setattr(CardwrightServer, "text_document_publish_diagnostics", published)
    return found


def test_only_files_whose_diagnostics_have_changed_are_published_again(
    tmp_path: Path, sent: dict[str, list[str]]
) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "hands"))
    server, project = CardwrightServer(), Project(pack)
    file = pack / "rules.yaml"
    texts = {file: f"{file.read_text('utf-8')}\nmenus: wrong\n"}
    (pack / "spare.yaml").write_text("menus: wrong\n")

    def published(texts: Mapping[Path, str]) -> list[str]:
        sent.clear()
        project.check(texts)
        server.publish(pack, project.found)
        return [*sent]

    assert published(texts) == ["rules.yaml", "spare.yaml"]
    assert published(texts) == []
    assert published({}) == ["rules.yaml"]


def test_problems_say_which_version_of_a_text_they_are_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "hands"))
    versions: list[tuple[str, int | None]] = []

    def published(server: object, params: types.PublishDiagnosticsParams) -> None:
        versions.append((Path(params.uri).name, params.version))

    monkeypatch.setattr(CardwrightServer, "to", Converter(PositionCodec()))
    monkeypatch.setattr(CardwrightServer, "text_document_publish_diagnostics", published)
    server, file = CardwrightServer(), pack / "rules.yaml"
    text = file.read_text("utf-8")
    (pack / "spare.yaml").write_text("menus: wrong\n")  # which is not open
    server.packs.opened(file, f"{text}\nmenus: wrong\n", 3)
    server.packs.project(file)
    server.packs.opened(file, text, 4)  # not checked yet
    server.publish(pack, ())
    server.packs.close()
    assert versions[:2] == [("rules.yaml", 3), ("spare.yaml", None)]
    assert ("rules.yaml", 3) in versions[2:]


def test_a_file_has_the_problems_that_each_pack_finds_in_it(
    tmp_path: Path, sent: dict[str, list[str]]
) -> None:
    """An expansion finds the errors of its base game, too, but not its lints."""
    for name in ("market", "market-tokens"):
        shutil.copytree(PACK.parent / name, tmp_path / name)
    server = CardwrightServer()
    base, other = tmp_path / "market" / "rules.yaml", tmp_path / "market-tokens" / "pack.yaml"
    text = base.read_text("utf-8")

    def edited(text: str) -> list[str]:
        server.packs.opened(base, text)
        for file in (base, other):
            server.packs.project(file)
        return sent["rules.yaml"]

    assert edited(f"{text}\nmenus: wrong\n") == ["CW120"]
    assert edited(text.replace("\noptions:", "  spare: {title: Spare}\n\noptions:")) == ["CW503"]
    assert edited(text) == []
    server.packs.close()


def test_packs_that_are_not_open_are_checked_later_and_give_way_to_an_edit(
    tmp_path: Path,
) -> None:
    for name in ("market", "market-fair", "market-flood", "market-tokens"):
        shutil.copytree(PACK.parent / name, tmp_path / name)
    file, told = tmp_path / "market" / "rules.yaml", list[str]()
    text = file.read_text("utf-8")

    def publish(pack: Path, found: Sequence[Diagnostic], outdated: Collection[Path]) -> None:
        told.append(pack.name)
        if told == ["market", "market-fair"]:
            packs.opened(file, text)

    packs = workspace.OpenPacks(publish)
    packs.opened(file, text.replace("acts", "deeds"))
    for work in (packs._check_all, packs._check_dependents) * 2:
        work()
    others = ["market-fair", "market-flood", "market-tokens"]
    assert told == ["market", "market-fair", "market", *others]
    packs._check_dependents()
    assert len(told) == 6
