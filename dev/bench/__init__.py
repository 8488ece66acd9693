"""What things cost: `python -m dev.bench`, or `make bench`.

`measure` and `large` take the times, `rows` say them; `recipe`, `cards` and `many` make the
large pack that `large` checks. What its cards say is data beside the tests, never here.
"""
