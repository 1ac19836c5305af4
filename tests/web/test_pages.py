"""The client's files as they are sent: small, kept as long as they may be, and nothing else of the disk."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ordago.service import House
from ordago.web import pages
from ordago.web.app import create_app
from ordago.web.settings import Settings
from tools.client import pack

from .world import Memory

HERE = "http://table.example"
SCRIPT = "assets/index-abc123.js"
FILES = {
    "index.html": "<!doctype html><title>Ordago</title>" + "<p>card</p>" * 50,
    SCRIPT: "export const cards = 40;\n" * 50,
    "sw.js": "self.addEventListener('fetch', () => {});\n" * 50,
    "manifest.webmanifest": "{}",
    "assets/face.png": "\x89PNG",
}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    static = tmp_path / "static"
    for name, text in FILES.items():
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).write_text(text, "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    pack(static)
    monkeypatch.setattr(pages, "STATIC", static)
    monkeypatch.setattr(pages, "FILES", pages.Files(directory=static))
    app = create_app(House(Memory()), Settings(url=HERE, origins=frozenset({HERE})))
    with TestClient(app, base_url=HERE, headers={"Origin": HERE}) as found:
        yield found


def sent(client: TestClient, path: str, accepted: str) -> tuple[bytes, dict[str, str]]:
    """The bytes as they go over the network, and the headers."""
    with client.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        assert answer.status_code == 200
        return b"".join(answer.iter_raw()), dict(answer.headers)


@pytest.mark.parametrize(
    ("path", "name", "kind"),
    [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/t/some-table", "index.html", "text/html; charset=utf-8"),
        ("/replay/some-table/1", "index.html", "text/html; charset=utf-8"),
        (f"/{SCRIPT}", SCRIPT, "text/javascript; charset=utf-8"),
        ("/sw.js", "sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_files_are_sent_compressed_to_those_who_understand_it(
    client: TestClient, path: str, name: str, kind: str
) -> None:
    for accepted in ("gzip", "br, gzip;q=0.8", "*"):
        data, headers = sent(client, path, accepted)
        assert (headers["content-encoding"], headers["content-type"]) == ("gzip", kind)
        assert headers["vary"] == "Accept-Encoding"
        assert int(headers["content-length"]) == len(data)
        assert gzip.decompress(data).decode() == FILES[name]
    for accepted in ("identity", "br", "gzip;q=0", ""):
        data, headers = sent(client, path, accepted)
        assert "content-encoding" not in headers
        assert (headers["vary"], headers["content-type"]) == ("Accept-Encoding", kind)
        assert data.decode() == FILES[name]


@pytest.mark.parametrize("path", ["/api/games?lang=es", "/api/games/mus/settings"])
def test_catalogues_that_are_the_same_for_everybody_are_sent_compressed(client: TestClient, path: str) -> None:
    packed, headers = sent(client, path, "gzip")
    plain, others = sent(client, path, "identity")
    assert (headers["content-encoding"], others.get("content-encoding")) == ("gzip", None)
    assert gzip.decompress(packed) == plain
    assert len(packed) * 3 < len(plain)


def test_rules_in_words_are_sent_compressed(client: TestClient) -> None:
    answers = [
        client.post("/api/rules", json={"game": "mus", "settings": {"kings": 4}}, headers={"Accept-Encoding": accepted})
        for accepted in ("gzip", "identity")
    ]
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip", None]
    assert answers[0].json() == answers[1].json()


def test_what_is_compressed_already_is_left_alone(client: TestClient) -> None:
    data, headers = sent(client, "/assets/face.png", "gzip")
    assert "content-encoding" not in headers
    assert data.decode() == FILES["assets/face.png"]
    assert client.get(f"/{SCRIPT}.gz").status_code == 404


def test_files_named_by_their_content_are_kept_for_good_and_all_others_asked_for_again(client: TestClient) -> None:
    for path in ("/", "/t/some-table", "/sw.js", "/manifest.webmanifest"):
        assert client.get(path).headers["cache-control"] == "no-cache", path
    assert client.get(f"/{SCRIPT}").headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/", f"/{SCRIPT}", "/sw.js"])
def test_what_the_browser_has_already_is_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == first.headers["cache-control"]
    plain = client.get(path, headers={"If-None-Match": first.headers["etag"], "Accept-Encoding": "identity"})
    assert plain.status_code == 200, "the other form of the file is another file"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "//etc/passwd",
        "/assets",
        "/%00",
        "/" + "x" * 3000,
    ],
)
def test_nothing_else_of_the_disk_is_there(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"error": {"code": "malformed", "params": {}}})


def test_who_looks_with_a_browser_where_nothing_is_gets_the_page_which_says_so(client: TestClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = client.get("/nothing", headers=browser)
    assert (answer.status_code, answer.text) == (404, FILES["index.html"])
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/api/nothing", headers=browser).json()["error"]["code"] == "malformed"
    assert client.post("/nothing", headers=browser).status_code == 405


def test_pages_can_be_asked_about_without_their_text(client: TestClient) -> None:
    for path in ("/", f"/{SCRIPT}"):
        answer = client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")
        assert int(answer.headers["content-length"]) > 0


def test_nothing_that_holds_a_secret_is_compressed(client: TestClient) -> None:
    """An answer with a token or a hand beside somebody's words would tell of them by its size."""
    for answer in (
        client.post("/api/me", json={"name": "Ana" * 20}),
        client.get("/api/me"),
        client.post("/api/quick", json={"game": "mus"}),
        client.get("/api/tables"),
    ):
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers


def test_a_server_without_a_built_client_says_what_to_do(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "nothing")
    monkeypatch.setattr(pages, "FILES", pages.Files(directory=tmp_path / "nothing", check_dir=False))
    assert "pip install" in client.get("/t/some-table").text
    assert client.get(f"/{SCRIPT}").status_code == 404
