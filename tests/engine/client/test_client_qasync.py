"""The client lives on Qt's loop as it does on asyncio's own."""

import os
import signal

import qasync

from engine.client.client import EnginePhase
from tests.fakes.engine_client import (
    ask,
    end_of,
    events_of,
    first_word,
    scripted_client,
    text_of,
    until,
)


def test_replies_stream_on_the_qt_loop(qt_loop: qasync.QEventLoop) -> None:
    async def story() -> list[str]:
        async with scripted_client() as client:
            requests = [ask(client, "say 20", f"chat {n}") for n in range(4)]
            return [text_of(await events_of(request)) for request in requests]

    replies = qt_loop.run_until_complete(story())
    assert [len(reply.split()) for reply in replies] == [20] * 4


def test_a_death_is_survived_on_the_qt_loop(qt_loop: qasync.QEventLoop) -> None:
    async def story() -> None:
        async with scripted_client() as client:
            request = ask(client, "on and on")
            await first_word(request)
            assert client.process_id
            os.kill(client.process_id, signal.SIGTERM)
            assert end_of(await events_of(request)).error
            await until(client, EnginePhase.READY)
            assert text_of(await events_of(ask(client, "say 1"))) == "word0 "

    qt_loop.run_until_complete(story())
