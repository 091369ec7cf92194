"""Has the rooms of the net process reply, without the process: events as they are reported."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from engine.messages.commands import ChatMessage, MediaAnswer, Role
from engine.messages.events import Channel, Finished, GenerationEvent, StepEvents, TextDelta
from engine.messages.media import MediaWanted
from engine.messages.remote_messages import Endpoint, EndpointKind, SubmitRemote
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.net.key_store import KeyStore
from engine.remote.remote_engines import RemoteEngines
from tests.net.remote.kinds import Pages
from tests.net.remote.stream_server import StreamServer

HELLO = (ChatMessage(Role.USER, "Hello"),)
SECONDS = 20.0


class Asker:
    """Asks endpoints; keeps each step that was reported.

    Attributes:
        wanted: digests of the pictures that were asked for, in their order.
        answers: what is answered to them; one that is missing is not answered.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.steps: list[StepEvents] = []
        self.wanted: list[str] = []
        self.has_wanted = asyncio.Event()
        self.answers: dict[str, MediaAnswer] = {}
        self.engines = RemoteEngines(self._note, KeyStore(folder))
        self._number = 100
        self._reported = asyncio.Event()

    def events(self, number: int | None = None) -> list[GenerationEvent]:
        """Return all events, or those of one request."""
        found = [each for step in self.steps for each in step.events]
        return [each for each in found if number in (None, each.request_id)]

    def command(
        self,
        address: str,
        messages: Sequence[ChatMessage] = HELLO,
        *,
        kind: EndpointKind = EndpointKind.AUTOMATIC,
        model: str = "",
        sampling: SamplingParams | None = None,
        options: RequestOptions = DEFAULT_OPTIONS,
        session: str = "session",
    ) -> SubmitRemote:
        """Return a command with a number of its own."""
        self._number += 1
        endpoint = Endpoint("e1", address, kind, "rack")
        values = sampling or SamplingParams()
        return SubmitRemote(
            self._number, endpoint, model, tuple(messages), values, options, session
        )

    def begin(self, command: SubmitRemote) -> asyncio.Task[None]:
        """Return the task of one request."""
        return self.engines.begin(command, asyncio.get_running_loop().create_task)

    async def reply(self, command: SubmitRemote) -> list[GenerationEvent]:
        """Return the events of one request, to its end."""
        async with asyncio.timeout(SECONDS):
            await self.begin(command)
            while not any(isinstance(each, Finished) for each in self.events(command.request_id)):
                self._reported.clear()
                await self._reported.wait()
        return self.events(command.request_id)

    def _note(self, event: msgspec.Struct) -> None:
        if isinstance(event, MediaWanted):
            self.wanted.append(event.digest)
            self.has_wanted.set()
            if event.digest in self.answers:
                answer = self.answers[event.digest]
                asyncio.get_running_loop().call_soon(self.engines.pictures.answer, answer)
            return
        assert isinstance(event, StepEvents)
        self.steps.append(event)
        self._reported.set()


@asynccontextmanager
async def open_asker(folder: Path | None = None) -> AsyncGenerator[Asker]:
    """Yield an asker, whose connections are closed behind the block."""
    asker = Asker(folder)
    try:
        yield asker
    finally:
        await asker.engines.close()


@asynccontextmanager
async def asking(
    pages: Pages, folder: Path | None = None
) -> AsyncGenerator[tuple[Asker, StreamServer]]:
    """Yield an asker and a server with these pages."""
    async with open_asker(folder) as asker:
        with StreamServer(pages) as server:
            yield asker, server


async def reply_to(pages: Pages) -> list[GenerationEvent]:
    """Return the events of one reply from a server with these pages."""
    async with asking(pages) as (asker, server):
        return await asker.reply(asker.command(server.url))


def text_of(events: Sequence[GenerationEvent], channel: Channel = Channel.ANSWER) -> str:
    """Return what a reply says."""
    deltas = [each for each in events if isinstance(each, TextDelta)]
    return "".join(each.text for each in deltas if each.channel is channel)


def end_of(events: Sequence[GenerationEvent]) -> Finished:
    """Return the one end of a reply."""
    ends = [each for each in events if isinstance(each, Finished)]
    assert len(ends) == 1
    assert events[-1] is ends[0]
    return ends[0]
