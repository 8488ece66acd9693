"""The claims of a text as JSON: see `rule_claims`. Places are numbers."""

from __future__ import annotations

from typing import Any, get_args

from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.check.stored_results.forms import Reader, Writer, read_number, read_place
from cardwright_tools.lint.rule_claims import Claim, RuleClaims


def write_claims(one: RuleClaims, writer: Writer) -> list[Any]:
    """Raises LookupError if one is made in another text."""
    place = writer.place
    return [
        {claim: [*map(place, places)] for claim, places in one.places.items()},
        [[value, place(span), sure] for value, span, sure in one.said],
        [*map(place, one.moved)],
        [[verb.name, place(span)] for verb, span in one.done],
    ]


def read_claims(data: Any, reader: Reader) -> RuleClaims:
    """Raises one of `store.UNREADABLE` for malformed data."""
    places, said, moved, done = data
    if not places.keys() <= {*get_args(Claim)}:
        raise ValueError(f"{places!r} are no claims")
    return RuleClaims(
        {claim: [read_place(one, reader) for one in some] for claim, some in places.items()},
        [(read_number(value, reader), read_place(span, reader), sure is True)
         for value, span, sure in said],
        [read_place(one, reader) for one in moved],
        [(VERBS.by_name[verb], read_place(span, reader)) for verb, span in done],
    )  # fmt: skip
