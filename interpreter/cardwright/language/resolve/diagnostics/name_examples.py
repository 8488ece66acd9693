"""Names of the game as examples for the words in capitals of a help text: KIND, COUNTER, ZONE."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from cardwright.board.declarations import Zone
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language.declared import Declared
from cardwright.language.inflection import listed, singular
from cardwright.language.registry.keywords import read_first
from cardwright.language.resolve.diagnostics.normalized_words import without_unknown
from cardwright.language.resolve.scope import Context
from cardwright.language.syntax.common_mistakes import NEAR, CounterOrThings
from cardwright.language.syntax.foreign_phrases import ByNoun
from cardwright.language.syntax.syntax_errors import Example
from cardwright.language.syntax.verb_errors import RuleHelp, needs_verb, to_run
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Suggestion
from cardwright.source.spelling import may_search, nearest
from cardwright.source.text import Span

_NAME = re.compile(r"[a-z][\w-]*")
_MORE = re.compile(r" per\b| within\b|,")
"""Where an example can end."""
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


def with_examples(help: str, context: Context, at: Span | None) -> str:
    """The help, with a name of the game for each word in capitals: one that the line of the error
    speaks of, if there is one.
    """
    words = [word for word in dict.fromkeys(_CAPITALS.findall(help)) if word in _NAMES]
    spoken = _spoken_of(at, context) if words and at is not None else {}
    known = ((word, [*_NAMES[word](context)]) for word in words)
    named = [(word, _example(_for_cards(names, spoken, context), spoken)) for word, names in known]
    shown = [f"{word} `{name}`" for word, name in named if name]
    if not shown:
        return help
    shown[0] = shown[0].replace(" ", " may be ", 1)
    return f"{help} (here, {listed(shown)})"


def _for_cards(names: list[str], spoken: Mapping[str, int], context: Context) -> list[str]:
    """The names, zones first that hold the cards that the line of the error speaks of."""
    zones = context.board.zones
    held = {zones[name].holds for name in spoken if name in zones} | spoken.keys()
    return sorted(names, key=lambda name: name in zones and zones[name].holds not in held)


def _example(known: Sequence[str], spoken: Mapping[str, int]) -> str:
    here = [name for name in known if name in spoken]
    return min(here, key=spoken.__getitem__) if here else next(iter(known), "")


def _spoken_of(at: Span, context: Context) -> dict[str, int]:
    """The words of the line of an error, and the kinds that they are about, with their distances
    from the error.
    """
    row, column, *_ = at.lines
    found: dict[str, int] = {}
    for match in _NAME.finditer(at.source.line(row)):
        for name in _names_of(match[0], context.board):
            far = abs(match.start() + 1 - column)
            found[name] = min(far, found.get(name, far))
    return found


def _names_of(word: str, board: Board) -> Iterator[str]:
    """A word, also without its *s*, the kind that it is a noun for, and those of the things with
    this name.
    """
    yield from dict.fromkeys((word, singular(word)))
    if noun := board.noun(word):
        yield noun[0]
    yield from (thing.kind for thing in board.things_named(word))


def explained(found: Diagnostic, context: Context) -> Diagnostic:
    """A diagnostic whose help has examples."""
    found = _of_one_reading(_of_this_game(found, context), context)
    help = (
        _id_of_title(found.span, context)
        or _known_name(found, context)
        or _no_rule(found, context)
        or _other_preposition(found, context)
        or in_game(found.help, found.span, context)
    )
    found = found if help == found.help else replace(found, help=help)
    return without_unknown(found, context) if found.fixes else found


def _of_this_game(found: Diagnostic, context: Context) -> Diagnostic:
    """The diagnostic; an example in it ends before names that the game does not have, or has these
    in capitals.
    """
    if not isinstance(found.help, Example):
        return found
    whole = found.help.removeprefix("as in `").removesuffix("`")
    short = _MORE.split(whole)[0]
    known = {*read_first(), *context.parser.verbs.by_form, *context.names}

    def shown(name: re.Match[str]) -> str:
        word = name[0]
        return word if word in known or context.board.noun(word) else word.upper()

    said = [_NAME.sub(shown, example) for example in (whole, short)]
    best = next((one for one in said if one.islower()), said[-1])
    return replace(found, help=f"as in `{best}`")


def in_game(help: str, at: Span | None, context: Context) -> str:
    """The help with examples; a rule of the game comes before what the verb may mean elsewhere."""
    shown, rule = with_examples(help, context, at), _rule_instead(at, context)
    return f"{rule}; or {shown}" if rule and "`do " not in shown else shown


def _of_one_reading(found: Diagnostic, context: Context) -> Diagnostic:
    """The diagnostic; help for a counter and for things keeps only what is right in this game."""
    if not isinstance(found.help, CounterOrThings):
        return found
    board, help = context.board, found.help.by_noun
    noun = help.noun.split()[0]
    if noun in _counters(board):
        return replace(found, help=f"write `{help.counter}`{help.more}")
    if board.noun(noun):
        return replace(found, help=f"write `{_placed(help, board)}`{help.more}")
    return found


def _placed(help: ByNoun, board: Board) -> str:
    """`number of carts on town`, and `in` a zone: only players have things `of` them."""
    holder = help.holder
    kinds = {*(thing.kind for thing in board.things_named(holder)), holder}
    is_place = any(kind in board.kinds and board.is_a(kind, "place") for kind in kinds)
    word = "in" if holder in board.zones else "on" if is_place else "of"
    return help.things.replace(f"{help.noun} of {holder}", f"{help.noun} {word} {holder}")


def _id_of_title(at: Span | None, context: Context) -> str:
    """Help for `remove 1 cart on York Town`, the title of a thing."""
    title = at.text if at is not None else ""
    if not title[:1].isupper() or not may_search():
        return ""
    things = (thing for known in context.board.things.values() for thing in known.values())
    id = next((one.id for one in things if title == one.title != one.id), "")
    return Suggestion.only(f"write its id: `{id}`", title, id) if id else ""


def _known_name(found: Diagnostic, context: Context) -> str:
    """Help for `ann and bob gain 1 gold`, if `ann` is a name of the game and no misspelt word."""
    name, board = found.span.text if found.span is not None else "", context.board
    is_known = board.noun(name) is not None or bool(board.things_named(name))
    return f"`{name}` is a name of the game" if found.fixes and is_known else ""


def _no_rule(found: Diagnostic, context: Context) -> str:
    """Help for a statement `cart` or `tunr`, as the game has no rule of that name."""
    name = found.span.text if found.span is not None else ""
    rules = context.declared.rules
    if not name or name in rules or not isinstance(found.help, RuleHelp):
        return ""
    if name in context.names:
        return f"it is a name of the game; {needs_verb(context.parser.verbs)}"
    if near := nearest(name, rules):
        return Suggestion.of(f"did you mean `do {near}`?", name, f"do {near}")
    return f"{to_run(name)}, and declare it under `rules`"


def _other_preposition(found: Diagnostic, context: Context) -> str:
    """Help for `size of ann to skara`, if the size is that of a player on a town."""
    at = found.span
    if found.code != "CW201" or at is None or at.text not in _PREPOSITIONS:
        return ""
    before = at.source.text[max(0, at.start - NEAR) : at.start]
    for name, one in context.declared.definitions.items():
        if len(one.takes) == 2 and re.search(rf"(?<![\w-]){name} of [\w -]*$", before):
            return f"write `{one.takes[1].preposition}`, as in `{one.signature}`"
    return ""


_PREPOSITIONS = ("to", "on", "in", "at", "from", "for", "with")


def _rule_instead(at: Span | None, context: Context) -> str:
    """Help for `draw 2 cards`, if the game has a rule for it: `draw-cards`, but not `draw-lots`."""
    if at is None:
        return ""
    verb = singular((at.text.split() or [""])[0])
    said = {verb, *map(singular, _NAME.findall(at.source.line(at.lines[0])))}
    rules = (
        (rule, [*map(singular, name.split("-"))]) for name, rule in context.declared.rules.items()
    )
    found = [rule for rule, parts in rules if parts[0] == verb and said.issuperset(parts)]
    if not found:
        return ""
    takes = ", ".join(one.name for one in found[0].takes)
    return f"write `do {found[0].name}{f' with {takes}' if takes else ''}`"


def _kinds(context: Context, *roots: str) -> Iterator[str]:
    """The kinds with these roots that the game declares, in their order."""
    board = context.board
    for root in roots:
        yield from (kind for kind in board.below(root) if board.kinds[kind].span is not None)


def _zones(context: Context) -> list[Zone]:
    return [zone for zone in context.board.zones.values() if zone.span is not None]


def _hands(context: Context) -> Iterator[str]:
    zones = (zone for zone in _zones(context) if zone.each_player)
    yield from (zone.name for zone in sorted(zones, key=lambda zone: zone.ordered))


def _cards(context: Context) -> Iterator[str]:
    """The kinds of cards, first those that are in hands."""
    known = [*_kinds(context, "card")]
    yield from (zone.holds for zone in _zones(context) if zone.each_player and zone.holds in known)
    yield from known


def _piles(context: Context, *, ordered: bool) -> Iterator[str]:
    """The game's zones, first those for the cards in hands, and those that are ordered or not."""
    card, zones = next(_cards(context), ""), [z for z in _zones(context) if not z.each_player]
    ranked = sorted(zones, key=lambda zone: (zone.ordered is not ordered, zone.holds != card))
    yield from (zone.name for zone in ranked)


