"""`add 2 to damage of it`, `add salt to taxed of it`."""

from __future__ import annotations

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.clauses import AmountClause
from cardwright.language.vocabulary.counters import change_by

VERB = Verb(
    name="add",
    pattern="{amount:addend} to {target:ofnp}",
    changes="state",
    log="{who} adds {value} to {target}",
    example="add 2 to damage of it",
    opposite="subtract",
    doc="Raise any counter; a cell stays within its `min` and `max`. Or put a member into a set.",
    clause=AmountClause,
    resolve=change_by("add", "+"),
    rank=11,
    instead_of=(("add 1 to COUNTER of it`, or `gain 1 COUNTER", "increase raise"),),
)
