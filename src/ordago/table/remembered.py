"""The names of a table's last commands, so that one that is sent again is done once."""

import msgspec

LEAST, TOGETHER = 256, 32
"""At least how many are remembered, and how many are in a set: to look through all of them cost more than an act."""


class Remembered(msgspec.Struct, frozen=True, gc=False):
    """The latest names in order, and sets of those before, the oldest first."""

    latest: tuple[str, ...] = ()
    older: tuple[frozenset[str], ...] = ()

    def __contains__(self, name: str) -> bool:
        return name in self.latest or any(name in some for some in self.older)

    def then(self, name: str) -> "Remembered":
        """These and one more."""
        if len(self.latest) < TOGETHER:
            return Remembered((*self.latest, name), self.older)
        return Remembered((name,), (*self.older[1 - LEAST // TOGETHER :], frozenset(self.latest)))
