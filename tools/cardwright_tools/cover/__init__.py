"""`cardwright cover`: what of a pack has run, in its tests and in games at random."""
