"""Finds conflicts: changes to one thing by two packs that don't require each other.

The order of such packs would decide which change counts. Decides which abilities conflict; patches
are compared where they are applied. Knows nothing about how abilities work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardwright.language.declared import Ability, Declared
from cardwright.language.syntax import ast
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.files.requires import all_required

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
    (what, kind), (what_, kind_) = _changed(one), _changed(other)
    if what != what_ or kind == kind_ or (one.kind.modifies and what in definitions):
        return what == what_ != ""
    names = [noun[0] for noun in map(board.noun, (kind, kind_)) if noun]
    return len(names) == 2 and (board.is_a(*names) or board.is_a(*reversed(names)))


def _changed(ability: Ability) -> tuple[str, str]:
    """A property, a rule or an action, and the kind it is of; empty for a text with an error."""
    parser = shared_parser(VERBS)
    if ability.kind.modifies:
        read = parser.property(ability.pattern)
        parameters = read.parameters if isinstance(read, ast.PropertyText) else ()
        return read.name.text, parameters[-1].kind.text if parameters else ""
    event = parser.event(ability.pattern, timed=False)
    match event.event if event is not None else None:
        case ast.RuleRun(rule=rule):
            return rule.text, ""
        case ast.VerbEvent(gerund=gerund, noun=noun):
            return gerund.text, noun.text
    return "", ""


def _report(ability: Ability, other: Ability, builder: PackBuilder) -> None:
    what, kind = _changed(ability)
    what = what if ability.kind.modifies else f"{what} {kind}".strip()
    does = "set" if ability.kind.modifies else "replace"
    message = f"`{ability.pack}` and `{other.pack}` both {does} `{what}`"
    help = "make one require the other, or give one an `if`"
    if not ability.kind.modifies:
        help += " or another `order`"
    notes = ((other.pattern, "also set here" if ability.kind.modifies else "also replaced here"),)
    builder.error("CW309", message, ability.pattern, help, notes)
