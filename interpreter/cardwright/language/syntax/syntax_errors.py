"""Explains syntax errors: what was found, and what is expected there.

Each rule recognizes one sort of mistake; the first that matches is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

from cardwright.language.registry import keywords
from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax import common_mistakes
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean, distance, nearest, one_of
from cardwright.source.text import Span

_CLAUSE = re.compile(r".*(?:\n|:\s|,\s*then\b|,\s*or\b)", re.DOTALL)
_NOT_VERBS = frozenset({"each", "all", "any", "the", "your", "their", "its", "other",
                        "may", "repeat", "let", "open", "perform", "do"})  # fmt: skip
MAX_DISTANCE = 9  # from this distance on, words have nothing in common
MOST_TYPOS = 2
LONG = 6
"""From so many letters on, a word with two typos may be a verb; a shorter one is another word."""
_ODD_BLANK = re.compile(r"[^\S \t\r\n]|[\u200b\u2060]")
_WORD = re.compile(r"[\w-]+|\S")
_NAME = re.compile(r"[a-z][\w-]*")
_NAMED = re.compile(r'"[^"\n]*"|#[^\n]*|\bas ([a-z][\w-]*)')  # texts and comments name nothing
_BRANCH = re.compile(r'( *)([a-z][\w-]*)(?: "[^"\n]*")?(?: if [^:\n]*)?:')
_CHOOSE_ONE = re.compile(r"\bchooses? one\b[^\n]*:")
_AFTER_COMMA = re.compile(r", *(?=([a-z]{4,})?)([a-z]+ [a-z]+)?")
_LIMIT = re.compile(r", *[^,:\n]*?\b(\d+|one) (?:per|(?:for|on|in|from) each) ([a-z][\w-]*)")
_DIFFERENT = re.compile(r", *((?:[a-z]+ ){0,4}?)([a-z]{7,11}) ([a-z][\w-]*)")
_NOUN = re.compile(r"\b(?:an?|the|your|their|its|\d+|of|to|from|on|in)\s+$")
_TAILS = ("at most", "then", "all different")
_NAMES = {
    "NAME": "a name", "INT": "a number", "STRING": "quoted text", "_NL": "the end of the line",
    "$END": "the end", "COLON": "`:`", "LPAR": "`(`", "RPAR": "`)`", "COMMA": "`,`",
    "_INDENT": "an indented block", "LSQB": "`[`", "RSQB": "`]`", "COMPARE": "a comparison",
}  # fmt: skip
_BEGIN_VALUES = ("LPAR", "LSQB")
MOST_WORDS = 5  # the most words that are listed as expected


@dataclass(frozen=True, slots=True)
class Grammar:
    """What is expected: the verbs, and whether the text is an effect."""

    verbs: Verbs
    is_effect: bool


@dataclass(slots=True)
class _Stop:
    """Where parsing stopped: the text, the offset, the word there, and what was expected."""

    span: Span
    at: int
    odd: str  # the unexpected token
    accepted: list[str]
    grammar: Grammar
    word: str = field(init=False)

    def __post_init__(self) -> None:
        match = _WORD.match(self.text, self.at, self.span.end)
        self.word = match[0] if match else ""

    @property
    def text(self) -> str:
        """The text of the whole file."""
        return self.span.source.text

    @property
    def here(self) -> Span:
        return self.part(self.at, self.at + len(self.word))

    def part(self, start: int, end: int) -> Span:
        return Span(self.span.source, start, end)


def words_of(text: Span) -> list[Span]:
    """The words and signs of a text that can't be parsed."""
    found = _WORD.finditer(text.source.text, text.start, text.end)
    return [Span(text.source, *match.span()) for match in found]


def syntax_error(error: UnexpectedInput, span: Span, grammar: Grammar) -> Diagnostic:
    """The diagnostic for a syntax error."""
    token = error.token if isinstance(error, UnexpectedToken) else None
    start = token.start_pos if token is not None else error.pos_in_stream
    at = min(max(span.end if start is None else start, span.start), span.end)
    odd = "" if token is None else token.type
    stop = _Stop(span, at, odd, accepted(error), grammar)
    return next(said for rule in _RULES if (said := rule(stop)) is not None)


