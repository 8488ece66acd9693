"""CW530 to CW534, CW538: printed texts that disagree with the rules beside them.

Compares in both directions: the claims of a text must be in the rules, and vice versa. A text
without rules, and rules without a text, are never reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import cache

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.inflection import singular, spaced
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lint import text_claims
from cardwright_tools.lint.rule import Printed, rule
from cardwright_tools.lint.rule_facts import Bearer, RuleFacts, Variant, gather_rule_facts
from cardwright_tools.lint.rule_trees import OwnedPart
from cardwright_tools.lint.text_claims import Word
from cardwright_tools.lint.thing_names import Names, capital_of, names_of
from cardwright_tools.lint.tree_facts import Facts

HELP = "fix the one that is wrong"
LONGEST = 2_000
"""Longer texts are not compared: no card has one, and twenty patterns are searched in each."""

MAX_COMMENT = 40
"""How many letters of a comment are repeated in a help."""
_GLUED_COMMENT = re.compile(r"\s(#\w[^\n]*)")


@rule(Printed, "CW530", "CW531", "CW532", "CW533", "CW534", "CW538")
def check(printed: Printed) -> Iterable[Diagnostic]:
    board, report = printed.rules.declared.board, Report()
    names, agreed = names_of(printed.rules.checked), _Agreed()
    found = gather_rule_facts(printed.rules, [*_compared(printed)], printed.facts)
    for bearer, facts in found.items():
        if (thing := _spoken(bearer, board)) and facts.texts + facts.asked:
            _TextCheck(thing, facts, report, board, names).check()
    for bearer, other in printed.alike.items():
        thing, like = _spoken(bearer, board), found.get(other.like)
        if thing and like and not agreed.knows(thing, other):
            facts = like.of_variant(other, thing)
            agreed.check(_TextCheck(thing, facts, report, board, names), other)
    return report.diagnostics


def _compared(printed: Printed) -> Iterator[OwnedPart]:
    """The effects and abilities that are compared with a text."""
    declared = printed.rules.declared
    like = {one.like for one in printed.alike.values()}
    for one in printed.owners:
        bearer = declared.printed_on(*one[0].bearer)
        if bearer in like or _spoken(bearer, declared.board):
            yield one


def _spoken(bearer: Bearer, board: Board) -> Thing | None:
    """A definition with a text that can be compared."""
    thing = board.things.get(bearer[0], {}).get(bearer[1])
    return thing if thing and 0 < len(thing.text) <= LONGEST else None


@dataclass(frozen=True, slots=True)
class _Agreed:
    """The texts that agree with rules like theirs, regardless of the printed values and the
    numbers, as long as the same numbers of text and rules are equal."""

    texts: set[object] = field(default_factory=set)

    def knows(self, thing: Thing, alike: Variant) -> bool:
        """Whether a definition's text is known to agree."""
        return _but_numbers(thing, alike) in self.texts

    def check(self, case: _TextCheck, alike: Variant) -> None:
        """Checks a text. Printed values only excuse a text that says more."""
        alone = replace(case, facts=replace(case.facts, values=Facts()), report=Report())
        alone.check()
        if alone.report.diagnostics:
            case.check()
        elif case.has_equal_numbers(alike) and not case.names.have_digits:
            self.texts.add(_but_numbers(case.thing, alike))


def _but_numbers(thing: Thing, alike: Variant) -> object:
    """The text and what it is compared with; of the numbers, only which ones are equal."""
    text, numbers = text_claims.without_numbers(thing.text)
    order: dict[int, int] = {}
    equal = [order.setdefault(one, len(order)) for one in (*alike.numbers.values(), *numbers)]
    return alike.like, *alike.ids.items(), text, *equal


