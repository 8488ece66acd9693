"""The HIR (high-level intermediate representation): what the author wrote, resolved and typed.

It extends the core tree: its nodes mix with core nodes, which are used wherever they are enough.
`lower` turns HIR into core; English, lints, `why` and `diff` read the HIR, so that they never
have to guess what a construct was. Each module has the nodes of one subject; `hir.NAME` has all
of them.
"""

from cardwright.language.hir.costs import *
from cardwright.language.hir.expressions import *
from cardwright.language.hir.nearness import *
from cardwright.language.hir.ranks import *
from cardwright.language.hir.services import *
from cardwright.language.hir.statements import *
