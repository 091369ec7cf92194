"""Recaps of messages outside the context window, written by the model in the background."""

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

MAX_PIECES = 12  # read for one recap; of a longer text, the newest
LONGEST_RECAP = 400  # tokens
_RECAP_SHARE = 5  # a recap takes at most a fifth of the context window
_MARGIN = 32  # tokens of the template
_SURE_SHARE = 0.8  # share of the estimated room: some texts have more tokens per character
_MIN_CHARS = 100
_COUNTING_SECONDS = 2.0
_USUAL_WINDOW = 4096  # for a machine that does not report its context window
_USUAL_CHARS = 3.0  # per token, if the engine can't count
_ASKED = (
    "Below is the earlier part of a conversation. Sum it up for yourself, since you will not see "
    "it again: what was asked for, facts, names, numbers, decisions, and what is still open. Write "
    "short sentences in the language of the conversation, {words} words at most, and nothing else."
)
_ASKED_OF_ALL = (
    "Sum up this conversation for someone who has not read it: what was asked for, facts, names, "
    "numbers, decisions, and what is still open. Write short sentences in the language of the "
    "conversation, {words} words at most, and nothing else."
)
_BEFORE = "What came before that, summed up:"
# Thinking would use up the tokens of the recap.
_OPTIONS = RequestOptions(rank=Rank.BACKGROUND, thinking=ThinkingRequest(False, budget=0))
_SPEAKERS = {
    Role.USER: "User",
    Role.ASSISTANT: "Assistant",
    Role.SYSTEM: "System",
    Role.TOOL: "Tool",
}
LONGEST_NAME = 60  # characters of a title in a file name


def excerpt(title: str, messages: Iterable[Message]) -> TextFile:
    """Return messages as text with the author of each, without reasoning."""
    parts = [
        f"{_SPEAKERS[each.role]}:\n{each.text.strip()}" for each in messages if each.text.strip()
    ]
    return _file(title, "\n\n".join(parts))


def recap(title: str, text: str) -> TextFile:
    """Return a file with the recap of a chat."""
    return _file(title, text)


def source_file(name: str, text: str) -> TextFile:
    """Return a file with the text of a source, without its instruction."""
    return _file(name, text)


