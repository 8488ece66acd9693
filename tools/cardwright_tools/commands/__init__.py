"""One file for each command: its options, and what runs it, imported when it runs."""
