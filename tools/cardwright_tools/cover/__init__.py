"""`cardwright cover`: which points of a pack scenarios and random games have covered."""
