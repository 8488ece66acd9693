"""Errors for words that nothing declares and phrases that mean nothing, with suggestions."""
