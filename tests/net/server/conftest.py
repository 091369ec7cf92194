"""One server for all tests of this folder: its start takes a second, and it must survive them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from tests.net.server.running import RunningServer, running_server


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    async with new_server(tmp_path_factory) as running:
        yield running


@asynccontextmanager
async def new_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """Run a server that no other test has used."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        folder = tmp_path_factory.mktemp("server")
        async with running_server(
            folder, origins=("https://app.example",), host_names=("host.docker.internal",)
        ) as running:
            yield running
