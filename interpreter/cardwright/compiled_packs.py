"""Checked packs with the programs made from them, for numbers of players and decks.

Decides which programs are cached, and what distinguishes them. For games of them, see `games`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from cardwright.backends.game_errors import GameError
from cardwright.checked_packs import CheckedPacks
from cardwright.decks import Choice, Deck, brought_by, choose_decks, lists_of
from cardwright.language.front_end.checked import Checked
from cardwright.pack.files import player_counts
from cardwright.pack.loaded import Loaded
from cardwright.program.coverage_points import coverage_of
from cardwright.program.emit.code import MAX_PARTS, TooLarge
from cardwright.program.lazy_program import lazy_program
from cardwright.program.rules_with_lists import rules_with_lists, rules_without_lists
from cardwright.runtime import naming
from cardwright.source.garbage_collection import without_collection

if TYPE_CHECKING:
    from cardwright.program.coverage import Coverage
    from cardwright.program.program import Program
    from cardwright.runtime.engines import Engine

MAX_PROGRAMS = 64
"""How many compiled games are kept: one for each number of players and choice of decks."""


@contextmanager
def _limited() -> Iterator[None]:
    """Within this context, rules that make too large a program are an error of the packs."""
    try:
        yield
    except TooLarge:
        message = (
            f"these rules make a program of more than {MAX_PARTS:,} parts: each ability counts "
            "once for each thing that carries it and each effect that it reacts to"
        )
        raise GameError("CW401", message, ()) from None


class CompiledPacks(CheckedPacks):
    """Packs that were loaded and checked, and their programs, each made when it is first needed."""

    def __init__(self, loaded: Loaded, checked: Checked, modules: Collection[str] = ()) -> None:
        super().__init__(loaded, checked, modules)
        self.marks: Coverage | None = None
        self.decks: Mapping[str, Deck] = {}
        self._boxed = False  # whether nobody brings anything
        self._programs: dict[Hashable, Program] = {}

    @property
    def titles(self) -> Mapping[str, str]:
        """The titles of everything that packs define, including players, by id."""
        groups = self.declared.board.things.values()
        things = (named for group in groups for named in group.items())
        return {id: thing.title or naming.as_title(id) for id, thing in things}

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players that the packs and enabled modules allow, in order.

        A pack that another requires does not count, because the requiring one decides.
        """
        return player_counts.allowed_numbers(self.packs, self.modules)

    def refusal(self, players: int) -> str:
        """Why there is no game for this number of players; "" if there is one."""
        for said in reversed(player_counts.statements(self.packs, self.modules)):
            if players not in said.numbers:
                low, high = said.range
                span = f"{low} to {high}" if low < high else f"{low}"
                people = "player" if high == 1 else "players"
                with_module = player_counts.modules_for(players, self.packs, self.modules)
                return f"{said.title} is for {span} {people}, not {players}{with_module}"
        return ""

    def program(self, players: int, engine: Engine = "python") -> Program:
        """The compiled game for this number of players. Raises ValueError if there is none.

        For another `engine`, parts of which C code already exists are not emitted again until they
        are read.
        """
        if refusal := self.refusal(players):
            raise ValueError(refusal)
        seats = self.seats(players)
        key = (players, self._boxed, *((s, self.decks[s].key) for s in seats if s in self.decks))
        if key not in self._programs:
            if len(self._programs) >= MAX_PROGRAMS:
                del self._programs[next(iter(self._programs))]
            self._programs[key] = self._made(seats, players, self._identity(key), engine)
        return self._programs[key]

    def _made(self, seats: Sequence[str], players: int, identity: str, engine: Engine) -> Program:
        # Imported late: checking needs no backend.
        from cardwright.backends.python.build import build

        def emit() -> Program:
            with without_collection(), _limited():
                return build(self._dealt(seats), tuple(seats), self.marks, players)

        if engine != "python":
            from cardwright.backends.native.library_index import is_indexed

            if is_indexed(identity):
                return lazy_program(identity, emit)
        program = emit()
        program.identity = identity
        return program

    def _identity(self, key: Hashable) -> str:
        """Identifies a program, if it is made from the packs as they are in files."""
        if self.marks is not None or self.checked.declared is not self._loaded.declared:
            return ""
        return repr((sorted(self.hashes.items()), self.modules, key))

    def _dealt(self, seats: Sequence[str]) -> Checked:
        """The rules for the lists that these players bring."""
        if self.declared.board.list_kind() is None:
            return self.checked
        if not self._boxed:
            return rules_with_lists(self.checked, brought_by(self.declared, seats, self.decks))
        able = lists_of(self.declared.board)
        return rules_without_lists(
            self.checked, brought_by(self.declared, seats, self.decks) if able else {}
        )

    def with_decks(self, decks: Mapping[str, Choice], *, legal: bool = True) -> Self:
        """The same rules for games in which players, by id, bring these decks.

        A deck is the id of one in a pack, the path of a file, or a mapping as it would be written
        in one. Raises ValueError if there is no such player or deck; DeckError, with a report, for
        a deck that is illegal, unless it need not be `legal`.
        """
        chosen = choose_decks(self.checked, decks, legal=legal)
        return self._alike({**self.decks, **chosen}, boxed=False)

    def without_lists(self) -> Self:
        """The same rules for trial positions: nobody brings a deck, and all cards are in supply
        without owners.
        """
        return self._alike(self.decks, boxed=True) if self.declared.board.list_kind() else self

    def _alike(self, decks: Mapping[str, Deck], *, boxed: bool) -> Self:
        """The same rules with other decks; they share compiled programs."""
        rules = type(self)(self._loaded, self.checked, self.modules)
        rules.decks, rules._boxed, rules.marks = decks, boxed, self.marks
        rules._programs = self._programs
        return rules

    def marked(self) -> Self:
        """The same rules, whose games record coverage in `marks`."""
        rules = self._alike(self.decks, boxed=self._boxed)
        rules._programs = {}
        seated = (len(self.seats(players)) for players in self.players)
        rules.marks = coverage_of(self.checked, min(seated, default=1))
        return rules

    def seats(self, players: int) -> tuple[str, ...]:
        """The ids of those who take part in a game for this number of players.

        They are as the pack states, else the first ones it defines; there may be automata among
        them, which the number does not include.
        """
        defined = self.declared.board.things.get("player", {}).values()
        able = [thing.id for thing in defined if not thing.players or players in thing.players]
        return self.declared.seats.get(players) or tuple(able[:players])
