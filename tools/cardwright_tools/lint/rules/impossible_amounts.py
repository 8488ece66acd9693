"""CW517: paying, placing, choosing or setting more than there can ever be.

Gains and losses go as far as they can, and `place 99` may mean everything there is; a gain above
the whole range of its counter is reported all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board
from cardwright.board.types import NUMBER
from cardwright.language import core
from cardwright.language.analysis.expression_costs import UNKNOWN, Costs
from cardwright.language.core import Expr
from cardwright.language.lower.payments import payable
from cardwright.language.registry.movement import From
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright_tools.lint import value_ranges
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_claims import ENDLESS
from cardwright_tools.lint.rule_trees import NodeIndex, node_indexes


@rule(Effects, "CW517")
def check(effects: Effects) -> Iterator[Diagnostic]:
    board = effects.rules.declared.board
    limits = _Check(board, effects.bounds.costs, effects.facts.transfers)
    for nodes in node_indexes(effects.owners):
        for change in nodes.of_types(core.Assign):
            if change.op == "pay":
                yield from limits.check_paid(change)
            yield from _check_bounds(change)
        placing = _placements(nodes)
        for choice in nodes.of_types(core.Choose):
            yield from limits.check_chosen(choice, placing.get(choice.reg))
        for act in nodes.of_types(core.Move):
            if _places(act):
                yield from limits.check_placed(act)


def _placements(nodes: NodeIndex) -> dict[int, core.Move]:
    """The placements on chosen places, by the register of the places."""
    found: dict[int, core.Move] = {}
    for loop in nodes.of_types(core.ForEach):
        match loop.source, loop.body:
            case core.Reg(index=index), (core.Move() as act,) if _places(act):
                found[index] = act
    return found


def _check_bounds(change: core.Assign) -> Iterator[Diagnostic]:
    """`set gold of you to 50`, or `gain 50 gold`, of a counter with `max: 30`."""
    if change.field.type != NUMBER:
        return
    low, high = change.field.low, change.field.high
    number = value_ranges.range_of(change.value)
    room = None if high is None else high if change.op == "=" else high - (low or 0)
    if change.op == "=" and low is not None and number.high < low:
        yield _beyond(change, f"never lower than {low}")
    may_be_all = change.op == "+" and number.low >= ENDLESS
    if change.op in ("=", "+") and room is not None and number.low > room and not may_be_all:
        yield _beyond(change, f"never higher than {high}")


def _beyond(change: core.Assign, bound: str) -> Diagnostic:
    help = "fix this number, or the bounds of what it changes"
    return diagnostic("CW517", f"`{change.field.name}` is {bound}", change.value.span, help)


def _places(act: core.Move) -> bool:
    """Whether the act takes existing things, of which there may be too few."""
    return act.movement.takes is From.SUPPLY and not act.movement.creates


@dataclass(frozen=True, slots=True)
class _Check:
    """`transfers`: whether players may give each other things, so that one may have more."""

    board: Board
    costs: Costs
    transfers: bool

    def check_paid(self, change: core.Assign) -> Iterator[Diagnostic]:
        test = payable(change, self.board)
        if isinstance(test, core.Compare) and value_ranges.holds(test, self.board) is False:
            yield from self.found(change.value, "paid", value_ranges.range_of(test.left).high)

    def check_chosen(self, choice: core.Choose, act: core.Move | None) -> Iterator[Diagnostic]:
        """Checks the number of chosen things, or of chosen places, one for each piece."""
        low = choice.low
        if not isinstance(low, core.Lit) or not 1 < low.value < ENDLESS:
            return
        if act is not None and low.value > (most := self.most_members(act.item)):
            yield from self.found(low, "placed", most)
        if not choice.again and low.value > (most := self.most_members(choice.source)):
            yield from self.found(low, "chosen", most)

    def check_placed(self, act: core.Move) -> Iterator[Diagnostic]:
        """Reports placing things of a kind of which the game has none."""
        kind = act.item.type.of
        if kind in self.board.kinds and self.most_owned(kind) == 0:
            plural = self.board.kinds[kind].plural
            help = f"say how many there are: `each player:` of the kind, or `pieces: {{{kind}: 3}}`"
            yield diagnostic("CW517", f"there are no {plural} to place", act.span, help)

    def most_members(self, source: Expr) -> int:
        """The most members of a set; for one's own pieces, the most that one player has."""
        found = self.costs.size(source)
        for own in filter(_is_ones_own, core.filters(source)[0]):
            if self.board.root(own.type.of) == "piece":
                found = min(found, self.most_owned(own.type.of))
        return found if found < UNKNOWN else value_ranges.UNBOUNDED

    def most_owned(self, kind: str) -> int:
        """The most pieces of a kind that a player has, plus those without an owner."""
        board, kinds = self.board, self.board.below(kind)
        if any(map(board.token_of, kinds)):
            return UNKNOWN
        players = board.things.get("player", {}).values()
        own = [sum(p.pieces.get(k, board.kinds[k].each_player) for k in kinds) for p in players]
        things = (thing for k in kinds for thing in board.things.get(k, {}).values())
        free = sum(board.pieces.get(k, 0) for k in kinds) + sum(thing.copies for thing in things)
        return max(own, default=0) + free

    def found(self, number: Expr, done: str, most: int) -> Iterator[Diagnostic]:
        if done != "paid" and self.transfers:
            return
        help = "fix this number, or the number of what exists"
        yield diagnostic("CW517", f"at most {most} can ever be {done}", number.span, help)


def _is_ones_own(narrowed: core.Filter) -> bool:
    """Whether a set is restricted to what one player owns."""
    test = narrowed.test
    own = isinstance(test, core.Compare) and test.op == "=="
    return own and isinstance(test.left, core.Owner)  # type: ignore[attr-defined]
