"""Compares claims with a position; mismatches are described in the words of scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cardwright.board.declarations import Field
from cardwright.board.layout import Item
from cardwright.runtime.game import Game
from cardwright_tools.scenario.claims import CellClaim, Claim, PlaceClaim, ZoneClaim
from cardwright_tools.scenario.parts import Part
from cardwright_tools.scenario.shape import as_written
from cardwright_tools.scenario.stage import Mismatch, Stage
from cardwright_tools.scenario.terms import NOTHING, Terms


def check_claim(claim: Claim, game: Stage, before: Sequence[int], terms: Terms) -> Iterator[
    Mismatch
]:  # fmt: skip
    if isinstance(claim, PlaceClaim):
        yield from _place_claim(claim, game, terms)
    elif isinstance(claim, ZoneClaim):
        yield from _zone_claim(claim, game, terms)
    else:
        yield from _cell(claim, game, before, terms)


def holds(claim: Claim, game: Game, before: Sequence[int], terms: Terms) -> bool:
    """Whether a claim is true of a position; `before` are the cells before what changed them."""
    if isinstance(claim, PlaceClaim):
        return _matches(claim, _pieces_on(claim.place, game, terms), game, terms)
    if isinstance(claim, ZoneClaim):
        return _is_held(claim, game, terms)
    return terms.same(_expected(claim, before), game.s[claim.cell], claim.type, _text(claim))


# ---------------------------------------------------------------------------- numbers


def _expected(claim: CellClaim, before: Sequence[int]) -> int:
    return before[claim.cell] + claim.value if claim.change else claim.value


def _text(claim: CellClaim) -> str:
    """The text of one value; a set is shown as its members."""
    return "" if claim.type.many else as_written(claim.node)


def _cell(claim: CellClaim, game: Stage, before: Sequence[int], terms: Terms) -> Iterator[Mismatch]:
    if not holds(claim, game, before, terms):
        found, was = game.s[claim.cell], before[claim.cell]
        expected = _expected(claim, before)
        said, seen = terms.distinguished(expected, found, claim.type)
        if claim.change:
            said, seen = signed(claim.value, said), signed(found - was, seen)
        cause = game.cells.get(claim.cell)
        yield Mismatch(claim.label, said, seen, claim.node.span, cause)


def signed(difference: int, value: str) -> str:
    """`+4 (14)`: the change and the value."""
    return f"{difference:+d} ({value})"


# ------------------------------------------------------------------- pieces on a place


def _place_claim(claim: PlaceClaim, game: Stage, terms: Terms) -> Iterator[Mismatch]:
    items = _pieces_on(claim.place, game, terms)
    if not _matches(claim, items, game, terms):
        label, cause = terms.label(claim.place), game.holders.get(claim.place)
        parts = [part for group in claim.parts.values() for part in group]
        expected = {o: [(p.count, p.text) for p in group] for o, group in claim.parts.items()}
        said = _describe(expected, terms)
        looks = ThingNamer(game, terms, {name for part in parts for name in part.cells})
        seen = _describe(_grouped(items, game, looks), terms)
        if said == seen:
            seen = _describe(_grouped(items, game, replace(looks, every=True)), terms)
        yield Mismatch(label, said, seen, claim.node.span, cause)


def _pieces_on(place: int, game: Game, terms: Terms) -> list[int]:
    items = terms.program.layout.items
    here = (i for i in items if i.kind and game.s[i.id] == place)
    return [i.id for i in here if terms.root(i) == "piece"]


def _matches(claim: PlaceClaim, items: Sequence[int], game: Game, terms: Terms) -> bool:
    if claim.whoever:
        return _matched(claim.parts.get(0, ()), items, game, terms)
    owners = {_owner(i, game) for i in items} | set(claim.parts)
    return all(
        _matched(claim.parts.get(o, ()), [i for i in items if _owner(i, game) == o], game, terms)
        for o in owners
    )


def _matched(
    parts: Iterable[Part], items: Sequence[int], game: Game, terms: Terms,
    zone: ZoneClaim | None = None,
) -> bool:  # fmt: skip
    """Whether each part matches as many things as it says, and none is left over."""
    left = list(items)
    fits = [(p, [i for i in items if _fits(p, i, game, terms, zone)]) for p in parts]
    for part, fit in sorted(fits, key=lambda pair: len(pair[1])):
        taken = [i for i in fit if i in left][: part.count]
        if len(taken) < part.count:
            return False
        left = [i for i in left if i not in taken]
    return not left


def _fits(part: Part, item: int, game: Game, terms: Terms, zone: ZoneClaim | None = None) -> bool:
    """Whether a part matches a thing as it is now; a named thing also matches by that name."""
    board, now = terms.program.board, _now(item, game)
    kind = now.kind
    if part.named and item not in part.named and now.id not in part.named:
        return False
    if not part.named and not board.is_a(kind, part.kind):
        return False
    owners = zone.owners(part, piece=board.root(kind) == "piece") if zone else ()
    owners = owners or ((part.owner,) if part.owner >= 0 else ())
    if owners and _owner(item, game) not in owners:
        return False
    return all(_has_value(part, cell, item, game, terms) for cell in terms.state_of(kind))


def _now(item: int, game: Game) -> Item:
    """The thing itself, or the design that it has become."""
    layout = game.program.layout
    changed = layout.is_changed(game.s, item)
    return layout.form(game.s, item) if changed else layout.items[item]


def _has_value(part: Part, cell: Field, item: int, game: Game, terms: Terms) -> bool:
    """Flags and words that a part does not name must be as at the start; other state is free."""
    layout = terms.program.layout
    at = layout.cells[(cell.kind, cell.name)] + item
    if cell.name in part.cells:
        return terms.same(part.cells[cell.name], game.s[at], cell.type, part.text)
    looks = terms.looks_of(_now(item, game).kind)
    return cell not in looks or game.s[at] == layout.start[at]


def _owner(item: int, game: Game) -> int:
    return game.s[game.program.layout.owner + item]


def _grouped(
    items: Sequence[int], game: Game, looks: ThingNamer
) -> dict[int, list[tuple[int, str]]]:
    counted = Counter((_owner(i, game), looks.of(i)) for i in items)
    found: dict[int, list[tuple[int, str]]] = {}
    for (owner, look), count in counted.items():
        found.setdefault(owner, []).append((count, f"{count} {look}"))
    return found


@dataclass(frozen=True, slots=True)
class ThingNamer:
    """The names of things, as in `leaky boat`: with the adjectives for state that has changed.

    Other state is added if it is `named` and, with `changed`, has changed; with `every`, all of it
    is, and so is the number of a copy.
    """

    game: Game
    terms: Terms
    named: Collection[str] = ()
    every: bool = False
    changed: bool = False

    def of(self, item: int, owner: str = "") -> str:
        found, looks = _now(item, self.game), list[str]()
        state = list[str]()
        for cell in self._worth_saying(found, item):
            value = self.game.s[self._at(cell, item)]
            word = self.terms.to_text(value, cell.type)
            if cell.type.base == "flag":
                looks.append(cell.name if value else f"not {cell.name}")
            elif self.terms.look(found.kind, word) == (cell.name, value):
                looks.append(word)
            else:
                state.append(f"{cell.name} {word}")
        ending = [f"with {' and '.join(state)}"] if state else []
        return " ".join([*([owner] if owner else ()), *looks, self._name(found), *ending])

    def owner_of(self, item: int) -> str:
        """The owner of one of a player's interchangeable pieces; "" for everything else."""
        found, owner = self.terms.program.layout.items[item], _owner(item, self.game)
        counted = self.terms.root(found) == "piece" and found.thing is None
        return self.terms.name(owner) if owner and counted else ""

    def kind_of(self, item: int) -> str:
        """The kind by which a thing is called; "" if it has an id."""
        found = _now(item, self.game)
        return "" if found.thing else found.kind

    def _worth_saying(self, found: Item, item: int) -> Iterator[Field]:
        looks = self.terms.looks_of(found.kind)
        for cell in self.terms.state_of(found.kind):
            at = self._at(cell, item)
            changed = self.game.s[at] != self.terms.program.layout.start[at]
            named = cell.name in self.named and (changed or not self.changed)
            if self.every or (changed if cell in looks else named):
                yield cell

    def _at(self, cell: Field, item: int) -> int:
        return self.terms.program.layout.cells[(cell.kind, cell.name)] + item

    def _name(self, found: Item) -> str:
        if self.every:
            return found.name
        return found.thing.id if found.thing else found.kind


