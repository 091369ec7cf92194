"""What the engine is asked: a conversation's messages and files, its system prompt, its preset."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from app.chat.prompt_messages import PromptMessages, prompt_messages_of
from app.domain import Attachment, Conversation, Message
from app.domain import OverflowPolicy as ChatOverflowPolicy
from app.errors import AttachmentDamaged
from app.storage.history import History
from engine.wire.errors import InvalidSampling
from engine.wire.request_options import OverflowPolicy, RequestOptions
from engine.wire.sampling_params import SamplingParams

_KEPT_FILES = 64  # texts of files that need not be read again for the next turn
_OVERFLOW = {
    ChatOverflowPolicy.SLIDE: OverflowPolicy.SLIDE,
    ChatOverflowPolicy.STOP: OverflowPolicy.STOP,
}


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What is asked for where a conversation has no choice of its own."""

    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)


@dataclass(frozen=True, slots=True)
class ReplyRequest:
    """Everything that the engine gets to know about one reply."""

    prompt: PromptMessages
    sampling: SamplingParams
    options: RequestOptions


class RequestBuilder:
    """Builds requests from stored conversations; ``settings`` may be replaced at any time."""

    def __init__(self, history: History, settings: ChatSettings) -> None:
        self._history = history
        self._file_texts: OrderedDict[str, str] = OrderedDict()
        self.settings = settings

    async def build(
        self, conversation: Conversation, messages: Iterable[Message] | None = None
    ) -> ReplyRequest:
        """Return what is asked with these messages, or with the whole branch."""
        branch = conversation.messages if messages is None else tuple(messages)
        options = conversation.options
        own = options.system_prompt
        prompt = prompt_messages_of(
            branch,
            self.settings.system_prompt if own is None else own,
            await self._texts(branch),
        )
        return ReplyRequest(
            prompt=prompt,
            sampling=await self._sampling(options.preset_name),
            options=RequestOptions(_OVERFLOW[options.overflow_policy], prompt.pinned),
        )

    async def _sampling(self, preset_name: str | None) -> SamplingParams:
        """Return the settings with a preset's values; what can't be used of it is left out."""
        if preset_name is None:
            return self.settings.sampling
        presets = await self._history.presets.all()
        values = next((each.values for each in presets if each.name == preset_name), {})
        return sampling_with(self.settings.sampling, dict(values))

    async def _texts(self, messages: Iterable[Message]) -> dict[str, str]:
        attachments = [each for message in messages for each in message.attachments]
        return {each.digest: await self._text(each) for each in attachments}

    async def _text(self, attachment: Attachment) -> str:
        text = self._file_texts.get(attachment.digest)
        if text is None:
            try:
                content = await self._history.attachments.content(attachment)
            except AttachmentDamaged as error:
                # One damaged file must not make a conversation impossible to answer.
                return f"({error})"
            text = self._file_texts[attachment.digest] = content.decode("utf-8", "replace")
        self._file_texts.move_to_end(attachment.digest)
        while len(self._file_texts) > _KEPT_FILES:
            self._file_texts.popitem(last=False)
        return text


def sampling_with(settings: SamplingParams, values: dict[str, object]) -> SamplingParams:
    """Return sampling with a preset's values; any that can't be used keeps the settings'."""
    sampling = settings
    for name, value in values.items():
        if name not in SamplingParams.__struct_fields__:
            continue
        try:
            changed = msgspec.to_builtins(sampling) | {name: value}
            sampling = msgspec.convert(changed, SamplingParams)
        except (msgspec.ValidationError, InvalidSampling):
            continue
    return sampling
