"""`cardwright lsp`: answers an editor's requests.

Decides which part of `language_service` answers which request, but not how.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import get_args

from lsprotocol import types

from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.edits import Edit
from cardwright_tools.language_server.convert import path_of
from cardwright_tools.language_server.editor import CardwrightServer
from cardwright_tools.language_service.completion import Completion, completions
from cardwright_tools.language_service.formatting import formatted
from cardwright_tools.language_service.hints import hints
from cardwright_tools.language_service.index import Key, Occurrence
from cardwright_tools.language_service.project import Project, pack_folder
from cardwright_tools.language_service.rename import CannotRename, rename
from cardwright_tools.language_service.schemas import schema_for
from cardwright_tools.language_service.semantic import Colour, colours, scenario_colours
from cardwright_tools.language_service.yaml_cursor import cursor_at

COLOURS: tuple[str, ...] = get_args(Colour)
_TOKENS = {
    "verb": "function", "kind": "type", "thing": "enumMember", "rule": "method",
}  # fmt: skip
"""The protocol's names of colours, if they differ."""
LEGEND = types.SemanticTokensLegend([_TOKENS.get(name, name) for name in COLOURS], [])
_SORTS = {
    "key": types.CompletionItemKind.Property, "value": types.CompletionItemKind.Value,
    "verb": types.CompletionItemKind.Function, "word": types.CompletionItemKind.Keyword,
    "name": types.CompletionItemKind.Reference,
}  # fmt: skip
_SYMBOLS = {
    "kind": types.SymbolKind.Class, "enum": types.SymbolKind.Enum, "rule": types.SymbolKind.Method,
    "word": types.SymbolKind.EnumMember, "definition": types.SymbolKind.Function,
    "field": types.SymbolKind.Field, "state": types.SymbolKind.Field,
    "zone": types.SymbolKind.Namespace, "option": types.SymbolKind.Event,
}  # fmt: skip


server = CardwrightServer()


# ------------------------------------------------------------------------------- documents


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: CardwrightServer, params: types.DidOpenTextDocumentParams) -> None:
    _changed(ls, params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: CardwrightServer, params: types.DidChangeTextDocumentParams) -> None:
    _changed(ls, params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def did_save(ls: CardwrightServer, params: types.DidSaveTextDocumentParams) -> None:
    _changed(ls, params.text_document.uri)
    ls.coverage.forget()


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: CardwrightServer, params: types.DidCloseTextDocumentParams) -> None:
    if path := path_of(params.text_document.uri):
        ls.packs.opened(path, None)


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def did_change_files(ls: CardwrightServer, params: types.DidChangeWatchedFilesParams) -> None:
    for path in filter(None, (path_of(change.uri) for change in params.changes)):
        ls.packs.opened(path, ls.packs.texts.get(path))
    ls.coverage.forget()


@server.feature(types.SHUTDOWN)
def shutdown(ls: CardwrightServer, params: None) -> None:
    ls.packs.close()
    ls.coverage.forget()


def _changed(ls: CardwrightServer, address: str) -> None:
    if path := path_of(address):
        ls.packs.opened(path, ls.text(address))


# ----------------------------------------------------------------------------------- names


