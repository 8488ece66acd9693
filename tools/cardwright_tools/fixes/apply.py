"""Mends files, checks them again, and takes back what did not help.

Owns the rounds: a file that YAML could not read shows its other mistakes only when it can. A
mend that did not help (`outcome`) is taken back, said, and not tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.fixes import splices
from cardwright_tools.fixes.mends import splice
from cardwright_tools.fixes.outcome import Found, Pair, State, bad
from cardwright_tools.fixes.rounds import in_this_round
from cardwright_tools.fixes.splices import Splice
from cardwright_tools.writing import Overtaken

ROUNDS = 20


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
    """What was changed, what is still found, and what was taken back."""

    mends: tuple[Mend, ...]
    left: tuple[Diagnostic, ...]
    taken_back: tuple[Mend, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(Path(name) for name in dict.fromkeys(m.file for m in self.mends))


def apply(diagnostics: Found) -> tuple[Path, ...]:
    """Mends what can be mended of these, once; the files that changed."""
    return tuple(plan.path for plan in _plans(diagnostics, set(), every) if _written(plan))


def every(found: Diagnostic) -> bool:
    """All may be mended."""
    return True


def mend(
    examine: Callable[[], Found],
    packs: Sequence[Path],
    asked: Callable[[Diagnostic], bool] = every,
) -> Mended:
    """Mends the files of some packs until nothing more can be.

    `examine` checks them anew, and tells all errors: of these the `asked` ones are mended.
    """
    done: list[Mend] = []
    back: list[Mend] = []
    refused: set[Refused] = set()
    found: Found = tuple(examine())
    for _ in range(ROUNDS):
        ours = [d for d in found if d.span and _within(d.span.source.name, packs)]
        plans = [plan for plan in _plans(ours, refused, asked) if _written(plan)]
        if not plans:
            break
        found = tuple(examine())
        worse = [plan for plan in plans if any(_bad(plan, found))]
        if worse:
            back += _taken_back(worse, refused, found)
            found = tuple(examine())
        done += [m for plan in plans for m in plan.mends()]
    return Mended(tuple(done), tuple(found), tuple(back))


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
    pairs: list[Pair]
    found: Found

    @property
    def splices(self) -> list[Splice]:
        return [one for _, one in self.pairs]

    def mends(self) -> list[Mend]:
        return [self.mend(pair) for pair in self.pairs]

    def mend(self, pair: Pair) -> Mend:
        told, one = pair
        place = one.span.lines[:2]
        return Mend(self.path.as_posix(), *place, told.code, one.span.text, one.text)


def _plans(
    diagnostics: Found, refused: set[Refused], asked: Callable[[Diagnostic], bool]
) -> list[_Plan]:
    made = ((told, splice(told)) for told in filter(asked, diagnostics))
    pairs = [(told, one) for told, one in made if one and _name(told, one) not in refused]
    by_file: dict[str, list[Pair]] = {}
    for told, one in in_this_round(pairs, diagnostics):
        by_file.setdefault(one.span.source.name, []).append((told, one))
    plans = (_plan(Path(name), pairs, diagnostics) for name, pairs in by_file.items())
    return [plan for plan in plans if plan is not None]


def _plan(path: Path, pairs: list[Pair], found: Found) -> _Plan | None:
    """None when the file is not what was checked: somebody has saved it since."""
    try:
        mark, text = splices.read(path)
    except (OSError, ValueError):
        return None
    if text != pairs[0][1].span.source.text:
        return None
    kept = splices.apart([one for _, one in pairs])
    unique = {id(one): d for d, one in pairs}
    own = [(unique[id(one)], one) for one in kept]
    return _Plan(path, mark, text, text, own, _of(path, found))


def _of(path: Path, found: Found) -> Found:
    """The errors in a file."""
    here = (d for d in found if d.span and Path(d.span.source.name) == path)
    return [d for d in here if d.severity == "error"]


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


def _bad(plan: _Plan, found: Found) -> list[bool]:
    """For each change, whether it did not help."""
    old, new = State(plan.text, plan.found), State(plan.now, _of(plan.path, found))
    return bad(plan.pairs, old, new)


def _taken_back(plans: list[_Plan], refused: set[Refused], found: Found) -> list[Mend]:
    """Leaves out the changes that did not help; what they were."""
    back: list[Mend] = []
    for plan in plans:
        verdicts = _bad(plan, found)
        wrong = [pair for pair, verdict in zip(plan.pairs, verdicts, strict=True) if verdict]
        refused |= {_name(*pair) for pair in wrong}
        back += [plan.mend(pair) for pair in wrong]
        plan.pairs = [pair for pair in plan.pairs if pair not in wrong]
        _written(plan)
    return back


def _within(name: str, packs: Sequence[Path]) -> bool:
    path = Path(name).resolve()
    return any(path.is_relative_to(pack.resolve()) for pack in packs)
