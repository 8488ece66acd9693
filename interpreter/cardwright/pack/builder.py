"""The state shared by everything that builds a game from packs: declarations, names, errors.

Responsible for the rule that one mistake leads to one diagnostic. A part that could not be read may
declare a name that seems unknown, so errors about unknown names are deferred to the end of loading,
and then reported only if no unread part can explain them. Knows nothing about what any section
means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import field, replace
from typing import Protocol

from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.language.declared import Declared
from cardwright.language.registry import keywords
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.name_form import MAX_NAME_LENGTH, is_name, slugify
from cardwright.pack.validation.unmarked_effects import is_statement
from cardwright.pack.validation.value_types import MAX_TEXT_LENGTH
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Diagnostic, Notes, Report
from cardwright.source.edits import Suggestion
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean, nearest
from cardwright.source.text import Span
from cardwright.source.yaml_blocks import line_of_block
from cardwright.source.yaml_fixes import requoted

MAX_TEXTS_LENGTH = 1_250_000
"""Of all effects and expressions of a game: each character takes time and memory to check. The
texts of 10,000 cards have a million.
"""
BUILT_IN_WORDS = keywords.built_in(VERBS.adjectives)
NEVER_IN_PHRASES = frozenset({"rule", "menu", "option", "pieces"})
"""Names that are only written where nothing else can be: `do rest`, `open acts`."""
EVERYTHING = "everything"
AUTOMATA = "automata"
NAMES = "names"
"""The category that is incomplete if names that a declaration gives to its texts are unread."""
SECTION = "sections"
_PASSES = (SECTION, "types", "")
UNKNOWN_CODES = frozenset({"CW320", "CW340", "CW342", "CW343", "CW349"})
"""Codes that may be reported despite unread parts, if the word itself is not open."""


class Certainty(Protocol):
    """Which words can be judged although some part of the packs can't be read."""

    def can_judge(self, word: str) -> bool:
        """Whether no unread part can declare this word."""
        ...

    def can_judge_unknown(self, word: str) -> bool:
        """`can_judge` for a word that names nothing where it is used."""
        ...


@dataclass(frozen=True, slots=True)
class DeferredUnknown:
    """A word that seems to name nothing, or a kind with one, with the names that are known."""

    category: str
    word: str
    diagnostic: Diagnostic
    known: Collection[str]

    def is_certain(self, certainty: Certainty) -> bool:
        """Whether no unread part can declare the word, nor the enum it should belong to."""
        enum = self.category.removeprefix("enum ")
        if self.diagnostic.code not in UNKNOWN_CODES:
            return False
        enum_is_known = enum == self.category or certainty.can_judge(enum)
        return enum_is_known and all(map(certainty.can_judge_unknown, self.word.split()))

    @property
    def reporting_pass(self) -> str:
        """Unknown sections are reported first: their content would declare further names."""
        return self.category if self.diagnostic.code == "CW320" else ""


