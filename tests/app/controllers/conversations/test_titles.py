"""Titles come from the model when it is idle, and when the user requests one."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.chat.title_proposals import Titles
from app.chat.turns import Turns
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.title_controllers import AutomaticTitles, TitleGenerator
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.conversations import TitleOrigin
from app.models.host.host import ModelSpec
from engine.client.client import EngineState
from engine.messages.config import EngineConfig
from tests.app.controllers.acting import last_turn, press_toast, store, stored, toast_texts, until
from tests.engine.gguf.gguf_files import write_model
from tests.fakes.recording_client import READY, RecordingClient


class ScriptedTitles(Titles):
    """Proposes what a test sets; an empty text waits until it is cancelled."""

    def __init__(self, services: Services, turns: Turns) -> None:
        super().__init__(services.history, services.client, turns.requests)
        self.proposed: str | None = "Tea"
        self.asked: list[bool] = []
        self.checked: list[bool] = []
        self._store = services.history.conversations.propose_title

    async def propose(
        self,
        conversation_id: str,
        *,
        before: str | None = None,
        is_background: bool = True,
        is_checked: bool = False,
    ) -> str | None:
        """Note it, and store the title as the real one does."""
        self.asked.append(is_background)
        self.checked.append(is_checked)
        if self.proposed == "":
            await asyncio.Event().wait()
        if self.proposed:
            await self._store(conversation_id, self.proposed, before=before)
        return self.proposed


@pytest.fixture
def model(services: Services, turns: Turns) -> ScriptedTitles:
    """What the model proposes."""
    return ScriptedTitles(services, turns)


@pytest.fixture
def generator(
    services: Services,
    model: ScriptedTitles,
    replies: Replies,
    conversations: ConversationsController,
) -> TitleGenerator:
    return TitleGenerator(services, model, replies, conversations)


async def request(services: Services) -> None:
    services.window.requests.title_requested.emit("a")
    await services.tasks.finish()


@pytest.mark.usefixtures("generator")
async def test_a_requested_title_replaces_the_users_and_can_be_undone(services: Services) -> None:
    await store(services, "a", "Hi", "Hello")
    await services.history.conversations.rename("a", "Mine")
    await request(services)
    conversation = await stored(services, "a")
    assert (conversation.title, conversation.title_origin) == ("Tea", TitleOrigin.MODEL)
    assert toast_texts(services) == ["“Mine” was renamed to “Tea”."]
    press_toast(services, "Undo")
    await services.tasks.finish()
    assert (await stored(services, "a")).title == "Mine"


@pytest.mark.usefixtures("generator")
async def test_no_title_is_reported(services: Services, model: ScriptedTitles) -> None:
    model.proposed = None
    await store(services, "a", "Hi", "Hello")
    await request(services)
    (text,) = toast_texts(services)
    assert text == "No title was suggested. This chat is still called “Title a”."


@pytest.mark.usefixtures("generator")
async def test_a_request_can_be_cancelled(services: Services, model: ScriptedTitles) -> None:
    model.proposed = ""
    await store(services, "a", "Hi", "Hello")
    services.window.requests.title_requested.emit("a")
    services.window.requests.title_requested.emit("a")
    await until(lambda: bool(model.asked))
    press_toast(services, "Cancel")
    await services.tasks.finish()
    assert (len(model.asked), toast_texts(services)) == (1, [])


@pytest.mark.usefixtures("generator")
async def test_the_users_own_title_ends_the_request(
    services: Services, model: ScriptedTitles
) -> None:
    model.proposed = ""
    await store(services, "a", "Hi", "Hello")
    services.window.requests.title_requested.emit("a")
    await until(lambda: bool(model.asked))
    services.window.requests.rename_requested.emit("a", "Mine")
    await services.tasks.finish()
    assert (await stored(services, "a")).title == "Mine"
    assert toast_texts(services) == []


Begin = Callable[[str], Awaitable[None]]


@pytest.fixture
def begin(
    services: Services,
    model: ScriptedTitles,
    replies: Replies,
    conversations: ConversationsController,
    client: RecordingClient,
) -> Begin:
    """Answers in a chat, with a model that is large enough to be asked for its title."""
    assert AutomaticTitles(services, model, replies, conversations)
    client.become(sized(10**9))

    async def begin(name: str) -> None:
        replies.begin(name, last_turn(await store(services, name, "Hi", "Hello")))

    return begin


def sized(parameter_count: int) -> EngineState:
    """Return the state of an engine with a model of this size."""
    assert READY.model is not None
    model = msgspec.structs.replace(READY.model, parameter_count=parameter_count)
    return replace(READY, model=model)


async def test_an_idle_model_is_asked_once_per_conversation(
    services: Services, model: ScriptedTitles, replies: Replies, begin: Begin
) -> None:
    await begin("a")
    await services.tasks.finish()
    assert replies.begin("a", last_turn(await stored(services, "a")))
    await services.tasks.finish()
    assert len(model.asked) == 1


async def test_a_new_question_takes_the_model_back(
    services: Services, model: ScriptedTitles, begin: Begin
) -> None:
    model.proposed = ""
    await begin("a")
    await until(lambda: bool(model.asked))
    model.proposed = "Tea"
    await begin("b")
    await services.tasks.finish()
    assert len(model.asked) == 3, "the first is asked for again, then the second"


@pytest.mark.parametrize(
    ("parameters", "checked"), [(10**6, []), (10**8, [True]), (10**9, [False])]
)
async def test_a_small_model_must_speak_of_the_chat_and_a_tiny_one_is_not_asked(
    services: Services,
    model: ScriptedTitles,
    client: RecordingClient,
    begin: Begin,
    parameters: int,
    checked: list[bool],
) -> None:
    client.become(sized(parameters))
    await begin("a")
    await services.tasks.finish()
    assert model.checked == checked
    assert model.asked == [True] * len(checked), "in the background"


async def test_no_title_is_asked_for_where_the_user_wants_none(
    services: Services, model: ScriptedTitles, begin: Begin
) -> None:
    model.proposed = ""
    await begin("a")
    await until(lambda: bool(model.asked))
    services.settings.change(names_chats=False)
    await services.tasks.finish()
    await begin("b")
    await services.tasks.finish()
    assert len(model.asked) == 1, "what was asked for is given up, and nothing else is"


async def test_no_title_loads_a_model_again_that_the_user_unloads(
    services: Services,
    model: ScriptedTitles,
    client: RecordingClient,
    begin: Begin,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, path = services.models.host, tmp_path / "model.gguf"
    write_model(path)
    monkeypatch.setattr(RecordingClient, "model_path", str(path))
    await host.load_default(ModelSpec(str(path), EngineConfig(context_window=512)))
    client.become(sized(10**9))
    model.proposed = ""
    await begin("a")
    await until(lambda: bool(model.asked))
    host.unload(host.entries[0].key)
    async with asyncio.timeout(5):
        await services.tasks.finish()
    assert len(model.asked) == 1, "the request has ended, and is not made again"
