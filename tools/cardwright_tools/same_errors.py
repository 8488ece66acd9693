"""Errors that say the same about the same words: shown once, with the places of the others.

A name that is misspelt where it is declared is an error wherever it is used. Programs and editors
get all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.printable import printable
from cardwright.source.render import render
from cardwright.source.text import Span

MOST_PLACES = 8


def rendered(found: Iterable[Diagnostic]) -> list[tuple[Diagnostic, str]]:
    """The diagnostics as plain text; of errors that say the same, only the first."""
    return [(same[0], "\n".join([render(same[0]), *_about_all(same)])) for same in _groups(found)]


def _groups(found: Iterable[Diagnostic]) -> Iterable[Sequence[Diagnostic]]:
    groups: dict[object, list[Diagnostic]] = {}
    for one in found:
        groups.setdefault(_said(one), []).append(one)
    return groups.values()


def _said(one: Diagnostic) -> object:
    """What an error says about which words; the diagnostic itself if it is no error."""
    if one.severity != "error" or one.span is None:
        return one
    return one.code, one.message, one.help, one.span.text


def _about_all(same: Sequence[Diagnostic]) -> list[str]:
    """The lines below the first of several equal errors: the places of the others."""
    spans = [one.span for one in same[1:] if one.span is not None]
    return [f"    = {_elsewhere(spans)}", *_declared(same[0])] if spans else []


def _elsewhere(spans: Sequence[Span]) -> str:
    said = "1 other place" if len(spans) == 1 else f"{len(spans)} other places"
    more = ", ..." if len(spans) > MOST_PLACES else ""
    return f"the same in {said}: {', '.join(map(_place, spans[:MOST_PLACES]))}{more}"


def _declared(first: Diagnostic) -> list[str]:
    """A line saying that the declaration may be wrong, if nothing uses the suggested name."""
    # Imported late: few runs have such errors, and fixing loads more than checking does.
    from cardwright_tools.fix.declared_once import is_declaration_wrong
    from cardwright_tools.fix.rounds import UNDECLARED, fix_for

    fix = fix_for(first) if first.code in UNDECLARED else None
    if fix is None or not is_declaration_wrong(fix):
        return []
    return [f"    = nothing uses `{fix.text}`: it may be misspelt where it is declared"]


def _place(span: Span) -> str:
    line, column, *_ = span.lines
    return f"{printable(span.source.name)}:{line}:{column}"
