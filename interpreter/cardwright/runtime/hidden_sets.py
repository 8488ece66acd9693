"""Sets that a player does not know: drawn anew by making all of their changes again.

What was chosen in secret is chosen again, and what all saw happens as it did; if that could not
have happened then, other secrets are tried. So a drawn set neither contradicts what all saw nor
tells whether it changed anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.backends.core.evaluate import Env, Found, evaluate, items, number
from cardwright.board.layout import in_mask, mask_of
from cardwright.language import core
from cardwright.runtime.game import Game
from cardwright.runtime.origins import ValueOrigin
from cardwright.runtime.rng import Chance
from cardwright.source.records import dataclass

TRIES = 24  # sets that are drawn, or begun, before the real one is kept


@dataclass(frozen=True, slots=True)
class SetChange:
    """What a set was set to (`=`), what was added to it (`+`) or taken from it (`-`), and how that
    was chosen; `way` is None for what the rules themselves say."""

    op: str
    members: Sequence[int]
    way: ValueOrigin | None


@dataclass(frozen=True, slots=True)
class HiddenSet:
    """The set of a thing in a game that is being drawn, `every` one of its possible members."""

    game: Game
    cell: int
    item: int
    every: Sequence[int]
    chance: Chance

    def draw(self, changes: Sequence[SetChange], ways: Sequence[ValueOrigin]) -> None:
        """Makes the changes again. If the log does not have all of them, the set is drawn in one of
        the `ways`; if no other can be found, it is kept."""
        s, real = self.game.s, self.game.s[self.cell]
        again = self._explained(changes)
        if s[self.cell] != real:
            s[self.cell] = 0
            whole = (SetChange("=", tuple(in_mask(real, self.every)), way) for way in ways)
            again = [(one, True) for one in whole if self._can_be(one)][:1]
        for _ in range(TRIES if again else 0):
            s[self.cell] = self._start
            if all(self._make(change, explained) for change, explained in again):
                return
        s[self.cell] = real

    @property
    def _start(self) -> int:
        return self.game.program.layout.start[self.cell]

    def _explained(self, changes: Sequence[SetChange]) -> list[tuple[SetChange, bool]]:
        """Makes the real changes; of each, whether it can be explained by how it was chosen."""
        self.game.s[self.cell], found = self._start, []
        for change in changes:
            found.append((change, self._can_be(change)))
            self._apply(change.op, change.members)
        return found

    def _make(self, change: SetChange, explained: bool) -> bool:
        """Makes a change, of other members if they are secret; whether that is possible."""
        way, members = change.way, change.members
        if way is not None and explained and not way.public:
            members = self._chosen_again(way, members)
        possible = not explained or self._can_be(SetChange(change.op, members, way))
        self._apply(change.op, members)
        return possible

    def _apply(self, op: str, members: Sequence[int]) -> None:
        self.game.change_set(op, self.cell, mask_of(members, self.every))

    # -------------------------------------------------------------------------- choices

    def _can_be(self, change: SetChange) -> bool:
        """Whether its members could be chosen now, and not more had to be."""
        if change.way is None:
            return False
        members, candidates = {*change.members}, {*self._candidates(change.way)}
        return members <= candidates and len(members) >= min(change.way.low or 0, len(candidates))

    def _candidates(self, way: ValueOrigin) -> Sequence[int]:
        return items(way.source, self._env(way))

    def _env(self, way: ValueOrigin) -> Env:
        registers = tuple(self.item if n == way.of else 0 for n in range(way.of + 1))
        return Env(self.game.program, self.game.s, self.game.z, registers)

    def _chosen_again(self, way: ValueOrigin, taken: Sequence[int]) -> Sequence[int]:
        """As many as there may be, within the limits of the choice."""
        candidates, env = self._candidates(way), self._env(way)
        for _ in range(TRIES):
            size, found = self._how_many(way, len(taken), len(candidates)), list[int]()
            for one in self.chance.shuffled(candidates):
                fits = len(found) < size and all(_has_room(n, one, found, env) for n in way.limits)
                if fits:
                    found.append(one)
            if len(found) >= min(size, len(taken)):
                return found
        return taken  # which may be impossible now

    def _how_many(self, way: ValueOrigin, chosen: int, candidates: int) -> int:
        if way.low is None or way.high is None:  # worked out in play
            return chosen
        most = min(way.high, candidates)
        least = min(way.low, most)
        return least + self.chance.below(most - least + 1)


def _has_room(limit: core.Limit, item: int, taken: Sequence[int], env: Env) -> bool:
    """Whether a limit lets something be taken together with what is taken already."""

    def group(one: int) -> Found:
        return evaluate(limit.key, env.bind(limit.var, one))

    most = number(limit.number, env.bind(limit.var, item))
    return sum(group(one) == group(item) for one in taken) < most
