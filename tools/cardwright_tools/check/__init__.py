"""`cardwright check`: the mistakes of packs, found, sifted and told.

`examine` finds all there is to say of packs. `run` sifts that by what was asked for, and tells
it in one of the forms. Each other file owns one of the ways to sift or to tell.
"""

from cardwright_tools.check.examine import Examined, examine
from cardwright_tools.check.run import run
from cardwright_tools.check.wanted import Wanted

__all__ = ["Examined", "Wanted", "examine", "run"]
