"""The layout of scenarios that are written here: that of `cardwright fmt`."""

from __future__ import annotations

from cardwright.board.model import Board
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.fmt.format_file import format_document


def laid_out(scenarios: str, board: Board) -> str:
    """The text of these scenarios, with long lines wrapped."""
    report = Report()
    document = read(Source("", scenarios), report)
    found = format_document(document, board, report, scenario=True) if document else None
    return found or scenarios
