"""Help for unknown keys of `given` and `expect`, with names of the game as examples."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import LASTING
from cardwright_tools.scenario.terms import Terms


def given_key_hint(key: str, terms: Terms) -> str:
    """Help for a kind, whose things are said to be somewhere; "" for any other word."""
    board, player = terms.program.board, terms.player_names[0]
    noun = board.noun(key)
    kind = LASTING if key == "lasting" else noun[0] if noun else ""
    if kind not in board.kinds:
        return ""
    if board.root(kind) == LASTING:
        names = [one for one in board.below(LASTING) if one != LASTING] or ["NAME"]
        return f"say whose it is, as in `in-effect: {{{player}: {names[0]}}}`"
    things = f"2 {board.kinds[kind].plural}"
    if place := _place_for(kind, terms):
        return f"say where they are, as in `{place}: {{{player}: {things}}}`"
    zones = (zone for zone, _ in terms.program.layout.zones if board.related(kind, zone.holds))
    if (zone := next(zones, None)) is None:
        return ""
    held = f"{{{player}: {things}}}" if zone.each_player else things
    return f"say where they are, as in `{zone.name}: {held}`"


def all_keys(keys: Sequence[str], terms: Terms) -> str:
    """Help for a word that is like no key: the keys, and examples of names that are keys."""
    board = terms.program.board
    kinds = (kind for kind in board.kinds if board.root(kind) == "piece")
    places = filter(None, (_place_for(kind, terms) for kind in kinds))
    zones = (z.name for z, _ in terms.program.layout.zones if board.root(z.holds) == "card")
    cells = (f.name for f in board.fields("player").values() if not f.printed)
    names = [name for found in (places, zones, cells) if (name := next(found, ""))]
    shown = ", ".join(f"`{key}`" for key in keys)
    named = ", ".join(f"`{name}`" for name in names)
    return f"known: {shown}, and names of places, zones and state, such as {named}"


def _place_for(kind: str, terms: Terms) -> str:
    """A place where things of a kind can be, or ""."""
    board = terms.program.board
    on = board.lives_on(kind)
    found = (i for i in terms.program.layout.items if any(board.is_a(i.kind, k) for k in on))
    return next((terms.name(i.id) for i in found if terms.places(i.name)), "")
