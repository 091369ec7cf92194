"""What the window asks of the engine process: commands, checked against their types on arrival."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lifecycle import Shutdown
from engine.messages.config import EngineConfig
from engine.messages.media import GiveMedia, Media, RefuseMedia
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import SourceCommand


class Role(enum.Enum):
    """Who wrote a message of the prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ToolCall(msgspec.Struct, frozen=True):
    """What an assistant's message has called; ``arguments`` are JSON text."""

    id: str
    name: str
    arguments: str


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Role and text, as the chat template wants them; its media stand before its text.

    A tool's answer names the call that it answers, and the tool.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    name: str = ""
    media: tuple[Media, ...] = ()


class LoadModel(msgspec.Struct, frozen=True, tag=True):
    """Load this model in place of the one there is; running requests end CANCELLED."""

    path: str
    config: EngineConfig


class UnloadModel(msgspec.Struct, frozen=True, tag=True):
    """Free the model; what it remembers of conversations is written to the disk first."""


class Submit(msgspec.Struct, frozen=True, tag=True):
    """Answer the last message of a conversation, or continue it if it is the assistant's."""

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS


class CountTokens(msgspec.Struct, frozen=True, tag=True):
    """Ask how many tokens a text has, and how many a conversation holds in its KV cache.

    ``media`` are counted with the text.
    """

    request_id: int
    conversation_id: str
    text: str
    media: tuple[Media, ...] = ()


class CheckGrammar(msgspec.Struct, frozen=True, tag=True):
    """Ask what is wrong with a grammar that is being typed, or a schema; answered without a model.

    Answered by one GrammarChecked, within a second or so.
    """

    request_id: int
    text: str
    is_schema: bool = False


class CheckTemplate(msgspec.Struct, frozen=True, tag=True):
    """Ask what is wrong with a chat template; answered without a model, by one TemplateChecked."""

    request_id: int
    text: str


class WeighPrompt(msgspec.Struct, frozen=True, tag=True):
    """Ask how much of a conversation would be read again with these options.

    ``messages`` are those that there are, before the next one. Answered by one PromptWeighed.
    """

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    options: RequestOptions = DEFAULT_OPTIONS


class Prewarm(msgspec.Struct, frozen=True, tag=True):
    """Prefill what is certain of the next prompt while no request needs the model.

    ``messages`` are those that there are; the next one is being typed. Dropped silently as
    soon as any request comes.
    """

    conversation_id: str
    messages: tuple[ChatMessage, ...]
    options: RequestOptions = DEFAULT_OPTIONS


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """End this request: in flight it keeps its text, queued it never runs."""

    request_id: int


class DiscardConversation(msgspec.Struct, frozen=True, tag=True):
    """Drop what is cached of a conversation (it was deleted).

    ``is_suspect``: the engine crashed over it, so that it begins in no other one's state either.
    """

    conversation_id: str
    is_suspect: bool = False


class Focus(msgspec.Struct, frozen=True, tag=True):
    """The conversation in front of the user, whose prompts are prefilled first."""

    conversation_id: str | None


class ReportState(msgspec.Struct, frozen=True, tag=True):
    """Ask for the engine at a glance; answered by one Snapshot, if a model is loaded."""

    request_id: int = 0


class ReportCache(msgspec.Struct, frozen=True, tag=True):
    """Ask what is cached of conversations outside their slots; answered by one CacheReport."""

    request_id: int


class ClearCache(msgspec.Struct, frozen=True, tag=True):
    """Remove everything that is cached of conversations outside the slots."""


class LimitCache(msgspec.Struct, frozen=True, tag=True):
    """Change ``EngineConfig.cache_bytes`` of the model that is loaded."""

    cache_bytes: int | None


CacheCommand: TypeAlias = ReportCache | ClearCache | LimitCache
MediaAnswer: TypeAlias = GiveMedia | RefuseMedia
Question: TypeAlias = CountTokens | CheckGrammar | CheckTemplate | WeighPrompt | ReportState
Command: TypeAlias = (
    LoadModel
    | UnloadModel
    | Submit
    | Cancel
    | DiscardConversation
    | Focus
    | Prewarm
    | Question
    | CacheCommand
    | MediaAnswer
    | SourceCommand
    | Shutdown
)
