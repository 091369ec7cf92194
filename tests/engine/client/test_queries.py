"""Questions beside replies are answered once, also when the process ends."""

import asyncio

from engine.client.client import EngineClient, EnginePhase
from engine.client.queries import Queries
from engine.messages.commands import Command, CountTokens
from engine.messages.events import (
    CacheReport,
    TokensCounted,
)
from engine.text.counting import MOST_COUNTED
from tests.fakes.engine_client import (
    PATIENCE_SECONDS,
    SOON_HANGING,
    ask,
    first_word,
    scripted_client,
    until,
)
from tests.fakes.engine_process import ENGINE_COMMAND


async def test_a_long_text_is_counted_by_its_beginning() -> None:
    sent: list[Command] = []

    def send(command: Command) -> bool:
        sent.append(command)
        return True

    queries = Queries(send)
    counting = asyncio.ensure_future(queries.count_tokens("a", "x" * 2 * MOST_COUNTED))
    await asyncio.sleep(0)
    queries.answer(TokensCounted(1, 100, is_known=True))
    assert await counting == TokensCounted(1, 200, is_known=True)
    assert sent == [CountTokens(1, "a", "x" * MOST_COUNTED)]


async def test_who_asks_what_is_kept_is_answered_also_when_the_process_ends() -> None:
    never_started = EngineClient(ENGINE_COMMAND)
    assert await never_started.queries.cache_report() == CacheReport()
    async with scripted_client(policy=SOON_HANGING) as client:
        await until(client, EnginePhase.READY)
        await first_word(ask(client, "hang"))
        asked = asyncio.ensure_future(client.queries.cache_report())
        await asyncio.sleep(0)  # it is sent now
        await client.close()
        await asyncio.wait_for(asked, PATIENCE_SECONDS)


async def test_a_report_answers_the_question_with_its_number() -> None:
    queries = Queries(lambda _command: True)
    first, second = (asyncio.ensure_future(queries.cache_report()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    queries.answer(CacheReport(limit_bytes=1, request_id=1))  # of the cancelled question
    await asyncio.sleep(0)
    assert not second.done()
    queries.answer(CacheReport(limit_bytes=7, request_id=2))
    assert (await second).limit_bytes == 7
