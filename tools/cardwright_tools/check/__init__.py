"""`cardwright check`: finds errors in packs, filters and reports them.

`analyze` finds everything there is to report on packs. `run` filters that by the options and prints
it in one of the `formats`. Each other file handles one kind of filter.
"""
