"""Answers about the name at a position: what it means, where it is declared and used, renaming."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from cardwright.source.diagnostics import Report
from cardwright.source.edits import Edit
from cardwright.source.text import Span
from cardwright_tools.language_server.editor import CardwrightServer, Handler, Positioned
from cardwright_tools.language_service.rename import CannotRename, rename, rename_local


def hover(ls: CardwrightServer, params: types.HoverParams) -> types.Hover | None:
    if (found := ls.occurrence(params)) is not None:
        project, here = found
        span, text = here.span, ls.about(project, here.key)
    elif (local := ls.local_name(params)) is not None:
        span, text = local[1].here, local[1].help
    elif (known := ls.word_help(params)) is not None:
        span, text = known
    else:
        return None
    contents = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(contents, ls.to.range(span))


def definition(ls: CardwrightServer, params: types.DefinitionParams) -> types.Location | None:
    if (found := ls.occurrence(params)) is None:
        local = ls.local_name(params)
        return ls.to.location(local[1].given) if local else None
    span = found[0].names.declaration(found[1].key)
    return ls.to.location(span) if span else None


def references(ls: CardwrightServer, params: types.ReferenceParams) -> list[types.Location]:
    if (found := ls.occurrence(params)) is None:
        return [ls.to.location(span) for span in _local(ls, params, params.context)]
    home, key, with_declaration = ls.home(*found), found[1].key, params.context.include_declaration
    places = [one.span for one in home.names.of(key) if with_declaration or not one.declares]
    places += (one.span for one in home.mentions(Report()) if key in one.keys)
    return [ls.to.location(span) for span in places]


def highlight(
    ls: CardwrightServer, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    if (found := ls.occurrence(params)) is None:
        return [types.DocumentHighlight(ls.to.range(span)) for span in _local(ls, params)]
    (project, here), file = found, found[1].span.source.name
    places = [one.span for one in project.names.of(here.key) if one.span.source.name == file]
    mentions = (one for text in project.scenario(Path(file)) for one in text.mentions)
    places += [one.span for one in mentions if here.key in one.keys]
    return [types.DocumentHighlight(ls.to.range(span)) for span in places]


def prepare_rename(
    ls: CardwrightServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    if (found := ls.occurrence(params)) is None:
        local = ls.local_name(params)
        range = ls.to.range(local[1].here) if local else None
        return types.PrepareRenamePlaceholder(range, local[1].word) if local and range else None
    return types.PrepareRenamePlaceholder(ls.to.range(found[1].span), found[1].key[1])


def rename_name(ls: CardwrightServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    try:
        return ls.to.workspace_edit([*_renamed(ls, params)])
    except CannotRename as error:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        return None


def _renamed(ls: CardwrightServer, params: types.RenameParams) -> list[Edit]:
    """The edits that rename what is at a position. Raises CannotRename."""
    if (found := ls.occurrence(params)) is not None:
        return rename(ls.home(*found), found[1].key, params.new_name, ls.packs.texts)
    if (local := ls.local_name(params)) is not None:
        return rename_local(*local, params.new_name, ls.packs.texts)
    raise CannotRename("there is no name here")


def _local(
    ls: CardwrightServer, params: Positioned, context: types.ReferenceContext | None = None
) -> list[Span]:
    """The places of a name that a text gives; according to the context, without the first."""
    if (local := ls.local_name(params)) is None:
        return []
    leaves_out = context is not None and not context.include_declaration
    return [span for span in local[1].places if not (leaves_out and span == local[1].given)]


HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: highlight,
    types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
    types.TEXT_DOCUMENT_RENAME: rename_name,
}
