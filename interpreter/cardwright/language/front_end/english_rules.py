"""The generator of English for checked rules, in a file of its own: checks do without it."""

from __future__ import annotations

from cardwright.language.english.generate import English
from cardwright.language.front_end.checked import Checked
from cardwright.language.vocabulary.verbs import VERBS


def english_of(checked: Checked) -> English:
    """The generator of English for these rules."""
    return English(checked.declared, VERBS)
