"""Finds how well names fit where they would be written, according to the checker itself.

The text is read with each name at its end. If it can't end there, or if that is an error whatever
the name is, texts that end it are added: first those with which its last verb goes on, as in *place
1 boat on*. Only those count with which the fewest errors remain whatever the name is. A name
does not fit if it causes an error that not all names cause, unless the error disappears with
something that may follow the name: a noun, *of you*, or arguments. Of several names of one sort,
only one is tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice

from cardwright import Rules
from cardwright.language import core
from cardwright.language.declared import Parameter
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.resolve.errors import CheckError
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright_tools.language_service.index import Key

ALONE, WITH_MORE, NEVER = range(3)
"""How well a name fits: by itself, with something that may follow it, or not at all."""
MOST_TRIED, MOST_ENDS = 400, 4
_OF_OWNERS = ("definition", "field", "rule", "zone", "state", "menu")
_UNLIKE = ("kind", *_OF_OWNERS)
"""Each of these may have its own type; things of a kind and words of an enum share one."""

_OF_VERBS = {
    verb.name: [f" {word} you" for word in re.findall(r"\} (\w+) \{", verb.english)]
    for verb in VERBS.all
}
"""How a statement with this verb may go on after one of its parts: `place 1 boat on you`."""
_ENDS_OF_VERBS = dict.fromkeys(end for ends in _OF_VERBS.values() for end in ends)
_AFTER = (
    ")", " to 1", " from 1", " > 1", " is 1", ": end the game", " > 1: end the game", " be 1",
    " times: end the game", ") times: end the game", "): end the game", ") to 1",
    " may end the game",
)  # fmt: skip
"""Other possible ends of a text after a name."""
_SAMPLES = 3
_WRONG_NUMBER = "CW218"
"""The code for a wrong number of arguments: as a name is completed, none have been typed."""
_TEXTS: Mapping[str, type[Node]] = {
    "effect_text": ast.EffectText, "expression_text": ast.ExpressionText,
}  # fmt: skip

Errors = frozenset[tuple[str, int]]
"""Codes and offsets."""


@dataclass(frozen=True, slots=True)
class InScope:
    """What a text knows besides the packs' declarations: parameters, the kind of *this*, and other
    names with their values; and whether it is that of a prohibition."""

    takes: Sequence[Parameter] = ()
    this: str = ""
    names: Mapping[str, core.Expr] = field(default_factory=dict)
    forbids: bool = False


NOTHING_MORE = InScope()


def fits_of_names(
    rules: Rules,
    before: str,
    start: str,
    by_word: Mapping[str, Sequence[Key]],
    scope: InScope = NOTHING_MORE,
) -> Mapping[str, int]:
    """How well each word fits after this text; empty if that is unknown."""
    sorts: dict[frozenset[object], list[str]] = {}
    for word, keys in by_word.items():
        sorts.setdefault(frozenset(_sort(word, key, rules) for key in keys), []).append(word)
    if len(sorts) > MOST_TRIED:
        return {}
    with loading() as budget:
        budget.comparisons = 0  # suggestions are not needed
        texts = ExternalTexts(rules.checked, scope.takes, scope.this, scope.names)
        try:
            trials = _trials(_last_statement(before, start, texts), [*sorts.values()])
        except CheckError:  # a parameter has an error
            return {}
        trials = [one for one in trials if one.has_fit] or trials
        least = min((len(one.common) for one in trials), default=0)
        found = [one.fits(by_word) for one in trials if len(one.common) == least]
    return {word: min(fits[word] for fits in found) for word in by_word} if found else {}


def _sort(word: str, key: Key, rules: Rules) -> object:
    return _alike(key, rules) or key, word == key[1]


def _alike(key: Key, rules: Rules) -> object:
    """Equal for names that fit in the same places; None for a name that is like no other."""
    (what, name, owner), declared, board = key, rules.declared, rules.declared.board
    if what == "definition" and (made := rules.checked.functions.get(name)):
        return what, made.takes, made.body.type
    if what in ("rule", "menu") and not owner:
        found = (declared.rules if what == "rule" else declared.menus).get(name)
        return found and (what, *(str(one.type) for one in found.takes))
    if what == "zone" and (zone := board.zones.get(name)):
        return what, zone.holds, zone.each_player, zone.ordered, zone.seen_by
    if what == "state" and (state := board.state.get(name)):
        return what, state.type, state.per, state.has_most, state.pays_for
    return None if what in _UNLIKE else (what, owner)


def is_kind(keys: Sequence[Key]) -> bool:
    return any(key[0] == "kind" for key in keys)


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a text that is being written."""

    before: str
    start: str
    texts: ExternalTexts
    after: str = ""

    def read(self, written: str, report: Report) -> Node | None:
        span = Source("", self.before + written + self.after).whole
        if self.start == "effect_text":
            self.texts.resolved_effect(span, report)
        else:
            self.texts.expression(span, report, you=True)
        return self.texts.tree(span)

    def can_follow(self, written: str) -> bool:
        """Whether the text can be read with this; an end of verbs must be one of its last verb."""
        span = Source("", self.before + written + self.after).whole
        tree = shared_parser(VERBS).try_parse(span, _TEXTS[self.start])
        if tree is None or self.after not in _ENDS_OF_VERBS:
            return tree is not None
        verbs = [one.word.text for one in tree.walk() if isinstance(one, ast.VerbClause)]
        return bool(verbs) and self.after in _OF_VERBS[VERBS.by_form[verbs[-1]].name]

    def errors(self, written: str) -> Errors | None:
        """The errors in the text with this at its end, up to there; None if it can't be read."""
        report = Report()
        if self.read(written, report) is None:
            return None
        errors = (one for one in report.diagnostics if one.severity == "error")
        places = ((one.code, one.span.start if one.span else 0) for one in errors)
        last = len(self.before + written)
        return frozenset(one for one in places if one[1] <= last)


