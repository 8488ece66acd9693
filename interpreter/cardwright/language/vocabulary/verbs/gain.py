"""`gain 2 gold per mine with your miners`."""

from __future__ import annotations

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.clauses import CounterClause
from cardwright.language.vocabulary.counters import change_counter

VERB = Verb(
    name="gain",
    pattern="{amount:phrase} [per {per:np}]",
    changes="state",
    log="{who} gains {amount}",
    example="gain 2 gold per mine with your miners",
    opposite="lose",
    doc="Raise a counter of a player, up to its maximum.",
    clause=CounterClause,
    resolve=change_counter("gain", "+"),
    rank=7,
    instead_of=(("gain 2 COUNTER", "get earn receive collect score win"),),
)
