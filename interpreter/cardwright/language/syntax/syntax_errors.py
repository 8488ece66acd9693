"""Explains syntax errors: what was found, and what is expected there.

Each rule recognizes one sort of mistake; the first that matches is used.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.language.inflection import singular
from cardwright.language.registry import keywords
from cardwright.language.syntax.common_mistakes import CounterOrThings, mistake_at
from cardwright.language.syntax.expected_words import accepted, expected, spellings
from cardwright.language.syntax.indentation import ODD_INDENT
from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.parse_stop import Grammar, Stop, indent, words_before
from cardwright.language.syntax.small_changes import missing_do, missing_then, needless_word
from cardwright.language.syntax.verb_errors import (
    BELOW_RANK,
    MAX_DISTANCE,
    no_name,
    no_verb,
    swallowed_key,
    unindented_branch,
)
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit, Suggestion
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, distance, nearest
from cardwright.source.text import Source, Span

MOST_TYPOS = 2
_ODD_BLANK = lazy_pattern(r"[^\S \t\r\n]|[\u200b\u2060]")
_TEXT = lazy_pattern(r"[A-Z][^,:{}#\"\n]{0,200}?(?=\s*(?:[,:#\n]|\Z))")
_OPENER = lazy_pattern(r" *(?:if|for each|repeat|otherwise)\b[^:#]*$")
_TWO_NOUNS = lazy_pattern(r"([^\n]*[\w)]) ((?:an?|the|another) [a-z][^,\n]*)")
_NAME = lazy_pattern(r"[a-z][\w-]*")
_NAMED = lazy_pattern(r'"[^"\n]*"|#[^\n]*|\bas ([a-z][\w-]*)')  # texts and comments name nothing
_AFTER_COMMA = lazy_pattern(r", *(?=([A-Za-z]+ [A-Za-z]+)?)([a-z]{4,})?")
_LIMIT = lazy_pattern(r", *[^,:\n]*?\b(\d+|one) (?:per|(?:for|on|in|from) each) ([a-z][\w-]*)")
_DIFFERENT = lazy_pattern(r", *((?:[a-z]+ ){0,4}?)([a-z]{7,11}) ([a-z][\w-]*)")
_COMPARED = lazy_pattern(r"\b(?:at (?:least|most)|(?:more|fewer|less) than|exactly)\Z")
_NOTHING = lazy_pattern(r"(?>(?:\s|#[^\n]*+)*)")
_COLON = lazy_pattern(r'"[^"\n]*"|#[^\n]*|(:)')
_SUM = "as in `sum of face of die over dice`"
_CLOSED = "close each `(`, as in `gain (number of mines) gold`"
_TAILS = {
    "_COMMA_AT_MOST": "at most", "_THEN": "then", "_COMMA_DIFFERENT": "all different",
    "HIGHEST_FIRST": "highest first", "LOWEST_FIRST": "lowest first",
    "TIES_SHARE": "ties share", "_TIES_SPLIT": "ties split",
}  # fmt: skip
"""Phrases after a comma, by their terminals."""


class Example(str):
    """Help that is an example, which only a game with its words understands."""

    __slots__ = ()


def syntax_error(error: UnexpectedInput, span: Span, grammar: Grammar) -> Diagnostic:
    """The diagnostic for a syntax error."""
    at = min(max(error.at, span.start), span.end)
    stop = Stop(span, at, error.kind, accepted(error), grammar)
    return next(said for rule in _RULES if (said := rule(stop)) is not None)


def _no_block(stop: Stop) -> Diagnostic | None:
    """A text that ends after the colon of a block."""
    left = _NOTHING.fullmatch(stop.text, stop.at, stop.span.end)
    if stop.accepted != ["_INDENT"] or left is None:
        return None
    found = _COLON.finditer(stop.text, stop.span.start, stop.at)
    where = max((colon.span(1) for colon in found), default=(stop.at, stop.at))
    message = f"unexpected end of text; {expected(stop)}"
    return Diagnostic("CW202", message, stop.part(*where))


def _indented(stop: Stop) -> Diagnostic | None:
    if stop.odd not in ("_INDENT", ODD_INDENT):
        return None
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    lines = stop.text[stop.span.start : begin].splitlines()
    above = [line for line in lines if line.split("#")[0].strip()]
    near = min(reversed(above), key=lambda line: abs(indent(line) - (stop.at - begin)), default="")
    said = " ".join(near.split()[:2])
    help = f"indent it like `{said}`; only lines after a `:` are indented more"
    message = "the indentation of this line matches no earlier line"
    return Diagnostic("CW205", message, stop.here, help)


def _not_indented(stop: Stop) -> Diagnostic | None:
    """A line that belongs to the one above it, which ends with a colon."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    if stop.accepted != ["_INDENT"] or stop.text[begin : stop.at].strip():
        return None
    help = "indent it more than the line above, which ends with `:`"
    return Diagnostic("CW205", f"`{stop.word}` is not indented", stop.here, help)


