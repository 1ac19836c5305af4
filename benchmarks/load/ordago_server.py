"""A server of Ordago without the limits that one address meets: `python ordago_server.py PORT FOLDER`.

With an address of PostgreSQL in place of the folder, the broker's address and a number of workers may follow.
"""

import socket
import sys
from pathlib import Path

from ordago.service.database import Place
from ordago.web.run import Plan, serve
from ordago.web.settings import Settings

UNLIMITED = "100000000/minute"


def main(port: int, place: Place, bus: str | None = None, workers: int = 1) -> None:
    """Serve until killed."""
    url = f"http://127.0.0.1:{port}"
    settings = Settings(
        url=url,
        origins=frozenset({url}),
        reads=UNLIMITED,
        writes=UNLIMITED,
        openings=UNLIMITED,
        sockets=UNLIMITED,
        sockets_per_address=100_000,
        burst=1_000_000,
        rate=1_000_000,
        table_burst=1_000_000,
        table_rate=1_000_000,
    )
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(2048)
    serve([listening], Plan(place, bus, settings), lambda: None, workers)


if __name__ == "__main__":
    port, given, *more = sys.argv[1:]
    main(int(port), given if "://" in given else Path(given), *more[:1], *map(int, more[1:]))
