"""Recaps: what they are made of, how long texts are read in pieces, and how the model is told."""

from typing import TypeAlias

import pytest
from msgspec.structs import replace

from app.chat.recap_requests import (
    LONGEST_NAME,
    Recaps,
    excerpt,
    forgotten_messages,
    last_turn,
    pieces,
    recap,
    recap_place,
)
from app.chat.request_builder import RECAP_REQUEST, ChatSettings, RequestBuilder, prompt_messages_of
from app.domain.conversations import Conversation
from app.domain.messages import Message, Role
from app.storage.history import History
from engine.client.client import EngineClient
from engine.client.request import Request
from engine.messages import commands
from engine.messages.commands import ChatMessage
from engine.messages.request_options import Rank, RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from tests.app.storage.turns import ask, stored_conversation
from tests.app.widgets.samples import MOMENT, message

Asked: TypeAlias = list[tuple[tuple[ChatMessage, ...], RequestOptions]]


@pytest.fixture
def asked(client: EngineClient, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What the engine is asked."""
    found: Asked = []
    submit = client.submit

    def submit_and_tell(
        name: str,
        messages: tuple[ChatMessage, ...],
        sampling: SamplingParams,
        options: RequestOptions,
    ) -> Request:
        found.append((messages, options))
        return submit(name, messages, sampling, options)

    monkeypatch.setattr(client, "submit", submit_and_tell)
    return found


def alternating(*texts: str) -> tuple[Message, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(
        message(number, roles[(number + 1) % 2], text) for number, text in enumerate(texts, 1)
    )


def conversation(messages: tuple[Message, ...], starts_at: int | None) -> Conversation:
    return Conversation("c", "", MOMENT, messages, context_starts_at=starts_at)


def test_what_is_above_the_line_is_summed_up_from_the_last_recap_on() -> None:
    messages = alternating("one", "two", "three", "four", "five", "six")
    assert forgotten_messages(conversation(messages, None)) == ()
    assert forgotten_messages(conversation(messages, 99)) == ()
    assert forgotten_messages(conversation(messages, 5)) == messages[:4]
    with_recap = (*messages[:2], replace(messages[2], recap="so far"), *messages[3:])
    assert forgotten_messages(conversation(with_recap, 5)) == with_recap[2:4]


def test_a_recap_is_due_where_messages_left_else_for_the_older_half() -> None:
    messages = alternating(*["as long as the others"] * 8)
    assert recap_place(conversation(messages, 5)) == 5
    assert recap_place(conversation(messages, None)) == 5
    told = (*messages[:4], replace(messages[4], recap="so far"), *messages[5:])
    assert recap_place(conversation(told, 5)) == 7, "the older half of what is in the context"
    long = alternating("one", "two", "three", "four" * 900)
    assert recap_place(conversation(long, None)) == 3, "the last turn always stays"
    assert recap_place(conversation(messages[:2], None)) is None
    assert recap_place(conversation((), None)) is None


def test_long_texts_are_read_in_pieces_of_whole_messages() -> None:
    messages = alternating("a" * 30, "b" * 30, "c" * 250, "")
    found = pieces(messages, 100)
    assert found[0] == f"User: {'a' * 30}\n\nAssistant: {'b' * 30}"
    assert [each.count("c") for each in found] == [0, 100, 100, 50]
    assert "".join(found).count("a" * 30) == 1


def test_the_newest_recap_is_told_as_a_pinned_turn_instead_of_what_is_before_it() -> None:
    messages = alternating("one", "two", "three", "four", "five", "six")
    older = replace(messages[2], recap="old")
    newer = replace(messages[4], recap="new")
    prompt = prompt_messages_of((*messages[:2], older, messages[3], newer, messages[5]), "Be kind.")

    said = [each.content for each in prompt.messages]
    assert said == ["Be kind.", RECAP_REQUEST, "new", "five", "six"]
    assert prompt.message_ids == (5, 5, 5, 6)
    assert (prompt.pinned, prompt.recap, prompt.begins_at) == ((0,), 0, 5)
    assert prompt.message_at(0) == prompt.message_at(2) == 5
    assert prompt.message_at(3) == 6, "the engine dropped more"
    assert prompt.pinned_before(6) == 0, "the user has pinned nothing"
    assert prompt.dropped_before(2) == 0, "a recap stands for them"
    assert [prompt.number_of(each) for each in (1, 5, 6, 7, None)] == [None, 0, 3, 3, None]


def test_pinned_turns_stay_before_a_recap() -> None:
    messages = alternating("one", "two", "three", "four", "five", "six", "seven")
    pinned = replace(messages[3], is_pinned=True)
    talk = (*messages[:3], pinned, messages[4], messages[5], replace(messages[6], recap="so far"))
    prompt = prompt_messages_of(talk)
    said = [each.content for each in prompt.messages]
    assert said == ["three", "four", RECAP_REQUEST, "so far", "seven"]
    assert prompt.pinned == (1, 2)
    assert prompt.message_at(0) == 7
    assert prompt.pinned_before(7) == 1


def test_a_recap_after_an_unanswered_question_is_a_turn() -> None:
    messages = (*alternating("one"), replace(message(2, Role.USER, "two"), recap="so far"))
    prompt = prompt_messages_of(messages)
    role = commands.Role
    roles = [role.USER, role.ASSISTANT, role.USER]
    assert [each.role for each in prompt.messages] == roles
    assert prompt.pinned == (0,)


async def test_a_recap_is_asked_for_beside_the_chat_and_forgotten_again(
    history: History, client: EngineClient, asked: Asked
) -> None:
    stored = await history.conversations.create()
    for text in ("say 2", "more", "last"):
        await ask(history, stored.id, text)
    found = await stored_conversation(history, stored.id)
    await history.conversations.set_context_start(stored.id, found.messages[4].id)
    found = await stored_conversation(history, stored.id)
    written = await Recaps(history, client).write(found)
    assert written
    thinking = ThinkingRequest(False, budget=0)
    (options,) = (options for _messages, options in asked)
    assert options == RequestOptions(rank=Rank.BACKGROUND, thinking=thinking), "without thoughts"
    after = await history.conversations.get(stored.id)
    assert after == found, "whoever asked stores it"


async def test_a_whole_chat_is_summed_up_behind_itself(
    history: History, client: EngineClient, asked: Asked
) -> None:
    stored = await history.conversations.create()
    await ask(history, stored.id, "say 2")
    found = await stored_conversation(history, stored.id)
    requests = RequestBuilder(history, ChatSettings("", SamplingParams()))
    assert await Recaps(history, client, requests).sum_up(found)
    built = (await requests.build(found)).prompt.messages
    ((messages, _options),) = asked
    assert messages[: len(built)] == built, "so its slot can be copied"
    assert len(messages) == len(built) + 1


USER, MODEL = Role.USER, Role.ASSISTANT


def messages_of(*texts: tuple[Role, str]) -> tuple[Message, ...]:
    return tuple(message(number, role, text) for number, (role, text) in enumerate(texts, 1))


def test_it_tells_who_wrote_what_and_leaves_out_what_is_empty() -> None:
    file = excerpt(
        "Trip", messages_of((USER, "Rome?\n"), (MODEL, "Yes."), (USER, "When?"), (MODEL, " "))
    )
    assert file.text == "User:\nRome?\n\nAssistant:\nYes.\n\nUser:\nWhen?"
    assert (file.name, file.media_type) == ("@Trip", "text/markdown")


def test_the_last_turn_is_the_last_question_that_was_answered() -> None:
    messages = messages_of(
        (USER, "a"), (MODEL, "b"), (USER, "c"), (MODEL, "d"), (USER, "e"), (MODEL, "")
    )
    assert [each.text for each in last_turn(messages)] == ["c", "d"]
    assert [each.text for each in last_turn(messages[:1])] == ["a"]
    assert last_turn(()) == ()


def test_a_long_title_makes_a_short_name() -> None:
    name = recap("long\n" * 50, "so").name
    assert len(name) == LONGEST_NAME + 1
    assert "\n" not in name
