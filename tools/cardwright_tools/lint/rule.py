"""The lint protocol: the codes that a lint reports, the subject it reads, and its function.

Defines the subjects. A lint reads exactly one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Generic, TypeVar

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.pack.files.manifest import Manifest
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic, Notes
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lint.effect_bounds import Bounds
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.rule_facts import Bearer, Variant
from cardwright_tools.lint.rule_trees import OwnedParts
from cardwright_tools.lint.uses import Uses

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Effects:
    """Some effects and expressions of a game, with their owners."""

    rules: CheckedPacks
    owners: OwnedParts
    bounds: Bounds
    facts: GameFacts


@dataclass(frozen=True, slots=True)
class Printed:
    """Effects together with the texts that are printed with them.

    `alike` are further definitions, by kind and id, whose effects are like those of some owner.
    """

    rules: CheckedPacks
    owners: OwnedParts
    facts: GameFacts
    alike: Mapping[Bearer, Variant] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Definitions:
    """Some definitions of a game without their effects, and the game's packs."""

    things: Sequence[Thing]
    packs: Sequence[Manifest]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game with its graph of uses, and its definitions except those that are linted
    elsewhere; `kinds_with_rules` are the kinds of those that have rules, and `slots` those of
    their effects."""

    rules: CheckedPacks
    uses: Uses
    things: Sequence[Thing]
    kinds_with_rules: Collection[str] = ()
    slots: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Rule(Generic[S]):
    """A lint. It finds nothing if it is called with a subject of another type."""

    codes: tuple[str, ...]
    reads: type[S]
    check: Callable[[S], Iterable[Diagnostic]]

    def __call__(self, subject: object) -> Iterable[Diagnostic]:
        return self.check(subject) if isinstance(subject, self.reads) else ()


def rule(reads: type[S], *codes: str) -> Callable[[Callable[[S], Iterable[Diagnostic]]], Rule[S]]:
    """Declares the decorated function as a lint with these codes."""
    return lambda check: Rule(codes, reads, check)


def diagnostic(
    code: str, message: str, span: Span | None, help: str, notes: Notes = ()
) -> Diagnostic:
    """A diagnostic with its code's severity."""
    return Diagnostic(code, message, span, help, CODES[code].severity, notes)