@dataclass(slots=True)
class _TextCheck:
    """One definition: its text, and the facts about its rules."""

    thing: Thing
    facts: RuleFacts
    report: Report
    board: Board
    names: Names

    def check(self) -> None:
        self.check_numbers()
        self.check_claims()

    def has_equal_numbers(self, alike: Variant) -> bool:
        """Whether text and rules have the same numbers from 2 on, so that variants may be
        compared by them."""
        _, numbers = text_claims.without_numbers(self.thing.text)
        said, own = (
            Counter(numbers),
            Counter({n: m for n, m in self.facts.numbers.items() if n > 1}),
        )
        same = own == Counter(alike.numbers.values()) and said <= own and said.keys() == own.keys()
        return same and not text_claims.word_numbers(self.thing.text)

    def check_numbers(self) -> None:
        """Reports numbers that one side lacks; one on each side are reported together."""
        in_text, in_rules = list(self._only_in_text()), list(self._only_in_rules())
        for (claimed, word), (actual, span) in zip(in_text, in_rules, strict=False):
            message = f"the text says {claimed}, but the rules say {actual}"
            self.at_word("CW530", message, word, span)
        for number, word in in_text[len(in_rules) :]:
            there = self.facts.numbers[number]
            rest = " more often than the rules" if there else ", but the rules don't"
            self.at_word("CW530", f"the text says {number}{rest}", word)
        for number, span in in_rules[len(in_text) :]:
            self.at_rule("CW530", f"the rules say {number}, but the text doesn't", span)

    def _only_in_text(self) -> Iterator[tuple[int, Word]]:
        own, far = self.facts.numbers, self.facts.far_numbers()
        different = text_claims.numbers_of_different(self.thing.text)
        for number, words in text_claims.digit_numbers(self.thing.text).items():
            known = number in far or (number == 1 and self.one_goes_without_saying())
            known |= number in different and number <= own[1]
            if not known and len(words) > own[number]:
                yield number, words[own[number]]
        for number, word in text_claims.word_numbers(self.thing.text).items():
            if not own[number] and number not in far and number > own[1]:
                yield number, word

    def _only_in_rules(self) -> Iterator[tuple[int, Span]]:
        text = self.thing.text
        digits = text_claims.digit_numbers(text)
        unsaid = [(n, span) for n, span in self.facts.effects.certain if n not in digits]
        spoken = text_claims.mentioned_numbers(text) if unsaid else ()
        return ((n, span) for n, span in unsaid if n not in spoken)

    def one_goes_without_saying(self) -> bool:
        return self.facts.modifies or text_claims.one_for_each(self.thing.text)

    def check_claims(self) -> None:
        """Checks everything for which numbers don't matter, except whether one is 1."""
        self.check_choices()
        self.check_chance()
        self.check_limits()
        self.check_each()
        self.check_words()
        self.check_others()
        self.check_opposites()

    def check_choices(self) -> None:
        more = self._choices_only_in_text()
        if more and not self.facts.far.choice and not self.facts.modifies:
            message = f"the text says *{more[0].text}*, but the rules offer no such choice"
            self.at_word("CW531", message, more[0])
        choices = self.facts.effects.of("choice")
        if choices and (left := choices[text_claims.choice_count(self.thing.text) :]):
            self.at_claim("CW531", left[0], "the text offers no such choice")

    def _choices_only_in_text(self) -> list[Word]:
        """The words for choices that the rules lack; *may* can be any choice in the rules, but
        *up to* can't be a choice between branches or options."""
        facts, words = self.facts, text_claims.choice_words(self.thing.text)
        effects = facts.effects
        many, distances = len(effects.of("choice")), len(effects.of("distance"))
        if any(word.text.lower() == "or more" for word in words):
            many += len(facts.anywhere("compare"))
        free, far = many + len(effects.of("branch")) + facts.options, many + distances
        may = [word for word in words if word.text.lower() == "may"]
        others = [word for word in may if not text_claims.is_yours(word, self.thing.text)]
        words = _without(others[: facts.replies], words)
        may = _without(others[: facts.replies], may)
        up_to = [word for word in words if word not in may]
        return may[free:] or up_to[far:] or words[free + distances :]

    def check_chance(self) -> None:
        """Checks *at random*; the top of a shuffled pile is random, too."""
        word, drawn = text_claims.random_word(self.thing.text), self.facts.effects.of("chance")
        chance = self.facts.near.chance or self.facts.far.chance or self.facts.draws
        if word is not None and not chance:
            message = f"the text says *{word.text}*, but the rules leave nothing to chance"
            self.at_word("CW531", message, word)
        if drawn and not text_claims.may_be_random(self.thing.text):
            self.at_claim("CW531", drawn[0], "the text doesn't")

    def check_limits(self) -> None:
        """Checks *no more than 1 per base* and similar limits."""
        word, limits = text_claims.limit_words(self.thing.text), self.facts.effects.of("limit")
        own = self.facts.texts and not self.facts.far.choice
        if word is not None and not limits and own:
            self.at_word(
                "CW530", f"the text says *{word.text}*, but the rules have no such limit", word
            )
        if limits and not text_claims.may_limit_each(self.thing.text):
            self.at_claim("CW530", limits[0], "the text has no such limit")

    def check_each(self) -> None:
        word = text_claims.each_word(self.thing.text, self.names.counters)
        if word is not None and not self.facts.may_be_about_each() and not self.facts.triggers:
            self.at_word("CW532", f"the text says *{word.text}*, but the rules are about one", word)
        each = self.facts.effects.of("each")
        if each and not text_claims.may_be_about_each(self.thing.text):
            self.at_claim("CW532", each[0], "the text doesn't")

    def check_others(self) -> None:
        """Checks for other players on one side, but only you or everybody on the other."""
        word = text_claims.others_word(self.thing.text, self.names.things)
        if word is not None and not self.facts.may_be_about_others():
            self.at_word(
                "CW534", f"the text says *{word.text}*, but the rules name nobody else", word
            )
        others = self.facts.effects.of("others")
        if others and not text_claims.may_be_about_others(self.thing.text):
            self.at_claim("CW534", others[0], "the text names nobody else")
        yours = self.facts.effects.of("yours")
        if yours and text_claims.is_about_theirs(self.thing.text):
            self.at_claim("CW534", yours[0], "the text says *their*")

    def check_opposites(self) -> None:
        """*Gain 2 gold* where the rules lose some, and no rule that they run gains any."""
        facts, text = self.facts, self.thing.text
        if facts.modifies or text_claims.may_deny(text):
            return
        verbs = {verb.name for verb, _ in facts.effects.done} | facts.far.verbs
        for verb, noun in facts.effects.done:
            others = _reversing(verb.name)
            words = [word for name, own in others if name not in verbs for word in own]
            word = text_claims.done_to(self._name(noun.text), words, text)
            if word is not None and not text_claims.mentions(verb.words, text):
                message = f"the text says *{word.text}*, but the rules say `{verb.name}`"
                self.at_word("CW538", message, word, noun)

    def _name(self, noun: str) -> str:
        """The singular noun in texts for a kind of pieces, or for a counter."""
        found = self.board.noun(noun)
        return spaced(found[0] if found else singular(noun))

    # ----------------------------------------------------------------------------- words

    def check_words(self) -> None:
        by_id, facts = self.names.by_id, self.facts
        for named, span in facts.named():
            name = by_id.get(named)
            if name and not text_claims.find_name(self.thing.text, name):
                self.at_rule("CW533", f"the rules name `{named}`, but the text doesn't", span)
        known = {capital_of(by_id[name]) for name in facts.names() if name in by_id}
        for title, word in self.names.titles.find_in(self.thing.text):
            if title not in known:
                self.at_word("CW533", f"the text names {title}, but the rules don't", word)
        self.check_pieces()

    def check_pieces(self) -> None:
        """Checks for pieces that the text mentions but the rules do not."""
        facts, names = self.facts, self.names
        used = facts.near.kinds | facts.far.kinds | facts.event_kinds
        replies = self.facts.effects.of("reply")  # it may cancel anything
        for noun, word in names.pieces.find_in(self.thing.text):
            kind = names.kinds[noun]
            named = self.facts.words.intersection((kind, self.board.kinds[kind].plural))
            if not (replies or named or self._matching_kinds(kind) & used):
                self.at_word("CW533", f"the text mentions `{noun}`, but the rules don't", word)
        for kind, span in self._moved_kinds().items():
            if not self.board.kinds[kind].title and not self._is_mentioned(kind):
                self.at_rule(
                    "CW533", f"the rules mention `{span.text}`, but the text doesn't", span
                )

    def _moved_kinds(self) -> dict[str, Span]:
        """The kinds of pieces that effects move, each at its first position."""
        found: dict[str, Span] = {}
        for noun in self.facts.effects.moved:
            if kind := self.names.kinds.get(spaced(noun.text)):
                found.setdefault(kind, noun)
        return found

    def _matching_kinds(self, kind: str) -> frozenset[str]:
        """The kinds that rules about this kind may use; a value may belong to a related kind."""
        more = self.facts.modifies
        return self.names.like[kind] if more else frozenset(self.board.below(kind))

    def _is_mentioned(self, kind: str) -> bool:
        """Whether the text mentions such a piece or one of its kinds; dice are just called dice."""
        like = self.board.below(kind)
        nouns = [noun for noun, one in self.names.kinds.items() if one in like]
        nouns += ("die", "dice") if "die" in self.board.ancestors(kind) else ()
        return any(text_claims.find_name(self.thing.text, noun) for noun in nouns)

    # --------------------------------------------------------------------------- explanations

    def at_word(self, code: str, message: str, word: Word, span: Span | None = None) -> None:
        """Reports a word of the text, at its position in the rules or at their beginning."""
        rules = [span] if span else self.facts.texts[:1]
        notes = tuple((place, "the rules") for place in rules)
        self.report.emit(code, message, self.place(word), self.help(), notes)

    def at_claim(self, code: str, span: Span, difference: str) -> None:
        """Reports a claim of the rules that the text doesn't make."""
        self.at_rule(code, f"the rules say `{span.text}`, {difference}", span)

    def at_rule(self, code: str, message: str, span: Span) -> None:
        """Reports a word of the rules."""
        self.report.emit(code, message, span, self.help(), ((self.place(None), "the text"),))

    def help(self) -> str:
        """What to mend; a word with `#` before it may not be meant as a comment."""
        comment = next(filter(None, map(_comment, self.facts.texts)), "")
        unread = f"`#` begins a comment, so `{comment}` is no part of the rules; "
        return f"{unread if comment else ''}{HELP}"

    def place(self, word: Word | None) -> Span:
        """The span in the file of the text or a word of it, even across line breaks."""
        own = self.thing.span or self.facts.texts[0]
        source, parts = own.source, self.thing.text.split()
        # If a patch has the text, the definition is shown.
        found = _joined(parts).search(source.text, own.start)
        if found is None or word is None:
            return Span(source, *found.span()) if found else own
        before = _joined(self.thing.text[: word.start].split())
        match = before.match(source.text, found.start())
        start = source.text.find(word.text.split()[0], match.end() if match else found.start())
        return Span(source, start, start + len(word.text.split()[0]))


@cache
def _reversing(verb: str) -> list[tuple[str, tuple[str, ...]]]:
    """The verbs that undo what a verb does, each with the words for it."""
    undone = VERBS.by_name[verb]
    return [(one.name, (*one.forms, *one.foreign)) for one in VERBS.all if one.reverses(undone)]


def _without(some: list[Word], words: list[Word]) -> list[Word]:
    return [word for word in words if word not in some]


def _comment(rules: Span) -> str:
    """The comment in rules, or right after them, that has no blank after its `#`; "" if there is
    none. Long ones are shortened.
    """
    text = rules.source.text
    end = text.find("\n", rules.end)
    found = _GLUED_COMMENT.search(text, rules.start, end if end >= 0 else len(text))
    if found is None:
        return ""
    said = found[1].rstrip()
    return said if len(said) <= MAX_COMMENT else f"{said[:MAX_COMMENT]}..."


def _joined(parts: list[str]) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, parts)))
