"""Text, spans, diagnostics and YAML with positions; knows nothing of packs or rules."""
