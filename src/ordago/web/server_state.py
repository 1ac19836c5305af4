"""What every request and connection of a server shares."""

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ordago.service import House
from ordago.service.host import Host
from ordago.web.guests import Guests
from ordago.web.limits import Limits, Shared
from ordago.web.metrics import Metrics
from ordago.web.settings import Settings
from ordago.web.snapshot import Pictures

if TYPE_CHECKING:
    from ordago.web.connection import Connection


class Server:
    """A house with its doors."""

    def __init__(self, house: House, settings: Settings, guests: Guests, shared: Shared | None = None) -> None:
        self.house = house
        self.settings = settings
        self.guests = guests
        self.limits = Limits(settings, shared)
        self.metrics = Metrics()
        self.connections: set[Connection] = set()
        house.on_stored = self.metrics.stored
        house.on_tables = self.metrics.tables.set
        self._pictures: WeakKeyDictionary[Host, Pictures] = WeakKeyDictionary()

    def link(self, table: str) -> str:
        """Where a table is found."""
        return f"{self.settings.url}/t/{table}"

    def pictures(self, host: Host) -> Pictures:
        """What the viewers of a table are sent."""
        if host not in self._pictures:
            self._pictures[host] = Pictures(self.link(host.table.id), host.table.played)
        return self._pictures[host]
