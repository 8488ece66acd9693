"""`cardwright mutate`: mutation testing of a pack's `check` and scenarios."""
