"""What an editor reports about its files: they are opened, changed, saved and closed."""

from __future__ import annotations

from lsprotocol import types

from cardwright_tools.language_server.convert import path_of
from cardwright_tools.language_server.editor import CardwrightServer, Handler


def did_open(ls: CardwrightServer, params: types.DidOpenTextDocumentParams) -> None:
    _changed(ls, params.text_document.uri)


def did_change(ls: CardwrightServer, params: types.DidChangeTextDocumentParams) -> None:
    _changed(ls, params.text_document.uri)


def did_save(ls: CardwrightServer, params: types.DidSaveTextDocumentParams) -> None:
    _changed(ls, params.text_document.uri)
    ls.coverage.forget()


def did_close(ls: CardwrightServer, params: types.DidCloseTextDocumentParams) -> None:
    if path := path_of(params.text_document.uri):
        ls.packs.opened(path, None)


def did_change_files(ls: CardwrightServer, params: types.DidChangeWatchedFilesParams) -> None:
    for path in filter(None, (path_of(change.uri) for change in params.changes)):
        ls.packs.opened(path, ls.packs.texts.get(path))
    ls.coverage.forget()


def shutdown(ls: CardwrightServer, params: None) -> None:
    ls.packs.close()
    ls.coverage.forget()


def _changed(ls: CardwrightServer, address: str) -> None:
    if path := path_of(address):
        version = ls.workspace.get_text_document(address).version
        ls.packs.opened(path, ls.text(address), version)


HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_SAVE: did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_files,
    types.SHUTDOWN: shutdown,
}
