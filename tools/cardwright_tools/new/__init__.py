"""New packs, cards, modules and scenarios: valid files for their author to change."""
