"""Headers follow titles, folders and the model; what is changed in them reaches the histories."""

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.chat.turns import Turns
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.folders import Folders
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.controllers.window.headers import HeadersController
from app.machines.model import HERE, EndpointSetting, RemoteModel, Route
from app.widgets.conversation.conversation_header import ChatHeader
from app.widgets.kit.move_menu import MoveMenu
from app.widgets.kit.small_dialogs import NameDialog
from engine.client.client import EnginePhase, EngineState
from engine.messages.metrics import ChatFormat
from tests.app.controllers.acting import store, stored, toast_texts, until, view_of
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient


@pytest.fixture
def routes(services: Services, turns: Turns, replies: Replies) -> RoutesController:
    return RoutesController(services, turns, replies)


@pytest.fixture
async def headers(
    services: Services, replies: Replies, tabs: TabsController, routes: RoutesController
) -> HeadersController:
    """The headers, with a chat that is open, beside another one in a folder."""
    undo = UndoOffers(services.window, services.toasts)
    deletion = DeletionController(services, replies, tabs, undo)
    conversations = ConversationsController(services, replies, tabs, deletion)
    Folders(services, conversations, tabs, undo)
    headers = HeadersController(services, replies, conversations, routes)
    await store(services, "b", "Ho", "Hello")
    await services.history.conversations.organize("b", folder="Work")
    tabs.add(await store(services, "a", "Hi", "Hello"), is_activated=True)
    await conversations.refresh()
    services.window.show()
    return headers


@pytest.fixture
def header(services: Services, headers: HeadersController) -> ChatHeader:
    """The header of that chat."""
    assert headers
    return view_of(services, "a").header


def _press(menu: MoveMenu, text: str) -> None:
    next(each for each in menu.actions() if each.text() == text).trigger()


async def test_a_title_that_is_typed_there_is_stored(
    services: Services, header: ChatHeader
) -> None:
    header.title.start()
    header.title.field.setText("Mine")
    QTest.keyClick(header.title.field, Qt.Key.Key_Return)
    await services.tasks.finish()
    assert (await stored(services, "a")).title == "Mine"
    assert services.window.panes.items.title("a") == "Mine"


async def test_a_chat_is_moved_by_the_menu_of_its_folder(
    services: Services, headers: HeadersController, header: ChatHeader
) -> None:
    view = view_of(services, "a")
    _press(headers.build_menu(view), "Work")
    await until(lambda: header.folder_button.label == "Work")
    assert (await stored(services, "a")).options.folder == "Work"
    menu = headers.build_menu(view)
    assert [each.text() for each in menu.actions() if each.isChecked()] == ["Work"]
    _press(menu, "No folder")
    await until(lambda: not header.folder_button.label)


async def test_a_new_folder_can_be_named_there(
    services: Services, headers: HeadersController, header: ChatHeader
) -> None:
    _press(headers.build_menu(view_of(services, "a")), "New folder…")
    (dialog,) = services.window.findChildren(NameDialog)
    dialog.name_box.setText("Ideas & more")
    dialog.accept()
    await until(lambda: header.folder_button.label == "Ideas & more")
    assert (await stored(services, "a")).options.folder == "Ideas & more"


async def test_the_model_is_shown_as_it_comes_and_goes(
    client: RecordingClient, header: ChatHeader
) -> None:
    client.become(EngineState(EnginePhase.LOADING, progress=0.5))
    assert header.model_button.label == "Loading… 50%"
    client.become(EngineState(EnginePhase.READY, model=model_info("/models/good.gguf")))
    assert header.model_button.label == "good"


async def test_a_chat_shows_no_second_progress_while_the_model_of_the_window_loads(
    services: Services, client: RecordingClient, header: ChatHeader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordingClient, "model_path", "/models/good.gguf")
    for digest, name in (("d1", "good"), ("d2", "other")):
        services.models.set_path(digest, f"/models/{name}.gguf")
    await services.models.set_chat("a", "d1", "good")
    client.become(EngineState(EnginePhase.READY, model=model_info("/models/good.gguf")))
    assert header.model_button.isHidden()
    client.become(EngineState(EnginePhase.LOADING, progress=0.5))
    assert header.model_button.isHidden()
    await services.models.set_chat("a", "d2", "other")
    assert not header.model_button.isHidden()


async def test_a_chat_is_deleted_while_somebody_types_its_title(
    services: Services, header: ChatHeader
) -> None:
    header.title.start()
    header.title.field.setText("Mine")
    services.window.requests.delete_requested.emit(("a",))
    await services.tasks.finish()
    assert toast_texts(services) == ["“Title a” was deleted."]


async def test_a_base_model_is_given_a_beginning(
    services: Services, header: ChatHeader, client: RecordingClient
) -> None:
    base = msgspec.structs.replace(model_info("/m.gguf"), chat_format=ChatFormat.CONTINUATION)
    view = view_of(services, "a")
    edit, page = view.composer.edit, view.empty_state
    before = (edit.placeholderText(), page.title, page.ask_all_button.text())
    client.become(EngineState(EnginePhase.READY, model=base))
    assert edit.placeholderText().startswith("Write the beginning")
    assert page.title == "Begin a text, and the model continues it"
    assert page.ask_all_button.text() == "Continue all in tabs"
    assert "continues text" in header.model_button.toolTip()
    client.become(EngineState(EnginePhase.READY, model=model_info("/n.gguf")))
    assert (edit.placeholderText(), page.title, page.ask_all_button.text()) == before


async def test_on_your_computer_is_said_only_of_this_computer(
    services: Services,
    headers: HeadersController,
    routes: RoutesController,
    client: RecordingClient,
) -> None:
    assert headers
    rack = EndpointSetting("5f", "Rack", "http://rack:8000", models=(RemoteModel("qwen3"),))
    services.settings.change(endpoints=(rack,))
    page = view_of(services, "a").empty_state
    assert page.hint == "All tabs are answered at the same time, on your computer."
    routes.choose("a", Route("5f", "qwen3"))
    await until(lambda: page.hint == "This chat is answered on Rack.")
    routes.choose("a", HERE)
    await until(lambda: page.hint.endswith("on your computer."))
    shared = msgspec.structs.replace(model_info("/m.gguf"), rpc_servers=("rack:50052",))
    client.become(EngineState(EnginePhase.READY, model=shared))
    assert "your computer" not in page.hint
