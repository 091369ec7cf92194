"""Builds engine requests from stored conversations, their files, options and presets."""

import math
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

from app.domain.chat_options import (
    NO_BUDGET,
    PRESET_THINKING,
    PRESET_TOOLS,
    ChatOptions,
    ThinkingOptions,
    thinking_options_of,
)
from app.domain.conversations import Conversation, ConversationOptions
from app.domain.conversations import OverflowPolicy as ChatOverflowPolicy
from app.domain.messages import (
    Attachment,
    Message,
    MessageStatus,
    Rewrite,
    RewriteKind,
    Role,
)
from app.errors import AttachmentDamaged, ConversationGone
from app.machines.model import Destination, EndpointSetting, Route, destination_of
from app.media.pictures import AttachmentKind, Picture
from app.media.sounds import Sound
from app.sources.model import SourceLink, source_prompt
from app.storage.history import History
from app.tools.model import Tool
from app.tools.results import text_for_model
from app.tools.runner import CallRules
from app.tools.toolbox import Toolbox
from engine.messages import commands
from engine.messages.errors import InvalidSampling
from engine.messages.media import Media, MediaKind
from engine.messages.request_options import OverflowPolicy, RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from engine.messages.tool_format import ToolFormat

if TYPE_CHECKING:
    from app.chat.tool_requests import Offer

_KEPT_FILES = 64  # number of file texts kept in memory for the next turn
_FORMS = {"grammar": "json_schema", "json_schema": "grammar"}  # a reply follows at most one of them
_OVERFLOW = {
    ChatOverflowPolicy.SLIDE: OverflowPolicy.SLIDE,
    ChatOverflowPolicy.STOP: OverflowPolicy.STOP,
}
# Sent as a user message, because templates require alternating roles.
RECAP_REQUEST = "Sum up what we said so far."
# In English for all chats; otherwise a model may answer in the language of the request.
REWRITE_REQUESTS = {
    RewriteKind.SHORTER: "Write your last answer again, but much shorter, in the same language. "
    "Write only the new answer.",
    RewriteKind.LONGER: "Write a longer answer, with more details and examples, in the same "
    "language. Write only the new answer.",
    RewriteKind.SIMPLER: "Write your last answer again in simple words that everybody "
    "understands, in the same language. Write only the new answer.",
    RewriteKind.MORE_CREATIVE: "Write your last answer again in a more creative and surprising "
    "way, in the same language. Write only the new answer.",
}
_MORE_TEMPERATURE, _MAX_TEMPERATURE = 0.4, 1.5  # of more creative answers, which have at least 1
_ENGINE_ROLES = {
    Role.SYSTEM: commands.Role.SYSTEM,
    Role.USER: commands.Role.USER,
    Role.ASSISTANT: commands.Role.ASSISTANT,
    Role.TOOL: commands.Role.TOOL,
}


class ChatSettings(msgspec.Struct, frozen=True):
    """Defaults for conversations that set no value.

    ``advised`` are the names of the values of ``sampling`` that are recommended for the model, not
    set by the user. ``thinking`` is keyed by the file names of models. ``endpoints`` are the
    machines that may answer chats. ``default_tools`` are the keys of the tools of new chats.
    """

    system_prompt: str = ""
    sampling: SamplingParams = msgspec.field(default_factory=SamplingParams)
    thinking: Mapping[str, ThinkingOptions] = msgspec.field(default_factory=dict)
    advised: frozenset[str] = frozenset()
    endpoints: tuple[EndpointSetting, ...] = ()
    default_route: Route | None = None
    titles_are_remote: bool = False
    is_offline: bool = False
    ends_repetition: bool = False
    default_tools: tuple[str, ...] = ()
    call_rules: CallRules = msgspec.field(default_factory=CallRules)
    general: "ChatSettings | None" = None  # without the settings of the model on this computer


