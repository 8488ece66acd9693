"""CW545: texts for all players that reveal what only some of them may see.

Things in a text are named only for players who can see them; numbers and words are shown to
everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.core import Block, Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass
from cardwright_tools.lint.game_facts import revealed_in
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import routines


@rule(Effects, "CW545")
def check(effects: Effects) -> Iterator[Diagnostic]:
    checked = effects.rules.checked
    for routine in routines(effects.owners):
        open_ = effects.facts.revealed.union(revealed_in(routine.body))
        yield from _secrets(routine.body, _Look(checked, open_))


def _secrets(body: Block, look: _Look) -> Iterator[Diagnostic]:
    every = [*core.statements(body)]
    values = {s.reg: s.value for s in every if isinstance(s, core.Let)}
    for text in (text for s in every for text in _texts(s)):
        for value in (values.get(reg.index) for reg in text.values):
            if value is not None and not value.type.is_thing and (secret := look.secret_in(value)):
                message = f"all players read this, but not all may see {secret}"
                help = "leave it out of the text, or `reveal` it before"
                yield diagnostic("CW545", message, value.span, help)


def _texts(s: core.Stmt) -> Iterator[core.Text]:
    """The texts of a statement that are logged; questions only go to the player asked."""
    if isinstance(s, core.Say):
        yield s.text
    if isinstance(s, core.OneOf):
        yield from (s.label, *(branch.label for branch in s.branches))


@dataclass(frozen=True, slots=True)
class _Look:
    checked: Checked
    revealed: frozenset[str]

    def secret_in(self, value: object, called: tuple[str, ...] = ()) -> str:
        """A hidden state or zone that a value is computed from; "" if there is none."""
        match value:
            case core.Get(field=found) if found.seen_by in _SECRET:
                if found.name not in self.revealed:
                    return f"`{found.name}`"
            case core.ZoneOf(zone=name) if self.checked.board.zones[name].seen_by != "all":
                if name not in self.revealed:
                    return f"what is in `{name}`"
            case core.Count(source=core.Contents()) | core.Exists(source=core.Contents()):
                return ""  # the number of things is not a secret
            case core.Call(name=name) if name not in called and name in self.checked.functions:
                inner = self.secret_in(self.checked.functions[name].body, (*called, name))
                return inner or self._in_parts(value, called)
        return self._in_parts(value, called) if isinstance(value, Expr) else ""

    def _in_parts(self, value: Expr, called: tuple[str, ...]) -> str:
        found = (self.secret_in(part, called) for part in core.children(value))
        return next((secret for secret in found if secret), "")


_SECRET = ("owner", "nobody")
