"""The command-line options of `check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.source.codes import CODES, Severity
from cardwright.source.records import dataclass
from cardwright.source.spelling import did_you_mean
from cardwright_tools.output import USAGE, Stop

RANKS: dict[Severity, int] = {"note": 0, "warning": 1, "error": 2}


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`select` and `ignore` are codes or prefixes: `CW2` means CW200 to CW299."""

    packs: tuple[Path, ...]
    modules: tuple[str, ...] = ()
    output_format: str = "human"
    fail_level: Severity = "error"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: Path | None = None
    write_baseline: Path | None = None
    changed_only: bool = False
    decks: tuple[Path, ...] = ()

    def selects(self, code: str) -> bool:
        """Whether a code is selected and not ignored; the longer prefix wins."""
        chosen = _longest_match(code, self.select) if self.select else 0
        return chosen >= 0 and chosen > _longest_match(code, self.ignore)


def _longest_match(code: str, beginnings: Sequence[str]) -> int:
    return max((len(one) for one in beginnings if code.startswith(one)), default=-1)


def parse_codes(text: str | None) -> tuple[str, ...]:
    """The codes and prefixes in `CW2,CW512`. Raises Stop if no code has a prefix."""
    found = [word.upper() for word in (text or "").replace(",", " ").split()]
    for word in found:
        if not any(code.startswith(word) for code in CODES):
            help = did_you_mean(word, CODES)
            raise Stop(f"no code starts with `{word}`" + (f"; {help}" if help else ""), USAGE)
    return tuple(found)
