"""`cardwright balance`: who wins, what decides it, and what a change does to it."""
