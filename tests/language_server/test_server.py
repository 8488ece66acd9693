"""`cardwright lsp`, end to end: a client of the protocol talks to the server's process."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.language_server.clients import changed, in_loop, opened, position, told

PACK = Path(__file__).parents[1] / "packs" / "push-your-luck"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACK, tmp_path / "push-your-luck"))


@in_loop
async def test_errors_are_reported_in_unsaved_text_and_vanish_when_it_is_fixed(
    client: LanguageClient, pack: Path
) -> None:
    file = pack / "game.yaml"
    right = file.read_text("utf-8")
    # Each letter before the error counts one in the file, and two in the protocol.
    wrong = right.replace('say "All is lost"', 'say "🐍🐍", then shufle deck')
    uri = opened(client, file, wrong)
    [found] = await told(client, uri, "CW201")
    assert found.range.start == position(wrong, "shufle")
    assert found.range.end == position(wrong, "shufle", 6)
    asked = types.CodeActionParams(
        types.TextDocumentIdentifier(uri), found.range, types.CodeActionContext([found])
    )
    [fix] = await client.text_document_code_action_async(asked) or []
    assert isinstance(fix, types.CodeAction)
    assert fix.edit is not None
    assert [*(fix.edit.changes or {})[uri]] == [types.TextEdit(found.range, "shuffle")]
    changed(client, uri, 2, right)
    assert await told(client, uri, None) == []


@in_loop
async def test_a_file_that_is_not_on_disk_yet_is_part_of_the_pack(
    client: LanguageClient, pack: Path
) -> None:
    new, game = pack / "more" / "new.yaml", pack / "game.yaml"
    text = game.read_text("utf-8")
    asking = opened(client, game, text.replace("do score-badges", "do praise"))
    await told(client, asking, "CW211")
    uri = opened(client, new, "rules:\n  praise: shufle deck\n")
    [found] = await told(client, uri, "CW201")
    assert found.range.start == types.Position(1, 10)
    assert "CW211" not in [one.code for one in client.diagnostics[asking]]
    changed(client, uri, 2, "rules:\n  praise: shuffle deck\n")
    assert await told(client, uri, None) == []
    assert not new.exists()
    closed = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
    client.text_document_did_close(closed)
    await told(client, asking, "CW211")


@in_loop
async def test_a_name_leads_to_its_declaration_and_to_all_its_places(
    client: LanguageClient, pack: Path
) -> None:
    file = pack / "game.yaml"
    text = file.read_text("utf-8")
    uri = opened(client, file)
    here = types.TextDocumentIdentifier(uri)
    where = position(text, "do bank", 4)
    declared = await client.text_document_definition_async(types.DefinitionParams(here, where))
    assert isinstance(declared, types.Location)
    assert declared.range.start == position(text, "bank: |")
    context = types.ReferenceContext(include_declaration=False)
    used = await client.text_document_references_async(types.ReferenceParams(context, here, where))
    assert [one.range.start.line for one in used or ()] == [
        number for number, line in enumerate(text.split("\n")) if line.strip() == "do bank"
    ]


@in_loop
async def test_a_rename_reaches_all_files_and_only_that_name(
    client: LanguageClient, pack: Path
) -> None:
    file = pack / "game.yaml"
    text = file.read_text("utf-8")
    uri = opened(client, file)
    where = position(text, "vipers", 1)
    edit = await client.text_document_rename_async(
        types.RenameParams(types.TextDocumentIdentifier(uri), where, "adders")
    )
    assert edit is not None
    changes = edit.changes or {}
    assert {Path(address).name for address in changes} >= {"game.yaml"}
    assert {one.new_text for some in changes.values() for one in some} == {"adders"}
    [declared] = [one for one in changes[uri] if one.range.start == position(text, "vipers")]
    assert declared.range.end == position(text, "vipers", len("vipers"))


@in_loop
async def test_a_name_that_a_text_gives_is_found_and_renamed_in_it(
    client: LanguageClient, pack: Path
) -> None:
    file = pack / "game.yaml"
    text = file.read_text("utf-8")
    here = types.TextDocumentIdentifier(opened(client, file))
    given, used = position(text, "let leaders", 4), position(text, "each leaders", 5)
    hover = await client.text_document_hover_async(types.HoverParams(here, used))
    assert hover
    assert isinstance(hover.contents, types.MarkupContent)
    assert "`let leaders be players" in hover.contents.value
    asked = types.DefinitionParams(here, used)
    found = await client.text_document_definition_async(asked)
    assert isinstance(found, types.Location)
    assert found.range.start == given
    edit = await client.text_document_rename_async(types.RenameParams(here, used, "ahead"))
    assert edit
    [changes] = (edit.changes or {}).values()
    assert [one.new_text for one in changes] == ["ahead"] * text.count("leaders")
    refused = types.RenameParams(here, used, "badge")  # which the pack declares
    assert await client.text_document_rename_async(refused) is None


@in_loop
async def test_symbols_of_a_file_span_what_they_name_and_are_nested(
    client: LanguageClient, pack: Path
) -> None:
    file = pack / "game.yaml"
    text, uri = file.read_text("utf-8"), opened(client, file)
    found = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    by_name = {one.name: one for one in found or () if isinstance(one, types.DocumentSymbol)}
    bank, mask, kind = by_name["bank"], by_name["mask"], by_name["relic"]
    assert bank.range.start == bank.selection_range.start == position(text, "bank: |")
    assert bank.range.end.line > bank.range.start.line
    assert mask.range.start == position(text, "{id: mask")
    assert mask.selection_range.start == position(text, "id: mask", 4)
    assert [one.name for one in kind.children or ()] == ["badge", "worth"]


@in_loop
async def test_what_may_come_next_is_offered(client: LanguageClient, pack: Path) -> None:
    file = pack / "game.yaml"
    text = file.read_text("utf-8").replace("shuffle deck", "shuffle d")
    uri = opened(client, file, text)
    where = position(text, "shuffle d", len("shuffle d"))
    found = await client.text_document_completion_async(
        types.CompletionParams(types.TextDocumentIdentifier(uri), where)
    )
    offered = [one.label for one in found if isinstance(found, list)] if found else []
    assert {"deck", "the"} <= set(offered)
    assert "shuffle" not in offered
    assert offered.index("deck") < offered.index("chart")  # which can't be shuffled


@in_loop
async def test_hover_says_what_it_is_in_english(client: LanguageClient, pack: Path) -> None:
    file = pack / "game.yaml"
    uri = opened(client, file)
    where = position(file.read_text("utf-8"), "if doomed", 4)
    found = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), where)
    )
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert "doomed: definition of push-your-luck" in found.contents.value


@in_loop
async def test_hover_shows_the_nesting(client: LanguageClient, pack: Path) -> None:
    file = pack / "game.yaml"
    text = file.read_text("utf-8")
    where = position(text, "do bank", 4)
    found = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(opened(client, file)), where)
    )
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert "\n  - " in found.contents.value


@in_loop
async def test_colours_go_along_with_the_text_while_it_has_mistakes(
    client: LanguageClient, pack: Path
) -> None:
    file = pack / "game.yaml"
    right = file.read_text("utf-8")
    here = types.TextDocumentIdentifier(opened(client, file))
    wrongs = (
        right.replace("shuffle deck", "shufle deck", 1),
        right.replace("relics:", "relics: ]"),
    )
    for number, wrong in enumerate(wrongs, 2):
        now = f"# a line\n{wrong}"
        changed(client, here.uri, number, now)
        found = await client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(here)
        )
        assert found is not None
        assert {"doomed", "number of", "trail"} <= {*coloured(now, found.data)}


@in_loop
async def test_scenarios_have_colours_and_highlights_of_names(
    client: LanguageClient, pack: Path
) -> None:
    text = """- scenario: Drawing is for the deck
  given: {players: 2, deck: [crescent, vipers, disc]}
  do: move top of deck to lost
  expect: {number of cards in lost: 1, deck: [vipers, disc], ida has 2 points: false}
