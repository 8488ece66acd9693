"""Generates English for one game: the effects of its rules, in sentences, from the HIR.

Verbs declare their own wording; all other words come from the packs. The output is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.declared import Declared
from cardwright.language.english.clauses import YOU, Lines, joined, sentence_of, uncapitalized
from cardwright.language.english.conditions import part
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun_phrases import ACTOR
from cardwright.language.english.statements import SAID
from cardwright.language.english.writer import Writer
from cardwright.language.inflection import article, spaced
from cardwright.language.registry.verb import Verbs
from cardwright.source.records import dataclass

EVENT_NAMES = (ACTOR, "this", "it", "there", YOU)
"""What the first registers of an ability are called."""

Writer.said = SAID
_CHOOSER = -1  # not a register of any effect
_LONGEST = 140  # the most characters of a request


@dataclass(frozen=True, slots=True)
class English:
    """Phrases the rules of a game."""

    declared: Declared
    verbs: Verbs

    def routine(
        self,
        made: core.Routine,
        names: Sequence[str],
        rules: Mapping[str, core.Routine] | None = None,
    ) -> Lines:
        """The sentences of an effect; `names` are those of its first registers.

        With `rules`, calls of short rules say what they do.
        """
        phrases = Phrases(self.declared, dict(enumerate(names)))
        return Writer(phrases, self.verbs, rules or {}).block(made.hir)

    def request(self, statements: Block, chooser: Expr, names: Mapping[int, str]) -> str:
        """The request to *you* who choose: `Remove up to 3 miners from iron bases`.

        `names` are those of registers.
        """
        you = core.Reg(chooser.type, chooser.span, _CHOOSER)
        said = tuple(core.replaced(core.rewritten(s, _offered), chooser, you) for s in statements)
        phrases = Phrases(self.declared, {**names, _CHOOSER: YOU})
        lines = Writer(phrases, self.verbs, {}).block(said)
        parts = [uncapitalized(line).strip().removesuffix(".") for line in lines]
        words = sentence_of("; ".join(parts)).removesuffix(".")
        return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rpartition(' ')[0]} …"

    def sentence(
        self, e: Expr, names: Sequence[str] = (), *, parameters: Sequence[str] = ()
    ) -> str:
        """An expression: a condition as a clause, anything else as a noun phrase.

        `names` are those of registers, `parameters` those of a definition.
        """
        registers, variables = dict(enumerate(names)), dict(enumerate(parameters))
        return Phrases(self.declared, registers, variables).condition(e)

    def all_of(
        self, tests: Sequence[Expr], parameters: Sequence[str] = (), names: Sequence[str] = ()
    ) -> str:
        """The conjunction of conditions, as a clause."""
        if len(tests) == 1:
            return self.sentence(tests[0], names, parameters=parameters)
        phrases = Phrases(self.declared, dict(enumerate(names)), dict(enumerate(parameters)))
        return joined([part(phrases, test) for test in tests])

    def cost(self, said: core.Stmt, names: Sequence[str] = ()) -> str:
        """What is paid: `2 gold and 1 silver`; `names` are those of registers."""
        phrases = Phrases(self.declared, dict(enumerate(names)))
        if isinstance(said, core.Assign):
            return phrases.priced(said.value, spaced(said.field.name))
        assert isinstance(said, hir.Paying)
        return Writer(phrases, self.verbs, {}).cost(said.cost)

    def event(self, event: core.Event) -> str:
        """An event: `removing a miner`, `the rule “turn”`, `a change of gold`."""
        name, kind = event.name, event.kind
        if event.sort == "change":
            return f"a change of {spaced(name)}"
        if not event.verb:
            return f"the {event.sort} “{spaced(name)}”"
        found, gerund = self.declared.board.kinds.get(kind), self.verbs.by_name[name].gerund
        if (found is None and kind not in self.declared.board.enums) or (
            found is not None and found.plural == kind
        ):
            return f"{gerund} {spaced(kind)}"
        return f"{gerund} {(found.title if found else '') or article(spaced(kind))}"


def _offered(node: core.Node) -> core.Node | None:
    """A set without the conditions that definitions decide: the player who is asked sees the
    candidates.
    """
    if not isinstance(node, core.Filter):
        return None
    decided = any(isinstance(inner, core.Call) for inner in core.inside(node.test))
    return core.rewritten(node.source, _offered) if decided else None
