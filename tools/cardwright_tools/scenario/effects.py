"""The effects written in the steps of a scenario: what they may name and do in its game."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.core import Routine
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.inflection import article
from cardwright.language.registry.movement import To
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.program.program import Program
from cardwright.source.diagnostics import Report
from cardwright_tools.scenario.read import effect_text
from cardwright_tools.scenario.terms import Terms


def effect_of(node: YamlNode, terms: Terms, texts: ExternalTexts) -> Routine | None:
    """The effect of a step; None, and a report, if it can't be run there."""
    rules = frozenset(terms.program.checked.declared.rules)
    text = effect_text(node, rules, terms.report)
    if text is None:
        return None
    found = Report()
    routine = texts.effect("scenario", text.span, found)
    if found.failed and (
        _is_a_thing(node, found.diagnostics[0].code, terms)
        or _is_an_option(node, found.diagnostics[0].code, terms)
    ):
        return None
    text.report_to(found, terms.report)
    return routine if routine and _is_there(routine, node, terms) else None


def _is_there(routine: Routine, node: YamlNode, terms: Terms) -> bool:
    """Whether everything that an effect names is in this game; reports what is not."""
    program = terms.program
    for one in core.walk(routine.body):
        listed = isinstance(one, core.Named) and program.board.is_listed(one.owner)
        if listed and (one.owner, one.name) not in program.layout.by_name:
            message = f"`{one.name}` is in no deck of this scenario"
            terms.report.error("CW343", message, node.span, "add it to one in `decks`")
            return False
    return _is_made(routine, node, terms)


def _is_made(routine: Routine, node: YamlNode, terms: Terms) -> bool:
    """Whether the game supports what an effect does: things only become what rules make of them,
    only get other owners if rules give them away, and reactions only wait if a rule has a block
    `all at once`. Reports it if not."""
    found = core.statements(routine.body)
    missing = next(filter(None, (_missing(one, terms.program) for one in found)), "")
    if missing:
        help = "write a rule that does it, and run it here with `do`"
        terms.report.error("CW343", f"no rule of the pack {missing}", node.span, help)
    return not missing


def _missing(one: core.Stmt, program: Program) -> str:
    """The action that no rule of the packs does; "" if there is none."""
    if isinstance(one, core.AtOnce) and not program.at_once:
        return "has a block `all at once`"
    if isinstance(one, core.Move) and one.movement.to is To.PLAYER:
        given = program.constants.kinds_changing_owner(one.kind)
        if not given.issuperset(program.layout.possible(one.kind)):
            return f"gives {article(one.kind)} to anybody"
    if isinstance(one, core.Become | core.Move) and one.form is not None:
        before, after = one.item.type.of, one.form.type.of
        known = program.layout.becomes.get(before, frozenset())
        if not {*program.board.below(after)} <= known:
            return f"makes {article(before)} {article(after)}"
    return ""


def _is_a_thing(node: YamlNode, code: str, terms: Terms) -> bool:
    """Whether the effect is just a name, or a printed value; reports what to write instead."""
    printed, of, name = str(node.value).rpartition(" of ")
    checked, kind, id = terms.program.checked, *name.rpartition(" ")[::2]
    effects = [key for key in checked.effects
               if key[1] == id and kind in ("", key[0]) and printed in ("", key[2])]  # fmt: skip
    for bearer, _, slot in effects[:1]:
        message = f"`{node.value}` is {'performed' if of else article(bearer)}, not an effect"
        help = f"write `perform: {slot} of {name}`"
        terms.report.error(code, message, node.span, help)
    return bool(effects)


def _is_an_option(node: YamlNode, code: str, terms: Terms) -> bool:
    """Whether the effect is just the name of an option; reports what to write instead."""
    named = [o for o in terms.program.checked.declared.options if o.id == node.value]
    for option in named[:1]:
        message = f"`{option.id}` is an option, which a player chooses from a menu"
        help = f"write `do: open {option.menu}` with `answers: [{option.id}]`"
        terms.report.error(code, message, node.span, help)
    return bool(named)