class PromptMessages(msgspec.Struct, frozen=True):
    """The messages of a prompt, and the stored messages that they were made from.

    Attributes:
        messages: in their order; the engine rewrites them as the chat template requires.
        message_ids: the id of the stored message of each, except the system message.
        pinned: numbers of the messages that stay in the context window.
        recap: the number of the message that asks for the recap; None if there is no recap.
        begins_at: the id of the stored message before which the recap stands for all messages that
            are not pinned; None if the prompt has all messages.
    """

    messages: tuple[commands.ChatMessage, ...] = ()
    message_ids: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    recap: int | None = None
    begins_at: int | None = None

    def pinned_before(self, message_id: int | None) -> int:
        """Return the number of messages before a stored one that the user has pinned."""
        pinned = [self.message_ids[each] for each in self.pinned if each != self.recap]
        return sum(each < message_id for each in pinned) if message_id is not None else 0

    def message_at(self, number: int) -> int | None:
        """Return the id of the stored message with this engine number, where the context begins.

        None if the context has all messages.
        """
        begins = self.message_ids[number] if 0 < number < len(self.message_ids) else 0
        # Pinned turns and the recap are before the first message that is not dropped.
        return max(begins, self.begins_at or 0) or None

    def number_of(self, message_id: int | None) -> int | None:
        """Return the engine number of a stored message; if it is skipped, of the one before."""
        if message_id is None:
            return None
        if message_id in self.message_ids:
            return self.message_ids.index(message_id)
        # Ids of children are higher than those of their parents.
        earlier = [number for number, id_ in enumerate(self.message_ids) if id_ < message_id]
        return earlier[-1] if earlier else None

    def dropped_before(self, number: int) -> int:
        """Return the number of unpinned messages before this one, which left the context."""
        dropped, is_kept = 0, False
        spoken = [each for each in self.messages if each.role is not commands.Role.SYSTEM]
        turns = self._pinned_turns(spoken)
        for index, message in enumerate(spoken[:number]):
            if index == 0 or message.role is commands.Role.USER:
                is_kept = index in turns
            dropped += not is_kept
        return dropped

    def _pinned_turns(self, spoken: Sequence[commands.ChatMessage]) -> frozenset[int]:
        starts = [
            at for at, each in enumerate(spoken) if at == 0 or each.role is commands.Role.USER
        ]
        return frozenset(
            max(start for start in starts if start <= number) for number in self.pinned
        )


class ReplyRequest(msgspec.Struct, frozen=True):
    """Everything that is sent to a model for one reply.

    ``destination`` is the machine that answers; None means this computer. ``model`` is the digest
    of the model on this computer; empty for the default one. ``offer`` has the tools that the model
    may call; None without any.
    """

    prompt: PromptMessages
    sampling: SamplingParams
    options: RequestOptions
    destination: Destination | None = None
    offer: "Offer | None" = None
    model: str = ""


class AnsweringModel(msgspec.Struct, frozen=True):
    """A model on this computer, as far as it is known.

    Attributes:
        path: its file; empty if it is unknown.
        sees, hears: False if it is known to accept no pictures or sounds.
        tool_format: how it writes calls; None if its template shows no tools, or if it is unknown.
    """

    path: str = ""
    sees: bool = True
    hears: bool = True
    tool_format: ToolFormat | None = None


SettingsOf: TypeAlias = Callable[[str], Awaitable[ChatSettings | None]]


async def _as_usual(_digest: str) -> None:
    """Return no settings: all models have the same."""


def _unknown(_digest: str) -> AnsweringModel:
    return AnsweringModel()


