"""The local server as the settings want it: with HTTPS, for pages, at an address; never half."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.controllers.services import Services
from app.programs.controller import ProgramsController
from app.programs.view import ProgramsView
from app.widgets.kit.form_rows import FileRow
from engine.client.net_client import NetClient
from engine.client.server_client import ServerClient
from tests.app.controllers.acting import until
from tests.net.server.running import OPENSSL, certificate_in

PAGE = "https://app.example"


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServerClient]:
    """A real net process, as soon as somebody asks for it."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    net = NetClient(folder=str(tmp_path / "models"), keys=str(tmp_path / "keys"))
    yield ServerClient(net)
    await net.close()


@pytest.fixture
async def view(services: Services, server: ServerClient, qtbot: QtBot) -> ProgramsView:
    """The page, with its controller, of a server that is off."""
    view = ProgramsView()
    qtbot.addWidget(view)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    services.settings.change(server_port=port)
    ProgramsController(services, server).show_in(view)
    return view


async def asked(
    server: ServerClient, origin: str, *, host: str, context: ssl.SSLContext | None = None
) -> bytes:
    """Return the head of an answer to who asks from a page."""
    port = int(server.state.address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    head = f"GET /health HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    answer = await reader.read()
    writer.close()
    return answer


async def test_pages_that_are_named_may_ask_from_then_on(
    services: Services, server: ServerClient, view: ProgramsView
) -> None:
    services.settings.change(server_is_on=True)
    await until(lambda: server.state.is_running)
    assert b" 403 " in await asked(server, PAGE, host="localhost")
    services.settings.change(server_origins=(PAGE,))
    answer = b""
    for _ in range(600):  # it is started again, at the same address
        with contextlib.suppress(OSError):
            answer = await asked(server, PAGE, host="localhost")
        if b" 503 " in answer:  # there is no model
            break
        await asyncio.sleep(0.1)
    assert f"access-control-allow-origin: {PAGE}".encode() in answer
    assert b" 403 " in await asked(server, "https://other.example", host="localhost")
    assert view.text_label.text() == ""


@pytest.mark.skipif(OPENSSL is None, reason="makes certificates")
async def test_half_of_https_is_no_server_and_both_are_one(
    services: Services, server: ServerClient, view: ProgramsView, tmp_path: Path
) -> None:
    certificate, key = await asyncio.to_thread(certificate_in, tmp_path, "rack.example")
    services.settings.change(server_is_on=True)
    await until(lambda: server.state.is_running)
    services.settings.change(server_certificate=str(certificate))
    await until(lambda: "both" in view.text_label.text())
    assert not server.state.is_running
    services.settings.change(server_key=str(key))
    await until(lambda: server.state.is_running)
    assert server.state.address.startswith("https://")
    context = ssl.create_default_context(cafile=str(certificate))
    context.check_hostname = False
    # By TLS the name was found in the certificate, so that it need not be this computer's.
    answer = await asked(server, "", host="rack.example", context=context)
    assert b"wrong_host" not in answer
    key.write_text("no key")
    services.settings.change(server_origins=(PAGE,))
    await until(lambda: "certificate can't be used" in view.text_label.text())
    assert not server.state.is_running


async def test_other_computers_reach_it_at_one_address_if_that_is_wanted(
    services: Services, server: ServerClient, view: ProgramsView
) -> None:
    services.settings.change(server_is_on=True, server_address="127.0.0.1")
    await until(lambda: server.config is not None and server.config.host == "127.0.0.1")
    services.settings.change(server_address="192.0.2.1")
    services.settings.change(server_is_open=True)
    await until(lambda: "192.0.2.1" in view.text_label.text())
    assert not server.state.is_running
    services.settings.change(server_address="")
    await until(lambda: server.config is not None and server.config.host == "0.0.0.0")
    await until(lambda: "not encrypted" in view.text_label.text())


async def test_a_file_is_chosen_in_a_dialog(
    services: Services, server: ServerClient, qtbot: QtBot, tmp_path: Path
) -> None:
    row = FileRow("server_key", "Key", hint="hint")
    view = ProgramsView()
    for each in (row, view):
        qtbot.addWidget(each)
    row.show()
    ProgramsController(services, server).show_in(view, (row,))
    row.choose_button.click()
    (dialog,) = row.window().findChildren(QFileDialog)
    (tmp_path / "key.pem").write_text("key")
    dialog.fileSelected.emit(str(tmp_path / "key.pem"))
    assert row.value() == str(tmp_path / "key.pem")
    dialog.reject()
