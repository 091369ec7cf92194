"""Readings of sources, asked of a scripted engine in a real process."""

import asyncio

from engine.client.client import EngineClient, EnginePhase
from engine.client.source_reader import SourceReader
from engine.messages.commands import Cancel, Command
from engine.messages.framing import MAX_FRAME_BYTES
from engine.messages.request_options import DEFAULT_OPTIONS
from engine.messages.sources import ReadSource, SourceEnded, SourceProgress, SourceRead
from tests.fakes.engine_client import NO_RESTARTS, PATIENCE_SECONDS, ask, scripted_client, until


async def _read(
    client: EngineClient, text: str, heard: list[SourceProgress] | None = None
) -> SourceRead | SourceEnded:
    on_progress = (lambda _event: None) if heard is None else heard.append
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await client.read_source("book", text, DEFAULT_OPTIONS, on_progress)


async def _half_read(client: EngineClient) -> asyncio.Task[SourceRead | SourceEnded]:
    """Return a reading that has come to two of three pieces and goes no further."""
    pieces: asyncio.Queue[SourceProgress] = asyncio.Queue()
    reading = asyncio.ensure_future(
        client.read_source("book", "slowly", DEFAULT_OPTIONS, pieces.put_nowait)
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert (await pieces.get()).read_tokens == 2
        assert (await pieces.get()).read_tokens == 4
    return reading


async def test_a_source_is_read_with_progress_and_is_warm_afterwards() -> None:
    async with scripted_client() as client:
        heard: list[SourceProgress] = []
        first = await _read(client, "a long text", heard)
        assert isinstance(first, SourceRead)
        assert (first.source_key, first.tokens, first.was_warm) == ("book", 11, False)
        assert [each.read_tokens for each in heard] == [3, 7, 11]
        again = await _read(client, "a long text")
        assert isinstance(again, SourceRead)
        assert again.was_warm


async def test_a_forgotten_source_is_read_again() -> None:
    async with scripted_client() as client:
        await _read(client, "a long text")
        client.discard_source("book")
        again = await _read(client, "a long text")
        assert isinstance(again, SourceRead)
        assert not again.was_warm


async def test_a_source_that_is_too_large_says_by_how_much() -> None:
    async with scripted_client() as client:
        end = await _read(client, "too large a text")
        assert isinstance(end, SourceEnded)
        assert end.error is not None
        assert (end.tokens, end.limit) == (9000, 4000)


async def test_who_is_cancelled_pauses_the_reading_and_leaves_nothing_behind() -> None:
    async with scripted_client() as client:
        reading = await _half_read(client)
        assert client.idle_seconds is None
        reading.cancel()
        await asyncio.wait([reading])
        assert reading.cancelled()
        # Readings are done in their order: that of another text would wait for the first.
        assert isinstance(await _read(client, "a long text"), SourceRead)
        assert client.idle_seconds is not None


async def test_who_is_cancelled_has_the_reading_stopped_that_was_asked_for() -> None:
    sent: list[Command] = []

    def send(command: Command) -> bool:
        sent.append(command)
        return True

    reader = SourceReader(send, {})
    for number, is_ready in ((1, True), (2, False)):
        command = ReadSource(number, "book", "a long text")
        reading = asyncio.ensure_future(
            reader.read(command, lambda _event: None, is_ready=is_ready)
        )
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait([reading])
    assert sent == [ReadSource(1, "book", "a long text"), Cancel(1)]


async def test_a_reading_ends_with_its_process() -> None:
    async with scripted_client(policy=NO_RESTARTS) as client:
        reading = await _half_read(client)
        ask(client, "abort")
        async with asyncio.timeout(PATIENCE_SECONDS):
            end = await reading
        assert isinstance(end, SourceEnded)
        assert end.error is not None
        assert end.error.kind == "EngineStopped"


async def test_without_an_engine_a_reading_ends_at_once() -> None:
    client = EngineClient(["no such program"])
    end = await _read(client, "a long text")
    assert isinstance(end, SourceEnded)
    assert end.error is not None


async def test_a_text_that_no_frame_holds_ends_with_the_reason() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        end = await _read(client, "a" * (MAX_FRAME_BYTES + 1))
        assert isinstance(end, SourceEnded)
        assert end.error is not None
        assert end.error.kind == "NotSendable"
