"""`cardwright replay`: stored games on changed rules, and which change made them differ."""
