"""The claims of a text as JSON: see `rule_claims`. Spans are numbers."""

from __future__ import annotations

from typing import Any, get_args

from cardwright.language.vocabulary.verbs import VERBS
from cardwright_tools.check.stored_results.field_codecs import (
    Reader,
    Writer,
    read_number,
    read_span,
)
from cardwright_tools.lint.rule_claims import Claim, RuleClaims


def write_claims(one: RuleClaims, writer: Writer) -> list[Any]:
    """Raises LookupError if one is made in another text."""
    write = writer.span
    return [
        {claim: [*map(write, spans)] for claim, spans in one.spans.items()},
        [[value, write(span), sure] for value, span, sure in one.said],
        [*map(write, one.moved)],
        [[verb.name, write(span)] for verb, span in one.done],
    ]


def read_claims(data: Any, reader: Reader) -> RuleClaims:
    """Raises one of `store.UNREADABLE` for malformed data."""
    spans, said, moved, done = data
    if not spans.keys() <= {*get_args(Claim)}:
        raise ValueError(f"{spans!r} are not claims")
    return RuleClaims(
        {claim: [read_span(one, reader) for one in some] for claim, some in spans.items()},
        [(read_number(value, reader), read_span(span, reader), sure is True)
         for value, span, sure in said],
        [read_span(one, reader) for one in moved],
        [(VERBS.by_name[verb], read_span(span, reader)) for verb, span in done],
    )  # fmt: skip
