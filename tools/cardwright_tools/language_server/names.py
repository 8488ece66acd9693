"""Answers about the name at a position: what it means, where it is declared and used, renaming."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from cardwright.source.diagnostics import Report
from cardwright_tools.language_server.editor import CardwrightServer, Handler
from cardwright_tools.language_service.rename import CannotRename, rename


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


def definition(ls: CardwrightServer, params: types.DefinitionParams) -> types.Location | None:
    if (found := ls.occurrence(params)) is None:
        return None
    span = found[0].names.declaration(found[1].key)
    return ls.to.location(span) if span else None


def references(ls: CardwrightServer, params: types.ReferenceParams) -> list[types.Location]:
    if (found := ls.occurrence(params)) is None:
        return []
    home, key, with_declaration = ls.home(*found), found[1].key, params.context.include_declaration
    places = [one.span for one in home.names.of(key) if with_declaration or not one.declares]
    places += (one.span for one in home.mentions(Report()) if key in one.keys)
    return [ls.to.location(span) for span in places]


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


def prepare_rename(
    ls: CardwrightServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    if (found := ls.occurrence(params)) is None:
        return None
    return types.PrepareRenamePlaceholder(ls.to.range(found[1].span), found[1].key[1])


def rename_name(ls: CardwrightServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    if (found := ls.occurrence(params)) is None:
        return None
    try:
        edits = rename(ls.home(*found), found[1].key, params.new_name, ls.packs.texts)
    except CannotRename as error:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        return None
    return ls.to.workspace_edit(edits)


HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: highlight,
    types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
    types.TEXT_DOCUMENT_RENAME: rename_name,
}
