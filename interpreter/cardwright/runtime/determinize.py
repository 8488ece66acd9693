"""Determinization: a game that a player can't distinguish from this one, with hidden things
redrawn.

Decides what is redrawn and what stays; for cells see `hidden_cells`. The player's view (`view`) is
the same to the byte, and so are the questions to them, the number of things at each place, and what
the player remembers: see `memory`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cardwright.backends.core.evaluate import Env, Found, evaluate, items, number
from cardwright.board.layout import SEATS, in_mask
from cardwright.language import core
from cardwright.program.operations import FRAME
from cardwright.runtime import at_once, questions, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import VEIL, Question
from cardwright.runtime.hidden_cells import grown_cells, hidden_cells, redraw
from cardwright.runtime.memory import Memory, remember
from cardwright.runtime.origins import origins, things
from cardwright.runtime.refresh_choice import refresh_choice
from cardwright.runtime.rng import Chance, seeded
from cardwright.runtime.sampled_history import sample_history

TRIES = 24  # draws after which the subject of the question is left unchanged


def determinize(game: Game, player: int, seed: int) -> Game:
    """A copy whose hidden things, values and randomness are drawn anew for this player."""
    return Determinizer(game, player).draw(seed)


class Determinizer:
    """One position as one player sees it; any number of games can be drawn from it."""

    def __init__(self, game: Game, player: int) -> None:
        game = game.in_python()  # it is changed
        self.game, self.player, self.origins = game, player, origins(game.program)
        self.slots = [*_slots(game, player)]
        self.memory = remember(game, player, self.slots)
        self.cells = [*hidden_cells(game, player, self.origins, self.memory)]
        self.grown = grown_cells(game, self.origins, {*self.slots})

    def draw(self, seed: int) -> Game:
        chance = Chance(seeded(seed))
        for _ in range(TRIES):
            drawn, inside = self._drawn(chance, self.memory)
            before = list(drawn.s)
            redraw(drawn, self.player, self.cells, self.origins, self.grown, inside, chance)
            for frame, real in zip(drawn.frames, self.game.frames, strict=True):
                self._update_secrets(drawn, frame, before, chance)
                self._redo_lets(drawn, frame, real)
            if _asks_the_same(self.game, drawn, self.player):
                return self._finished(drawn, seed, chance)
        return self._finished(self._as_asked(chance), seed, chance)

    def _as_asked(self, chance: Chance) -> Game:
        """Draws only things that do not affect the question; as a last resort, only the random
        state.
        """
        held = {n for frame in self.game.frames for n in _numbers(frame)}
        held.update(self.game.question.answers if self.game.question else ())
        memory = remember(self.game, self.player, [s for s in self.slots if s not in held])
        drawn, _ = self._drawn(chance, memory)
        if _asks_the_same(self.game, drawn, self.player):
            return drawn
        return self._drawn(chance, remember(self.game, self.player, ()))[0]

    def _drawn(self, chance: Chance, memory: Memory) -> tuple[Game, dict[int, int]]:
        """The game with other things in the slots, and those things."""
        past = sample_history(self.game.program, memory, chance.below)
        other = self.game.copy()
        other.log = past.log
        _fill(self.game, other, past.inside, memory)
        _rename(other, past.inside, memory)
        return other, past.inside

    def _update_secrets(
        self, drawn: Game, frame: list[int], before: Sequence[int], chance: Chance
    ) -> None:
        """Replaces others' secret choices in a running effect by the new values of their cells."""
        for choice in self.origins.secrets.get(frame[1], ()):
            env = Env(drawn.program, drawn.s, drawn.z, tuple(frame[FRAME:]))
            if number(choice.chooser, env) == self.player:
                continue
            at = FRAME + choice.reg
            cell, members = self._cell_of(drawn, choice, frame)
            if cell and _value(before[cell], members) == _in_order(frame[at]):
                frame[at] = _value(drawn.s[cell], members)  # type: ignore[assignment]
            else:
                among = items(choice.source, env)
                frame[at] = _chosen_again(frame[at], among, chance, choice.again)  # type: ignore[assignment]

    def _redo_lets(self, drawn: Game, frame: list[int], real: Sequence[int]) -> None:
        """Recalculates the values that an effect has calculated from the new state."""
        game = self.game
        for let in self.origins.lets[frame[1]]:
            was = evaluate(let.value, Env(game.program, game.s, game.z, tuple(real[FRAME:])))
            if was == real[FRAME + let.reg]:
                env = Env(drawn.program, drawn.s, drawn.z, tuple(frame[FRAME:]))
                frame[FRAME + let.reg] = evaluate(let.value, env)  # type: ignore[assignment]

    def _cell_of(
        self, drawn: Game, choice: core.Choose, frame: Sequence[int]
    ) -> tuple[int, Sequence[int]]:
        """The cell that holds the choice, 0 if there is none; for a set, its possible members."""
        layout = drawn.program.layout
        ways = [(cell, way) for cell, ways in self.origins.chosen.items() for way in ways]
        for cell, way in ways:
            at = FRAME + way.of
            item = 0 if way.of < 0 else frame[at] if at < len(frame) else 0
            plain = way.value is None and core.same(way.source, choice.source)
            if plain and (item or way.of < 0):
                type = drawn.program.board.cell(*cell).type
                return layout.cells[cell] + item, layout.members(type) if type.many else ()
        return 0, ()

    def _finished(self, drawn: Game, seed: int, chance: Chance) -> Game:
        """Removes all traces of the real game: its seed, its answers, and invisible log entries."""
        drawn.seed, drawn.rng, drawn.answers = seed, chance.state, None
        drawn.log = (drawn.log, (VEIL, self.player))
        return drawn


