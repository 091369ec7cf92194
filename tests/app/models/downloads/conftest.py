"""A hub for downloads."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.models.downloads.driving import REPOSITORY
from tests.net.hub_server import HubServer


@pytest.fixture
def hub() -> Iterator[HubServer]:
    """The tests' hub with one small model."""
    with HubServer(REPOSITORY) as server:
        yield server


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A models folder that does not exist yet."""
    return tmp_path / "models"
