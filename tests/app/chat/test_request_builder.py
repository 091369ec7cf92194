"""What the engine is asked follows the options, the files and the preset of a conversation."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from app.chat.request_builder import ChatSettings, RequestBuilder, sampling_with
from app.chat.turns import unlike_others
from app.domain import (
    Conversation,
    ConversationOptions,
    OverflowPolicy,
    Preset,
    TextFile,
)
from app.storage.history import History
from engine.wire import commands, request_options
from engine.wire.sampling_params import SamplingParams


@pytest_asyncio.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    history = await History.open(tmp_path / "histories.db")
    yield history
    await history.close()


@pytest_asyncio.fixture
async def conversation(history: History) -> Conversation:
    return await history.conversations.create()


async def test_a_conversation_is_asked_with_its_own_options_and_files(
    history: History, conversation: Conversation
) -> None:
    requests = RequestBuilder(history, ChatSettings("Be calm.", SamplingParams(temperature=0.4)))
    turn = await history.turns.start(conversation.id, "Read.", (TextFile("a.txt", "a text"),))
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    await history.presets.save(Preset("wild", {"temperature": 1.5, "top_k": 0, "unknown": 1}))
    plain = await history.conversations.get(conversation.id)
    options = ConversationOptions(
        system_prompt="", preset_name="wild", overflow_policy=OverflowPolicy.STOP
    )
    await history.conversations.set_options(conversation.id, options)
    own = await history.conversations.get(conversation.id)
    assert plain is not None
    assert own is not None
    usual, special = await requests.build(plain), await requests.build(own)
    assert [message.role for message in usual.prompt.messages] == [
        commands.Role.SYSTEM,
        commands.Role.USER,
    ]
    assert [message.role for message in special.prompt.messages] == [commands.Role.USER]
    assert "a text" in special.prompt.messages[0].content
    assert usual.sampling.temperature == 0.4
    assert special.sampling == SamplingParams(temperature=1.5), "what can't be used is left out"
    assert special.options == request_options.RequestOptions(
        request_options.OverflowPolicy.STOP, (0,)
    )


async def test_a_file_that_is_gone_is_named_instead_of_failing_the_chat(
    history: History, conversation: Conversation, tmp_path: Path
) -> None:
    requests = RequestBuilder(history, ChatSettings())
    await history.turns.start(conversation.id, "Read.", (TextFile("a.txt", "a text"),))
    (content,) = [path for path in (tmp_path / "attachments").rglob("*") if path.is_file()]
    content.unlink()
    stored = await history.conversations.get(conversation.id)
    assert stored is not None
    asked = (await requests.build(stored)).prompt.messages[0].content
    assert "The file “a.txt” can't be read." in asked


def test_variants_are_not_chosen_as_their_neighbours_are() -> None:
    greedy = SamplingParams(temperature=0.0, seed=7)
    assert [unlike_others(greedy, number).seed for number in (1, 2)] == [8, 9]
    assert unlike_others(greedy, 1).temperature > 0
    assert unlike_others(SamplingParams(temperature=1.2), 1).temperature == 1.2
    assert sampling_with(greedy, {"temperature": "hot"}) == greedy
