"""Explains statements with a word in place of the verb, or without a name in `choose one`."""

from __future__ import annotations

from cardwright.language.registry import keywords
from cardwright.language.registry.keywords import STATEMENT_WORDS
from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax.foreign_openers import OTHERWISE
from cardwright.language.syntax.foreign_words import intended_verb, intended_word
from cardwright.language.syntax.parse_stop import Stop, indent, words_before
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean, distance, nearest
from cardwright.source.text import Span

_NOT_VERBS = frozenset({"each", "all", "any", "the", "your", "their", "its", "other",
                        *STATEMENT_WORDS})  # fmt: skip
MAX_DISTANCE = 9  # from this distance on, words have nothing in common
LONG = 6
"""From this many letters on, a word with two typos may be a verb; a shorter one is another word."""
BELOW_RANK = (*keywords.RANKS, OTHERWISE)
"""Words with which lines below `rank` begin."""
NEAR = 200
"""How many characters before an effect are searched for its key."""
BRANCH = lazy_pattern(r'( *)([a-z][\w-]*)(?: "[^"\n]*")?(?: if [^:\n]*)?:')
CHOOSE_ONE = lazy_pattern(r"\bchooses? one\b[^\n]*:")
_STATEMENT = lazy_pattern(r"write `([a-z]+)([^`]*)`")
_SUBJECT = lazy_pattern(
    r"(?:(?:each|all|every) )?(?:other )?(?!you\b|may\b|if\b|for\b)[a-z][\w-]*(?: may)?"
)
_EACH = lazy_pattern(r"(?:each|every)\b")
_OF_YOU = lazy_pattern(r"(\b[A-Z]+) of you\b")
_NUMBER_AFTER = lazy_pattern(r" +(?:up to )?([2-9]|\d\d)\b")
_KEY_LINE = lazy_pattern(r" *([a-z][\w-]*):(?=\s)")
_KEY_OF_BLOCK = lazy_pattern(r"([a-z][\w-]*): *[|>][-+]? *(?:#[^\n]*)?\Z")
_OPPONENT = lazy_pattern(r"\b(?:opponent|enemy|rival player)\b")
_NAME_AFTER = lazy_pattern(r" +([a-z][\w-]*) *(?=[,}\n]|$)")
_IT_AFTER = lazy_pattern(r" +(?:it|them|that [a-z]+)\b")
_IN_HAND = lazy_pattern(r"1 CARD in (?:their )?HAND(?: of you)?")
_ONE = lazy_pattern(r"(?<=`)(\w+) 1 KIND(?=`)")
_OBJECT = lazy_pattern(r" +((?:all|each|an?|up to \d+|\d+) [a-z][\w -]*[\w]) *(?=[,.\n]|$)")
_NOUN = lazy_pattern(r"\b(?:an?|the|your|their|its|\d+|of|to|from|on|in)\s+$")


class RuleHelp(str):
    """Help for a word that may be the name of a rule, which only who knows the rules can tell."""

    __slots__ = ()


def to_run(rule: str) -> RuleHelp:
    """The help for a word that may be the name of a rule."""
    return RuleHelp(f"to run a rule, write `do {rule}`")


def no_name(stop: Stop) -> Diagnostic | None:
    """A line of `choose one:` that begins with its statement."""
    if "COLON" not in stop.accepted or "STRING" not in stop.accepted:
        return None
    words = words_before(stop)
    if not words or words[-1].text not in stop.grammar.verbs.by_form:
        return None
    help = f"begin each line with its own name, as in `first: {words[-1].text} ...`"
    return Diagnostic("CW201", f"unexpected `{words[-1].text}`", words[-1], help)


