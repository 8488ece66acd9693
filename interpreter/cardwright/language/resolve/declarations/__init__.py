"""What declarations say in the language: definitions, events, and what modifiers change."""
