"""Fuzzing of everything that reads: packs, texts, saves, caches and messages.

The faults to find: a traceback, an undocumented exit code, an endless run, a change of meaning by
`fmt`, a different report from the cache, different games on another backend, a server that stops
answering. An input that causes one is minimized, the fault is fixed, and the input becomes a case
in `tests/broken` or part of the corpus.
"""
