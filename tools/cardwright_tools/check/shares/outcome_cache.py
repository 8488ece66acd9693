"""Caches the outcomes of a large game, and decides which of them are still valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple

from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.document import Document
from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.interface.board_names import names_of, titles_of
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.interface.contexts import changed_context
from cardwright_tools.check.interface.interface import Interface
from cardwright_tools.check.shares.cache_records import (
    Lists,
    StoredCard,
    StoredCards,
    StoredFile,
    StoredGame,
    digest_of,
    environment,
    keep_lints,
    totals,
)
from cardwright_tools.check.shares.changes import Changes
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.items import Stretch
from cardwright_tools.check.shares.outcomes import Outcome, worst_bounds
from cardwright_tools.check.shares.renewal import combined, renewed
from cardwright_tools.check.shares.scan import Scan
from cardwright_tools.check.shares.shared_game import SharedGame
from cardwright_tools.check.shares.stored_json import from_json, plain, to_json
from cardwright_tools.check.shares.surrounding_text import SurroundingText
from cardwright_tools.check.stored_results.results import StoredResults
from cardwright_tools.check.stored_results.writing import stored_results
from cardwright_tools.lint.game_context import GameContext
from cardwright_tools.lint.game_facts import GameFacts


def read(key: str, sources: Mapping[str, Source]) -> StoredGame | None:
    """The cached data of a game; None if there is none, or if there are no `sources`."""
    return from_json(combined(store.load(key), store.load(_later(key)))) if sources else None


def read_results(key: str, cached: StoredGame) -> StoredResults | None:
    """The cached results of the declarations of a game, if they belong to it."""
    found = StoredResults.from_json(store.load(_results(key)))
    return found if found is not None and found.state == cached.environment else None


# Validity


def holds(
    cached: StoredGame, changes: Changes, loaded: Loaded, outcomes: Sequence[Outcome]
) -> bool:
    """Whether all cached results for the unchanged cards and for the rest are valid."""
    titles = titles_of(loaded.declared.board).union(changes.titles)
    if cached.environment != environment(cached.files, loaded.declared, titles, cached.names):
        return False
    uses = cached.used_in(changes.uses)
    worst = worst_bounds([*cached.steps_in(changes.steps), *outcomes])
    return cached.totals == totals(uses.union(*(one.uses for one in outcomes)), worst)


def known_lints(
    cached: StoredGame, changes: Changes
) -> tuple[Sequence[Diagnostic], Sequence[Diagnostic] | None]:
    """The lints of the unchanged cards, and of the rest; None for the rest if nobody asked for
    them.

    Raises KeyError if one of them is in a card that has changed.
    """
    outside = changes.outside(cached.files_of_lints())
    starts = {(name, id): start for name, cards in changes.known.items()
              for id, start in zip(cards.columns.ids, cards.starts, strict=True)}  # fmt: skip
    return lints_of(changes), cached.lints(outside, starts, dict(changes.sources))


def lints_of(changes: Changes) -> list[Diagnostic]:
    """The lints of the unchanged cards."""
    return [
        one
        for name, cards in changes.known.items()
        if any(cards.columns.found)
        for card, start in cards
        for one in card.lints(start, changes.sources[name])
    ]


class Answers:
    """The cached outcomes of cards, for a game that is read as a whole."""

    def __init__(self, cached: StoredGame, sources: Mapping[str, Source], scan: Scan) -> None:
        self.cached, self.sources, self.scan = cached, sources, scan

    def of(
        self, items: Sequence[IndependentCard], loaded: Loaded, rest: GameContext
    ) -> list[Outcome | None]:
        """The outcome of each card, if it is known."""
        apart = {item.thing.id for item in items}
        seen = Interface.of(loaded.declared, loaded.manifests, apart).digests()
        others = (
            seen.changed(self.cached.seen, loaded.declared),
            changed_context(self.cached.context, rest, loaded.declared),
        )
        return [self._of(item, others) for item in items]

    def _of(self, item: IndependentCard, others: Sequence[ChangedNames | None]) -> Outcome | None:
        name, span = item.stretch.source.name, item.stretch
        if any(one is None or one.are_in(span.text, item.thing.kind) for one in others):
            return None
        cards = self.cached.cards.get(name)
        card = cards and cards.get(self.scan.files[name].hashes[span.start])
        try:
            return self.cached.outcome(card, span) if card else None
        except store.UNREADABLE:
            return None


def _read_by(documents: Sequence[Document], every: Mapping[str, Source]) -> dict[str, Source]:
    """The files that a game reads."""
    names = {one.source.name for one in documents}
    return {name: source for name, source in every.items() if name in names}


# Writing


def write(key: str, shared: SharedGame, every: Mapping[str, Source]) -> None:
    """Caches the outcomes of a game whose files are among these."""
    game = _stored_game(shared, every)
    store.save(key, to_json(game), plain)
    _write_results(key, shared, game)


def renew(key: str, cached: StoredGame, changes: Changes, shared: SharedGame) -> None:
    """Caches what a check of the rest has found, beside what is cached of the whole game."""
    if (game := renewed(cached, changes, shared)) is not None:
        store.save(_later(key), to_json(game, later=True), plain)
        _write_results(key, shared, game)


def _write_results(key: str, shared: SharedGame, game: StoredGame) -> None:
    """Caches the results of the declarations of the rest, which belong to this game."""
    made = stored_results(shared.results, shared.rules.declared, game.environment)
    store.save(_results(key), made.to_json())


def _later(key: str) -> str:
    return f"{key}-later"


def _results(key: str) -> str:
    return f"{key}-results"


def _stored_game(shared: SharedGame, every: Mapping[str, Source]) -> StoredGame:
    sources = _read_by(shared.rules.documents, every)
    declared, names = shared.rules.declared, names_of(shared.rules.declared.board)
    cards, lists = _stretches(shared.items), Lists()
    outside = {
        name: SurroundingText.of(one.text, cards.get(name, ())) for name, one in sources.items()
    }
    files = {name: StoredFile.of(one, cards.get(name, ()), outside[name],
                                 shared.scan.files[name].hashes)
             for name, one in sources.items()}  # fmt: skip
    starts = {(item.stretch.source.name, item.thing.id): item.stretch.start
              for item in shared.items}  # fmt: skip
    lints = shared.of_rest
    found = None if lints is None else keep_lints(lints, outside, starts)
    stored = _cards(shared, [*files], lists)
    now = environment(files, declared, titles_of(declared.board), names)
    sums = totals(shared.rest.uses.pairs(), shared.rest.printed)
    unread = frozenset(every.keys() - files)
    sets = lists.numbered_sets()
    steps = [(slot, astuple(bound)) for slot, bound in lists.steps]
    mark = digest_of([[(name, one.hash) for name, one in files.items()], [*lists.uses], sets,
                      steps, [*lists.step_sets]])  # fmt: skip
    seen = Interface.of(declared, shared.rules.packs, {id for _, id in shared.apart}).digests()
    return StoredGame(files, unread, stored, [*lists.uses], sets, [*lists.steps],
                    [*lists.step_sets], names, shared.characters_left, now, seen, sums,
                    {**shared.rest.rules}, [*shared.rest.reactions.items()],
                    {**shared.rest.costs}, shared.rest.facts or GameFacts(), found, {},
                    len(sets), mark)  # fmt: skip


def _cards(shared: SharedGame, names: Sequence[str], lists: Lists) -> dict[str, StoredCards]:
    """The cards by file and by the hash of their texts."""
    found: dict[str, dict[str, StoredCard]] = {name: {} for name in names}
    outcomes = {id(item): one for item, one in zip(shared.items, shared.outcomes, strict=True)}
    for item in sorted(shared.items, key=lambda one: one.stretch.start):
        name, start = item.stretch.source.name, item.stretch.start
        if (card := lists.stored(item, outcomes[id(item)])) is not None:
            found[name][shared.scan.files[name].hashes[start]] = card
    return {name: StoredCards.of(cards) for name, cards in found.items()}


def _stretches(items: Sequence[IndependentCard]) -> dict[str, list[Stretch]]:
    """The ranges of the items, by file."""
    found: dict[str, list[Stretch]] = {}
    for span in sorted((item.stretch for item in items), key=lambda one: one.start):
        found.setdefault(span.source.name, []).append((span.start, span.end))
    return found
