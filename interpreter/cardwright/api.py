"""The entry point of the library: loads and checks packs, and starts games of them.

Owns the steps from folders to `Rules`, and from `Rules` to a game. Knows nothing of how packs
are read, effects compiled or games stepped.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardwright.decks import Choice, Deck, brought_by, choose, lists_of, report_illegal
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.expression_costs import report_costs
from cardwright.language.analysis.unanswered import report_unanswered
from cardwright.language.declared import Declared
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.pack import player_counts
from cardwright.pack.builder import PackBuilder
from cardwright.pack.disabled_modules import mention_disabled_modules
from cardwright.pack.load import Loaded
from cardwright.pack.load import load as load_packs
from cardwright.pack.manifest import Manifest, Module
from cardwright.pack.manifest import read as read_manifest
from cardwright.pack.modules import with_needed
from cardwright.pack.requires import beside, find_pack, gather
from cardwright.source.diagnostics import Report
from cardwright.source.render import render

if TYPE_CHECKING:
    from cardwright.games import Game
    from cardwright.program.coverage import Coverage
    from cardwright.program.program import Program
    from cardwright.runtime.save import Plain


MAX_PROGRAMS = 64
"""How many compiled games are kept: one for each number of players and choice of decks."""
NO_DECKS: Mapping[str, Choice] = MappingProxyType({})


class PackError(Exception):
    """Packs that can't be played; `report` has every error found."""

    def __init__(self, report: Report) -> None:
        errors = [d for d in report.diagnostics if d.severity == "error"]
        super().__init__("\n\n".join(render(d) for d in errors))
        self.report = report


class Rules:
    """Packs that were loaded and checked, ready for games; `load` makes them."""

    def __init__(self, loaded: Loaded, checked: Checked, modules: Collection[str] = ()) -> None:
        self.checked, self.modules = checked, _named_once(loaded.manifests, modules)
        self.marks: Coverage | None = None
        self.decks: Mapping[str, Deck] = {}
        self._boxed = False  # whether nobody brings anything
        self._loaded = loaded
        self._programs: dict[Hashable, Program] = {}

    @property
    def declared(self) -> Declared:
        """Everything the packs declare, merged."""
        return self._loaded.declared

    @property
    def packs(self) -> Sequence[Manifest]:
        """The manifests, each after those it requires."""
        return self._loaded.manifests

    @property
    def hashes(self) -> Mapping[str, str]:
        """By id of a pack, the sha256 of its files."""
        return self._loaded.hashes

    @property
    def title(self) -> str:
        """The title of the pack that requires all others; several when there is no such pack."""
        required = {id for pack in self.packs for id in pack.requires}
        return " + ".join(pack.title for pack in self.packs if pack.id not in required)

    @property
    def titles(self) -> Mapping[str, str]:
        """By id of what the packs define, players too, what people read for it."""
        from cardwright.runtime.naming import as_title

        groups = self.declared.board.things.values()
        return {
            id: thing.title or as_title(id) for things in groups for id, thing in things.items()
        }

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players that the packs and enabled modules allow, in order.

        A pack that another requires does not count, since the other one decides.
        """
        return player_counts.allowed_numbers(self.packs, self.modules)

    def refusal(self, players: int) -> str:
        """Why there is no game for this number of players; "" if there is one."""
        for said in reversed(player_counts.statements(self.packs, self.modules)):
            if players not in said.numbers:
                low, high = said.range
                span = f"{low} to {high}" if low < high else f"{low}"
                people = "player" if high == 1 else "players"
                return f"{said.title} is for {span} {people}, not {players}"
        return ""

    def program(self, players: int) -> Program:
        """The compiled game for this number of players. Raises ValueError if there is none."""
        if refusal := self.refusal(players):
            raise ValueError(refusal)
        # Imported late: to check needs no game.
        from cardwright.backends.python.build import build

        seats = self.seats(players)
        key = (players, self._boxed, *((s, self.decks[s].key) for s in seats if s in self.decks))
        if key not in self._programs:
            if len(self._programs) >= MAX_PROGRAMS:
                del self._programs[next(iter(self._programs))]
            self._programs[key] = build(self._dealt(seats), seats, self.marks, players)
        return self._programs[key]

    def _dealt(self, seats: Sequence[str]) -> Checked:
        """The rules for what these players bring."""
        if self.declared.board.list_kind() is None:
            return self.checked
        from cardwright.program.dealing import deal, undealt

        if not self._boxed:
            return deal(self.checked, brought_by(self.declared, seats, self.decks))
        able = lists_of(self.declared.board)
        return undealt(self.checked, brought_by(self.declared, seats, self.decks) if able else {})

    def with_decks(self, decks: Mapping[str, Choice], *, legal: bool = True) -> Rules:
        """The same rules for games in which players, by id, bring these decks.

        A deck is the id of one in a pack, the path of a file, or a mapping as it would be written
        in one. Raises ValueError for what there is not; DeckError, with a report, for a deck that
        is illegal, unless it need not be `legal`.
        """
        chosen = choose(self.checked, decks, legal=legal)
        return self._alike({**self.decks, **chosen}, boxed=False)

    def undealt(self) -> Rules:
        """The same rules for positions to try things out: nobody brings a deck, and all there is
        lies in supply, nobody's."""
        return self._alike(self.decks, boxed=True) if self.declared.board.list_kind() else self

    def _alike(self, decks: Mapping[str, Deck], *, boxed: bool) -> Rules:
        """The same rules with other decks; they share what is compiled."""
        rules = Rules(self._loaded, self.checked, self.modules)
        rules.decks, rules._boxed, rules.marks = decks, boxed, self.marks
        rules._programs = self._programs
        return rules

    def marked(self) -> Rules:
        """The same rules, whose games record coverage in `marks`."""
        from cardwright.program.coverage_points import coverage_of

        rules = self._alike(self.decks, boxed=self._boxed)
        rules._programs = {}
        seated = (len(self.seats(players)) for players in self.players)
        rules.marks = coverage_of(self.checked, min(seated, default=1))
        return rules

    def new_game(self, players: int, seed: int, decks: Mapping[str, Choice] = NO_DECKS) -> Game:
        """A game at its first question, in which players bring these decks: see `with_decks`.

        Raises ValueError for a wrong number of players, TypeError for what is no whole number.
        """
        if decks:
            return self.with_decks(decks).new_game(players, seed)
        for name, value in (("players", players), ("seed", seed)):
            if not isinstance(value, int):
                raise TypeError(f"`{name}` is a whole number, not {value!r}")
        from cardwright.games import Game
        from cardwright.runtime.game import Game as Position

        return Game(self, Position(self.program(players), seed))

    def restore(self, data: Mapping[str, Plain]) -> Game:
        """The game of a save, replayed to its position. Raises SaveError."""
        from cardwright.runtime.game_state import GameError
        from cardwright.runtime.save import SaveError, read

        saved = read(self, data)
        try:
            rules = self._alike({}, boxed=False)
            game = rules.new_game(saved.players, saved.seed, saved.decks)
        except (ValueError, GameError) as error:
            raise SaveError(str(error)) from None
        for count, answer in enumerate(saved.answers, 1):
            try:
                game._answer(answer)
            except (IndexError, ValueError, GameError) as error:
                raise SaveError(f"answer {count} can't be applied: {error}") from None
        return game

    def __repr__(self) -> str:
        packs = ", ".join(f"{pack.id} {pack.version}" for pack in self.packs)
        return f"<Rules of {packs}{' with ' if self.modules else ''}{', '.join(self.modules)}>"

    def __dir__(self) -> Iterable[str]:
        return [name for name in object.__dir__(self) if not name.startswith("_")]

    def seats(self, players: int) -> tuple[str, ...]:
        """The ids of those who take part in a game for this number of players.

        They are as the pack says, else the first ones it defines; automata may be among them that
        the number does not count.
        """
        defined = self.declared.board.things.get("player", {}).values()
        able = [thing.id for thing in defined if not thing.players or players in thing.players]
        return self.declared.seats.get(players) or tuple(able[:players])


