"""What the window asks of the engine process: commands, checked against their types on arrival."""

import enum
from typing import TypeAlias

import msgspec

from engine.wire.config import EngineConfig
from engine.wire.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.wire.sampling_params import SamplingParams


class Role(enum.Enum):
    """Who wrote a message of the prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class ChatMessage(msgspec.Struct, frozen=True):
    """Role and text, as the chat template wants them."""

    role: Role
    content: str


class LoadModel(msgspec.Struct, frozen=True, tag=True):
    """Load this model in place of the one there is; running requests end CANCELLED."""

    path: str
    config: EngineConfig


class Submit(msgspec.Struct, frozen=True, tag=True):
    """Answer the last message of a conversation, or continue it if it is the assistant's."""

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS


class CountTokens(msgspec.Struct, frozen=True, tag=True):
    """Ask how many tokens a text has, and how many a conversation holds in its KV cache."""

    request_id: int
    conversation_id: str
    text: str


class Prewarm(msgspec.Struct, frozen=True, tag=True):
    """Prefill what is certain of the next prompt while no request needs the model.

    ``messages`` are those that there are; the next one is being typed. Dropped silently as
    soon as any request comes.
    """

    conversation_id: str
    messages: tuple[ChatMessage, ...]
    pinned: tuple[int, ...] = ()


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """End this request: in flight it keeps its text, queued it never runs."""

    request_id: int


class Forget(msgspec.Struct, frozen=True, tag=True):
    """Drop what is cached of a conversation (it was deleted)."""

    conversation_id: str


class Focus(msgspec.Struct, frozen=True, tag=True):
    """The conversation in front of the user, whose prompts are prefilled first."""

    conversation_id: str | None


class ReportCache(msgspec.Struct, frozen=True, tag=True):
    """Ask what is cached of conversations outside their slots; answered by one CacheReport."""


class ClearCache(msgspec.Struct, frozen=True, tag=True):
    """Remove everything that is cached of conversations outside the slots."""


class LimitCache(msgspec.Struct, frozen=True, tag=True):
    """Change ``EngineConfig.cache_bytes`` of the model that is loaded."""

    cache_bytes: int | None


class Shutdown(msgspec.Struct, frozen=True, tag=True):
    """End every request and the process."""


CacheCommand: TypeAlias = ReportCache | ClearCache | LimitCache
Command: TypeAlias = (
    LoadModel | Submit | Cancel | Forget | Focus | Prewarm | CountTokens | CacheCommand | Shutdown
)