@server.feature(types.TEXT_DOCUMENT_HOVER)
@server.thread()
def hover(ls: CardwrightServer, params: types.HoverParams) -> types.Hover | None:
    if (found := ls.occurrence(params)) is not None:
        project, here = found
        span, text = here.span, ls.about(project, here.key)
    elif (known := ls.word_help(params)) is not None:
        span, text = known
    else:
        return None
    contents = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(contents, ls.to.range(span))


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
@server.thread()
def definition(ls: CardwrightServer, params: types.DefinitionParams) -> types.Location | None:
    if (found := ls.occurrence(params)) is None:
        return None
    span = found[0].names.declaration(found[1].key)
    return ls.to.location(span) if span else None


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
@server.thread()
def references(ls: CardwrightServer, params: types.ReferenceParams) -> list[types.Location]:
    if (found := ls.occurrence(params)) is None:
        return []
    home, key, with_declaration = ls.home(*found), found[1].key, params.context.include_declaration
    places = [one.span for one in home.names.of(key) if with_declaration or not one.declares]
    places += (one.span for one in home.mentions(Report()) if key in one.keys)
    return [ls.to.location(span) for span in places]


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
@server.thread()
def highlight(
    ls: CardwrightServer, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    if (found := ls.occurrence(params)) is None:
        return []
    (project, here), file = found, found[1].span.source.name
    places = [one.span for one in project.names.of(here.key) if one.span.source.name == file]
    mentions = (one for text in project.scenario(Path(file)) for one in text.mentions)
    places += [one.span for one in mentions if here.key in one.keys]
    return [types.DocumentHighlight(ls.to.range(span)) for span in places]


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
@server.thread()
def prepare_rename(
    ls: CardwrightServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    if (found := ls.occurrence(params)) is None:
        return None
    return types.PrepareRenamePlaceholder(ls.to.range(found[1].span), found[1].key[1])


@server.feature(types.TEXT_DOCUMENT_RENAME)
@server.thread()
def rename_name(ls: CardwrightServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    if (found := ls.occurrence(params)) is None:
        return None
    try:
        edits = rename(ls.home(*found), found[1].key, params.new_name, ls.packs.texts)
    except CannotRename as error:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        return None
    return ls.to.workspace_edit(edits)


# --------------------------------------------------------------------------------- symbols


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
@server.thread()
def document_symbols(
    ls: CardwrightServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    if (found := ls.opened(params)) is None:
        return []
    project, path = found
    here = project.names.by_file.get(path.as_posix(), [])
    return [
        types.DocumentSymbol(
            one.key[1], _symbol(one.key), ls.to.range(one.span), ls.to.range(one.span), one.key[0]
        )
        for one in here
        if one.declares
    ]


@server.feature(types.WORKSPACE_SYMBOL)
@server.thread()
def workspace_symbols(
    ls: CardwrightServer, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    return [
        types.WorkspaceSymbol(ls.to.location(one.span), one.key[1], _symbol(one.key), None, None)
        for one in _declared(ls.packs.all_projects())
        if params.query.lower() in one.key[1]
    ]


def _declared(projects: Sequence[Project]) -> Collection[Occurrence]:
    """The declarations of these projects; those of a pack that several require are listed once."""
    names = (here for project in projects for here in project.names.by_file.values())
    found = (one for here in names for one in here if one.declares)
    return {(one.key, one.span.source.name, one.span.start): one for one in found}.values()


def _symbol(key: Key) -> types.SymbolKind:
    return _SYMBOLS.get(key[0], types.SymbolKind.Object)


# --------------------------------------------------------------------------------- writing


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ":", "-"])
)
@server.thread()
def complete(ls: CardwrightServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    project, path = ls.opened(params) or (None, None)
    schema = schema_for(project, path) if project and path else None
    if path is None or project is None or schema is None:
        return []
    source = ls.source(path)
    place = cursor_at(source.text, ls.to.offset(source, params.position))
    found = completions(place, schema, project.names, project.rules_of(path))
    return [_item(one, rank) for rank, one in enumerate(found)]


def _item(one: Completion, rank: int) -> types.CompletionItem:
    text = f"{one.text}: " if one.sort == "key" else one.text
    return types.CompletionItem(
        one.text, kind=_SORTS[one.sort], detail=one.doc or None, insert_text=text,
        sort_text=f"{rank:05}",
    )  # fmt: skip


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
@server.thread()
def formatting(
    ls: CardwrightServer, params: types.DocumentFormattingParams
) -> list[types.TextEdit]:
    path = path_of(params.text_document.uri)
    if path is None or pack_folder(path) is None:
        return []
    edit = formatted(path, ls.source(path).text, ls.packs.texts)
    return [ls.to.edit(edit)] if edit else []


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
)
@server.thread()
def fixes(ls: CardwrightServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    if (opened := ls.opened(params)) is None:
        return []
    project, path = opened
    here = (d for d in project.found if d.span and Path(d.span.source.name) == path)
    return [
        _fix(ls, found, edit, preferred=len(found.fixes) == 1)
        for found in here
        for edit in found.fixes
        if _touch(ls.to.diagnostic(found).range, params.range)
    ]


def _fix(
    ls: CardwrightServer, found: Diagnostic, edit: Edit, *, preferred: bool
) -> types.CodeAction:
    title = f"Write `{edit.text.strip()}` instead of `{edit.span.text.strip()}`"
    made = ls.to.workspace_edit([edit])
    about = [ls.to.diagnostic(found)]
    return types.CodeAction(title, types.CodeActionKind.QuickFix, about, preferred, edit=made)


def _touch(one: types.Range, other: types.Range) -> bool:
    begin, end = (one.start.line, one.start.character), (one.end.line, one.end.character)
    first, last = (other.start.line, other.start.character), (other.end.line, other.end.character)
    return begin <= last and first <= end


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
@server.thread()
def inlay_hints(ls: CardwrightServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    if (found := ls.read(params)) is None:
        return []
    project, path, rules = found
    first, last = params.range.start.line, params.range.end.line
    shown = ((ls.to.range(one.span).start, one)
             for one in hints(rules, path.as_posix(), project.place))  # fmt: skip
    return [
        types.InlayHint(where, one.text, tooltip=one.doc, padding_right=True)
        for where, one in shown
        if first <= where.line <= last
    ]


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
@server.thread()
def semantic_tokens(
    ls: CardwrightServer, params: types.SemanticTokensParams
) -> types.SemanticTokens:
    data: list[int] = []
    if (found := ls.read(params)) is None:
        return types.SemanticTokens(data)
    project, path, rules = found
    line = column = 0
    texts = project.scenario(path)
    in_pack = colours(rules, path.as_posix(), project.names, project.place)
    for span, colour in scenario_colours(texts) if texts else in_pack:
        where = ls.to.range(span)
        if where.start.line != where.end.line:
            continue
        step = where.start.line - line
        shift = where.start.character - (0 if step else column)
        line, column = where.start.line, where.start.character
        data += [step, shift, where.end.character - column, COLOURS.index(colour), 0]
    return types.SemanticTokens(data)
