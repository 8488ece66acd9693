"""Nouns with their modifiers, and phrases that say how many of them."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression, Postmodifier, Quantifier
from cardwright.language.syntax.nodes import Node, Word, anywhere, many, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Words(Node):
    """`damaged carts`, `hill or outer towns`: Any number of adjectives, then the kind; `or`
    joins two adjectives.
    """

    nests = True
    parts: tuple[Word, ...] = many("NAME", "WORD_OR")

    @property
    def names(self) -> tuple[Word, ...]:
        return tuple(part for part in self.parts if part.kind == "NAME")

    @property
    def noun(self) -> Word:
        """The last word: the kind, a variable, or whatever else it names."""
        return self.parts[-1]

    @property
    def adjectives(self) -> tuple[Word, ...]:
        """The names before the noun."""
        return self.names[:-1]

    @property
    def groups(self) -> list[list[Word]]:
        """`hill or outer bases` as [[hill, outer], [bases]]."""
        groups: list[list[Word]] = []
        joined = False
        for part in self.parts:
            if part.kind == "WORD_OR":
                joined = True
            elif joined:
                groups[-1].append(part)
                joined = False
            else:
                groups.append([part])
        return groups


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`load of cart`, `carts of each player`, `load of each of your carts`: What follows `of` is a
    word, a chain of `of`, or in parentheses. With `each`, the statement is done for each in turn.
    """

    each: Word | None = maybe("EACH")
    argument: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class NounPhrase(Expression):
    """`your damaged carts`, `the carts of you as raider in the town`: All things of a kind
    that are so: whose they are (`your`, `their`, `its`), adjectives, the kind, `of`, a name
    for one of them, and what narrows it. In the singular, the nearest thing of that kind
    that has a name; a single word can also be any other name.

    `determiner` is your, their or its.
    """

    nests = True
    determiner: Word | None = maybe("DET")
    words: Words = one(Words)
    of: Of | None = anywhere(Of)  # before or after the alias
    alias: Word | None = maybe("NAME")
    postmodifiers: tuple[Postmodifier, ...] = many(Postmodifier)

    @property
    def binds(self) -> tuple[Word, ...]:
        return (self.alias,) if self.alias else ()

    @property
    def lone_word(self) -> Word | None:
        """The word, if the phrase is nothing else."""
        words = self.alternatives
        return words[0] if len(words) == 1 else None

    @property
    def alternatives(self) -> list[Word]:
        """The words that `or` joins, if the phrase is nothing else; a single word counts too."""
        more = self.determiner or self.of or self.alias or self.postmodifiers
        groups = self.words.groups
        return [] if more or len(groups) != 1 else groups[0]


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`place 1 miner on a town`: One of several places."""

    quantifier: Quantifier = one(Quantifier)
    noun: NounPhrase = one(NounPhrase)


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`2 of your carts gain 1 gold`, `remove 2 of your carts`: Who does it, or what it is done to:
    how many of which things. `of` may be left out.
    """

    quantifier: Quantifier | None = maybe(Quantifier)
    value: Expression = one(Expression)
