"""The lints of everything but the independent cards of a game, which are found again and again.

`meanings` says which trees mean the same as before, `rest_lints` keeps what was found about them,
and `quiet` which had no lints, between runs.
"""
