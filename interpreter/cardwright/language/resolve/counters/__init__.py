"""Counters: amounts, costs, bounds and capacities."""
