"""The command `cardwright` and its parts. The library never imports this package."""
