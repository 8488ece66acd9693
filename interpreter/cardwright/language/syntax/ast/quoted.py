"""Text in quotes that players read, with the values in it."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression
from cardwright.language.syntax.nodes import Node, Word, many, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Inserted(Node):
    """`say "for {prize} gold"`: A value in a text, and the words after it."""

    value: Expression = one(Expression)
    after: Word = one("TEXT_MIDDLE", "TEXT_END")


@dataclass(frozen=True, slots=True)
class Quoted(Node):
    """`may "Sell it for {prize} gold" remove 1 cart`, `say "reaches {place of raider}"`: What
    players read. Braces hold any value: a number, a word or a thing, as it is at that moment.
    """

    first: Word = one("STRING", "TEXT_START")
    inserted: tuple[Inserted, ...] = many(Inserted)

    @property
    def words(self) -> str:
        """The text as the author wrote it, without the quotes."""
        return self.extent.text[1:-1]
