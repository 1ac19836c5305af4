"""Many tables: event store, bus, hosting, identities."""

from ordago.service.house import House
from ordago.service.sql import open_store

__all__ = ["House", "open_store"]
