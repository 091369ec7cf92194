"""A stream whose model is still being loaded: signs of life, and the error if it never comes.

Comments of event streams are ignored by clients, and "ping" is an event of Anthropic's API.
Programs of Ollama's API read each line as an object, so theirs is one without text.
"""

import msgspec

from engine.dialects.anthropic import MessagesExchange
from engine.dialects.bodies import parsed
from engine.dialects.errors import ApiError, Dialect, error_body
from engine.dialects.events import EVENT_STREAM, KEEP_ALIVE, Form, event
from engine.dialects.ollama_served import empty_line


class _Asked(msgspec.Struct):
    model: object = ""
    stream: bool | None = None


class WaitingStream(msgspec.Struct, frozen=True):
    """The frames of a stream that has not begun to answer."""

    dialect: Dialect
    content_type: str
    ping: bytes

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""
        body = error_body(error, self.dialect)
        if self.dialect is Dialect.OLLAMA:
            return msgspec.json.encode(body) + b"\n"
        return event(body, "error" if self.dialect is Dialect.ANTHROPIC else "")


def waiting_stream(body: bytes, dialect: Dialect, *, is_chat: bool) -> WaitingStream | None:
    """Return how a request that asks for a stream waits; None for any other request.

    ``is_chat`` tells chats of Ollama's API from texts.
    """
    try:
        asked = parsed(body, _Asked)
    except ApiError:
        return None  # reading the whole body reports the problem
    if dialect is Dialect.OLLAMA:
        line = empty_line(str(asked.model), is_chat=is_chat)
        return None if asked.stream is False else WaitingStream(dialect, Form.LINES.value, line)
    ping = MessagesExchange.ping if dialect is Dialect.ANTHROPIC else KEEP_ALIVE
    return WaitingStream(dialect, EVENT_STREAM, ping) if asked.stream else None
