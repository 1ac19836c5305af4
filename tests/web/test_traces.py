"""Traces for operators: a step inside a step, and no card, word, name or link in any of them."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient

from ordago.cards.spanish import DECK, NAMES
from ordago.service import House, traces
from ordago.table import commands as do
from ordago.web.app import create_app
from ordago.web.settings import Settings

from .world import Memory, Venue, settle

KEYS = {"method", "route", "status", "kind", "outcome", "events"}


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    found = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(found))
    monkeypatch.setattr(traces.TRACES, "tracer", provider.get_tracer("test"))
    yield found
    provider.shutdown()


def test_a_match_is_traced_step_by_step_and_tells_nothing_that_is_not_for_the_operator(
    spans: InMemorySpanExporter,
) -> None:
    async def story() -> str:
        venue = Venue()
        host = await venue.house.open("host", "mus", given={"clock": None})
        await host.command(do.Sit(chair=1, name="Ana"), "host")
        wire = await venue.connect(host, "host")
        wire.say(t="start", id="s", fill=True)
        await settle()
        for number in range(400):
            await venue.wait(host, 3)
            table = host.table
            if table.turn == 1:
                view = table.played.view(table.state, 1)
                word = table.played.write_act(table.state, table.played.time_out_act(view)).partition(":")[2]
                wire.say(t="act", id=f"bad-{number}", word="D" + "".join(NAMES[card] for card in list(DECK)[:3]))
                wire.say(t="act", id=f"act-{number}", word=word)
                await settle()
            if table.state is not None and table.between:
                break
        name = host.table.id
        await venue.close()
        return name

    table = asyncio.run(story())
    found: list[Any] = list(spans.get_finished_spans())
    assert {span.name for span in found} == {"command", "decide", "store"}
    by_id = {span.context.span_id: span for span in found}
    inside = [(by_id[span.parent.span_id].name, span.name) for span in found if span.parent]
    assert {("command", "decide"), ("command", "store")} == set(inside)
    outcomes = {span.attributes.get("ordago.outcome") for span in found if span.name == "command"}
    assert "ok" in outcomes
    assert len(outcomes) > 1, "refusals are traced by their code"
    for span in found:
        assert not span.events
        assert {key.removeprefix("ordago.") for key in span.attributes} <= KEYS
        told = span.to_json()
        assert table not in told
        assert "Ana" not in told
        values = {str(value) for value in span.attributes.values()}
        assert not values & {NAMES[card] for card in DECK}


def test_requests_are_traced_by_their_route_and_not_by_what_was_asked(spans: InMemorySpanExporter) -> None:
    here = "http://table.example"
    app = create_app(House(Memory()), Settings(url=here, origins=frozenset({here})))
    with TestClient(app, base_url=here, headers={"Origin": here}) as client:
        table = client.post("/api/tables", json={"game": "mus", "name": "Ana"}).json()["id"]
        client.get(f"/api/tables/{table}")
        client.get("/api/tables/nothing")
    found: list[Any] = [span for span in spans.get_finished_spans() if span.name == "request"]
    told = [(span.attributes["ordago.route"], span.attributes["ordago.status"]) for span in found]
    assert told == [("/api/tables", 200), ("/api/tables/{table}", 200), ("/api/tables/{table}", 404)]
    assert table not in "".join(span.to_json() for span in found)


def test_without_the_variable_nothing_is_imported_and_nothing_sent() -> None:
    code = "import sys; from ordago.service import traces; traces.export(); print('opentelemetry' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert found.stdout.strip() == "False"
