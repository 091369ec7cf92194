"""An empty chat offers the best model for this computer, until one is used."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest

import resources.models
from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.recommendations import FirstModels
from app.models.controllers.speed import WeightSpeeds
from app.models.host.host import ModelSpec
from app.models.library.choices import Memory
from app.models.library.models import builtin_model
from app.models.library.recommended_models import RecommendedModel, recommended_models
from app.models.view.first_model import FirstModelCard
from app.widgets.kit.forms import FieldError
from engine.client.client import EnginePhase, EngineState
from engine.client.net_client import NetClient
from engine.messages.config import EngineConfig
from engine.messages.metrics import StepRecord
from tests.app.controllers.acting import toast_texts, until, view_of
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient
from tests.models.talker import STARTER_MODEL
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import is_file, is_slow, says

GIGABYTE = 1 << 30


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with 8 GB of memory."""
    now = classmethod(lambda cls, **_: cls(8 * GIGABYTE, 5 * GIGABYTE))
    monkeypatch.setattr(Memory, "now", now)


@pytest.fixture
def phase() -> EnginePhase:
    """The phase of the engine when the chat is opened."""
    return EnginePhase.READY


@pytest.fixture
async def card(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    net: NetClient,
    downloads: DownloadsController,
    client: RecordingClient,
    phase: EnginePhase,
) -> FirstModelCard:
    services.window.show()
    routes = RoutesController(services, turns, replies)
    client.become(EngineState(phase))
    assert FirstModels(services, replies, routes, net, downloads, WeightSpeeds(services))
    page = view_of(services, await tabs.new_tab())
    found = page.empty_state.findChild(FirstModelCard)
    assert isinstance(found, FirstModelCard)
    return found


@pytest.fixture
def best() -> RecommendedModel:
    (first,) = recommended_models().for_computer(Memory.now(), max_count=1)
    return first


async def test_the_best_model_is_offered_with_its_size_and_where_it_is_from(
    card: FirstModelCard, best: RecommendedModel, hub: HubServer, net: NetClient
) -> None:
    assert card.name_label.text() == f"Better answers on this computer: {best.name}"
    assert "GB" in card.figures.text()
    assert "words" not in card.figures.text(), "no speed is named before it is measured"
    assert hub.url.partition("//")[2] in card.consent.text()
    assert best.repository in card.consent.text()
    assert card.consent.text() in card.download_button.accessibleDescription()
    assert (net.process_id, hub.exchanges) == (None, [])


async def test_the_speed_is_measured_with_the_starter_model_and_kept(
    services: Services, card: FirstModelCard, client: RecordingClient, best: RecommendedModel
) -> None:
    loaded = msgspec.structs.replace(model_info(str(STARTER_MODEL)), token_seconds=0.01)
    client.become(EngineState(EnginePhase.READY, model=loaded))
    await until(lambda: "words/s" in card.figures.text())
    # It reads 96.6 MB for a token, so this computer computes 9.7 GB of weights per second.
    assert services.settings.current.weight_speeds == {"processor": pytest.approx(9.66e9, rel=0.01)}
    words = round(0.75 * 9.66e9 / best.bytes_per_token)
    assert card.figures.text().endswith(f"about {words} words/s")
    slower = msgspec.structs.replace(loaded, token_seconds=0.02)
    client.become(EngineState(EnginePhase.READY, model=slower))
    await services.tasks.finish()
    assert services.settings.current.weight_speeds["processor"] > 9e9, "others slowed it down"


@pytest.mark.parametrize("phase", [EnginePhase.LOADING])
async def test_nothing_is_offered_before_the_speed_decides(
    card: FirstModelCard, client: RecordingClient
) -> None:
    assert card.name_label.text() == "Choosing a better model for this computer…"
    assert card.download_button.isHidden()
    lines = (card.name_label, card.figures, card.about, card.consent)
    assert not any(each.isHidden() for each in lines), "the offer takes their place"
    loaded = msgspec.structs.replace(model_info(str(STARTER_MODEL)), token_seconds=0.01)
    client.become(EngineState(EnginePhase.READY, model=loaded))
    assert card.download_button.isHidden(), "the measurement is being stored"
    await until(lambda: not card.download_button.isHidden())
    assert card.name_label.text().startswith("Better answers")
    assert "words/s" in card.figures.text()
    assert not any(each.isHidden() for each in lines)