def _blank(stop: Stop) -> Diagnostic | None:
    """Whitespace other than an ordinary space, which often comes with copied text."""
    odd = _ODD_BLANK.match(stop.text, stop.at)
    if odd is None:
        return None
    message = f"unexpected whitespace U+{ord(odd[0]):04X}"
    help = Suggestion.only("write an ordinary space instead", odd[0], " ")
    return Diagnostic("CW201", message, stop.part(*odd.span()), help)


def _quote(stop: Stop) -> Diagnostic | None:
    rest = stop.text[stop.at + 1 : stop.span.end].split("\n")[0]
    if stop.word != '"' or '"' in rest:
        return None
    if "TEXT_END" in stop.accepted:
        opened = stop.text.rindex("{", stop.span.start, stop.at)
        help = "write `}` after the value that is shown in the text"
        return Diagnostic("CW201", "this brace is not closed", stop.part(opened, opened + 1), help)
    help = 'text begins and ends with `"` on the same line'
    return Diagnostic("CW206", "this quote is not closed", stop.here, help)


def _unquoted(stop: Stop) -> Diagnostic | None:
    """A question or another text without its quotes: `choose 1 player, as rival Whom?`."""
    found = _TEXT.match(stop.text, stop.at, stop.span.end)
    word, verbs = stop.word.lower(), stop.grammar.verbs.by_form
    if found is None or "STRING" not in stop.accepted or word in keywords.reserved():
        return None
    if word in verbs and verbs[word].terminal in stop.accepted and not found[0].endswith("?"):
        return None
    what = "the question" if found[0].endswith("?") else "text"
    help = Suggestion.of(f'put {what} in quotes: `"{found[0]}"`', found[0], f'"{found[0]}"')
    return Diagnostic("CW201", f"unexpected `{found[0]}`", stop.part(*found.span()), help)


