"""A studio: a pack, the games that are played with it, and the browsers that watch.

Responsible for the list of games and for keys: the author's opens everything, a seat's only that
seat. `seat_requests` and `author_requests` handle the requests of those who have a key.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVarTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from cardwright import Rules
from cardwright_tools.studio.bots import OFFERED, bots_of
from cardwright_tools.studio.edited_pack import EditedPack
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.games import MAX_GAMES, MAX_THINKING, Browser, RunningGame
from cardwright_tools.studio.journal import Journals, Setup, StoredGame
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.public_url import PublicUrl
from cardwright_tools.studio.rules_archive import RulesArchive, name_of
from cardwright_tools.studio.table import Table

Given = TypeVarTuple("Given")


@dataclass(slots=True)
class Studio:
    """`hosts`: the host names and ports that it accepts. `others`: the URL at which others reach
    it, if they can, with a slash. `journals`: where games are stored, if they are."""

    edited_pack: EditedPack
    hosts: frozenset[str]
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    journals: Journals | None = None
    others: str = ""
    public: PublicUrl | None = None
    games: dict[str, RunningGame] = field(default_factory=dict)
    browsers: set[Browser] = field(default_factory=set)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while sending texts to pages
    thinking: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MAX_THINKING))
    _count: int = 0

    @property
    def newest(self) -> RunningGame | None:
        return next(reversed(self.games.values()), None)

    @property
    def table(self) -> Table | None:
        """The newest game."""
        return self.newest.table if self.newest else None

    # -------------------------------------------------------------------------------- keys

    def seats(self) -> Mapping[str, tuple[RunningGame, str]]:
        """The game and the player for each key."""
        return {key: (game, player) for game in self.games.values()
                for key, player in game.table.keys.items()}  # fmt: skip

    def owner_of(self, words: str) -> tuple[RunningGame | None, str] | None:
        """The owner of a key: the game and the player ("" is the author); None if it is invalid."""
        key, seats = words.encode("utf-8", "replace"), self.seats()
        if secrets.compare_digest(key, self.key.encode()):
            return self.newest, ""
        same = (seats[k] for k in seats if secrets.compare_digest(k.encode(), key))
        return next(same, None)

    # ---------------------------------------------------------------------------- browsers

    def authors(self) -> list[Browser]:
        return [browser for browser in self.browsers if browser.author]

    def send_to_authors(self, message: Message, but: Browser | None = None) -> None:
        for browser in self.authors():
            if browser is not but:
                browser.send(message)

    async def send_pack(self, browser: Browser, modules: Sequence[str] = ()) -> None:
        """Tells what can be played with these modules, and what can be added."""
        pack = await run_sync(self.edited_pack.described, modules)
        browser.send({"event": "pack", "bots": OFFERED, "others": self.others, **pack})

    def playing(self, browser: Browser) -> RunningGame:
        """The game that a browser watches. Raises RequestError."""
        if browser.game is None:
            raise RequestError("no game has begun")
        return browser.game

    # ------------------------------------------------------------------------------- games

    def listed(self) -> Message:
        """All games, for authors."""
        found = [{"id": game.id, "title": _title(game)} for game in self.games.values()]
        return {"event": "games", "found": found}

    async def change(
        self, game: RunningGame, work: Callable[[*Given], object], *given: *Given
    ) -> None:
        """Works on a game, shows the result, and lists the games again if this one's rules are
        others now."""
        before = game.table.about_rules
        await game.change(work, *given)
        if game.table.about_rules != before:
            self.send_to_authors(self.listed())

    def add(self, table: Table, setup: Setup) -> RunningGame:
        """Adds a game. Raises RequestError."""
        if len(self.games) >= MAX_GAMES:
            raise RequestError(f"there are {MAX_GAMES} games; close one of them first")
        if self.journals is not None and table.file is None:
            try:
                table.file = self.journals.begin(setup, table.keys, table.history.answers)
            except OSError as error:
                raise RequestError(f"the game can't be saved: {error.strerror}") from None
        self._count += 1
        name_of = self.edited_pack.name_of
        game = RunningGame(f"{self._count}", table, setup, self.thinking, name_of)
        self.games[game.id] = game
        return game

    async def begin(self, browser: Browser, table: Table, setup: Setup, *, beside: bool) -> None:
        """Begins a game. Unless it is `beside` the one that was shown, that one ends."""
        before = browser.game
        game = self.add(table, setup)
        await run_sync(self.keep_rules, game)
        others = [one for one in self.authors() if one is browser or one.game in (None, before)]
        if before is not None and not beside:
            table.stop_where(before.table.debugger.wanted)
            self.close(before)
        for one in others if not beside else [browser]:
            await game.join(one)
        self.send_to_authors(self.listed())
        game.let_bots_play()

    def close(self, game: RunningGame) -> None:
        """Ends a game, and invalidates the links of its seats."""
        self.games.pop(game.id, None)
        game.end()

    def resume_games(self, kept: Iterable[StoredGame]) -> None:
        """Continues stored games, as far as they fit the rules."""
        copied = cache(self._copied)  # many games have the same copy
        for one in kept:
            with suppress(RequestError):
                now = self.rules_or_none(one.setup)
                same = now is not None and name_of(now) == one.rules.copy
                old = now if same else copied(one.rules.copy, one.setup.modules)
                if old is not None and not same:
                    old = with_decks(old, one.setup)
                table = self.table_of(one.setup, now or old)  # if the current ones have errors
                table.resume(one, old)
                table.waits = now is None
                self.keep_rules(self.add(table, one.setup))

    def _copied(self, copy: str, modules: tuple[str, ...]) -> Rules | None:
        return self.copies.load(copy, self.edited_pack.folder, modules) if self.copies else None

    def keep_rules(self, game: RunningGame) -> None:
        """Writes the rules of a game, with a copy of them, into its journal."""
        table, copies = game.table, self.copies
        if copies is None or table.file is None:
            return
        name = name_of(table.rules)
        with suppress(OSError):  # otherwise, it continues with the saved rules
            if not (copies.has(name) or table.has_older_rules):
                copies.copy(table.rules, self.edited_pack.input_files(), self._rules_in_use())
            table.note_rules(name if copies.has(name) else "")

    @property
    def copies(self) -> RulesArchive | None:
        return RulesArchive(self.journals.folder / "rules") if self.journals else None

    def _rules_in_use(self) -> set[str]:
        tables = [game.table for game in self.games.values()]
        older = [table.before.rules for table in tables if table.before]
        return {name_of(rules) for rules in [*older, *(table.rules for table in tables)]}

    # ------------------------------------------------------------------------------- rules

    def rules_of(self, setup: Setup) -> Rules:
        """The rules of a game from the current texts of the pack. Raises RequestError."""
        return with_decks(self.edited_pack.rules(setup.modules), setup)

    def rules_or_none(self, setup: Setup) -> Rules | None:
        try:
            return self.rules_of(setup)
        except RequestError:
            return None

    def table_of(self, setup: Setup, rules: Rules | None = None) -> Table:
        """A new game, with the current rules unless others are given. Raises RequestError."""
        rules = rules or self.rules_of(setup)
        if refusal := rules.refusal(setup.players):
            raise RequestError(refusal)
        bots = bots_of(setup.bots, rules.seats(setup.players))
        return Table(rules, setup.players, setup.seed, bots)


def _title(game: RunningGame) -> str:
    """`2: 3 players, seed 7, winter, keeps older rules`."""
    table, setup = game.table, game.setup
    known = [f"{len(table.keys)} players", f"seed {setup.seed}", *setup.modules, table.about_rules]
    return f"{game.id}: {', '.join(filter(None, known))}"


def with_decks(rules: Rules, setup: Setup) -> Rules:
    """The rules with the decks of a game. Raises RequestError."""
    try:
        return rules.with_decks(setup.decks) if setup.decks else rules
    except ValueError as error:
        raise RequestError(str(error)) from None