def _named_once(packs: Sequence[Manifest], wanted: Collection[str]) -> tuple[str, ...]:
    """The modules that are on, each by one name: `pack:name` only where another has the name."""
    names = [name for pack in packs for name in pack.modules]
    on = [(pack.id, module.name) for pack in packs for module in pack.switched_on(wanted)]
    return tuple(sorted(name if names.count(name) == 1 else f"{id}:{name}" for id, name in on))


def examine(*packs: str | Path, modules: Collection[str] = ()) -> tuple[Rules | None, Report]:
    """The rules of these packs, or None, and the report; errors in packs raise nothing."""
    if not packs:
        raise ValueError("name a pack to load")
    names = [modules] if isinstance(modules, str) else modules
    with uncollected():
        return _examine([find_pack(pack) for pack in packs], names)


@contextmanager
def uncollected() -> Iterator[None]:
    """Turns off garbage collection, which finds little here and takes a quarter of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _examine(folders: Sequence[Path], modules: Collection[str]) -> tuple[Rules | None, Report]:
    report = Report()
    loaded = load_packs(folders, report, modules=modules)
    if loaded is None:
        return None, report
    found = Report()
    checked = check(loaded.declared, found)
    if not found.failed:
        report_endless_effects(checked, found)
        report_costs(checked, found)
        report_unanswered(checked, found)
    if not found.failed and not report.failed:
        report_illegal(checked, found)
    report.extend(loaded.without_cascades(found, report))
    if report.failed:
        return None, mention_disabled_modules(report, loaded.manifests, modules)
    return Rules(loaded, checked, modules), report


def modules(pack: str | Path) -> Mapping[str, Module]:
    """The modules of a pack, by name; none when there is no pack."""
    found = read_manifest(find_pack(pack), PackBuilder(Declared(), Report()))
    return found.modules if found else {}


def available_modules(*packs: str | Path) -> Mapping[str, Module]:
    """The modules of packs and of all that these require, by name."""
    folders, builder = [find_pack(pack) for pack in packs], PackBuilder(Declared(), Report())
    found = gather(folders, beside(folders), builder).values()
    return {name: module for pack in found for name, module in pack.modules.items()}


def every_module(pack: str | Path) -> tuple[str, ...]:
    """All modules of a pack, and those of required packs that they need, in order."""
    return with_needed(modules(pack), available_modules(pack))


def load(*packs: str | Path, modules: Collection[str] = ()) -> Rules:
    """The rules of these packs, with some of their modules switched on.

    A pack is named by its folder, or by its id when it comes with Cardwright. Raises PackError
    when there is a mistake in them.
    """
    rules, report = examine(*packs, modules=modules)
    if rules is None:
        raise PackError(report)
    return rules
