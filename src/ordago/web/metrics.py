"""What an operator can watch: counts and times, nothing about cards or people."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder where several workers count together; set before they import anything."""


class Metrics:
    """The figures of one server, each in its own registry so that tests can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.events = Counter("ordago_events", "Events stored", registry=self.registry)
        self.appends = Histogram(
            "ordago_append_seconds",
            "Time until a decision is on disk",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )
        self.messages = Counter("ordago_messages", "Messages from clients", ["outcome"], registry=self.registry)
        self._outcomes: dict[str, Counter] = {}
        self.sent = Counter("ordago_sent_bytes", "Bytes sent on sockets", registry=self.registry)
        self.refused = Counter("ordago_sockets_refused", "Sockets refused", ["why"], registry=self.registry)
        self.sockets = Gauge("ordago_sockets", "Open sockets", registry=self.registry, multiprocess_mode="livesum")
        self.tables = Gauge("ordago_tables", "Tables in memory", registry=self.registry, multiprocess_mode="livesum")
        self.requests = Counter("ordago_requests", "HTTP requests", ["status"], registry=self.registry)

    def stored(self, events: int, seconds: float) -> None:
        """Count what was stored."""
        self.events.inc(events)
        self.appends.observe(seconds)

    def outcome(self, name: str) -> Counter:
        """The count of messages with this outcome: looking for it costs more than counting."""
        if name not in self._outcomes:
            self._outcomes[name] = self.messages.labels(name)
        return self._outcomes[name]

    def told(self) -> bytes:
        """What Prometheus is told: of all workers together where there are several."""
        registry = self.registry
        if SHARED in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no types for it
        return generate_latest(registry)
