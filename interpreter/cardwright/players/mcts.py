"""The searching player: Monte-Carlo tree search over what its player can't see.

Each playout starts in a game that was redrawn for the player (information-set search with one tree:
Cowling, Powley and Whitehouse, 2012), goes down the tree by PUCT (Silver et al., 2017), and is then
played on as `simulation` says. An edge counts how often it was available, because worlds offer
different answers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from cardwright.backends.game_errors import GameError
from cardwright.backends.native.library import NativeError
from cardwright.options import Option
from cardwright.players.evaluation import WON
from cardwright.players.playout import Weights, answer_weights, option_weights
from cardwright.players.seat import Seat
from cardwright.players.simulation import PlayoutPolicy, Simulation, simulation
from cardwright.program.program import Program
from cardwright.runtime.engines import ENDLESS, native
from cardwright.runtime.rng import seeded

PLAYOUTS = 400
MOST = 0.4  # how far a lead moves the reward from that of an even position
EXPLORE = 1.2  # how much uncertainty counts against a good mean
FIRST_WORLDS = 6  # the number of worlds in which answers are examined before the search
FIRST_TRIES, TRIES = 8, 2  # ways to finish an action that are examined first, at the root and below
# in playouts: ways to finish an action, and answers until the position is judged
PLAYED, SHORT = 4, 15
Key = tuple[int, int]


class Edge:
    """An answer at a node, and what followed from it."""

    __slots__ = ("available", "next", "totals", "visits")

    def __init__(self, players: int) -> None:
        self.available = self.visits = 0
        self.totals = [0.0] * players
        self.next: dict[Key, Node] = {}


class Node:
    """A question, whoever is asked, in all worlds in which it is asked after the same answers.

    `priors`: how promising answers are, as far as that is known.
    """

    __slots__ = ("edges", "player", "priors", "totals", "visits")

    def __init__(self, player: int, players: int, priors: Mapping[int, float]) -> None:
        self.player, self.visits, self.totals = player, 0, [0.0] * players
        self.edges: dict[int, Edge] = {}
        self.priors = priors

    def choose(self, answers: Sequence[int]) -> tuple[int, Edge]:
        """The most promising of these answers, and its index."""
        edges, players, at = self.edges, len(self.totals), self.player
        hoped = self.totals[at] / self.visits if self.visits else 0.5
        best, found = -1.0, (0, Edge(players))
        priors = [self.priors.get(answer, 0.5) for answer in answers]
        explore = EXPLORE / (sum(priors) or 1)
        for index, answer in enumerate(answers):
            edge = edges.get(answer)
            if edge is None:
                edge = edges[answer] = Edge(players)
            edge.available += 1
            visits = edge.visits
            mean = edge.totals[at] / visits if visits else hoped
            value = mean + explore * priors[index] * sqrt(edge.available) / (1 + visits)
            if value > best:
                best, found = value, (index, edge)
        return found


class Search:
    """One search from a question, in worlds that the player can't distinguish from the game."""

    def __init__(
        self, seat: Seat, worlds: int, policy: PlayoutPolicy | None, *, fast: bool
    ) -> None:
        self._seat, self._most = seat, worlds
        self._worlds: list[Simulation] = []
        first = seat.world().position
        program = first.program
        self._weights: Weights = option_weights(program)
        self._policy = policy or policy_of(program)
        by_weight = self._weights and not self._policy.tries  # C does not have these
        self._library = native(program) if fast and not by_weight else None
        self._index = {player: at for at, player in enumerate(program.layout.kind("player"))}
        self._worlds.append(simulation(first, self._library))
        self._rewards = Rewards(self._worlds[0].evaluations())
        self.root = self._first_node()

    def _first_node(self) -> Node:
        """The root, whose answers are examined in several worlds."""
        worlds = [self._world(number) for number in range(min(FIRST_WORLDS, self._most))]
        found = [self._rate_answers(world, FIRST_TRIES) for world in worlds]
        return self._node(worlds[0], [sum(each) for each in zip(*found, strict=True)])

    def _rate_answers(self, world: Simulation, tries: int) -> Sequence[int]:
        return world.rate_answers(tries, self._seat.below(1 << 64))

    def _node(self, at: Simulation, promised: Sequence[int]) -> Node:
        """A node with priors by rank: packs have no common scale of values."""
        shares = [1 / (1 + sum(other > one for other in promised)) for one in promised]
        if weights := self._weights.get(at.point):
            given = answer_weights(weights, at.answers)
            shares = [share * one for share, one in zip(shares, given, strict=True)]
        priors = dict(zip(at.answers, shares, strict=True))
        return Node(self._index[at.player], len(self._index), priors)

    def _world(self, number: int) -> Simulation:
        at = number % self._most
        if at == len(self._worlds):
            self._worlds.append(simulation(self._seat.world().position, self._library))
        return self._worlds[at]

    def run(self, number: int) -> None:
        """One more playout."""
        world = self._world(number).copy(seeded(self._seat.below(1 << 64)))
        path: list[Node | Edge] = []
        try:
            self._descend(world, path)
            evaluations = world.play_on(self._policy, self._seat.below(1 << 64))
        except GameError:  # nobody gains from an error of the pack
            rewards: Sequence[float] = [0.0] * len(self._index)
        else:
            rewards = self._rewards.of(evaluations)
        for one in path:
            one.visits += 1
            one.totals = [a + b for a, b in zip(one.totals, rewards, strict=True)]

    def _descend(self, world: Simulation, path: list[Node | Edge]) -> None:
        """Goes down the tree, to the first new edge or to the end."""
        node = self.root
        while True:
            index, edge = node.choose(world.answers)
            path += node, edge
            world.apply(index)
            while len(world.answers) == 1:
                world.apply(0)
            if not edge.visits or not world.player:
                return
            node = self._node_after(edge, world)

    def _node_after(self, edge: Edge, world: Simulation) -> Node:
        key = world.player, world.point
        if key not in edge.next:
            edge.next[key] = self._node(world, self._rate_answers(world, TRIES))
        return edge.next[key]

    def is_settled(self, left: int) -> bool:
        """Whether this many more playouts can't change the answer."""
        if left >= self.root.visits:
            return False
        second, first = sorted(edge.visits for edge in self.root.edges.values())[-2:]
        return first - second > left

    def best(self) -> int:
        """The answer that was tried most; among equals, the better one."""
        edges, me = self.root.edges, self.root.player

        def rank(answer: int) -> tuple[int, float]:
            return edges[answer].visits, edges[answer].totals[me]

        return self._worlds[0].answers.index(max(edges, key=rank))


