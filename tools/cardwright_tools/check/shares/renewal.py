"""Updates the cached results of a large game after a check of its rest, without storing all cards
again.

The update is stored beside the whole game. It has everything except the cards of files that have
not changed since, and the sets of uses that are stored already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardwright.board.model import plural
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.interface.board_names import names_of, titles_of
from cardwright_tools.check.shares.cache_records import (
    Lists,
    StoredCards,
    StoredFile,
    StoredGame,
    environment,
    keep_lints,
    places_of,
    totals,
)
from cardwright_tools.check.shares.changes import Changes
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.scan import FileScan
from cardwright_tools.check.shares.shared_game import SharedGame
from cardwright_tools.check.shares.stored_form import CARDS, FILES, MARK, NUMBER, USE_SETS
from cardwright_tools.check.shares.surrounding_text import SurroundingText
from cardwright_tools.lint.game_facts import GameFacts

MOST = 2_000
"""If more cards would be stored again, that takes longer than it saves."""


def combined(whole: Any, later: Any) -> Any:
    """The stored game with its update, or `whole` if `later` does not belong to it. Does not check
    the form of either."""
    try:
        if later is None or later[MARK] != whole[MARK] or later[NUMBER] != len(whole[USE_SETS]):
            return whole
        found = [*later]
        found[CARDS] = {name: later[CARDS].get(name, whole[CARDS].get(name))
                        for name in later[FILES]}  # fmt: skip
        found[USE_SETS] = whole[USE_SETS] + later[USE_SETS]
        return found
    except store.UNREADABLE:
        return whole


def renewed(cached: StoredGame, changes: Changes, shared: SharedGame) -> StoredGame | None:
    """What to store of a game whose rest was checked; None if that is too much, or if it has to be
    read as a whole to tell which cards are independent."""
    again = sum(len(changes.known[name]) for name in changes.new if name in changes.known)
    if again + len(shared.items) > MOST or shared.of_rest is None or shared.seen is None:
        return None
    if not all(_is_single(item, changes) for item in shared.items):
        return None
    return _Renewal(cached, changes, shared).game()


def _is_single(item: IndependentCard, changes: Changes) -> bool:
    """Whether the id of a card occurs nowhere else. If the card was independent before, its id is
    in no unchanged file but its own, so only changed files are searched."""
    id, other = item.thing.id, plural(item.thing.id)
    was = any(card.id == id for card in changes.gone)
    new = [name for name in changes.sources if not (was and name in changes.same)]
    texts = [changes.sources[name].text for name in new]
    own = int(item.stretch.source.name in new)
    return _times(id, texts) == own and not _times(other, texts)


def _times(word: str, texts: Iterable[str]) -> int:
    pattern = rf"(?<![\w-]){re.escape(word)}(?![\w-])"
    return sum(len(re.findall(pattern, text)) for text in texts if word in text)


@dataclass(frozen=True, slots=True)
class _Renewal:
    """What was stored, what has changed since, and the result of the check."""

    cached: StoredGame
    changes: Changes
    shared: SharedGame

    def game(self) -> StoredGame | None:
        changes, cached, shared = self.changes, self.cached, self.shared
        lists = Lists.after(cached)
        sources = self._sources()
        changed = [name for name in sources if name in self._changed]
        files, cards = self._unchanged(sources)
        for name in changed:
            found = self._file(sources[name], lists)
            if found is None:
                return None
            files[name], cards[name] = found
        declared, names = shared.rules.declared, names_of(shared.rules.declared.board)
        rest, seen = shared.rest, shared.seen
        assert seen is not None
        return replace(
            cached, files=files, unread=frozenset(changes.sources.keys() - files), cards=cards,
            uses=[*lists.uses], use_sets=[*cached.use_sets, *lists.numbered_sets()],
            steps=[*lists.steps], step_sets=[*lists.step_sets], names=names,
            environment=environment(files, declared, titles_of(declared.board), names), seen=seen,
            totals=totals(rest.uses.pairs(), rest.printed), rules={**rest.rules},
            reactions=[*rest.reactions.items()], costs={**rest.costs},
            facts=rest.facts or GameFacts(), found=self._lints(cards),
            added=self._added(changed),
        )  # fmt: skip

    @property
    def _changed(self) -> set[str]:
        return {*self.changes.sources} - self.changes.same | self.changes.new.keys()

    def _sources(self) -> dict[str, Source]:
        """The files that the game reads, or would read without stubs."""
        read = {one.source.name for one in self.shared.rules.documents}
        return {name: source for name, source in self.changes.sources.items()
                if name in read or self.changes.known.get(name)}  # fmt: skip

    def _unchanged(
        self, sources: Iterable[str]
    ) -> tuple[dict[str, StoredFile], dict[str, StoredCards]]:
        same = [name for name in sources if name not in self._changed]
        cached = self.cached
        return {n: cached.files[n] for n in same}, {n: cached.cards[n] for n in same}

    def _file(self, source: Source, lists: Lists) -> tuple[StoredFile, StoredCards] | None:
        """A changed file with its independent cards; None if a report on one of them is about
        more than the card."""
        known = self.changes.known.get(source.name, ())
        found = {start: card.moved_to(start) for card, start in known}
        for item, outcome in zip(self.shared.items, self.shared.outcomes, strict=True):
            if item.stretch.source.name == source.name:
                card = lists.stored(item, outcome)
                if card is None:
                    return None
                found[item.stretch.start] = card
        hashes, places = FileScan.of(source.text).hashes, sorted(found)
        cards = [(at, found[at].end) for at in places]
        outside = SurroundingText.of(source.text, cards)
        return (StoredFile.of(source, cards, outside, hashes),
                StoredCards.of({hashes[at]: found[at] for at in places}))  # fmt: skip

    def _lints(self, cards: Mapping[str, StoredCards]) -> list[dict[str, Any]]:
        """The lints of the rest."""
        found = self.shared.of_rest or ()
        where = {span.source.name for one in found for span in places_of(one)} & cards.keys()
        outside = {
            name: SurroundingText.of(
                self.changes.sources[name].text, [(one.start, one.end) for one in cards[name].cards]
            )
            for name in where
        }
        starts = {(name, one.id): one.start for name in where for one in cards[name].cards}
        return keep_lints(found, outside, starts)

    def _added(self, changed: Sequence[str]) -> dict[str, int]:
        """How many characters of each file may not be in what was stored as a whole."""
        added, changes = self.cached.added, self.changes
        now = {name: min(added.get(name, 0) + changes.length_in(name),
                         len(changes.sources[name].text)) for name in changed}  # fmt: skip
        return {name: length for name, length in added.items() if name in changes.same} | now
