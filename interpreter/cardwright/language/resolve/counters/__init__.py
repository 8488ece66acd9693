"""Counters: what is counted, paid, and how much room there is."""
