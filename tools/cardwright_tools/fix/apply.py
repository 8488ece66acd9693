"""Fixes files, checks them again, and reverts fixes that did not help.

Works in rounds: a file with invalid YAML shows its other errors only once that is fixed. A fix that
did not help (`verify`) is reverted, reported, and not tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.source import edits
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit
from cardwright_tools.atomic_write import ChangedMeanwhile
from cardwright_tools.check.lint_results import belongs_to
from cardwright_tools.fix import files
from cardwright_tools.fix.declared_once import is_declaration_wrong
from cardwright_tools.fix.rounds import UNDECLARED, Found, Pair, fix_for, select_for_round
from cardwright_tools.fix.verify import State, ineffective_changes

ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Fix:
    """One change that was made: its position, the old text and the new text."""

    file: str
    line: int
    column: int
    code: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class FixResult:
    """The fixes made, the remaining diagnostics, and the reverted fixes."""

    fixes: tuple[Fix, ...]
    remaining: tuple[Diagnostic, ...]
    reverted: tuple[Fix, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(Path(name) for name in dict.fromkeys(m.file for m in self.fixes))


def apply_fixes(diagnostics: Found) -> tuple[Path, ...]:
    """Fixes what can be fixed of these diagnostics, in one round; returns the changed files."""
    return tuple(
        plan.path for plan in _plan_files(diagnostics, set(), any_diagnostic) if _write_plan(plan)
    )


def any_diagnostic(found: Diagnostic) -> bool:
    """Accepts all diagnostics."""
    return True


def fix_packs(
    examine: Callable[[], Found],
    packs: Sequence[Path],
    asked: Callable[[Diagnostic], bool] = any_diagnostic,
) -> FixResult:
    """Fixes the files of some packs until nothing more can be fixed.

    `examine` checks them again and returns all errors; of these, the `asked` ones are fixed.
    """
    done: list[Fix] = []
    back: list[Fix] = []
    refused: set[Refused] = set()
    found: Found = tuple(examine())
    for _ in range(ROUNDS):
        ours = [d for d in found if d.span and belongs_to(d.span.source.name, packs)]
        plans = [plan for plan in _plan_files(ours, refused, asked) if _write_plan(plan)]
        if not plans:
            break
        found = tuple(examine())
        worse = [plan for plan in plans if any(_ineffective(plan, found))]
        if worse:
            back += _revert(worse, refused, found)
            found = tuple(examine())
        done += [m for plan in plans for m in plan.fixes()]
    return FixResult(tuple(done), tuple(found), tuple(back))


# ------------------------------------------------------------------------------- plans

Refused = tuple[str, str, str, str]
"""File, code, old text and new text."""


@dataclass(slots=True)
class _Plan:
    """The changes of one file in one round; `now` is its current text."""

    path: Path
    mark: str
    text: str
    now: str
    pairs: list[Pair]
    found: Found

    @property
    def edits(self) -> list[Edit]:
        return [one for _, one in self.pairs]

    def fixes(self) -> list[Fix]:
        return [self.fix(pair) for pair in self.pairs]

    def fix(self, pair: Pair) -> Fix:
        diagnostic, one = pair
        place = one.span.lines[:2]
        return Fix(self.path.as_posix(), *place, diagnostic.code, one.span.text, one.text)


def _plan_files(
    diagnostics: Found, refused: set[Refused], asked: Callable[[Diagnostic], bool]
) -> list[_Plan]:
    made = ((diagnostic, fix_for(diagnostic)) for diagnostic in filter(asked, diagnostics))
    pairs = [
        (diagnostic, one)
        for diagnostic, one in made
        if one and _refusal_key(diagnostic, one) not in refused
    ]
    by_file: dict[str, list[Pair]] = {}
    for diagnostic, one in select_for_round(pairs, diagnostics):
        if diagnostic.code in UNDECLARED | {"CW228"} and is_declaration_wrong(one):
            continue
        by_file.setdefault(one.span.source.name, []).append((diagnostic, one))
    plans = (_plan_file(Path(name), pairs, diagnostics) for name, pairs in by_file.items())
    return [plan for plan in plans if plan is not None]


def _plan_file(path: Path, pairs: list[Pair], found: Found) -> _Plan | None:
    """None if the file has been saved since it was checked."""
    try:
        mark, text = files.read_text(path)
    except (OSError, ValueError):
        return None
    if text != pairs[0][1].span.source.text:
        return None
    kept = edits.disjoint([one for _, one in pairs])
    unique = {id(one): d for d, one in pairs}
    own = [(unique[id(one)], one) for one in kept]
    return _Plan(path, mark, text, text, own, _errors_in(path, found))


def _errors_in(path: Path, found: Found) -> Found:
    """The errors in a file."""
    here = (d for d in found if d.span and Path(d.span.source.name) == path)
    return [d for d in here if d.severity == "error"]


def _refusal_key(diagnostic: Diagnostic, one: Edit) -> Refused:
    return one.span.source.name, diagnostic.code, one.span.text, one.text


def _write_plan(plan: _Plan) -> bool:
    """Writes the changes; returns False if the file has changed since it was read."""
    after = edits.apply_edits(plan.text, plan.edits)
    try:
        files.write_text(plan.path, plan.mark, after, plan.now)
    except ChangedMeanwhile:
        return False
    plan.now = after
    return True


# --------------------------------------------------------------------------- the outcome


def _ineffective(plan: _Plan, found: Found) -> list[bool]:
    """For each change, whether it did not help."""
    old, new = State(plan.text, plan.found), State(plan.now, _errors_in(plan.path, found))
    return ineffective_changes(plan.pairs, old, new)


def _revert(plans: list[_Plan], refused: set[Refused], found: Found) -> list[Fix]:
    """Reverts the changes that did not help; returns them."""
    back: list[Fix] = []
    for plan in plans:
        verdicts = _ineffective(plan, found)
        wrong = [pair for pair, verdict in zip(plan.pairs, verdicts, strict=True) if verdict]
        refused |= {_refusal_key(*pair) for pair in wrong}
        back += [plan.fix(pair) for pair in wrong]
        plan.pairs = [pair for pair in plan.pairs if pair not in wrong]
        _write_plan(plan)
    return back
