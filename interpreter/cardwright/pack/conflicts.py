"""What two packs both change that do not require each other: their order would decide.

Owns which changes can't stand beside each other. Patches, which change printed values, are
looked at where they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardwright.language.declared import Ability
from cardwright.pack.linking import Link
from cardwright.pack.manifest import Manifest
from cardwright.pack.requires import above

Related = Callable[[str, str], bool]


def related(packs: Sequence[Manifest]) -> Related:
    """Whether of two packs, told by their ids, one requires the other or both are one."""
    by_id = {pack.id: pack for pack in packs}
    over = {pack.id: above(pack, by_id) for pack in packs}
    return lambda one, other: one == other or one in over[other] or other in over[one]


def find(packs: Sequence[Manifest], link: Link) -> None:
    """Reports what two packs that don't require each other both replace or set (CW309)."""
    are_related = related(packs)
    first: dict[tuple[str, str, int], list[Ability]] = {}
    for ability in _absolute(link.declared.abilities):
        key = (ability.type, _changed(ability), ability.order)
        others = first.setdefault(key, [])
        other = next((o for o in others if not are_related(o.pack, ability.pack)), None)
        if other is not None:
            _tell(ability, other, link)
        others.append(ability)


def _absolute(abilities: Sequence[Ability]) -> Iterator[Ability]:
    """Those that always hold, and leave nothing of what another would make of it."""
    for ability in abilities:
        sets = ability.type == "modify" and ability.op == "set"
        if (sets or ability.type == "instead of") and not ability.condition and not ability.bearer:
            yield ability


def _changed(ability: Ability) -> str:
    """What is set or replaced: a definition by its name alone."""
    words = ability.pattern.text.split()
    return words[0] if ability.type == "modify" else " ".join(words)


def _tell(ability: Ability, other: Ability, link: Link) -> None:
    what = _changed(ability)
    does = "sets" if ability.type == "modify" else "replaces"
    message = f"`{ability.pack}` {does} `{what}`, and so does `{other.pack}`"
    help = "let one require the other, or give one an `if`"
    if ability.type != "modify":
        help += " or another `order`"
    notes = ((other.pattern, "the first one"),)
    link.report.error("CW309", message, ability.pattern, help, notes)
