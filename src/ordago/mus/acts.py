"""The acts of Mus: what is said, thrown, shown, dealt and served."""

from ordago.core.acts import Act


class Mus(Act, frozen=True):
    """*Mus*: wants to discard; in mus corrido, passes the pack (R2.1, R2.14)."""


class Cut(Act, frozen=True):
    """*No hay mus*: cuts (R2.2)."""


class Perete(Act, frozen=True):
    """Shows 4-5-6-7 for four new cards (6.2)."""


class Discard(Act, frozen=True):
    """Lays aside these cards face down (R2.6)."""

    cards: tuple[int, ...]


class Pass(Act, frozen=True):
    """*Paso*, where no bet stands (T1)."""


class Envido(Act, frozen=True):
    """The opening bet of a lance, in stones (T2, R3.4)."""

    stones: int


class Raise(Act, frozen=True):
    """So many stones more (T6, R3.5); 0 where a raise doubles the stake."""

    stones: int


class Quiero(Act, frozen=True):
    """Accepts the standing bet (T4)."""


class NoQuiero(Act, frozen=True):
    """Refuses the standing bet (T5)."""


class Ordago(Act, frozen=True):
    """Stakes the whole juego on the lance (T3, T7)."""


class Sena(Act, frozen=True):
    """A seña to the partner; `seen` are the rivals' chairs that noticed it, ascending (§7)."""

    code: str
    seen: tuple[int, ...] = ()


class Deal(Act, frozen=True):
    """The dealer gives four cards to each chair (R1.13)."""

    hands: tuple[tuple[int, ...], ...]


class Expose(Act, frozen=True):
    """A card of chair `to` was turned up in the deal (R1.15); before anybody has spoken."""

    to: int
    card: int


class Serve(Act, frozen=True):
    """The dealer gives chair `to` these cards from the stock, in place of those thrown (R2.9)."""

    to: int
    cards: tuple[int, ...]


class Hidden(Act, frozen=True):
    """A discard (`D`) or a service (`=`) as the others see it: how many cards (R2.7)."""

    kind: str
    count: int
