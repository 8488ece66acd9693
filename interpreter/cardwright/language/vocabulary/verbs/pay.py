"""`pay 2 gold`."""

from __future__ import annotations

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.clauses import CounterClause
from cardwright.language.vocabulary.counters import change_counter

VERB = Verb(
    name="pay",
    third="pays",
    gerund="paying",
    pattern="{amount:phrase} [per {per:np}]",
    changes="state",
    english="pay {amount}",
    log="{who} pays {amount}",
    example="pay 2 gold",
    doc="Spend a counter; a payment that can't be made in full is not made at all.",
    clause=CounterClause,
    resolve=change_counter("pay", "pay"),
    rank=9,
)