def _dice(board: Board) -> list[str]:
    return [kind for kind in board.below("die") if "face" in board.kinds[kind].fields]


def _rules(declared: Declared) -> list[str]:
    """The rules, last the one that plays the game, which nothing else runs."""
    return sorted(declared.rules, key=lambda rule: rule == declared.main)


def _flags(board: Board) -> Iterator[str]:
    every = (field for kind in board.kinds.values() for field in kind.fields.values())
    yield from (field.name for field in every if field.type == FLAG and not field.printed)


def _counters(board: Board) -> Iterator[str]:
    fields = board.fields("player").values()
    yield from (field.name for field in fields if field.type == NUMBER and not field.printed)


_NAMES: dict[str, Callable[[Context], Iterable[str]]] = {
    "KIND": lambda context: _kinds(context, "piece", "card", "place"),
    "PIECE": lambda context: _kinds(context, "piece", "card"),
    "CARD": _cards,
    "PLACE": lambda context: _kinds(context, "place"),
    "COUNTER": lambda context: _counters(context.board),
    "FLAG": lambda context: _flags(context.board),
    "ZONE": partial(_piles, ordered=False),
    "DECK": partial(_piles, ordered=True),
    "HAND": _hands,
    "RULE": lambda context: _rules(context.declared),
    "MENU": lambda context: context.declared.menus,
    "PLAYER": lambda context: ("player after you",),
    "DIE": lambda context: _dice(context.board),
    "SLOT": lambda context: (slot for kind in context.board.kinds.values() for slot in kind.rules),
}
