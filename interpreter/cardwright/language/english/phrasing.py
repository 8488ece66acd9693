"""What rooms that phrase a part of an expression ask of `expressions`, which phrases all of it."""

from __future__ import annotations

from typing import Protocol

from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import Declared
from cardwright.language.english.inflection import Noun


class Phrasing(Protocol):
    """Phrases expressions; see `expressions.Phrases`."""

    @property
    def declared(self) -> Declared: ...

    def __call__(self, e: Expr) -> str: ...

    def literally(self, e: Expr) -> str: ...

    def bound(self, var: int, name: str) -> Phrasing: ...

    def of(self, subject: str) -> Phrasing: ...

    def noun(self, e: Expr) -> Noun: ...

    def kind(self, kind: str) -> Noun: ...

    def whose(self, owner: str) -> str: ...

    def arguments(self, e: core.Call) -> str: ...

    def cost(self, cost: hir.Cost) -> str: ...
