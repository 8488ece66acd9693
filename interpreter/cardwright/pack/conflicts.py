"""Finds conflicts: changes to one thing by two packs that don't require each other.

The order of such packs would decide which change counts. Decides which abilities conflict; patches
are compared where they are applied. Knows nothing about how abilities work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardwright.language.declared import Ability, Declared
from cardwright.pack.builder import PackBuilder
from cardwright.pack.manifest import Manifest
from cardwright.pack.requires import all_required

Related = Callable[[str, str], bool]


def related(packs: Sequence[Manifest]) -> Related:
    """A test for two ids: whether the packs are the same or one requires the other."""
    by_id = {pack.id: pack for pack in packs}
    over = {pack.id: all_required(pack, by_id) for pack in packs}
    return lambda one, other: one == other or one in over[other] or other in over[one]


def report_conflicts(packs: Sequence[Manifest], builder: PackBuilder) -> None:
    """Reports everything that two unrelated packs both replace or set (CW309)."""
    are_related = related(packs)
    seen: list[Ability] = []
    for ability in _unconditional(builder.declared.abilities):
        others = (o for o in seen if not are_related(o.pack, ability.pack))
        other = next((o for o in others if _conflict(ability, o, builder.declared)), None)
        if other is not None:
            _report(ability, other, builder)
        seen.append(ability)


def _unconditional(abilities: Sequence[Ability]) -> Iterator[Ability]:
    """The abilities of packs themselves that always apply, and so leave no room for others."""
    for ability in abilities:
        sets = ability.operation is not None and not ability.operation.arithmetic
        always = not ability.condition and not ability.bearer
        if always and (sets or ability.kind.hook == "instead"):
            yield ability


def _conflict(one: Ability, other: Ability, declared: Declared) -> bool:
    """Whether both change the same definition or rule, or the actions or properties of kinds that
    overlap.
    """
    board, definitions = declared.board, declared.definitions
    if (one.kind, one.order) != (other.kind, other.order):
        return False
    (verb, *kinds), (verb_, *kinds_) = _words(one), _words(other)
    if verb != verb_ or kinds == kinds_ or (one.kind.modifies and verb in definitions):
        return verb == verb_
    nouns = [board.noun(kind[-1]) if kind else None for kind in (kinds, kinds_)]
    names = [noun[0] for noun in nouns if noun]
    return len(names) == 2 and (board.is_a(*names) or board.is_a(*reversed(names)))


def _words(ability: Ability) -> list[str]:
    return ability.pattern.text.split() or [""]


def _changed(ability: Ability) -> str:
    """What is changed, as messages name it; a definition by its name alone."""
    words = _words(ability)
    return words[0] if ability.kind.modifies else " ".join(words)


def _report(ability: Ability, other: Ability, builder: PackBuilder) -> None:
    what = _changed(ability)
    does = "set" if ability.kind.modifies else "replace"
    message = f"`{ability.pack}` and `{other.pack}` both {does} `{what}`"
    help = "make one require the other, or give one an `if`"
    if not ability.kind.modifies:
        help += " or another `order`"
    notes = ((other.pattern, "also set here" if ability.kind.modifies else "also replaced here"),)
    builder.error("CW309", message, ability.pattern, help, notes)
