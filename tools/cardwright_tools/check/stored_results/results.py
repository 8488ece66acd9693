"""What was found about each declaration of a game: how it is stored between runs, and what of it
this run has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Memo
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.interface.equality import Digests
from cardwright_tools.lint.rule_claims import RuleClaims, known_claims

Stored = list[Any]


@dataclass(slots=True)
class StoredResults:
    """The results of a game that is identified by `state`. `others`: the classes of nodes, by name,
    and what is declared elsewhere. By the digest of the declaration: the results of rules, effects,
    options and abilities, and those of definitions, which require something of the whole game; each
    as the text of its JSON, since most are stored again as they were.
    """

    state: str = ""
    others: list[str | Stored] = field(default_factory=list)
    results: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    required: Stored = field(default_factory=list)

    def to_json(self) -> Stored:
        return [self.state, self.others, self.results, self.functions, self.required]

    @classmethod
    def from_json(cls, data: Any) -> StoredResults | None:
        """The results; None if the data is anything else. What is in them is looked at when it is
        read."""
        match data:
            case [str(), list(), dict(), dict(), list()]:
                return cls(*data)
        return None


class Results:
    """The results for the declarations of a game, which are in `memo`, and the `claims` of texts;
    `stored` are those of an earlier run."""

    def __init__(self, stored: StoredResults | None = None) -> None:
        self.stored = stored or StoredResults()
        self.memo = Memo(keeps_trees=False)
        self.claims: dict[Span, RuleClaims] = {}
        self.digests = Digests()
        self._read: dict[int, tuple[object, str]] = {}

    def use_claims(self, checked: Checked) -> None:
        """Makes the claims known to lints of a game, which add others."""
        known_claims(checked).update(self.claims)
        self.claims = known_claims(checked)

    def keep(self, result: object, data: str) -> None:
        """Keeps how a result is stored."""
        self._read[id(result)] = result, data  # the reference keeps its id from being reused

    def data_of(self, result: object) -> str | None:
        """How a result is stored, if it was read."""
        found = self._read.get(id(result))
        return found[1] if found is not None else None