class RequestBuilder:
    """Builds requests from stored conversations; ``settings`` may be replaced at any time.

    ``model`` returns the model with a digest; empty for the default one. ``settings_of`` returns
    the settings for the model with a digest; None if they are ``settings``.
    """

    def __init__(
        self,
        history: History,
        settings: ChatSettings,
        model: Callable[[str], AnsweringModel] = _unknown,
        toolbox: Toolbox | None = None,
        settings_of: SettingsOf = _as_usual,
    ) -> None:
        self._toolbox = toolbox or Toolbox()
        self._history = history
        self._model = model
        self.settings_of = settings_of
        self._file_texts: OrderedDict[str, str] = OrderedDict()
        self.settings = settings

    async def build(
        self,
        conversation: Conversation,
        messages: Iterable[Message] | None = None,
        reply: Message | None = None,
    ) -> ReplyRequest:
        """Return the request with these messages, or with the active branch if None.

        ``reply`` is the reply that is to be written; it may rewrite another version.
        """
        branch = conversation.messages if messages is None else tuple(messages)
        rewrite = None if reply is None else reply.rewrite
        if reply is not None and rewrite is not None:
            branch = await self._with_rewrite(branch, reply, rewrite)
        options = conversation.options
        destination = self.destination(options.chat)
        if destination is None:
            settings = await self.settings_of(options.model.digest) or self.settings
        else:
            settings = self.settings.general or self.settings
        preset = await self._preset_values(options.preset_name)
        own = _system_prompt(options, preset, settings.system_prompt)
        system_prompt = await self._system_message(conversation.source, own)
        model = options.model.digest
        texts, sees = await self._texts(branch), self.sees(destination, model)
        hears = self.hears(destination, model)
        is_remote = destination is not None
        prompt = prompt_messages_of(
            branch, system_prompt, texts, sees=sees, hears=hears, is_remote=is_remote
        )
        # Unusable values of a preset are ignored; values of the chat override those of the preset.
        sampling = sampling_with(settings.sampling, preset)
        sampling = sampling_with(sampling, options.chat.sampling)
        if rewrite is not None and rewrite.kind is RewriteKind.MORE_CREATIVE:
            sampling = more_creative(sampling)
        request = ReplyRequest(
            prompt=prompt,
            sampling=sampling,
            options=RequestOptions(
                _OVERFLOW[options.overflow_policy],
                prompt.pinned,
                first_message=_first_number(conversation, prompt),
                thinking=_asked_of_thinking(
                    self.thinking(options.chat, preset, destination, model, settings)
                ),
                template_arguments=dict(options.chat.template_arguments),
                ends_repetition=self.settings.ends_repetition,
            ),
            destination=destination,
            model=model,
        )
        tools = self._offered(conversation, preset)
        if not tools:
            return request
        # Late: the readers and grammars of calls are not needed without tools.
        from app.chat.tool_requests import with_tools

        return await with_tools(request, tools, self._model(model).tool_format)

    async def _with_rewrite(
        self, branch: tuple[Message, ...], reply: Message, rewrite: Rewrite
    ) -> tuple[Message, ...]:
        """Return a branch with the version that a reply rewrites, and the request for that.

        They follow the question of both, and precede calls of tools that the reply has made since.
        If the version was deleted, the branch stays as it is.
        """
        versions: tuple[Message, ...] = ()
        with suppress(ConversationGone):
            versions = await self._history.messages.siblings(rewrite.message_id)
        replies = (each for each in versions if each.role is Role.ASSISTANT)
        before = next((each for each in replies if each.id == rewrite.message_id), None)
        ids = [each.id for each in branch]
        if before is None or before.parent_id not in ids:
            return branch
        place = ids.index(before.parent_id) + 1
        # The ids of the first message of the rewritten turn: a line above it may begin the context.
        first = (*branch, reply)[place]
        shown = replace(before, id=first.id, recap="", tool_calls=(), is_pinned=False)
        asked = replace(
            shown, role=Role.USER, text=REWRITE_REQUESTS[rewrite.kind], attachments=(), reasoning=""
        )
        return (*branch[:place], shown, asked, *branch[place:])

    async def offered_tools(self, conversation: Conversation) -> tuple[Tool, ...]:
        """Return the tools that a chat offers its model, as far as they are available."""
        preset = await self._preset_values(conversation.options.preset_name)
        return self._offered(conversation, preset)

    async def chosen_tools(self, conversation: Conversation) -> tuple[str, ...] | None:
        """Return the keys of the tools that a chat or its preset offers; None if neither says."""
        preset = await self._preset_values(conversation.options.preset_name)
        return self._chosen(conversation, preset)

    def _offered(
        self, conversation: Conversation, preset: Mapping[str, object]
    ) -> tuple[Tool, ...]:
        keys = self._chosen(conversation, preset)
        if keys is None:  # until it has a message, a chat is a new one
            keys = () if conversation.messages else self.settings.default_tools
        return self._toolbox.offered(keys, self.settings.call_rules.permissions)

    @staticmethod
    def _chosen(conversation: Conversation, preset: Mapping[str, object]) -> tuple[str, ...] | None:
        own = conversation.options.chat.tools
        if own is not None:
            return own
        given = preset.get(PRESET_TOOLS)
        if isinstance(given, list | tuple):
            return tuple(each for each in given if isinstance(each, str))
        return None

    def sees(self, destination: Destination | None, model: str = "") -> bool:
        """Return whether pictures may be sent: False if the model is known not to see."""
        return (
            self._model(model).sees if destination is None else destination.model.sees is not False
        )

    def hears(self, destination: Destination | None, model: str = "") -> bool:
        """Return whether sounds may be sent to a destination: never to another machine."""
        return destination is None and self._model(model).hears

    def destination(self, options: ChatOptions) -> Destination | None:
        """Return the machine that answers a chat; None means this computer."""
        return destination_of(options.route, self.settings.endpoints, options.consents)

    def background_destination(self, request: ReplyRequest) -> Destination | None:
        """Return the machine that writes titles and recaps of a chat; None means this computer."""
        destination = request.destination
        if destination is None or not destination.is_agreed:
            return None
        return destination if self.settings.titles_are_remote else None

    def thinking(
        self,
        options: ChatOptions,
        preset: Mapping[str, object] = MappingProxyType({}),
        destination: Destination | None = None,
        model: str = "",
        settings: ChatSettings | None = None,
    ) -> ThinkingOptions:
        """Return the thinking options of a chat, else of its preset, else of its model.

        ``settings`` are those of the model, where they are known.
        """
        name = self._model(model).path if destination is None else destination.model.name
        default = (settings or self.settings).thinking.get(model_key(name))
        own = options.thinking.over(thinking_options_of(preset.get(PRESET_THINKING)))
        return own.over(default or ThinkingOptions())

    async def _preset_values(self, preset_name: str | None) -> Mapping[str, object]:
        if preset_name is None:
            return {}
        presets = await self._history.presets.all()
        return next((each.values for each in presets if each.name == preset_name), {})

    async def _texts(self, messages: Iterable[Message]) -> dict[str, str]:
        # The whole text of a result is kept for the user; the model has read a part of it.
        asked = (each for each in messages if each.role is not Role.TOOL)
        attachments = [each for message in asked for each in message.attachments]
        texts = [each for each in attachments if each.kind is AttachmentKind.TEXT]
        return {each.digest: await self._text(each) for each in texts}

    async def _system_message(self, source: SourceLink | None, system_prompt: str) -> str:
        """Return the system prompt, after the text of the conversation's source if it has one."""
        if source is None:
            return system_prompt
        # The source comes first, so that all its chats share a prefix.
        text = source_prompt(source.instruction, await self._text(source))
        return f"{text}\n\n{system_prompt}" if system_prompt else text

    async def _text(self, file: Attachment | SourceLink) -> str:
        text = self._file_texts.get(file.digest)
        if text is None:
            try:
                text = await self._history.attachments.text(file.name, file.digest)
            except AttachmentDamaged as error:
                # One damaged file must not make a conversation unanswerable.
                return f"({error})"
            self._file_texts[file.digest] = text
        self._file_texts.move_to_end(file.digest)
        while len(self._file_texts) > _KEPT_FILES:
            self._file_texts.popitem(last=False)
        return text


