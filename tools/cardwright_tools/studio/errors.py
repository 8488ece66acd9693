"""Errors about what the studio can't do, for the person who asked."""


class RequestError(Exception):
    """The reason why something can't be done, as a sentence for the person who asked."""


class EditConflict(Exception):
    """A file was changed on another page since this one read it."""


class ChangedOnDisk(Exception):
    """A file was changed by somebody else since it was read here."""


def errors_first(purpose: str) -> RequestError:
    """The reason for something that has to wait until a pack has no errors."""
    return RequestError(f"The pack has errors. Correct them to {purpose}: see Problems.")
