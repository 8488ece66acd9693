"""What the studio can't do, told to the person who asked."""


class Refused(Exception):
    """Why something can't be done, in a sentence for the person who asked."""


class Overtaken(Exception):
    """A file was changed on another page since this one read it."""


class Changed(Exception):
    """A file was changed by somebody else since it was read here."""


def errors_first(purpose: str) -> Refused:
    """Why something has to wait until a pack has no errors."""
    return Refused(f"The pack has errors. Correct them to {purpose}: see Problems.")
