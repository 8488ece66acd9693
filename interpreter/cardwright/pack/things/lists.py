"""Builds the lists that players bring to a game, such as their decks.

A kind that `is: list` says what its lists name and when they are legal; each player has one of
them. Responsible for the keys `cards` and `legal`. Knows nothing about which list is chosen for a
game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.board.declarations import LISTS, Field, Kind, Lists, Thing
from cardwright.board.model import Board
from cardwright.board.player_lists import contents_of_list
from cardwright.board.types import thing as thing_type
from cardwright.language.declared import ListRule
from cardwright.language.inflection import article
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry
from cardwright.pack.validation.yaml_node import YamlNode

KEYS = ("cards", "legal")
MAX_CARDS = 1_000
"""How many cards one list can name."""


def declare_lists(made: Sequence[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    """Declares what the lists of a kind name, and the printed value that is a player's list."""
    for kind, entry in made:
        if _is_kind_of_lists(kind, entry, builder):
            kind.lists = _named(entry, builder)
            if kind.lists is None:
                builder.incomplete_kinds.add(kind.name)  # so players may have such lists
            else:
                _give_players(kind, entry, builder)


def _is_kind_of_lists(kind: Kind, entry: Entry, builder: PackBuilder) -> bool:
    node, board = entry.node, builder.board
    if LISTS not in board.ancestors(kind.name):
        for key in (key for key in KEYS if node.get(key) is not None):
            if kind.name not in builder.incomplete_kinds:
                message = f"{article(kind.name)} is not a list, so it has no `{key}`"
                builder.error("CW345", message, node.child(key, None).key_span, "as in `is: list`")
        return False
    other = board.list_kind()
    if kind.parent != LISTS or other is not None:
        message = "a game has only one kind of list"
        notes = ((other.span, "declared here"),) if other and other.span else ()
        builder.error("CW345", message, node.key_span, "use fields to tell lists apart", notes)
        return False
    if entry.is_complete and node.get("cards") is None:
        help = "say what its lists name, as in `cards: {of: card, copies: 2}`"
        builder.error("CW323", f"the lists of `{kind.name}` name nothing", node.key_span, help)
    return True


def _named(entry: Entry, builder: PackBuilder) -> Lists | None:
    cards = entry.node.get("cards")
    of = cards.get("of") if cards is not None else None
    if cards is None or of is None or not builder.check_kind(of):
        return None
    if not (builder.may_be(of.word, "piece") or builder.may_be(of.word, "card")):
        builder.error("CW345", "lists can name pieces and cards", of.span)
        return None
    low, high = cards.number("at least") or 0, cards.number("at most")
    if high is not None and high < low:
        node = cards.get("at most")
        message = f"no list has at least {low} and at most {high} cards"
        builder.error("CW324", message, node.span if node else cards.span, "swap them")
        return None
    return Lists(of.word, cards.number("copies") or 1, low, high)


def _give_players(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    fields = builder.board.kinds["player"].fields
    if kind.name in fields:
        message = f"players have `{kind.name}` already, which would be their list"
        builder.error("CW328", message, entry.node.key_span, "choose another name")
        return
    found = Field(kind.name, thing_type(kind.name), "player", printed=True, span=kind.span)
    fields[kind.name] = found


def lists_of(board: Board) -> Iterable[Thing]:
    """The lists that packs define."""
    kind = board.list_kind()
    return board.things.get(kind.name, {}).values() if kind is not None else ()


def declare_list_rules(made: Sequence[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    for kind, entry in made:
        for node in entry.node.elements_of("legal") if kind.lists is not None else ():
            condition = builder.expression_span(node.get("if"))
            if condition is not None:
                rule = ListRule(node.text("text"), condition, node.id_span, node.pack)
                builder.declared.list_rules.append(rule)


def listed_copies(kind: str, board: Board) -> int:
    """The most copies of a thing that lists name: all that the players together may bring; 0 for
    other things.
    """
    lists = board.list_kind()
    if lists is None or lists.lists is None or not board.is_listed(kind):
        return 0
    # At least 2, because its name is always a noun: a game may have no copies, or two.
    return max(2, lists.lists.copies * len(board.things.get("player", {})))


def read_cards(thing: Thing, node: YamlNode, builder: PackBuilder) -> None:
    """Reads `cards: {fox: 2}` of a list; cards in a patch replace them all."""
    lists, cards = builder.board.kinds[thing.kind].lists, node.get("cards")
    if lists is None or cards is None:
        return
    thing.cards.clear()
    for id, number in cards.items():
        if isinstance(number.value, int) and _can_be_named(id, number, lists.of, builder):
            thing.cards[id], thing.card_spans[id] = number.value, number.key_span
    if sum(thing.cards.values()) > MAX_CARDS:
        message = f"a list can name at most {MAX_CARDS:,} cards"
        builder.error("CW303", message, cards.key_span, "leave some out")
        thing.cards.clear()


def _can_be_named(id: str, node: YamlNode, of: str, builder: PackBuilder) -> bool:
    """Whether lists can name something with this id; reports it if not."""
    board = builder.board
    found = board.instance(of, id)
    if found is None:
        known = [one for kind in board.below(of) for one in board.things.get(kind, {})]
        message = f"`{id}` is not {article(of)}"
        builder.defer_unknown("things", id, "CW343", message, node.key_span, known)
    elif board.token_of(found.kind):
        message = f"`{id}` is a token, which is there only when it is created"
        builder.error("CW345", message, node.key_span, "remove it from the list")
        return False
    return found is not None


def check_lists(things: Iterable[Thing], builder: PackBuilder) -> None:
    """Checks that nobody brings things that are in every game anyway."""
    board = builder.board
    for one in things:
        for (kind, id), _ in contents_of_list(board, one):
            if board.things[kind][id].common:
                message = f"`{id}` has `copies`, so it is in every game and nobody brings it"
                help = f"remove it from the list, or the `copies` of `{id}`"
                builder.error("CW345", message, one.card_spans.get(id, one.span), help)
