"""The tokens that a message may have: the context window without its fixed part."""

from app.chat.request_builder import RequestBuilder, file_in_prompt, media_of
from app.controllers.messages.replies import Replies
from app.domain.conversations import OverflowPolicy
from app.domain.messages import OutgoingMessage
from app.models.host.local_models import LocalModels
from app.storage.history import History
from engine.messages.media import Media

TURN_OVERHEAD = 8  # approximate tokens that a template adds to a message
_MAX_FOR_REPLY = 1024  # tokens reserved for the answer; a quarter of a small context


class MessageRoom:
    """Counts tokens with the engine; older turns are dropped to fit a message."""

    def __init__(
        self, models: LocalModels, history: History, requests: RequestBuilder, replies: Replies
    ) -> None:
        self._models = models
        self._history = history
        self._requests = requests
        self._replies = replies

    def window(self, conversation_id: str) -> int:
        """Return the context window in tokens; 0 before the chat's model is loaded first."""
        return self._replies.window_of(conversation_id)

    async def count(
        self, conversation_id: str, text: str, media: tuple[Media, ...] = ()
    ) -> int | None:
        """Return the token count of a text with media; None without a model."""
        queries = self._models.queries(conversation_id)
        counted = await queries.count_tokens(conversation_id, text, media)
        return None if counted is None else counted.token_count

    async def for_files(self, conversation_id: str, others: OutgoingMessage | None = None) -> int:
        """Return the tokens left for a file, after the rest of its message and an answer."""
        window = self.window(conversation_id)
        room = window - await self.fixed(conversation_id) - 2 * TURN_OVERHEAD
        room -= min(window // 4, _MAX_FOR_REPLY)
        if others is not None and not others.is_empty:
            media = media_of(others.pictures)
            room -= await self.count(conversation_id, typed_text(others), media) or 0
        return room

    async def fixed(self, conversation_id: str) -> int:
        """Return the tokens that precede every message of a conversation."""
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return 0
        # If no message may be dropped, the whole branch precedes the message.
        keeps_all = conversation.options.overflow_policy is OverflowPolicy.STOP
        messages = conversation.messages if keeps_all else ()
        prompt = (await self._requests.build(conversation, messages)).prompt
        text = "\n\n".join(part.content for part in prompt.messages)
        if not text:
            return 0
        counted = await self.count(conversation_id, text)
        return (counted or 0) + TURN_OVERHEAD * len(prompt.messages)


def typed_text(draft: OutgoingMessage) -> str:
    """Return a message as the model will read it, with its files."""
    files = [file_in_prompt(file.name, file.text) for file in draft.files]
    return "\n\n".join([*files, draft.text])
