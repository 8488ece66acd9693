"""Tools for the developers of Cardwright, run as `python -m dev.NAME`; not part of the wheel."""
