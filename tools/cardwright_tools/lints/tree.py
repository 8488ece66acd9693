"""All effects and expressions of a checked game, with what they belong to.

Owns the list of what can hold a mistake, so that each lint walks the same things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.language import core
from cardwright.language.checker import Checked, CheckedAbility
from cardwright.language.core import Expr
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Part = core.Routine | Expr | core.Change
Among = Sequence[tuple["Owner", tuple[Part, ...]]]
"""What a lint looks at: all of a game, or some printed effects."""


@dataclass(frozen=True, slots=True)
class Owner:
    """What a part of the rules belongs to: `what` and its `name`, and who carries it.

    `bearer` is the kind and id of the definition on which it is printed, or two empty texts.
    """

    what: str  # rule, definition, effect, option, ability, modifier, winners
    name: str
    span: Span
    bearer: tuple[str, str] = ("", "")


def owners(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    """Each of them with its routines, conditions, costs and values."""
    for name, function in checked.functions.items():
        yield Owner("definition", name, function.span), (function.body,)
    for name, rule in checked.rules.items():
        yield Owner("rule", name, rule.span), (rule,)
    yield from effects(checked)
    yield from _options(checked)
    for ability in checked.abilities:
        yield (
            Owner("ability", event(ability), ability.span, _bearer(ability)),
            _given(ability.routine, ability.test),
        )
    yield from _modifiers(checked)
    if checked.winners is not None:
        yield Owner("winners", "winners", checked.winners.span), (checked.winners,)


def effects(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    """What is printed on things."""
    for (kind, id, slot), effect in checked.effects.items():
        yield Owner("effect", slot, effect.span, (kind, id)), (effect,)


def _options(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    for option in checked.options:
        own = option.declared
        bearer = (own.bearer.kind, own.bearer.id) if own.bearer else ("", "")
        # The cost is the first statement of the routine already.
        yield Owner("option", own.id, own.span, bearer), _given(option.routine, option.test)


def _modifiers(checked: Checked) -> Iterator[tuple[Owner, tuple[Part, ...]]]:
    for name, modifiers in checked.modifiers.items():
        for modifier in modifiers:
            kind, _, id = modifier.bearer.partition("/")
            owner = Owner("modifier", name, modifier.value.span, (kind, id))
            yield owner, _given(modifier.value, modifier.test)


def _given(*parts: Part | None) -> tuple[Part, ...]:
    return tuple(part for part in parts if part is not None)


def _bearer(ability: CheckedAbility) -> tuple[str, str]:
    return (ability.bearer.kind, ability.bearer.id) if ability.bearer else ("", "")


def event(ability: CheckedAbility) -> str:
    """`instead of remove cart`: what an ability waits for, as one name."""
    when = "before" if ability.before else "after"
    head = ability.type if ability.type != "when" else when
    return f"{head} {ability.verb} {ability.kind}".rstrip()


def block(part: Part) -> object:
    """What of a part is walked: the statements of a routine, or the expression itself."""
    return part.body if isinstance(part, core.Routine) else part


_WALKED: dict[int, tuple[object, list[object]]] = {}
"""What was walked, by id, with the thing itself, so that its id stays its own."""


def walk(tree: object) -> list[object]:
    """A tree and all in it, from its beginning: statements, branches, limits, expressions.

    Every pass goes over every tree: what was walked once is kept until `forget`.
    """
    if isinstance(tree, tuple):
        return [node for part in tree for node in walk(part)]
    if id(tree) not in _WALKED:
        _WALKED[id(tree)] = tree, _walked(tree)
    return _WALKED[id(tree)][1]


def forget() -> None:
    """Drops what is kept, when all passes are through."""
    _WALKED.clear()


def _walked(tree: object) -> list[object]:
    """A loop with a table of fields: recursion takes three times as long on thousands of cards."""
    found: list[object] = []
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            waiting.extend(reversed(node))
        elif node is not None:
            found.append(node)
            waiting += [getattr(node, name) for name in reversed(core.parts(type(node)))]
    return found