def more_creative(sampling: SamplingParams) -> SamplingParams:
    """Return sampling with a higher temperature."""
    now = sampling.temperature
    raised = min(max(1.0, now + _MORE_TEMPERATURE), max(now, _MAX_TEMPERATURE))
    return replace(sampling, temperature=raised)


def model_key(path: str) -> str:
    """Return the key of a model in the settings: its file name without the folder."""
    return re.split(r"[/\\]", path)[-1]


def sampling_with(settings: SamplingParams, values: Mapping[str, object]) -> SamplingParams:
    """Return sampling with a preset's values; invalid values are ignored."""
    sampling = settings
    for name, value in values.items():
        if name in SamplingParams.__struct_fields__:
            with suppress(msgspec.ValidationError, InvalidSampling):
                sampling = sampling_with_value(sampling, name, value)
    return sampling


def sampling_with_value(sampling: SamplingParams, name: str, value: object) -> SamplingParams:
    """Return sampling with one value from ``ChatOptions.sampling``.

    Raises InvalidSampling with a message for the user, or ValidationError for a wrong type.
    """
    changed = msgspec.to_builtins(sampling) | {name: value}
    if name == "logit_bias":
        changed[name] = _biases(value)
    other = _FORMS.get(name)
    if other is not None and value is not None:
        changed[other] = None
    return msgspec.convert(changed, SamplingParams)


