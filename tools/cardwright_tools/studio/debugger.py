"""Steps through a game that was played, back and forth, and stops in the middle of answers.

Responsible for the current point in it: a moment of a part. Part 0 is the setup, part 1 the first
answer. The game itself is not changed: for the person who debugs it, a part is run again from the
position before it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cardwright import GameError
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.generate import EVENT_NAMES
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.program.operations import FRAME
from cardwright.runtime import naming
from cardwright.runtime.format_value import format_value
from cardwright.runtime.game import Game as Position
from cardwright.source.text import NOWHERE, Span
from cardwright_tools.studio.breakpoints import Breakpoints, Watch
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.history import History
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.scopes import known_registers
from cardwright_tools.studio.stepping import Moment, Stepper, Visit

PATIENCE = 10.0  # seconds that a walk may take
NO_MORE = "nothing was answered after this"


@dataclass(frozen=True, slots=True)
class Paused:
    """A stop at a moment, by number, of a part: before a statement, or after an expression got
    its `value`; None means the question at the end of the part."""

    part: int
    moment: int | None
    position: Position
    span: Span | None = None
    value: str = ""
    reason: str = ""
    statement: core.Stmt | None = None
    ends: bool = False


@dataclass(slots=True)
class Debugger:
    """Steps through everything that was played, including answers that were taken back."""

    history: History
    wanted: Breakpoints = field(default_factory=Breakpoints)
    paused: Paused | None = None
    _stepper: Stepper | None = None
    _late: float = 0.0

    def step(self, *, back: bool, finely: bool = False) -> Paused:
        """Steps to the next statement, or the previous one; `finely`, to the next expression.

        Raises RequestError if there is none.
        """
        self._late = time.monotonic() + PATIENCE
        part, number = self._here
        if number is not None or back:
            stops = self._stops(part, finely=finely)
            beyond = [n for n in stops if number is None or (n < number if back else n > number)]
            if beyond:
                return self._pause(part, beyond[-1 if back else 0])
        if number is None and not back:
            return self._pause(self._known_part(part + 1), 0)
        return self._pause(self._known_part(part - 1) if back else part, None)

    def _known_part(self, part: int) -> int:
        if part < 0:
            raise RequestError("the game begins here")
        if part > self._parts:
            raise RequestError(NO_MORE)
        return part

    def run(self, *, back: bool) -> Paused:
        """Runs to the next breakpoint or the previous one; if there is none, to the end or the
        start.

        Raises RequestError, also if it is there already.
        """
        self._late = time.monotonic() + PATIENCE
        part, number = self._here
        parts = range(part, -1, -1) if back else range(part, self._parts + 1)
        for one in parts:
            found = self._reached(one)
            if one == part and number is not None:
                found = [n for n in found if n is not None and (n < number if back else n > number)]
            elif one == part:
                found = [n for n in found if n is not None] if back else []
            if found:
                return self._pause(one, found[-1 if back else 0])
        last = 0 if back else self._parts
        if (part, number) == (last, None):
            raise RequestError("there is no breakpoint before this" if back else NO_MORE)
        return self._pause(last, None)

    def look_at_last(self) -> None:
        """Stops in the last answer if it reaches a breakpoint."""
        self._late = time.monotonic() + PATIENCE
        self.paused = None
        found = self._reached(self._parts) if self.wanted else []
        if found and found[0] is not None:
            self._pause(self._parts, found[0])

    @property
    def _parts(self) -> int:
        return self.history.reachable

    @property
    def _here(self) -> tuple[int, int | None]:
        """The current part and moment; None if the part is over."""
        here = self.paused
        return (here.part, here.moment) if here else (self.history.number, None)

    # -------------------------------------------------------------------------- walking

    def _reached(self, part: int) -> list[int | None]:
        """The moments of a part at which a breakpoint is reached; None means its end."""
        found: list[int | None] = []
        if not self.wanted:
            return found
        watch, count = Watch.begin(self.wanted, self._before(part)), 0

        def visit(game: Position, moment: Moment) -> bool:
            nonlocal count
            if watch.reached(game, moment):
                found.append(count)
            count += 1
            return False

        after = self._walk(part, visit)
        return [*found, None] if watch.reached(after, None) else found

    def _stops(self, part: int, *, finely: bool) -> list[int]:
        """The moments of a part that are steps; `finely`, also those of expressions."""
        found: list[bool] = []

        def visit(game: Position, moment: Moment) -> bool:
            found.append(moment.is_step or (finely and moment.expression is not None))
            return False

        self._walk(part, visit)
        return [number for number, stops in enumerate(found) if stops]

    def _pause(self, part: int, number: int | None) -> Paused:
        """Stops at this moment, or at the question after the part if it has fewer moments."""
        watch, count = Watch.begin(self.wanted, self._before(part)), 0
        there, reasons = None, list[str]()

        def visit(game: Position, moment: Moment) -> bool:
            nonlocal count, there, reasons
            found = watch.reached(game, moment)
            if count == number:
                there, reasons = moment, found
            count += 1
            return there is not None

        position = self._walk(part, visit)
        if there is None:
            reason = _joined(watch.reached(position, None))
            self.paused = Paused(part, None, position, reason=reason)
        else:
            value = _value(position, there)
            at = there.span, value, _joined(reasons), there.statement, there.ends
            self.paused = Paused(part, number, position, *at)
        return self.paused

    def _before(self, part: int) -> Position | None:
        """The position in which a part begins; None for the setup."""
        return self.history.after(part - 1).position if part else None

    def _walk(self, part: int, visit: Visit) -> Position:
        """Runs a part. Raises RequestError if that takes too long."""
        game = self.history.after(max(part - 1, 0))
        if self._stepper is None:
            self._stepper = Stepper(game.position.program)

        def looked(position: Position, moment: Moment) -> bool:
            if time.monotonic() > self._late:
                raise RequestError("this takes too long to evaluate")
            return visit(position, moment)

        try:
            if not part:
                return self._stepper.begin(game.seed, looked)
            index = game.options.index_of(self.history.answers[part - 1].option)
            return self._stepper.answer(game.position, index, looked)
        except GameError as error:
            raise RequestError(str(error)) from None


# -------------------------------------------------------------------------------- showing


def _joined(reasons: Sequence[str]) -> str:
    return "; ".join(filter(None, reasons))


def _value(game: Position, moment: Moment) -> str:
    """An expression and its value; "" for a statement."""
    if moment.expression is None:
        return ""
    declared, found = game.program.checked.declared, moment.found
    names = {index: word for index, (word, _) in _named(game, game.frames[-1]).items()}
    words = Phrases(declared, names).condition(moment.expression)
    said = tuple(found) if isinstance(found, list) else found
    return f"{words}: {format_value(game, said, moment.expression.type)}"


def facts_of(paused: Paused) -> Message:
    """The rules that are running at the stop, innermost first, and the values of their names."""
    game = paused.position
    frames = [_frame(paused, depth) for depth in range(len(game.frames))]
    return {"frames": frames[::-1], "effects": _effects(game)}


def _frame(paused: Paused, depth: int) -> Message:
    game, frame = paused.position, paused.position.frames[depth]
    named = _named(game, frame)
    registers = known_registers(game, depth, paused.statement, named, ends=paused.ends)
    known = [named[one] for one in registers]
    return {"name": game.program.entries[frame[1]].name,
            "variables": [*_variables(game, frame, dict(known))]}  # fmt: skip


def _variables(
    game: Position, frame: Sequence[int], known: Mapping[str, core.Reg]
) -> Iterator[Message]:
    for word, reg in known.items():
        number = frame[FRAME + reg.index]
        if word and not (reg.type.many and not number):
            yield {"name": word, "value": format_value(game, number, reg.type)}


def _named(game: Position, frame: Sequence[int]) -> dict[int, tuple[str, core.Reg]]:
    """The registers with their names, by index."""
    program = game.program
    routine = program.entries[frame[1]].routine
    abilities = (one for one in program.checked.abilities if one.routine is routine)
    ability = next(abilities, None)
    own = EVENT_NAMES if ability else ("you",)
    named: dict[int, tuple[str, core.Reg]] = {}
    for node in core.walk(routine.body):
        if isinstance(node, core.Reg):
            word = node.word or (own[node.index] if node.index < len(own) else "")
            if word or node.index not in named:
                named[node.index] = word, node
    return named | _of_event(ability, frame) | named if ability else named


def _of_event(ability: CheckedAbility, frame: Sequence[int]) -> dict[int, tuple[str, core.Reg]]:
    """The registers of what has an ability and of what it is about, even if it names neither."""
    kinds = {EVENT_NAMES.index("this"): "thing", EVENT_NAMES.index("it"): ability.event.kind}
    return {index: (EVENT_NAMES[index], core.Reg(Type("thing", kind), NOWHERE, index))
            for index, kind in kinds.items() if frame[FRAME + index]}  # fmt: skip


def _effects(game: Position) -> list[str]:
    """The active lasting effects, with their owners."""
    layout = game.program.layout
    in_effect = game.z[layout.in_effect] if layout.in_effect else ()
    owner = [naming.player_name(game.program, game.s[layout.owner + one]) for one in in_effect]
    titles = (naming.effect_title(game, item) for item in in_effect)
    return [f"{title} of {who}" for title, who in zip(titles, owner, strict=True)]
