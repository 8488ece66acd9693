"""The results of checking declarations, kept between runs.

`field_codecs` and `trees` convert the trees in them to JSON and back, by the types of their fields.
`symbols` names what packs and the language declare. `reading` decides which results are still
valid.
"""
