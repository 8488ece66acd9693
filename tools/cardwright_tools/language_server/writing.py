"""What an author can let the server write: completions, the canonical form, and fixes."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit
from cardwright_tools.language_server.convert import path_of
from cardwright_tools.language_server.editor import CardwrightServer, Handler
from cardwright_tools.language_service.code_completion import Completion
from cardwright_tools.language_service.completion import completions
from cardwright_tools.language_service.fix_titles import fix_title
from cardwright_tools.language_service.folders import pack_folder
from cardwright_tools.language_service.formatting import formatted
from cardwright_tools.language_service.schemas import schema_for
from cardwright_tools.language_service.yaml_cursor import cursor_at

_SORTS = {
    "key": types.CompletionItemKind.Property, "value": types.CompletionItemKind.Value,
    "verb": types.CompletionItemKind.Function, "word": types.CompletionItemKind.Keyword,
    "name": types.CompletionItemKind.Reference,
}  # fmt: skip


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


def formatting(
    ls: CardwrightServer, params: types.DocumentFormattingParams
) -> list[types.TextEdit]:
    path = path_of(params.text_document.uri)
    if path is None or pack_folder(path, ls.packs.texts) is None:
        return []
    edit = formatted(path, ls.source(path).text, ls.packs.texts)
    return [ls.to.edit(edit)] if edit else []


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
    made = ls.to.workspace_edit([edit])
    about, kind = [ls.to.diagnostic(found)], types.CodeActionKind.QuickFix
    return types.CodeAction(fix_title(edit), kind, about, preferred, edit=made)


def _touch(one: types.Range, other: types.Range) -> bool:
    begin, end = (one.start.line, one.start.character), (one.end.line, one.end.character)
    first, last = (other.start.line, other.start.character), (other.end.line, other.end.character)
    return begin <= last and first <= end


HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_COMPLETION: complete,
    types.TEXT_DOCUMENT_FORMATTING: formatting,
    types.TEXT_DOCUMENT_CODE_ACTION: fixes,
}
