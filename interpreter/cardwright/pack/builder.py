"""What all builders of a game share: what is declared so far, names, and where errors go.

Owns the rule that one mistake gives one diagnostic: what could not be read may hold what
seems unknown, so such errors wait to the end and are told only when nothing is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import field, replace
from typing import Protocol

from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.language import keywords
from cardwright.language.declared import Declared
from cardwright.pack.forms import MAX_TEXT_LENGTH
from cardwright.pack.yaml_node import YamlNode
from cardwright.source.diagnostics import Diagnostic, Notes, Report
from cardwright.source.records import dataclass
from cardwright.source.spelling import MAX_COMPARISONS, did_you_mean, nearest
from cardwright.source.text import Span

NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
MAX_NAME_LENGTH = 64
BUILT_IN_PROPERTIES = frozenset({"place", "owner", "position", "number"})
EVERYTHING = "everything"
SECTION = "sections"
_PASSES = (SECTION, "types", "")
UNKNOWN_CODES = frozenset({"CW320", "CW340", "CW342", "CW343", "CW349"})
"""Codes of words that name nothing."""


class Certainty(Protocol):
    """What is certain of words where something can't be read."""

    def can_judge(self, word: str) -> bool:
        """Whether nothing that can't be read may be called so."""
        ...

    def can_judge_unknown(self, word: str) -> bool:
        """The same of a word that names nothing where it stands."""
        ...


@dataclass(frozen=True, slots=True)
class DeferredUnknown:
    """A word that seems to name nothing, and what it could have named."""

    category: str
    word: str
    diagnostic: Diagnostic
    known: Collection[str]

    def is_certain(self, clear: Certainty) -> bool:
        """Whether nothing that can't be read is called so, or is what it should be one of."""
        enum = self.category.removeprefix("enum ")
        known = enum == self.category or clear.can_judge(enum)
        return (
            self.diagnostic.code in UNKNOWN_CODES and known and clear.can_judge_unknown(self.word)
        )

    @property
    def reporting_pass(self) -> str:
        """When it is told: a section before what may be declared in it."""
        return self.category if self.diagnostic.code == "CW320" else ""


