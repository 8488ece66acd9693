"""`cardwright check`: the mistakes of packs, found, sifted and told.

`examine` finds all there is to say of packs, `large` of large ones. `run` sifts that by what
was asked for, and tells it in one of the forms. Each other file owns one of the ways to sift or
to tell.
"""
