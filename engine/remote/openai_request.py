"""The body of a chat completion, as each kind of server that speaks like OpenAI's wants it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages.commands import ChatMessage, Role
from engine.messages.remote_messages import EndpointKind, SubmitRemote
from engine.messages.thinking import ThinkingRequest
from engine.remote.sampling_fields import form_fields, sampling_fields

_PNG_URL = "data:image/png;base64,"
_SWITCH = ("enable_thinking", "thinking")  # Qwen's and others' templates; DeepSeek's


@dataclass(frozen=True, slots=True)
class Affinity:
    """What leads a conversation to where its prefix is warm.

    Attributes:
        session: the same for all requests of the conversation.
        salt: the same for all chats of this user, and of nobody else: caches are shared among
            them, and whoever else uses the server learns nothing from how quick an answer is.
        slot: of a llama-server, while there are enough for all conversations.
    """

    session: str = ""
    salt: str = ""
    slot: int | None = None


def chat_body(
    command: SubmitRemote,
    kind: EndpointKind,
    model: str,
    messages: Sequence[ChatMessage],
    affinity: Affinity,
    pictures: Mapping[str, str],
) -> dict[str, Any]:
    """Return the body. Raises InvalidSampling.

    ``pictures`` are those of the messages by their digests: PNG files in base64. The body never has
    a ``priority``: a server without priorities refuses it, and one with them has given its users
    theirs.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, pictures) for each in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        **sampling_fields(kind, command.sampling),
        **form_fields(kind, command.sampling),
        **thinking_fields(kind, command.options.thinking),
    }
    if command.options.tools:
        body["tools"] = list(command.options.tools)
    arguments = {**command.options.template_arguments, **body.pop("chat_template_kwargs", {})}
    if arguments and kind not in (EndpointKind.OPENAI, EndpointKind.LM_STUDIO):
        body["chat_template_kwargs"] = arguments
    is_continued = messages[-1].role is Role.ASSISTANT
    match kind:
        case EndpointKind.LLAMA_SERVER:
            # Without a header that would name the conversation: with it a reply goes on, and
            # keeps its slot, when nobody listens any more.
            body |= {"timings_per_token": True, "return_progress": True, "cache_prompt": True}
            if affinity.slot is not None:
                body["id_slot"] = affinity.slot
        case EndpointKind.VLLM | EndpointKind.SGLANG:
            body["session_id"], body["cache_salt"] = affinity.session, affinity.salt
            if is_continued:
                body["continue_final_message"] = True
                if kind is EndpointKind.VLLM:
                    body["add_generation_prompt"] = False
            if kind is EndpointKind.VLLM:
                body["stream_options"]["continuous_usage_stats"] = True
            else:
                body["separate_reasoning"] = True
    return body


def _message(message: ChatMessage, pictures: Mapping[str, str]) -> dict[str, Any]:
    fields = message_fields(message)
    if message.media:  # else a text, since that alone is taken by all servers
        parts: list[dict[str, Any]] = [
            {"type": "image_url", "image_url": {"url": _PNG_URL + pictures[each.digest]}}
            for each in message.media
        ]
        text = [{"type": "text", "text": message.content}] if message.content else []
        fields["content"] = [*parts, *text]
    return fields


def message_fields(message: ChatMessage) -> dict[str, Any]:
    """Return a message as JSON has it."""
    fields: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.tool_calls:
        fields["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        fields["tool_call_id"] = message.tool_call_id
    if message.name:
        fields["name"] = message.name
    return fields


def thinking_fields(kind: EndpointKind, thinking: ThinkingRequest) -> dict[str, Any]:
    """Return how a server is told to think; nothing where nothing is asked for."""
    fields: dict[str, Any] = {}
    is_off = thinking.is_on is False
    if kind in (EndpointKind.LLAMA_SERVER, EndpointKind.VLLM, EndpointKind.SGLANG):
        if thinking.is_on is not None:
            fields["chat_template_kwargs"] = dict.fromkeys(_SWITCH, thinking.is_on)
        if thinking.budget is not None and not is_off:
            is_vllm = kind is EndpointKind.VLLM
            if is_vllm or kind is EndpointKind.LLAMA_SERVER:
                name = "thinking_token_budget" if is_vllm else "reasoning_budget_tokens"
                fields[name] = thinking.budget
    effort = "none" if is_off else thinking.effort
    if effort is not None:
        fields["reasoning_effort"] = effort
    return fields
