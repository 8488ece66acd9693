"""What a text that can't be read may have declared."""

from __future__ import annotations

from cardwright.pack.names import name_scan
from cardwright_tools.check.interface.equality import same
from cardwright_tools.check.interface.interface import Interface


def may_declare_all(text: str, old: Interface, now: Interface) -> bool:
    """Whether a text that can't be read may declare everything that is missing without it: then it
    may explain all errors elsewhere.

    `old`: what cards saw while it could be read, and `now` what they see without it. Both have
    digests, or neither has.
    """
    gone = old.all_names - now.all_names
    named = name_scan.stems(name for name in gone if " " not in name)  # others are titles
    declared = name_scan.stems(name_scan.in_raw_text(text), name_scan.NEVER_DECLARED)
    return same(old.visible_to_all, now.visible_to_all) and named <= declared
