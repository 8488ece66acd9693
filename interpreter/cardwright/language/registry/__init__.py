"""What verbs, kinds of abilities and operations declare, and the words of the language."""
