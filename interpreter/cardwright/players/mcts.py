"""The searching player: Monte-Carlo tree search over what its player can't see.

Each playout starts in a game that was redrawn for the player (information-set search with one tree:
Cowling, Powley and Whitehouse, 2012), goes down the tree by PUCT (Silver et al., 2017), and is then
played on at random. An edge counts how often it was available, since worlds offer different things.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import sqrt

from cardwright.options import Option
from cardwright.players.greedy import Greedy
from cardwright.players.playout import Playout, playout_of, usual_length, weighed, weights_of
from cardwright.players.rewards import Rewards
from cardwright.players.seat import Seat
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import GameError, Question
from cardwright.runtime.rng import seeded

PLAYOUTS = 400
EXPLORE = 1.2  # how much less certainty counts against a good mean
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

    `weights`: of a menu, how likely each of its rows is tried, where the pack says so. `priors`: at
    the root, how promising each answer is.
    """

    __slots__ = ("edges", "player", "priors", "totals", "visits", "weights")

    def __init__(self, player: int, players: int, weights: Sequence[int]) -> None:
        self.weights = weights
        self.priors: Sequence[float] = ()
        self.player, self.visits, self.totals = player, 0, [0.0] * players
        self.edges: dict[int, Edge] = {}

    def choose(self, answers: Sequence[int]) -> tuple[int, Edge]:
        """The most promising of these answers, and its index."""
        edges, players, at = self.edges, len(self.totals), self.player
        hoped = self.totals[at] / self.visits if self.visits else 0.5
        best, found = -1.0, (0, Edge(players))
        priors, even = self.priors or self._weighed(answers), 1 / len(answers)
        for index, answer in enumerate(answers):
            edge = edges.get(answer)
            if edge is None:
                edge = edges[answer] = Edge(players)
            edge.available += 1
            visits = edge.visits
            mean = edge.totals[at] / visits if visits else hoped
            prior = priors[index] if priors else even
            value = mean + EXPLORE * prior * sqrt(edge.available) / (1 + visits)
            if value > best:
                best, found = value, (index, edge)
        return found

    def _weighed(self, answers: Sequence[int]) -> Sequence[float]:
        return in_proportion(weighed(self.weights, answers)) if self.weights else ()


class Search:
    """One search from a question, in worlds that the player can't distinguish from the game."""

    def __init__(self, seat: Seat, worlds: int, length: int) -> None:
        self._seat, self._most = seat, worlds
        self._worlds: list[Game] = []
        first = self._world(0)
        assert first.question is not None
        seated = first.program.layout.kind("player")
        self._index = {player: index for index, player in enumerate(seated)}
        self._playout: Playout = playout_of(first.program, length or usual_length(first.program))
        self._weights = weights_of(first.program)
        self._rewards = Rewards(first)
        self.root = self._node(first.question)
        self.root.priors = self._expected(first.question)

    def _node(self, question: Question) -> Node:
        weights = self._weights.get(question.site, ())
        return Node(self._index[question.player], len(self._index), weights)

    def _expected(self, question: Question) -> Sequence[float]:
        """How promising each answer is at first: by how many look better at the end of the action,
        and by what the pack says."""
        rated = Greedy().rated(self._seat)
        ranked = [1 / (1 + sum(other > one for other in rated)) for one in rated]
        if self.root.weights:
            weights = weighed(self.root.weights, question.answers)
            ranked = [a * b for a, b in zip(ranked, weights, strict=True)]
        return in_proportion(ranked)

    def _world(self, number: int) -> Game:
        at = number % self._most
        if at == len(self._worlds):
            self._worlds.append(self._seat.world().position)
        return self._worlds[at]

    def run(self, number: int) -> None:
        """One more playout."""
        game = self._world(number).copy()
        game.rng = seeded(self._seat.below(1 << 64))
        path: list[Node | Edge] = []
        try:
            self._descend(game, path)
            worths = self._playout(game, self._seat.below(1 << 64))
        except GameError:  # an error of the pack is nobody's gain
            rewards: Sequence[float] = [0.0] * len(self._index)
        else:
            rewards = self._rewards.of(worths)
        for one in path:
            one.visits += 1
            one.totals = [a + b for a, b in zip(one.totals, rewards, strict=True)]

    def _descend(self, game: Game, path: list[Node | Edge]) -> None:
        """Goes down the tree, to the first edge that is new, or to the end."""
        node: Node = self.root
        answers: Sequence[int] = range(len(game.question.answers)) if game.question else ()
        while True:
            index, edge = node.choose(answers)
            path += node, edge
            game.answer(index)
            while game.question is not None and len(game.question.answers) == 1:
                game.answer(0)
            if not edge.visits or game.question is None:
                return
            node, answers = self._node_after(edge, game.question), game.question.answers

    def _node_after(self, edge: Edge, question: Question) -> Node:
        key = question.player, question.site
        if key not in edge.next:
            edge.next[key] = self._node(question)
        return edge.next[key]

    def best(self) -> int:
        """The answer that was tried most, of equal ones the better."""
        edges, me = self.root.edges, self.root.player

        def rank(index: int) -> tuple[int, float]:
            return edges[index].visits, edges[index].totals[me]

        return max(edges, key=rank)


def in_proportion(weights: Sequence[float]) -> Sequence[float]:
    """The weights as shares of their sum."""
    return [weight / sum(weights) for weight in weights]


class Mcts:
    """A searching player.

    `playouts`: how many for each question; or `seconds`: for how long. `worlds`: in how many
    redrawn games, at most. `length`: after how many answers a playout is judged as it stands; 0 for
    what suits the pack.
    """

    def __init__(
        self, playouts: int = PLAYOUTS, seconds: float = 0, worlds: int = 24, length: int = 0
    ) -> None:
        self.playouts, self.seconds = playouts, seconds
        self.worlds, self.length = worlds, length

    def __call__(self, seat: Seat) -> Option:
        if len(seat.options) == 1:
            return seat.options[0]
        search = Search(seat, self.worlds, self.length)
        for number in self._numbers():
            search.run(number)
        return seat.options[search.best()]

    def _numbers(self) -> Iterator[int]:
        if not self.seconds:
            yield from range(self.playouts)
            return
        end, number = time.perf_counter() + self.seconds, 0
        while not number or time.perf_counter() < end:
            yield number
            number += 1
