"""Chats that other machines answer: asked once, and nothing leaves without that."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from app.chat.departures import Departure
from app.chat.request_builder import REWRITE_REQUESTS, ChatSettings, ReplyRequest
from app.chat.router import RequestRouter, endpoint_of, models_of
from app.chat.title_proposals import Titles
from app.chat.turn_events import ReplyEnded, TurnEvent
from app.chat.turns import Turns
from app.domain.conversations import Conversation
from app.domain.messages import (
    MessageStatus,
    OutgoingMessage,
    Rewrite,
    RewriteKind,
    TextFile,
)
from app.errors import RemoteWhileOffline
from app.machines.model import (
    HERE,
    Destination,
    EndpointKind,
    EndpointSetting,
    RemoteModel,
    Route,
)
from app.storage.history import History
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.messages.commands import ChatMessage, Role
from engine.messages.events import FinishReason, Started, TextDelta
from engine.messages.media import Media, MediaKind
from engine.messages.metrics import ReplyUsage
from engine.messages.remote_messages import Endpoint, EndpointFound
from engine.messages.remote_messages import EndpointKind as NetKind
from engine.messages.remote_messages import RemoteModel as FoundModel
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.app.storage.turns import stored_conversation
from tests.fakes.engine_client import end_of, events_of
from tests.fakes.readings import counted_readings
from tests.fakes.recording_client import RecordingClient

RACK = EndpointSetting("5f", "rack", "http://rack:8000", models=(RemoteModel("qwen3", 4096),))
ROUTE = Route("5f", "qwen3")
ANSWER = "From afar."


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that left this computer."""

    conversation_id: str
    texts: tuple[str, ...]
    address: str
    model: str


class RecordingMachines(RemoteClient):
    """Each request is answered at once, without a process."""

    def __init__(self) -> None:
        super().__init__(NetClient())
        self.sent: list[Sent] = []

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
        *,
        endpoint: Endpoint,
        model: str,
    ) -> Request:
        """Record it and answer."""
        texts = tuple(each.content for each in messages)
        self.sent.append(Sent(conversation_id, texts, endpoint.address, model))
        number = len(self.sent)
        request = Request(number, conversation_id, lambda _id: None)
        request.put(Started(number, 0, ReplyUsage()))
        request.put(TextDelta(number, ANSWER, 3))
        request.finish(FinishReason.STOP)
        return request


