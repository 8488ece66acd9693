"""The declarations of verbs, kinds of abilities and operations, and the language's keywords."""
