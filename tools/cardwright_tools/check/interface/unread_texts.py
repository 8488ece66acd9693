"""What a text that can't be read may have declared."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.pack.names import name_scan
from cardwright.pack.names.gap_names import stems_in_gaps
from cardwright.source.document import Document
from cardwright_tools.check.interface.equality import same
from cardwright_tools.check.interface.interface import Interface


def may_declare_all(documents: Iterable[Document], old: Interface, now: Interface) -> bool:
    """Whether the gaps in these documents may declare everything that is missing: then they may
    explain all errors elsewhere.

    `old`: what cards saw while all could be read, and `now` what they see. Both have digests, or
    neither has.
    """
    gone = now.missing_since(old)
    named = name_scan.stems(name for name in gone if " " not in name)  # others are titles
    declared = set[str]().union(*(stems_in_gaps(one, one.gaps) for one in documents))
    return same(old.visible_to_all, now.visible_to_all) and named <= declared
