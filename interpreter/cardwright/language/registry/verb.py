"""The declaration of a verb, and the grammar of all verbs.

A verb is a file in `verbs/`: its forms, its clause, what it changes, how it is resolved and
lowered, its English, its log line, a doc line and an example. Knows no verb by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cached_property
from typing import Any

from cardwright.language.registry.keywords import BOUNDARY, KEYWORDS
from cardwright.language.registry.movement import Movement, To
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its forms, its pattern, what it changes, and how it is explained.

    `pattern` names its parts and the grammar rules they follow, `{item:phrase} to {to:phrase}`;
    parts in square brackets are optional. `clause` is the syntax node with a field for each part,
    and `resolve` makes HIR statements from such a clause, its act and a scope. `log` is its line
    in the log: for a movement with {who}, {thing}, {start} and {end}; for a change with {who},
    {value} and {target}, or {amount} if it changes a counter. `statement` is the core class that
    it creates directly, and `says` writes its English. `instead_of`: what to write, and the verbs
    of other games for which to write it.
    """

    name: str
    pattern: str
    changes: str  # location, owner, state, order or nothing
    log: str
    example: str
    doc: str
    clause: type[Any]
    resolve: Callable[..., Any]
    wording: str = ""  # its English; otherwise its pattern, without the optional parts
    opposite: str = ""  # the verb that does the reverse
    doing: str = ""  # `setting`; otherwise its name with `ing`
    participle: str = ""  # `given`; otherwise its name with `ed`
    movement: Movement | None = None  # what it does to things, which abilities may react to
    # `place`, `lasting-effect`: acts on these too, besides pieces and cards
    also_of: tuple[str, ...] = ()
    one_line: bool = False  # its own line of the log includes the changes that it makes
    into_zones: bool = False  # it may also place things into a zone
    chooses: bool = False  # what it is about is called by its kind, unless the author names it
    forbidden: bool = False  # only prohibitions may name it
    impersonal: bool = False  # who does it makes no difference: `shuffle deck`
    of_subject: bool = False  # it is about its subject, which is not a player
    pays: bool = False  # counters: those that are paid together are one line of the log
    statement: type[Any] | None = None
    says: Callable[..., list[str]] | None = None
    there: str = ""  # the meaning of *there* in such an ability
    to_self: str = ""  # the verb for doing it to oneself: `take` for `give`
    # `removable`: an adjective for things to which no prohibition prevents the chooser from doing
    # this
    adjective: str = ""
    noun: bool = False  # packs also use the word as a noun: `target gains 1 gold`
    instead_of: tuple[tuple[str, str], ...] = ()
    rank: int = field(default=0, compare=False)  # its position in lists

    @property
    def event(self) -> bool:
        """Whether abilities may name it."""
        return self.movement is not None

    @property
    def terminal(self) -> str:
        return f"V_{self.name.upper()}"

    @property
    def third(self) -> str:
        return f"{self.name}s"

    @property
    def gerund(self) -> str:
        return self.doing or self.name.removesuffix("e") + "ing"

    @property
    def english(self) -> str:
        """Its English, with its parts in braces: `give {item} to {to}`."""
        pattern = re.sub(r" ?\[.*?\]|:\w+", "", self.pattern)
        return self.wording or f"{self.name} {pattern}"

    @property
    def past(self) -> str:
        """`removed`, as in *a boat is removed*."""
        return self.participle or self.name + ("d" if self.name.endswith("e") else "ed")

    @property
    def foreign(self) -> frozenset[str]:
        """The verbs of other games that mean this one."""
        return frozenset(word for _, words in self.instead_of for word in words.split())

    @property
    def forms(self) -> tuple[str, str]:
        return self.name, self.third

    @property
    def words(self) -> frozenset[str]:
        """All words by which a text may mean it."""
        return self.foreign.union((*self.forms, self.gerund, self.past))

    def reverses(self, other: Verb) -> bool:
        """Whether it does the reverse of the other."""
        if self.movement is None or other.movement is None:
            return other.opposite == self.name
        return self.movement.undoes(other.movement)


