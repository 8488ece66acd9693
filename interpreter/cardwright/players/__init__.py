"""Computer players: each is a function from a seat to one of its options.

Decides who answers for whom, and what a player may use: a `Seat`. Tournaments, searches and
learners are players too; nothing else depends on how a player chooses its answer.
"""

from cardwright.players.assignment import RANDOM, assigned, named, searches, seats_named
from cardwright.players.greedy import Greedy
from cardwright.players.mcts import Mcts
from cardwright.players.script import PlayerError
from cardwright.players.seat import Player, Seat, at_random, hinted, play
from cardwright.players.simulation import PlayoutPolicy

__all__ = [
    "RANDOM",
    "Greedy",
    "Mcts",
    "Player",
    "PlayerError",
    "PlayoutPolicy",
    "Seat",
    "assigned",
    "at_random",
    "hinted",
    "named",
    "play",
    "searches",
    "seats_named",
]  # fmt: skip
