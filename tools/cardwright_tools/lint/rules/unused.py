"""CW501 to CW510: declarations that are never used.

Declarations that only unused ones use are reported once those have been removed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import ROOTS, Enum, Field
from cardwright.checked_packs import CheckedPacks
from cardwright.language.graph_walks import reachable
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Span
from cardwright_tools.lint.rule import Game, diagnostic, rule
from cardwright_tools.lint.uses import Key, Uses

Unused = tuple[Key, str, str, Span | None, str]
"""A key, and the code, message, span and help if nothing uses it."""

CHANGES = "read it in a rule, or remove it and what changes it"


@rule(Game, *(f"CW5{n:02}" for n in range(1, 11)))
def check(game: Game) -> Iterator[Diagnostic]:
    live = game.uses.live()
    unused = {one[0]: one for one in _all_unused(game, live) if one[0] not in live}
    for key in _roots(unused, game.uses):
        _, code, message, span, help = unused[key]
        if span is not None:
            yield diagnostic(code, message, span, help)


def _roots(unused: dict[Key, Unused], used: Uses) -> Iterator[Key]:
    """The unused things that no other unused thing uses; for a cycle, its first member."""
    explained: set[Key] = set()
    users = {to for key in unused for to in used.of.get(key, set()) if to != key}
    alone = [key for key in unused if key not in users]

    def unexplained(user: Key) -> set[Key]:
        return (used.of.get(user, set()) & unused.keys()) - explained

    for key in [*alone, *unused]:
        if key not in explained:
            yield key
            explained.update(reachable((key,), unexplained))


def _all_unused(game: Game, live: frozenset[Key]) -> Iterator[Unused]:
    rules, declared = game.rules, game.rules.declared
    for name, made in declared.definitions.items():
        help = "use it somewhere, or remove it"
        message = f"`{name}` is never used"
        if made.bounds:
            continue
        if made.keyword:
            message = f"no rule asks for the keyword `{name}`"
        yield Key("definition", name), "CW501", message, made.span, help
    for name, one in declared.rules.items():
        help = f"write `do {name}` where it belongs, or remove it"
        yield Key("rule", name), "CW502", f"the rule `{name}` is never run", one.span, help
    for name, lasting in declared.lasting.items():
        help = f"write `begin {name}` where it belongs, or remove it"
        yield Key("lasting", name), "CW510", f"`{name}` never begins", lasting.span, help
    yield from _menus(rules)
    for zone in declared.board.zones.values():
        help, message = (
            "move something there, or remove it",
            f"no rule names the zone `{zone.name}`",
        )
        yield Key("zone", zone.name), "CW504", message, zone.span, help
    yield from _slots(game)
    yield from _fields(rules)
    grids = {kind.grid.directions for kind in declared.board.kinds.values() if kind.grid}
    for enum in declared.board.enums.values():
        # All of them can be chosen or rolled, or belong to a grid.
        if Key("values", enum.name) not in live and enum.name not in grids:
            yield from _words(enum)
    yield from _kinds(rules)


def _menus(rules: CheckedPacks) -> Iterator[Unused]:
    declared = rules.declared
    for name, menu in declared.menus.items():
        inside = [f"`{option.id}`" for option in declared.options if option.menu == name]
        rest = f", so {', '.join(inside)} can't be chosen" if inside else ""
        help = f"write `open {name}` where it belongs, or remove it"
        message = f"the menu `{name}` is never opened{rest}"
        yield Key("menu", name), "CW503", message, menu.span, help


def _slots(game: Game) -> Iterator[Unused]:
    """Printed effects that something has, each where a kind declares it."""
    checked = game.rules.checked
    printed = {*game.slots, *(effect.slot for effect in checked.declared.effects)}
    for kind in checked.declared.board.kinds.values():
        for slot, span in kind.rule_spans.items():
            if slot in printed:
                message = f"`{slot}` is printed on things, but never performed"
                help = f"write `perform {slot} of ...` where it belongs"
                yield Key("slot", slot), "CW509", message, span, help


def _fields(rules: CheckedPacks) -> Iterator[Unused]:
    board = rules.declared.board
    reported: set[tuple[str, str]] = set()  # a state with several cells is reported once
    for cell in (*board.state.values(), *board.every_field()):
        # A text shown to one player is read by that player.
        if cell.is_internal or cell.seen_by == "owner":
            continue
        if (cell.kind, cell.state) not in reported:
            reported.add((cell.kind, cell.state))
            yield _cell(cell)


def _cell(cell: Field) -> Unused:
    key, of = Key("field", cell.state, cell.kind), f" of {cell.kind}" if cell.kind else ""
    if cell.printed:
        help = "if it is not meant for readers only, remove it"
        return key, "CW506", f"no rule reads `{cell.name}`{of}", cell.span, help
    return key, "CW505", f"no rule reads `{cell.state}`{of}", cell.span, CHANGES


def _words(enum: Enum) -> Iterator[Unused]:
    spans = dict(enum.spans)
    for word in enum.values:
        message, span = f"nothing is `{word}`, and no rule names it", spans.get(word, enum.span)
        yield Key("value", word, enum.name), "CW507", message, span, "remove it"


def _kinds(rules: CheckedPacks) -> Iterator[Unused]:
    for kind in rules.declared.board.kinds.values():
        if kind.name not in (*ROOTS, "die"):
            message = f"there is nothing of the kind `{kind.name}`, and no rule names it"
            help = "define some, or remove it"
            yield Key("kind", kind.name), "CW508", message, kind.span, help
