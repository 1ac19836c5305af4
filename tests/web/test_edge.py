"""The edge as a client meets it: who may come in, what is refused, what is answered."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from ordago.core import read_record
from ordago.games import GAMES
from ordago.service import House, sql, writer
from ordago.web.app import create_app
from ordago.web.settings import MOST_BYTES, Settings
from tests.backends import Backend

from .world import Late, Memory

HERE = "http://table.example"
WS = "ws://table.example"


@pytest.fixture
def client(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    for module in (sql, writer):
        monkeypatch.setattr(module, "PATIENCE", 60.0)  # on a busy machine the database is late, and not away
    app = Late(backend, Settings(url=HERE, origins=frozenset({HERE, "https://safe.example"})))
    with TestClient(app, base_url=HERE, headers={"Origin": HERE}) as found:
        yield found


def quick(client: TestClient, game: str = "mus", **wishes: Any) -> str:
    answer = client.post("/api/quick", json={"game": game, "name": "Ana", **wishes})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def until(socket: WebSocketTestSession, what: Any, most: int = 200) -> dict[str, Any]:
    """The first message of which this is true."""
    for _ in range(most):
        message: dict[str, Any] = json.loads(socket.receive_text())
        if what(message):
            return message
    raise AssertionError("it never came")


def answer_to(socket: WebSocketTestSession, text: str, name: str) -> dict[str, Any]:
    socket.send_text(text)
    return until(socket, lambda message: message["t"] in ("ok", "refused", "pong") and message.get("id", "") == name)


def to_the_end(socket: WebSocketTestSession) -> tuple[list[str], int]:
    """The codes of all refusals until the server closes the connection, and with which code it does."""
    codes: list[str] = []
    try:
        while True:
            message = json.loads(socket.receive_text())
            if message["t"] == "refused":
                codes.append(message["code"])
    except WebSocketDisconnect as gone:
        return codes, gone.code


def closed_with(client: TestClient, path: str, headers: dict[str, str]) -> int:
    """The code with which a socket is closed before it says anything; 0 where it is open."""
    try:
        with client.websocket_connect(WS + path, headers=headers) as socket:
            socket.receive_text()
            return 0
    except WebSocketDisconnect as gone:
        return gone.code


@pytest.mark.parametrize(
    ("origin", "host", "open_to"),
    [
        (HERE, "table.example", True),
        ("https://safe.example", "table.example", True),
        ("http://evil.example", "table.example", False),
        ("http://evil.example", "evil.example", False),  # a name that was made to look like us
        ("http://table.example.evil.example", "table.example", False),
        ("https://table.example", "table.example", False),
        ("http://table.example:81", "table.example", False),
        ("null", "table.example", False),
        ("", "table.example", False),
        (HERE.upper(), "table.example", False),
        ("http://192.168.1.7:8000", "192.168.1.7:8000", True),  # the very address that was asked, as a number
        ("http://192.168.1.7:8000", "192.168.1.8:8000", False),
        ("http://[::1]:8000", "[::1]:8000", True),
    ],
)
def test_only_our_own_pages_may_open_sockets_and_change_things(
    client: TestClient, origin: str, host: str, open_to: bool
) -> None:
    table = quick(client)
    headers = {"Origin": origin, "Host": host}
    assert (closed_with(client, f"/ws/{table}", headers) == 0) == open_to
    assert (client.post("/api/me", json={"name": "x"}, headers=headers).status_code == 200) == open_to


def test_without_an_origin_only_a_token_opens_a_socket(client: TestClient) -> None:
    table = quick(client)
    token = client.post("/api/me", json={"name": "Ana"}).json()["token"]
    del client.headers["Origin"]
    assert closed_with(client, f"/ws/{table}", {}) == 4403, "a cookie alone is what another site's page would bring"
    assert client.post("/api/me", json={"name": "x"}).status_code == 403
    client.cookies.clear()
    assert closed_with(client, f"/ws/{table}", {"Authorization": "Bearer forged"}) == 4403
    assert closed_with(client, f"/ws/{table}", {"Authorization": f"Bearer {token}"}) == 0


def test_a_forged_cookie_is_nobody(client: TestClient) -> None:
    table = quick(client)
    client.cookies.clear()
    client.cookies.set("ordago", "somebody.else.signed", domain="table.example")
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        you = json.loads(socket.receive_text())["table"]["you"]
        assert you == {"chair": 0, "host": False, "known": False, "kicked": False}


def test_the_cookie_is_secure_over_https_only_and_never_given_for_looking(client: TestClient) -> None:
    assert "set-cookie" not in client.get("/api/me").headers
    assert "set-cookie" not in client.get("/api/games").headers
    plain = client.post("/api/me", json={"name": "Ana"}).headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=lax" in plain
    assert "secure" not in plain
    headers = {"Origin": "https://safe.example"}
    safe = client.post("https://table.example/api/me", json={"name": "Ana"}, headers=headers)
    assert "secure" in safe.headers["set-cookie"].lower()


@pytest.mark.parametrize("game", ["mus", "mos"])
def test_two_taps_lead_a_lone_visitor_to_cards(client: TestClient, game: str) -> None:
    table = quick(client, game)
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        first = json.loads(socket.receive_text())
        assert (first["t"], first["seq"], first["table"]["phase"]) == ("table", 1, "playing")
        coming = first["table"]["fair"]["next"]
        assert coming["share"]
        share = {"t": "share", "id": "s", "deal": coming["deal"], "share": "ab" * 16}
        socket.send_text(json.dumps(share))
        answer = dealt = None
        while answer is None or dealt is None:  # which of them comes first is not fixed
            message = json.loads(socket.receive_text())
            if message["t"] != "table":
                answer = message
            elif message["view"]:
                dealt = dealt or message
        assert (answer["t"], answer["id"]) == ("ok", "s")
        assert dealt["view"]["hand"]
        assert dealt["table"]["fair"]["commitment"] == coming["commitment"]
        assert [seat["kind"] for seat in dealt["table"]["seats"]] == ["human", "bot", "bot", "bot"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "{}",
        "null",
        '{"t":"nope","id":"x"}',
        '{"t":"tick","id":"x"}',
        '{"t":"botacts","chair":2,"word":"X","acts":0}',
        '{"t":"came"}',
        '{"t":"act","id":"x","word":5}',
        '{"t":"sit","id":"x","chair":-1}',
        '{"t":"sit","id":"x","chair":1e99}',
        '{"t":"act","id":"' + "x" * 50 + '","word":"M"}',
        '{"t":"act","id":"x","word":"' + "M" * 500 + '"}',
        '{"t":"rules","id":"x","preset":"a","settings":[],"players":4,"options":{}}',
        "[" * 5000,
        '{"t":"act","id":"x","word":"M"',
        "\ud7ff\x00",
    ],
)
def test_nonsense_is_refused_and_after_three_the_connection_ends(client: TestClient, text: str) -> None:
    table = quick(client)
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        for _ in range(3):
            socket.send_text(text)
        codes, closed = to_the_end(socket)
    assert codes == ["malformed"] * 3
    assert closed == 4429
    assert client.get("/healthz").json()["ok"]


def test_a_message_that_is_too_long_is_nonsense(client: TestClient) -> None:
    table = quick(client)
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        text = json.dumps({"t": "say", "id": "x", "phrase": "y" * MOST_BYTES})
        assert answer_to(socket, text, "")["code"] == "malformed"


HOSTILE = ("", ":", "1:M", "=Ro", "D" + "Ro" * 90, "E999999999999999", "~" + "x" * 90, "5D" * 60)


@pytest.mark.parametrize("game", ["mus", "mos"])
def test_hostile_words_are_refused_with_a_code(client: TestClient, game: str) -> None:
    table = quick(client, game)
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        until(socket, lambda message: message["t"] == "table" and message["view"])
        for number, word in enumerate(HOSTILE):
            name = f"x{number}"
            answer = answer_to(socket, json.dumps({"t": "act", "id": name, "word": word}), name)
            assert answer["t"] == "refused", word
            assert answer["code"]


def test_too_many_messages_are_refused_and_a_flood_ends_the_connection(client: TestClient) -> None:
    table = quick(client)
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        for number in range(80):
            socket.send_text(json.dumps({"t": "hurry", "id": f"{number}"}))
        codes, closed = to_the_end(socket)
    assert closed == 4429
    assert codes.count("too-fast") >= 20


def test_two_tabs_of_one_person_are_one_chair(client: TestClient) -> None:
    table = quick(client)
    with client.websocket_connect(f"{WS}/ws/{table}") as one, client.websocket_connect(f"{WS}/ws/{table}") as two:
        assert json.loads(one.receive_text())["table"]["you"]["chair"] == 1
        assert json.loads(two.receive_text())["table"]["you"]["chair"] == 1
        assert answer_to(one, '{"t":"say","id":"p","phrase":"hello"}', "p")["t"] == "ok"
        told = until(two, lambda message: any(one["code"] == "phrase" for one in message.get("news", ())))
        assert told["news"][-1] == {"code": "phrase", "chair": 1, "name": "Ana", "phrase": "hello"}


def test_a_watcher_without_an_identity_sees_the_table_late_and_may_not_sit(client: TestClient) -> None:
    table = quick(client)
    with client.websocket_connect(f"{WS}/ws/{table}") as mine:
        until(mine, lambda message: message["t"] == "table" and message["view"])
        client.cookies.clear()
        with client.websocket_connect(f"{WS}/ws/{table}") as socket:
            first = json.loads(socket.receive_text())
            assert first["view"] is None
            assert (first["table"]["delayed"], first["table"]["deal"], first["table"]["clock"]) == (True, 0, None)
            assert answer_to(socket, '{"t":"sit","id":"s","chair":2}', "s")["code"] == "no-identity"
            assert answer_to(socket, '{"t":"kick","id":"k","chair":1}', "k")["code"] == "not-host"


def test_a_table_is_made_shared_filled_and_listed(client: TestClient) -> None:
    wish = {"game": "mus", "preset": "clasico", "settings": {"target": 30}, "name": "Ana", "options": {"listed": True}}
    made = client.post("/api/tables", json=wish).json()
    assert made["link"] == f"{HERE}/t/{made['id']}"
    [listed] = client.get("/api/tables").json()["tables"]
    assert (listed["id"], listed["people"], listed["free"], listed["names"]) == (made["id"], 1, 3, ["Ana"])
    assert client.get(f"/api/tables/{made['id']}").json() == listed
    assert client.get(f"/api/tables/{made['id']}/qr.svg").text.startswith("<svg")
    with client.websocket_connect(f"{WS}/ws/{made['id']}") as socket:
        first = json.loads(socket.receive_text())
        assert first["table"]["rules"]["target"] == 30
        assert first["table"]["changes"] == {"target": 30}
        assert "start" in first["table"]["can"]
        assert answer_to(socket, '{"t":"start","id":"a","fill":false}', "a")["code"] == "seats-empty"
        assert answer_to(socket, '{"t":"start","id":"b","fill":true}', "b")["t"] == "ok"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "mus", "preset": "nope"}, 400, "preset-unknown"),
        ({"game": "mus", "settings": {"nope": 1}}, 400, "setting-unknown"),
        ({"game": "mus", "settings": {"target": "x"}}, 400, "setting-type"),
        ({"game": "mos", "players": 17, "settings": {"hand_size": 9}}, 400, "stock-empty"),
        ({"game": "chess"}, 422, "malformed"),
        ({"game": "mus", "players": 99}, 422, "malformed"),
        ({"game": "mus", "more": 1}, 422, "malformed"),
        ({"game": "mus", "options": {"bot": "cmd:sh"}}, 400, "bot-unknown"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_code(
    client: TestClient, body: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_what_is_not_there_or_too_long_says_so(client: TestClient) -> None:
    assert client.get("/api/tables/nope").status_code == 404
    assert closed_with(client, "/ws/nope", {}) == 4404
    assert client.post("/api/me", json={"name": "x" * MOST_BYTES}).status_code == 413
    assert client.post("/api/me", json={"name": "x" * 100}).status_code == 422
    for path in ("/../pyproject.toml", "/%2e%2e/app.py", "/assets/../../app.py", "/nothing.js"):
        assert client.get(path).status_code == 404


def test_too_many_tables_are_refused_with_the_time_to_wait() -> None:
    app = create_app(House(Memory()), Settings(url=HERE, origins=frozenset({HERE}), openings="3/minute"))
    with TestClient(app, base_url=HERE, headers={"Origin": HERE}) as client:
        answers = [client.post("/api/tables", json={"game": "mus"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 61


def test_the_games_are_told_in_the_readers_language(client: TestClient) -> None:
    found = client.get("/api/games?lang=es-ES").json()
    games = {game["name"]: game for game in found["games"]}
    assert set(games) == set(GAMES)
    assert games["mus"]["players"] == {"least": 2, "most": 6, "usual": 4}
    assert games["mus"]["presets"][0]["text"] != client.get("/api/games").json()["games"][0]["presets"][0]["text"]
    assert {"id": "hello", "when": "any", "register": "N"} in found["phrases"]


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_form_can_be_made_of_the_settings_and_every_choice_in_it_is_a_sentence_and_does_what_it_says(
    client: TestClient, game: str, lang: str
) -> None:
    found = client.get(f"/api/games/{game}/settings?lang={lang}").json()["settings"]
    usual = client.post(f"/api/rules?lang={lang}", json={"game": game}).json()
    assert [setting["name"] for setting in found] == list(usual["rules"]) == [one["setting"] for one in usual["texts"]]
    said = {one["setting"]: one["text"] for one in usual["texts"]}
    for setting in found:
        name = setting["name"]
        kinds = setting["of"] if setting["kind"] == "any" else [setting]
        choices = [choice for kind in kinds for choice in kind.get("choices", ())]
        if choices:
            assert choices[0] == {"value": usual["rules"][name], "text": said[name]}
            assert len({choice["text"] for choice in choices}) == len(choices)
        for choice in choices:
            answer = client.post(f"/api/rules?lang={lang}", json={"game": game, "settings": {name: choice["value"]}})
            if answer.status_code == 200:
                told = {one["setting"]: one["text"] for one in answer.json()["texts"]}
                assert told[name] == choice["text"]
                assert answer.json()["rules"][name] == choice["value"]
            else:
                assert answer.json()["error"]["code"] == "setting-contradicts"
                assert answer.json()["error"]["params"]["reason"]


def test_rules_are_tried_as_a_table_would_take_them(client: TestClient) -> None:
    wish = {"game": "mus", "preset": "clasico", "settings": {"kings": 4}, "players": 6}
    tried = client.post("/api/rules?lang=es", json=wish).json()
    assert (tried["preset"], tried["players"], tried["changes"]["kings"]) == ("clasico", 6, 4)
    assert any(text["setting"] == "kings" and text["default"] for text in tried["texts"])
    made = client.post("/api/tables", json=wish).json()
    with client.websocket_connect(f"{WS}/ws/{made['id']}") as socket:
        table = json.loads(socket.receive_text())["table"]
    assert (table["rules"], table["changes"], len(table["seats"])) == (tried["rules"], tried["changes"], 6)
    refused = client.post("/api/rules", json={**wish, "settings": {"senas": "common"}, "players": 5})
    assert refused.json()["error"]["code"] == "setting-contradicts"
    assert refused.json()["error"]["params"]["setting"] == "senas"


def test_a_quick_table_has_the_house_rules_that_were_asked_for(client: TestClient) -> None:
    wishes: dict[str, Any] = {"settings": {"senas": "common", "target": 30}, "options": {"pace": "fast", "clock": None}}
    table = quick(client, **wishes)
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        found = json.loads(socket.receive_text())["table"]
    assert found["changes"] == wishes["settings"]
    assert (found["options"]["pace"], found["options"]["clock"], found["phase"]) == ("fast", None, "playing")
    refused = client.post("/api/quick", json={"game": "mus", "settings": {"senas": "shouting"}}).json()["error"]
    assert (refused["code"], refused["params"]["setting"]) == ("setting-type", "senas")


def test_a_finished_match_is_replayed_and_downloaded_and_its_deals_are_fair(client: TestClient) -> None:
    settings = {"target": 5, "juegos_to_win_vaca": 1}
    body = {"game": "mus", "settings": settings, "name": "Ana", "options": {"pace": "fast", "clock": None}}
    table = client.post("/api/tables", json=body).json()["id"]
    base = f"/api/tables/{table}"
    with client.websocket_connect(f"{WS}/ws/{table}") as socket:
        socket.send_text('{"t":"start","id":"go","fill":true}')
        count = 0
        while True:
            message = until(socket, lambda message: message["t"] == "table" and message["view"])
            if message["table"]["phase"] == "over":
                break
            view, count = message["view"], count + 1
            if view["turn"] == 1 and message["table"]["deal"] == 1:  # the table waits: nothing goes on meanwhile
                assert client.get(f"{base}/deals/1").status_code == 409
                assert client.get(f"{base}/matches/1.acta").status_code == 409
            if not message["table"]["hurry"] and view["phase"] != "over":
                socket.send_text(json.dumps({"t": "hurry", "id": f"h{count}"}))
            kinds = {option["kind"]: option for option in view["legal"]}
            word = next((kind for kind in ("X", "O", "Q", "P") if kind in kinds), "")
            if view["turn"] == 1 and word:
                socket.send_text(json.dumps({"t": "act", "id": f"a{count}", "word": word}))
            if message["table"]["between"]:
                socket.send_text(json.dumps({"t": "ready", "id": f"r{count}"}))
    own = client.get(f"{base}/deals/1").json()
    assert (own["seat"], own["all"], own["match"]) == (1, False, 1)
    assert own["frames"][0]["news"][0] == {"code": "deal", "deal": 1}
    assert own["fair"]["server_seed"]
    everything = client.get(f"{base}/deals/1?seat=all").json()
    assert all(len(frame["hands"]) == 4 for frame in everything["frames"])
    client.cookies.clear()
    assert client.get(f"{base}/deals/1").json()["seat"] == 0
    assert client.get(f"{base}/deals/99").status_code == 404
    acta = client.get(f"{base}/matches/1.acta")
    assert "attachment" in acta.headers["content-disposition"]
    from ordago.core import fair

    record = read_record(acta.text, GAMES)
    assert {finding.code for finding in fair.check(record, GAMES["mus"])} == {"fair"}


def test_health_metrics_and_openapi(client: TestClient) -> None:
    assert client.get("/healthz").json()["ok"]
    quick(client)
    metrics = client.get("/metrics").text
    assert "ordago_events_total" in metrics
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.5"}).status_code == 404
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/api/me", "/api/tables", "/api/quick", "/api/games", "/healthz"} <= set(paths)


def test_pages_carry_headers_of_safety_and_ask_nobody_else(client: TestClient) -> None:
    for path in ("/", "/t/abc"):
        page = client.get(path)
        assert page.status_code == 200
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "cross-origin-opener-policy" not in page.headers
        safe = client.get(f"https://table.example{path}")
        assert safe.headers["cross-origin-opener-policy"] == "same-origin"
