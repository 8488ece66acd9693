"""`cardwright tournament`: which of several players is stronger, and how sure that is."""
