"""Other programs use the model: switched on by a click, with the token, off while offline."""

import asyncio
import json
import socket
import urllib.request
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.data_folders import Paths
from app.settings import Settings
from app.widgets.engine_panel.loaded_models import LoadedModelRow
from tests.flows.driving import Person, flow, hubbub
from tests.models.cache import cached_model
from tests.models.real import gemma
from tests.models.tiny_encoders import write_bert


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def ask(address: str, token: str, model: str = "") -> str:
    """Ask as any program does, and return what is answered."""
    messages = [{"role": "user", "content": "What can you do?"}]
    body = {"messages": messages, "model": model, "max_tokens": 12}
    text: str = sent(f"{address}/v1/chat/completions", token, body)["choices"][0]["message"][
        "content"
    ]
    return text


def sent(address: str, token: str, body: object = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, content, headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


async def opened(person: Person) -> None:
    person.rooms.window.actions_by_name.settings.trigger()
    dialog = person.rooms.settings_page.page
    assert dialog is not None
    dialog.form.show_setting("server_is_on")
    await person.until(lambda: not dialog.rows["server_is_on"].editor.visibleRegion().isEmpty())


@flow
async def test_a_program_asks_with_the_token_that_was_copied(
    qapp: QApplication, tmp_path: Path
) -> None:
    settings = Settings(temperature=0.0, max_reply_tokens=20, server_port=free_port())
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        await opened(person)
        dialog = person.rooms.settings_page.page
        assert dialog is not None
        view, server = dialog.programs, person.rooms.server
        assert view.status_label.text() == "Off"
        QTest.keyClick(dialog.rows["server_is_on"].editor, Qt.Key.Key_Space)
        await person.until(lambda: server.state.is_running)
        await person.until(view.copy_button.isVisible)
        assert str(settings.server_port) in view.status_label.text()
        clipboard = QApplication.clipboard()
        clipboard.clear()  # of what other tests have copied
        QTest.mouseClick(view.copy_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: len(clipboard.text()) > 20)
        token = clipboard.text()
        assert token not in view.setup_label.text(), "copied, and not shown"
        assert await asyncio.to_thread(ask, server.state.address, token)
        assert token not in person.rooms.paths.settings_file.read_text("utf-8")
        person.rooms.settings.change(is_offline=True)
        await person.until(lambda: "works offline" in view.text_label.text())
        assert not server.state.is_running


@flow
async def test_a_program_names_a_model_that_is_not_loaded(
    qapp: QApplication, tmp_path: Path
) -> None:
    settings = Settings(
        server_is_on=True,
        server_port=free_port(),
        recent_models=(str(gemma()),),
        max_reply_tokens=20,
    )
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        server, host = person.rooms.server, person.rooms.models.host
        await person.until(lambda: server.state.is_running and bool(server.state.model))
        token = (await server.token()).token
        address = server.state.address

        async def states() -> dict[str, str]:
            found = await asyncio.to_thread(sent, f"{address}/v1/models", token)
            return {each["id"]: each["status"]["value"] for each in found["data"]}

        while gemma().stem not in await states():  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0.05)
        assert (await states())[gemma().stem] == "unloaded"
        assert await asyncio.to_thread(ask, address, token, gemma().stem)
        assert {Path(each.path).stem for each in host.entries} >= {gemma().stem}
        await person.until(lambda: not any(each.users for each in host.entries))
        assert (await states())[gemma().stem] == "loaded"


@flow
async def test_a_program_embeds_with_its_own_model_while_a_chat_is_answered(
    qapp: QApplication, tmp_path: Path
) -> None:
    settings = Settings(temperature=0.0, server_is_on=True, server_port=free_port())
    folder = Paths.under(tmp_path).models
    folder.mkdir(parents=True)
    encoder = folder / "encoder.gguf"
    encoder.write_bytes(cached_model(write_bert).read_bytes())
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        rooms = person.rooms
        rooms.window.actions_by_name.models_page.trigger()
        server, host = rooms.server, rooms.models.host
        await person.until(lambda: server.state.is_running and bool(server.state.model))
        token = (await server.token()).token
        body = {"model": "encoder", "input": ["quick fox", "weather"]}
        page = rooms.models_page.page
        assert page is not None
        await person.until(lambda: page.local.items.place_of(str(encoder)) is not None)
        rooms.window.pages.back()

        async def offered() -> list[str]:
            found = await asyncio.to_thread(sent, f"{server.state.address}/v1/models", token)
            return [each["id"] for each in found["data"]]

        while "encoder" not in await offered():  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0.05)
        conversation_id = await person.send("Tell me a story")
        found = await asyncio.to_thread(sent, f"{server.state.address}/v1/embeddings", token, body)
        assert [len(each["embedding"]) for each in found["data"]] == [64, 64]
        assert len(host.entries) == 2
        await person.until_idle(conversation_id)
        rooms.window.actions_by_name.engine_panel.setChecked(True)

        def figures() -> list[str]:
            rows = rooms.window.findChildren(LoadedModelRow)
            return [each.text_label.text() for each in rows if each.isVisible()]

        await person.until(lambda: any("embeddings only" in each for each in figures()))