def _last_statement(before: str, start: str, texts: ExternalTexts) -> _End:
    """The end of a text, without the statements before its last one: only their names matter."""
    whole = Source("", f"{before}x").whole
    tree = shared_parser(VERBS).partial_effect(whole, Report()) if start == "effect_text" else None
    if tree is None:
        return _End(before, start, texts)
    *earlier, last = _separated(tree.statements)
    if not earlier:
        return _End(before, start, texts)
    done = Span(whole.source, 0, earlier[-1].extent.end)
    begin = last.span if isinstance(last, ast.UnreadStatement) else last.extent
    return _End(_indented(before, begin.start), start, texts.after(done))


def _indented(text: str, at: int) -> str:
    """The text from a statement on, as far in as its line, as its other lines are."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    indent = line[: len(line) - len(line.lstrip())]
    return f"\n{indent}{text[at:].lstrip()}" if indent else text[at:].lstrip()


def _separated(statements: Sequence[ast.Statement]) -> list[ast.Statement]:
    """The statements, with those joined by `then` on the last line as separate ones."""
    *earlier, last = statements
    return [*earlier, *(last.statements if isinstance(last, ast.Sequence) else [last])]


@dataclass(frozen=True, slots=True)
class _Trial:
    """One name of each sort before an end: the errors of each, and those that all names cause."""

    end: _End
    sorts: Sequence[Sequence[str]]
    errors: Mapping[str, Errors | None]
    common: Errors

    @property
    def has_fit(self) -> bool:
        """Whether some name causes no error of its own."""
        return any(one is not None and one <= self.common for one in self.errors.values())

    def fits(self, by_word: Mapping[str, Sequence[Key]]) -> dict[str, int]:
        common, errors = self.common, self.errors
        left = [words for words in self.sorts if (errors[words[0]] or common) - common]
        found = dict.fromkeys(by_word, ALONE) | {word: NEVER for words in left for word in words}
        kinds = {key[1]: True for word, keys in by_word.items() if found[word] == ALONE
                 for key in keys if key[0] == "kind"}  # fmt: skip
        for words in left:
            own = (errors[words[0]] or common) - common
            is_call = all(code == _WRONG_NUMBER for code, _ in own)
            if is_call or self._fits_with_more(words[0], by_word[words[0]], kinds):
                found.update(dict.fromkeys(words, WITH_MORE))
        return found

    def _fits_with_more(self, name: str, keys: Sequence[Key], kinds: Iterable[str]) -> bool:
        """Whether a name fits with an owner, or as an adjective of one of these kinds."""
        if any(key[0] in _OF_OWNERS for key in keys):
            errors = self.end.errors(f"{name} of you")
            if errors is not None and errors <= self.common:
                return True
        return self.end.texts.describes(Source("", name).whole, kinds)


def _tried(end: _End, sorts: Sequence[Sequence[str]]) -> _Trial:
    errors = {words[0]: end.errors(words[0]) for words in sorts}
    read = [found for found in errors.values() if found is not None]
    return _Trial(end, sorts, errors, frozenset.intersection(*read) if read else frozenset())


def _trials(end: _End, sorts: Sequence[Sequence[str]]) -> list[_Trial]:
    """The names at the end of the text, if that may be right, or else before a few ends, too."""
    samples = [words[0] for words in sorts[:_SAMPLES]]
    every = (replace(end, after=after) for after in ("", *_ENDS_OF_VERBS, *_AFTER))
    ends = (one for one in every if any(one.can_follow(word) for word in samples))
    found: list[_Trial] = []
    for one in islice(ends, MOST_ENDS):
        found.append(_tried(one, sorts))
        if not one.after and found[0].has_fit and not found[0].common:
            break
    return found
