"""The forms in which `check` tells what it found: one function each, from the same findings.

People read `human` and `compact`; `json`, `sarif`, `github` and `junit` are for programs. Each
is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from cardwright_tools.check.examined import Examined
from cardwright_tools.check.sift import Sifted
from cardwright_tools.check.wanted import Wanted

FORMS = {
    "human": ("human", "told"),
    "compact": ("human", "compact"),
    "json": ("records", "told"),
    "sarif": ("sarif", "told"),
    "github": ("github", "told"),
    "junit": ("junit", "told"),
}
"""By form, its file and its function."""


def told(examined: Examined, sifted: Sifted, wanted: Wanted) -> str:
    """What was found, in the form that is wanted, without a line end after it."""
    file, name = FORMS[wanted.form]
    form: Callable[[Examined, Sifted, Wanted], str]
    form = getattr(import_module(f"{__name__}.{file}"), name)
    return form(examined, sifted, wanted)
