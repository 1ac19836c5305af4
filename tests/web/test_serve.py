"""`ordago serve` and `ordago verify` as programs: started, asked, stopped."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import websockets
from typer.testing import CliRunner

from ordago.cli import serve as serving_command
from ordago.cli.app import build
from ordago.core import write_record
from ordago.locale import translator
from ordago.mus import MUS
from tests.backends import Backend
from tests.core.test_fair import changed, played

ORDAGO = [sys.executable, "-c", "from ordago.cli import main; main()"]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def serving(options: list[str], port: int) -> Iterator[subprocess.Popen[str]]:
    """A server of its own process on loopback, ready to answer."""
    command = [*ORDAGO, "serve", "--host", "127.0.0.1", "--port", str(port), *options, "--no-open"]
    process = subprocess.Popen(
        [*command, "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        for _ in range(1200):  # a minute: machines may be busy
            try:
                ask(port, "/healthz")
                break
            except OSError:
                time.sleep(0.05)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def ask(port: int, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)) as answer:
        return json.load(answer)


def open_socket(port: int, table: str, token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return websockets.connect(f"ws://127.0.0.1:{port}/ws/{table}", additional_headers=headers)


def test_it_says_where_it_is_and_tells_its_clients_to_come_back_when_it_is_stopped(backend: Backend) -> None:
    port = free_port()

    async def client(process: subprocess.Popen[str]) -> int:
        token = ask(port, "/api/me", {"name": "Ana"})["token"]
        table = ask(port, "/api/quick", {"game": "mus"}, token)["id"]
        async with open_socket(port, table, token) as found:
            await found.recv()
            process.send_signal(signal.SIGTERM)
            with suppress(websockets.ConnectionClosed):
                async for _ in found:
                    pass
            return int(found.close_code)

    with serving(backend.options, port) as process:
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"\0\0 what is this\r\n\r\n")
            assert b" 400 " in stranger.recv(4096)
        assert asyncio.run(client(process)) == 1012
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert f"http://127.0.0.1:{port}" in out
    events = [json.loads(line)["event"] for line in err.splitlines()]
    assert [event for event in events if event != "broker-found"] == [
        "started",
        "Invalid HTTP request received.",
        "stopped",
    ], "every line is for programs, uvicorn's too"


def test_after_a_kill_the_same_table_is_there_with_the_same_hand(backend: Backend) -> None:
    port = free_port()

    async def hand(table: str, token: str) -> Any:
        async with open_socket(port, table, token) as found:
            while True:
                message = json.loads(await asyncio.wait_for(found.recv(), 60))
                if message["t"] == "table" and message["view"]:
                    return message["view"]["hand"], message["table"]["fair"]["commitment"]

    with serving(backend.options, port) as process:
        token = ask(port, "/api/me", {"name": "Ana"})["token"]
        table = ask(port, "/api/quick", {"game": "mus"}, token)["id"]
        before = asyncio.run(hand(table, token))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with serving(backend.options, port):
        assert asyncio.run(hand(table, token)) == before


def test_a_taken_port_is_an_error_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [*ORDAGO, "serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), "--lang", "en"]
        found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stderr.partition(":")[0]) == (1, "port-taken")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://mus.example", "mus.example", "https://", "https:mus.example", "//mus.example", "javascript:alert(1)"),
        *("https://mus.example/a", "https://mus.example?a", "https://a b", "https://u:p@mus.example", "http://[::1"),
        *("https://mus.example:x", ""),
    ],
)
def test_an_address_that_nobody_can_open_is_refused(url: str) -> None:
    command = ["serve", "--port", "0", "--url", url, "--lang", "en"]
    found = CliRunner().invoke(build(translator("en")), command)
    assert (found.exit_code, found.stderr.partition(":")[0]) == (1, "url-unusable")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "url", ["https://mus.example", "http://10.0.0.2:8000/", "HTTPS://Mus.Example", "http://[::1]:80"]
)
def test_an_address_that_people_can_open_is_taken(url: str) -> None:
    serving_command.verify_url(url)


def test_where_nobody_named_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(serving_command, "PORT", taken.getsockname()[1])
        with serving_command.bound("127.0.0.1", None) as found:
            assert 0 < found.getsockname()[1] - serving_command.PORT < serving_command.TRIED


@pytest.mark.parametrize(
    ("terminal", "variables", "opens"),
    [
        (True, {"DISPLAY": ":0"}, True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, {}, False),  # a server without a screen
        (True, {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "a b c d"}, False),  # somebody from afar
        (False, {"DISPLAY": ":0"}, False),  # started by another program
    ],
)
def test_a_browser_is_opened_only_before_somebody(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, variables: dict[str, str], opens: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert serving_command.has_browser() == opens


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is the Unix way")
def test_in_a_terminal_it_shows_a_code_to_scan_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    import pty

    terminal, its_end = pty.openpty()
    command = [*ORDAGO, "serve", "--port", "0", "--data", str(tmp_path), "--no-open", "--lang", "en"]
    process = subprocess.Popen(command, stdin=its_end, stdout=its_end, stderr=its_end, start_new_session=True)
    os.close(its_end)
    said, asked = b"", False
    with suppress(OSError):  # the terminal's end
        while data := os.read(terminal, 65536):
            said += data
            if b"Ctrl+C" in said and not asked:
                asked = True
                process.send_signal(signal.SIGINT)
    os.close(terminal)
    assert process.wait(60) == 0
    lines = said.decode().replace("\r", "").splitlines()
    assert sum("█" in line for line in lines) > 10
    assert all(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= 80 for line in lines)
    assert lines[-1] == "Ordago is closed. The tables are kept."
    assert not any(line.startswith(("{", "Traceback")) for line in lines), "nothing for programs is in a person's way"


@pytest.mark.parametrize("tampered", [False, True])
def test_verify_checks_every_deal_of_a_record(tmp_path: Path, tampered: bool) -> None:
    record = played(MUS)
    file = tmp_path / "match.acta"
    file.write_text(write_record(changed(record, server_seed="00" * 32) if tampered else record, MUS), "utf-8")
    command = [*ORDAGO, "verify", str(file), "--lang", "en"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == int(tampered), found.stderr
    words = " ".join(found.stdout.split())
    assert ("NOT the one that it committed to" in words) == tampered
    assert "deal 1" in words


def test_commands_that_serve_nothing_import_nothing_that_serves() -> None:
    """Playing in the terminal starts as quickly as ever."""
    code = (
        "import sys; from ordago.cli.app import build; from ordago.locale import translator; build(translator());"
        "print([name for name in ('fastapi', 'uvicorn', 'sqlalchemy', 'alembic', 'segno', 'structlog', 'limits',"
        " 'itsdangerous', 'prometheus_client', 'pydantic') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.strip() == "[]"
