"""A title for a conversation, written by the model itself in the background."""

import re
from contextlib import aclosing

from app.chat.request_builder import RequestBuilder
from app.domain import TitleOrigin
from app.errors import ConversationGone
from app.storage.history import History
from engine.client.client import EngineClient
from engine.wire.commands import ChatMessage, Role
from engine.wire.events import Channel, Finished, FinishReason, TextDelta
from engine.wire.request_options import RequestOptions
from engine.wire.sampling_params import SamplingParams

LONGEST_TITLE = 60
MOST_WORDS = 9
_ASKED = (
    "Write a title for this conversation: two to six words, in the language of the conversation. "
    "Write nothing but the title."
)
_SAMPLING = SamplingParams(temperature=0.0, max_tokens=256, stop_strings=("\n",))
_LABEL = re.compile(r"^\s*(title|titel|titre|título)\s*:\s*", re.IGNORECASE)
_MARKS = " \t\"'“”„\u2018\u2019«»`*_#.:"


class Titles:
    """Asks the model for titles, in the background: in a free slot, after all other requests."""

    def __init__(self, history: History, client: EngineClient, requests: RequestBuilder) -> None:
        self._history = history
        self._client = client
        self._requests = requests

    async def propose(
        self, conversation_id: str, *, before: str | None = None, is_background: bool = True
    ) -> str | None:
        """Store a title that the model proposes, and return it; None if it proposes none.

        What the user called a conversation stays, unless that was ``before``: a title that
        they want to lose. Cancelled, it leaves nothing behind.
        """
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None or not conversation.messages:
            return None
        if before is None and conversation.title_origin is not TitleOrigin.FIRST_WORDS:
            return None
        prompt = (await self._requests.build(conversation)).prompt
        asked = (*prompt.messages, ChatMessage(Role.USER, _ASKED))
        options = RequestOptions(is_background=is_background)
        # A name of its own, so that ``forget`` drops what was read for the title alone.
        title = tidied(await self._answer(f"{conversation_id}+title", asked, options))
        if title is None:
            return None
        try:
            is_stored = await self._history.conversations.propose_title(
                conversation_id, title, before=before
            )
        except ConversationGone:
            return None  # it was deleted meanwhile, and needs none
        return title if is_stored else None

    async def _answer(
        self, engine_id: str, messages: tuple[ChatMessage, ...], options: RequestOptions
    ) -> str:
        request = self._client.submit(engine_id, messages, _SAMPLING, options)
        text, reason = "", FinishReason.FAILED
        try:
            async with aclosing(request.events()) as events:
                async for event in events:
                    if isinstance(event, TextDelta) and event.channel is Channel.ANSWER:
                        text += event.text
                    elif isinstance(event, Finished):
                        reason = event.reason
        finally:
            request.cancel()
            self._client.forget(engine_id)
        # A line that was cut off by the limit or by the user is no title.
        return text if reason is FinishReason.STOP else ""


def tidied(text: str) -> str | None:
    """Return a title without quotes and labels; None if the text is no usable title."""
    line = _LABEL.sub("", text.strip().split("\n")[0].strip(_MARKS)).strip(_MARKS)
    line = " ".join(line.split())
    is_title = 0 < len(line) <= LONGEST_TITLE and len(line.split()) <= MOST_WORDS
    return line if is_title and any(letter.isalnum() for letter in line) else None
