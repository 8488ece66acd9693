"""Evaluates expressions by walking them; each module has the rules of one subject."""

from cardwright.backends.core import boards, definitions, kinds, permissions, sets, values
from cardwright.backends.core.evaluate import RULES

for _module in (values, kinds, sets, boards, definitions, permissions):
    RULES.update(_module.RULES)
