"""The core tree: typed, resolved expressions and the few statements that all others lower to.

Shared by the checker, the evaluator, the compiler and generated English. Names are resolved to
registers of a frame (`Reg`), variables of an expression (`Var`), and declared things. Each module
has the nodes of one subject; `core.NAME` has all of them.
"""

from cardwright.language.core.boards import *
from cardwright.language.core.changes import *
from cardwright.language.core.events import *
from cardwright.language.core.nodes import *
from cardwright.language.core.permissions import *
from cardwright.language.core.routines import *
from cardwright.language.core.sets import *
from cardwright.language.core.statements import *
from cardwright.language.core.texts import *
from cardwright.language.core.values import *
from cardwright.language.core.walk import *