def policy_of(program: Program) -> PlayoutPolicy:
    """How playouts go on: to the end only if the pack doesn't say what a position is worth; at
    random only if it states nothing but preferences.
    """
    if program.checked.declared.evaluate:
        return PlayoutPolicy(PLAYED, SHORT)
    return PlayoutPolicy(0 if option_weights(program) else PLAYED, ENDLESS)


class Mcts:
    """A searching player.

    `playouts`: how many for each question; or `seconds`: for how long. `worlds`: the most redrawn
    games; 0 for a number that suits the playouts. `policy`: how playouts go on, if not as suits the
    pack.
    """

    def __init__(
        self, playouts: int = PLAYOUTS, seconds: float = 0, worlds: int = 0,
        policy: PlayoutPolicy | None = None,
    ) -> None:  # fmt: skip
        self.playouts, self.seconds, self.policy = playouts, seconds, policy
        self.worlds = worlds or (24 if seconds else max(4, min(24, playouts // 8)))

    def __call__(self, seat: Seat) -> Option:
        if len(seat.options) == 1:
            return seat.options[0]
        again = seat.again()
        try:
            return seat.options[self._searched(seat, fast=True)]
        except NativeError:  # only Python can continue
            return seat.options[self._searched(again, fast=False)]

    def _searched(self, seat: Seat, *, fast: bool) -> int:
        search = Search(seat, self.worlds, self.policy, fast=fast)
        for number in self._numbers():
            search.run(number)
            if not self.seconds and search.is_settled(self.playouts - number - 1):
                break
        return search.best()

    def _numbers(self) -> Iterator[int]:
        if not self.seconds:
            yield from range(self.playouts)
            return
        end, number = time.perf_counter() + self.seconds, 0
        while not number or time.perf_counter() < end:
            yield number
            number += 1


class Rewards:
    """The reward of the end of a playout for each player, from 0 to 1.

    A finished game counts by who has won, and any other by how a player's lead has changed since
    the question, on the scale of the changes seen so far.
    """

    def __init__(self, start: Sequence[int]) -> None:
        self._start = start
        self._changes, self._number = 0.0, 0

    def of(self, evaluations: Sequence[int]) -> list[float]:
        """The rewards of a final position with these evaluations."""
        if any(abs(one) > WON // 64 for one in evaluations):
            return [min(1.0, max(0.0, round(one / WON, 3))) for one in evaluations]
        changes = [now - before for now, before in zip(evaluations, self._start, strict=True)]
        self._changes += sum(map(abs, changes))
        self._number += len(changes)
        scale = self._changes / self._number or 1
        return [0.5 + MOST * one / (abs(one) + scale) for one in changes]
