"""`cardwright play`: a game at the terminal, the board drawn as text."""
