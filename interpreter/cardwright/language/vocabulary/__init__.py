"""The vocabulary: verbs and kinds of abilities, each declared in a file of its own."""
