"""`rank ... by`: what each member with some rank does."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.core import Block, Expr, Stmt
from cardwright.source.records import dataclass
from cardwright.source.text import Span

SHARE, NEXT, LAST, DENSE = "share", "next", "last", "dense"
"""What rank those have who are tied: the first they take up together (the default), the one after
that, or the last of them. `DENSE`: they share one, and no rank is left out after them."""


@dataclass(frozen=True, slots=True)
class RankKey(core.Node):
    """A key to rank a set by: the `highest` or the `lowest` value of `body` is better."""

    var: int
    body: Expr
    op: str


@dataclass(frozen=True, slots=True)
class RankName(core.Node):
    """A rank; `alone` is `sole` or `tied` if only such ranks are meant."""

    rank: int
    alone: str


@dataclass(frozen=True, slots=True)
class RankLine(core.Node):
    """The effect for members with one of these ranks."""

    ranks: tuple[RankName, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class RankSplit(core.Node):
    """The values of the ranks, which tied members share; `reg` is the share of one of them."""

    reg: int
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Rank(Stmt):
    """`rank players by gold of player:` with lines for ranks; see `lower.ranks`."""

    reg: int
    source: Expr
    keys: tuple[RankKey, ...]
    ties: str
    lines: tuple[RankLine, ...]
    other: Block
    split: RankSplit | None = None
