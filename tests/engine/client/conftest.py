"""An environment that says nothing of networks, keys and proxies."""

import os

import pytest

from engine.client.net_client import NET_VARIABLES


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove what whoever runs the tests has set; no test asks their keyring."""
    for name in os.environ:
        if name.upper() in NET_VARIABLES:
            monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
