"""The net process tests RPC servers; each result is one line."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from app.controllers.engine.rpc_servers import RpcServersController
from app.controllers.services import Services
from app.data_folders import Paths
from app.engine_settings import engine_config
from app.errors import InvalidSettings
from app.models.settings_model import ModelSettings
from app.settings import Settings
from app.widgets.settings.setting_rows import RpcRow
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until
from tests.fakes.recording_client import READY, RecordingClient
from tests.fakes.rpc_server import GB, rpc_server


@pytest.fixture
async def net() -> AsyncIterator[NetClient]:
    """A real net process, started on the first request."""
    client = NetClient()
    yield client
    await client.close()


@pytest.fixture
def pack_folder(tmp_path: Path) -> Path:
    """The folder of the packs, with the one for RPC."""
    folder = tmp_path / "packs"
    folder.mkdir()
    suffix = ".dll" if sys.platform == "win32" else ".so"
    (folder / f"libggml-rpc{suffix}").touch()
    return folder


@pytest.fixture
def row(services: Services, net: NetClient, qtbot: QtBot, pack_folder: Path) -> RpcRow:
    """The row of the settings, with its controller."""
    row = RpcRow("rpc_servers", "Other computers", hint="For example")
    qtbot.addWidget(row)
    RpcServersController(services, net, pack_folder).show_in(row)
    return row


async def lines_of(row: RpcRow, *addresses: str) -> list[str]:
    row.set_value(addresses)
    row.test_button.click()
    assert not row.test_button.isEnabled(), "one at a time"
    await until(row.test_button.isEnabled)
    return row.outcome_label.text().splitlines()


async def test_each_server_is_told_with_its_memory_or_why_not(
    row: RpcRow,
) -> None:
    with rpc_server(devices=(8 * GB, GB)) as there, rpc_server(b"HTTP/1.1 400") as other:
        lines = await lines_of(row, there, other)
    assert lines == [
        f"{there} has 9.0 GB of 18.0 GB free.",
        f"“{other}” is not used: it is not an RPC server.",
    ]


async def test_without_the_pack_that_is_told_first(row: RpcRow, pack_folder: Path) -> None:
    for file in pack_folder.iterdir():
        file.unlink()
    with rpc_server(devices=(8 * GB,)) as there:
        lines = await lines_of(row, there)
    assert "RPC pack is missing" in lines[0]
    assert lines[1:] == [f"{there} has 8.0 GB of 16.0 GB free."]


async def test_one_that_the_model_uses_is_left_alone(client: RecordingClient, row: RpcRow) -> None:
    assert READY.model is not None
    model = msgspec.structs.replace(READY.model, rpc_servers=("rack:50052",))
    client.become(replace(READY, model=model))
    lines = await lines_of(row, "rack:50052")
    assert lines == ["rack:50052 has layers of the loaded model."]


async def test_offline_nobody_is_asked(row: RpcRow, net: NetClient) -> None:
    net.set_offline(True)
    lines = await lines_of(row, "rack:50052")
    assert "work offline" in lines[0]
    assert net.process_id is None


def test_the_engine_is_told_of_them_unless_it_is_offline(tmp_path: Path) -> None:
    settings = Settings(rpc_servers=("rack:50052",))
    paths, own = Paths.under(tmp_path), ModelSettings()
    assert engine_config(settings, paths, own).rpc_servers == ("rack:50052",)
    offline = msgspec.structs.replace(settings, is_offline=True)
    assert engine_config(offline, paths, own).rpc_servers == ()
    with pytest.raises(InvalidSettings, match="not an RPC server address"):
        Settings(rpc_servers=("a b",))
