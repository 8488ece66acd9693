"""The shape of a card's effects: their texts without numbers and ids, which may differ.

Decides which literals are left out. For effects with the same shape and the same kind of bearer,
the checker reports the same, except for decisions that depend on the value of a number
(`traced_numbers`).

Numbers are left out from 2 up to those that may mean *any number*: 0 and 1 have special meanings.
An id is left out if it is a word of an enum, or names a place, and names nothing else; it
represents ids that are values of the same enums and things of the same kinds. Nothing depends on
more than that before a game begins.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import field

from cardwright.board.model import plural
from cardwright.language.declared import Declared, Effect
from cardwright.language.syntax.or_readings import has_candidates
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.lint.rule_claims import ENDLESS

_NUMBERS = frozenset(map(str, range(2, ENDLESS)))
_WHOLE = r'"[^"\n]*"|#[^\n]*|[0-9]+\s+to\s+[0-9]+'
"""Quoted texts, comments and ranges, from which nothing is left out."""
_QUOTED = re.compile(r'"[^"\n]*"')
_LEFT_OUT = "\0"  # texts never contain it
_NEGATED = ("un", "non-")


@dataclass(frozen=True, slots=True)
class Shape:
    """`key` is equal for cards with the same shape. `ids` are those left out, each once, and
    `numbers` all that are left out; `spans` are the positions of these."""

    key: tuple[object, ...]
    ids: tuple[str, ...]
    numbers: tuple[int, ...]
    spans: tuple[Span, ...] = field(compare=False)


class Shapes:
    """The shapes of effects in one game."""

    def __init__(self, declared: Declared) -> None:
        self.classes = _classes(declared)
        ids = "|".join(sorted(map(re.escape, self.classes), key=len, reverse=True)) or "(?!)"
        word = rf"(?<![\w./+-])(?:([0-9]+)|({ids}))(?![\w./+-])"
        letters = "".join({re.escape(id[0]) for id in self.classes})
        # at other letters, none of these can begin, which is found more quickly
        self._literals = re.compile(rf'(?=["#0-9{letters}])(?:{_WHOLE}|{word})')
        self._known: dict[int, tuple[IndependentCard, Shape]] = {}

    def of(self, card: IndependentCard) -> Shape:
        """The shape of a card's effects."""
        if id(card) not in self._known:
            self._known[id(card)] = card, self._shape(card)
        return self._known[id(card)][1]

    def joins(self, other: Shapes) -> bool:
        """Whether ids that it leaves out as one class are left out as one class here, too."""
        pairs = {(at, self.classes.get(word)) for word, at in other.classes.items()}
        return len(dict(pairs)) == len(pairs) and None not in dict(pairs).values()

    def _shape(self, card: IndependentCard) -> Shape:
        left_out, numbers, spans = dict[str, str](), list[int](), list[Span]()
        said: list[object] = [card.thing.kind]
        literal = "\n".join(_literal_texts(card))
        for effect in card.effects:
            said += [effect.slot, *map(_text_of, _beside(effect))]
            said.append(self._text(effect.body, left_out, numbers, spans, literal))
        return Shape(tuple(said), tuple(left_out), tuple(numbers), tuple(spans))

    def _text(
        self,
        body: Span,
        ids: dict[str, str],
        numbers: list[int],
        spans: list[Span],
        literal: str,
    ) -> str:
        """The text with placeholders for literals, which are added to those of the texts before.

        Words that are also in the `literal` texts mean the same there, and are not left out.
        """

        def sign(found: re.Match[str]) -> str:
            number, id = found.groups()
            if number in _NUMBERS:
                numbers.append(int(number))
                start, end = found.span()
                spans.append(Span(body.source, body.start + start, body.start + end))
                return _LEFT_OUT
            if id is None or id in literal:
                return found[0]
            return ids.setdefault(id, f"{_LEFT_OUT}{len(ids)} {self.classes[id]}")

        return self._literals.sub(sign, body.text)


def _literal_texts(card: IndependentCard) -> Iterator[str]:
    """The texts of a card's effects from which no id is left out."""
    for effect in card.effects:
        yield from filter(None, map(_text_of, _beside(effect)))
        text = effect.body.text
        if has_candidates(text):  # names determine how to read `or`
            yield text
        elif '"' in text:
            yield from _QUOTED.findall(text)


def _beside(effect: Effect) -> tuple[Span | None, Span | None]:
    """The cost of an effect, and the limit on its use."""
    return effect.cost, effect.used.span if effect.used else None


def _text_of(span: Span | None) -> str | None:
    return span.text if span else None


def _classes(declared: Declared) -> Mapping[str, int]:
    """The number of the class of each id that may be left out."""
    board, found = declared.board, defaultdict[str, list[object]](list)
    may_be = {id for kind in board.below("place") for id in board.things.get(kind, {})}
    may_be |= {word for enum in board.enums.values() for word in enum.values}
    may_be -= {*_names(declared), *shared_parser(VERBS).keywords}
    for enum in board.enums.values():
        for word in enum.values:
            found[word].append(enum.name)
    for kind, things in board.things.items():
        for id in may_be & things.keys():
            found[id].append((kind, things[id].copies))
    roles: dict[tuple[object, ...], list[str]] = {}
    for word in sorted(word for word in may_be if not word.startswith(_NEGATED)):
        roles.setdefault(tuple(found[word]), []).append(word)
    return {w: at for at, words in enumerate(roles.values()) if len(words) > 1 for w in words}


def _names(declared: Declared) -> Iterator[str]:
    """All names in packs, except values of enums and things."""
    board = declared.board
    for named in (
        board.kinds, board.enums, board.state, board.zones, board.keywords, board.pieces,
        declared.definitions, declared.rules, declared.menus, declared.lasting,
    ):  # fmt: skip
        yield from named
    for kind in board.kinds.values():
        yield from (kind.plural, *kind.fields, *kind.indexed, *kind.rules)
        for cell in kind.fields.values():
            shown = board.enums[cell.type.of].values if cell.faces and cell.type.of else ()
            yield from (*shown, *map(plural, shown))
    yield from map(plural, board.enums)
    for things in board.things.values():
        yield from [plural(thing.id) for thing in things.values() if thing.copies > 1]
    for taken in declared.printed_takes.values():
        yield from (parameter.name for parameter in taken)
