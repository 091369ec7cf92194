"""Other programs use the model: switched on by a click, with the token, off while offline."""

import asyncio
import json
import socket
import urllib.request
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from tests.flows.driving import Person, flow, hubbub


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def ask(address: str, token: str) -> str:
    """Ask as any program does, and return what is answered."""
    body = json.dumps({"messages": [{"role": "user", "content": "What can you do?"}]}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/v1/chat/completions", body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        text: str = json.load(answer)["choices"][0]["message"]["content"]
    return text


async def opened(person: Person) -> None:
    person.rooms.window.actions_by_name.settings.trigger()
    dialog = person.rooms.settings_dialog.dialog
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
        dialog = person.rooms.settings_dialog.dialog
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
