"""The packs that an editor has open."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from pygls.workspace import PositionCodec

from cardwright_tools.language_server import workspace
from cardwright_tools.language_server.convert import Converter
from cardwright_tools.language_server.editor import CardwrightServer
from cardwright_tools.language_service.project import Project

PACK = Path(__file__).parents[1] / "packs" / "hands"


def test_garbage_is_not_looked_for_in_a_pack_after_each_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 10,000 cards, this would take seconds."""
    kept: list[str] = []
    monkeypatch.setattr(workspace, "freeze_all", lambda: kept.append("all"))
    packs, file = workspace.OpenPacks(lambda project: None), PACK / "rules.yaml"
    assert packs.project(file) is not None
    assert kept == ["all"]
    packs.opened(file, f"{file.read_text('utf-8')}\n# edited\n")
    assert packs.project(file) is not None
    assert kept == ["all"]
    packs.close()


def test_only_files_whose_diagnostics_have_changed_are_published_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack, sent = Path(shutil.copytree(PACK, tmp_path / "hands")), list[str]()
    monkeypatch.setattr(CardwrightServer, "to", Converter(PositionCodec()))
    monkeypatch.setattr(
        CardwrightServer, "text_document_publish_diagnostics",
        lambda _, params: sent.append(Path(params.uri).name),
    )  # fmt: skip
    server, project = CardwrightServer(), Project(pack)
    file = pack / "rules.yaml"
    texts = {file: f"{file.read_text('utf-8')}\nmenus: wrong\n"}
    (pack / "spare.yaml").write_text("menus: wrong\n")

    def published(texts: Mapping[Path, str]) -> list[str]:
        sent.clear()
        project.check(texts)
        server.publish(project)
        return sent

    assert published(texts) == ["rules.yaml", "spare.yaml"]
    assert published(texts) == []
    assert published({}) == ["rules.yaml"]
