"""What an author changes or looks up beyond typing: where a name is declared and used, renaming,
the canonical form of a file, and the colours of its words.

The answers come from the language service, as in other editors. Positions are offsets, which count
code points; only files of the pack are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardwright.source.diagnostics import Report
from cardwright.source.text import Span
from cardwright_tools.language_service.formatting import formatted
from cardwright_tools.language_service.index import Occurrence
from cardwright_tools.language_service.rename import CannotRename, apply_rename, rename
from cardwright_tools.language_service.semantic import colours
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.messages import Message

NO_NAME = "put the cursor on a name"
MISTAKES = "no name is known here until the mistakes are corrected: see Problems"
MAX_USES = 200


def declaration(pack: EditedPack, file: str, offset: int) -> Message:
    """Where the name at an offset is declared. Raises RequestError."""
    with pack.lock:
        here = _name_at(pack, file, offset)
        span = pack.project.names.declaration(here.key)
    place = pack.place(span)
    if place is None:
        raise RequestError(f"`{here.key[1]}` is declared outside this pack{_outside(span)}")
    return {"event": "place", **place}


def uses(pack: EditedPack, file: str, offset: int) -> Message:
    """The places of the name at an offset, with their lines. Raises RequestError."""
    with pack.lock:
        project, here = pack.project, _name_at(pack, file, offset)
        spans = [one.span for one in project.names.of(here.key)]
        spans += (one.span for one in project.mentions(Report()) if here.key in one.keys)
    found = [{**place, "text": _line(span)} for span in spans if (place := pack.place(span))]
    return {"event": "uses", "name": here.key[1], "found": found[:MAX_USES],
            "left": len(spans) - len(found[:MAX_USES])}  # fmt: skip


def renamed(pack: EditedPack, file: str, offset: int, new: str) -> Mapping[str, str]:
    """The texts of the files in which a rename changes something. Raises RequestError.

    Checks first, so that no text is from before an edit that another page has just made.
    """
    with pack.lock:
        pack.project.check(pack.texts)
        key = _name_at(pack, file, offset).key
        try:
            after = apply_rename(rename(pack.project, key, new, pack.texts))
        except CannotRename as error:
            raise RequestError(str(error)) from None
    found = {pack.name_of(path.as_posix()): text for path, text in after.items()}
    if None in found:
        other = next(path for path in after if pack.name_of(path.as_posix()) is None)
        where = f"{other.parent.name}/{other.name}"
        raise RequestError(f"`{key[1]}` is also used outside this pack, in {where}: rename it in "
                           "an editor with `cardwright lsp`")  # fmt: skip
    return {name: text for name, text in found.items() if name}


def canonical(pack: EditedPack, file: str) -> str:
    """The text of a file in the form of `cardwright fmt`. Raises RequestError."""
    path, text = pack.path(file), pack.open(file)
    with pack.lock:
        edit = formatted(path, text, pack.texts)
    if edit is None and any(one.severity == "error" for one in pack.project.found):
        raise RequestError("this file can't be formatted until its mistakes are corrected")
    return edit.text if edit else text


def coloured(pack: EditedPack, file: str) -> list[tuple[int, int, str]]:
    """The words of code in a file with their colours, in order: of the text as last checked."""
    path = pack.path(file)
    with pack.lock:
        found = colours(pack.project, path)
        return [(span.start, span.end, colour) for span, colour in found]


def _name_at(pack: EditedPack, file: str, offset: int) -> Occurrence:
    path, project = pack.path(file), pack.project
    found = pack.name_at(path, offset)
    if found is None:
        raise RequestError(MISTAKES if project.folder_of(path) in project.stale else NO_NAME)
    return found


def _outside(span: Span | None) -> str:
    path = Path(span.source.name) if span else None
    return f", in {path.parent.name}/{path.name}" if path else ""


def _line(span: Span) -> str:
    return span.source.line(span.lines[0]).strip()
