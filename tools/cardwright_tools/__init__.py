"""What authors run: the command `cardwright` and its parts. cardwright never imports it."""
