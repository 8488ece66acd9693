"""Finds the independent cards of a game, which nothing else in the game refers to.

The report on an independent card depends only on its own lines and on everything that is not
independent, so these cards can be checked in any order, in any process, and one by one. Defines the
conditions: a card has values and effects but no abilities, its id occurs nowhere else, and its
effects run nothing that could lead back to other cards.

What effects run is found in their tokens, not in their syntax trees: cards are found before they
are divided among processes, and reading all of them first would take a fifth of a check without a
cache. A card being written would also change sides whenever its text can't be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared, Effect
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.files.quoted_titles import may_be_quoted
from cardwright.pack.files.truncated_text import may_be_truncated
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.interface.texts import is_use_asked_for, may_ask_for_use
from cardwright_tools.check.shares.items import Stretch
from cardwright_tools.check.shares.scan import Scan
from cardwright_tools.check.suppressions import SIGN

_RUNS = {"_DO": "do", "_DOES": "do", "_OPEN": "open", "_PERFORM": "perform",
         VERBS.by_name["begin"].terminal: "begin"}  # fmt: skip
"""The tokens with which a text runs something else."""
_HINTS = ("perform", "open", "do", "begin")
"""A text without any of these has no such token."""

Run = tuple[str, str]
"""What is run, as `do` and the name of a rule, or `open` and the name of a menu."""
USE = "use", ""
"""Stands for `event of card can be used`, which depends on the costs of all these effects."""

Now = Callable[[Span], Span]


def unmoved(span: Span) -> Span:
    """The position of a span in files that have not changed."""
    return span


@dataclass(frozen=True, slots=True)
class IndependentCard:
    """An independent card, its range in the file, and its effects."""

    thing: Thing
    stretch: Span
    effects: tuple[Effect, ...]


def independent_cards(declared: Declared, texts: Scan, now: Now = unmoved) -> list[IndependentCard]:
    """All independent cards of a game; `now` returns the current position of a span read before."""
    found = independent_in(declared, texts.items, now)
    return [one for one in found if one.thing.id in texts.singles]


def independent_in(
    declared: Declared, found: Mapping[str, Sequence[Stretch]], now: Now = unmoved
) -> Iterator[IndependentCard]:
    """The cards in these ranges that look independent by their own text."""
    if not any(found.values()):
        return
    effects: dict[int, list[Effect]] = {}
    for effect in declared.effects:
        effects.setdefault(id(effect.bearer), []).append(effect)
    carrying = {id(one.bearer) for one in declared.abilities}
    carrying |= {id(one.bearer) for one in declared.options}
    carrying |= {id(one.bearer) for one in declared.lasting.values()}
    leading = performing(declared)
    for things in _by_stretch(_cards(declared), found, now):
        (thing, stretch), *others = things
        own = tuple(effects.get(id(thing), ()))
        lacks_rules = not own and thing.text  # it may be reported (CW535)
        if not (others or lacks_rules or id(thing) in carrying) and is_isolated(
            stretch, own, leading, now
        ):
            yield IndependentCard(thing, stretch, own)


def _cards(declared: Declared) -> Iterator[Thing]:
    """All cards, except those that are numbered in their order."""
    board = declared.board
    for kind in board.below("card"):
        yield from () if board.row_kind(kind) else board.things.get(kind, {}).values()


def _by_stretch(
    things: Iterable[Thing], found: Mapping[str, Sequence[Stretch]], now: Now
) -> Iterator[list[tuple[Thing, Span]]]:
    """The things in each range, with the range."""
    standing: dict[tuple[str, int], list[tuple[Thing, Span]]] = {}
    for thing in things:
        if thing.span is None or thing.span.source.name not in found:
            continue
        span = now(thing.span)
        name, own = span.source.name, found[span.source.name]
        at = bisect_right(own, (span.start, len(span.source.text) + 1)) - 1
        if at >= 0 and span.start < own[at][1]:
            stretch = Span(span.source, *own[at])
            standing.setdefault((name, at), []).append((thing, stretch))
    yield from standing.values()


def is_isolated(
    stretch: Span, effects: Sequence[Effect], performing: set[Run], now: Now = unmoved
) -> bool:
    """Whether the effects are in this range, and lead to nothing that is printed elsewhere."""
    texts = [effect.body.text for effect in effects if now(effect.body).is_within(stretch)]
    return (
        len(texts) == len(effects)
        and not any(_leads_elsewhere(text, performing) for text in texts)
        and not (USE in performing and any(effect.cost for effect in effects))
        and SIGN not in _comments_above(stretch) + stretch.text
        and not may_be_truncated(stretch.text)  # which is reported when its file is read, and so
        and not may_be_quoted(stretch.text)  # is this
    )


def _comments_above(stretch: Span) -> str:
    """The comments directly above: a suppression there applies to the first line."""
    text, begin = stretch.source.text, stretch.start
    while begin > 0:
        line = text.rfind("\n", 0, begin - 1) + 1
        if text[line:begin].lstrip()[:1] not in ("", "#"):
            break
        begin = line
    return text[begin : stretch.start]


def _leads_elsewhere(text: str, performing: set[Run]) -> bool:
    """Whether a text may lead to what is printed on other cards."""
    return (
        _performs(text, performing)
        or any(how in ("open", "begin") for how, _ in _runs(text))
        or may_ask_for_use(text)
    )


def _performs(text: str, performing: set[Run]) -> bool:
    """Whether a text performs a printed effect, directly or through a rule or menu."""
    runs = _runs(text)
    return any(how == "perform" for how, _ in runs) or not performing.isdisjoint(runs)


@lru_cache(2_000)  # the texts of most games, which a server looks at after each change
def _runs(text: str) -> frozenset[Run]:
    """What a text runs."""
    has_hint = any(word in text for word in _HINTS)
    tokens = [*shared_parser(VERBS).tokens(text)] if has_hint else []
    next_words = [*(text[one.start : one.end] for one in tokens[1:]), ""]
    pairs = zip(tokens, next_words, strict=False)
    return frozenset((_RUNS[one.kind], name) for one, name in pairs if one.kind in _RUNS)


def performing(declared: Declared) -> set[Run]:
    """The rules and menus that may perform a printed effect; and USE, if texts may ask for that."""
    texts = {("do", name): rule.body.text for name, rule in declared.rules.items()}
    for option in declared.options:
        own = "open", option.menu
        texts[own] = f"{texts.get(own, '')}\n{option.body.text}"
    found: set[Run] = set()
    while more := {run for run, text in texts.items() if _performs(text, found)} - found:
        found |= more
    return {*found, USE} if is_use_asked_for(declared) else found
