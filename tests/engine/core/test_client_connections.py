"""The second channel: what further clients of the engine may do, and what they are spared."""

import contextlib
import struct
import time

import msgspec
import pytest

from engine.core import client_connections
from engine.ipc.lifecycle import PROTOCOL_VERSION, ProcessStarted, Shutdown
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    CheckGrammar,
    ClearCache,
    Command,
    CountTokens,
    DetokenizeTokens,
    DiscardConversation,
    EmbedTexts,
    Focus,
    LoadModel,
    Prewarm,
    RenderPrompt,
    ReportCache,
    ReportState,
    Role,
    ShareCores,
    Submit,
    TokenizeText,
    WeighPrompt,
)
from engine.messages.config import EngineConfig
from engine.messages.events import (
    Answer,
    CacheReport,
    FinishReason,
    GrammarChecked,
    ModelLoaded,
    PromptRendered,
    PromptWeighed,
    Snapshot,
    TextsEmbedded,
    TextTokenized,
    TokensCounted,
    TokensDetokenized,
)
from engine.messages.framing import MAX_FRAME_BYTES
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import rendered, solo_reply
from tests.fakes.engine_channel import (
    PROGRAM,
    ChannelEngine,
    RawClient,
    channel_engine,
    program_request,
)

LONG = SamplingParams(max_tokens=100_000)
SHORT = SamplingParams(max_tokens=12)
MINE = "program:test:c1"


def _slow() -> FakeBackend:
    return FakeBackend(reply_share=0, context_window=4096, token_seconds=0.001)


def _parked(engine: ChannelEngine, client: RawClient) -> None:
    """Wait until no slot runs."""
    while True:
        client.send(ReportState(9))
        snapshot = client.until(Snapshot)
        assert isinstance(snapshot, Snapshot)
        if all(each.state != "running" for each in snapshot.slots):
            return
        time.sleep(0.01)


def test_a_client_is_greeted_and_told_of_the_model() -> None:
    with channel_engine() as engine:
        client = engine.client()
        hello = client.receive()
        assert isinstance(hello, ProcessStarted)
        assert hello.protocol_version == PROTOCOL_VERSION
        assert isinstance(client.receive(), ModelLoaded)
        engine.engine.submit(LoadModel("other.gguf", EngineConfig()))
        assert isinstance(client.until(ModelLoaded), ModelLoaded), "and of the next one"


def test_a_client_and_the_window_get_their_own_replies_though_numbers_are_the_same() -> None:
    with channel_engine() as engine:
        first, second = engine.client(), engine.client()
        engine.ask(1, "from a tab", SHORT)
        first.send(program_request(1, "from a script", conversation="a", sampling=SHORT))
        second.send(program_request(1, "from another", conversation="b", sampling=SHORT))
        for client, text in ((first, "from a script"), (second, "from another")):
            assert client.until_end(1).reason is FinishReason.LENGTH
            expected = solo_reply(rendered(engine.backend, text), engine.backend, 12)
            assert client.text(1) == expected
        engine.wait_for(lambda: bool(engine.ends(1)))
        assert {each.request_id for each in engine.of_requests()} == {1}
        assert engine.ends(1) == [FinishReason.LENGTH]


def test_questions_are_answered_to_who_asked() -> None:
    with channel_engine() as engine:
        client = engine.client()
        messages = (ChatMessage(Role.USER, "hello"), ChatMessage(Role.ASSISTANT, "you"))
        for command, kind in (
            (CountTokens(7, MINE, "hello"), TokensCounted),
            (CheckGrammar(7, 'root ::= "a"'), GrammarChecked),
            (WeighPrompt(7, MINE, messages), PromptWeighed),
            (ReportState(7), Snapshot),
            (ReportCache(7), CacheReport),
            (TokenizeText(7, ("hello",)), TextTokenized),
            (DetokenizeTokens(7, (104, 105)), TokensDetokenized),
            (RenderPrompt(7, messages), PromptRendered),
            (EmbedTexts(7, ("hello",)), TextsEmbedded),
        ):
            client.send(command)
            answer = client.until(kind)
            assert getattr(answer, "request_id", None) == 7
        assert not any(isinstance(each, Answer | CacheReport) for each in engine.events)


def test_a_program_sees_no_names_of_the_windows_chats() -> None:
    with channel_engine(config=EngineConfig(ram_bytes=1 << 20)) as engine:
        engine.ask(1, "from a tab", SHORT)
        engine.wait_for(lambda: bool(engine.ends(1)))
        client = engine.client()
        client.send(program_request(1, "mine", sampling=SHORT))
        client.until_end(1)
        client.send(ReportState(2))
        snapshot = client.until(Snapshot)
        assert isinstance(snapshot, Snapshot)
        names = {each.conversation_id for each in snapshot.slots}
        assert names == {"", MINE, None}
        assert not snapshot.steps, "the window's panel lacks none"


