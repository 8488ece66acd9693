"""What all builders of a game share: what is declared so far, names, and where errors go.

Owns the rule that one mistake gives one diagnostic: what could not be read may hold what
seems unknown, so such errors wait to the end and are told only when nothing is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import field, replace
from typing import Protocol

from cardwright.board.types import Type
from cardwright.language import keywords
from cardwright.language.declared import Declared
from cardwright.pack.forms import LONGEST_TEXT
from cardwright.pack.yaml_node import Spot
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright.source.spelling import MOST_COMPARED, did_you_mean, nearest
from cardwright.source.text import Span

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
LONGEST_NAME = 64
BUILT_IN_PROPERTIES = frozenset({"place", "owner", "position", "number"})
EVERYTHING = "everything"
SECTION = "sections"
_TURNS = (SECTION, "types", "")
NAMED = frozenset({"CW320", "CW340", "CW342", "CW343", "CW349"})
"""Codes of words that name nothing."""


class Clear(Protocol):
    """What is certain of words where something can't be read."""

    def of(self, word: str) -> bool:
        """Whether nothing that can't be read may be called so."""
        ...

    def of_unknown(self, word: str) -> bool:
        """The same of a word that names nothing where it stands."""
        ...


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word that seems to name nothing, and what it could have named."""

    about: str
    word: str
    diagnostic: Diagnostic
    known: Collection[str]

    def sure(self, clear: Clear) -> bool:
        """Whether nothing that can't be read is called so, or is what it should be one of."""
        enum = self.about.removeprefix("enum ")
        known = enum == self.about or clear.of(enum)
        return self.diagnostic.code in NAMED and known and clear.of_unknown(self.word)

    @property
    def turn(self) -> str:
        """When it is told: a section before what may be declared in it."""
        return self.about if self.diagnostic.code == "CW320" else ""


