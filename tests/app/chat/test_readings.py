"""How often a turn reads its conversation from a real SQLite file."""

import pytest

from app.chat.request_builder import ChatSettings
from app.chat.turn_events import TurnStarted
from app.chat.turns import Turns
from app.domain.conversations import Conversation
from app.domain.messages import OutgoingMessage
from app.storage.history import History
from engine.client.client import EngineClient
from tests.fakes.readings import counted_readings
from tests.fakes.turn_reader import TurnReader, read_all


@pytest.fixture
def turns(history: History, client: EngineClient) -> Turns:
    return Turns(history, client, ChatSettings(), lambda _error: None)


async def test_every_kind_of_turn_reads_its_conversation_once(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    counts: dict[str, int] = {}
    with counted_readings() as readings:
        started = (await read_all(reader.send(conversation.id, "say 1")))[0]
        counts["send"] = readings.pop_count()
        assert isinstance(started, TurnStarted)
        await history.conversations.save_queue(conversation.id, (OutgoingMessage("say 2"),))
        await read_all(reader.send_next(conversation.id, "say 2"))
        counts["send_next"] = readings.pop_count()
        await read_all(reader.regenerate(conversation.id))
        counts["regenerate"] = readings.pop_count()
        await read_all(reader.continue_reply(conversation.id))
        counts["continue_reply"] = readings.pop_count()
        await read_all(reader.edit(conversation.id, started.turn.user.id, "say 3"))
        counts["edit"] = readings.pop_count()
        await read_all(reader.vary(conversation.id, None, 2))
        counts["vary"] = readings.pop_count()
    assert set(counts.values()) == {1}, counts