def _reserved(stop: Stop) -> Diagnostic | None:
    """A name that is a keyword, so that its use is a syntax error."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    end = stop.at + len(stop.word)
    for named in _NAMED.finditer(stop.text, stop.span.start, stop.at):
        again = _NAME.findall(stop.text, max(begin, named.end()), end)
        if named[1] in again and named[1] in keywords.read_first():
            message = f"`{named[1]}` is a word of the language"
            return Diagnostic("CW327", message, stop.part(*named.span(1)), "choose another name")
    return None


def _common_mistake(stop: Stop) -> Diagnostic | None:
    found = mistake_at(stop.span, stop.at, stop.grammar.verbs)
    if found is None:
        return None
    where, help = found
    return Diagnostic("CW201", f"unexpected `{where.text}`", where, help)


# ---------------------------------------------------------------------------------- ends


def _too_early(stop: Stop) -> Diagnostic | None:
    """A text or line that ends before it is complete."""
    if stop.word and stop.text[stop.at : stop.at + 1] != "\n":
        return None
    start = stop.span.start
    last = len(stop.text[start : stop.at].rstrip()) + start
    where = stop.part(max(start, last - 1), max(last, start + 1))
    more = stop.text[stop.at : stop.span.end].strip()
    if more and _deeper(stop.text, stop.at):
        message = "the next line is indented more, but this line does not end with `:`"
        help = "add `:` at the end of this line, or indent the next line like this one"
        return replace(Diagnostic("CW202", message, where, help), fixes=_colon(stop, last))
    what = "line" if more else "text"
    known = stop.grammar.verbs.by_form
    verbs = [known[word.text] for word in words_before(stop) if word.text in known]
    help = _without_to(stop) or (Example(f"as in `{verbs[0].example}`") if verbs else "")
    help = _SUM if "_OVER" in stop.accepted else help
    help = _CLOSED if "RPAR" in stop.accepted else help
    needed = expected(stop)
    if "INT" not in stop.accepted and _COMPARED.search(stop.text, start, last):
        needed, help = "expected a number", _with_number(stop, last)
    return Diagnostic("CW202", f"unexpected end of {what}; {needed}", where, help)


def _with_number(stop: Stop, end: int) -> str:
    """Help for `if you have at least`, where these words are read as names: what is written if the
    number and the things follow."""
    whole = Source("", f"{stop.text[stop.span.start : end]} 2 things").whole
    found = mistake_at(whole, whole.end - len("2 things"), stop.grammar.verbs)
    help = found[1] if found else ""
    if isinstance(help, CounterOrThings):
        help = f"write `{help.by_noun.things}`"
    return re.sub(r"\bthings?\b", "KIND", help)


def _colon(stop: Stop, end: int) -> tuple[Edit, ...]:
    """The colon that is missing at the end of a line which begins a block: `if round is 3`."""
    begin = stop.text.rfind("\n", 0, end) + 1
    is_opener = _OPENER.match(stop.text, begin, end) and "COLON" in stop.accepted
    at = stop.part(end, end)
    return (Edit(at, ":", certain=True),) if is_opener and begin > stop.span.start else ()


def _without_to(stop: Stop) -> str:
    """Help for `move 1 cart a town`, which lacks its `to`."""
    words = words_before(stop)
    said = stop.text[words[0].start : stop.at].rstrip() if words else ""
    found = _TWO_NOUNS.fullmatch(said) if "to" in spellings(stop) else None
    known = {*keywords.read_first(), *stop.grammar.verbs.by_form}
    if found is None or found[1].split()[-1] in known:
        return ""
    return f"write `{found[1]} to {found[2]}`"


def _deeper(text: str, end: int) -> bool:
    """Whether the next line is indented more deeply than the one that ends here."""
    before = text[text.rfind("\n", 0, end) + 1 : end]
    return indent(text[end:].lstrip("\r\n").split("\n")[0]) > indent(before)


# ------------------------------------------------------------------------------- words


def _limit(stop: Stop) -> Diagnostic | None:
    """A limit in other words: `, no more 1 per base`, `, each from a diferent base`."""
    found = _LIMIT.match(stop.text, stop.at, stop.span.end)
    help = f"write `, at most {found[1].replace('one', '1')} per {found[2]}`" if found else ""
    if found is None and (found := _DIFFERENT.match(stop.text, stop.at, stop.span.end)):
        close = distance(found[2], "different", MAX_DISTANCE) <= MOST_TYPOS
        help = f"write `, each of a different {singular(found[3])}`" if close else ""
    if not help or found is None:
        return None
    where = stop.part(found.start() + len(found[0]) - len(found[0].lstrip(", ")), found.end())
    return Diagnostic("CW201", f"unexpected `{where.text}`", where, help)


def _after_comma(stop: Stop) -> Diagnostic | None:
    """A misspelt phrase after a comma: `, at mots 1 per base`."""
    found = _AFTER_COMMA.match(stop.text, stop.at, stop.span.end)
    known = [said for terminal, said in _TAILS.items() if terminal in stop.accepted]
    for part in filter(None, found.groups() if found else ()):
        if help := did_you_mean(part, known):
            start = stop.text.index(part, stop.at)
            where = stop.part(start, start + len(part))
            return Diagnostic("CW201", f"unexpected `{part}`", where, help)
    return None


def _answers(stop: Stop) -> Diagnostic | None:
    """Answers of an automaton without commas, or an order in other words."""
    if {*stop.accepted} != _ANSWERED or not _NAMES.fullmatch(stop.span.text):
        return None
    help = "write `,` between answers; an order is `by NUMBER of KIND, highest first`"
    return Diagnostic("CW201", f"unexpected `{stop.word}`", stop.here, help)


_ANSWERED = frozenset({"COMMA", "_NL", "$END"})
_NAMES = lazy_pattern(r"\s*[a-z][\w-]*(?:\s+[a-z][\w-]*)+\s*")


def _rank(stop: Stop) -> Diagnostic | None:
    """A line of `rank` that begins with another word than a rank: `secnd: ...`."""
    if "RANK" not in stop.accepted or "NAME" in stop.accepted:
        return None
    help = _after_rank(stop) or did_you_mean(stop.word, BELOW_RANK) or _RANKED
    return Diagnostic("CW201", f"unexpected `{stop.word}`", stop.here, help)


def _after_rank(stop: Stop) -> str:
    """Help for a line that begins with a rank, but does not go on with `:` or `and`."""
    said = _RANKS.match(stop.text, stop.at, stop.span.end)
    ranks = _JOINT.split(said[1]) if said else []
    if len(ranks) > 1 and {*keywords.RANKS} > {*ranks}:
        return f"write `{' and '.join(ranks)}:`"
    needs_colon = stop.word in BELOW_RANK
    return f"write `:` after `{stop.word}`" if needs_colon else _OF_RANKS.get(stop.word, "")


_RANKS = lazy_pattern(r"([^:\n]*[a-z]) *:")
_JOINT = lazy_pattern(r", *(?:and )?| or | and ")
_OF_RANKS = {
    "last": "for all others, write `otherwise:`",
    "others": "for all others, write `otherwise:`",
    **dict.fromkeys(("only", "alone", "single"), "write `sole`, as in `sole first: ...`"),
}
_RANKED = "below `rank`, each line begins with a rank, as in `first: player gains ...`"


def _other(stop: Stop) -> Diagnostic:
    words = () if stop.word in keywords.reserved() else spellings(stop)
    help = did_you_mean(stop.word, words) if nearest(stop.word, words) else expected(stop)
    help = f"{help}, {_SUM}" if "_OVER" in stop.accepted else help
    return Diagnostic("CW201", f"unexpected `{stop.word}`", stop.here, help)


_RULES = (
    _no_block, _not_indented, _indented, _blank, _quote, _unquoted, _reserved, no_name,
    swallowed_key, needless_word, _answers, _common_mistake, _rank, _limit, _after_comma,
    unindented_branch, missing_then, missing_do, no_verb, _too_early, _other,
)  # fmt: skip
