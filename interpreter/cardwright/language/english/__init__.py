"""From the HIR to English sentences."""
