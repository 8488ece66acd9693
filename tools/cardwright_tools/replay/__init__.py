"""`cardwright replay`: replays stored games on changed rules and finds the change that matters."""
