"""Search on the hub: consent, results, files and fit, against a real server."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest

from app.controllers.services import Services
from app.models.controllers.local_models import ModelsPageController
from app.models.view.search_half import SearchHalf
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.net_client import NetClient
from engine.ipc.watchdog import HangLimits
from tests.app.controllers.acting import until
from tests.net.hub_files import Repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import says, sends_page

AddRepository = Callable[..., Repository]


async def opened(
    services: Services, page: ModelsPageController, *, agrees: bool = True
) -> SearchHalf:
    """Open the page, give consent if possible, and wait for its list."""
    if agrees:
        services.settings.change(searches_hub=True)
    page.open()
    assert page.page is not None
    half = page.page.search
    assert half is not None
    await until(lambda: half.results.rows.rowCount() > 0)
    return half


@pytest.fixture
async def half(services: Services, models_page: ModelsPageController) -> SearchHalf:
    """The half of the page that searches, with consent."""
    return await opened(services, models_page)


def titles(half: SearchHalf) -> list[str]:
    rows = half.results.rows
    return [str(rows.index(row).data()) for row in range(rows.rowCount())]


def offers(half: SearchHalf) -> list[str]:
    rows = half.details.offers.rows
    return [str(rows.index(row).data()) for row in range(rows.rowCount())]


async def found(half: SearchHalf, text: str) -> None:
    """Search for a text, and wait for the results."""
    before = titles(half)
    half.box.setText(text)
    QTest.keyClick(half.box, Qt.Key.Key_Return)
    await until(lambda: titles(half) != before and half.results.isVisible())


async def selected(half: SearchHalf, name: str) -> None:
    """Select a result, and wait until it is known whether its file fits."""
    assert half.results.select_key(name)
    await until(lambda: "free" in half.details.room_label.text())
    await until(lambda: bool(half.details.fit_note.text()))
    await until(lambda: "Reading" not in half.details.fit_note.text())


def scroll_to_end(half: SearchHalf) -> None:
    """Move from the first row to the last one by keys."""
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End):
        QTest.keyClick(half.results, key)


async def test_nothing_is_asked_before_the_user_has_agreed(
    services: Services,
    models_page: ModelsPageController,
    net: NetClient,
    hub: HubServer,
    add_repository: AddRepository,
) -> None:
    add_repository("owner/tiny-GGUF")
    half = await opened(services, models_page, agrees=False)
    assert half.consent.isVisible()
    assert hub.url in half.consent.label.text()
    half.results.step(1)
    QTest.keyClicks(half.box, "tiny")
    QTest.keyClick(half.box, Qt.Key.Key_Return)
    assert (net.process_id, hub.exchanges) == (None, [])
    assert services.window.focusWidget() is not None
    half.consent.button.click()
    await until(lambda: titles(half) == ["owner/tiny-GGUF"])
    assert not half.consent.isVisible()
    assert services.settings.current.searches_hub


async def test_offline_nothing_is_asked_and_the_setting_is_one_click_away(
    services: Services, models_page: ModelsPageController, net: NetClient, hub: HubServer
) -> None:
    services.settings.change(is_offline=True)
    half = await opened(services, models_page)
    asked = QSignalSpy(services.window.requests.setting_requested)
    half.box.setText("tiny")
    QTest.keyClick(half.box, Qt.Key.Key_Return)
    half.consent.settings_button.click()
    assert asked.at(0) == ["is_offline"]
    assert half.consent.button.isHidden()
    assert (net.process_id, hub.exchanges) == (None, [])


async def test_results_come_page_by_page_and_the_list_of_the_program_comes_back(
    hub: HubServer, add_repository: AddRepository, half: SearchHalf
) -> None:
    for number in range(70):
        add_repository(f"owner/tiny-{number:02}-GGUF", downloads=1000 - number)
    recommended = titles(half)
    assert "recommended" in half.heading_label.text()
    await found(half, "tiny")
    assert half.heading_label.text() == "The first 30 models; scroll for more"
    hub.misbehave(says(503))
    scroll_to_end(half)
    await until(lambda: "not working" in half.heading_label.text())
    hub.behave()
    while len(titles(half)) < 70:
        before = len(titles(half))
        scroll_to_end(half)
        await until(lambda: len(titles(half)) > before)  # noqa: B023
    assert len(set(titles(half))) == 70
    assert half.heading_label.text() == "70 models"
    searches = [each for each in hub.exchanges if each.request.path == "/api/models"]
    assert [each.status for each in searches].count(200) == 3
    half.box.clear()
    assert titles(half) == recommended


async def test_a_repository_says_whether_its_files_fit_before_one_is_fetched(
    hub: HubServer, add_repository: AddRepository, half: SearchHalf
) -> None:
    add_repository("owner/tiny-GGUF", "Q4_K_M", "Q8_0", "F16")
    add_repository("owner/tiny-other-GGUF")
    await found(half, "tiny")
    await selected(half, "owner/tiny-GGUF")
    assert half.details.offer is not None
    assert half.details.offer.quantization == "Q4_K_M"
    assert half.details.fit_note.text().startswith("It fits: 4 chats of ")
    marks = [half.details.offers.rows.row_at(half.details.offers.rows.index(row)) for row in (1, 2)]
    assert [each.mark for each in marks if each is not None] == ["Fits", "Fits"]
    assert half.details.download_button.isEnabled()
    files = [each for each in hub.exchanges if each.request.host == "cdn"]
    assert all("range" in each.request.headers for each in files)


async def test_what_speaks_against_a_download_is_said_before_it(
    services: Services,
    models_page: ModelsPageController,
    hub: HubServer,
    add_repository: AddRepository,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages: list[str] = []
    monkeypatch.setattr("app.models.controllers.hub_repository.open_link", pages.append)
    files = {"odd-Q4_K_M.gguf": b"<html>" * 1000, "odd-Q8_0.gguf": b"GGUF"}
    hub.repositories["owner/odd-of-all-GGUF"] = Repository("owner/odd-of-all-GGUF", files)
    add_repository("owner/gated-of-all-GGUF", gated="auto")
    add_repository("owner/bare-of-all-GGUF", without_hash=frozenset({"bare-of-all-Q4_K_M.gguf"}))
    half = await opened(services, models_page)
    details = half.details
    await found(half, "of-all")
    await selected(half, "owner/odd-of-all-GGUF")
    assert details.fit_note.text().startswith("Fit unknown.")
    assert details.download_button.isEnabled()
    await selected(half, "owner/gated-of-all-GGUF")
    await until(details.gate_label.isVisible)
    await until(lambda: "conditions" in details.fit_note.text())
    details.page_button.click()
    assert [each.rpartition(":")[2].partition("/")[2] for each in pages] == [
        "owner/gated-of-all-GGUF"
    ]
    await selected(half, "owner/bare-of-all-GGUF")
    await until(lambda: "SHA-256" in details.fit_note.text())
    details.download_button.click()
    question = half.findChild(QuestionBox)
    assert question is not None
    assert half.transfers.rows == {}
    question.accept()
    await until(lambda: len(half.transfers.rows) == 1)


async def test_a_name_or_an_address_is_shown_at_once(
    hub: HubServer, add_repository: AddRepository, half: SearchHalf
) -> None:
    add_repository("owner/tiny-GGUF", "Q4_K_M", "Q8_0", "F16")
    for text in ("owner/tiny-GGUF", f"{hub.url}/owner/tiny-GGUF"):
        await found(half, text)
        await until(lambda: len(offers(half)) == 3)
        half.box.clear()
    await found(half, f"{hub.url}/owner/tiny-GGUF/blob/main/tiny-F16.gguf")
    await until(lambda: half.details.offer is not None)
    await until(lambda: getattr(half.details.offer, "quantization", "") == "F16")
    assert half.details.offer is not None
    assert half.details.offer.path == "tiny-F16.gguf"


async def test_a_hub_that_finds_nothing_is_busy_or_strange_is_spoken_of(
    hub: HubServer, add_repository: AddRepository, half: SearchHalf
) -> None:
    add_repository("owner/tiny-GGUF")

    async def said(search: str, answer: str) -> None:
        half.box.setText(search)
        QTest.keyClick(half.box, Qt.Key.Key_Return)
        await until(lambda: answer in half.state.label.text())

    await said("zzz", "zzz")
    assert half.state.buttons[0].isHidden()
    hub.misbehave(sends_page)
    await said("strange", "invalid response")
    hub.behave()
    hub.misbehave(says(429, {"Retry-After": "120"}))
    await said("tiny", "2 min")
    assert half.state.buttons[0].text() == "Try again"
    hub.behave()
    half.state.buttons[0].click()
    await until(lambda: titles(half) == ["owner/tiny-GGUF"])


@pytest.mark.skipif(sys.platform == "win32", reason="stops a process by a signal")
@pytest.mark.parametrize("hang", [HangLimits(tick_seconds=0.1, heartbeat_seconds=3.0)])
async def test_a_search_whose_process_stands_still_is_spoken_of_and_can_be_repeated(
    net: NetClient, add_repository: AddRepository, half: SearchHalf
) -> None:
    add_repository("owner/tiny-GGUF")
    add_repository("owner/other-GGUF")
    await found(half, "tiny")
    stopped = net.process_id
    assert stopped is not None
    os.kill(stopped, signal.SIGSTOP)
    half.box.setText("other")
    QTest.keyClick(half.box, Qt.Key.Key_Return)
    turns = 0
    while "process stopped" not in half.state.label.text():
        await asyncio.sleep(0.01)
        turns += 1
    assert turns > 30, "the window went on meanwhile"
    assert half.state.label.text() == "The network process stopped unexpectedly. Try again."
    half.state.buttons[0].click()
    await until(lambda: titles(half) == ["owner/other-GGUF"])
    assert not psutil.pid_exists(stopped)


async def test_what_was_searched_for_before_is_never_shown_later(
    add_repository: AddRepository, half: SearchHalf
) -> None:
    add_repository("owner/first-GGUF")
    add_repository("owner/second-GGUF")
    half.box.setText("first")
    QTest.keyClick(half.box, Qt.Key.Key_Return)
    await found(half, "second")
    assert titles(half) == ["owner/second-GGUF"]