def unindented_branch(stop: Stop) -> Diagnostic | None:
    """A line of `choose one:` that is not indented more than it."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    branch = BRANCH.match(stop.text, begin, stop.span.end)
    if branch is None or branch[2] in keywords.read_first():
        return None
    above = reversed(stop.text[stop.span.start : begin].splitlines())
    opener = next((line for line in above if line.strip() and indent(line) <= len(branch[1])), "")
    if indent(opener) < len(branch[1]) or not CHOOSE_ONE.search(opener):
        return None
    message = f"`{branch[2]}` is indented no more than `choose one`"
    help = "indent it like the lines below `choose one:`, if it is one of them"
    return Diagnostic("CW205", message, stop.part(*branch.span(2)), help)


def swallowed_key(stop: Stop) -> Diagnostic | None:
    """A key of YAML that is indented like the statements of the effect above it."""
    where, above = _begin_of_line(stop), _key_of_block(stop)
    if where is None or not above or not stop.grammar.is_effect or "RANK" in stop.accepted:
        return None
    if nearest(where.text, [OTHERWISE]):
        help = did_you_mean(where.text, [OTHERWISE])
        return Diagnostic("CW201", f"unexpected `{where.text}`", where, help)
    known = {*BELOW_RANK, *keywords.reserved(), *STATEMENT_WORDS, *stop.grammar.verbs.by_form}
    if where.text in known or nearest(where.text, [*known]) or unindented_branch(stop) is not None:
        return None
    help = f"if it is a key of YAML, indent it like `{above}`"
    return Diagnostic("CW201", f"a statement can't begin with `{where.text}`", where, help)


def _begin_of_line(stop: Stop) -> Span | None:
    """The word that this line begins with, if a colon follows it."""
    begin = stop.text.rfind("\n", stop.span.start, stop.at) + 1
    line = _KEY_LINE.match(stop.text, begin, stop.span.end) if begin else None
    return stop.part(*line.span(1)) if line else None


def _key_of_block(stop: Stop) -> str:
    """The key of a text that is written below a `|`."""
    start = stop.span.start
    found = _KEY_OF_BLOCK.search(stop.text, max(0, start - NEAR), start)
    return found[1] if found else ""


def no_verb(stop: Stop) -> Diagnostic | None:
    """A statement without a verb before the error."""
    words = words_before(stop) if stop.grammar.is_effect and _accepts_verb(stop) else []
    if not words or any(word.text in stop.grammar.verbs.by_form for word in words):
        return None
    for word in words:
        if help := intended_verb(word.text, stop.grammar.verbs):
            help = _with_number(_by_subject(help, words[0], word, stop), word)
            return Diagnostic("CW201", f"`{word.text}` is not a verb", word, help)
    return _misspelt_verb(words, stop.grammar.verbs) or _other_word(words, stop.grammar.verbs)


def _by_subject(help: str, first: Span, verb: Span, stop: Stop) -> str:
    """The help for a statement with this verb, with the subject that the author wrote: what is
    theirs is not yours.
    """
    subject = _OPPONENT.sub("other player", stop.text[first.start : verb.start].strip())
    found = _STATEMENT.match(help)
    known = stop.grammar.verbs.by_name.get(found[1]) if found else None
    if found is None or known is None or not _SUBJECT.fullmatch(subject):
        return help
    is_third = verb.text.endswith("s") or _EACH.match(subject)
    form = known.third if is_third else known.name
    theirs = _OF_YOU.sub(r"their \1", found[2])
    return f"write `{subject} {form}{theirs}`{help[found.end() :]}"


def _with_number(help: str, verb: Span) -> str:
    """The help for `draw 2 cards`: the top 2, and for `discard it`: what is chosen; for `tap x`,
    about `x`, and for `destroy all boats`, about these.
    """
    if _IT_AFTER.match(verb.source.text, verb.end) and _IN_HAND.search(help):
        return f"{_IN_HAND.sub('x', help)}, with the name of what is chosen, as in `, as x`"
    if named := _NAME_AFTER.match(verb.source.text, verb.end):
        help = help.replace(" of it ", f" of {named[1]} ")
    things = _OBJECT.match(verb.source.text, verb.end)
    others = {*things[1].split()} - keywords.reserved() if things else set()
    if things and not any(map(intended_word, others)):
        help = _ONE.sub(rf"\1 {things[1]}", help)
    number = _NUMBER_AFTER.match(verb.source.text, verb.end)
    return help.replace(" top of ", f" top {number[1]} of ", 1) if number else help


def _accepts_verb(stop: Stop) -> bool:
    return any(verb.terminal in stop.accepted for verb in stop.grammar.verbs.all)


def _misspelt_verb(words: list[Span], known: Verbs) -> Diagnostic | None:
    """A word that is nearly a verb, in a statement that has none."""
    verbs = [*known.by_form, *STATEMENT_WORDS]
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
        message = f"`{words[0].text}` is not a verb"
        return Diagnostic("CW201", message, words[0], to_run(words[0].text))
    message = f"a statement can't begin with `{words[0].text}`"
    return Diagnostic("CW201", message, words[0], needs_verb(known))


def needs_verb(known: Verbs) -> str:
    """The help for a statement with no verb."""
    shown = ", ".join(f"`{verb}`" for verb in list(known.by_name)[:8])
    return f"a statement needs a verb, such as {shown}"


def _typo_distance(word: str, verbs: list[str]) -> int:
    """The edit distance to the nearest verb; the farthest for a word that has a meaning there."""
    if word in _NOT_VERBS:
        return MAX_DISTANCE
    found = nearest(word, verbs)
    return MAX_DISTANCE if found is None else distance(word, found, MAX_DISTANCE)
