"""The list of acts behind a state, as links to the parent: adding one costs the same at any length."""

from collections.abc import Iterator

import msgspec

from ordago.core.acts import Act


class History(msgspec.Struct, frozen=True, eq=False):
    """The acts of a match in order. Equal when the acts are equal; `len()` is their number.

    Tracked by the garbage collector on purpose: only such structs are freed without recursion, however long the chain.
    """

    parent: "History | None"
    act: Act | None
    length: int

    def then(self, act: Act) -> "History":
        """This history and one more act."""
        return History(self, act, self.length + 1)

    def __len__(self) -> int:
        return self.length

    def latest(self) -> Iterator[Act]:
        """The acts from the last one back to the first."""
        link: History | None = self
        while link is not None and link.act is not None:
            yield link.act
            link = link.parent

    def __iter__(self) -> Iterator[Act]:
        return iter(list(self.latest())[::-1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        if self.length != other.length:
            return False
        one, two = self, other
        while one is not two and one.act is not None:
            if one.act != two.act or one.parent is None or two.parent is None:
                return False
            one, two = one.parent, two.parent
        return True

    def __hash__(self) -> int:
        return hash((self.length, self.act))


EMPTY = History(None, None, 0)
"""No act yet."""
