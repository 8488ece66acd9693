"""What can happen in a game: rules, options, abilities and automata."""