@dataclass(slots=True)
class Link:
    declared: Declared
    report: Report
    words: dict[Type, dict[str, None]] = field(default_factory=dict)  # that a value can be
    open_kinds: set[str] = field(default_factory=set)  # with fields that could not be read
    gone: dict[str, Spot] = field(default_factory=dict)  # by kind, where its `gone when` stands
    added: dict[tuple[str, str], Spot] = field(default_factory=dict)  # to kinds, by `extend`
    _doubts: set[str] = field(default_factory=set)
    _odd_names: set[str] = field(default_factory=set)
    _waiting: list[Unknown] = field(default_factory=list)
    _compared: int = 0
    _names: dict[tuple[str, str], Span] = field(default_factory=dict)

    # Doubt

    def doubt(self, about: str = EVERYTHING) -> None:
        """Something about this could not be read: what seems unknown may be in it."""
        self._doubts.add(about)

    def in_doubt(self, about: str) -> bool:
        return EVERYTHING in self._doubts or about in self._doubts

    def odd(self, word: str) -> None:
        """A name whose declaration can't be used: nothing is said of words like it."""
        self._odd_names.add(word)

    def is_odd(self, word: str) -> bool:
        return word in self._odd_names

    def unknown(
        self,
        about: str,
        word: str,
        code: str,
        message: str,
        span: Span,
        known: Collection[str] = (),
        help: str = "",
    ) -> None:
        """Report, at the end, that a word names nothing; with the nearest that is known.

        `help` is said where none is near.
        """
        found = Diagnostic(code, message, span, help=help)
        self._waiting.append(Unknown(about, word, found, known))

    def waits(self, about: str) -> bool:
        """Whether something of this is unknown that waits to be told."""
        return any(one.about == about for one in self._waiting)

    def tell_unknown(
        self, certain: Callable[[Sequence[Diagnostic]], Clear] | None = None
    ) -> list[Diagnostic]:
        """What waits, but for what may be in what could not be read; `certain` says what is not.

        Sections come first, since things may be declared in them: those that are misspelt, then
        others. The sections that are not told are given back.
        """
        held: list[Diagnostic] = []
        for turn in _TURNS:
            some = [one for one in self._waiting if one.turn == turn]
            doubtful = some and self._doubts
            clear = certain([*self.report.diagnostics, *held]) if certain and doubtful else None
            untold = [one.diagnostic for one in some if not self._tell(one, clear)]
            held += untold if turn else []
        self._waiting.clear()
        return held

    def _tell(self, one: Unknown, clear: Clear | None) -> bool:
        """Whether this is told: nothing that is in doubt may be called so."""
        unsure = clear is None or not one.sure(clear)
        odd = self.near(one.word, self._odd_names) is not None
        if odd or (unsure and self.in_doubt(one.about)):
            return False
        near = self.near(one.word, one.known)
        far = one.diagnostic.help or _some(one.known)
        help = did_you_mean(one.word, one.known) if near else far
        self.report.add(replace(one.diagnostic, help=help))
        return True

    def near(self, word: str, known: Collection[str]) -> str | None:
        """The nearest known word, as long as there is time to look for it."""
        self._compared += len(known)
        return nearest(word, known) if self._compared <= MOST_COMPARED else None

    # Names

    def well_named(self, word: str, span: Span) -> bool:
        """Whether the word can be a name; a report if not."""
        if len(word) > LONGEST_NAME or not NAME.fullmatch(word):
            help = _as_name(word)
            help = f"write `{help}`" if help else "lower case words, parted by hyphens"
            shown = f"`{word[:LONGEST_NAME]}`" if word else "nothing"
            self.report.error("CW326", f"{shown} is not a name", span, help)
        elif word in keywords.reserved():
            message = f"`{word}` is a word of the language"
            self.report.error("CW327", message, span, "choose another name")
        else:
            return True
        self._odd_names.add(word)
        return False

    def declare(self, group: str, word: str, span: Span, what: str = "", help: str = "") -> bool:
        """Whether this is the first of its name in its group; a report if not."""
        if not word:
            return self.well_named(word, span)
        first = self._names.setdefault((group, word), span)
        if first is span:
            self.well_named(word, span)
            return True
        what = what or f"the {group} `{word}`"
        notes = ((first, "the first one"),)
        self.report.error("CW328", f"{what} is declared twice", span, help, notes)
        return False

    # Texts

    def expression(self, spot: Spot | None) -> Span | None:
        """The raw text of an expression, where blanks may stand for each other."""
        if spot is None:
            return None
        span = spot.document.text_span(spot.path)
        if span.text.split() != spot.word.split():
            help = "write it without escapes and doubled quotes, or as a block after `|`"
            if isinstance(spot.value, int):
                help = f"write the number with digits alone: `{spot.value}`"
            self.report.error("CW329", "this text differs from what is read", spot.span, help)
            return None
        return self._bounded(span)

    def effect(self, spot: Spot | None) -> Span | None:
        """The raw text of an effect, character for character."""
        if spot is None:
            return None
        if not spot.document.exact(spot.path):
            message = "the lines of this effect can't be told from what is read"
            help = "write effects as one plain line or with `|`"
            self.report.error("CW329", message, spot.span, help)
            return None
        return self._bounded(spot.document.text_span(spot.path))

    def _bounded(self, span: Span) -> Span | None:
        if span.end - span.start <= LONGEST_TEXT:
            return span
        message = f"a text has at most {LONGEST_TEXT:,} characters"
        self.report.error("CW324", message, span, "split it into rules")
        return None


def title_of(name: str) -> str:
    """A title for what has none: `red-fox` is Red Fox."""
    return " ".join(word.capitalize() for word in name.split("-"))


def _as_name(word: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
    return found if NAME.fullmatch(found) and len(found) <= LONGEST_NAME else ""


def _some(words: Collection[str]) -> str:
    """The words themselves where they are few."""
    return "known: " + ", ".join(f"`{word}`" for word in words) if 0 < len(words) <= 6 else ""