def _indented(stop: _Stop) -> Diagnostic | None:
    if stop.odd != "_INDENT":
        return None
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    above = [line for line in stop.text[stop.span.start : begin].splitlines() if line.strip()]
    near = min(reversed(above), key=lambda line: abs(_indent(line) - (stop.at - begin)), default="")
    said = " ".join(near.split()[:2])
    help = f"indent it like `{said}`; only lines after a `:` are indented more"
    message = "the indentation of this line matches no earlier line"
    return Diagnostic("CW205", message, stop.here, help)


def _not_indented(stop: _Stop) -> Diagnostic | None:
    """A line that belongs to the one above it, which ends with a colon."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    if stop.accepted != ["_INDENT"] or stop.text[begin : stop.at].strip():
        return None
    help = "indent it more than the line above, which ends with `:`"
    return Diagnostic("CW205", f"`{stop.word}` is not indented", stop.here, help)


def _blank(stop: _Stop) -> Diagnostic | None:
    """Whitespace other than an ordinary space, which often comes with copied text."""
    odd = _ODD_BLANK.match(stop.text, stop.at)
    if odd is None:
        return None
    message = f"unexpected whitespace U+{ord(odd[0]):04X}"
    return Diagnostic("CW201", message, stop.part(*odd.span()), "write an ordinary space instead")


def _quote(stop: _Stop) -> Diagnostic | None:
    rest = stop.text[stop.at + 1 : stop.span.end].split("\n")[0]
    if stop.word != '"' or '"' in rest:
        return None
    if "TEXT_END" in stop.accepted:
        opened = stop.text.rindex("{", stop.span.start, stop.at)
        help = "write `}` after the value that is shown in the text"
        return Diagnostic("CW201", "this brace is not closed", stop.part(opened, opened + 1), help)
    help = 'text begins and ends with `"` on the same line'
    return Diagnostic("CW206", "this quote is not closed", stop.here, help)


def _reserved(stop: _Stop) -> Diagnostic | None:
    """A name that is a keyword, so that its use is a syntax error."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    end = stop.at + len(stop.word)
    for named in _NAMED.finditer(stop.text, stop.span.start, stop.at):
        again = _NAME.findall(stop.text, max(begin, named.end()), end)
        if named[1] in again and named[1] in keywords.read_first():
            message = f"`{named[1]}` is a word of the language"
            return Diagnostic("CW327", message, stop.part(*named.span(1)), "choose another name")
    return None


def _common_mistake(stop: _Stop) -> Diagnostic | None:
    found = common_mistakes.mistake_at(stop.span, stop.at, stop.grammar.verbs)
    if found is None:
        return None
    where, help = found
    return Diagnostic("CW201", f"unexpected `{where.text}`", where, help)


# -------------------------------------------------------------------------------- verbs


def _no_name(stop: _Stop) -> Diagnostic | None:
    """A line of `choose one:` that begins with its statement."""
    if "COLON" not in stop.accepted or "STRING" not in stop.accepted:
        return None
    words = _before(stop)
    if not words or words[-1].text not in stop.grammar.verbs.by_form:
        return None
    help = f"begin each line with its own name, as in `first: {words[-1].text} ...`"
    return Diagnostic("CW201", f"unexpected `{words[-1].text}`", words[-1], help)


