"""Mends files, checks them again, and takes back what did not help.

Owns the rounds: a file that YAML could not read shows its other mistakes only when it can. A
mend that leaves something wrong at its own place is taken back, and not tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.fixes import splices
from cardwright_tools.fixes.mends import splice
from cardwright_tools.fixes.splices import Splice
from cardwright_tools.writing import Overtaken

ROUNDS = 20
Found = Sequence[Diagnostic]


@dataclass(frozen=True, slots=True)
class Mend:
    """One change that was made: where it was found, what was there, and what is there now."""

    file: str
    line: int
    column: int
    code: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mended:
    """What was changed, and what is still found."""

    mends: tuple[Mend, ...]
    left: tuple[Diagnostic, ...]

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(Path(name) for name in dict.fromkeys(m.file for m in self.mends))


def apply(diagnostics: Found) -> tuple[Path, ...]:
    """Mends what can be mended of these, once; the files that changed."""
    return tuple(plan.path for plan in _plans(diagnostics, set()) if _written(plan))


def mend(examine: Callable[[], Found], packs: Sequence[Path]) -> Mended:
    """Mends the files of some packs until nothing more can be; `examine` checks them anew."""
    done: list[Mend] = []
    refused: set[Refused] = set()
    found: Found = tuple(examine())
    for _ in range(ROUNDS):
        ours = [d for d in found if d.span and _within(d.span.source.name, packs)]
        plans = _plans(ours, refused)
        plans = [plan for plan in plans if _written(plan)]
        if not plans:
            break
        found = tuple(examine())
        worse = [plan for plan in plans if not _helped(plan, found)]
        if worse:
            found = _taken_back(worse, refused, found, examine)
        done += [m for plan in plans for m in plan.mends()]
    return Mended(tuple(done), tuple(found))


# ------------------------------------------------------------------------------- plans

Refused = tuple[str, str, str, str]
"""File, code, what was there and what was put there."""


@dataclass(slots=True)
class _Plan:
    """The changes of one file in one round; `now` is what stands in it."""

    path: Path
    mark: str
    text: str
    now: str
    pairs: list[tuple[Diagnostic, Splice]]

    @property
    def splices(self) -> list[Splice]:
        return [one for _, one in self.pairs]

    def mends(self) -> list[Mend]:
        return [
            Mend(self.path.as_posix(), *one.span.lines[:2], d.code, one.span.text, one.text)
            for d, one in self.pairs
        ]


def _plans(diagnostics: Found, refused: set[Refused]) -> list[_Plan]:
    by_file: dict[str, list[tuple[Diagnostic, Splice]]] = {}
    for diagnostic in diagnostics:
        one = splice(diagnostic)
        if one is not None and _name(diagnostic, one) not in refused:
            by_file.setdefault(one.span.source.name, []).append((diagnostic, one))
    plans = (_plan(Path(name), pairs) for name, pairs in by_file.items())
    return [plan for plan in plans if plan is not None]


def _plan(path: Path, pairs: list[tuple[Diagnostic, Splice]]) -> _Plan | None:
    """None when the file is not what was checked: somebody has saved it since."""
    try:
        mark, text = splices.read(path)
    except (OSError, ValueError):
        return None
    if text != pairs[0][1].span.source.text:
        return None
    kept = splices.apart([one for _, one in pairs])
    unique = {id(one): d for d, one in pairs}
    return _Plan(path, mark, text, text, [(unique[id(one)], one) for one in kept])


def _name(diagnostic: Diagnostic, one: Splice) -> Refused:
    return one.span.source.name, diagnostic.code, one.span.text, one.text


def _written(plan: _Plan) -> bool:
    """Whether the file was still as it was read, and has the changes now."""
    after = splices.spliced(plan.text, plan.splices)
    try:
        splices.write(plan.path, plan.mark, after, plan.now)
    except Overtaken:
        return False
    plan.now = after
    return True


# --------------------------------------------------------------------------- the outcome


def _helped(plan: _Plan, found: Found) -> bool:
    return not any(_bad(plan, found))


def _bad(plan: _Plan, found: Found) -> list[bool]:
    """For each change, whether an error stands where it was made."""
    starts = [
        d.span.start
        for d in found
        if d.span and d.severity == "error" and Path(d.span.source.name) == plan.path
    ]
    places = splices.places(plan.splices)
    return [any(low <= at < high for at in starts) for low, high in places]


def _taken_back(
    plans: list[_Plan], refused: set[Refused], found: Found, examine: Callable[[], Found]
) -> Found:
    for plan in plans:
        bad = _bad(plan, found)
        refused |= {_name(*pair) for pair, wrong in zip(plan.pairs, bad, strict=True) if wrong}
        plan.pairs = [pair for pair, wrong in zip(plan.pairs, bad, strict=True) if not wrong]
        _written(plan)
    return tuple(examine())


def _within(name: str, packs: Sequence[Path]) -> bool:
    path = Path(name).resolve()
    return any(path.is_relative_to(pack.resolve()) for pack in packs)
