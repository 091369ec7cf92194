"""The token of the hub in the settings: its origin, set, removed, and never shown."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.controllers.services import Services
from app.models.controllers.hub_token import HubTokenController
from app.models.view.token_view import TokenView
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until
from tests.net.hub_server import HubServer

# The keyring of a desktop, as far as a process of its own needs one: a file.
KEYRING = """
import json, pathlib
from keyring.backend import KeyringBackend

FILE = pathlib.Path(__file__).with_name("secrets.json")

class FileKeyring(KeyringBackend):
    priority = 1

    def _all(self):
        return json.loads(FILE.read_text()) if FILE.exists() else {}

    def get_password(self, service, name):
        return self._all().get(f"{service} {name}")

    def set_password(self, service, name, password):
        FILE.write_text(json.dumps({**self._all(), f"{service} {name}": password}))

    def delete_password(self, service, name):
        FILE.write_text(json.dumps({}))
"""


@pytest.fixture
def keyring(hub: HubServer, monkeypatch: pytest.MonkeyPatch, models: Path) -> Path:
    """A keyring in the folder that the net process may write to; nothing else is set."""
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setenv("HOME", str(models))
    (models / "file_keyring.py").write_text(KEYRING)
    monkeypatch.setenv("PYTHONPATH", str(models))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "file_keyring.FileKeyring")
    return models / "secrets.json"


@pytest.fixture
def view(qtbot: QtBot, services: Services, net: NetClient) -> TokenView:
    services.settings.changes.add(lambda _old, new: net.set_offline(new.is_offline))
    view = TokenView()
    qtbot.addWidget(view)
    controller = HubTokenController(services, net)
    controller.show_in(view)
    return view


async def test_a_token_is_typed_kept_used_and_removed(
    net: NetClient, hub: HubServer, view: TokenView, keyring: Path
) -> None:
    view.show()
    await until(lambda: view.state_label.text() == "No token is set.")
    assert not view.remove_button.isVisible()
    QTest.keyClicks(view.box, " hf_new ")
    assert view.box.displayText() != "hf_new"
    QTest.keyClick(view.box, Qt.Key.Key_Return)
    assert view.box.text() == ""
    await until(lambda: "keyring" in view.state_label.text() and view.remove_button.isVisible())
    assert "hf_new" in keyring.read_text()
    await net.search("anything")
    assert hub.exchanges[-1].request.headers["authorization"] == "Bearer hf_new"
    view.remove_button.click()
    (question,) = view.window().findChildren(QuestionBox)
    question.accept()
    await until(lambda: view.state_label.text() == "No token is set.")
    assert "hf_new" not in keyring.read_text()


async def test_the_environment_comes_first_and_says_so(view: TokenView, hub: HubServer) -> None:
    view.show()
    await until(lambda: "HF_TOKEN" in view.state_label.text())
    assert not view.box.isEnabled()
    assert not view.remove_button.isVisible()
    assert hub.exchanges == []


async def test_without_a_keyring_it_says_what_can_be_done(
    view: TokenView, hub: HubServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    view.show()
    await until(lambda: "HF_TOKEN" in view.state_label.text())
    assert not view.box.isEnabled()


async def test_offline_no_process_is_asked(
    services: Services, net: NetClient, view: TokenView, keyring: Path
) -> None:
    services.settings.change(is_offline=True)
    view.show()
    await until(lambda: "offline" in view.state_label.text())
    assert not view.box.isEnabled()
    assert net.process_id is None
    services.settings.change(is_offline=False)
    await until(lambda: view.state_label.text() == "No token is set.")


async def test_nothing_is_asked_before_it_is_in_sight(net: NetClient, view: TokenView) -> None:
    assert net.process_id is None
