"""Another computer's memory: its address is typed, tried, used, and lost in mid-answer."""

import signal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox

from app.domain.messages import MessageStatus, OutgoingMessage
from tests.fakes.rpc_server import rpc_server
from tests.flows.driving import Person, flow, hubbub
from tests.flows.test_settings import opened
from tests.remote.rpc_servers import IS_MADE, PACK, real_server


async def set_server(person: Person, address: str, layers: int | None) -> None:
    """Type an address into the settings, test it, and reload the model with so many layers."""
    client = person.rooms.client
    dialog = await opened(person)
    row = dialog.rpc_row
    QTest.keyClicks(row.box, address)
    QTest.keyClick(row.test_button, Qt.Key.Key_Space)
    await person.until(lambda: "GB free." in row.outcome_label.text())
    if layers is not None:
        box = dialog.rows["gpu_layer_count"].editor
        assert isinstance(box, QDoubleSpinBox)
        box.setValue(layers)
    loaded = client.state.model
    QTest.keyClick(dialog.reload_strip.button, Qt.Key.Key_Space)
    await person.until(lambda: client.state.model not in (None, loaded))


@flow
async def test_an_address_is_tried_and_kept_and_not_used_where_the_model_fits(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        client = person.rooms.client
        before = client.process_id
        with rpc_server() as address:
            await set_server(person, address, None)
        assert person.rooms.settings.current.rpc_servers == (address,)
        assert client.process_id != before, "one that may open connections"
        model = client.state.model
        assert model is not None
        assert "the model fits on this one" in model.device_reason
        person.rooms.settings.change(is_offline=True)
        await person.until(lambda: client.state.model not in (None, model))
        assert client.state.config is not None
        assert client.state.config.rpc_servers == ()


@pytest.mark.skipif(not IS_MADE, reason="make rpc has not compiled the servers")
@flow
async def test_a_chat_goes_on_when_the_other_computer_is_gone(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        client, packs = person.rooms.client, person.rooms.paths.gpu_packs
        packs.mkdir(parents=True)
        (packs / PACK.name).symlink_to(PACK)
        with real_server() as server:
            await set_server(person, server.address, 99)
            model = client.state.model
            assert model is not None
            assert model.rpc_servers == (server.address,)
            conversation, replies = person.view.conversation_id, person.rooms.replies
            replies.send(conversation, OutgoingMessage("Count to 60"))
            await person.until(lambda: person.view.state.usage.context_tokens > 0)
            server.send(signal.SIGKILL)
            await person.until_idle(conversation)
            await person.until(lambda: client.state.model not in (None, model))
        assert client.state.model is not None
        assert f"“{server.address}” is not used" in client.state.model.device_reason
        replies.send(conversation, OutgoingMessage("What can you do?"))
        await person.until_idle(conversation)
        assert (await person.stored(conversation))[-1][1] is MessageStatus.COMPLETE
