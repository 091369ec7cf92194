"""Titles that the model thinks of."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.chat.title_proposals import LONGEST_TITLE, Titles, speaks_of, tidied
from app.domain.chat_options import ChatOptions, ThinkingOptions
from app.domain.conversations import ConversationOptions
from app.domain.messages import Message, Role
from app.storage.history import History
from engine.client.request import Request
from engine.messages.commands import ChatMessage
from engine.messages.request_options import DEFAULT_OPTIONS, Rank, RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from tests.app.widgets.samples import message
from tests.fakes.recording_client import RecordingClient

REAL_ANSWERS = (
    ("L'Étoile, la Marseillaise, la femme au roi, la femme au roi, la femme au roi", None),
    (
        "The Rainbow of Light: A Wonderful World of Colors",
        "The Rainbow of Light: A Wonderful World of Colors",
    ),
    (
        "The sea is a tale of love and loss, a tale of fate and free will, a tale of the soul",
        "The sea is a tale of love and loss",
    ),
    ("Hoy estoy muy amigos.", None),
    ("Boil an egg:\n\nBoil an egg:\n\nBoil an egg:\n\nBoil", "Boil an egg"),
    ("Rome's Colosseum: Rome's Trevi Fountain\n\nRome's Colosseum", "Rome's Colosseum"),
    ("Two to six words, in the language of the conversation.", None),
    ("The Sky of Blue: A Natural Phenomenon\n\nThe Sky", "The Sky of Blue: A Natural Phenomenon"),
    ("A Memory Book with a Personal", "A Memory Book with a Personal"),
    ('The Unterschieden \u2013 a German word that translates to "unconscious" or "un', None),
    ("La femme au roi, la femme au roi, la femme au roi, la femme au roi, la femme", None),
    ('Sakura No. 12. This is a Japanese word that literally means "the beautiful', None),
    ("The Sea, a tale of love and loss,\nA tale of love", "The Sea, a tale of love and loss"),
    ("Aw, I'm so sorry to be stuck. I'm not sure how to make a title for this", None),
    ("Rome: Rome Italy\n\nRome: A City of Rome", None),
    ("Ladies and Gentlemen,\n\nAs we embark on a journey to the far reaches", None),
    ("The Sky: A Natural Phenomenon\n\nThis title is", "The Sky: A Natural Phenomenon"),
    ("A Memory Book: A Memory Box: A Memory Book: A Memory Book: A", "A Memory Book"),
)
TALKS = (
    "rainbows light colors world wonderful; a poem about the sea: a tale of love and loss; boil an "
    "egg; a trip to Rome, the Colosseum and the Trevi fountain; why the sky is blue, natural "
    "phenomenon; a memory book with a personal note; Unterschied; title of this conversation"
)


@pytest.mark.parametrize(("answer", "title"), REAL_ANSWERS)
def test_what_a_small_model_really_answers_becomes_a_title_or_none(
    answer: str, title: str | None
) -> None:
    """The answers of SmolLM2 135M Instruct; where none is left, the question's words stay."""
    found = tidied(answer)
    is_good = found is not None and speaks_of(found, talk_of(TALKS))
    assert (found if is_good else None) == title


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
        ("Here is a title for your conversation: **Tabs and keys**", "Tabs and keys"),
        ("Sure! Here's a title: “Tabs and keys”", "Tabs and keys"),
        ("### Conversation title: Tabs and keys", "Tabs and keys"),
        ("1. Tabs and keys", "Tabs and keys"),
        ("- `Tabs and keys`", "Tabs and keys"),
        ("<title>Tabs and keys</title>", "Tabs and keys"),
        ("[Tabs and keys](https://example.org)", "Tabs and keys"),
        ('"Tabs and keys" is a title that tells what the conversation is about', "Tabs and keys"),
        ("Closing tabs. This title tells what it is about, in three words.", "Closing tabs"),
        ("Don't close it", "Don't close it"),
        ("Learning C#", "Learning C#"),
        ('"Hamlet" and its ghosts', "Hamlet and its ghosts"),
        (".NET in short", ".NET in short"),
        ("Red, Green, Refactor", "Red, Green, Refactor"),
        ("3.5 ways to close tabs", "3.5 ways to close tabs"),
        ("Sure, I can help you with that!", None),
        ("<think>", None),
        ("```", None),
        ("\u200f" * 50, None),
        ("a, " * 10_000, None),
    ],
)
def test_what_reads_like_a_title_is_taken_without_what_stands_around_it(
    reply: str, title: str | None
) -> None:
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
        *,
        request: Request | None = None,
    ) -> Request:
        self.asked.append(options)
        return super().submit(conversation_id, messages, sampling, options, request=request)


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