async def test_an_offer_that_is_seen_stays_the_same(
    services: Services, card: FirstModelCard, best: RecommendedModel, tabs: TabsController
) -> None:
    seen = f"Better answers on this computer: {best.name}"
    assert card.name_label.text() == seen
    services.settings.change(weight_speeds={"processor": 1.5e9})
    assert card.name_label.text() == seen
    assert "slow" in card.figures.text()
    services.window.hide()
    page = view_of(services, await tabs.new_tab())
    other = page.empty_state.findChild(FirstModelCard)
    assert isinstance(other, FirstModelCard)
    assert other.name_label.text() != seen, "it is slower than the measured speed allows"


async def test_a_computer_that_was_busy_at_the_load_is_measured_with_the_first_single_reply(
    services: Services, card: FirstModelCard, client: RecordingClient
) -> None:
    client.become(EngineState(EnginePhase.READY, model=model_info(str(STARTER_MODEL))))
    two = StepRecord(decode_slots=(0, 1), call_sizes=(2,), decode_seconds=0.001)
    guessed = StepRecord(decode_slots=(0,), call_sizes=(1,), accepted_tokens=3)
    single = StepRecord(decode_slots=(0,), call_sizes=(1,), decode_seconds=0.02)
    for step in (two, guessed, *[single] * 7):
        client.steps.notify(step)
    await services.tasks.finish()
    assert not services.settings.current.weight_speeds
    client.steps.notify(single)
    await until(lambda: "words/s" in card.figures.text())
    assert services.settings.current.weight_speeds == {"processor": pytest.approx(4.83e9, rel=0.01)}


async def test_the_speed_is_measured_with_the_model_of_a_chat_as_well(
    services: Services, card: FirstModelCard
) -> None:
    host = services.models.host
    async with host.use(ModelSpec(str(STARTER_MODEL), EngineConfig(context_window=512)), "a"):
        (entry,) = host.entries
        single = StepRecord(decode_slots=(0,), call_sizes=(1,), decode_seconds=0.02)
        for _ in range(8):
            entry.client.steps.notify(single)
        await until(lambda: "words/s" in card.figures.text())
    assert services.settings.current.weight_speeds == {"processor": pytest.approx(4.83e9, rel=0.01)}
    assert services.models.loaded_bytes > 0, "its memory counts as free for another one"


async def test_one_click_downloads_it_and_the_chat_continues_with_it(
    services: Services,
    card: FirstModelCard,
    models: Path,
    downloads: DownloadsController,
) -> None:
    opened = QSignalSpy(services.window.requests.open_model_requested)
    services.window.activateWindow()
    await until(services.window.isActiveWindow)
    card.download_button.setFocus()
    card.download_button.click()
    await until(lambda: opened.count() == 1)
    assert services.settings.current.searches_hub, "the click was the consent"
    path = Path(opened.at(0)[0])
    assert path.parent == models
    assert path.is_file()
    assert not toast_texts(services)
    assert card.download_button.isHidden(), "it can't be fetched again until it is loaded"
    services.settings.change(model_path=str(path))
    assert card.isHidden()
    assert not downloads.transfers
    view = services.window.panes.view_of(services.window.panes.ids()[0])
    assert view is not None
    assert view.composer.edit.hasFocus()


async def test_a_download_is_seen_and_cancelled_in_place(
    card: FirstModelCard, hub: HubServer, downloads: DownloadsController
) -> None:
    hub.misbehave(is_slow(1_000), when=is_file)
    card.window().activateWindow()
    await until(card.window().isActiveWindow)
    card.download_button.setFocus()
    QTest.keyClick(card.download_button, Qt.Key.Key_Space)
    await until(lambda: card.transfer_row is not None)
    row = card.transfer_row
    assert row is not None
    assert card.download_button.isHidden()
    assert row.button.hasFocus(), "the focus stays at the download"
    row.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)
    row.cancel_button.click()
    await until(lambda: card.transfer_row is None)
    assert not card.download_button.isHidden()
    assert card.download_button.hasFocus()
    assert not downloads.transfers


