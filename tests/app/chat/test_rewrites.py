"""Answers that are written again shorter, longer, simpler or more creatively."""

import pytest
from msgspec.structs import replace

from app.chat.request_builder import REWRITE_REQUESTS, ChatSettings, RequestBuilder
from app.chat.turn_events import ReplyEnded
from app.chat.turns import Turns
from app.domain.conversations import Conversation, StartedTurn
from app.domain.messages import Message, MessageStatus, Rewrite, RewriteKind, Role
from app.errors import AppError
from app.storage.history import History
from app.tools.model import ToolCall, ToolUse
from engine.client.client import EngineClient
from engine.messages.sampling_params import SamplingParams
from tests.app.storage.turns import stored_conversation
from tests.fakes.turn_reader import TurnReader, read_all

SHORTER = REWRITE_REQUESTS[RewriteKind.SHORTER]
CALL = ToolCall("call_1", "add", "{}")


@pytest.fixture
def turns(history: History, client: EngineClient) -> Turns:
    def reject(error: AppError) -> None:
        raise AssertionError(error)

    return Turns(history, client, ChatSettings(), reject)


@pytest.fixture
async def answered(history: History, conversation: Conversation) -> StartedTurn:
    """A question with a stored answer."""
    turn = await history.turns.start(conversation.id, "Why?")
    await history.turns.finish_reply(turn.reply.id, "A long answer.", MessageStatus.COMPLETE)
    return turn


async def rewritten(
    history: History, answered: StartedTurn, kind: RewriteKind = RewriteKind.SHORTER
) -> Message:
    """Start another version of the answer."""
    reply = answered.reply
    rewrite = Rewrite(kind, reply.id)
    return (await history.turns.regenerate(reply.conversation_id, reply.id, rewrite)).reply


async def prompt_texts(history: History, reply: Message) -> list[str]:
    """Return what the model reads for a reply that is being written."""
    conversation = await stored_conversation(history, reply.conversation_id)
    known = [each for each in conversation.messages if each.id != reply.id or each.text]
    request = await RequestBuilder(history, ChatSettings()).build(conversation, known, reply)
    return [each.content for each in request.prompt.messages]


async def test_the_model_reads_the_request_for_this_answer_alone(
    history: History, reader: TurnReader, answered: StartedTurn
) -> None:
    id_ = answered.reply.conversation_id
    rewrite = Rewrite(RewriteKind.SHORTER, answered.reply.id)
    events = await read_all(reader.regenerate(id_, answered.reply.id, rewrite))
    (end,) = (each for each in events if isinstance(each, ReplyEnded))
    assert end.message.text == f"You said: {SHORTER}"
    assert (end.message.rewrite, end.message.sibling_count) == (rewrite, 2)
    await read_all(reader.send(id_, "say 1"))
    stored = await stored_conversation(history, id_)
    assert [each.text for each in stored.messages[:3]] == ["Why?", end.message.text, "say 1"]
    request = await RequestBuilder(history, ChatSettings()).build(stored)
    assert SHORTER not in [each.content for each in request.prompt.messages]


async def test_the_version_that_was_chosen_is_rewritten(
    history: History, answered: StartedTurn
) -> None:
    other = await history.turns.regenerate(answered.reply.conversation_id)
    await history.turns.finish_reply(other.reply.id, "Another one.", MessageStatus.COMPLETE)
    reply = await rewritten(history, answered)
    assert await prompt_texts(history, reply) == ["Why?", "A long answer.", SHORTER]


async def test_a_stopped_version_continues_as_it_was_asked_for(
    history: History, answered: StartedTurn
) -> None:
    reply = await rewritten(history, answered)
    await history.turns.finish_reply(reply.id, "Half", MessageStatus.CANCELLED)
    continued = (await history.turns.continue_reply(reply.conversation_id)).reply
    assert await prompt_texts(history, continued) == ["Why?", "A long answer.", SHORTER, "Half"]
    await history.turns.finish_reply(reply.id, "Half", MessageStatus.CANCELLED)
    await history.message_deletions.delete(answered.reply.id)
    continued = (await history.turns.continue_reply(reply.conversation_id)).reply
    assert await prompt_texts(history, continued) == ["Why?", "Half"], "without what is gone"


