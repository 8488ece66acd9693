"""What the developers of cardwright run, as `python -m dev.NAME`; it is not in the wheel."""
