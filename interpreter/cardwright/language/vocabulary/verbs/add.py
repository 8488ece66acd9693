"""`add 2 to damage of it`."""

from __future__ import annotations

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.counters import AmountClause, change_by

VERB = Verb(
    name="add",
    third="adds",
    gerund="adding",
    pattern="{amount:amount} to {target:ofnp}",
    takes="counter",
    changes="state",
    english="add {amount} to {target}",
    example="add 2 to damage of it",
    doc="Raise a counter of anything.",
    clause=AmountClause,
    resolve=change_by("add", "+"),
    rank=11,
)
