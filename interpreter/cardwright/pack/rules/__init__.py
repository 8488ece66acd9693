"""Rules, options, abilities and automata: what packs say that happens."""
