"""Benchmarks: `python -m dev.bench`, or `make bench`.

`measure` and `large` take the times, and `rows` formats them; `recipe`, `cards` and `many` make the
large pack that `large` checks. The texts of its cards are data beside the tests, never here.
"""
