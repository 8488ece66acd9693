"""`cardwright mutate`: seeded mistakes in a copy of a pack, against `check` and then `test`."""