@dataclass(slots=True)
class PackBuilder:
    declared: Declared
    report: Report
    type_words: dict[Type, dict[str, None]] = field(default_factory=dict)  # that a value can be
    incomplete_kinds: set[str] = field(default_factory=set)  # with fields that could not be read
    gone_when_nodes: dict[str, YamlNode] = field(
        default_factory=dict
    )  # by kind, where its `gone when` stands
    extensions: dict[tuple[str, str], YamlNode] = field(
        default_factory=dict
    )  # to kinds, by `extend`
    _incomplete: set[str] = field(default_factory=set)
    _invalid_names: set[str] = field(default_factory=set)
    _deferred: list[DeferredUnknown] = field(default_factory=list)
    _comparisons: int = 0
    _declared_names: dict[tuple[str, str], Span] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return self.declared.board

    def error(
        self, code: str, message: str, span: Span | None, help: str = "", notes: Notes = ()
    ) -> None:
        self.report.error(code, message, span, help, notes)

    # What could not be read

    def mark_incomplete(self, about: str = EVERYTHING) -> None:
        """Something about this could not be read: what seems unknown may be in it."""
        self._incomplete.add(about)

    def is_incomplete(self, about: str) -> bool:
        return EVERYTHING in self._incomplete or about in self._incomplete

    def mark_invalid_name(self, word: str) -> None:
        """A name whose declaration can't be used: nothing is said of words like it."""
        self._invalid_names.add(word)

    def is_invalid_name(self, word: str) -> bool:
        return word in self._invalid_names

    def defer_unknown(
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
        self._deferred.append(DeferredUnknown(about, word, found, known))

    def has_deferred(self, about: str) -> bool:
        """Whether something of this is unknown that waits to be told."""
        return any(one.category == about for one in self._deferred)

    def report_deferred(
        self, certain: Callable[[Sequence[Diagnostic]], Certainty] | None = None
    ) -> list[Diagnostic]:
        """What waits, but for what may be in what could not be read; `certain` says what is not.

        Sections come first, since things may be declared in them: those that are misspelt, then
        others. The sections that are not told are given back.
        """
        held: list[Diagnostic] = []
        for turn in _PASSES:
            some = [one for one in self._deferred if one.reporting_pass == turn]
            doubtful = some and self._incomplete
            clear = certain([*self.report.diagnostics, *held]) if certain and doubtful else None
            untold = [one.diagnostic for one in some if not self._report_if_certain(one, clear)]
            held += untold if turn else []
        self._deferred.clear()
        return held

    def _report_if_certain(self, one: DeferredUnknown, clear: Certainty | None) -> bool:
        """Whether this is told: nothing that is in doubt may be called so."""
        unsure = clear is None or not one.is_certain(clear)
        odd = self.nearest(one.word, self._invalid_names) is not None
        if odd or (unsure and self.is_incomplete(one.category)):
            return False
        near = self.nearest(one.word, one.known)
        far = one.diagnostic.help or _list_if_few(one.known)
        help = did_you_mean(one.word, one.known) if near else far
        self.report.add(replace(one.diagnostic, help=help))
        return True

    def nearest(self, word: str, known: Collection[str]) -> str | None:
        """The nearest known word, as long as there is time to look for it."""
        self._comparisons += len(known)
        return nearest(word, known) if self._comparisons <= MAX_COMPARISONS else None

    # Names

    def check_name(self, word: str, span: Span) -> bool:
        """Whether the word can be a name; a report if not."""
        if len(word) > MAX_NAME_LENGTH or not NAME_PATTERN.fullmatch(word):
            help = _slugify(word)
            help = f"write `{help}`" if help else "lower case words, parted by hyphens"
            shown = f"`{word[:MAX_NAME_LENGTH]}`" if word else "nothing"
            self.report.error("CW326", f"{shown} is not a name", span, help)
        elif word in keywords.reserved():
            message = f"`{word}` is a word of the language"
            self.report.error("CW327", message, span, "choose another name")
        else:
            return True
        self._invalid_names.add(word)
        return False

    def declare_name(
        self, group: str, word: str, span: Span, what: str = "", help: str = ""
    ) -> bool:
        """Whether this is the first of its name in its group; a report if not."""
        if not word:
            return self.check_name(word, span)
        first = self._declared_names.setdefault((group, word), span)
        if first is span:
            self.check_name(word, span)
            return True
        what = what or f"the {group} `{word}`"
        notes = ((first, "the first one"),)
        self.report.error("CW328", f"{what} is declared twice", span, help, notes)
        return False

    # Texts

    def expression_span(self, node: YamlNode | None) -> Span | None:
        """The raw text of an expression, where blanks may stand for each other."""
        if node is None:
            return None
        span = node.document.text_span(node.path)
        if span.text.split() != node.word.split():
            help = "write it without escapes and doubled quotes, or as a block after `|`"
            if isinstance(node.value, int):
                help = f"write the number with digits alone: `{node.value}`"
            self.report.error("CW329", "this text differs from what is read", node.span, help)
            return None
        return self._within_length(span)

    def effect_span(self, node: YamlNode | None) -> Span | None:
        """The raw text of an effect, character for character."""
        if node is None:
            return None
        if not node.document.is_verbatim(node.path):
            message = "the lines of this effect can't be told from what is read"
            help = "write effects as one plain line or with `|`"
            self.report.error("CW329", message, node.span, help)
            return None
        return self._within_length(node.document.text_span(node.path))

    def _within_length(self, span: Span) -> Span | None:
        if span.end - span.start <= MAX_TEXT_LENGTH:
            return span
        message = f"a text has at most {MAX_TEXT_LENGTH:,} characters"
        self.report.error("CW324", message, span, "split it into rules")
        return None


def title_of(name: str) -> str:
    """A title for what has none: `red-fox` is Red Fox."""
    return " ".join(word.capitalize() for word in name.split("-"))


def _slugify(word: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
    return found if NAME_PATTERN.fullmatch(found) and len(found) <= MAX_NAME_LENGTH else ""


def _list_if_few(words: Collection[str]) -> str:
    """The words themselves where they are few."""
    return "known: " + ", ".join(f"`{word}`" for word in words) if 0 < len(words) <= 6 else ""
