"""`check --fix`: the safe mends of what `check` says, as splices in the files.

A mend is safe when there is one thing the author can have meant: a word with exactly one near
known word, quotes where YAML needs them. What is not there is never made up.
"""

from cardwright_tools.fix.apply import Fix, FixResult, apply_fixes, fix_packs

__all__ = ["Fix", "FixResult", "apply_fixes", "fix_packs"]
