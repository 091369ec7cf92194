"""Signing in to a server of tools: by the form, with a browser, and again only if needed."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.domain.messages import Role
from app.tools.servers.model import ServerKind
from app.tools.view import question_dialog
from app.tools.view.question_dialog import QuestionDialog
from app.tools.view.server_page import ServerPage
from app.tools.view.tools_view import ToolsView
from app.widgets.transcript import tool_card
from tests.app.tools.servers.oauth_site import Site, browse, serving, site
from tests.flows.driving import Person, flow, hubbub
from tests.flows.test_tools import asking_card, messages, question_of, switch_on

pytestmark = pytest.mark.usefixtures("scripted_engine")


class SystemBrowser(QObject):
    """What the desktop opens pages with; its user makes one choice after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.choices: list[str] = []
        self.opened: list[str] = []

    @Slot(QUrl)
    def open_page(self, url: QUrl) -> None:
        self.opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        arguments = (self.opened[-1], self.choices.pop(0))
        threading.Thread(target=browse, args=arguments).start()


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[SystemBrowser]:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setattr(tool_card, "GUARD_SECONDS", 0.0)
    monkeypatch.setattr(question_dialog, "GUARD_SECONDS", 0.0)
    found = SystemBrowser()
    QDesktopServices.setUrlHandler("http", found, "open_page")  # type: ignore[arg-type]
    yield found
    QDesktopServices.unsetUrlHandler("http")


def tools_page(person: Person) -> ToolsView:
    person.rooms.settings_page.open()
    dialog = person.rooms.settings_page.page
    assert dialog is not None
    dialog.form.show_setting("tool_call_limit")
    return dialog.tools


def close_settings(person: Person) -> None:
    dialog = person.rooms.settings_page.page
    if dialog is not None:
        dialog.close()
    person.rooms.window.activateWindow()
    person.view.focus_composer()


async def add_by_form(person: Person, place: Site) -> ToolsView:
    """Fill in the page of a server at an address, and save it."""
    tools = tools_page(person)
    tools.add_button.setFocus()
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: isinstance(person.rooms.tool_settings.dialog, ServerPage))
    page = person.rooms.tool_settings.dialog
    assert isinstance(page, ServerPage)
    page.name_box.setText("private")
    page.kind_box.setCurrentIndex(page.kind_box.findData(ServerKind.ADDRESS))
    page.address_box.setText(place.setting.address)
    page.accept()
    return tools


async def question(person: Person, *, is_open: bool) -> QuestionDialog:
    """Wait for the question, before or after the page was opened."""

    def found() -> QuestionDialog | None:
        dialog = person.rooms.servers.dialog
        if dialog is None or not dialog.isVisible() or dialog.question.is_open != is_open:
            return None
        return dialog

    await person.until(lambda: found() is not None)
    dialog = found()
    assert dialog is not None
    return dialog


async def call_add(person: Person, arguments: str) -> str:
    """Have the model call the tool, allow it, and return the result."""
    name = await person.send(f"call add {arguments}")
    card = await asking_card(person)
    await person.until(lambda: question_of(card).allow_button.hasFocus())
    await person.press(Qt.Key.Key_Return)
    await person.until_idle(name)
    return [each.text for each in await messages(person) if each.role is Role.TOOL][-1]


@flow
async def test_a_user_signs_in_calls_a_tool_also_after_a_restart_and_signs_out(
    qapp: QApplication, tmp_path: Path, browser: SystemBrowser
) -> None:
    browser.choices = ["allow"]
    async with serving(site(token_seconds=4)) as place:
        async with hubbub(qapp, tmp_path) as person:
            tools = await add_by_form(person, place)
            asked = await question(person, is_open=False)
            assert asked.message.text() == "“private” asks you to sign in with your browser."
            asked.accept_button.setFocus()
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: "ready" in tools.servers.text_at(0, 1))
            await person.until(lambda: person.rooms.servers.dialog is None)
            close_settings(person)
            await switch_on(person, "add")
            assert await call_add(person, '{"a": 2, "b": 3}') == "5"
            settings = person.rooms.settings.current

        await asyncio.sleep(4.0)  # the token expires
        async with hubbub(qapp, tmp_path, settings=settings) as person:
            await person.until(lambda: bool(person.view.transcript.messages()))
            assert await call_add(person, '{"a": 3, "b": 4}') == "7"
            tools = tools_page(person)
            tools.servers.edit_requested.emit("private")
            await person.until(lambda: isinstance(person.rooms.tool_settings.dialog, ServerPage))
            page = person.rooms.tool_settings.dialog
            assert isinstance(page, ServerPage)
            page.sign_out_button.setFocus()
            await person.press(Qt.Key.Key_Space)
            await person.until(lambda: not page.sign_out_button.isEnabled())
            assert page.sign_out_button.text() == "Signed out"
            assert tools.servers.text_at(0, 1) == "starts when needed"
            browser.choices = ["allow"]
            tools.servers.restart_requested.emit("private")
            again = await question(person, is_open=False)
            again.accept_button.setFocus()
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: "ready" in tools.servers.text_at(0, 1))
        assert len(browser.opened) == 2
        assert place.steps[:3] == place.steps[-3:] == ["registered", "allow", "token"]
        assert "refreshed" in place.steps


@flow
async def test_a_closed_page_is_opened_again_cancelled_refused_and_left_open(
    qapp: QApplication, tmp_path: Path, browser: SystemBrowser
) -> None:
    browser.choices = ["close", "close", "refuse"]
    async with serving(site()) as place, hubbub(qapp, tmp_path) as person:
        tools = await add_by_form(person, place)
        (await question(person, is_open=False)).accept_button.click()
        waiting = await question(person, is_open=True)
        assert not waiting.isModal()
        waiting.accept_button.click()
        await person.until(lambda: len(browser.opened) == 2)
        await person.until(lambda: person.rooms.servers.dialog not in (None, waiting))
        again = await question(person, is_open=True)
        again.setFocus()
        await person.press(Qt.Key.Key_Escape)
        await person.until(lambda: "failed" in tools.servers.text_at(0, 1))
        reason = tools.problems.text().replace("\u200b", "")
        assert reason == "Signing in to “private” failed: The sign-in was cancelled."

        tools.servers.restart_requested.emit("private")
        (await question(person, is_open=False)).accept_button.click()
        await person.until(lambda: "in the browser" in tools.problems.text())
        assert person.rooms.servers.dialog is None
        assert "token" not in place.steps

        browser.choices = ["close"]
        tools.servers.restart_requested.emit("private")
        (await question(person, is_open=False)).accept_button.click()
        await question(person, is_open=True)
        close_settings(person)
    assert not [each for each in qapp.topLevelWidgets() if isinstance(each, QuestionDialog)]
