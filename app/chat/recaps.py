"""A recap of what the model does not see any more, written by the model in the background."""

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from app.chat.request_builder import RequestBuilder
from app.chat.router import RequestRouter
from app.domain.conversations import Conversation
from app.domain.messages import Message, Role, TextFile
from app.machines.model import Destination
from app.storage.history import History
from engine.client.client import EngineClient
from engine.messages.commands import ChatMessage
from engine.messages.commands import Role as PromptRole
from engine.messages.events import FinishReason
from engine.messages.request_options import Rank, RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams

MAX_PIECES = 12  # of what is read for one recap; of more than that the newest
LONGEST_RECAP = 400  # tokens
_RECAP_SHARE = 5  # a recap has so much of the context window at most: a fifth
_MARGIN = 32  # tokens of the template
_SURE_SHARE = 0.8  # of what should fit: some texts have more tokens than others
_MIN_CHARS = 100
_COUNTING_SECONDS = 2.0
_USUAL_WINDOW = 4096  # of a machine that does not tell
_USUAL_CHARS = 3.0  # of a token, where the engine counts none
_ASKED = (
    "Below is the earlier part of a conversation. Sum it up for yourself, since you will not see "
    "it again: what was asked for, facts, names, numbers, decisions, and what is still open. Write "
    "short sentences in the language of the conversation, {words} words at most, and nothing else."
)
_ASKED_OF_ALL = (
    "Sum up this conversation for somebody who has not read it: what was asked for, facts, names, "
    "numbers, decisions, and what is still open. Write short sentences in the language of the "
    "conversation, {words} words at most, and nothing else."
)
_BEFORE = "What came before that, summed up:"
# A recap needs no thoughts, and they would come out of its tokens.
_OPTIONS = RequestOptions(rank=Rank.BACKGROUND, thinking=ThinkingRequest(False, budget=0))
_SPEAKERS = {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"}
LONGEST_NAME = 60  # letters of a title in the name of the file


def excerpt(title: str, messages: Iterable[Message]) -> TextFile:
    """Return these messages as a text with who wrote each, without what the model thought."""
    parts = [
        f"{_SPEAKERS[each.role]}:\n{each.text.strip()}" for each in messages if each.text.strip()
    ]
    return _file(title, "\n\n".join(parts))


def recap(title: str, text: str) -> TextFile:
    """Return what a chat comes to in the model's words."""
    return _file(title, text)


def source_file(name: str, text: str) -> TextFile:
    """Return the text of a source, without its instruction, which is about chats in it."""
    return _file(name, text)


def last_turn(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the last question that was answered, with its answer; else the last message."""
    answers = [at for at, each in enumerate(messages) if each.role is Role.ASSISTANT and each.text]
    if not answers:
        return messages[-1:]
    before = messages[: answers[-1]]
    starts = [at for at, each in enumerate(before) if each.role is Role.USER]
    return messages[(starts or answers)[-1] : answers[-1] + 1]


def _file(title: str, text: str) -> TextFile:
    name = " ".join(title.split())
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1].rstrip()}…"
    return TextFile(f"@{name}", text, "text/markdown")


class Recaps:
    """Asks the model for recaps, after all other requests; a long text is read in pieces.

    That is the model of this computer, as with titles.
    """

    def __init__(
        self,
        history: History,
        client: EngineClient,
        requests: RequestBuilder | None = None,
        router: RequestRouter | None = None,
    ) -> None:
        self._history = history
        self._client = client
        self._requests = requests
        self._router = router or RequestRouter(client)

    async def write(self, conversation: Conversation) -> str | None:
        """Return what is above the context of a conversation in the model's words.

        None where nothing is, or the model says nothing. Cancelled, it leaves nothing behind.
        """
        forgotten = forgotten_messages(conversation)
        destination = await self._destination(conversation)
        window = self._window(destination)
        if not forgotten or not window:
            return None
        recap = forgotten[0].recap
        limit = self._limit(window)
        of_token = await self._letters_of_token(conversation.id, forgotten)
        letters = letters_at_once(window, limit, of_token)
        for piece in pieces(forgotten, letters)[-MAX_PIECES:]:
            messages = (ChatMessage(PromptRole.USER, _question(piece, recap, limit)),)
            said = await self._answer(conversation.id, messages, _OPTIONS, limit, destination)
            if not said:
                return None
            recap = said
        return recap

    async def sum_up(self, conversation: Conversation) -> str | None:
        """Return what a whole conversation comes to; None where the model says nothing.

        It is asked behind the conversation itself, so that what was read of it is copied.
        Cancelled, it leaves nothing behind.
        """
        if self._requests is None:
            return None
        request = await self._requests.build(conversation)
        destination = self._requests.background_destination(request)
        limit = self._limit(self._window(destination))
        question = _ASKED_OF_ALL.format(words=_word_limit(limit))
        messages = (*request.prompt.messages, ChatMessage(PromptRole.USER, question))
        options = RequestOptions(
            rank=Rank.BACKGROUND,
            thinking=msgspec.structs.replace(request.options.thinking, budget=0),
            template_arguments=request.options.template_arguments,
        )
        return await self._answer(conversation.id, messages, options, limit, destination) or None

    @staticmethod
    def _limit(window: int) -> int:
        return max(16, min(LONGEST_RECAP, window // _RECAP_SHARE))

    async def _destination(self, conversation: Conversation) -> Destination | None:
        """Return the machine that is asked; None is this computer."""
        if self._requests is None:
            return None
        request = await self._requests.build(conversation)
        return self._requests.background_destination(request)

    def _window(self, destination: Destination | None) -> int:
        """Return the tokens that the model which is asked can hold; 0 where there is none."""
        if destination is not None:
            return destination.model.context_window or _USUAL_WINDOW
        model = self._client.state.known_model
        return 0 if model is None else model.context_window

    async def _letters_of_token(self, conversation_id: str, messages: Iterable[Message]) -> float:
        """Return how many letters of these messages are a token."""
        text = "\n".join(each.text for each in messages)
        try:
            async with asyncio.timeout(_COUNTING_SECONDS):
                counted = await self._client.queries.count_tokens(conversation_id, text)
        except TimeoutError:
            counted = None
        if counted is None or not counted.token_count:
            return _USUAL_CHARS
        return len(text) / counted.token_count

    async def _answer(
        self,
        conversation_id: str,
        messages: tuple[ChatMessage, ...],
        options: RequestOptions,
        limit: int,
        destination: Destination | None,
    ) -> str:
        """Return what the model says, without what it thought before."""
        sampling = SamplingParams(temperature=0.0, max_tokens=limit)
        text, reason = await self._router.answer(
            f"{conversation_id}+recap", messages, sampling, options, destination=destination
        )
        # What the limit has cut is a recap nevertheless.
        return text.strip() if reason in (FinishReason.STOP, FinishReason.LENGTH) else ""


def forgotten_messages(conversation: Conversation) -> tuple[Message, ...]:
    """Return the messages above the context, from the last one with a recap on.

    The recap of the first of them stands for all before it.
    """
    ids = [each.id for each in conversation.messages]
    if conversation.context_starts_at not in ids:
        return ()
    above = conversation.messages[: ids.index(conversation.context_starts_at)]
    starts = [index for index, each in enumerate(above) if each.recap]
    return above[starts[-1] if starts else 0 :]


def pieces(messages: Sequence[Message], letters: int) -> list[str]:
    """Return what was said in pieces of about so many letters, whole messages where they fit."""
    found = [""]
    for message in messages:
        said = message.text.strip()
        for start in range(0, len(said), letters):
            part = f"{_SPEAKERS[message.role]}: {said[start : start + letters]}"
            if found[-1] and len(found[-1]) + len(part) > letters:
                found.append("")
            found[-1] += f"\n\n{part}" if found[-1] else part
    return [each for each in found if each]


def letters_at_once(context_window: int, limit: int, letters_of_token: float) -> int:
    """Return how many letters fit into one request, with what is asked, the recap and the next."""
    tokens = context_window - 2 * limit - round(len(_ASKED) / letters_of_token) - _MARGIN
    return max(_MIN_CHARS, int(tokens * letters_of_token * _SURE_SHARE))


def _question(piece: str, recap: str, limit: int) -> str:
    asked = _ASKED.format(words=_word_limit(limit))
    before = f"\n\n{_BEFORE}\n{recap}" if recap else ""
    return f"{asked}{before}\n\n{piece}"


def _word_limit(limit: int) -> int:
    return max(10, limit * 2 // 3)
