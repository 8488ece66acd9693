"""`subtract 1 from health of it`."""

from __future__ import annotations

from cardwright.language.registry.verb import Verb
from cardwright.language.vocabulary.clauses import AmountClause
from cardwright.language.vocabulary.counters import change_by

VERB = Verb(
    name="subtract",
    pattern="{amount:amount} from {target:ofnp}",
    changes="state",
    log="{who} subtracts {value} from {target}",
    example="subtract 1 from health of it",
    opposite="add",
    doc="Lower any counter.",
    clause=AmountClause,
    resolve=change_by("subtract", "-"),
    rank=12,
    instead_of=(("subtract 1 from COUNTER of it", "decrease lower reduce"),),
)
