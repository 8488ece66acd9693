"""Clauses and sentences: subjects and predicates, negations, capitals.

Responsible for verbs and the words that join clauses. Knows nothing about trees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Self

from cardwright.source.patterns import lazy_pattern

YOU, IT, THEY = "you", "it", "they"
HERE = ("here", "there")
Lines = list[str]


class Clause(str):
    """A clause, with its negation: `the cart` + `is damaged` or `is not damaged`."""

    __slots__ = ("denied", "predicate", "subject")
    subject: str  # "" if the next clause can't omit it
    predicate: str
    denied: str

    def __new__(cls, predicate: str, denied: str, subject: str = "") -> Self:
        found = super().__new__(cls, f"{subject} {predicate}" if subject else predicate)
        found.predicate, found.denied, found.subject = predicate, denied, subject
        return found

    @property
    def negated(self) -> Clause:
        return Clause(self.denied, self.predicate, self.subject)


class Having(Clause):
    """A clause that says what somebody has: `they have 2 carts`."""

    __slots__ = ("what",)
    what: str


class Sentence(str):
    """A sentence, with its form inside another one: names keep their capitals.

    If the sentence begins with the actor, that is the `subject`, and the rest the `predicate`.
    """

    __slots__ = ("inside", "predicate", "subject")
    inside: str
    subject: str
    predicate: str


def sentence_of(predicate: str, subject: str = "") -> Sentence:
    """A sentence with a capital, and a full stop unless it ends with quoted words that have one."""
    text = f"{subject} {predicate}" if subject else predicate
    at = 1 if text.startswith("(") else 0
    inside = text if text.endswith((".”", "!”", "?”")) else f"{text}."
    found = Sentence(inside[:at] + inside[at : at + 1].upper() + inside[at + 1 :])
    found.inside, found.subject, found.predicate = inside, subject, predicate
    return found


def embedded(value: str) -> str:
    """A value in the middle of a sentence: in parentheses, if it continues after a comma."""
    return f"({value})" if re.search(r", (else|by) ", value) else value


def uncapitalized(text: str) -> str:
    """A line of English inside a sentence."""
    return text.inside if isinstance(text, Sentence) else text[:1].lower() + text[1:]


def is_(subject: str, what: str, verb: str = "", *, denied: bool = False) -> Clause:
    verb = verb or ("are" if subject == YOU else "is")
    says = Clause(f"{verb} {what}", f"{verb} not {what}", subject)
    return says.negated if denied else says


def has(subject: str, what: str) -> Having:
    have, do = ("have", "do") if subject in (YOU, THEY) else ("has", "does")
    found = Having(f"{have} {what}", f"{do} not have {what}", subject)
    found.what = what
    return found


_DENIED = {"can": "can't", "may": "may not", "must": "need not"}
MODALS = tuple(f"{modal} " for modal in _DENIED)


def does(subject: str, can_do: str) -> Clause:
    """`the cart can move`: what something can, may or must do."""
    modal, _, what = can_do.partition(" ")
    return Clause(can_do, f"{_DENIED[modal]} {what}", subject)


def joined(clauses: Sequence[str], op: str = "and") -> str:
    """`the cart is yours and is damaged`; with a comma next to a clause that has its own *and*."""
    said = clauses[0]
    for before, clause in pairwise(clauses):
        rest = _going_on(before, clause)
        same = rest != clause
        unclear = " and | or " if op == "or" else " and "
        comma = "," if not same and re.search(unclear, _ASIDE.sub("", f"{before} {clause}")) else ""
        said += f"{comma} {op} {rest}"
    return said


def _going_on(before: str, clause: str) -> str:
    """A clause, without a short subject that it shares with the clause before."""
    if not isinstance(before, Clause) or not isinstance(clause, Clause):
        return clause
    short = clause.subject.count(" ") < _LONG
    return clause.predicate if short and before.subject == clause.subject else clause


_LONG = 3
_ASIDE = lazy_pattern(r"\(.*\)")
