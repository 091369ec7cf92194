"""Commands of the window to the engine process, checked against their types on arrival."""

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
    """The author of a message of the prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ToolCall(msgspec.Struct, frozen=True):
    """A tool call of an assistant's message; ``arguments`` are JSON text."""

    id: str
    name: str
    arguments: str


class ChatMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A role and a text, as the chat template takes them; media precede the text.

    A tool's answer names the call that it answers, and the tool. ``reasoning`` is that of a reply
    with calls: most models that reason expect to see it again, at least until the turn is over.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    name: str = ""
    media: tuple[Media, ...] = ()
    reasoning: str = ""


class LoadModel(msgspec.Struct, frozen=True, tag=True):
    """Load this model and replace the loaded one; running requests end CANCELLED."""

    path: str
    config: EngineConfig


class UnloadModel(msgspec.Struct, frozen=True, tag=True):
    """Free the model after writing its cached conversations to the disk."""


class Submit(msgspec.Struct, frozen=True, tag=True):
    """Answer the last message of a conversation, or continue it if it is the assistant's."""

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS


class CountTokens(msgspec.Struct, frozen=True, tag=True):
    """Ask for the token count of a text, and of a conversation in the KV cache.

    ``media`` are included in the count.
    """

    request_id: int
    conversation_id: str
    text: str
    media: tuple[Media, ...] = ()


class CheckGrammar(msgspec.Struct, frozen=True, tag=True):
    """Check a grammar or a schema that is being typed; no model is needed.

    Answered by one GrammarChecked within about a second.
    """

    request_id: int
    text: str
    is_schema: bool = False


class CheckTemplate(msgspec.Struct, frozen=True, tag=True):
    """Check a chat template; no model is needed. Answered by one TemplateChecked."""

    request_id: int
    text: str


class WeighPrompt(msgspec.Struct, frozen=True, tag=True):
    """Ask how much of a conversation would be read again with these options.

    ``messages`` are the existing ones, without the next. Answered by one PromptWeighed.
    """

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    options: RequestOptions = DEFAULT_OPTIONS


class TokenizeText(msgspec.Struct, frozen=True, tag=True):
    """Ask for the tokens of texts, one after the other. Answered by one TextTokenized.

    Numbers between them are tokens already. With ``adds_special`` they begin as a prompt of the
    model does; with ``parses_special`` the texts of control tokens become those tokens.
    """

    request_id: int
    texts: tuple[str | int, ...]
    adds_special: bool = False
    parses_special: bool = True


class DetokenizeTokens(msgspec.Struct, frozen=True, tag=True):
    """Ask for the text of tokens, control tokens included. Answered by one TokensDetokenized."""

    request_id: int
    tokens: tuple[int, ...]


class RenderPrompt(msgspec.Struct, frozen=True, tag=True):
    """Ask for the text that the chat template makes of messages, of any length.

    Answered by one PromptRendered.
    """

    request_id: int
    messages: tuple[ChatMessage, ...]
    options: RequestOptions = DEFAULT_OPTIONS


class EmbedTexts(msgspec.Struct, frozen=True, tag=True):
    """Ask for the embedding of each text, which may be given as tokens.

    Computed between the steps of replies. Answered by one TextsEmbedded. With ``truncates`` a text
    that is too long loses its end; else it is refused, as tokens always are.
    """

    request_id: int
    texts: tuple[str | tuple[int, ...], ...]
    truncates: bool = False


class Prewarm(msgspec.Struct, frozen=True, tag=True):
    """Prefill the certain part of the next prompt while no request needs the model.

    ``messages`` are the existing ones; the next one is being typed. Dropped silently as soon as a
    request arrives.
    """

    conversation_id: str
    messages: tuple[ChatMessage, ...]
    options: RequestOptions = DEFAULT_OPTIONS


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """End a request: a running one keeps its text, a queued one never runs."""

    request_id: int


class DiscardConversation(msgspec.Struct, frozen=True, tag=True):
    """Remove the cached state of a deleted conversation.

    ``is_suspect``: the engine crashed on it, so it does not reuse another conversation's state.
    """

    conversation_id: str
    is_suspect: bool = False


class Focus(msgspec.Struct, frozen=True, tag=True):
    """The conversation that the user sees; its prompts are prefilled first."""

    conversation_id: str | None


class ShareCores(msgspec.Struct, frozen=True, tag=True):
    """Compute on a part of the processor, because other engines compute as well.

    ``engine_count`` engines share the threads that each would use alone; ``takes_rest`` is for the
    one that gets those left over. It applies from the next step on, also to models loaded later.
    """

    engine_count: int = 1
    takes_rest: bool = False


class ReportState(msgspec.Struct, frozen=True, tag=True):
    """Ask for the engine's state; answered by one Snapshot, if a model is loaded."""

    request_id: int = 0


class ReportCache(msgspec.Struct, frozen=True, tag=True):
    """Ask for the cached states outside the slots; answered by one CacheReport."""

    request_id: int


class ClearCache(msgspec.Struct, frozen=True, tag=True):
    """Remove all cached states of conversations outside the slots."""


class LimitCache(msgspec.Struct, frozen=True, tag=True):
    """Change ``EngineConfig.cache_bytes`` of the loaded model."""

    cache_bytes: int | None


CacheCommand: TypeAlias = ReportCache | ClearCache | LimitCache
MediaAnswer: TypeAlias = GiveMedia | RefuseMedia
TextQuestion: TypeAlias = TokenizeText | DetokenizeTokens | RenderPrompt | EmbedTexts
Question: TypeAlias = (
    CountTokens | CheckGrammar | CheckTemplate | WeighPrompt | ReportState | TextQuestion
)
Command: TypeAlias = (
    LoadModel
    | UnloadModel
    | Submit
    | Cancel
    | DiscardConversation
    | Focus
    | ShareCores
    | Prewarm
    | Question
    | CacheCommand
    | MediaAnswer
    | SourceCommand
    | Shutdown
)
