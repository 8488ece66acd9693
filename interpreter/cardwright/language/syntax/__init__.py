"""Text to syntax tree and back: the grammar, the parser, the formatter, errors."""