@dataclass(slots=True)
class PackBuilder:
    """`type_words`: the values that a type can have. `incomplete_kinds`: kinds with unread fields.

    `unknown_places`: kinds that can be on some unknown places. `gone_when_nodes`: by kind, its
    `gone when`. `extensions`: by kind and name, from `extend`. `new_maxima`: by kind and name, the
    highest values that extensions give counters.
    """

    declared: Declared
    report: Report
    type_words: dict[Type, dict[str, None]] = field(default_factory=dict)
    incomplete_kinds: set[str] = field(default_factory=set)
    unknown_places: set[str] = field(default_factory=set)
    gone_when_nodes: dict[str, YamlNode] = field(default_factory=dict)
    extensions: dict[tuple[str, str], YamlNode] = field(default_factory=dict)
    new_maxima: dict[tuple[str, str], YamlNode] = field(default_factory=dict)
    _incomplete: set[str] = field(default_factory=set)
    _invalid_names: set[str] = field(default_factory=set)
    _deferred: list[DeferredUnknown] = field(default_factory=list)
    text_length: int = 0
    _declared_names: dict[tuple[str, str], Span] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return self.declared.board

    def error(
        self, code: str, message: str, span: Span | None, help: str = "", notes: Notes = ()
    ) -> None:
        self.report.error(code, message, span, help, notes)

    # Parts that could not be read

    def mark_incomplete(self, category: str = EVERYTHING) -> None:
        """Notes that declarations of a category could not be read."""
        self._incomplete.add(category)

    def is_incomplete(self, category: str) -> bool:
        return EVERYTHING in self._incomplete or category in self._incomplete

    def may_be(self, kind: str, root: str) -> bool:
        """Whether a kind is below a root, or could be: its parent may be unread."""
        above = self.board.ancestors(kind)
        return root in above or self.is_incomplete_kind(kind)

    def is_incomplete_kind(self, kind: str) -> bool:
        """Whether something about a kind, or about one above it, could not be read."""
        above = self.board.ancestors(kind) if kind in self.board.kinds else (kind,)
        return bool(self.incomplete_kinds.intersection(above))

    def mark_invalid_name(self, word: str) -> None:
        """Notes a name whose declaration can't be used, so that its uses are not reported."""
        self._invalid_names.add(word)

    @property
    def invalid_names(self) -> Collection[str]:
        return self._invalid_names

    def is_invalid_name(self, word: str) -> bool:
        return word in self._invalid_names

    def defer_unknown(
        self,
        category: str,
        word: str,
        code: str,
        message: str,
        span: Span,
        known: Collection[str] = (),
        help: str = "",
    ) -> None:
        """Reports at the end of loading that a word names nothing, and suggests a `known` one.

        `help` is used if no known word is near.
        """
        found = Diagnostic(code, message, span, help=help)
        self._deferred.append(DeferredUnknown(category, word, found, known))

    def has_deferred(self, category: str) -> bool:
        return any(one.category == category for one in self._deferred)

    def report_deferred(
        self, certainty_of: Callable[[Sequence[Diagnostic]], Certainty] | None = None
    ) -> list[Diagnostic]:
        """Reports the deferred errors that no unread part can explain.

        `certainty_of` judges words in view of the errors so far. Sections come first, since they
        declare names: misspelt ones, then others. Returns the unknown sections that were not
        reported.
        """
        withheld: list[Diagnostic] = []
        for reporting_pass in _PASSES:
            batch = [one for one in self._deferred if one.reporting_pass == reporting_pass]
            certainty = None
            # A certainty reads all documents, so it is made only where something is incomplete.
            if certainty_of and batch and self._incomplete:
                certainty = certainty_of([*self.report.diagnostics, *withheld])
            left = [one.diagnostic for one in batch if not self._report_if_certain(one, certainty)]
            withheld += left if reporting_pass else []
        self._deferred.clear()
        return withheld

    def _report_if_certain(self, one: DeferredUnknown, certainty: Certainty | None) -> bool:
        """Reports the error if it is certain; returns whether it was reported."""
        certain = certainty is not None and one.is_certain(certainty)
        if self.is_invalid_name(one.word) or nearest(one.word, self._invalid_names) is not None:
            return False
        if not certain and self.is_incomplete(one.category):
            return False
        near = nearest(one.word, one.known)
        far = one.diagnostic.help or _list_if_few(one.known)
        help = did_you_mean(one.word, one.known) if near else far
        self.report.add(replace(one.diagnostic, help=help))
        return True

    # Names

    def check_kind(self, node: YamlNode) -> bool:
        """Whether a node names a kind; reports it if not."""
        if node.word in self.board.kinds:
            return True
        message, help = f"there is no kind `{node.word}`", "declare it under `kinds`"
        parts = re.split(r", *| or | and ", node.word)
        if len(parts) > 1 and all(part in self.board.kinds for part in parts):
            help = f"write a list: `[{', '.join(parts)}]`"
        self.defer_unknown("types", node.word, "CW340", message, node.span, self.board.kinds, help)
        return False

    def check_name(self, word: str, span: Span) -> bool:
        """Whether the word can be a name; reports it if not."""
        if not is_name(word):
            shown = f"`{word[:MAX_NAME_LENGTH]}`" if word else "nothing"
            block = line_of_block(span.source.text, span.start) if is_statement(word) else ""
            help = block or _valid_name(word)
            self.report.error("CW326", f"{shown} is not a valid name", span, help)
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
        """Whether this is the first use of the name in its group; reports it if not."""
        if not word:
            return self.check_name(word, span)
        first = self._declared_names.setdefault((group, word), span)
        if first is span:
            if group not in NEVER_IN_PHRASES and word in BUILT_IN_WORDS:
                self.refuse_built_in(word, span)
            else:
                self.check_name(word, span)
            return True
        what = what or f"the {group} `{word}`"
        notes = ((first, "first declared here"),)
        self.report.error("CW328", f"{what} is declared twice", span, help, notes)
        return False

    def refuse_built_in(self, word: str, span: Span) -> None:
        """Reports a name that is a word with a built-in meaning."""
        message = f"`{word}` already has a meaning: {BUILT_IN_WORDS[word]}"
        self.report.error("CW327", message, span, "choose another name")
        self._invalid_names.add(word)

    # Texts

    def expression_span(self, node: YamlNode | None) -> Span | None:
        """The raw text of an expression, whose whitespace may differ from the value's."""
        if node is None:
            return None
        span = node.document.text_span(node.path)
        if span.text.split() != node.word.split():
            help = "write it without quotes around it, or as a block after `|`"
            if isinstance(node.value, int):
                help = f"write the number in digits: `{node.value}`"
            message = _escape_message(node.span.text) or "this text is not read exactly as written"
            self.report.error("CW329", message, node.span, help, fixes=requoted(node.span))
            return None
        return self._within_length(span)

    def effect_span(self, node: YamlNode | None) -> Span | None:
        """The raw text of an effect, character for character."""
        if node is None:
            return None
        if not node.document.is_verbatim(node.path):
            self._refuse_style(node)
            return None
        return self._within_length(node.document.text_span(node.path))

    def _refuse_style(self, node: YamlNode) -> None:
        """Reports an effect that YAML reads as something other than its text."""
        span, key = node.span, node.path[-1]
        message = "the lines of this effect are read as one line"
        help = "write effects on one unquoted line or after `|`"
        if len(span.text.splitlines()) == 1:
            message = _escape_message(span.text) or "this effect is not read exactly as written"
            help = "write it after `|`, on a line of its own, without quotes around it"
        elif node.document.style(node.path) == "plain" and isinstance(key, str):
            span, message = node.key_span, f"`{key}` has several lines, but no `|`"
            help = f"write `{key}: |` with the effect below it"
        self.report.error("CW329", message, span, help, fixes=requoted(node.span))

    def _within_length(self, span: Span) -> Span | None:
        length = span.end - span.start
        self.text_length += length
        if self.text_length - length <= MAX_TEXTS_LENGTH < self.text_length:
            message = f"the texts of a game can have at most {MAX_TEXTS_LENGTH:,} characters"
            self.report.error("CW303", message, span)
        if length <= MAX_TEXT_LENGTH:
            return span if self.text_length <= MAX_TEXTS_LENGTH else None
        message = f"text can have at most {MAX_TEXT_LENGTH:,} characters"
        self.report.error("CW324", message, span, "split it into rules")
        return None


