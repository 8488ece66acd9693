"""`cardwright play`: a game at the terminal, with the board drawn as text."""
