"""Runs a program by walking its operations and values, slowly and obviously."""
