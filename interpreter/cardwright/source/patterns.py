"""Patterns that are compiled when they are first used.

For those that most runs do without, such as the ones that explain mistakes: compiling one can take
longer than importing its file.

In all our patterns, a repeated group that must not backtrack is atomic, `(?>(?:...)*)`, and not
possessive, `(?:...)*+`: the latter matches wrongly before Python 3.11.5 (python/cpython#106052).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    lazy_pattern = re.compile
else:

    class lazy_pattern:
        def __init__(self, text, flags=0):
            self._given = text, flags

        def __getattr__(self, name):
            found = getattr(re.compile(*self._given), name)
            setattr(self, name, found)
            return found
