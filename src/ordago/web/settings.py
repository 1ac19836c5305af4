"""How a server is run."""

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the edge.

    `url` is where people reach the server: links begin with it. `origins` are the origins whose pages may use it.
    Rates are texts of the `limits` library. Messages: `burst` at once, `rate` a second after that.
    """

    url: str
    origins: frozenset[str] = frozenset()
    reads: str = "1200/minute"
    writes: str = "240/minute"
    openings: str = "60/minute"
    sockets: str = "240/minute"
    sockets_per_address: int = 400
    sockets_per_person: int = 20
    sockets_per_table: int = 200
    burst: int = 20
    rate: float = 5.0
    table_burst: int = 200
    table_rate: float = 50.0
    send_seconds: float = 30.0


MOST_BYTES = 16 * 1024
"""The longest message that a client may send, and the longest body of a request."""
