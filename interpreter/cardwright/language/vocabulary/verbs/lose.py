"""`lose 1 gold`."""

from __future__ import annotations

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.clauses import CounterClause
from cardwright.language.vocabulary.counters import change_counter

VERB = Verb(
    name="lose",
    pattern="{amount:phrase} [per {per:np}]",
    changes="state",
    log="{who} loses {amount}",
    example="lose 1 gold",
    opposite="gain",
    doc="Lower a counter of a player, down to its minimum.",
    clause=CounterClause,
    resolve=change_counter("lose", "-", splits=True),
    rank=8,
    instead_of=(("player loses 2 COUNTER", "drain"),),
)
