"""The interface of `expressions` for modules that phrase a part of an expression."""

from __future__ import annotations

from typing import Protocol

from cardwright.language import hir
from cardwright.language.core import Expr
from cardwright.language.declared import Declared
from cardwright.language.english.noun import Noun


class Phrasing(Protocol):
    """Phrases expressions; see `expressions.Phrases`."""

    @property
    def declared(self) -> Declared: ...

    @property
    def nouns(self) -> list[Noun]: ...

    def __call__(self, e: Expr) -> str: ...

    def literally(self, e: Expr) -> str: ...

    def own_word(self, word: str) -> str: ...

    def member_of(self, var: int, noun: Noun) -> Phrasing: ...

    def bound(self, var: int, name: str) -> Phrasing: ...

    def of(self, subject: str) -> Phrasing: ...

    def noun(self, e: Expr) -> Noun: ...

    def kind(self, kind: str) -> Noun: ...

    def whose(self, owner: str) -> str: ...

    def cost(self, cost: hir.Cost) -> str: ...
