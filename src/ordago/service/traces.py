"""Traces for OpenTelemetry, where an operator wants them: how long each step of a request or a command took.

A span holds kinds, codes and counts; never a card, a word, a name, or the link of a table.
"""

import os
from contextlib import AbstractContextManager
from typing import Any

from ordago.errors import OrdagoError

WANTED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Variables of the environment that say where traces go; without them there are none."""


class Nothing:
    """A span that nobody looks at."""

    def __enter__(self) -> "Nothing":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def set_attribute(self, key: str, value: str | int) -> None:
        """Nothing."""


NOTHING = Nothing()
"""The only one: each act would make three."""


class Traces:
    """Makes spans with a tracer, or none without one."""

    def __init__(self) -> None:
        self.tracer: Any = None

    def span(self, name: str, **attributes: str | int) -> AbstractContextManager[Any]:
        """A step, from here to the end of the block; steps inside it are its children.

        What is raised is not written down: the text of a refusal may name cards.
        """
        if self.tracer is None:
            return NOTHING
        named = {f"ordago.{key}": value for key, value in attributes.items()}
        span: AbstractContextManager[Any] = self.tracer.start_as_current_span(
            name, attributes=named, record_exception=False, set_status_on_exception=False
        )
        return span


TRACES = Traces()
"""The traces of this process."""


def export() -> None:
    """Send traces where the environment says, if it says so. Raises OrdagoError `extra-missing`."""
    if not any(os.environ.get(name) for name in WANTED):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise OrdagoError("extra-missing", extra="otel") from None
    provider = TracerProvider(resource=Resource.create({"service.name": "ordago"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    TRACES.tracer = provider.get_tracer("ordago")
