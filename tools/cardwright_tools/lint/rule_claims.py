"""The claims of rules as their author wrote them: numbers, choices, *each* and *all*, players,
pieces. The counterpart of `text_claims`.

Read from the syntax tree, in which `1` and `a` differ. Knows no names of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Literal

from cardwright.language.front_end.checked import Checked
from cardwright.language.registry.verb import Verb
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part, Sort, Word
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Claim = Literal[
    "choice",
    "chance",
    "branch",
    "distance",
    "limit",
    "compare",
    "one",
    "each",
    "many",
    "others",
    "not you",
    "yours",
    "reply",
]
"""`many`: about several things; `not you`: what a text may say about others; `yours`: your
things, in actions of others; `reply`: about any event."""
ENDLESS = 50
"""From here on, a number as in `up to 50` means any number."""

_CLAIMS: Mapping[Sort, tuple[Claim, ...]] = {
    "_MAY": ("choice",), ast.ChooseOne: ("branch", "one"), ast.Alternatives: ("branch",),
    ast.AtRandom: ("chance",),
    "MIN_OF": ("distance",), ast.Within: ("distance",),
    ast.AtMostPer: ("limit",), ast.DifferentPer: ("limit", "one", "many", "not you"),
    ast.Comparison: ("compare",), ast.OrMore: ("compare",), ast.Between: ("compare",),
    ast.Some: ("one",), ast.TopOf: ("one",), ast.TopBy: ("one",),
    "EACH": ("each", "many"), "ALL": ("each", "many"), "_PER": ("many",),
    ast.AnyNumber: ("many",), ast.EverythingIn: ("many",),
    ast.CountOf: ("many",), ast.SumOver: ("many",),
    "CANCEL_IT": ("not you", "reply"),
    ast.Without: ("not you",), ast.StepAlong: ("not you",),
}  # fmt: skip
"""The claims of each sort of word and node."""
_CLAIMS_OF_OBJECTS: Mapping[Sort, tuple[Claim, ...]] = {
    ast.UpTo: ("choice",), ast.OrMore: ("choice",), ast.Between: ("choice",),
    ast.AnyNumber: ("choice", "many"),
}  # fmt: skip
"""The claims that they make instead in the object of a verb."""
_CLAIMS_OF_NAMES: Mapping[str, tuple[Claim, ...]] = {
    "opposing": ("others", "not you"), "other": ("not you",), "owner": ("not you",),
}  # fmt: skip
_PLAYERS = ("player", "players")
_SAME_NUMBER = ("COMPARE_LEAST", "COMPARE_MOST")
"""The comparisons for which a text has the same number."""


@dataclass(slots=True)
class RuleClaims:
    """The claims of some texts, in order, with the span of each.

    `said`: the numbers, and whether a printed text has to mention them. `moved`: the nouns of
    things that are placed, moved and removed, except single words that name one thing, which texts
    may name differently. `done`: the verbs and the nouns of their objects.
    """

    spans: dict[Claim, list[Span]] = field(default_factory=dict)
    said: list[tuple[int, Span, bool]] = field(default_factory=list)
    moved: list[Span] = field(default_factory=list)
    done: list[tuple[Verb, Span]] = field(default_factory=list)

    def of(self, claim: Claim) -> list[Span]:
        """Where a claim is made."""
        return self.spans.get(claim, [])

    def claim(self, claim: Claim, part: Part) -> None:
        self.spans.setdefault(claim, []).append(_span_of(part))

    def number(self, value: int, span: Span, *, certain: bool) -> None:
        self.said.append((value, span, certain))

    def add(self, other: RuleClaims) -> None:
        """Adds the claims of a later text."""
        for claim, spans in other.spans.items():
            self.spans.setdefault(claim, []).extend(spans)
        self.said += other.said
        self.moved += other.moved
        self.done += other.done

    @property
    def numbers(self) -> Counter[int]:
        """How often each number occurs; `a` and `any` are 1."""
        return Counter([*(value for value, _, _ in self.said), *(1 for _ in self.of("one"))])

    @property
    def certain(self) -> Iterator[tuple[int, Span]]:
        """The numbers that the text must mention, too."""
        return ((value, span) for value, span, sure in self.said if sure and value < ENDLESS)

    def with_numbers(self, others: Mapping[int, int]) -> RuleClaims:
        """The claims, with the numbers at some offsets replaced."""
        said = [(others.get(span.start, value), span, sure) for value, span, sure in self.said]
        return replace(self, said=said)


@memoized
def known_claims(checked: Checked) -> dict[Span, RuleClaims]:
    """The claims that are known, by text."""
    return {}


def claims_of(checked: Checked, texts: Iterable[Span]) -> RuleClaims:
    """The claims of these texts of a game, each of which is read on first use."""
    found, known = RuleClaims(), known_claims(checked)
    for text in texts:
        if text not in known and text in checked.trees:
            known[text] = rule_claims(checked.trees[text])
        if text in known:
            found.add(known[text])
    return found


def rule_claims(tree: Node) -> RuleClaims:
    """The claims in a syntax tree."""
    found = RuleClaims()
    waiting: list[tuple[Part, Node]] = [(tree, tree)]
    while waiting:
        part, parent = waiting.pop()
        sort: Sort = type(part) if isinstance(part, Node) else part.kind
        if isinstance(part, Node):
            waiting += [(inner, part) for inner in part.layout[::-1]
                        if isinstance(inner, Node) or inner.kind in _MEANINGFUL]  # fmt: skip
        if sort in _MEANINGFUL:
            _add_part(sort, part, parent, found)
    return found


def _add_part(sort: Sort, part: Part, parent: Node, found: RuleClaims) -> None:
    claims = _CLAIMS.get(sort, ())
    if isinstance(parent, ast.Phrase):
        claims = _CLAIMS_OF_OBJECTS.get(sort, claims)
    for claim in claims:
        found.claim(claim, part)
    if sort in _READERS:
        _READERS[sort](part, parent, found)


def _span_of(part: Part) -> Span:
    """The span of a part, without the comma before a limit."""
    if isinstance(part, Word):
        return part.span
    span = part.extent
    return Span(span.source, span.end - len(span.text.lstrip(", \n")), span.end)


# -------------------------------------------------------------------------- by sort of node


def _amount(node: ast.Amount, parent: Node, found: RuleClaims) -> None:
    if node.number is not None:
        value = int(node.number.text)
        certain = value > 1 or (value == 0 and isinstance(parent, ast.Exactly))
        found.number(value, node.number.span, certain=certain)


def _number(node: ast.Number, parent: Node, found: RuleClaims) -> None:
    value = int(node.word.text)
    certain = value > 1 and not _is_only_compared(node, parent)
    is_set = value == 0 and isinstance(parent, ast.VerbClause)
    found.number(value, node.span, certain=certain or is_set)


def _is_only_compared(number: ast.Number, parent: Node) -> bool:
    """Whether the number in the printed text may differ: *half*, *more than*."""
    match parent:
        case ast.Comparison(sign=sign):
            return sign.kind not in _SAME_NUMBER
        case ast.Arithmetic(sign=sign, right=right):
            return number is right and sign.kind in ("SLASH", "MOD")
    return isinstance(parent, ast.Is | ast.Negative)


def _range(node: ast.Between, parent: Node, found: RuleClaims) -> None:
    for value in node.ends:
        found.number(value, node.span, certain=value > 1)


def _words(node: ast.Words, parent: Node, found: RuleClaims) -> None:
    names = node.names
    for word in names:
        for claim in _CLAIMS_OF_NAMES.get(word.text, ()):
            found.claim(claim, word)
    if names[-1].text in _PLAYERS and any(word.text == "other" for word in names):
        found.claim("others", node)


def _act(node: ast.Act, parent: Node, found: RuleClaims) -> None:
    """Choosing a number of things from a set is a choice, unless it is random."""
    if node.subject is not None and [word.text for word in node.subject.tokens()] != ["you"]:
        for word in node.clause.tokens():
            if word.kind == "DET" and word.text == "your":
                found.claim("yours", word)
    if any(isinstance(tail, ast.AtRandom) for tail in node.tails):
        return
    for part in node.clause.layout:
        if isinstance(part, ast.Phrase) and isinstance(part.value, ast.NumbersFrom):
            found.claim("choice", part.value)


def _phrase(node: ast.Phrase, parent: Node, found: RuleClaims) -> None:
    noun = node.value
    if not isinstance(parent, ast.VerbClause) or not isinstance(noun, ast.NounPhrase):
        return
    verb = VERBS.by_form[parent.word.text]
    if node is next(part for part in parent.layout if isinstance(part, ast.Phrase)):
        found.done.append((verb, noun.words.noun.span))
    moves = verb.changes == "location"
    copied = any(isinstance(mod, ast.Copying) for mod in noun.postmodifiers)  # *a copy*, in texts
    if moves and not copied and len([*node.tokens()]) > 1:
        found.moved.append(noun.words.noun.span)


def _is(node: ast.Is, parent: Node, found: RuleClaims) -> None:
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    if node.negated and word is not None and word.text in ("you", "actor"):
        found.claim("not you", node)


def _comparison(node: ast.Comparison, parent: Node, found: RuleClaims) -> None:
    if not isinstance(node.left, ast.Number) and not isinstance(node.right, ast.Number):
        found.claim("not you", node)


_READERS: Mapping[Sort, Callable[[Any, Node, RuleClaims], None]] = {
    ast.Amount: _amount, ast.Number: _number, ast.Between: _range, ast.Words: _words,
    ast.Act: _act, ast.Phrase: _phrase, ast.Is: _is, ast.Comparison: _comparison,
}  # fmt: skip
_MEANINGFUL = frozenset({*_CLAIMS, *_CLAIMS_OF_OBJECTS, *_READERS})
