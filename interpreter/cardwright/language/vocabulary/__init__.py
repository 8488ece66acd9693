"""The vocabulary: verbs and kinds of abilities, each declared once in a file of its own."""
