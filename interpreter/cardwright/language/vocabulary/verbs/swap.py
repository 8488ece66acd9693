"""`swap first and second`."""

from __future__ import annotations

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.possible_changes import all_of, any_of, given
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.counters.capacities import placement_conditions, room_conditions
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import (
    acting_player,
    refuse_fixed,
    refuse_supply,
)
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.language.vocabulary.verbs.move import MOVEMENT as MOVE
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    first: ast.Phrase = one(ast.Phrase)
    second: ast.Phrase = one(ast.Phrase)


Way = tuple[core.Reg, Expr, Expr]
"""A thing, where it goes, and at which position there."""


@dataclass(frozen=True, slots=True)
class Swap(hir.VerbStatement):
    first: Expr
    second: Expr
    kept: tuple[core.Reg, core.Reg]
    fits: tuple[Expr, ...]

    def lower(self, low: hir.Lowering) -> Block:
        span, items = self.span, self.kept
        named = zip(items, (self.first, self.second), strict=True)
        first = tuple(core.Let(span, kept.index, low.expr(item)) for kept, item in named)
        then, places = self._known(low, [self._place(item) for item in items])
        last, ranks = self._known(low, [core.Position(NUMBER, span, item) for item in items])
        ways: list[Way] = [*zip(items, places[::-1], ranks[::-1], strict=True)]
        there = [given(place) for place in places]
        apart = [core.Compare(FLAG, span, "!=", item, to) for item, to, _ in ways]
        known = core.If(span, all_of([*there, *apart]), self._if_free(ways, low), ())
        return (*first, *then, *last, known)

    def _if_free(self, ways: list[Way], low: hir.Lowering) -> Block:
        """Moves both, or neither: half a swap would put two things in one place.

        A thing that takes the place of one of them, by a replacement, is as good.
        """
        span, actor = self.span, low.expr(self.actor)
        (one, there, rank), (two, here, at) = ways
        fits = [low.expr(test) for test in self.fits]
        free = [self._movable(item, to, actor) for item, to, _ in ways]
        first, (before, after) = self._known(low, [self._at(to, low) for _, to, _ in ways])
        back = self._goes(one, here, at, actor)
        both = (self._goes(two, here, at, actor),
                core.If(span, self._came(ways, 1, after, low), (), (back,)))  # fmt: skip
        stayed = core.Compare(FLAG, span, "==", self._place(two), there)
        second = core.If(span, stayed, both, (back,))
        came = core.If(span, self._came(ways, 0, before, low), (second,), ())
        swapped = (*first, self._goes(one, there, rank, actor, half=True), came)
        return (core.If(span, all_of([*free, *fits]), swapped, ()),)

    def _goes(
        self, item: core.Reg, to: Expr, at: Expr, actor: Expr, *, half: bool = False
    ) -> core.Move:
        kind = item.type.of
        return core.Move(self.span, MOVE, item, kind, to, actor, at, half=half, fits=True)

    def _came(self, ways: list[Way], which: int, before: Expr, low: hir.Lowering) -> Expr:
        """Whether a thing has come to the other one's place, and position if it is the same zone.

        Also true if another thing has, if a replacement is possible; `before` were there already.
        """
        span, (item, to, at) = self.span, ways[which]
        there = core.Compare(FLAG, span, "==", self._place(item), to)
        apart = core.Compare(FLAG, span, "!=", ways[0][1], ways[1][1])
        placed = core.Compare(FLAG, span, "==", core.Position(NUMBER, span, item), at)
        new = core.Difference(before.type, span, self._at(to, low), before)
        replaceable = core.Replaceable(FLAG, span, core.action(MOVE, item.type.of))
        instead = all_of([replaceable, core.Exists(FLAG, span, new)])
        return any_of([all_of([there, any_of([apart, placed])]), instead])

    def _at(self, place: Expr, low: hir.Lowering) -> Expr:
        """All pieces and cards at a place."""
        sets = [self._of_root(root, place, low) for root in ("piece", "card")]
        return core.Union(sets[0].type, self.span, *sets)

    def _of_root(self, root: str, place: Expr, low: hir.Lowering) -> Expr:
        all_, span = core.Domain(thing("thing").set(), self.span, root), self.span
        var = core.Var(thing("thing"), span, low.allocator.variable())
        here = core.Compare(FLAG, span, "==", self._place(var), place)
        return core.Filter(all_.type, span, var.index, all_, here)

    def can_change(self, low: hir.Lowering) -> Expr:
        places = (self._place(low.expr(item)) for item in (self.first, self.second))
        return all_of([given(place) for place in places])

    def _known(self, low: hir.Lowering, values: list[Expr]) -> tuple[Block, list[core.Reg]]:
        """Values that are calculated once, and the registers that store them."""
        registers = [low.register(value.type, self.span) for value in values]
        pairs = zip(registers, values, strict=True)
        return tuple(core.Let(self.span, reg.index, value) for reg, value in pairs), registers

    def _place(self, item: Expr) -> Expr:
        return core.place_of(item, self.span)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        first, second = sentences.phrase(self.first), sentences.phrase(self.second)
        return [sentences.sentence(self.verb, self.actor, first=first, second=second)]

    def _movable(self, item: Expr, to: Expr, actor: Expr) -> Expr:
        event = core.action(MOVE, item.type.of)
        banned = core.Forbidden(FLAG, self.span, event, item, actor, to, fits=True)
        return core.Not(FLAG, self.span, banned)


def _of_zones(clause: Clause) -> str:
    """Help for `swap hand of you and hand of rival`."""
    first, second = (phrase.extent.text for phrase in (clause.first, clause.second))
    return (
        f"give a name to what is in each, as in `let first-cards be CARDS in {first}`; "
        f"then move both, as in `move first-cards to {second}`"
    )


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    items = [expression(phrase.value, scope) for phrase in (clause.first, clause.second)]
    for item in items:
        if item.type.base != "thing" or item.type.many:
            several = "choose it first: `choose 1 KIND ..., as x`, then `swap x and ...`"
            help = _of_zones(clause) if item.type.base == "zone" else several
            raise CheckError("CW220", f"expected one thing, found {item.type}", item.span, help)
        refuse_fixed("swap", item.type, item.span, scope)
        help = "to bring it there, write `move ... to PLACE`"
        refuse_supply(item, item.span, "nothing is swapped with what is in supply", help)
    first, second = items
    one, two = (core.Reg(item.type, item.span, scope.allocator.register()) for item in items)
    ways = ((one, two), (two, one))
    fits = [
        test
        for way in ways
        for rule in (placement_conditions, room_conditions)
        for test in rule(*way, scope)
    ]
    return (Swap(clause.span, VERB, actor, first, second, (one, two), tuple(fits)),)


VERB = Verb(
    name="swap",
    doing="swapping",
    participle="swapped",
    pattern="{first:phrase} and {second:phrase}",
    changes="location",
    log="{who} moves {thing} from {start} to {end}",
    example="swap first and second",
    doc="Two things exchange their places, and their positions in ordered zones; both count as "
    "moved. Nothing happens if one of them is in supply, must stay, has no room, or can't be where "
    "the other one is.",
    clause=Clause,
    resolve=_resolve,
    rank=5,
    instead_of=(("swap x and y", "exchange trade"),),
)
