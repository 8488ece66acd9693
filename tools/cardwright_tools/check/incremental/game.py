"""One game that is checked again and again while its files change.

Owns what is known of it since it was last checked anew, and when that is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright import Rules
from cardwright.api import examine_loaded
from cardwright.board.built_in import forget_source
from cardwright.language.analysis.set_sizes import changes_hands
from cardwright.language.declared import Declared, Effect
from cardwright.language.front_end.memo import Asked, Memo
from cardwright.pack.builder import PackBuilder
from cardwright.pack.load import Loaded, active_files, load
from cardwright.pack.manifest import FILE
from cardwright.pack.truncated_text import report_truncated_text
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.open_files import read_bytes
from cardwright.source.records import dataclass
from cardwright.source.text import BYTE_ORDER_MARK, Source
from cardwright.source.yaml_reader import MAX_BYTES, read
from cardwright_tools.check.incremental.edits import TextIndex, changed_places, with_texts
from cardwright_tools.check.incremental.lints import Change, Left, Lints
from cardwright_tools.check.incremental.positions import Positions, Stale

MOST_REPORTED = 50
"""Diagnostics of a game that is checked incrementally: with more, some are held back."""


@dataclass(slots=True)
class Known:
    """A game without errors but those in texts: what was read, and what was reported of it.

    `rules` and `lints` are those of the last texts without errors, and `left` is what stays of
    these lints since; None if too much has changed.
    """

    loaded: Loaded
    documents: dict[str, Document]
    reported: Sequence[Diagnostic]
    memo: Memo
    index: TextIndex
    asked: Asked | None
    rules: Rules | None
    lints: Lints | None
    left: Left | None = None


class IncrementalGame:
    """Packs with some modules switched on; `positions` are those of all games of an editor.

    `anew` is how often all was checked.
    """

    def __init__(
        self, folders: Sequence[Path], modules: Collection[str], positions: Positions
    ) -> None:
        self.folders, self.modules, self.anew = folders, modules, 0
        self._positions = positions
        self._known: Known | None = None  # of the last texts that could be followed
        self._lints: Lints | None = None

    def examine(self) -> tuple[Rules | None, Report]:
        """What `cardwright.examine` says of it now."""
        try:
            return self._again(self._known) if self._known else self._anew()
        except Stale:
            return self._anew()

    def lints(self) -> Report:
        """What the lints say of its rules, which have no errors."""
        assert self._lints is not None
        try:
            return self._positions.report(self._lints.all().diagnostics)
        except Stale:
            self._anew()
            return self._lints.all()

    # ---------------------------------------------------------------------- all of it

    def _anew(self) -> tuple[Rules | None, Report]:
        self.anew += 1
        report, memo = Report(), Memo()
        with loading():
            loaded = load(self.folders, report, modules=self.modules)
            if loaded is None:
                return None, report
            for document in loaded.documents:
                self._positions.now_is(document.source)
            reported, failed = report.diagnostics, report.failed
            rules, report = examine_loaded(loaded, report, self.modules, memo)
        self._lints = Lints(rules) if rules else None
        if not failed and len(report) < MOST_REPORTED:
            documents = {document.source.name: document for document in loaded.documents}
            index = TextIndex.of(loaded.declared, loaded.documents)
            self._known = Known(loaded, documents, reported, memo, index, memo.asked,
                                rules, self._lints)  # fmt: skip
        return rules, report

    # ------------------------------------------------------------------- what has changed

    def _again(self, known: Known) -> tuple[Rules | None, Report]:
        """The same with the texts as they are now. Raises Stale."""
        changed = [*self._changed_files(known)]
        places = [
            place
            for new in changed
            for place in changed_places(known.documents[new.source.name], new, known.index)
        ]
        documents = {**known.documents, **{new.source.name: new for new in changed}}
        for document in documents.values():
            self._positions.now_is(document.source)
        declared, made = with_texts(known.loaded.declared, places, known.index, documents)
        printed = [known.index.printed[place] for place in places if place in known.index.printed]
        change = Change([one for one in made.values() if isinstance(one, Effect)], printed)
        titles = [place for place in places if place in known.index.titles]
        is_small = len(change.effects) == len(made) and not titles and known.rules and known.lints
        left = known.lints.without(change, known.left) if is_small and known.lints else None
        self._known = None  # for as long as it is in between
        for place in places:
            if (thing := known.index.printed.get(place)) is not None:
                thing.text = str(documents[place[0]].at(place[1]))
                thing.span = thing.span and self._positions.now(thing.span)
        for place in titles:
            thing = known.index.titles[place]
            thing.title = thing.values["title"] = str(documents[place[0]].at(place[1]))
        loaded = replace(known.loaded, declared=declared, documents=[*documents.values()])
        return self._checked(known, loaded, documents, left)

    def _checked(
        self, known: Known, loaded: Loaded, documents: dict[str, Document], left: Left | None
    ) -> tuple[Rules | None, Report]:
        """`left` is what lints found in all that has not changed, if little has."""
        forget_source(loaded.declared.board)
        report = self._positions.report(known.reported)
        only = left.change.effects if left else None
        with loading():
            rules, report = examine_loaded(loaded, report, self.modules, known.memo, only)
        if known.memo.asked != known.asked:
            raise Stale
        if only and known.rules and rules and _gives_more(known.rules, rules, only):
            raise Stale
        report = self._positions.report(report.diagnostics)
        now = replace(known, loaded=loaded, documents=documents)
        if rules is not None:
            self._lints = Lints(rules, left)
            self._known = replace(now, rules=rules, lints=self._lints, left=None)
        else:
            self._known = replace(now, lints=known.lints if left else None, left=left)
        return rules, report

    def _changed_files(self, known: Known) -> Iterator[Document]:
        """The files with another text now, read. Raises Stale if they are others, or are wrong."""
        names = [*self._files(known.loaded)]
        if {*names} != known.documents.keys():
            raise Stale
        for name in names:
            source = _source(name)
            if source.text != known.documents[name].source.text:
                report = Report()
                document = read(source, report) if Path(name).name != FILE else None
                if document is not None:
                    report_truncated_text(document, report)
                if document is None or len(report):
                    raise Stale
                yield document

    def _files(self, loaded: Loaded) -> Iterator[str]:
        builder = PackBuilder(Declared(), Report())
        for pack in loaded.manifests:
            for name in [FILE, *active_files(pack, self.modules, builder)]:
                yield (pack.folder / name).as_posix()


def _gives_more(old: Rules, new: Rules, only: Sequence[Effect]) -> bool:
    """Whether things may change hands by what these effects say, or don't any more: then sets may
    be of other sizes everywhere.
    """
    both = [(rules.checked.effects[one.key] for rules in (old, new)) for one in only]
    return any(changes_hands(was) != changes_hands(now) for was, now in both)


def _source(name: str) -> Source:
    """A file's text now. Raises Stale if there is none that can be read."""
    try:
        data = read_bytes(Path(name), MAX_BYTES + 1)
        return Source(name, data.decode("utf-8").removeprefix(BYTE_ORDER_MARK))
    except (OSError, UnicodeDecodeError):
        raise Stale from None
