"""Hubbub's own lossless format.

The file is JSON with one conversation per line, so that a broken file loses only the broken
lines::

    {"format": "hubbub-conversations", "version": 1, "conversations": [
    {"id": "…", "title": "…", "created_at": "2026-05-01T12:00:00Z", "updated_at": "…",
     "messages": [{"id": 1, "parent_id": null, "role": "user", "text": "…", "status": "complete",
                   "reasoning": "", "usage": null, "attachments": [], "tool_calls": [],
                   "tool_use": null, …}, …],
     "active_leaf_id": 2, "context_starts_at": null, "draft": "", "queue": [],
     "options": {"folder": "", …},
     "contents": {"digest of an attachment": "base64"},
     "source": {"name": "…", "instruction": "…", "text": "…"}},
    …
    ]}

Messages form a tree through ``parent_id``; a parent precedes its children. A reply may end in
``tool_calls``; a message with the role "tool" and a ``tool_use`` follows it for each. Fields have
the names and meanings of ``app.domain.ConversationTree``; enums are written by their values.
"""

from collections.abc import AsyncIterable, AsyncIterator
from contextlib import suppress
from typing import get_type_hints

import msgspec
from msgspec.structs import astuple, replace

from app.domain.chat_options import ChatModel, ChatOptions, chat_options_of
from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment, Message
from app.domain.usage import ReplyUsage
from app.errors import LazyText, lazy
from app.transfer.formats.tree import ExportFile, Found, titled
from app.transfer.json_values import mapping, sequence, string

FORMAT, VERSION = "hubbub-conversations", 1
_LARGEST_NUMBER = (1 << 63) - 1  # that the database can store
_BEGINNING = f'{{"format": "{FORMAT}", "version": {VERSION}, "conversations": ['
_KINDS = {
    name: kind
    for name, kind in get_type_hints(ConversationTree).items()
    if name not in ("messages", "source_version_id")
}


async def written(trees: AsyncIterable[ConversationTree]) -> AsyncIterator[bytes]:
    """Yield the file in pieces, one per conversation."""
    yield _BEGINNING.encode()
    separator = b"\n"
    async for tree in trees:
        yield separator + msgspec.json.encode(_without_private(tree), enc_hook=_plain)
        separator = b",\n"
    yield b"\n]}\n"


def _without_private(tree: ConversationTree) -> ConversationTree:
    """Return a conversation without consents, addresses of the user's network and allowed tools.

    Of its model, only the name is kept.
    """
    chat = replace(tree.options.chat, consents=(), allowed_tools={})
    options = replace(tree.options, chat=chat, model=ChatModel(name=tree.options.model.name))
    # The number of a source is only valid in this database; its text is exported.
    return replace(tree, options=options, source_version_id=None)


def _plain(value: object) -> str:
    """Return a sentence as a string."""
    return str.__str__(value) if isinstance(value, LazyText) else repr(value)


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation of this format."""
    return {"id", "title", "created_at", "messages", "options"} <= mapping(value).keys()


def read(value: object, _file: ExportFile) -> Found:
    """Return a conversation, and how many of its messages could not be parsed.

    Other fields may be missing, except those that identify it. Raises ValidationError.
    """
    fields = dict(mapping(value))
    options = dict(mapping(fields.get("options")))
    of_chat, model = _chat_options_of(options.pop("chat", None)), _model_of(options)
    fields["options"] = options
    raw = sequence(fields.get("messages"))
    messages = tuple(message for message in map(_message, raw) if message is not None)
    good = {name: fields[name] for name in fields.keys() & _KINDS if _is_good(name, fields[name])}
    tree = msgspec.convert(good, ConversationTree)
    tree = replace(
        tree, messages=messages, options=replace(tree.options, chat=of_chat, model=model)
    )
    return Found(tree, _lost(tree.title, len(raw) - len(messages)))


def _lost(title: str, count: int) -> tuple[LazyText, ...]:
    if count == 0:
        return ()
    if count == 1:
        return (titled(title, lazy("One message could not be understood.")),)
    return (titled(title, lazy("{count:,} messages could not be understood.", count=count)),)


def _chat_options_of(value: object) -> ChatOptions:
    """Return the chat options; an invalid one is dropped alone."""
    # A file can't carry consents: they were not given by the user of this computer.
    return replace(chat_options_of(value), consents=(), allowed_tools={})


def _model_of(options: dict[str, object]) -> ChatModel:
    """Remove the model from the options, and return its name; older files name it directly."""
    older = options.pop("model_name", None)
    return ChatModel(name=string(mapping(options.pop("model", None)).get("name", older)))


def _message(value: object) -> Message | None:
    """Return the message, without its usage and what it rewrites if one of them is invalid."""
    for candidate in (value, {**mapping(value), "usage": None, "rewrite": None}):
        with suppress(msgspec.ValidationError):
            return _plausible(msgspec.convert(candidate, Message))
    return None


def _plausible(message: Message) -> Message:
    """Return a message without numbers that the database can't store."""
    usage = message.usage if message.usage and _is_plausible(message.usage) else None
    return replace(
        message, usage=usage, attachments=tuple(filter(_is_plausible, message.attachments))
    )


def _is_plausible(value: ReplyUsage | Attachment) -> bool:
    numbers = (each for each in astuple(value) if isinstance(each, int | float))
    return all(abs(number) <= _LARGEST_NUMBER for number in numbers)  # False for NaN


def _is_good(name: str, value: object) -> bool:
    try:
        msgspec.convert(value, _KINDS[name])
    except msgspec.ValidationError:
        return False
    return True
