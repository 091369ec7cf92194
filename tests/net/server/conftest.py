"""One server for all tests of a module: its start takes a second, and it must survive them all."""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from tests.net.server.running import RunningServer, running_server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        folder = tmp_path_factory.mktemp("server")
        async with running_server(folder, origins=("https://app.example",)) as running:
            yield running
