"""What operators are given holds together: names of metrics, options of commands, files that name each other."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from typer.main import get_command

from ordago.cli.app import build
from ordago.locale import translator
from ordago.web.metrics import Metrics

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
PAGE = ROOT / "docs" / "operate.md"


def told() -> set[str]:
    """The names that /metrics has, with the endings that each kind gets."""
    names: set[str] = set()
    for family in text_string_to_metric_families(generate_latest(Metrics().registry).decode()):
        if family.name.endswith("_created"):
            continue
        endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}[family.type]
        names |= {family.name + ending for ending in endings}
    return names


def asked(text: str) -> set[str]:
    return set(re.findall(r"\bordago_[a-z_]+", text))


def expressions(found: Any) -> list[str]:
    """Every `expr`, however deep."""
    if isinstance(found, dict):
        own = [found["expr"]] if isinstance(found.get("expr"), str) else []
        return own + [one for value in found.values() for one in expressions(value)]
    return [one for value in found for one in expressions(value)] if isinstance(found, list) else []


def test_the_dashboard_and_the_alerts_ask_for_metrics_that_there_are_and_the_dashboard_for_all() -> None:
    dashboard = expressions(json.loads((DEPLOY / "grafana.json").read_text("utf-8")))
    alerts = expressions(yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8")))
    assert len(dashboard) >= 8
    assert len(alerts) >= 6
    assert asked(" ".join(dashboard + alerts)) <= told()
    shown = {re.sub("_(bucket|sum|count)$", "", name) for name in asked(" ".join(dashboard))}
    assert shown == {re.sub("_(bucket|sum|count)$", "", name) for name in told()}


def test_the_page_tells_every_metric_and_every_alert() -> None:
    page = PAGE.read_text("utf-8")
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    assert {rule["alert"] for rule in rules} == set(re.findall(r"\bOrdago[A-Z]\w+", page))
    assert {re.sub("_(bucket|sum|count)$", "", name) for name in told()} == asked(page)


def test_every_alert_is_one_that_prometheus_takes() -> None:
    for rule in yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]:
        assert rule.keys() <= {"alert", "expr", "for", "annotations"}
        assert rule["annotations"].keys() == {"summary"}, "a comma in braces begins another one"
        assert rule["annotations"]["summary"].endswith(".")
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))


def options(*command: str) -> set[str]:
    found: Any = get_command(build(translator("en")))
    for name in command:
        found = found.commands[name]
    return {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)}


def test_every_command_that_is_started_or_told_has_the_options_that_it_is_given() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    docker = (DEPLOY / "Dockerfile").read_text("utf-8")
    entry = json.loads(re.findall(r"^ENTRYPOINT (\[.*\])", docker, re.M)[0])
    [start] = re.findall(r"^ExecStart=(.*)", (DEPLOY / "ordago.service").read_text("utf-8"), re.M)
    told = [shlex.split(line) for line in re.findall(r"^ +(ordago (?:serve|db) .*)$", PAGE.read_text("utf-8"), re.M)]
    lines = [entry + compose["services"]["ordago"]["command"], shlex.split(start), *told]
    assert len(told) >= 4
    for line in lines:
        words = line[1:]
        command = words[:2] if words[0] == "db" else words[:1]
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= options(*command), line


def test_what_compose_reads_is_there() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    mounted = [volume.split(":")[0] for one in services.values() for volume in one.get("volumes", ())]
    for path in mounted:
        assert not path.startswith("./") or (DEPLOY / path).is_file()
    assert (DEPLOY.parent / services["ordago"]["build"]["dockerfile"]).is_file()
    variables = set(services["ordago"]["environment"])
    known = {name for one in get_command(build(translator("en"))).commands["serve"].params for name in [one.envvar]}  # type: ignore[attr-defined]
    assert variables - {"FORWARDED_ALLOW_IPS"} <= known


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    unit = tmp_path / "ordago.service"
    text = (DEPLOY / "ordago.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/ordago/bin/ordago", "/bin/true"), "utf-8")
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert not [line for line in found.stderr.splitlines() if "ordago.service" in line], found.stderr
