"""Fair deals, `ordago-fair-1`: nobody can choose the cards, and everybody can check that afterwards.

The server commits to a seed before the clients add their shares; the deck follows from both. `docs/protocol.md` tells
the algorithm so that it can be written again in any language; here it is a `random.Random`, so that a game deals fairly
with the code that it always deals with.
"""

import hashlib
import hmac
import random
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any

import msgspec

from ordago.core.acts import Act
from ordago.core.game import Game
from ordago.core.record import Record

ALGORITHM = "ordago-fair-1"
"""The name and version of the algorithm; another way of dealing is another name."""

SEED_BYTES = 32
"""Length of a server seed."""

SHARE_BYTES = 16
"""Length of a client's share."""

DECK, FIRST = "deck", "first"
"""What a stream is for: the cards of a deal, or who is first in a match."""


class Stream(random.Random):
    """Unbiased randomness out of a key, the same in every language and version.

    A pile that is drawn from in parts keeps its order: `sample` takes from the top of the cards that the last shuffle
    left, as long as it is asked for just those, and shuffles anything else. So a stock is dealt from its top, and what
    refills it is shuffled with the numbers that come next.
    """

    _key: bytes
    _block: int
    _words: list[int]
    _pile: list[Any]

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Begin again, with this key."""
        self._key = bytes(a)
        self._block = 0
        self._words = []
        self._pile = []

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            block = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely: numbers that would favour some are thrown away."""
        limit = 2**32 - 2**32 % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    _randbelow = below

    def getrandbits(self, k: int) -> int:
        """So many bits."""
        count = -(-k // 32)
        value = 0
        for _ in range(count):
            value = value << 32 | self.word()
        return value >> (32 * count - k)

    def random(self) -> float:
        """A number from 0 up to 1, with 53 bits."""
        return self.getrandbits(53) / 2**53

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place (Fisher and Yates, from the end); the first is the top of the pile."""
        for at in range(len(x) - 1, 0, -1):
            other = self.below(at + 1)
            x[at], x[other] = x[other], x[at]

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        """The top `k` of the pile, if the population is what is left of it; else of a freshly shuffled one."""
        if counts is not None or not 0 <= k <= len(population):
            raise ValueError("counts are not supported, and no more can be drawn than there are")
        if sorted(population) != sorted(self._pile):
            self._pile = list(population)
            self.shuffle(self._pile)
        taken, self._pile = self._pile[:k], self._pile[k:]
        return taken


def commitment(server_seed: bytes) -> str:
    """What is published before anybody gives a share: SHA-256 of the seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def stream(server_seed: bytes, shares: Sequence[str], purpose: str = DECK) -> Stream:
    """The randomness that follows from the seed and the clients' shares (hex, by chair, empty where none came)."""
    text = "\n".join([f"{ALGORITHM}/{purpose}", *shares])
    return Stream(hmac.digest(server_seed, text.encode("ascii"), "sha256"))


def is_share(text: str) -> bool:
    """Whether a text is a share: 32 lower-case hex digits."""
    return len(text) == 2 * SHARE_BYTES and not set(text) - set("0123456789abcdef")


def table(server_seed: bytes, shares: Sequence[str]) -> dict[str, Any]:
    """`[deal.fair]` of a record."""
    return {
        "algorithm": ALGORITHM,
        "commitment": commitment(server_seed),
        "server_seed": server_seed.hex(),
        "shares": list(shares),
    }


class Finding(msgspec.Struct, frozen=True):
    """What a check found of a deal, counted from 1.

    `code` is `fair`, or what is wrong: `fair-missing`, `fair-algorithm`, `fair-malformed`, `fair-commitment` (it is not
    that of the seed), `fair-first` (somebody else should have been first), `fair-cards` (other cards follow).
    """

    deal: int
    code: str

    @property
    def ok(self) -> bool:
        """Whether the deal is what follows from its seeds."""
        return self.code == "fair"


def check(record: Record, game: Game) -> list[Finding]:
    """Check every deal of a record, one finding each."""
    found: list[Finding] = []
    dealer: Dealer | None = None
    state = record.start
    for act in record.acts:
        if game.is_deal(act):
            number = len(found) + 1
            given = record.extras[number - 1].get("fair") if number <= len(record.extras) else None
            dealer, code = _dealer_of(given, state.players)
            if dealer and number == 1 and not _is_first(record, game, dealer):
                dealer, code = None, "fair-first"
            found.append(Finding(number, code))
        if dealer and not dealer.agrees(game, state, act):
            dealer, found[-1] = None, Finding(len(found), "fair-cards")
        state = state.apply(act)
    return found


class Dealer:
    """Deals one deal from its stream: what the dealer must do next, as the acts go by."""

    def __init__(self, server_seed: bytes, shares: Sequence[str]) -> None:
        self.server_seed = server_seed
        self.shares = tuple(shares)
        self._stream = stream(server_seed, shares)
        self._due: list[Act] = []

    def acts(self, game: Game, state: Any) -> list[Act]:
        """The dealer's next acts in this state, where the table waits for the dealer."""
        if not self._due:
            self._due = game.dealer_acts(state, self._stream)
        due, self._due = self._due, []
        return due

    def agrees(self, game: Game, state: Any, act: Act) -> bool:
        """Whether the act, which comes next, is the one that the dealer must do; true for any act of a seat."""
        if act.seat:
            return not self._due
        if not self._due:
            self._due = game.dealer_acts(state, self._stream)
        return self._due.pop(0) == act

    def after(self, game: Game, before: Any, acts: Iterator[Act]) -> "Dealer":
        """This dealer once these acts of the deal are done; `before` is the state before the deal."""
        state = before
        for act in acts:
            self.agrees(game, state, act)
            state = state.apply(act)
        return self


def _dealer_of(given: Any, players: int) -> tuple[Dealer | None, str]:
    if not given:
        return None, "fair-missing"
    if given.get("algorithm") != ALGORITHM:
        return None, "fair-algorithm"
    try:
        seed = bytes.fromhex(given["server_seed"])
        shares = [str(share) for share in given["shares"]]
    except (KeyError, ValueError, TypeError):
        return None, "fair-malformed"
    well_formed = len(shares) == players and all(not share or is_share(share) for share in shares)
    if len(seed) != SEED_BYTES or not well_formed:
        return None, "fair-malformed"
    if commitment(seed) != given.get("commitment"):
        return None, "fair-commitment"
    return Dealer(seed, shares), "fair"


def _is_first(record: Record, game: Game, dealer: Dealer) -> bool:
    """Whether the match begins with whom its first deal's seeds draw."""
    expected = game.start(record.start.rules, record.start.players, stream(dealer.server_seed, dealer.shares, FIRST))
    return bool(expected == record.start)
