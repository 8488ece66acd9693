"""A game and its expansions in one folder: every answer knows the other packs as they are now."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

from tests.language_server.clients import changed, in_loop, opened, position, started, stopped, told

PACKS = Path(__file__).parents[1] / "packs"
Line = tuple[str, int]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    for name in ("market-flood", "market-tokens", "market-fair", "market"):
        found = shutil.copytree(PACKS / name, tmp_path / name)
    return Path(found)


async def references(client: LanguageClient, uri: str, where: types.Position) -> set[Line]:
    asked = types.ReferenceParams(
        types.ReferenceContext(True), types.TextDocumentIdentifier(uri), where
    )
    found = await client.text_document_references_async(asked) or ()
    return {(Path(one.uri).parent.name, one.range.start.line) for one in found}


async def renamed(client: LanguageClient, uri: str, where: types.Position) -> set[tuple[str, int]]:
    """The files that a rename changes, with the number of changes in each."""
    asked = types.RenameParams(types.TextDocumentIdentifier(uri), where, "archway")
    edit = await client.text_document_rename_async(asked)
    assert edit is not None
    changes = (edit.changes or {}).items()
    return {("/".join(Path(address).parts[-2:]), len(some)) for address, some in changes}


@in_loop
async def test_references_follow_unsaved_changes_of_an_expansion(
    client: LanguageClient, pack: Path
) -> None:
    base, more = pack / "rules.yaml", pack.parent / "market-tokens" / "tokens.yaml"
    uri, other, text = opened(client, base), opened(client, more), more.read_text("utf-8")
    where = position(base.read_text("utf-8"), "acts")
    before = await references(client, uri, where)
    assert {name for name, _ in before} == {"market", "market-tokens", "scenarios"}
    changed(client, other, 2, f"# a line\n{text}")
    after = {(name, line + (name == "market-tokens")) for name, line in before}
    assert await references(client, uri, where) == after
    # asked for in the expansion, they are the same
    where = position(f"# a line\n{text}", "menu: acts", 6)
    assert await references(client, other, where) == after


@in_loop
async def test_an_error_in_an_open_expansion_comes_and_goes_with_what_causes_it(
    client: LanguageClient, pack: Path
) -> None:
    base, more = pack / "rules.yaml", pack.parent / "market-tokens" / "tokens.yaml"
    uri, other, text = opened(client, base), opened(client, more), base.read_text("utf-8")
    await references(client, other, types.Position(0, 0))
    changed(client, uri, 2, text.replace("acts", "deeds"))
    missing = await told(client, other, "CW211")
    assert {one.message.split("\n")[0] for one in missing} == {"there is no menu `acts`"}
    changed(client, uri, 3, text)
    assert await told(client, other, None) == []


@in_loop
async def test_packs_that_are_not_open_are_checked_with_those_they_require(
    client: LanguageClient, pack: Path
) -> None:
    base, more = pack / "rules.yaml", pack.parent / "market-tokens" / "tokens.yaml"
    uri, text = opened(client, base), base.read_text("utf-8")
    changed(client, uri, 2, text.replace("acts", "deeds"))
    missing = await told(client, more.as_uri(), "CW211")
    assert {one.message.split("\n")[0] for one in missing} == {"there is no menu `acts`"}
    changed(client, uri, 3, text)
    assert await told(client, more.as_uri(), None) == []


@in_loop
async def test_a_pack_that_requires_another_need_not_be_on_disk(
    client: LanguageClient, pack: Path
) -> None:
    """Its files are in an editor only, and so is its manifest."""
    new, base = pack.parent / "market-night", pack / "rules.yaml"
    manifest = (pack.parent / "market-tokens" / "pack.yaml").read_text("utf-8")
    night = opened(client, new / "night.yaml", "rules:\n  dark: do take-stok\n")
    head = opened(client, new / "pack.yaml", manifest.replace("tokens", "night"))
    [found] = await told(client, night, "CW211")
    assert found.range.start == types.Position(1, 11)
    changed(client, night, 2, "rules:\n  dark: shufle deck\n")
    await told(client, night, "CW201")
    text = base.read_text("utf-8").replace("acts", "deeds")
    changed(client, opened(client, base), 2, text)
    changed(client, night, 3, "rules:\n  dark: open acts\n")
    await told(client, night, "CW211")
    for one in (head, night):
        closed = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(one))
        client.text_document_did_close(closed)
    assert await told(client, night, None) == []
    assert not client.diagnostics.get(head)
    assert not new.exists()


def test_colours_and_hints_are_refreshed_after_a_change_in_another_file(
    loop: asyncio.AbstractEventLoop, pack: Path
) -> None:
    client = make_test_lsp_client()
    asked, done = set[str](), asyncio.Event()

    def refreshed(method: str) -> Callable[..., None]:
        def heard(*given: object) -> None:
            asked.add(method)
            done.set()

        return heard

    methods = types.WORKSPACE_SEMANTIC_TOKENS_REFRESH, types.WORKSPACE_INLAY_HINT_REFRESH
    for method in methods:
        client.feature(method)(refreshed(method))
    workspace = types.WorkspaceClientCapabilities(
        semantic_tokens=types.SemanticTokensWorkspaceClientCapabilities(refresh_support=True),
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
    )

    async def edit() -> None:
        await started(client, types.ClientCapabilities(workspace=workspace))
        opened(client, pack / "rules.yaml")
        opened(client, pack / "board.yaml")
        while asked != {*methods}:
            done.clear()
            await done.wait()
        await stopped(client)

    loop.run_until_complete(asyncio.wait_for(edit(), 120))


@in_loop
async def test_a_rename_is_the_same_wherever_it_is_asked_for(
    client: LanguageClient, pack: Path
) -> None:
    """Also where a pack patches what is renamed, and in expansions that don't know each other."""
    base, more = pack / "board.yaml", pack.parent / "market-tokens" / "tokens.yaml"
    here = position(base.read_text("utf-8"), "id: arch", 4)
    there = position(more.read_text("utf-8"), "market:arch", 8)
    found = await renamed(client, opened(client, base), here)
    assert {name.partition("/")[0] for name, _ in found} >= {"market", "market-tokens", "scenarios"}
    assert await renamed(client, opened(client, more), there) == found


