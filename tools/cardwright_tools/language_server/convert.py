"""Between spans and the protocol's ranges, whose columns count in the client's units (UTF-16)."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit
from cardwright.source.text import Source, Span

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}


class Converter:
    """Converts with the units that the client and the server have agreed on."""

    def __init__(self, codec: PositionCodec) -> None:
        self.codec = codec

    def position(self, source: Source, offset: int) -> types.Position:
        line, column = source.position(offset)
        before = source.line(line)[: column - 1]
        return types.Position(line - 1, self.codec.client_num_units(before))

    def range(self, span: Span) -> types.Range:
        return types.Range(
            self.position(span.source, span.start), self.position(span.source, span.end)
        )

    def location(self, span: Span) -> types.Location:
        return types.Location(uri(Path(span.source.name)), self.range(span))

    def offset(self, source: Source, position: types.Position) -> int:
        """The offset of a position; for one outside the text, the nearest inside."""
        lines = source.text.split("\n")
        if position.line >= len(lines):
            return len(source.text)
        begin = sum(len(line) + 1 for line in lines[: position.line])
        inside = self.codec.position_from_client_units(lines, position).character
        return begin + min(inside, len(lines[position.line]))

    def diagnostic(self, found: Diagnostic) -> types.Diagnostic:
        notes = [
            types.DiagnosticRelatedInformation(self.location(span), text)
            for span, text in found.notes
        ]
        message = f"{found.message}\n{found.help}" if found.help else found.message
        return types.Diagnostic(
            range=self.range(found.span) if found.span else _TOP, message=message, code=found.code,
            severity=_SEVERITIES[found.severity], source="cardwright",
            related_information=notes or None,
        )  # fmt: skip

    def edit(self, one: Edit) -> types.TextEdit:
        return types.TextEdit(self.range(one.span), one.text)

    def workspace_edit(self, edits: list[Edit]) -> types.WorkspaceEdit:
        changes: dict[str, list[types.TextEdit]] = {}
        for one in edits:
            changes.setdefault(uri(Path(one.span.source.name)), []).append(self.edit(one))
        return types.WorkspaceEdit(changes=changes)


_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def uri(path: Path) -> str:
    found: str | None = uris.from_fs_path(str(path.absolute()))
    assert found is not None
    return found


def path_of(uri: str) -> Path | None:
    """The file at a URI; None if it isn't a file."""
    found = uris.to_fs_path(uri)
    return Path(found) if found and uri.startswith("file:") else None