# ------------------------------------------------------------------------------- things


def _slots(game: Game, player: int) -> Iterator[int]:
    """Things in zones that the player can't look into, and things that lie face down; not those
    that something stands on.
    """
    carrying = set(game.s[: game.program.layout.count])
    for index, (zone, owner) in enumerate(game.program.layout.zones):
        if zone.name != SEATS and not visibility.sees_inside(zone, owner, player):
            can_be_hidden = (i for i in game.z[index] if visibility.can_be_hidden(game.program, i))
            yield from (item for item in can_be_hidden if item not in carrying)
    there = range(1, game.program.layout.count if game.program.layout.face_down else 0)
    yield from (i for i in there if i not in carrying and visibility.is_back(game, i, player))


def _fill(game: Game, other: Game, inside: dict[int, int], memory: Memory) -> None:
    """Puts the things into the slots; a card belongs to the owner of its zone."""
    layout = game.program.layout
    for slot, item in inside.items():
        other.s[item] = game.s[slot]
        if slot in game.program.cards:
            other.s[layout.owner + item] = game.s[layout.owner + slot]
    for cell, slots in memory.written.items():
        _carry(game, other, layout.cells[cell], inside, slots)
    for index, (zone, _) in enumerate(layout.zones):
        other.z[index] = [inside.get(item, item) for item in game.z[index]]
        if not zone.ordered:
            other.z[index].sort()
    other.list_placed()


def _carry(game: Game, other: Game, at: int, inside: dict[int, int], slots: set[int]) -> None:
    """Changed values of slots go to their new contents; the other things get the remaining
    values.
    """
    to = [inside[slot] for slot in slots]
    left = [game.s[at + item] for item in to if item not in slots]
    for slot in slots:
        other.s[at + inside[slot]] = game.s[at + slot]
    for item, value in zip((slot for slot in slots if slot not in to), left, strict=True):
        other.s[at + item] = value


def _rename(other: Game, inside: dict[int, int], memory: Memory) -> None:
    """Updates references to slots, in cells and running effects, to their new contents."""
    layout = other.program.layout
    for cell, (start, end) in layout.ranges.items():
        found = other.program.board.cell(*cell)
        for at in range(start, end) if found.type.base == "thing" else ():
            item = at - layout.cells[cell] if cell[0] else 0
            if other.s[at] in inside and (cell, item) not in memory.set_before:
                other.s[at] = inside[other.s[at]]
    for frame in other.frames:
        for at in things(other.program, frame[1]):
            if at < len(frame):
                frame[at] = _renamed(frame[at], inside)  # type: ignore[assignment]
        for batch in other.program.batches.get(frame[1], ()):
            at_once.rename(frame, batch, partial(things, other.program), inside)


def _renamed(value: Found, inside: dict[int, int]) -> Found:
    if isinstance(value, int):
        return inside.get(value, value)
    return tuple(inside.get(n, n) for n in value)


def _numbers(values: Sequence[Found]) -> Iterator[int]:
    for value in values:  # a frame may hold sets, whatever the type says
        yield from (value,) if isinstance(value, int) else value


def _value(cell: int, members: Sequence[int]) -> Found:
    """The value of a cell: a set if it has `members`."""
    return in_mask(cell, members) if members else cell


def _in_order(value: Found) -> Found:
    return value if isinstance(value, int) else tuple(sorted(value))


def _chosen_again(
    before: Found, candidates: Sequence[int], chance: Chance, again: bool = False
) -> Found:
    """As many random candidates as were chosen, each once unless one may be taken `again`; choices
    that are impossible among these are kept.
    """
    taken = (before,) if isinstance(before, int) else before
    if not set(taken) <= set(candidates):
        return before
    drawn = tuple(chance.shuffled(candidates)[: len(taken)])
    if again:
        drawn = tuple(candidates[chance.below(len(candidates))] for _ in taken)
    return drawn[0] if isinstance(before, int) else drawn


# ----------------------------------------------------------------------------- question


def _asks_the_same(game: Game, drawn: Game, player: int) -> bool:
    """Asks again; returns whether the player sees the same question. Keeps the order of answers."""
    before = game.question
    if before is None:
        return True
    if not _ask_again(drawn, before):
        return False
    question = drawn.question
    if question is None or (question.player, question.site) != (before.player, before.site):
        return False
    return question.player != player or _restore_order(game, drawn, question)


def _ask_again(drawn: Game, question: Question) -> bool:
    """Runs the block that asks; False if an earlier pick is no longer a legal answer."""
    if not refresh_choice(drawn, question):
        return False
    frame, drawn.question = drawn.frames[-1], None
    return bool(drawn.program.blocks[frame[0]](drawn, drawn.s, drawn.z, frame))


def _names(game: Game) -> list[tuple[str, str]]:
    return [*zip(questions.answers(game), questions.labels(game), strict=True)]


def _restore_order(game: Game, drawn: Game, question: Question) -> bool:
    """Offers the answers in their old order, which could reveal hidden things too; returns whether
    they have the same names.
    """
    old, names = _names(game), _names(drawn)
    new = dict(zip(names, question.answers, strict=True))
    if len(new) != len(question.answers) or set(new) != set(old):
        return False
    drawn.question = replace(question, answers=tuple(new[name] for name in old))
    return questions.prompt(game) == questions.prompt(drawn)
