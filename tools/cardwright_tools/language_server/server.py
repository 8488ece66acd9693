"""`cardwright lsp`: the server, with a handler for each request and notification.

Requests are answered in threads of their own, since they wait for a check; what an editor reports
is taken in at once and in order.
"""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types

from cardwright_tools.language_server import documents, marks, names, symbols, writing
from cardwright_tools.language_server.editor import CardwrightServer, Handler

REQUESTS: Mapping[str, Handler] = {
    **names.HANDLERS, **symbols.HANDLERS, **writing.HANDLERS, **marks.HANDLERS,
}  # fmt: skip
OPTIONS: Mapping[str, object] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=[" ", ":", "-"]),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions([types.CodeActionKind.QuickFix]),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: marks.LEGEND,
}


def _server() -> CardwrightServer:
    made = CardwrightServer()
    for method, handler in documents.HANDLERS.items():
        made.feature(method)(handler)
    for method, handler in REQUESTS.items():
        made.feature(method, OPTIONS.get(method))(made.thread()(handler))
    return made


server = _server()
