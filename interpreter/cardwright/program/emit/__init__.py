"""Core rules as a program: routines as blocks of operations, expressions as values."""
