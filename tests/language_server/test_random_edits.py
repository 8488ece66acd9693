"""The server after each of many edits: every answer is that of a newly started server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec
from pytest_lsp import LanguageClient, make_test_lsp_client

from cardwright.source.text import Source
from cardwright_tools.language_server.convert import Converter
from cardwright_tools.language_server.workspace import OpenPacks
from cardwright_tools.language_service.hints import hints
from cardwright_tools.language_service.hover import hover_text
from cardwright_tools.language_service.index import Key
from cardwright_tools.language_service.project import Project
from tests.language_server.clients import changed, started, stopped
from tests.tools.random_edits import edits

PACKS = Path(__file__).parents[1] / "packs"
MARKET = ("market", "market-tokens", "market-flood", "market-fair")
TO = Converter(PositionCodec())
Places = set[tuple[str, int, int]]


@pytest.mark.parametrize(
    ("name", "seed", "number"),
    [
        ("keywords", 1, 6),
        pytest.param("push-your-luck", 5, 60, marks=pytest.mark.soak),
        pytest.param("keywords", 1, 60, marks=pytest.mark.soak),
        pytest.param("lasting", 2, 60, marks=pytest.mark.soak),
        pytest.param("market", 3, 60, marks=pytest.mark.soak),
    ],
)
def test_no_answer_is_older_than_the_text(
    name: str, seed: int, number: int, tmp_path: Path
) -> None:
    pack = Path(shutil.copytree(PACKS / name, tmp_path / name)).resolve()
    asyncio.run(asyncio.wait_for(_compare(pack, seed, number), 30 * number))


@pytest.mark.parametrize(
    ("seed", "number"),
    [(7, 2), *(pytest.param(seed, 6, marks=pytest.mark.soak) for seed in (2, 3))],
)
def test_what_is_known_of_each_pack_follows_edits_of_the_others(
    seed: int, number: int, tmp_path: Path
) -> None:
    packs = [Path(shutil.copytree(PACKS / name, tmp_path / name)).resolve() for name in MARKET]
    known, texts = OpenPacks(lambda *found: None), dict[Path, str]()
    for pack in packs:
        known.project(pack / "pack.yaml")
    for file, text in chain(*zip(*(edits(pack, seed, number) for pack in packs[:3]), strict=True)):
        texts[file] = text
        known.opened(file, text)
        for pack in packs:
            warm, cold = known.project(pack / "pack.yaml"), Project(pack)
            cold.check(texts)
            assert warm is not None
            assert _found(warm) == _found(cold)
            names = _indexed(warm), _indexed(cold)
            assert cold.stale or names[0] == names[1]
    known.close()


def _indexed(project: Project) -> dict[str, list[tuple[int, Key]]]:
    files = project.names.by_file.items()
    return {name: [(one.span.start, one.key) for one in here] for name, here in files}


async def _compare(pack: Path, seed: int, number: int) -> None:
    client, random, texts = make_test_lsp_client(), Random(seed), dict[Path, str]()
    await started(client)
    for version, (file, text) in enumerate(edits(pack, seed, number), 2):
        _show(client, file, text, version, file in texts)
        texts[file] = text
        here = types.TextDocumentIdentifier(file.as_uri())
        shown = types.Range(types.Position(0, 0), types.Position(10_000, 0))
        hinted = await client.text_document_inlay_hint_async(types.InlayHintParams(here, shown))
        cold = Project(pack)
        cold.check(texts)
        assert _told(client) == _found(cold)
        if cold.stale:
            continue
        expected = [*hints(cold.rules[pack], file.as_posix(), lambda span: span)]
        assert [(one.position, one.label) for one in hinted or ()] == [
            (TO.range(one.span).start, one.text) for one in expected
        ]
        await _compare_names(client, cold, file, text, random)
    await stopped(client)


def _show(client: LanguageClient, file: Path, text: str, version: int, is_open: bool) -> None:
    uri = file.as_uri()
    if not is_open:
        document = types.TextDocumentItem(uri, "yaml", 1, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return
    changed(client, uri, version, text)


def _told(client: LanguageClient) -> set[tuple[str, str, int, int]]:
    return {
        (uri, str(one.code), one.range.start.line, one.range.start.character)
        for uri, found in client.diagnostics.items()
        for one in found
    }


def _found(cold: Project) -> set[tuple[str, str, int, int]]:
    places = {(one.code, one.span) for one in cold.found}
    found = set()
    for code, span in places:
        start = TO.range(span).start if span else types.Position(0, 0)
        file = Path(span.source.name) if span else cold.folder / "pack.yaml"
        found.add((file.as_uri(), code, start.line, start.character))
    return found


async def _compare_names(
    client: LanguageClient, cold: Project, file: Path, text: str, random: Random
) -> None:
    """Compares where a name is declared, and its hover text."""
    here: Sequence = cold.names.by_file.get(file.as_posix(), [])
    for one in random.sample(here, min(2, len(here))):
        document = types.TextDocumentIdentifier(file.as_uri())
        where = TO.position(Source("", text), one.span.start)
        hover = await client.text_document_hover_async(types.HoverParams(document, where))
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert _without_coverage(hover.contents.value) == hover_text(cold.names.entries[one.key])
        leads = await client.text_document_definition_async(types.DefinitionParams(document, where))
        span = cold.names.declaration(one.key)
        assert leads == (TO.location(span) if span else None)
        asked = types.CompletionParams(document, where)
        offered = await client.text_document_completion_async(asked)
        assert offered is not None


def _without_coverage(said: str) -> str:
    """Coverage is measured in the meantime."""
    return "\n\n".join(part for part in said.split("\n\n") if not part.startswith("Coverage: "))
