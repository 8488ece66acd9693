"""Lints the rest of a game, which is everything but its independent cards, without repetition.

`meanings` says which trees mean the same as before, `rest_lints` keeps the lints of those while a
process runs, and `lint_free` stores between runs which of them have no lints.
"""
