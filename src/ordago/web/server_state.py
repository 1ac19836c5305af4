"""What every request and connection of a server shares."""

from typing import TYPE_CHECKING

from ordago.service import House
from ordago.web.guests import Guests
from ordago.web.limits import Limits
from ordago.web.metrics import Metrics
from ordago.web.settings import Settings

if TYPE_CHECKING:
    from ordago.web.socket import Connection


class Server:
    """A house with its doors."""

    def __init__(self, house: House, settings: Settings, guests: Guests) -> None:
        self.house = house
        self.settings = settings
        self.guests = guests
        self.limits = Limits(settings)
        self.metrics = Metrics()
        self.metrics.tables.set_function(lambda: len(house.hosts))
        self.connections: set[Connection] = set()
        house.on_stored = self.metrics.stored

    def link(self, table: str) -> str:
        """Where a table is found."""
        return f"{self.settings.url}/t/{table}"
