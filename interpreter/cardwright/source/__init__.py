"""Text, spans, diagnostics and YAML with positions; knows nothing about packs or rules."""
