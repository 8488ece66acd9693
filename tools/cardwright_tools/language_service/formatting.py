"""The canonical form of a file that is being written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardwright.source.diagnostics import Report
from cardwright.source.edits import Edit
from cardwright.source.open_files import open_files
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import read
from cardwright_tools.fmt.format_file import MeaningChanged, format_document
from cardwright_tools.fmt.run import board_of
from cardwright_tools.language_service.folders import pack_folder
from cardwright_tools.scenario.read import is_scenario_file


def formatted(file: Path, text: str, texts: Mapping[Path, str]) -> Edit | None:
    """The edit that makes a text canonical; None if it is, or can't be read."""
    folder = pack_folder(file, texts)
    source = Source(file.as_posix(), text)
    document = read(source, Report())
    if folder is None or document is None:
        return None
    with open_files(texts):
        board = board_of(folder, Report())
    if board is None:
        return None
    try:
        after = format_document(document, board, Report(), is_scenario_file(file, folder))
    except MeaningChanged:
        return None
    whole = Span(source, 0, len(source.text))
    return Edit(whole, after) if after is not None and after != source.text else None
