"""`cardwright cover`: the points of a pack that scenarios and random games have covered."""
