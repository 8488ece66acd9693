"""What the studio can't do, told to the person who asked."""


class Refused(Exception):
    """Why something can't be done, in a sentence for the person who asked."""


class Changed(Exception):
    """A file was changed by somebody else since it was read here."""
