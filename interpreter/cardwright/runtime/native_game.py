"""A game whose positions the native engine keeps and steps, with all that a game offers.

Decides what Python sees of such a position, and when. The question is read after each answer;
cells, zones and frames are exported when somebody asks for them; the log is written by playing the
same answers in Python. What the native engine can't carry out, Python does, and says what is wrong.
The lists that are read here are for reading: who changes a position takes one `in_python`.
"""

from __future__ import annotations

from typing import Any, Self

from cardwright.backends.native.library import Library, NativeError, Position
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import Question, newest_first

_TOLD = ("z", "frames", "rng")


class NativeGame(Game):
    """A position at rest is a few thousand bytes, which are never changed: copies share them."""

    __slots__ = ("_before", "_packed", "library")
    engine = "native"

    def __init__(self, library: Library, seed: int) -> None:
        """Raises NativeError where the native engine can't begin."""
        self.program, self.seed, self.library = library.program, seed, library
        self.answers = None
        self._before: Game | None = None  # the newest position that was also played in Python
        self._packed: bytes | None = None  # None: Python plays until the next question
        self.show(library.new(seed))

    # ------------------------------------------------------------------------ what is seen

    def show(self, position: Position) -> None:
        """Takes over a position, of which the question is read now, and the rest when it is asked
        for."""
        self._packed = position.packed()
        player = position.asked
        self.question = Question(player, position.point, position.answers) if player else None
        self.over, self.ended = position.over, position.ended
        for name in ("s", *_TOLD, "log", "work"):
            if _is_set(self, name):
                delattr(self, name)

    def __getattr__(self, name: str) -> Any:
        """What was not asked for before."""
        if name == "s":
            self.s = self.position().cells
        elif name in _TOLD:
            _, zones, frames, self.rng, *_ = self.position().state()
            self.z = [[*zone] for zone in zones]
            self.frames = [[*frame] for frame in frames]
        elif name == "work":
            self.work = self.position().spent
        elif name == "log":
            self.log = self._replayed().log
        else:
            raise AttributeError(name)
        return getattr(self, name)

    def position(self) -> Position:
        """The native position, to be read before this thread's next one."""
        assert self._packed is not None, "Python plays this position"
        return self.library.unpacked(self._packed)

    @property
    def is_native(self) -> bool:
        """Whether the native engine has this position; else it did not fit there."""
        return self._packed is not None

    def in_python(self) -> Game:
        """A copy that may be changed, with its log, which Python plays on."""
        found = Game(self.program, self.seed, start=False)
        if self._packed is None:
            self._give_to(found)
            return found
        return self._replayed().copy()

    def _replayed(self) -> Game:
        """The same position as Python has played it; not to be changed."""
        before = self._before
        known = None if before is None else before.answers
        given = [index for index, *_ in newest_first(self.answers, known)]
        if before is None or given:
            before = Game(self.program, self.seed) if before is None else before.copy()
            for index in reversed(given):
                before.answer(index)
            before.answers = self.answers
            self._before = before
        return before

    # ----------------------------------------------------------------------------- playing

    def answer(self, index: int) -> None:
        self._asked(index)
        if self._packed is not None:
            position = self.position()
            try:
                position.apply(index)
            except NativeError:
                self._go_on_in_python()
            else:
                self.answers = (self.answers, (index,))
                self.show(position)
                return
        super().answer(index)
        self._go_on_natively()

    def _go_on_in_python(self) -> None:
        """What does not fit into C, or what is wrong with a pack, is for Python."""
        self._replayed()._give_to(self)
        self._packed = None

    def _go_on_natively(self) -> None:
        try:
            position = self.library.position(self.state(), self.work)
        except NativeError:
            return  # it still does not fit
        before, ended = self.in_python(), self.ended
        self._before = before
        self.show(position)
        self.ended = ended

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.library, other._before, other._packed = self.library, self._before, self._packed
        if self._packed is None:
            self._give_to(other)
            return other
        other.program, other.seed, other.answers = self.program, self.seed, self.answers
        other.question, other.over, other.ended = self.question, self.over, self.ended
        return other


def _is_set(game: NativeGame, name: str) -> bool:
    """Whether Python has it: asking would reveal it."""
    try:
        object.__getattribute__(game, name)
    except AttributeError:
        return False
    return True
