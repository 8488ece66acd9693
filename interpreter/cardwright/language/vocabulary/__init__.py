"""The vocabulary: what is declared once, a file each."""
