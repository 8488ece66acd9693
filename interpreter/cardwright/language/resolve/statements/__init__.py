"""Statements: who acts, who chooses, and in what order things are done."""
