"""Mutated input for everything that reads: packs, texts, saves, caches and messages.

What may never happen: a traceback, an undocumented exit code, no end, another meaning after `fmt`,
another report from the cache, other games by another backend, a server that answers no more. What
is found is made small, mended, and becomes a case in `tests/broken` or an input of the corpus.
"""