def _describe(groups: dict[int, list[tuple[int, str]]], terms: Terms) -> str:
    rows = []
    for owner, parts in sorted(groups.items()):
        words = ", ".join(text for count, text in parts if count)
        if words:
            rows.append(f"{terms.name(owner)}: {words}" if owner else words)
    return "; ".join(rows) or NOTHING


# ------------------------------------------------------------------------------- zones


def _zone_claim(claim: ZoneClaim, game: Stage, terms: Terms) -> Iterator[Mismatch]:
    if not _is_held(claim, game, terms):
        items = _held_in(claim.zone, game)
        zone = terms.program.layout.items[claim.zone].name
        said = ", ".join(p.text for p in claim.parts) or NOTHING
        looks = ThingNamer(game, terms, {name for part in claim.parts for name in part.cells})
        seen = _inside(items, looks)
        seen = seen if said != seen else _inside(items, replace(looks, every=True))
        yield Mismatch(zone, said, seen, claim.node.span, game.holders.get(claim.zone))


def _held_in(zone: int, game: Game) -> Sequence[int]:
    return game.z[zone - game.program.layout.zone_first]


def _is_held(claim: ZoneClaim, game: Game, terms: Terms) -> bool:
    items = _held_in(claim.zone, game)
    if not claim.declared.ordered:
        return _matched(claim.parts, items, game, terms, claim)
    expected = [p for p in claim.parts for _ in range(p.count)]
    return len(expected) == len(items) and all(
        _fits(p, i, game, terms, claim) for p, i in zip(expected, items, strict=True)
    )


def _inside(items: Sequence[int], looks: ThingNamer) -> str:
    """Things with their owner, if their place does not determine it."""
    return ", ".join(looks.of(i, looks.owner_of(i)) for i in items) or NOTHING
