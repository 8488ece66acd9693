"""The forms in which `check` tells what it found: one function each, from the same findings.

People read `human` and `compact`; `json`, `sarif`, `github` and `junit` are for programs.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright_tools.check.examine import Examined
from cardwright_tools.check.forms import github, human, junit, records, sarif
from cardwright_tools.check.sift import Sifted
from cardwright_tools.check.wanted import Wanted

FORMS: dict[str, Callable[[Examined, Sifted, Wanted], str]] = {
    "human": human.told,
    "compact": human.compact,
    "json": records.told,
    "sarif": sarif.told,
    "github": github.told,
    "junit": junit.told,
}


def told(examined: Examined, sifted: Sifted, wanted: Wanted) -> str:
    """What was found, in the form that is wanted, without a line end after it."""
    return FORMS[wanted.form](examined, sifted, wanted)
