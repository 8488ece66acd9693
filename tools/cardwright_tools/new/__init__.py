"""New packs, cards, modules and scenarios: files that check, to be changed by their author."""
