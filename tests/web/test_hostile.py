"""Nonsense at every address of the server: it is refused with a code, never with a fault."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from ordago.service import House
from ordago.web.app import create_app
from ordago.web.settings import Settings

from .world import Memory

HERE = "http://table.example"
WRONG: list[Any] = [None, True, -1, 10**30, "x" * 5000, "\0", [[[]]] * 20, {"a": {"b": []}}]
NONSENSE = [*WRONG, 0, 1e308, "", "\u202e", "🂡" * 50, "../../etc/passwd", "'; DROP TABLE", [], {}, [31] * 8]
RAW = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 8000, b'{"name":"\\ud800"}', b'{"game": NaN}', b"a=b"]
RAW += [b'{"game":"mus","name":"\\ud800\\u0000"}', b'{"game":"mus","settings":{"target":1e999}}']
BODIES = ("/api/me", "/api/rules", "/api/tables", "/api/quick")
ADDRESSES = (
    *("/api/games?lang=%00", "/api/games?lang=" + "x" * 17, "/api/games/chess/settings", "/api/games/%00/settings"),
    *("/api/tables/%00", "/api/tables/" + "x" * 3000, "/api/tables/..%2f..", "/api/tables/%ff%fe/qr.svg"),
    *("/api/tables/{table}/deals/-1", "/api/tables/{table}/deals/" + "9" * 40, "/api/tables/{table}/deals/x"),
    *("/api/tables/{table}/deals/1?match=-1", "/api/tables/{table}/deals/1?match=" + "9" * 40),
    *("/api/tables/{table}/deals/1?seat=7", "/api/tables/{table}/matches/" + "9" * 40 + ".acta"),
    *(
        "/api/tables/{table}/matches/x.acta",
        "/api/nothing",
        "/assets/%00",
        "/%ff%fe",
        "/" + "%2e%2e/" * 30 + "etc/passwd",
    ),
)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A fault of the server is raised here."""
    fast = "100000/second"
    settings = Settings(url=HERE, origins=frozenset({HERE}), reads=fast, writes=fast, openings=fast)
    with TestClient(create_app(House(Memory()), settings), base_url=HERE, headers={"Origin": HERE}) as found:
        yield found


def refused_or_done(answer: Any) -> None:
    assert answer.status_code in (200, 400, 404, 405, 409, 413, 422), answer.text
    if answer.status_code != 200:
        assert set(answer.json()["error"]) == {"code", "params"}


@pytest.mark.parametrize("path", BODIES)
def test_any_value_in_any_field_is_taken_or_refused(client: TestClient, path: str) -> None:
    base = {"name": "x"} if path == "/api/me" else {"game": "mus"}
    for field in ("game", "preset", "settings", "players", "name", "options", "nope"):
        for value in NONSENSE:
            refused_or_done(client.post(path, json={**base, field: value}))
    for raw in RAW:
        for kind in ("application/json", "application/x-www-form-urlencoded", ""):
            answer = client.post(path, content=raw, headers={"Content-Type": kind})
            assert answer.status_code in (400, 422), raw


@pytest.mark.parametrize("inside", ["settings", "options"])
def test_any_value_of_any_setting_and_option_is_taken_or_refused_with_its_name(client: TestClient, inside: str) -> None:
    mus = client.post("/api/rules", json={"game": "mus"}).json()["rules"]
    options = ("clock", "patience", "between", "sena_seen", "reveal", "delay", "listed", "bot", "pace", "nope", "")
    for name in (*mus, "__class__", "") if inside == "settings" else options:
        for value in WRONG:
            answer = client.post("/api/tables", content=json.dumps({"game": "mus", inside: {name: value}}))
            refused_or_done(answer)
            if answer.status_code == 400:
                params = answer.json()["error"]["params"]
                assert "setting" in params or {"bot", "players"} & set(params), "which one was wrong is told"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "TRACE", "NONSENSE"])
def test_any_address_is_answered(client: TestClient, method: str) -> None:
    table = client.post("/api/quick", json={"game": "mus"}).json()["id"]
    for address in ADDRESSES:
        refused_or_done(client.request(method, address.replace("{table}", table)))


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("GET", "/api/rules", 405, "POST"),
        ("GET", "/api/quick", 405, "POST"),
        ("DELETE", "/api/rules", 405, "POST"),
        ("GET", "/api/nothing", 404, None),
        ("POST", "/nothing", 405, "GET, HEAD"),
    ],
)
def test_what_may_not_be_done_at_an_address_is_told_from_an_address_that_is_not(
    client: TestClient, method: str, path: str, status: int, allowed: str | None
) -> None:
    answer = client.request(method, path, headers={"Origin": HERE})
    assert (answer.status_code, answer.headers.get("Allow")) == (status, allowed)
