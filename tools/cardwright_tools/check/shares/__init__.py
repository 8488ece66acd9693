"""Checks the cards of large games in several processes, and caches the outcome of each.

Most cards of a large pack are *independent* (`independent`): nothing else refers to them. They are
checked in shares, one per core (`examiner`, `parallel`, `outcomes`), and everything else as in any
game (`rest_check`). The next run first looks into the cache (`outcome_cache`, `cache_records`), so
that it checks only what has changed (`changes`). The report is the same; docs/decisions/0006 has
the reasons.
"""
