"""The syntax tree: a dataclass for each production of the grammar, without loss of source text.

A class is filled by the rule of its name in snake case. Knows no types and nothing that packs
declare. Each module has the productions of one subject; `ast.NAME` has all of them, in the order in
which the reference lists them.
"""

# isort: off
from cardwright.language.syntax.ast.bases import *
from cardwright.language.syntax.ast.quantifiers import *
from cardwright.language.syntax.ast.noun_phrases import *
from cardwright.language.syntax.ast.postmodifiers import *
from cardwright.language.syntax.ast.values import *
from cardwright.language.syntax.ast.conditions import *
from cardwright.language.syntax.ast.sets import *
from cardwright.language.syntax.ast.quoted import *
from cardwright.language.syntax.ast.acts import *
from cardwright.language.syntax.ast.statements import *
from cardwright.language.syntax.ast.choices import *
from cardwright.language.syntax.ast.loops import *
from cardwright.language.syntax.ast.events import *
from cardwright.language.syntax.ast.answers import *
from cardwright.language.syntax.ast.texts import *
from cardwright.language.syntax.nodes import Node as Node, Part as Part, Word as Word
