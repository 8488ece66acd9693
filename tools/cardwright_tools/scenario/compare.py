"""Compares claims with a position; mismatches are described in the words of scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardwright_tools.scenario.claims import CellClaim, Claim, PlaceClaim, ZoneClaim
from cardwright_tools.scenario.step import Mismatch, Stage
from cardwright_tools.scenario.terms import NOTHING, Part, Terms


def check_claim(claim: Claim, game: Stage, before: Sequence[int], terms: Terms) -> Iterator[
    Mismatch
]:  # fmt: skip
    if isinstance(claim, PlaceClaim):
        yield from _place_claim(claim, game, terms)
    elif isinstance(claim, ZoneClaim):
        yield from _zone_claim(claim, game, terms)
    else:
        yield from _cell(claim, game, before, terms)


# ---------------------------------------------------------------------------- numbers


def _cell(claim: CellClaim, game: Stage, before: Sequence[int], terms: Terms) -> Iterator[Mismatch]:
    found, was = game.s[claim.cell], before[claim.cell]
    wanted = was + claim.value if claim.change else claim.value
    if found != wanted:
        said, seen = terms.to_text(wanted, claim.type), terms.to_text(found, claim.type)
        if claim.change:
            said, seen = signed(claim.value, said), signed(found - was, seen)
        cause = game.cells.get(claim.cell)
        yield Mismatch(claim.label, said, seen, claim.node.span, cause)


def signed(difference: int, value: str) -> str:
    """`+4 (14)`: the change and the value."""
    return f"{difference:+d} ({value})"


# ------------------------------------------------------------------- pieces on a place


def _place_claim(claim: PlaceClaim, game: Stage, terms: Terms) -> Iterator[Mismatch]:
    board = terms.program.board
    items = [
        i.id
        for i in terms.program.layout.items
        if i.kind and game.s[i.id] == claim.place and board.root(i.kind) == "piece"
    ]
    if not _matches(claim, items, game, terms):
        label, cause = terms.label(claim.place), game.holders.get(claim.place)
        wanted = {o: [(p.count, p.text) for p in parts] for o, parts in claim.parts.items()}
        found = _grouped(items, game, terms)
        yield Mismatch(
            label, _describe(wanted, terms), _describe(found, terms), claim.node.span, cause
        )


def _matches(claim: PlaceClaim, items: Sequence[int], game: Stage, terms: Terms) -> bool:
    if claim.whoever:
        return _matched(claim.parts.get(0, ()), items, game, terms)
    owners = {_owner(i, game) for i in items} | set(claim.parts)
    return all(
        _matched(claim.parts.get(o, ()), [i for i in items if _owner(i, game) == o], game, terms)
        for o in owners
    )


def _matched(parts: Iterable[Part], items: Sequence[int], game: Stage, terms: Terms) -> bool:
    """Whether each part matches as many things as it says, and none is left over."""
    left = list(items)
    fits = [(p, [i for i in items if _fits(p, i, game, terms)]) for p in parts]
    for part, fit in sorted(fits, key=lambda pair: len(pair[1])):
        taken = [i for i in fit if i in left][: part.count]
        if len(taken) < part.count:
            return False
        left = [i for i in left if i not in taken]
    return not left


def _fits(part: Part, item: int, game: Stage, terms: Terms) -> bool:
    layout = terms.program.layout
    kind = layout.items[item].kind
    if part.named and item not in part.named:
        return False
    if not part.named and not layout.board.is_a(kind, part.kind):
        return False
    for cell in terms.looks_of(kind):
        at = layout.cells[(cell.kind, cell.name)] + item
        if game.s[at] != part.cells.get(cell.name, layout.start[at]):
            return False
    return True


def _owner(item: int, game: Stage) -> int:
    return game.s[game.program.layout.owner + item]


def _grouped(items: Sequence[int], game: Stage, terms: Terms) -> dict[int, list[tuple[int, str]]]:
    counted = Counter((_owner(i, game), _looks(i, game, terms)) for i in items)
    found: dict[int, list[tuple[int, str]]] = {}
    for (owner, look), count in counted.items():
        found.setdefault(owner, []).append((count, f"{count} {look}"))
    return found


def _looks(item: int, game: Stage, terms: Terms) -> str:
    """`leaky boat`: the kind (or name) with its state, where that differs from the start."""
    layout = terms.program.layout
    found = layout.items[item]
    words = []
    for cell in terms.looks_of(found.kind):
        at = layout.cells[(cell.kind, cell.name)] + item
        if game.s[at] != layout.start[at]:
            word = terms.to_text(game.s[at], cell.type)
            words.append({"yes": cell.name, "no": f"not {cell.name}"}.get(word, word))
    return " ".join([*words, found.thing.id if found.thing else found.kind])


def _describe(groups: dict[int, list[tuple[int, str]]], terms: Terms) -> str:
    rows = []
    for owner, parts in sorted(groups.items()):
        words = ", ".join(text for count, text in parts if count)
        if words:
            rows.append(f"{terms.name(owner)}: {words}" if owner else words)
    return "; ".join(rows) or NOTHING


# ------------------------------------------------------------------------------- zones


def _zone_claim(claim: ZoneClaim, game: Stage, terms: Terms) -> Iterator[Mismatch]:
    items = game.z[claim.zone - terms.program.layout.zone_first]
    if claim.declared.ordered:
        wanted = [p for p in claim.parts for _ in range(p.count)]
        same = len(wanted) == len(items) and all(
            _fits(p, i, game, terms) for p, i in zip(wanted, items, strict=True)
        )
    else:
        same = _matched(claim.parts, items, game, terms)
    if not same:
        zone = terms.program.layout.items[claim.zone].name
        said = ", ".join(p.text for p in claim.parts) or NOTHING
        found = ", ".join(terms.name(i) for i in items) or NOTHING
        yield Mismatch(zone, said, found, claim.node.span, game.holders.get(claim.zone))