def _unindented_branch(stop: _Stop) -> Diagnostic | None:
    """A line of `choose one:` that is not indented more than it."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    branch = _BRANCH.match(stop.text, begin, stop.span.end)
    if branch is None or branch[2] in keywords.read_first():
        return None
    above = reversed(stop.text[stop.span.start : begin].splitlines())
    opener = next((line for line in above if line.strip() and _indent(line) <= len(branch[1])), "")
    if _indent(opener) < len(branch[1]) or not _CHOOSE_ONE.search(opener):
        return None
    message = f"`{branch[2]}` is indented no more than `choose one`"
    help = "indent it like the lines below `choose one:`, if it is one of them"
    return Diagnostic("CW205", message, stop.part(*branch.span(2)), help)


def _no_verb(stop: _Stop) -> Diagnostic | None:
    """A statement without a verb before the error."""
    words = _before(stop) if stop.grammar.is_effect and _accepts_verb(stop) else []
    if not words or any(word.text in stop.grammar.verbs.by_form for word in words):
        return None
    for word in words:
        if help := common_mistakes.intended_verb(word.text, stop.grammar.verbs):
            return Diagnostic("CW201", f"`{word.text}` is not a verb", word, help)
    return _misspelt_verb(words, stop.grammar.verbs) or _other_word(words, stop.grammar.verbs)


def _accepts_verb(stop: _Stop) -> bool:
    return any(verb.terminal in stop.accepted for verb in stop.grammar.verbs.all)


def _before(stop: _Stop) -> list[Span]:
    """The words of the statement before the error."""
    clause = _CLAUSE.match(stop.text, stop.span.start, stop.at)
    first = clause.end() if clause else stop.span.start
    found = re.compile(r"[a-z][\w-]*").finditer(stop.text, first, stop.at)
    return [stop.part(*match.span()) for match in found]


def _misspelt_verb(words: list[Span], known: Verbs) -> Diagnostic | None:
    """A word that is nearly a verb, in a statement that has none."""
    verbs = [*known.by_form, "may", "let", "open", "perform", "do", "repeat"]
    fewest_typos, at = min(
        (MAX_DISTANCE if _is_noun(word) else _typo_distance(word.text, verbs), at)
        for at, word in enumerate(words)
    )
    begins = words[0].text in (*_NOT_VERBS, "player")
    if fewest_typos > (1 if begins or len(words[at].text) < LONG else 2):
        return None
    help = did_you_mean(words[at].text, verbs)
    return Diagnostic("CW201", f"`{words[at].text}` is not a verb", words[at], help)


def _is_noun(word: Span) -> bool:
    """Whether a word follows an article or a number, as no verb does."""
    return _NOUN.search(word.source.text, max(0, word.start - 20), word.start) is not None


def _other_word(words: list[Span], known: Verbs) -> Diagnostic | None:
    """A word in place of a verb, if it is a known mistake."""
    if words[0].text in _NOT_VERBS:
        return None
    if words[0].text == "player" and len(words) > 1:
        help = f"to run a rule, write `player does {words[1].text}`"
        return Diagnostic("CW201", f"`{words[1].text}` is not a verb", words[1], help)
    if len(words) == 1 and "-" in words[0].text:
        help = f"to run a rule, write `do {words[0].text}`"
        return Diagnostic("CW201", f"`{words[0].text}` is not a verb", words[0], help)
    shown = ", ".join(f"`{verb}`" for verb in list(known.by_name)[:8])
    message = f"a statement can't begin with `{words[0].text}`"
    return Diagnostic("CW201", message, words[0], f"a statement needs a verb, such as {shown}")


def _typo_distance(word: str, verbs: list[str]) -> int:
    """The edit distance to the nearest verb; the farthest for a word that has a meaning there."""
    if word in _NOT_VERBS:
        return MAX_DISTANCE
    found = nearest(word, verbs)
    return MAX_DISTANCE if found is None else distance(word, found, MAX_DISTANCE)


# ---------------------------------------------------------------------------------- ends


def _too_early(stop: _Stop) -> Diagnostic | None:
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
        return Diagnostic("CW202", message, where, help)
    what = "line" if more else "text"
    known = stop.grammar.verbs.by_form
    verbs = [known[word.text] for word in _before(stop) if word.text in known]
    help = f"as in `{verbs[0].example}`" if verbs else ""
    return Diagnostic("CW202", f"unexpected end of {what}; {_expected(stop)}", where, help)


def _deeper(text: str, end: int) -> bool:
    """Whether the next line is indented more deeply than the one that ends here."""
    before = text[text.rfind("\n", 0, end) + 1 : end]
    return _indent(text[end:].lstrip("\r\n").split("\n")[0]) > _indent(before)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# ------------------------------------------------------------------------------- words


def _limit(stop: _Stop) -> Diagnostic | None:
    """A limit in other words: `, no more 1 per base`, `, each from a diferent base`."""
    found = _LIMIT.match(stop.text, stop.at, stop.span.end)
    help = f"write `, at most {found[1].replace('one', '1')} per {found[2]}`" if found else ""
    if found is None and (found := _DIFFERENT.match(stop.text, stop.at, stop.span.end)):
        close = distance(found[2], "different", MAX_DISTANCE) <= MOST_TYPOS
        help = f"write `, each of a different {found[3].removesuffix('s')}`" if close else ""
    if not help or found is None:
        return None
    where = stop.part(found.start() + len(found[0]) - len(found[0].lstrip(", ")), found.end())
    return Diagnostic("CW201", f"unexpected `{where.text}`", where, help)


def _after_comma(stop: _Stop) -> Diagnostic | None:
    """A misspelt phrase after a comma: `, at mots 1 per base`."""
    found = _AFTER_COMMA.match(stop.text, stop.at, stop.span.end)
    for part in filter(None, found.groups() if found else ()):
        if help := did_you_mean(part, _TAILS):
            start = stop.text.index(part, stop.at)
            where = stop.part(start, start + len(part))
            return Diagnostic("CW201", f"unexpected `{part}`", where, help)
    return None


def _other(stop: _Stop) -> Diagnostic:
    words = _spellings(stop)
    help = did_you_mean(stop.word, words) if nearest(stop.word, words) else _expected(stop)
    return Diagnostic("CW201", f"unexpected `{stop.word}`", stop.here, help)


_RULES = (
    _indented, _blank, _quote, _reserved, _no_name, _common_mistake, _limit, _after_comma,
    _unindented_branch, _not_indented, _no_verb, _too_early, _other,
)  # fmt: skip


# ------------------------------------------------------------------ what was expected there


def accepted(error: UnexpectedInput) -> list[str]:
    """The terminals that could have come instead."""
    if isinstance(error, UnexpectedCharacters):
        return sorted(error.allowed or ())
    stopped = getattr(error, "interactive_parser", None)
    if stopped is None:
        return sorted(getattr(error, "expected", None) or ())
    return sorted(_going_on(stopped.parser_state))


def _going_on(state: ParserState[int]) -> Iterator[str]:
    """The terminals that can come next: Lark's `accepts`, for all terminals in one go, on states
    alone.
    """
    states = state.parse_conf.states
    waiting = [(state.state_stack, [*filter(str.isupper, states[state.position])])]
    while waiting:
        stack, names = waiting.pop()
        if stack[-1] == state.parse_conf.end_state:
            yield from names
            continue
        row, reduced = states[stack[-1]], dict[int, tuple[Rule, list[str]]]()
        for name in filter(row.__contains__, names):
            action, rule = row[name]
            if action is Shift:
                yield name
            else:
                reduced.setdefault(id(rule), (rule, []))[1].append(name)
        for rule, same in reduced.values():
            before = stack[: len(stack) - len(rule.expansion)]
            waiting.append(([*before, states[before[-1]][rule.origin.name][1]], same))


def _vocabulary(stop: _Stop) -> list[str]:
    words = [plain(keywords.KEYWORDS[name]) for name in stop.accepted if name in keywords.KEYWORDS]
    verbs = [v.name for v in stop.grammar.verbs.all if v.terminal in stop.accepted]
    return [w for w in words if w] + verbs


def _spellings(stop: _Stop) -> list[str]:
    """The accepted words, and the plural of one that has two forms: `times`."""
    both = [
        p for name in stop.accepted if re.search(r"\w\?$", p := keywords.KEYWORDS.get(name, ""))
    ]
    return [*(pattern.removesuffix("?") for pattern in both), *_vocabulary(stop)]


def plain(pattern: str) -> str:
    """A keyword as shown to authors: its first form, without a verb's *s*."""
    first = re.sub(r"\(([^|()]+)\|[^)]*\)", r"\1", re.sub(r"\(\?=.*", "", pattern)).split("|")[0]
    return re.sub(r"\w\?", "", first)


def _expected(stop: _Stop) -> str:
    """The expected words, in short: where a name can come, the words that can begin one are left
    out.
    """
    verbs = [verb.name for verb in stop.grammar.verbs.all if verb.terminal in stop.accepted]
    hidden = _BEGIN_VALUES if "NAME" in stop.accepted else ()
    shown = [_NAMES[name] for name in stop.accepted if name in _NAMES and name not in hidden]
    if verbs:
        shown.append(f"a verb, such as {', '.join(f'`{verb}`' for verb in verbs[:3])}")
    elif not hidden:
        shown += [f"`{word}`" for word in _vocabulary(stop)][: MOST_WORDS - len(shown)]
    return f"expected {one_of(shown or ['nothing more'])}"