async def test_calls_of_tools_do_not_lose_the_request(
    history: History, answered: StartedTurn
) -> None:
    reply = await rewritten(history, answered)
    calling = replace(reply, text="I look.", status=MessageStatus.COMPLETE)
    use = ToolUse(CALL.id, CALL.name)
    _, (asked,) = await history.turns.finish_calling(calling, (CALL,), (use,))
    await history.turns.finish_call(replace(asked, text="5", status=MessageStatus.COMPLETE))
    following = (await history.turns.answer_results(asked.id)).reply
    assert following.rewrite == reply.rewrite
    whole = ["Why?", "A long answer.", SHORTER, "I look.", "5"]
    assert await prompt_texts(history, following) == whole
    await history.turns.interrupt_unfinished("closed")
    await history.message_deletions.delete(following.id)
    continued = (await history.turns.continue_reply(reply.conversation_id)).reply
    assert await prompt_texts(history, continued) == whole, "also when it is begun again"


async def test_an_answer_from_results_of_tools_is_rewritten_after_them(
    history: History, conversation: Conversation
) -> None:
    turn = await history.turns.start(conversation.id, "Why?")
    calling = replace(turn.reply, text="I look.", status=MessageStatus.COMPLETE)
    use = ToolUse(CALL.id, CALL.name)
    _, (asked,) = await history.turns.finish_calling(calling, (CALL,), (use,))
    await history.turns.finish_call(replace(asked, text="5", status=MessageStatus.COMPLETE))
    answer = await history.turns.answer_results(asked.id)
    await history.turns.finish_reply(answer.reply.id, "It is 5.", MessageStatus.COMPLETE)
    reply = await rewritten(history, answer)
    said = ["Why?", "I look.", "5", "It is 5.", SHORTER]
    assert await prompt_texts(history, reply) == said


@pytest.mark.parametrize(("usual", "raised"), [(0.0, 1.0), (0.8, 1.2), (1.3, 1.5), (2.0, 2.0)])
async def test_a_more_creative_answer_has_a_higher_temperature(
    history: History, answered: StartedTurn, usual: float, raised: float
) -> None:
    reply = await rewritten(history, answered, RewriteKind.MORE_CREATIVE)
    conversation = await stored_conversation(history, reply.conversation_id)
    requests = RequestBuilder(history, ChatSettings("", SamplingParams(temperature=usual)))
    creative = await requests.build(conversation, conversation.messages[:-1], reply)
    assert creative.sampling.temperature == pytest.approx(raised)
    plain = await requests.build(conversation)
    assert plain.sampling.temperature == usual


async def test_copies_know_how_an_answer_was_made(history: History, answered: StartedTurn) -> None:
    reply = await rewritten(history, answered)
    await history.turns.finish_reply(reply.id, "Short.", MessageStatus.COMPLETE)
    copy = await history.archive.duplicate(reply.conversation_id)
    last = copy.messages[-1]
    assert last.rewrite is not None
    (before, _) = await history.messages.siblings(last.id)
    assert last.rewrite == Rewrite(RewriteKind.SHORTER, before.id)
    branch = await history.archive.fork(reply.id)
    assert branch.messages[-1].rewrite == Rewrite(RewriteKind.SHORTER), "without the other version"
    deleted = await history.message_deletions.delete(reply.id)
    await history.message_deletions.restore(deleted)
    restored = await stored_conversation(history, reply.conversation_id)
    assert restored.messages[-1].rewrite == reply.rewrite


async def test_a_rewrite_of_what_is_not_an_answer_is_left_out(
    history: History, answered: StartedTurn
) -> None:
    id_ = answered.reply.conversation_id
    odd = Rewrite(RewriteKind.LONGER, answered.user.id)  # as from a file that somebody changed
    reply = (await history.turns.regenerate(id_, answered.reply.id, odd)).reply
    assert await prompt_texts(history, reply) == ["Why?"]
    assert answered.user.role is Role.USER
