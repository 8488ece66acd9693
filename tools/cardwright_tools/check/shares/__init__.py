"""Checks the cards of large games in several processes.

Most cards of a large pack are *independent* (`independent`): nothing else refers to them. They are
checked in shares, one per core (`examiner`, `parallel`, `outcomes`), and everything else as in any
game. The report is the same; docs/decisions/0030 has reasons and figures.
"""
