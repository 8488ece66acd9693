"""A question in a position: its effect, its registers, and the player who is looking.

Shared by both kinds of missing answers: things not chosen, and options not offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cardwright.backends.core.evaluate import Env
from cardwright.board.types import PLAYER, Type, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.english.expressions import Phrases
from cardwright.program.decision_points import Point
from cardwright.program.operations import FRAME
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import Question
from cardwright.runtime.provenance import Scope
from cardwright.runtime.provenance_rules import Explainer


@dataclass(frozen=True, slots=True)
class MissingAnswer:
    """A missing answer and the reason; `test` is the condition that fails, evaluated in `here`.

    An option has `other_names`: its id and the thing that carries it.
    """

    name: str
    reason: str
    test: Expr | None = None
    here: Scope | None = None
    other_names: tuple[str, ...] = ()

    def has(self, words: str) -> bool:
        """Whether these words are in its name, or are one of its other names."""
        return words.casefold() in self.name.casefold() or self.called(words)

    def called(self, words: str) -> bool:
        return words.casefold() in (name.casefold() for name in (self.name, *self.other_names))


@dataclass(slots=True)
class QuestionView:
    """A question as seen by the player who is asked, or with full information if `player` is
    None."""

    game: Game
    question: Question
    player: int | None
    asking: Explainer = field(init=False)  # one, which remembers what was hidden

    def __post_init__(self) -> None:
        self.asking = Explainer(self.game, self.player)

    @property
    def site(self) -> Point:
        return self.game.program.points[self.question.site]

    def sees(self, item: int) -> bool:
        return self.player is None or visibility.sees(self.game, item, self.player)

    def absence(self, item: int) -> str:
        """That a thing is not in this game, or has left it; "" otherwise."""
        layout = self.game.program.layout
        if item not in layout.kind(layout.items[item].kind):
            return f"{title(self.game, item)} is not in a game of {layout.size} players"
        gone = self.game.s[layout.removal_flag_cell(item)]
        return f"{title(self.game, item)} is out of the game" if gone else ""

    def env(self) -> Env:
        return Env(self.game.program, self.game.s, self.game.z, tuple(self.frame()))

    def frame(self) -> list[int]:
        return self.game.frames[-1][FRAME:]

    def here(self, statements: Iterable[object]) -> Scope:
        """The registers of the running effect, with the names that authors gave them."""
        types, secret = _registers(statements)
        values = {i: ("", value) for i, value in enumerate(self.frame())}
        you = {0: ("you", self.frame()[0])} if self.frame() else {}
        known = {i: type for i, type in types.items() if i not in secret}
        return self.asking.scope({**values, **you}, known)

    def words(self) -> Phrases:
        return Phrases(self.game.program.checked.declared, {0: "you"})

    def body(self, asking: core.Stmt) -> list[core.Node]:
        """All nodes of the effect that contains this statement; none for the parts of a `place`."""
        checked, site = self.game.program.checked, self.site
        routines = [*checked.rules.values(), *checked.effects.values()]
        routines += [option.routine for option in checked.options]
        routines += [ability.routine for ability in checked.abilities]
        same = [r for r in routines if r.name == site.routine]
        bodies = (list(core.walk(r.body)) for r in same)
        return next((b for b in bodies if any(node is asking for node in b)), [])


def _registers(body: Iterable[object]) -> tuple[dict[int, Type], set[int]]:
    """The types of an effect's registers, and the registers that hold secret choices."""
    types: dict[int, Type] = {0: PLAYER, 1: thing("thing")}
    secret: set[int] = set()
    for node in body:
        if isinstance(node, core.Reg):
            types[node.index] = node.type
        elif isinstance(node, core.Choose) and node.secret:
            secret.add(node.reg)
    return types, secret


def unwrapped(test: Expr) -> Expr:
    """The test of an option; for a forbidden rule, the prohibition."""
    match test:
        case core.CanChange(of=core.Not(of=core.Forbidden()) as possible):
            return possible
    return test


def negated(test: Expr) -> Expr:
    """The negated test."""
    test = unwrapped(test)
    return test.of if isinstance(test, core.Not) else core.Not(test.type, test.span, test)


def title(game: Game, item: int) -> str:
    """The title of a thing, as shown to players."""
    return naming.title(game.program, item)