def _biases(value: object) -> object:
    """Return token biases; None in JSON stands for minus infinity."""
    if not isinstance(value, list | tuple):
        return value
    return [
        (each[0], -math.inf)
        if isinstance(each, list | tuple) and len(each) == 2 and each[1] is None
        else each
        for each in value
    ]


def _system_prompt(options: ConversationOptions, preset: Mapping[str, object], default: str) -> str:
    """Return the system prompt of the chat, else of its preset, else of the settings."""
    if options.system_prompt is not None:
        return options.system_prompt
    prompt = preset.get("system_prompt")
    return prompt if isinstance(prompt, str) else default


def _asked_of_thinking(options: ThinkingOptions) -> ThinkingRequest:
    budget = None if options.budget == NO_BUDGET else options.budget
    return ThinkingRequest(options.is_on, options.effort, budget)


def _first_number(conversation: Conversation, prompt: PromptMessages) -> int | None:
    """Return the number of the first message in the context; None if the branch lacks it."""
    starts_at = conversation.context_starts_at
    is_here = any(each.id == starts_at for each in conversation.messages)
    return prompt.number_of(starts_at) if is_here else None


class _Part(msgspec.Struct, frozen=True):
    message: commands.ChatMessage
    message_id: int
    is_pinned: bool = False
    is_recap: bool = False


def prompt_messages_of(
    messages: Sequence[Message],
    system_prompt: str = "",
    file_texts: Mapping[str, str] | None = None,
    *,
    sees: bool = True,
    hears: bool = True,
    is_remote: bool = False,
) -> PromptMessages:
    """Return the prompt for the messages of a branch.

    Replies without text and calls are skipped. The calls of a reply are those whose results follow
    it, so that a template gets no call without its result, and no result without its call. A failed
    question is skipped once another one follows it: a question that is too long would otherwise
    fail every later one as well.

    The newest recap is inserted as a pinned turn. Of the messages that it sums up only pinned turns
    are sent.

    Args:
        file_texts: texts of attached files, by digest.
        sees: whether pictures are included; otherwise their names stand for them.
        hears: whether sounds are included; otherwise their names stand for them.
        is_remote: another machine reads it, which may parse control texts in results.
    """
    place, recap_text = _place_of_recap(messages)
    unpinned = _unpinned(messages[:place])
    failed_ids = {first.id for first, second in pairwise(messages) if _has_failed(first, second)}
    parts: list[_Part] = []
    for number, message in enumerate(messages):
        if number in unpinned:
            continue
        if number == place and recap_text:
            asked = commands.ChatMessage(commands.Role.USER, RECAP_REQUEST)
            parts.append(_Part(asked, message.id, is_pinned=True, is_recap=True))
            recap = commands.ChatMessage(commands.Role.ASSISTANT, recap_text)
            parts.append(_Part(recap, message.id))
        media = _media_with(message, sees=sees, hears=hears)
        if message.role is Role.TOOL:
            parts += _result_parts(messages, number, media, is_remote=is_remote)
            continue
        text = _with_files(message, file_texts or {}, has_media=bool(media))
        calls = _calls_after(messages, number)
        if not (text or media or calls) or message.id in failed_ids:
            continue
        role = _ENGINE_ROLES[message.role]
        # The template decides whether the model sees it again.
        reasoning = message.reasoning if calls else ""
        said = commands.ChatMessage(role, text, tool_calls=calls, media=media, reasoning=reasoning)
        parts.append(_Part(said, message.id, message.is_pinned))
    prompt = [part.message for part in parts]
    if system_prompt.strip():
        prompt.insert(0, commands.ChatMessage(commands.Role.SYSTEM, system_prompt.strip()))
    spoken = [part for part in parts if part.message.role is not commands.Role.SYSTEM]
    return PromptMessages(
        messages=tuple(prompt),
        message_ids=tuple(part.message_id for part in spoken),
        pinned=tuple(number for number, part in enumerate(spoken) if part.is_pinned),
        recap=next((number for number, part in enumerate(spoken) if part.is_recap), None),
        begins_at=messages[place].id if place else None,
    )


