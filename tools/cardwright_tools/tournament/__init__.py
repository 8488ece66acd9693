"""`cardwright tournament`: which of several players is stronger, and how certain that is."""
