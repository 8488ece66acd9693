"""Lists of what is declared, in a file or in all open packs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from lsprotocol import types

from cardwright.source.diagnostics import Report
from cardwright.source.text import Span
from cardwright.source.yaml_reader import read
from cardwright_tools.language_server.editor import CardwrightServer, Handler
from cardwright_tools.language_service.extents import extents
from cardwright_tools.language_service.index import Key, Occurrence
from cardwright_tools.language_service.project import Project

_SYMBOLS = {
    "kind": types.SymbolKind.Class, "enum": types.SymbolKind.Enum, "rule": types.SymbolKind.Method,
    "word": types.SymbolKind.EnumMember, "definition": types.SymbolKind.Function,
    "field": types.SymbolKind.Field, "state": types.SymbolKind.Field,
    "zone": types.SymbolKind.Namespace, "option": types.SymbolKind.Event,
}  # fmt: skip


def document_symbols(
    ls: CardwrightServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    if (found := ls.opened(params)) is None:
        return []
    project, path = found
    document = read(ls.source(path), Report())
    whole = extents(document) if document else {}
    declared = (one for one in project.names.by_file.get(path.as_posix(), []) if one.declares)
    places = [(one, whole.get(one.span.start, one.span)) for one in declared]
    return _nested([(span.start, span.end, _made(ls, one, span)) for one, span in places])


def _made(ls: CardwrightServer, one: Occurrence, whole: Span) -> types.DocumentSymbol:
    return types.DocumentSymbol(one.key[1], _symbol(one.key), ls.to.range(whole),
                                ls.to.range(one.span), one.key[0], children=[])  # fmt: skip


def _nested(found: Sequence[tuple[int, int, types.DocumentSymbol]]) -> list[types.DocumentSymbol]:
    """The outermost symbols; each of the others is a child of the one around it."""
    outermost: list[types.DocumentSymbol] = []
    around: list[tuple[int, list[types.DocumentSymbol]]] = []  # with their ends
    for start, end, symbol in sorted(found, key=lambda one: (one[0], -one[1])):
        while around and around[-1][0] <= start:
            around.pop()
        (around[-1][1] if around else outermost).append(symbol)
        around.append((end, cast("list[types.DocumentSymbol]", symbol.children)))
    return outermost


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


HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbols,
    types.WORKSPACE_SYMBOL: workspace_symbols,
}