class Verbs:
    """The verbs of a language, in the order in which they are listed."""

    def __init__(self, verbs: Iterable[Verb]) -> None:
        self.all = tuple(verbs)

    @cached_property
    def by_name(self) -> dict[str, Verb]:
        return {verb.name: verb for verb in self.all}

    @cached_property
    def by_statement(self) -> dict[type[Any], Verb]:
        """The verbs with a class of the core of their own."""
        return {verb.statement: verb for verb in self.all if verb.statement is not None}

    @cached_property
    def paying(self) -> frozenset[str]:
        """The verbs whose lines are about payments."""
        return frozenset(verb.name for verb in self.all if verb.pays)

    @cached_property
    def by_gerund(self) -> dict[str, Verb]:
        return {verb.gerund: verb for verb in self.all}

    @cached_property
    def by_form(self) -> dict[str, Verb]:
        return {form: verb for verb in self.all for form in verb.forms}

    @cached_property
    def events(self) -> tuple[Verb, ...]:
        """The verbs that abilities may react to."""
        return tuple(verb for verb in self.all if verb.event)

    def to(self, verb: str) -> To | None:
        """What becomes of the thing that such an event is about; None if nothing does."""
        return self.movements[verb].to if verb in self.movements else None

    @cached_property
    def movements(self) -> dict[str, Movement]:
        """What verbs do to things, by name."""
        return {verb.name: verb.movement for verb in self.all if verb.movement is not None}

    @cached_property
    def by_past(self) -> dict[str, Movement]:
        """What verbs do to things, by past participle, such as `placed`."""
        return {verb.past: verb.movement for verb in self.all if verb.movement is not None}

    @cached_property
    def by_adjective(self) -> dict[str, Verb]:
        """The verbs with an adjective for things that nothing forbids as their object."""
        return {verb.adjective: verb for verb in self.all if verb.adjective}

    @property
    def adjectives(self) -> tuple[str, ...]:
        """Adjectives that packs can't declare."""
        return tuple(word for word, verb in self.by_adjective.items() if not verb.noun)

    @cached_property
    def by_foreign(self) -> dict[str, str]:
        """What to write instead of verbs of other games."""
        pairs = (pair for verb in self.all for pair in verb.instead_of)
        return {word: said for said, words in pairs for word in words.split()}

    def _ahead(self, verb: Verb) -> str:
        """The lookahead for a verb that is also a noun: the beginning of a phrase, and no other
        verb.
        """
        if not verb.noun:
            return ""
        others = "|".join(v.third for v in self.all)
        return rf"(?=\s+[\w(])(?!\s+({others}|{_AFTER_NOUNS}){BOUNDARY})"

    def grammar(self) -> str:
        """The grammar lines of all verbs, from their patterns."""
        rules = [f"{_body(verb)} -> verb_{verb.name}" for verb in self.all]
        words = [
            f"{v.terminal}.3: /({v.name}|{v.third}){BOUNDARY}{self._ahead(v)}/" for v in self.all
        ]
        names = "option_id: " + " | ".join(
            ["NAME", "RANK", "RANKING", *(v.terminal for v in self.all)]
        )
        joins = sorted({word for verb in self.all for word in _joins(verb)} - _TERMINALS.keys())
        more = [f"{_terminal(word)}.3: /{word}{BOUNDARY}/" for word in joins]
        gerunds = "|".join(verb.gerund for verb in self.all if verb.event or verb.forbidden)
        words.append(f"GERUND.3: /({gerunds}){BOUNDARY}/")
        return "\n".join([names, "?verb: " + "\n    | ".join(rules), *words, *more])


_AFTER_NOUNS = (
    "may|does|performs?|opens?|of|in|on|at|from|with|without|where|within|next|adjacent|is|are"
    "|has|have|can|to|by|as|and|or|per|then|plus|minus|times|mod|if|else|over|through|starting"
)
_TERMINALS = {words: name for name, words in KEYWORDS.items() if name[0] == "_"}


def _terminal(word: str) -> str:
    """The terminal for a word between the parts of a pattern."""
    return _TERMINALS.get(word, f"_{word.upper()}")


def _pieces(verb: Verb) -> list[str]:
    """The pieces of a pattern: rules of parts, words between them, square brackets."""
    pattern = re.sub(r"\{\w+:(\w+)\}", r"{\1}", verb.pattern)
    return re.findall(r"\{\w+\}|[a-z]+|[\[\]]", pattern)


def _joins(verb: Verb) -> list[str]:
    return [piece for piece in _pieces(verb) if piece.isalpha()]


def _body(verb: Verb) -> str:
    made = [_terminal(p) if p.isalpha() else p.strip("{}") for p in _pieces(verb)]
    text = " ".join([verb.terminal, *made])
    return text.replace("[ ", "(").replace(" ]", ")?")
