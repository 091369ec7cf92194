"""Titles that the model thinks of."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.chat.titles import LONGEST_TITLE, Titles, speaks_of, tidied
from app.domain import ChatOptions, ConversationOptions, Message, Role, ThinkingOptions
from app.storage.history import History
from engine.client.request import Request
from engine.wire.commands import ChatMessage
from engine.wire.request_options import DEFAULT_OPTIONS, Rank, RequestOptions
from engine.wire.sampling_params import SamplingParams
from engine.wire.thinking import ThinkingRequest
from tests.app.widgets.samples import message
from tests.fakes.recording_client import RecordingClient


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("Tabs and keys", "Tabs and keys"),
        ('  "Tabs and keys."\nThis title says …', "Tabs and keys"),
        ("**Title: Tabs and keys**", "Tabs and keys"),
        ("Titel: „Tabs und Tasten“", "Tabs und Tasten"),
        ("タブとキー", "タブとキー"),
        ("", None),
        ("…", None),
        ("x" * (LONGEST_TITLE + 1), None),
        ("I am sorry, but I do not know what a good title for this would be", None),
    ],
)
def test_only_what_reads_like_a_title_is_taken(reply: str, title: str | None) -> None:
    assert tidied(reply) == title


def talk_of(*texts: str) -> tuple[Message, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(message(n, roles[n % 2], text) for n, text in enumerate(texts))


@pytest.mark.parametrize(
    ("title", "speaks"),
    [
        ("Closing a tab", True),
        ("How tabs are closed", True),
        ("Tab schließen", True),
        ("A talk of cats", False),
        ("You can close a tab", False),
        ("The answer is close", False),
        ("Close, close, close", False),
        ("How do I close it?", False),
        ("A to B", False),
    ],
)
def test_a_small_model_must_speak_of_the_chat_that_it_names(title: str, speaks: bool) -> None:
    messages = talk_of(
        "How do I close a tab?", "Press Ctrl+W: tabs are closed. Tabs schließen sich."
    )
    assert speaks_of(title, messages) is speaks


class _Noting(RecordingClient):
    """Notes what requests ask for; none is answered."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[RequestOptions] = []

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> Request:
        self.asked.append(options)
        return super().submit(conversation_id, messages, sampling, options)


async def test_a_title_shares_what_was_read_of_its_chat_and_needs_no_thoughts(
    tmp_path: Path,
) -> None:
    history, client = await History.open(tmp_path / "histories.db"), _Noting()
    id_ = (await history.conversations.create()).id
    await history.turns.start(id_, "Hi")
    chat = ChatOptions(thinking=ThinkingOptions(effort="low"), template_arguments={"tone": "dry"})
    await history.conversations.set_options(id_, ConversationOptions(chat=chat))
    titles = Titles(history, client, RequestBuilder(history, ChatSettings()))
    assert await titles.propose(id_, is_background=True) is None
    await history.close()
    (options,) = client.asked
    assert options.thinking == ThinkingRequest(effort="low", budget=0)
    assert (options.template_arguments, options.rank) == ({"tone": "dry"}, Rank.BACKGROUND)
