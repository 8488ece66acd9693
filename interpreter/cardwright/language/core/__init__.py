"""The core tree: typed, resolved expressions and the few statements that all others lower to.

What checker, evaluator, compiler and generated English share. Names are gone: there are
registers of a frame (`Reg`), variables of an expression (`Var`), and declared things. Each module
has the nodes of one subject; `core.NAME` has all of them.
"""

from cardwright.language.core.boards import *
from cardwright.language.core.events import *
from cardwright.language.core.nodes import *
from cardwright.language.core.permissions import *
from cardwright.language.core.routines import *
from cardwright.language.core.sets import *
from cardwright.language.core.statements import *
from cardwright.language.core.values import *
from cardwright.language.core.walk import *