def _escape_message(quoted: str) -> str:
    """That something in quotes stands for another character, as in `"say \\"Hello\\""`; "" if
    nothing does."""
    sort, pattern = ("double", r"\\x..|\\.") if quoted[:1] == '"' else ("single", "''")
    found = re.search(pattern, quoted[1:-1])
    if found is None:
        return ""
    reason = "this text is read exactly as written"
    return f"in {sort} quotes, `{found[0]}` stands for another character, but {reason}"


def _valid_name(word: str) -> str:
    """How to write a name that is not valid."""
    if found := re.fullmatch(r"([a-z][\w-]*) of ([a-z][\w-]*)", word):
        each = f"`{found[1]}` with `per: {found[2]}`"
        return f"write `{slugify(word)}`, or for a state of each, {each}"
    if found := re.fullmatch(r"([a-z][\w-]*) ?\(([a-z][\w-]*)\)", word):
        return f"write `{found[1]} of {found[2]}`"
    name = slugify(word)
    if not name:
        return "use lower case words separated by hyphens"
    is_same = name == re.sub("[ _]+", "-", word.lower())
    is_free = name not in keywords.reserved() and name not in BUILT_IN_WORDS
    said = f"write `{name}`"
    return Suggestion.only(said, word, name) if is_same and is_free else said


def _list_if_few(words: Collection[str]) -> str:
    """The words themselves, if they are few enough to read."""
    return "known: " + ", ".join(f"`{word}`" for word in words) if 0 < len(words) <= 6 else ""
