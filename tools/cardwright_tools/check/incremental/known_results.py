"""The known results for a game, and the changes in its files since then.

Combines the changes of several files into one edit of a game. `edits` and `changed_things` decide
what an edit may be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from cardwright import Rules
from cardwright.board.declarations import Thing
from cardwright.language.front_end.memo import Memo, Requirements
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document, Gap
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.incremental.changed_things import changed_thing, is_free, occurs_once
from cardwright_tools.check.incremental.edits import (
    Place,
    TextIndex,
    changed_items,
    changed_places,
)
from cardwright_tools.check.incremental.lints import Lints, ValidLints
from cardwright_tools.check.incremental.missing_entries import is_in
from cardwright_tools.check.incremental.positions import Stale


@dataclass(slots=True)
class KnownResults:
    """The known results for a game whose only errors are in texts: what was read and reported.

    `rules` and `lints` are from the last texts without errors, and `valid` are the lints that are
    still valid; None if too much has changed. `wrong`: for items with errors, their last reading
    without errors.
    """

    loaded: Loaded
    documents: dict[str, Document]
    reported: Sequence[Diagnostic]
    memo: Memo
    index: TextIndex
    required: Requirements | None
    rules: Rules | None
    lints: Lints | None
    valid: ValidLints | None = None
    wrong: dict[Place, Document] = field(default_factory=dict)
    report: Report = field(default_factory=Report)

    def has_errors_only_in(
        self, gaps: Mapping[str, Sequence[Gap]], now: Callable[[Span], Span]
    ) -> bool:
        """Whether there were no errors until something changed in these parts only. `now` gives the
        current position of a span."""
        if self.valid is None:
            return False
        spans = [span and now(span) for span in self.valid.change.spans]
        spans += [self.documents[file].values[path] for file, path in self.wrong]
        return all(is_in(span, gaps) for span in spans)


@dataclass(slots=True)
class FileChanges:
    """The changes in files: texts, things (old and new), and titles (old and new).

    `renamed`: the `id()`s of things whose id has changed. The errors in values are in `report`, and
    `wrong` is as in `KnownResults`. `ownership_transfers`: how many of the changed effects may give
    things to other players.
    """

    documents: dict[str, Document]
    places: list[Place] = field(default_factory=list)
    things: list[tuple[Thing, Thing]] = field(default_factory=list)
    renamed: set[int] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)
    report: Report = field(default_factory=Report)
    wrong: dict[Place, Document] = field(default_factory=dict)
    ownership_transfers: int = 0

    def printed(self, index: TextIndex) -> list[Thing]:
        """The things on which something printed has changed."""
        found = [some.get(place) for place in self.places for some in (index.printed, index.titles)]
        every = (*(thing for thing in found if thing), *(thing for thing, _ in self.things))
        return [*{id(thing): thing for thing in every}.values()]


def changes_since(known: KnownResults, changed: Sequence[Document]) -> FileChanges:
    """The changes in these files. Raises Stale for any other kind of change."""
    index, board = known.index, known.loaded.declared.board
    found = FileChanges({**known.documents, **{new.source.name: new for new in changed}})
    items = dict.fromkeys(known.wrong)
    for new in changed:
        old = known.documents[new.source.name]
        apart = changed_items(old, new, index, board)
        found.places += changed_places(old, new, index, apart)
        items |= dict.fromkeys(apart)
    for place in items:
        _add_item(place, known, found)
    return found


def _add_item(place: Place, known: KnownResults, found: FileChanges) -> None:
    """Adds the change of an item's thing. Raises Stale if others may refer to it."""
    thing, declared = known.index.things[place], known.loaded.declared
    old = known.wrong.get(place) or known.documents[place[0]]
    now = changed_thing(thing, place[1], old, found.documents[place[0]], declared, found.report)
    if now is None:
        found.wrong[place] = old
        return
    found.things.append((thing, now))
    if thing.id != now.id:
        before = (document.source for document in known.documents.values())
        after = (document.source for document in found.documents.values())
        if not (occurs_once(thing.id, before) and occurs_once(now.id, after)):
            raise Stale
        if not is_free(now.id, declared.board):
            raise Stale
        found.renamed.add(id(thing))
