"""The results of checking declarations, kept between runs.

`forms` says how the trees in them are stored as JSON, which follows from the types of their
fields; `references`, how they name what a pack and the language declare; `results`, which of them
are still valid.
"""