@pytest.mark.parametrize(
    "command",
    [
        LoadModel("evil.gguf", EngineConfig()),
        Focus(MINE),
        ShareCores(8),
        Prewarm(MINE, ()),
        ClearCache(),
        Shutdown(),
        DiscardConversation("tab 1"),
        CountTokens(1, "tab 1", "x"),
        WeighPrompt(1, "tab 1", ()),
        Submit(1, "tab 1", (ChatMessage(Role.USER, "x"),), SamplingParams(), PROGRAM),
        program_request(1, "x", options=RequestOptions(rank=Rank.TAB)),
        program_request(1, "x", options=RequestOptions()),
    ],
    ids=lambda command: type(command).__name__,
)
def test_who_breaks_a_rule_is_cut_and_nobody_else_notices(command: Command) -> None:
    with channel_engine() as engine:
        good, bad = engine.client(), engine.client()
        engine.ask(1, "from a tab", SHORT)
        good.send(program_request(1, "hello", sampling=SHORT))
        bad.send(command)
        assert bad.is_cut()
        good.until_end(1)
        assert good.text(1) == solo_reply(rendered(engine.backend, "hello"), engine.backend, 12)
        engine.wait_for(lambda: bool(engine.ends(1)))
        assert engine.ends(1) == [FinishReason.LENGTH]


@pytest.mark.parametrize(
    "rubbish",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        struct.pack("<I", 0),
        struct.pack("<I", MAX_FRAME_BYTES + 1),
        struct.pack("<I", 4) + b"\xff\xff\xff\xff",
        struct.pack("<I", 2000) + b"\x91" * 2000,
    ],
    ids=["http", "nothing", "huge", "no message", "deep"],
)
def test_a_client_that_sends_an_invalid_frame_is_disconnected(rubbish: bytes) -> None:
    with channel_engine() as engine:
        bad = engine.client()
        bad.socket.sendall(rubbish)
        assert bad.is_cut()
        engine.ask(1, "from a tab", SHORT)
        engine.wait_for(lambda: bool(engine.ends(1)))


def test_a_frame_with_more_values_than_a_program_may_send_is_not_decoded() -> None:
    with channel_engine() as engine:
        good, bad = engine.client(), engine.client()
        options = msgspec.structs.replace(PROGRAM, template_arguments={"a": [[]] * 200_000})
        bad.send(program_request(1, "x", options=options))
        assert bad.is_cut()
        good.send(program_request(1, "hello", sampling=SHORT))
        good.until_end(1)


def test_a_number_that_is_in_use_is_refused() -> None:
    with channel_engine(_slow()) as engine:
        client = engine.client()
        client.send(program_request(1, "hello", sampling=LONG))
        client.until_text(1)
        client.send(program_request(1, "hello again", sampling=LONG))
        assert client.is_cut()


def test_a_client_that_goes_away_leaves_its_slot_parked() -> None:
    with channel_engine(_slow()) as engine:
        client, other = engine.client(), engine.client()
        client.send(program_request(1, "hello", sampling=LONG))
        client.until_text(1)
        client.close()
        _parked(engine, other)
        other.send(ReportState(1))
        snapshot = other.until(Snapshot)
        assert isinstance(snapshot, Snapshot)
        (slot,) = [each for each in snapshot.slots if each.conversation_id]
        assert slot.state == "parked"
        assert slot.free_cells > 2000, "it did not go on for long"


def test_a_cancelled_request_ends_once_and_an_unknown_one_is_no_matter() -> None:
    with channel_engine(_slow()) as engine:
        client = engine.client()
        client.send(Cancel(77))
        client.send(program_request(1, "hello", sampling=LONG))
        client.until_text(1)
        client.send(Cancel(1))
        client.send(Cancel(1))
        assert client.until_end(1).reason is FinishReason.CANCELLED
        client.send(program_request(1, "again", sampling=SHORT))
        client.events.clear()
        assert client.until_end(1).reason is FinishReason.LENGTH, "the number is free again"


def test_who_does_not_read_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_connections, "MAX_UNREAD_BYTES", 10_000)
    monkeypatch.setattr(client_connections, "MAX_OPEN", 100_000)
    with channel_engine(FakeBackend(reply_share=0, context_window=65_536)) as engine:
        lazy_one, other = engine.client(), engine.client()
        with contextlib.suppress(ConnectionError):
            for number in range(1, 20_000):
                lazy_one.send(ReportState(number))
            pytest.fail("it was never cut")
        other.send(program_request(1, "hello", sampling=SHORT))
        other.until_end(1)
        assert lazy_one.is_cut()


def test_a_flood_is_cut_and_a_tab_still_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_connections, "MAX_OPEN", 50)
    with channel_engine(_slow()) as engine:
        engine.ask(1, "from a tab", SamplingParams(max_tokens=200))
        bad = engine.client()
        for number in range(51):
            bad.send(program_request(number, "hello", sampling=LONG))
        assert bad.is_cut()
        engine.wait_for(lambda: bool(engine.ends(1)))
        assert engine.ends(1) == [FinishReason.LENGTH]


def test_a_frame_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_connections, "FRAME_SECONDS", 0.05)
    with channel_engine() as engine:
        bad = engine.client()
        bad.socket.sendall(struct.pack("<I", 1000) + b"x")
        assert bad.is_cut()


def test_there_are_so_many_clients_and_no_more() -> None:
    with channel_engine() as engine:
        clients = [engine.client() for _ in range(client_connections.MAX_CLIENTS)]
        for client in clients:
            assert isinstance(client.receive(), ProcessStarted)
        assert engine.client().is_cut()
        clients[0].close()
        while not isinstance(engine.client().receive(), ProcessStarted):
            time.sleep(0.01)
