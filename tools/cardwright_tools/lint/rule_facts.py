"""Facts about the rules of one definition: in its own texts, and in everything they run and read.

Its own texts are read as written (`1` is distinguished from `a`), names from the core tree. Facts
from further away can only excuse a text that says more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import field

from cardwright import Rules
from cardwright.board.model import Thing, Value
from cardwright.language import core
from cardwright.language.declared import Declared
from cardwright.language.inflection import spaced
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lint.rule_trees import Among, body, node_index
from cardwright_tools.lint.tree_facts import FactLibrary, Facts, tree_facts

_NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")
_COMPARED = re.compile(r"([<>=/]|\b(is|is not|mod|times|than))\s*\Z")
_COUNTED = re.compile(r"(\A|\b(place|remove|move|gain|lose|pay|choose|to))\s*\Z")
_ONE = re.compile(r"(?<![\w-])(a|an|any|one|top)(?![\w-])")
_QUIET = re.compile(r'"[^"\n]*"|#[^\n]*')
_SIGNS = re.compile(
    r"(?<![\w-])(?:"
    r"(?P<choices>may|up to|any number of|or more|\d+ to \d+)"
    r"|(?P<limits>at most \S+ per|different)"
    r"|(?P<distances>within|min of)"
    r"|(?P<branches>chooses? one)"
    r"|(?P<each>each|all)(?!\s+\w+\s+an?\s+different\b)"
    r"|(?P<others>opposing|other players?)"
    r")(?![\w-])"
)
_MANY = re.compile(
    r"(?<![\w-])(each|all|every|everything|per|number of|sum of|any number|nobody)(?![\w-])"
)
# What is named without how many is one thing, which texts may call as they like.
_DONE_TO = re.compile(
    r"(?<![\w-])(?:place|move|remove)s?"
    r"(?: (?!(?:on|in|from|to|at|as|with|where|then)\b)(?:\([^()]*\)|[\w-]+)){2,}"
)
_COMPARES = re.compile(r"[<>]=?|(?<![\w-])(at least|more than|two or more)(?![\w-])")
_NOT_YOU = re.compile(
    r"[<>]|(?<![\w-])(opposing|other|is not (you|actor)|different|without|owner)(?![\w-])"
)
ENDLESS = 50
"""From here on, `up to 50` means any number."""


@dataclass(slots=True)
class RuleFacts:
    """`texts` are those of effects and costs, `asked` those of conditions and modifiers."""

    texts: list[Span] = field(default_factory=list)
    asked: list[Span] = field(default_factory=list)
    modifies: bool = False
    options: int = 0
    triggers: bool = False
    trees: list[object] = field(default_factory=list)
    near: Facts = field(default_factory=Facts)  # of the trees
    far: Facts = field(default_factory=Facts)  # of what these run and ask
    printed: set[int] = field(default_factory=set)
    _effects: list[tuple[Span, str]] | None = None
    _asked: list[tuple[Span, str]] | None = None
    _found: dict[str, list[Span]] | None = None  # the signs of choices, of others ...

    def certain_numbers(self) -> Iterator[tuple[int, Span]]:
        """The numbers in effects that a text has to mention, each with its span."""
        for span, text in self.effect_texts():
            for match in _NUMBER.finditer(text):
                before, number = text[: match.start()], int(match[0])
                none = not number and _COUNTED.search(before)
                if (1 < number < ENDLESS or none) and not _COMPARED.search(before):
                    at = span.start + match.start()
                    yield number, Span(span.source, at, at + len(match[0]))

    def choices(self) -> list[Span]:
        return self._signs("choices")

    def distances(self) -> int:
        return len(self._signs("distances"))

    def limits(self) -> list[Span]:
        return self._signs("limits")

    def branches(self) -> int:
        return len(self._signs("branches"))

    def each(self) -> list[Span]:
        return self._signs("each")

    def compares(self) -> int:
        """How often the rules compare a number with a bound."""
        return sum(len(_COMPARES.findall(text)) for _, text in self.all_texts())

    def about_others(self) -> list[Span]:
        """Where the effects are about other players or their things."""
        return self._signs("others")

    def may_be_about_others(self) -> bool:
        own = any(_NOT_YOU.search(text) for _, text in self.all_texts())
        return own or self.modifies or bool(self.near.next)

    def _signs(self, sort: str) -> list[Span]:
        if self._found is None:
            self._found = {}
            for span, text in self.effect_texts():
                for m in _SIGNS.finditer(text):
                    self._found.setdefault(m.lastgroup or "", []).append(_part(span, m))
        return self._found.get(sort, [])

    def effect_texts(self) -> list[tuple[Span, str]]:
        """The texts of effects and costs, without quoted text and comments."""
        if self._effects is None:
            self._effects = [(span, _unquoted(span)) for span in self.texts]
        return self._effects

    def all_texts(self) -> list[tuple[Span, str]]:
        """All texts, including those of conditions and modifiers."""
        if self._asked is None:
            self._asked = [(span, _unquoted(span)) for span in self.asked]
        return [*self.effect_texts(), *self._asked]

    def own_numbers(self) -> Counter[int]:
        """How often each number occurs in its own texts; `a` and `any` are 1."""
        read = [text for _, text in self.all_texts()]
        found = Counter(int(m[0]) for text in read for m in _NUMBER.finditer(text))
        found[1] += sum(len(_ONE.findall(text)) for text in read)
        return found

    def far_numbers(self) -> set[int]:
        """All other numbers that a text may mention; those of modifiers are added to others."""
        found = self.far.numbers | self.printed
        if not self.modifies:
            return found
        return found | {a + b for a in self.own_numbers() for b in self.far.numbers}

    def may_be_about_each(self) -> bool:
        """Whether the rules may be about each of several things."""
        own = any(_MANY.search(text) for _, text in self.all_texts())
        return own or self.far.is_there or self.modifies

    def pieces_acted_on(self, kinds: dict[str, str]) -> Iterator[tuple[str, Span]]:
        """The pieces that effects act on, each with its first position.

        `kinds`: by noun, as texts have it.
        """
        found: dict[str, Span] = {}
        for span in (
            _part(s, m) for s, text in self.effect_texts() for m in _DONE_TO.finditer(text)
        ):
            word = span.text.split()[-1]
            if kind := kinds.get(spaced(word)):
                found.setdefault(kind, Span(span.source, span.end - len(word), span.end))
        return iter(found.items())

    def named(self) -> Iterator[core.Named]:
        return (node for tree in self.trees for node in node_index(tree).of_types(core.Named))


def _part(span: Span, match: re.Match[str]) -> Span:
    return Span(span.source, span.start + match.start(), span.start + match.end())


def _unquoted(span: Span) -> str:
    """The text with quoted text and comments replaced by spaces."""
    return _QUIET.sub(lambda found: " " * len(found[0]), span.text)


# --------------------------------------------------------------------------- gathering


def gather_rule_facts(rules: Rules, among: Among) -> dict[tuple[str, str], RuleFacts]:
    """By kind and id, the facts about the definitions that carry these effects and abilities."""
    found: dict[tuple[str, str], RuleFacts] = {}
    library = FactLibrary(rules.checked)
    for owner, parts in among:
        if (bearer := rules.declared.printed_on(*owner.bearer))[1]:
            facts = found.setdefault(bearer, RuleFacts())
            facts.trees += [body(part) for part in parts]
            if owner.what == "modifier":
                facts.modifies = True
                facts.far.add(library.of(f"definition {owner.name}"))
                facts.far.add(library.all_of({f"definition {owner.name}"}))
    _texts(rules, found)
    for (kind, id), facts in found.items():
        facts.near = tree_facts(facts.trees)
        facts.modifies |= any(library.modifies(name) for name in facts.near.next)
        facts.far.add(library.all_of(facts.near.next))
        thing = rules.declared.board.things.get(kind, {}).get(id)
        facts.printed = set(_printed(thing)) if thing else set()
    return found


def _texts(rules: Rules, found: dict[tuple[str, str], RuleFacts]) -> None:
    declared = rules.declared
    for effect in declared.effects:
        if facts := _facts_of(effect.bearer, found, declared):
            facts.texts.append(effect.body)
    for option in declared.options:
        if facts := _facts_of(option.bearer, found, declared):
            facts.options += 1
            facts.texts += [span for span in (option.body, option.cost) if span]
            facts.asked += [span for span in (option.condition,) if span]
    for ability in declared.abilities:
        if facts := _facts_of(ability.bearer, found, declared):
            own = facts.asked if ability.kind.modifies else facts.texts
            facts.triggers |= not ability.kind.modifies
            own += [span for span in (ability.body,) if span]
            facts.asked += [span for span in (ability.condition, ability.pattern) if span]


def _facts_of(
    bearer: Thing | None, found: dict[tuple[str, str], RuleFacts], declared: Declared
) -> RuleFacts | None:
    return found.get(declared.printed_on(bearer.kind, bearer.id)) if bearer else None


def _printed(thing: Thing) -> Iterator[int]:
    def whole(value: Value) -> Iterator[int]:
        if isinstance(value, tuple):
            for item in value:
                yield from whole(item)
        elif isinstance(value, int):
            yield value

    for value in thing.values.values():
        yield from whole(value)