async def test_a_running_answer_is_not_stopped_for_the_model_but_it_is_offered(
    services: Services,
    card: FirstModelCard,
    replies: Replies,
    tabs: TabsController,
    monkeypatch: pytest.MonkeyPatch,
    hub: HubServer,
) -> None:
    monkeypatch.setattr(Replies, "running_ids", {"another chat"})
    opened = QSignalSpy(services.window.requests.open_model_requested)
    card.download_button.click()
    await until(lambda: bool(toast_texts(services)))
    assert "is downloaded" in toast_texts(services)[0]
    assert opened.count() == 0
    assert card.transfer_row is not None
    assert card.transfer_row.button.text() == "Use"
    card.transfer_row.button.click()
    assert opened.count() == 1


async def test_without_a_connection_a_sentence_says_so_and_the_button_works_again(
    card: FirstModelCard, hub: HubServer, services: Services
) -> None:
    hub.misbehave(says(500))
    card.download_button.click()
    assert card.download_button.text() == "Checking…"
    await until(lambda: bool(card.problem.text()))
    assert not card.problem.isHidden()
    assert isinstance(card.problem, FieldError), "it has the colour of an error"
    assert card.download_button.text() == "Try again"
    assert card.download_button.accessibleName().startswith("Try again: ")
    asked = len(hub.exchanges)
    card.download_button.click()
    await until(lambda: len(hub.exchanges) > asked)


async def test_offline_a_file_is_offered_and_no_process_starts(
    card: FirstModelCard, services: Services, net: NetClient
) -> None:
    services.settings.change(is_offline=True)
    assert card.download_button.isHidden()
    assert "works offline" in card.offline_notice.text()
    assert not card.offline_notice.isHidden()
    assert not card.file_button.isHidden()
    services.settings.change(is_offline=False)
    assert card.offline_notice.isHidden()
    assert not card.download_button.isHidden()
    await asyncio.sleep(0)
    assert net.process_id is None


async def test_who_has_used_another_model_is_offered_the_page_only(
    services: Services, card: FirstModelCard
) -> None:
    services.settings.change(recent_models=("/models/other.gguf",))
    assert card.name_label.isHidden()
    assert card.download_button.isHidden()
    assert card.browse_button.text() == "Browse models"
    assert not card.isHidden()


async def test_the_starter_model_is_called_what_it_is_while_it_answers(
    services: Services, card: FirstModelCard
) -> None:
    assert builtin_model().is_file()
    assert card.notice.text() == "Starter model: small and fast, often wrong."
    assert card.browse_button.focusPolicy() & Qt.FocusPolicy.TabFocus
    asked = QSignalSpy(services.window.requests.models_page_requested)
    card.browse_button.click()
    assert asked.count() == 1
    services.settings.change(model_path="/models/other.gguf")
    assert card.isHidden()


async def test_without_any_model_a_chat_says_so(
    services: Services, card: FirstModelCard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: tmp_path / "absent.gguf")
    services.settings.change(recent_models=("/models/other.gguf",))
    assert card.notice.text() == "No model yet."
    assert not card.file_button.isHidden()


async def test_an_offer_that_goes_in_an_inactive_window_leaves_the_focus_where_it_is(
    services: Services, card: FirstModelCard, tabs: TabsController
) -> None:
    first = services.window.panes.ids()[0]
    in_front = view_of(services, first)
    await tabs.new_tab()
    services.window.panes.activate(first)
    in_front.focus_composer()
    services.window.hide()
    services.settings.change(model_path="/models/other.gguf")
    assert card.isHidden()
    assert services.window.focusWidget() is in_front.composer.edit
