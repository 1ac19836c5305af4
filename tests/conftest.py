"""What all tests share: how long hypothesis searches, and catalogues that are as fresh as the code."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hatch_build import compile_catalogues
from tests.backends import backend, services, shared

__all__ = ["backend", "services", "shared"]

# Time says nothing here: whole games are played, on machines of any speed.
settings.register_profile("dev", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), max_examples=60, derandomize=True, database=None)
settings.register_profile("deep", settings.get_profile("dev"), max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


LATE = ("browser", "services")
"""Markers of tests that wait for programs of others, which a busy machine may make late: these may try once more, and
the summary counts it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests that were late try again."""
    for item in items:
        if any(item.get_closest_marker(name) for name in LATE):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues as a build does, once, before any worker reads them."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(Path(__file__).parent.parent)
