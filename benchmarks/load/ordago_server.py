"""A server of Ordago without the limits that one address meets: `python ordago_server.py PORT FOLDER`."""

import socket
import sys
from pathlib import Path

from ordago.web.run import Plan, serve
from ordago.web.settings import Settings

UNLIMITED = "100000000/minute"


def main(port: int, folder: Path) -> None:
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
    serve([listening], Plan(folder, None, settings), lambda: None)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