@in_loop
async def test_names_in_scenarios_are_those_of_the_packs(
    client: LanguageClient, pack: Path
) -> None:
    board, scenarios = pack / "board.yaml", pack / "scenarios" / "rules.yaml"
    uri, text = opened(client, scenarios), scenarios.read_text("utf-8")
    changed(client, uri, 2, f"# a line\n{text}")
    where, here = position(f"# a line\n{text}", "arch"), types.TextDocumentIdentifier(uri)
    found = await client.text_document_definition_async(types.DefinitionParams(here, where))
    assert isinstance(found, types.Location)
    assert found.uri == board.as_uri()
    assert ("scenarios", where.line) in await references(client, found.uri, found.range.start)
    hover = await client.text_document_hover_async(types.HoverParams(here, where))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "stall of market" in hover.contents.value


@in_loop
async def test_symbols_of_a_shared_pack_are_listed_once_and_where_they_are(
    client: LanguageClient, pack: Path
) -> None:
    base = pack / "rules.yaml"
    uri, text = opened(client, base), base.read_text("utf-8")
    other = opened(client, pack.parent / "market-tokens" / "tokens.yaml")
    await references(client, other, types.Position(0, 0))
    changed(client, uri, 2, f"# a line\n{text}")
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("takings"))
    (one,) = (one for one in found or () if one.location.uri == uri)
    assert isinstance(one.location, types.Location)
    assert one.location.range.start == position(f"# a line\n{text}", "takings of")
