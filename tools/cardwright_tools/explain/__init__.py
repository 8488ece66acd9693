"""`cardwright explain`: the page of a diagnostic code, or a pack's definitions in English."""
