"""Finds the name that is missing after `as` or `let`, from the words that are used like names
below, so that nothing is reported about these.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.language.resolve.diagnostics.known_names import is_declared
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def missing_names(
    node: ast.Statement, after: Sequence[ast.Statement], scope: Scope
) -> Sequence[str]:
    """The name that a statement lacks, if it lacks one: the first word that the statements after
    it use as a name and that nothing declares.
    """
    if not isinstance(node, ast.UnreadStatement) or node.unnamed is None:
        return ()
    parts = [part for one in after for part in one.walk()]
    used = [part.lone_word for part in parts if isinstance(part, ast.NounPhrase)]
    given = {name.text for part in parts for name in part.binds}
    unknown = [one.text for one in used if one is not None and not is_declared(one.text, scope)]
    return [name for name in unknown if name not in given][:1]
