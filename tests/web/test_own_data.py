"""A person asks for all that is stored of them, or to be forgotten: by their own cookie or token and no other."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ordago.service import House, open_store
from ordago.web.app import create_app
from ordago.web.settings import Settings

from .world import with_lines

HERE = "http://table.example"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    async def opened() -> House:
        return House(await open_store(tmp_path))

    app: Any = None

    async def lazily(scope: Any, receive: Any, send: Any) -> None:
        nonlocal app
        app = app or with_lines(create_app(await opened(), Settings(url=HERE, origins=frozenset({HERE}))))
        await app(scope, receive, send)

    with TestClient(lazily, base_url=HERE, headers={"Origin": HERE}) as found:
        yield found


def seated(client: TestClient) -> str:
    wish = {"game": "mus", "name": "Ana", "options": {"listed": True}}
    return str(client.post("/api/tables", json=wish).json()["id"])


def test_everybody_gets_their_own_data_and_a_stranger_nothing(client: TestClient) -> None:
    table = seated(client)
    found = client.get("/api/me/data").json()
    assert (found["name"], [one["id"] for one in found["tables"]]) == ("Ana", [table])
    client.cookies.clear()
    assert client.get("/api/me/data").json() == {"id": None, "name": None, "tables": []}
    client.cookies.set("ordago", "somebody.else.signed", domain="table.example")
    assert client.get("/api/me/data").json()["tables"] == []


def test_who_asks_is_forgotten_and_only_a_page_of_ours_can_ask(client: TestClient) -> None:
    table = seated(client)
    assert client.delete("/api/me", headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.get(f"/api/tables/{table}").json()["names"] == ["Ana"]
    answer = client.delete("/api/me")
    assert (answer.status_code, answer.json()) == (200, {"tables": 1})
    assert "ordago" not in client.cookies
    [listed] = client.get("/api/tables").json()["tables"]
    assert listed["names"] == client.get(f"/api/tables/{table}").json()["names"] == []
    assert "Ana" not in json.dumps(client.get("/api/me/data").json())


def test_nobody_is_forgotten_in_the_middle_of_a_match(client: TestClient) -> None:
    table = seated(client)
    with client.websocket_connect(f"ws://table.example/ws/{table}") as socket:
        socket.send_text('{"t":"start","id":"go","fill":true}')
        while json.loads(socket.receive_text())["t"] != "ok":
            pass
        answer = client.delete("/api/me")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "match-running")
    assert client.get("/api/me").json()["name"] == "Ana"