"""
    here = types.TextDocumentIdentifier(opened(client, pack / "scenarios" / "new.yaml", text))
    found = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(here))
    assert found is not None
    assert coloured(text, found.data) == [
        "deck", "crescent", "vipers", "disc", "move", "top", "of", "deck", "to", "lost",
        "number of", "cards", "in", "lost", "deck", "vipers", "disc", "ida", "has", "2", "points",
    ]  # fmt: skip
    where = position(text, "deck to")
    places = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(here, where)
    )
    assert sorted(one.range.start for one in places or []) == [
        position(text, "deck: [crescent"), where, position(text, "deck: [vipers"),
    ]  # fmt: skip


def coloured(text: str, data: Sequence[int]) -> list[str]:
    """The coloured words; each letter of a text counts as one."""
    lines, line, column, found = text.split("\n"), 0, 0, []
    for step, shift, length, *_ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + step, shift if step else column + shift
        found.append(lines[line][column : column + length])
    return found


@in_loop
async def test_hover_says_how_much_of_it_the_scenarios_run(
    client: LanguageClient, pack: Path
) -> None:
    """It says so once this is measured, and again after a change of its files."""
    file = pack / "game.yaml"
    here = types.TextDocumentIdentifier(opened(client, file))
    where = position(file.read_text("utf-8"), "if doomed", 4)

    async def coverage() -> str:
        for _ in range(600):
            found = await client.text_document_hover_async(types.HoverParams(here, where))
            assert found is not None
            assert isinstance(found.contents, types.MarkupContent)
            said = found.contents.value.partition("Coverage: ")[2]
            if not said.startswith("being measured"):
                return said
            await asyncio.sleep(0.1)
        raise AssertionError("it is not measured within a minute")

    assert re.match(r"([1-9]\d*) of \1 points, by \d+ scenarios", await coverage())
    right = file.read_text("utf-8")
    for text, said in (
        (right.replace("if doomed", "if domed", 1), "not measured"),
        (right, " of "),
    ):
        file.write_text(text, "utf-8")
        client.text_document_did_save(types.DidSaveTextDocumentParams(here))
        assert said in await coverage()
    for scenarios in (pack / "scenarios").glob("*.yaml"):
        scenarios.unlink()
    client.text_document_did_save(types.DidSaveTextDocumentParams(here))
    assert "0 of" in await coverage()


@in_loop
async def test_hover_explains_words_of_the_language(client: LanguageClient, pack: Path) -> None:
    file = pack / "game.yaml"
    here = types.TextDocumentIdentifier(opened(client, file))
    for text, said in (("gain (worth", "**gain**"), ("if doomed", "Only if the condition holds")):
        where = position(file.read_text("utf-8"), text, 1)
        found = await client.text_document_hover_async(types.HoverParams(here, where))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        assert said in found.contents.value


@in_loop
async def test_formatting_gives_the_canonical_text(client: LanguageClient, pack: Path) -> None:
    file = pack / "game.yaml"
    right = file.read_text("utf-8")
    uri = opened(
        client, file, right.replace("do second-most with badge,", "do  second-most with badge ,")
    )
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    [edit] = await client.text_document_formatting_async(
        types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), options)
    ) or [None]
    assert edit is not None
    assert edit.new_text == right


@in_loop
async def test_hints_say_who_chooses_and_how_many(client: LanguageClient, pack: Path) -> None:
    file = pack / "game.yaml"
    right = file.read_text("utf-8")
    text = right.replace("shuffle deck", "choose 2 cards in trail, as firsts\n    shuffle deck", 1)
    uri = opened(client, file, text)
    everywhere = types.Range(types.Position(0, 0), types.Position(999, 0))
    found = await client.text_document_inlay_hint_async(
        types.InlayHintParams(types.TextDocumentIdentifier(uri), everywhere)
    )
    assert [(one.label, one.position) for one in found or ()] == [
        ("you 2:", position(text, "choose 2 cards"))
    ]
