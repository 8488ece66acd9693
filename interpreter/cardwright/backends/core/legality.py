"""Which rules a list breaks: the number of cards and copies, and the conditions of its kind.

The conditions are evaluated on a board with nothing but this list, before anything happens. Decides
what is wrong with a list. Knows nothing about where lists come from.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.backends.core.evaluate import Env, evaluate
from cardwright.backends.game_errors import GameError
from cardwright.board.declarations import Kind, Lists, Thing
from cardwright.board.layout import SEATS, Layout
from cardwright.board.layout_builder import build_layout
from cardwright.language.front_end.checked import Checked, CheckedListRule
from cardwright.language.inflection import article
from cardwright.program.coverage import Coverage
from cardwright.program.linker import LinkedRules
from cardwright.program.rules_with_lists import rules_with_lists
from cardwright.source.diagnostics import Diagnostic

CODE = "CW352"
MAX_STEPS = 200_000  # for all conditions of a list; a list of 60 cards takes about 700


def violations(checked: Checked, one: Thing, coverage: Coverage | None = None) -> list[Diagnostic]:
    """Everything that is illegal in a list; `coverage` records which rules were tested."""
    kind = checked.board.list_kind()
    if kind is None or kind.lists is None:
        return []
    return [*_counts(one, kind, kind.lists), *_broken(checked, one, kind.lists, coverage)]


def _counts(one: Thing, kind: Kind, lists: Lists) -> Iterator[Diagnostic]:
    total, a_list = sum(one.cards.values()), article(kind.name)
    if total < lists.low:
        message = f"`{one.id}` has {total} cards, but {a_list} must have at least {lists.low}"
        yield Diagnostic(CODE, message, one.span, help=f"add {lists.low - total}")
    if lists.high is not None and total > lists.high:
        message = f"`{one.id}` has {total} cards, but {a_list} can have at most {lists.high}"
        yield Diagnostic(CODE, message, one.span, help=f"remove {total - lists.high}")
    for id, copies in one.cards.items():
        if copies > lists.copies:
            message = f"`{one.id}` has {copies} copies of `{id}`, but at most {lists.copies}"
            message += " of each are allowed"
            help = f"remove {copies - lists.copies}"
            yield Diagnostic(CODE, message, one.card_spans.get(id, one.span), help=help)


def _broken(
    checked: Checked, one: Thing, lists: Lists, coverage: Coverage | None
) -> Iterator[Diagnostic]:
    """The rules that do not hold for it, or for its cards."""
    if not checked.list_rules:
        return
    owner = next(iter(checked.board.things.get("player", {})))
    dealt = rules_with_lists(checked, {owner: one})
    layout = build_layout(dealt.declared.board, (owner,))
    linked, state = LinkedRules(dealt, layout, coverage), _laid_out(layout)
    item = layout.named(one.kind, one.id)
    zones: list[list[int]] = [[] for _ in layout.zones]
    left = MAX_STEPS
    for rule in checked.list_rules:
        note = ((rule.declared.span, "the rule"),)
        for id, copies in one.cards.items() if rule.each else (("", 0),):
            card = dealt.declared.board.instance(lists.of, id) if id else None
            named = layout.named(card.kind, card.id) if card is not None else 0
            env = Env(linked, state, zones, (item, named, copies), most=left)
            broken = _what_is_broken(rule, env)
            left -= env.steps
            if not broken:
                continue
            about = f"`{id}` can't be in `{one.id}`" if id else f"`{one.id}` is illegal"
            place = one.card_spans.get(id, one.span)
            yield Diagnostic(CODE, f"{about}: {broken}", place, notes=note)
            if left < 0:
                return


def _what_is_broken(rule: CheckedListRule, env: Env) -> str:
    """The message for a list that breaks a rule, or for which the rule can't be evaluated; "" if it
    holds.
    """
    try:
        return "" if evaluate(rule.test, env) else rule.declared.text
    except GameError as error:
        return f"a rule can't be evaluated: {error}"


def _laid_out(layout: Layout) -> list[int]:
    """The state in which everything that the list brings is somewhere, so that `there are salt
    sacks` counts it: things in supply count only if the text asks for supply.
    """
    state, somewhere = list(layout.start), layout.zone_id(SEATS)
    for item in (*layout.kind("card"), *layout.kind("piece")):
        if layout.items[item].owner:
            state[item] = somewhere
    return state