def _place_of_recap(messages: Sequence[Message]) -> tuple[int, str]:
    """Return the number of the message before which the newest recap is inserted, and its text.

    It never comes between a call and its results. Without a recap, they are 0 and empty.
    """
    number = next((at for at in range(len(messages) - 1, -1, -1) if messages[at].recap), 0)
    place = number
    while place and messages[place].role is Role.TOOL:
        place -= 1
    return place, messages[number].recap if messages else ""


def _unpinned(messages: Sequence[Message]) -> frozenset[int]:
    """Return the numbers of the messages in turns without a pinned message."""
    turns: list[list[int]] = []
    for number, message in enumerate(messages):
        if not turns or message.role is Role.USER:
            turns.append([])
        turns[-1].append(number)
    return frozenset(
        number
        for turn in turns
        if not any(messages[each].is_pinned for each in turn)
        for number in turn
    )


def _calls_after(messages: Sequence[Message], number: int) -> tuple[commands.ToolCall, ...]:
    """Return the calls of a message whose results follow it, as the model wrote them."""
    message = messages[number]
    if message.role is not Role.ASSISTANT:
        return ()
    written = {each.id: each.arguments for each in message.tool_calls}
    calls: list[commands.ToolCall] = []
    for result in messages[number + 1 :]:
        use = result.tool_use
        if result.role is not Role.TOOL or use is None:
            break
        arguments = written.get(use.call_id, use.arguments)
        calls.append(commands.ToolCall(use.call_id, use.name, arguments))
    return tuple(calls)


def _result_parts(
    messages: Sequence[Message], number: int, media: tuple[Media, ...], *, is_remote: bool
) -> Iterable[_Part]:
    """Yield a result, and before the first one its call if the reply with it was deleted."""
    message, use = messages[number], messages[number].tool_use
    if use is None:
        return
    before = messages[number - 1] if number else None
    if before is None or before.role not in (Role.ASSISTANT, Role.TOOL):
        caller = replace(message, role=Role.ASSISTANT, tool_calls=())
        calls = _calls_after([caller, *messages[number:]], 0)
        asked = commands.ChatMessage(commands.Role.ASSISTANT, "", tool_calls=calls)
        yield _Part(asked, message.id)
    text = text_for_model(message, is_remote=is_remote)
    if not media:
        unread = [f"“{each.name}”" for each in message.attachments if each.picture or each.sound]
        text += f"\nYou cannot read these files: {', '.join(unread)}." if unread else ""
    said = commands.ChatMessage(
        commands.Role.TOOL, text, tool_call_id=use.call_id, name=use.name, media=media
    )
    yield _Part(said, message.id, message.is_pinned)


def file_in_prompt(name: str, text: str) -> str:
    """Return a file as the model reads it, fenced by more backticks than it contains."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"File “{name}”:\n{fence}\n{text}\n{fence}"


def media_of(media: Iterable[Picture | Sound | None]) -> tuple[Media, ...]:
    """Return pictures and sounds as engine media; None values are skipped."""
    return tuple(_medium(each) for each in media if each is not None)


def _media_with(message: Message, *, sees: bool, hears: bool) -> tuple[Media, ...]:
    return media_of(
        (each.picture if sees else None) or (each.sound if hears else None)
        for each in message.attachments
    )


def _medium(medium: Picture | Sound) -> Media:
    if isinstance(medium, Sound):
        return Media(medium.samples, MediaKind.AUDIO, medium.sample_count, 1)
    return Media(medium.pixels, MediaKind.IMAGE, medium.width, medium.height)


def _with_files(message: Message, file_texts: Mapping[str, str], *, has_media: bool) -> str:
    files = [
        file_in_prompt(each.name, file_texts[each.digest])
        for each in message.attachments
        if each.digest in file_texts
    ]
    if not (has_media or files or message.text):  # the message still counts as a question
        files = [f"“{each.name}”" for each in message.attachments if each.picture or each.sound]
    return "\n\n".join([*files, *([message.text] if message.text else [])])


def _has_failed(question: Message, reply: Message) -> bool:
    is_empty = not (reply.text or reply.reasoning)
    return question.role is Role.USER and reply.status is MessageStatus.FAILED and is_empty
