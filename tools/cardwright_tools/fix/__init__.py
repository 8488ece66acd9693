"""`check --fix`: safe fixes for diagnostics, as edits to the files.

A fix is safe if the author can have meant only one thing: a word with exactly one similar known
word, quotes where YAML needs them. Missing content is never invented.
"""

from cardwright_tools.fix.apply import Fix, FixResult, apply_fixes, fix_packs

__all__ = ["Fix", "FixResult", "apply_fixes", "fix_packs"]