class Client(RecordingClient):
    """Records what it is to read ahead."""

    def __init__(self) -> None:
        super().__init__()
        self.read_ids: list[str] = []

    def prewarm(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> None:
        """Record it."""
        self.read_ids.append(conversation_id)


class Room:
    """A history, a machine elsewhere, none here, and who is asked."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.machines = RecordingMachines()
        self.client = Client()
        router = RequestRouter(self.client, self.machines)
        settings = ChatSettings(endpoints=(RACK,))
        self.turns = Turns(history, self.client, settings, lambda _error: None, router, self._ask)
        self.titles = Titles(history, self.client, self.turns.requests, router)
        self.asked: list[Departure] = []
        self.is_agreed = True
        self.ends: list[ReplyEnded] = []

    async def _ask(self, departure: Departure) -> bool:
        self.asked.append(departure)
        return self.is_agreed

    def report(self, event: TurnEvent) -> None:
        if isinstance(event, ReplyEnded):
            self.ends.append(event)

    async def chat(self, route: Route | None = ROUTE) -> str:
        id_ = (await self.history.conversations.create()).id
        if route is not None:
            await self.history.conversations.set_route(id_, route)
        return id_

    async def send(self, id_: str, text: str, *files: TextFile) -> None:
        await self.turns.send(id_, OutgoingMessage(text, files), self.report)


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    history = await History.open(tmp_path / "histories.db")
    yield Room(history)
    await history.close()


async def test_the_first_message_asks_once_and_names_what_leaves(room: Room) -> None:
    id_ = await room.chat()
    room.turns.requests.settings = replace(room.turns.requests.settings, system_prompt="Be brief.")
    await room.send(id_, "three words here", TextFile("a.txt", "one two"))
    await room.send(id_, "more")
    (asked,) = room.asked
    assert (asked.endpoint, asked.model_name) == (RACK, "qwen3")
    assert (asked.word_count, asked.file_names) == (2 + 3 + 2, ("a.txt",))
    assert [each.address for each in room.machines.sent] == [RACK.address] * 2
    assert [each.message.text for each in room.ends] == [ANSWER, ANSWER]
    assert room.ends[0].message.usage is not None or room.ends[0].state.usage is not None


async def test_each_picture_that_leaves_is_counted_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    media = tuple(Media(digest, MediaKind.IMAGE, 4, 4) for digest in "aab")
    build = room.turns.requests.build

    async def with_pictures(conversation: Conversation) -> ReplyRequest:
        request = await build(conversation)
        messages = (ChatMessage(Role.USER, "See", media=media), *request.prompt.messages)
        return replace(request, prompt=replace(request.prompt, messages=messages))

    monkeypatch.setattr(room.turns.requests, "build", with_pictures)
    room.is_agreed = False
    await room.send(await room.chat(), "What is it?")
    assert [each.picture_count for each in room.asked] == [2]


async def test_a_chat_that_may_go_is_read_once(room: Room) -> None:
    id_ = await room.chat()
    await room.send(id_, "a")
    with counted_readings() as readings:
        await room.send(id_, "b")
        assert readings.pop_count() == 1


async def test_a_no_sends_and_stores_nothing(room: Room) -> None:
    id_ = await room.chat()
    room.is_agreed = False
    await room.send(id_, "secret")
    stored = await stored_conversation(room.history, id_)
    assert (stored.messages, room.machines.sent, len(room.asked)) == ((), [], 1)
    await room.send(id_, "secret")
    assert len(room.asked) == 2, "a no is not remembered"


async def test_another_address_and_another_chat_ask_again(room: Room) -> None:
    first, second = await room.chat(), await room.chat()
    await room.send(first, "a")
    await room.send(second, "b")
    moved = replace(RACK, address="http://rack:9000")
    room.turns.requests.settings = replace(room.turns.requests.settings, endpoints=(moved,))
    await room.send(first, "c")
    assert [each.conversation_id for each in room.asked] == [first, second, first]
    room.turns.requests.settings = replace(room.turns.requests.settings, endpoints=(RACK,))
    await room.send(first, "d")
    assert len(room.asked) == 3, "the first address is still agreed to"


async def test_a_trusted_address_never_asks(room: Room) -> None:
    trusted = replace(RACK, is_trusted=True)
    room.turns.requests.settings = replace(room.turns.requests.settings, endpoints=(trusted,))
    await room.send(await room.chat(), "a")
    assert (len(room.asked), len(room.machines.sent)) == (0, 1)


async def test_whoever_asks_the_router_unagreed_sends_nothing(room: Room) -> None:
    router = RequestRouter(room.client, room.machines)
    destination = Destination(RACK, RACK.models[0], is_agreed=False)
    request = router.submit("a", (), SamplingParams(), destination=destination)
    error = end_of(await events_of(request)).error
    assert error is not None
    assert (error.kind, room.machines.sent) == ("NotAgreed", [])


async def test_offline_sends_nothing_and_tells_why(room: Room) -> None:
    id_ = await room.chat()
    room.turns.requests.settings = replace(room.turns.requests.settings, is_offline=True)
    with pytest.raises(RemoteWhileOffline, match="works offline"):
        await room.send(id_, "a")
    assert (room.asked, room.machines.sent) == ([], [])


async def test_the_default_is_where_a_new_chat_begins_and_an_old_one_stays_here(
    room: Room,
) -> None:
    old, new = await room.chat(None), await room.chat(None)
    await room.send(old, "a")
    room.turns.requests.settings = replace(room.turns.requests.settings, default_route=ROUTE)
    await room.send(old, "b")
    await room.send(new, "c")
    assert [each.conversation_id for each in room.machines.sent] == [new]
    options = await room.history.conversations.options(new)
    assert options is not None
    assert options.chat.route == ROUTE, "from now on it is the chat's own"


async def test_a_chat_that_came_back_is_answered_here(room: Room) -> None:
    id_ = await room.chat()
    await room.send(id_, "a")
    await room.history.conversations.set_route(id_, HERE)
    await room.send(id_, "b")
    assert len(room.machines.sent) == 1
    assert room.ends[-1].message.status is MessageStatus.FAILED, "no model is loaded here"


async def test_nothing_is_read_ahead_elsewhere_nor_here_for_elsewhere(room: Room) -> None:
    id_ = await room.chat()
    await room.send(id_, "a")
    await room.turns.prewarm(id_)
    assert (room.client.read_ids, len(room.machines.sent)) == ([], 1)


async def test_titles_are_written_here_unless_switched_on(room: Room) -> None:
    id_ = await room.chat()
    await room.send(id_, "a")
    await room.titles.propose(id_)
    assert len(room.machines.sent) == 1
    room.turns.requests.settings = replace(room.turns.requests.settings, titles_are_remote=True)
    assert await room.titles.propose(id_) == ANSWER.removesuffix(".")
    assert len(room.machines.sent) == 2


async def test_options_that_were_read_before_do_not_bring_a_route_back(room: Room) -> None:
    id_ = await room.chat()
    before = await room.history.conversations.options(id_)
    assert before is not None
    await room.send(id_, "a")
    await room.history.conversations.set_route(id_, HERE)
    await room.history.conversations.set_answering(id_, before)
    after = await room.history.conversations.options(id_)
    assert after is not None
    assert (after.chat.route, after.chat.consents) == (HERE, ("http://rack:8000",))


@pytest.mark.parametrize("kind", EndpointKind)
def test_the_net_process_is_told_of_each_kind_of_machine(kind: EndpointKind) -> None:
    endpoint = endpoint_of(EndpointSetting("5f", "rack", "http://rack:8000", kind))
    assert (endpoint.id, endpoint.name, endpoint.address) == ("5f", "rack", "http://rack:8000")
    assert (endpoint.kind.name, endpoint.kind.value) == (kind.name, kind.value)


def test_settings_know_each_kind_that_the_net_process_finds() -> None:
    assert {each.value for each in NetKind} == {each.value for each in EndpointKind}


def test_settings_keep_all_that_a_machine_says_of_its_models() -> None:
    models = (FoundModel("qwen3", 4096, True, False), FoundModel("other"))
    kept = models_of(EndpointFound(1, NetKind.VLLM, "1", models, 0.1))
    assert kept == (RemoteModel("qwen3", 4096, True, False), RemoteModel("other"))


async def test_another_machine_gets_the_request_to_rewrite_its_answer(room: Room) -> None:
    id_ = await room.chat()
    await room.send(id_, "Why?")
    rewrite = Rewrite(RewriteKind.SIMPLER, room.ends[-1].message.id)
    await room.turns.regenerate(id_, rewrite.message_id, room.report, rewrite=rewrite)
    asked = REWRITE_REQUESTS[RewriteKind.SIMPLER]
    assert room.machines.sent[-1].texts == ("Why?", ANSWER, asked)
    assert len(room.asked) == 1, "only words of the model and of this program have left"
    stored = await stored_conversation(room.history, id_)
    assert [each.text for each in stored.messages] == ["Why?", ANSWER]
    assert stored.messages[1].rewrite == rewrite