def last_turn(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the last answered question with its answer; without one, the last message."""
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
    """Requests recaps after all other requests; a long text is read in pieces.

    The model of this computer writes them unless the settings allow titles to be remote.
    """

    def __init__(
        self,
        history: History,
        client: EngineClient,
        requests: RequestBuilder | None = None,
        router: RequestRouter | None = None,
    ) -> None:
        self._history = history
        self._requests = requests
        self._router = router or RequestRouter(client)

    async def write(self, conversation: Conversation) -> str | None:
        """Return a recap of the messages above the context of a conversation.

        None if there are no such messages or the model writes nothing. If cancelled, nothing
        remains in the engine.
        """
        forgotten = forgotten_messages(conversation)
        destination = await self._destination(conversation)
        window = self._window(conversation, destination)
        if not forgotten or not window:
            return None
        recap = forgotten[0].recap
        limit = self._limit(window)
        per_token = await self._chars_per_token(conversation, forgotten)
        size = chars_at_once(window, limit, per_token)
        for piece in pieces(forgotten, size)[-MAX_PIECES:]:
            messages = (ChatMessage(PromptRole.USER, _question(piece, recap, limit)),)
            said = await self._answer(conversation, messages, _OPTIONS, limit, destination)
            if not said:
                return None
            recap = said
        return recap

    async def sum_up(self, conversation: Conversation) -> str | None:
        """Return a recap of a whole conversation; None if the model writes nothing.

        The request follows the conversation itself, so that its cached prefix is copied. If
        cancelled, nothing remains in the engine.
        """
        if self._requests is None:
            return None
        request = await self._requests.build(conversation)
        destination = self._requests.background_destination(request)
        limit = self._limit(self._window(conversation, destination))
        question = _ASKED_OF_ALL.format(words=_word_limit(limit))
        messages = (*request.prompt.messages, ChatMessage(PromptRole.USER, question))
        options = RequestOptions(
            rank=Rank.BACKGROUND,
            thinking=msgspec.structs.replace(request.options.thinking, budget=0),
            template_arguments=request.options.template_arguments,
            tools=request.options.tools,
        )
        return await self._answer(conversation, messages, options, limit, destination) or None

    async def prompt_tokens(self, conversation: Conversation) -> int:
        """Return the number of tokens of a conversation's prompt.

        0 if it is unknown, as on other machines, or if the engine does not answer in time.
        """
        if self._requests is None:
            return 0
        request = await self._requests.build(conversation)
        if request.destination is not None:
            return 0
        try:
            async with asyncio.timeout(_COUNTING_SECONDS):
                weighed = await self._router.queries(request.model).weigh_prompt(
                    conversation.id, request.prompt.messages, request.options
                )
        except TimeoutError:
            return 0
        return 0 if weighed is None else weighed.prompt_tokens

    @staticmethod
    def _limit(window: int) -> int:
        return max(16, min(LONGEST_RECAP, window // _RECAP_SHARE))

    async def _destination(self, conversation: Conversation) -> Destination | None:
        """Return the machine that writes the recap; None means this computer."""
        if self._requests is None:
            return None
        request = await self._requests.build(conversation)
        return self._requests.background_destination(request)

    def _window(self, conversation: Conversation, destination: Destination | None) -> int:
        """Return the context window of the recap's model in tokens; 0 without a model."""
        digest = conversation.options.model.digest
        window = self._router.model(destination, digest).context_window
        return window or (0 if destination is None else _USUAL_WINDOW)

    async def _chars_per_token(
        self, conversation: Conversation, messages: Iterable[Message]
    ) -> float:
        """Return the mean number of characters per token in these messages."""
        text = "\n".join(each.text for each in messages)
        try:
            async with asyncio.timeout(_COUNTING_SECONDS):
                queries = self._router.queries(conversation.options.model.digest)
                counted = await queries.count_tokens(conversation.id, text)
        except TimeoutError:
            counted = None
        if counted is None or not counted.token_count:
            return _USUAL_CHARS
        return len(text) / counted.token_count

    async def _answer(
        self,
        conversation: Conversation,
        messages: tuple[ChatMessage, ...],
        options: RequestOptions,
        limit: int,
        destination: Destination | None,
    ) -> str:
        """Return the model's answer without its reasoning."""
        sampling = SamplingParams(temperature=0.0, max_tokens=limit)
        text, reason = await self._router.answer(
            f"{conversation.id}+recap",
            messages,
            sampling,
            options,
            destination=destination,
            model=conversation.options.model.digest,
        )
        # An answer cut by the limit is still a usable recap.
        return text.strip() if reason in (FinishReason.STOP, FinishReason.LENGTH) else ""


def recap_place(conversation: Conversation) -> int | None:
    """Return the message before which a recap is due; None if there is only one turn.

    It is the first one in the context, if others left it without a recap. Else it is the first turn
    that, with those after it, has at most half of the characters in the context.
    """
    messages = conversation.messages
    ids = [each.id for each in messages]
    begins = conversation.context_starts_at
    start = ids.index(begins) if begins in ids else 0
    if start and not messages[start].recap:
        return messages[start].id
    inside = messages[start:]
    turns = [at for at, each in enumerate(inside) if at and each.role is Role.USER]
    half = sum(len(each.text) for each in inside) // 2
    for at in turns:
        if sum(len(each.text) for each in inside[at:]) <= half:
            return inside[at].id
    return inside[turns[-1]].id if turns else None


def forgotten_messages(conversation: Conversation) -> tuple[Message, ...]:
    """Return the messages above the context, starting at the last one with a recap.

    That recap stands for all messages before it.
    """
    ids = [each.id for each in conversation.messages]
    if conversation.context_starts_at not in ids:
        return ()
    above = conversation.messages[: ids.index(conversation.context_starts_at)]
    starts = [index for index, each in enumerate(above) if each.recap]
    return above[starts[-1] if starts else 0 :]


def pieces(messages: Sequence[Message], size: int) -> list[str]:
    """Return messages as texts of about ``size`` characters, split between messages if possible."""
    found = [""]
    for message in messages:
        said = message.text.strip()
        for start in range(0, len(said), size):
            part = f"{_SPEAKERS[message.role]}: {said[start : start + size]}"
            if found[-1] and len(found[-1]) + len(part) > size:
                found.append("")
            found[-1] += f"\n\n{part}" if found[-1] else part
    return [each for each in found if each]


def chars_at_once(context_window: int, limit: int, chars_per_token: float) -> int:
    """Return the number of characters that fit into one request with its prompt and two recaps."""
    tokens = context_window - 2 * limit - round(len(_ASKED) / chars_per_token) - _MARGIN
    return max(_MIN_CHARS, int(tokens * chars_per_token * _SURE_SHARE))


def _question(piece: str, recap: str, limit: int) -> str:
    asked = _ASKED.format(words=_word_limit(limit))
    before = f"\n\n{_BEFORE}\n{recap}" if recap else ""
    return f"{asked}{before}\n\n{piece}"


def _word_limit(limit: int) -> int:
    return max(10, limit * 2 // 3)
